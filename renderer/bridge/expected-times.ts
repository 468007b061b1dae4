import type { Task } from '../../shared/task.ts'
import type { ExpectedTime } from './expected-time.ts'
import { expectedTime, isWorking } from './expected-time.ts'

/**
 * Expected time for each capability that has a running task, by capability ID. Null if there are too few finished tasks for an estimate.
 */
export function expectedTimes(newestFirst: readonly Task[]): ReadonlyMap<string, ExpectedTime | null> {
  const atWork = new Set(newestFirst.flatMap((task) => (isWorking(task) ? [task.capability] : [])))
  return new Map([...atWork].map((capability) => [capability, expectedTime(newestFirst, capability)]))
}

export function areSameTimes(one: ReadonlyMap<string, ExpectedTime | null>, other: ReadonlyMap<string, ExpectedTime | null>): boolean {
  if (one.size !== other.size) return false
  return [...one].every(([capability, time]) => {
    const across = other.get(capability)
    if (time === null || across === null || across === undefined) return time === across
    return time.p50InMs === across.p50InMs && time.p90InMs === across.p90InMs && time.runs === across.runs
  })
}
