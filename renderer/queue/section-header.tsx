import { say, word } from '../../shared/i18n/say.ts'
import type { Task } from '../../shared/task/task.ts'
import { taskStore } from '../bridge/session.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/chip.tsx'
import { formatCount, formatCredits } from '../ui/format.ts'
import type { QueueRow, QueueSectionName } from './queue-sections.ts'
import styles from './queue-view.module.css'
import type { QueueRows } from './use-queue-rows.ts'
import { useTaskActions } from '../tasks/use-task-actions.ts'

const sectionTitles: { readonly [Name in QueueSectionName]: string } = {
  'needs-you': word('Needs attention'),
  running: word('Running'),
  waiting: word('Waiting'),
  finished: word('Finished'),
  hidden: word('Hidden')
}

/** The heading of a queue section, with the section's number of entries. A batch counts as one entry. */
export function SectionHeader({
  row,
  tasksIn,
  areHiddenShown,
  onToggleHidden,
  onRetry
}: Pick<QueueRows, 'tasksIn'> & {
  readonly row: QueueRow & { readonly kind: 'head' }
  readonly areHiddenShown: boolean
  /** Null during a search, because a search always shows hidden tasks. */
  readonly onToggleHidden: (() => void) | null
  /** Asks whether to retry all failed tasks of the section. */
  readonly onRetry: () => void
}) {
  const { hide, unhide } = useTaskActions()
  return (
    <div className={styles.head}>
      <h2>{say(sectionTitles[row.name])}</h2>
      {row.name === 'needs-you' ? (
        <Badge count={row.count} label={say('{count, plural, one {# needs} other {# need}} attention', { count: row.count })} />
      ) : (
        <span className="ink-3 num">{formatCount(row.count)}</span>
      )}
      {row.credits > 0 && (
        <>
          <span className="ink-3" aria-hidden="true">
            ·
          </span>
          <span className="ink-3 num">
            {row.hasUnknownPrices ? say('at least {credits}', { credits: formatCredits(row.credits) }) : formatCredits(row.credits)}
          </span>
        </>
      )}
      <span className="grow" />
      {row.retriable > 0 && (
        <Button size="small" variant="quiet" icon="run-again" onClick={onRetry}>
          {say('Retry all failed')}
        </Button>
      )}
      {row.name === 'finished' && (
        <Button size="small" variant="quiet" icon="hide" onClick={() => hide(idsToHide(tasksIn('finished')))}>
          {say('Hide all finished')}
        </Button>
      )}
      {row.name === 'hidden' && (
        <>
          {areHiddenShown && (
            <Button size="small" variant="quiet" onClick={() => unhide(hiddenIds())}>
              {say('Unhide all')}
            </Button>
          )}
          {onToggleHidden !== null && (
            <Button
              size="small"
              variant="quiet"
              trailingIcon={areHiddenShown ? 'chevron-up' : 'chevron-down'}
              aria-expanded={areHiddenShown}
              onClick={onToggleHidden}
            >
              {say('Show hidden tasks')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function idsToHide(tasks: readonly Task[]): readonly string[] {
  return tasks.flatMap(({ id, can, hidden }) => (can.hide && !hidden ? [id] : []))
}

function hiddenIds(): readonly string[] {
  return taskStore.all().flatMap(({ id, hidden }) => (hidden ? [id] : []))
}
