import type { Task } from '../../shared/task/task.ts'
import type { ExpectedDuration } from './expected-duration.ts'
import { expectedDuration, isTaskInProgress } from './expected-duration.ts'

/**
 * Returns the expected duration for each capability that has a running task, by capability ID. Null if there are too few finished tasks for
 * an estimate.
 */
export function expectedDurationsByCapability(newestFirst: readonly Task[]): ReadonlyMap<string, ExpectedDuration | null> {
  const atWork = new Set(newestFirst.flatMap((task) => (isTaskInProgress(task) ? [task.capability] : [])))
  return new Map([...atWork].map((capability) => [capability, expectedDuration(newestFirst, capability)]))
}

export function areSameDurations(
  one: ReadonlyMap<string, ExpectedDuration | null>,
  other: ReadonlyMap<string, ExpectedDuration | null>
): boolean {
  if (one.size !== other.size) return false
  return [...one].every(([capability, time]) => {
    const across = other.get(capability)
    if (time === null || across === null || across === undefined) return time === across
    return time.p50InMs === across.p50InMs && time.p90InMs === across.p90InMs && time.runs === across.runs
  })
}
