import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { heatOf } from '../bridge/expected-time.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { useNow } from '../bridge/use-now.ts'
import { useTask } from '../bridge/use-tasks.ts'
import { durationWords } from '../ui/figures.ts'
import { HeatDoor } from '../ui/heat-door.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { doorWords } from './door-words.ts'
import type { Door } from './doors.ts'
import styles from './door-tile.module.css'

export type DoorTileProps = {
  readonly door: Door
  /** It says what its task is about; the doors beside it only glow. */
  readonly hasWords: boolean
  readonly usual: ExpectedTime | null
  readonly column: number
  /** Pixels from where its row begins. */
  readonly start: number
  readonly width: number
  readonly isCurrent: boolean
}

/** Something that is being made, exactly where it will stand. */
export function DoorTile({ door, hasWords, usual, column, start, width, isCurrent }: DoorTileProps) {
  const task = useTask(door.taskId)
  const now = useNow(1000)
  if (task === null) return null
  const isGlowing = task.phase === 'running' || task.phase === 'collecting' || task.phase === 'done'
  const { title, detail } = doorWords(task, door, usual, now)
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      tabIndex={isCurrent ? 0 : -1}
      data-cell={door.key}
      className={styles.tile}
      style={{ insetInlineStart: start, width }}
    >
      <HeatDoor heat={isGlowing ? heatOf(task, usual, now) : 0} className={styles.door}>
        {hasWords ? (
          <span className={styles.words}>
            <span dir="auto" className="strong cut">
              {title}
            </span>
            <span className="small num cut">{detail}</span>
          </span>
        ) : (
          <VisuallyHidden>{say('{index} of {count}', { index: door.index + 1, count: door.count })}</VisuallyHidden>
        )}
        <VisuallyHidden>
          {say(' Being made: {title}. {state}', {
            title: task.title,
            state: phrases(phaseWords(task).words, task.acceptedAt === null ? null : durationWords(now - task.acceptedAt))
          })}
        </VisuallyHidden>
      </HeatDoor>
    </div>
  )
}
