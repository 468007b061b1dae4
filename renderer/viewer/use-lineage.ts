import { useCallback } from 'react'
import type { Task } from '../../shared/task.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { useItem } from './item-store.ts'
import type { Lineage } from './lineage.ts'
import { isSameLineage, lineageOf } from './lineage.ts'
import type { FoundResult } from './neighbours.ts'
import { useKnownResults } from './use-known-results.ts'

/** Of each side; more are not drawn. */
const mostAsked = 8

/** By the tasks of the queue at once, and by the library what those do not know. */
export function useLineage(task: Task, itemId: string): Lineage {
  const ofTasks = useTaskSummary(
    useCallback((all: readonly Task[]) => lineageOf(all, task, itemId), [task, itemId]),
    isSameLineage
  )
  const details = useItem(itemId) ?? null
  const parents = useKnownResults((details?.parents ?? []).slice(0, mostAsked)).found
  const children = useKnownResults((details?.children ?? []).slice(0, mostAsked)).found
  return {
    parents: withOthers(ofTasks.parents, parents, ({ result }) => result.id),
    // Of a run with many outputs the first stands for it.
    children: withOthers(ofTasks.children, children, (one) => one.task.id)
  }
}

function withOthers(
  first: readonly FoundResult[],
  others: readonly FoundResult[],
  nameOf: (one: FoundResult) => string
): readonly FoundResult[] {
  const all = new Map<string, FoundResult>()
  for (const one of [...first, ...others]) if (!all.has(nameOf(one))) all.set(nameOf(one), one)
  return [...all.values()]
}
