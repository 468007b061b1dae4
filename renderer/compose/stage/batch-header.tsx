import type { CSSProperties } from 'react'
import { useCallback } from 'react'
import { joinPhrases } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { Task } from '../../../shared/task/task.ts'
import { useTaskSummary } from '../../bridge/use-tasks.ts'
import { openTask } from '../../navigation/open-task.ts'
import { creditSum, creditSumText } from '../../tasks/credit-sum.ts'
import { InputCover } from '../../tasks/input-cover.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { runHeaderHeight } from './stage-rows.ts'
import type { StageRun } from './stage-runs.ts'
import { comparedIds } from './stage-runs.ts'
import styles from './stage.module.css'
import { useRunTitle } from './use-run-title.ts'
import type { StageActions } from './use-stage-actions.ts'

/** True if the queue counts the task as a row of the batch. This includes cancelled tasks, which aren’t on the stage. */
function isListedRow({ batch, hidden }: Task, batchId: string): boolean {
  return batch?.id === batchId && !hidden
}

/** Heading of a batch: its title, the number of its tasks, and their credits. */
export function BatchHeader({ run, actions }: { readonly run: StageRun; readonly actions: StageActions }) {
  const { key, tasks } = run
  const [first] = tasks
  const title = useRunTitle(run)
  const count = useTaskSummary(useCallback((all: readonly Task[]) => all.filter((task) => isListedRow(task, key)).length, [key]))
  const done = tasks.filter(({ phase }) => phase === 'done').length
  const credits = creditSumText(creditSum(tasks))
  const compared = comparedIds(run)
  return (
    <header className={styles.head} style={{ height: runHeaderHeight }}>
      <InputCover task={first} className={styles.madeFrom}>
        {null}
      </InputCover>
      <Icon name="batch" size="s" className={styles.batchIcon} />
      <span
        dir="auto"
        className={classNames('cut', styles.prompt)}
        style={{ '--letters': `${title.length}ch` } as CSSProperties}
        title={title}
      >
        {title}
      </span>
      <span className={styles.batchState} title={credits.sentence}>
        {joinPhrases(
          say('batch of {count, number}', { count }),
          done === count ? null : say('{done, number} of {count, number} done', { done, count }),
          credits.words
        )}
      </span>
      <span className="grow" />
      <span className={styles.time}>{formatTime(first.createdAt)}</span>
      {/* Buttons for the pointer. An output’s context menu has similar actions. */}
      <span className={styles.buttons}>
        {compared !== null && (
          <IconButton label={say('Compare')} icon="compare" size="small" tabIndex={-1} onClick={() => actions.compare(compared)} />
        )}
        <IconButton label={say('Show in queue')} icon="queue" size="small" tabIndex={-1} onClick={() => openTask(key)} />
      </span>
    </header>
  )
}
