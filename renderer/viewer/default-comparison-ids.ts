import type { Medium } from '../../shared/form/json-schema.ts'
import type { Task } from '../../shared/task/task.ts'
import { maxComparedResults } from '../navigation/route.ts'
import type { ResultSource } from './result-sources.ts'
import { resultsById } from './neighbours.ts'

/**
 * Returns the IDs of up to four results to compare by default. All have the same medium. The result `itemId` is first. The other outputs of
 * its task and its source results follow. If there are no others, the newest result with the same capability is added. Fewer than two IDs
 * mean that there is nothing to compare.
 */
export function defaultComparisonIds(
  newestFirst: readonly Task[],
  task: Task,
  itemId: string,
  sources: readonly ResultSource[]
): readonly string[] {
  const found = resultsById(newestFirst)
  const mediumOf = (id: string): Medium | null | undefined =>
    [...task.results, found.get(id)?.result].find((one) => one?.id === id)?.medium ??
    sources.find((source) => source.itemId === id)?.media.facts.medium
  const medium = mediumOf(itemId)
  const siblings = task.results.map(({ id }) => id)
  const parents = sources.flatMap(({ itemId: parent }) => (parent === null ? [] : [parent]))
  const alike = siblings.length + parents.length > 1 ? [] : newest(newestFirst, task)
  const ids = [...new Set([itemId, ...siblings, ...parents, ...alike])]
  return ids.filter((id) => mediumOf(id) === medium).slice(0, maxComparedResults)
}

/**
 * Returns the ID of one result, as a list. It is the first result of the newest other task with the same capability. Empty if there is no
 * other task.
 */
function newest(newestFirst: readonly Task[], task: Task): readonly string[] {
  const other = newestFirst.find(
    ({ id, capability, hidden, results }) => id !== task.id && capability === task.capability && !hidden && results.length > 0
  )
  return other?.results.slice(0, 1).map(({ id }) => id) ?? []
}
