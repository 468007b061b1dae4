import type { TaskQuery } from '../../../shared/task/task.ts'
import { isHidden } from '../machine/task-predicates.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { TaskQueries } from './task-index.ts'

/** Returns the tasks that match the query, newest first. */
export function selectTasks(tasks: TaskQueries, query: TaskQuery): readonly TaskRecord[] {
  const { phases, capability, batch, limit = Number.POSITIVE_INFINITY, includeHidden = false } = query
  const selected: TaskRecord[] = []
  for (const record of mayMatch(tasks, query)) {
    if (selected.length >= limit) break
    const isMeant =
      (includeHidden || !isHidden(record)) &&
      (batch === undefined || record.batch?.id === batch) &&
      (phases === undefined || phases.includes(record.state.phase)) &&
      (capability === undefined || record.capability === capability)
    if (isMeant) selected.push(record)
  }
  return selected
}

/** Returns all tasks that match the query, newest first. May also return other tasks, so the caller filters the result. */
function mayMatch(tasks: TaskQueries, { phases, batch, olderThan }: TaskQuery): Iterable<TaskRecord> {
  if (olderThan !== undefined) return tasks.newestFirst(olderThan)
  if (batch !== undefined) return tasks.oldestFirst(tasks.ofBatch(batch)).toReversed()
  // Sorting many tasks takes longer than iterating over all tasks.
  const isAboutFew = phases !== undefined && tasks.countIn(phases) * 10 <= tasks.size()
  return isAboutFew ? tasks.oldestFirst(tasks.inPhases(phases)).toReversed() : tasks.newestFirst()
}
