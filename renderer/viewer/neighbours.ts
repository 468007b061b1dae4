import type { Result, Task } from '../../shared/task.ts'

/** The results beside one: in a list that was opened, or in the order in which they were made, newest task first, its outputs from first to last. */
export type Neighbours = { readonly previous: Result | null; readonly next: Result | null }
export type FoundResult = { readonly task: Task; readonly result: Result }

const indexes = new WeakMap<readonly Task[], ReadonlyMap<string, FoundResult>>()

/** Every result of these tasks by its id. Made once for the same tasks. */
export function resultsById(newestFirst: readonly Task[]): ReadonlyMap<string, FoundResult> {
  const known = indexes.get(newestFirst)
  if (known !== undefined) return known
  const index = new Map(newestFirst.flatMap((task) => task.results.map((result) => [result.id, { task, result }] as const)))
  indexes.set(newestFirst, index)
  return index
}

/** `among`: ids in the order in which they were looked at, of which some may be gone; null: all that was made and is not hidden. */
export function neighboursOf(newestFirst: readonly Task[], itemId: string, among: readonly string[] | null): Neighbours {
  const place = among?.indexOf(itemId) ?? -1
  if (among === null || place < 0) return neighboursByTime(newestFirst, itemId)
  const found = resultsById(newestFirst)
  const firstKnown = (ids: Iterable<string>): Result | null => {
    for (const id of ids) {
      const result = found.get(id)?.result
      if (result !== undefined) return result
    }
    return null
  }
  return { previous: firstKnown(among.slice(0, place).toReversed()), next: firstKnown(among.slice(place + 1)) }
}

function neighboursByTime(newestFirst: readonly Task[], itemId: string): Neighbours {
  let previous: Result | null = null
  let isFound = false
  for (const task of newestFirst) {
    if (task.hidden && !task.results.some(({ id }) => id === itemId)) continue
    for (const result of task.results) {
      if (isFound) return { previous, next: result }
      if (result.id === itemId) isFound = true
      else previous = result
    }
  }
  return { previous: isFound ? previous : null, next: null }
}

export function areSameNeighbours(one: Neighbours, other: Neighbours): boolean {
  return one.previous?.id === other.previous?.id && one.next?.id === other.next?.id
}
