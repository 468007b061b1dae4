import { joinPhrases, joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import type { ExpectedDuration } from '../tasks/expected-duration.ts'
import { expectedProgress } from '../tasks/expected-duration.ts'
import { phaseAppearance } from '../tasks/phase-appearance.ts'
import { useNow } from '../ui/use-now.ts'
import { useTask } from '../bridge/use-tasks.ts'
import { formatDuration } from '../ui/format.ts'
import { ProgressGlow } from '../ui/progress-glow.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { pendingTileText } from './pending-tile-text.ts'
import type { PendingTile } from './pending-tiles.ts'
import styles from './pending-tile.module.css'

export type PendingTileCellProps = {
  readonly tile: PendingTile
  /** True for the task's first tile, which shows the title. The task's other tiles show only the progress glow. */
  readonly hasWords: boolean
  readonly expected: ExpectedDuration | null
  readonly column: number
  /** Distance from the start of its row, in pixels. */
  readonly start: number
  readonly width: number
  readonly isCurrent: boolean
}

/** Grid cell of a pending tile, in the position where its result will appear. */
export function PendingTileCell({ tile: pendingTile, hasWords, expected, column, start, width, isCurrent }: PendingTileCellProps) {
  const task = useTask(pendingTile.taskId)
  const now = useNow(1000)
  if (task === null) return null
  const isGlowing = task.phase === 'running' || task.phase === 'collecting' || task.phase === 'done'
  const { title, detail } = pendingTileText(task, pendingTile, expected, now)
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      tabIndex={isCurrent ? 0 : -1}
      data-cell={pendingTile.key}
      className={styles.tile}
      style={{ insetInlineStart: start, width }}
    >
      <ProgressGlow heat={isGlowing ? expectedProgress(task, expected, now) : 0} className={styles.door}>
        {hasWords && (
          <span aria-hidden="true" className={styles.words}>
            <span dir="auto" className="strong cut">
              {title}
            </span>
            <span className="small num cut">{detail}</span>
          </span>
        )}
        <VisuallyHidden>
          {joinSentences(
            pendingTile.count > 1 ? say('Result {index} of {count}.', { index: pendingTile.index + 1, count: pendingTile.count }) : null,
            say('In progress: {title}. {state}', {
              title: task.title,
              state: joinPhrases(phaseAppearance(task).label, task.acceptedAt === null ? null : formatDuration(now - task.acceptedAt))
            })
          )}
        </VisuallyHidden>
      </ProgressGlow>
    </div>
  )
}
