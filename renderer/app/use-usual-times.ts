import { useMemo } from 'react'
import type { Task } from '../../shared/task.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { expectedTime } from '../bridge/expected-time.ts'
import { tasks } from '../bridge/session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'

/** How long one's own past runs of these capabilities took; worked out again only when another run has finished. */
export function useUsualTimes(capabilities: readonly string[]): ReadonlyMap<string, ExpectedTime | null> {
  const finishedRuns = useTaskSummary(countDone)
  const wanted = [...new Set(capabilities)].toSorted().join('\n')
  return useMemo(
    () => new Map(wanted.split('\n').map((capability) => [capability, expectedTime(tasks.all(), capability)])),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the count stands for the runs that `tasks.all()` holds
    [wanted, finishedRuns]
  )
}

function countDone(all: readonly Task[]): number {
  return all.reduce((count, { phase }) => (phase === 'done' ? count + 1 : count), 0)
}
