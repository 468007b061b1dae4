import { mediaReferencesIn } from '../../shared/form/fields.ts'
import type { Task } from '../../shared/task/task.ts'
import { isItemReference } from '../../shared/form/values.ts'
import type { ResultWithTask } from './neighbours.ts'
import { resultsById } from './neighbours.ts'

/** Direct sources of a result (`parents`) and results that were made directly from it (`children`, newest first). */
export type Lineage = { readonly parents: readonly ResultWithTask[]; readonly children: readonly ResultWithTask[] }

/**
 * Returns the lineage of the result `itemId`, limited to these tasks. A derived task with several outputs is represented by its first
 * output.
 */
export function lineageOf(newestFirst: readonly Task[], task: Task, itemId: string): Lineage {
  const found = resultsById(newestFirst)
  const children = newestFirst.filter((other) => other.id !== task.id && itemsIn(other).includes(itemId))
  return {
    parents: [...new Set(itemsIn(task))].flatMap((id) => found.get(id) ?? []),
    children: children.flatMap((child) => child.results.slice(0, 1).map((result) => ({ task: child, result })))
  }
}

function itemsIn({ values }: Task): readonly string[] {
  return mediaReferencesIn(values).flatMap(({ reference }) => (isItemReference(reference) ? [reference.item] : []))
}

export function isSameLineage(one: Lineage, other: Lineage): boolean {
  const ids = ({ parents, children }: Lineage): string =>
    [parents, children].map((side) => side.map(({ result }) => result.id).join(' ')).join('|')
  return ids(one) === ids(other)
}
