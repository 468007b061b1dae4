import type { Task } from '../../shared/task.ts'
import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { heatOf, isWorking } from '../bridge/expected-time.ts'
import { useNow } from '../bridge/use-now.ts'
import { areSameItems, useTaskSummary } from '../bridge/use-tasks.ts'
import { areSameTimes, expectedTimes } from '../bridge/expected-times.ts'
import { durationWords } from '../ui/figures.ts'
import { HeatDoor } from '../ui/heat-door.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import styles from './firing.module.css'

/** Most doors side by side; the count says the rest. */
const mostDoors = 4

/** What is being made now: one kiln door per task. */
export function Firing({ onOpenTask }: { readonly onOpenTask: (taskId: string) => void }) {
  const working = useTaskSummary(workingTasks, areSameItems)
  return working.length === 0 ? null : <Doors working={working} onOpenTask={onOpenTask} />
}

function Doors({ working, onOpenTask }: { readonly working: readonly Task[]; readonly onOpenTask: (taskId: string) => void }) {
  const now = useNow(1000)
  const usual = useTaskSummary(expectedTimes, areSameTimes)
  const nextInMs = Math.min(...working.map((task) => leftInMs(task, usual.get(task.capability)?.p50InMs, now)))
  return (
    <section aria-label={say('Being made')} className={styles.firing}>
      <ul className={styles.doors}>
        {working.slice(0, mostDoors).map((task) => {
          const elapsed = task.acceptedAt === null ? null : durationWords(now - task.acceptedAt)
          return (
            <li key={task.id}>
              <Tooltip side="end" words={phrases(task.title, elapsed)}>
                <button
                  type="button"
                  aria-label={say('Show {title}', { title: task.title })}
                  className={styles.door}
                  onClick={() => onOpenTask(task.id)}
                >
                  <HeatDoor heat={heatOf(task, usual.get(task.capability) ?? null, now)} className={styles.heat} />
                </button>
              </Tooltip>
            </li>
          )
        })}
      </ul>
      <div className={styles.words}>
        <div className="small ink-2">{say('{count, number} running', { count: working.length })}</div>
        {Number.isFinite(nextInMs) && (
          <div className="small ink-3 num">{say('next in about {time}', { time: durationWords(nextInMs) })}</div>
        )}
      </div>
    </section>
  )
}

/** Infinity: nobody knows, or it takes longer than usual. */
function leftInMs({ acceptedAt }: Task, usualInMs: number | undefined, now: number): number {
  if (acceptedAt === null || usualInMs === undefined) return Number.POSITIVE_INFINITY
  const left = acceptedAt + usualInMs - now
  return left > 0 ? left : Number.POSITIVE_INFINITY
}

function workingTasks(all: readonly Task[]): readonly Task[] {
  return all.filter((task) => isWorking(task) && !task.hidden)
}
