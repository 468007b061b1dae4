import { useCallback } from 'react'
import type { Task } from '../../shared/task.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { expectedTime } from '../bridge/expected-time.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'

type UsualTimes = ReadonlyMap<string, ExpectedTime | null>

/** How long one's own past runs of these capabilities took; null where nobody can tell yet. */
export function useUsualTimes(capabilities: readonly string[]): UsualTimes {
  const wanted = [...new Set(capabilities)].toSorted().join('\n')
  return useTaskSummary(
    useCallback(
      (newestFirst: readonly Task[]): UsualTimes =>
        new Map(wanted.split('\n').map((capability) => [capability, expectedTime(newestFirst, capability)])),
      [wanted]
    ),
    areSameTimes
  )
}

function areSameTimes(some: UsualTimes, others: UsualTimes): boolean {
  if (some.size !== others.size) return false
  return [...some].every(([capability, one]) => {
    const other = others.get(capability)
    return other !== undefined && one?.p50InMs === other?.p50InMs && one?.p90InMs === other?.p90InMs
  })
}
