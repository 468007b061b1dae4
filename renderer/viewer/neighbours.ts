import type { Task } from '../../shared/task.ts'

/** The results beside one, in the order in which they were made: newest task first, its outputs from first to last. */
export type Neighbours = { readonly previousId: string | null; readonly nextId: string | null }

export function neighboursOf(newestFirst: readonly Task[], itemId: string): Neighbours {
  let previousId: string | null = null
  let isFound = false
  for (const task of newestFirst) {
    if (task.hidden && !task.results.some(({ id }) => id === itemId)) continue
    for (const { id } of task.results) {
      if (isFound) return { previousId, nextId: id }
      if (id === itemId) isFound = true
      else previousId = id
    }
  }
  return { previousId: isFound ? previousId : null, nextId: null }
}

export function areSameNeighbours(one: Neighbours, other: Neighbours): boolean {
  return one.previousId === other.previousId && one.nextId === other.nextId
}
