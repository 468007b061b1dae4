import { useCallback } from 'react'
import type { Task } from '../../shared/task/task.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { useItemDetails } from '../media/item-store.ts'
import type { Lineage } from './lineage.ts'
import { isSameLineage, lineageOf } from './lineage.ts'
import type { ResultWithTask } from './neighbours.ts'
import { useResultLookup } from './use-result-lookup.ts'

/** Maximum number of results to load from the library per side. */
const maxAsked = 8

/**
 * Returns the lineage of a result. At first, it contains results from the queue's tasks. Results from the library are added once they are
 * loaded.
 */
export function useLineage(task: Task, itemId: string): Lineage {
  const ofTasks = useTaskSummary(
    useCallback((all: readonly Task[]) => lineageOf(all, task, itemId), [task, itemId]),
    isSameLineage
  )
  const details = useItemDetails(itemId) ?? null
  const parents = useResultLookup((details?.parents ?? []).slice(0, maxAsked)).found
  const children = useResultLookup((details?.children ?? []).slice(0, maxAsked)).found
  return {
    parents: withOthers(ofTasks.parents, parents, ({ result }) => result.id),
    // A task with several outputs is represented by only one output.
    children: withOthers(ofTasks.children, children, (one) => one.task.id)
  }
}

function withOthers(
  first: readonly ResultWithTask[],
  others: readonly ResultWithTask[],
  nameOf: (one: ResultWithTask) => string
): readonly ResultWithTask[] {
  const all = new Map<string, ResultWithTask>()
  for (const one of [...first, ...others]) if (!all.has(nameOf(one))) all.set(nameOf(one), one)
  return [...all.values()]
}
