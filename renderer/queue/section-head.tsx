import { say, word } from '../../shared/i18n/say.ts'
import { taskStore } from '../bridge/session.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/chip.tsx'
import { formatCount } from '../ui/format.ts'
import type { QueueRow, QueueSectionName } from './queue-sections.ts'
import styles from './queue-view.module.css'
import { useTaskActions } from './use-task-actions.ts'

const sectionTitles: { readonly [Name in QueueSectionName]: string } = {
  'needs-you': word('Needs attention'),
  running: word('Running'),
  waiting: word('Waiting'),
  finished: word('Finished'),
  hidden: word('Hidden')
}

/** The heading of a queue section, with the section's number of entries. A batch counts as one entry. */
export function SectionHead({
  row,
  areHiddenShown,
  onToggleHidden
}: {
  readonly row: QueueRow & { readonly kind: 'head' }
  readonly areHiddenShown: boolean
  /** Null during a search, because a search always shows hidden tasks. */
  readonly onToggleHidden: (() => void) | null
}) {
  const { unhide } = useTaskActions()
  return (
    <div className={styles.head}>
      <h2>{say(sectionTitles[row.name])}</h2>
      {row.name === 'needs-you' ? (
        <Badge count={row.count} label={say('{count, plural, one {# needs} other {# need}} attention', { count: row.count })} />
      ) : (
        <span className="ink-3 num">{formatCount(row.count)}</span>
      )}
      {row.name === 'hidden' && (
        <>
          <span className="grow" />
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

function hiddenIds(): readonly string[] {
  return taskStore.all().flatMap(({ id, hidden }) => (hidden ? [id] : []))
}
