import type { Medium } from '../../shared/json-schema.ts'
import type { Task } from '../../shared/task.ts'
import type { Source } from './made-from.ts'
import { resultsById } from './neighbours.ts'

/** As many as one can hold in view at once. */
export const mostCompared = 4

/**
 * What a result is compared with when nobody has said: the other outputs of its run, then the results that it was made from, then the newest
 * of the same capability. The result itself comes first; fewer than two: there is nothing like it.
 */
export function comparedWith(newestFirst: readonly Task[], task: Task, itemId: string, sources: readonly Source[]): readonly string[] {
  const found = resultsById(newestFirst)
  const mediumOf = (id: string): Medium | null | undefined =>
    [...task.results, found.get(id)?.result].find((one) => one?.id === id)?.medium ??
    sources.find((source) => source.itemId === id)?.media.facts.medium
  const medium = mediumOf(itemId)
  const siblings = task.results.map(({ id }) => id)
  const parents = sources.flatMap(({ itemId: parent }) => (parent === null ? [] : [parent]))
  const alike = siblings.length + parents.length > 1 ? [] : newest(newestFirst, task)
  const ids = [...new Set([itemId, ...siblings, ...parents, ...alike])]
  return ids.filter((id) => mediumOf(id) === medium).slice(0, mostCompared)
}

/** The result before this one, made with the same capability. */
function newest(newestFirst: readonly Task[], task: Task): readonly string[] {
  const other = newestFirst.find(
    ({ id, capability, hidden, results }) => id !== task.id && capability === task.capability && !hidden && results.length > 0
  )
  return other?.results.slice(0, 1).map(({ id }) => id) ?? []
}
