import type { Task } from '../../shared/task/task.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { expectedProgress, isTaskInProgress } from '../tasks/expected-duration.ts'
import { useNow } from '../ui/use-now.ts'
import { areSameItems, useTaskSummary } from '../bridge/use-tasks.ts'
import { areSameDurations, expectedDurationsByCapability } from '../tasks/expected-durations-by-capability.ts'
import { navigate } from '../navigation/route.ts'
import { formatDuration, formatDurationWithUnits } from '../ui/format.ts'
import { ProgressGlow } from '../ui/progress-glow.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import styles from './running-tasks.module.css'

/** Maximum number of tasks shown side by side. Any further tasks are only counted. */
const maxTiles = 4

/** Sidebar section that shows running tasks, each with a progress glow. Renders nothing if no task is running. */
export function RunningTasks() {
  const working = useTaskSummary(workingTasks, areSameItems)
  return working.length === 0 ? null : <PendingTiles working={working} />
}

function PendingTiles({ working }: { readonly working: readonly Task[] }) {
  const now = useNow(1000)
  const usual = useTaskSummary(expectedDurationsByCapability, areSameDurations)
  const nextInMs = Math.min(...working.map((task) => leftInMs(task, usual.get(task.capability)?.p50InMs, now)))
  return (
    <section aria-label={say('Tasks in progress')} className={styles.firing}>
      <ul className={styles.doors}>
        {working.slice(0, maxTiles).map((task) => {
          const elapsed = task.acceptedAt === null ? null : formatDuration(now - task.acceptedAt)
          return (
            <li key={task.id}>
              <Tooltip side="end" label={joinPhrases(task.title, elapsed)}>
                <button
                  type="button"
                  aria-label={say('Show {title}', { title: task.title })}
                  className={styles.door}
                  onClick={() => navigate({ view: 'queue', taskId: task.id })}
                >
                  <ProgressGlow heat={expectedProgress(task, usual.get(task.capability) ?? null, now)} className={styles.heat} />
                </button>
              </Tooltip>
            </li>
          )
        })}
      </ul>
      <div className={styles.words}>
        <div className="small ink-2">{say('{count, number} running', { count: working.length })}</div>
        {Number.isFinite(nextInMs) && (
          <div className="small ink-3 num">{say('Next result in about {time}', { time: formatDurationWithUnits(nextInMs) })}</div>
        )}
      </div>
    </section>
  )
}

/** Returns a task's remaining time in milliseconds. Infinity if the time is unknown, or if the task already takes longer than usual. */
function leftInMs({ acceptedAt }: Task, usualInMs: number | undefined, now: number): number {
  if (acceptedAt === null || usualInMs === undefined) return Number.POSITIVE_INFINITY
  const left = acceptedAt + usualInMs - now
  return left > 0 ? left : Number.POSITIVE_INFINITY
}

function workingTasks(all: readonly Task[]): readonly Task[] {
  return all.filter((task) => isTaskInProgress(task) && !task.hidden)
}
