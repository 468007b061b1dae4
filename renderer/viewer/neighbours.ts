import type { TaskResult, Task } from '../../shared/task/task.ts'

export type Neighbour = Pick<TaskResult, 'id' | 'medium'>
/**
 * The results before and after a result, in the list where the user opened the result. Without a list, the newest task is first. Each
 * task's outputs keep their order.
 */
export type Neighbours = { readonly previous: Neighbour | null; readonly next: Neighbour | null }
export type ResultWithTask = { readonly task: Task; readonly result: TaskResult }

const indexes = new WeakMap<readonly Task[], ReadonlyMap<string, ResultWithTask>>()

/** Returns every result of these tasks by its ID. Cached for each list of tasks. */
export function resultsById(newestFirst: readonly Task[]): ReadonlyMap<string, ResultWithTask> {
  const known = indexes.get(newestFirst)
  if (known !== undefined) return known
  const index = new Map(newestFirst.flatMap((task) => task.results.map((result) => [result.id, { task, result }] as const)))
  indexes.set(newestFirst, index)
  return index
}

/** Returns the neighbours by time. Hidden tasks are skipped, except for the task of `itemId`. */
export function neighboursByTime(newestFirst: readonly Task[], itemId: string): Neighbours {
  let previous: TaskResult | null = null
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

/**
 * Returns the neighbours in a list. `among` has the library keys in viewing order. `place` is the index of the viewed result. `known` has
 * the results near `place` by key, and null for results that are gone.
 */
export function neighboursInList(among: Uint32Array, place: number, known: ReadonlyMap<number, Neighbour | null>): Neighbours {
  const firstFrom = (from: number, step: number): Neighbour | null => {
    for (let at = from; at >= 0 && at < among.length; at += step) {
      const one = known.get(among[at] ?? 0)
      // This result is still loading, so the neighbour isn't known yet.
      if (one === undefined) return null
      if (one !== null) return one
    }
    return null
  }
  return { previous: firstFrom(place - 1, -1), next: firstFrom(place + 1, 1) }
}

export function areSameNeighbours(one: Neighbours, other: Neighbours): boolean {
  return one.previous?.id === other.previous?.id && one.next?.id === other.next?.id
}
