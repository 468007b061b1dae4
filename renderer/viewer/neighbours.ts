import type { TaskResult, Task } from '../../shared/task/task.ts'

export type Neighbour = Pick<TaskResult, 'id' | 'medium'> & { readonly title: string }
/**
 * The results before and after a result, in the list where the user opened the result. Without a list, the newest task is first. Each
 * task's outputs keep their order.
 */
export type Neighbours = {
  readonly previous: Neighbour | null
  readonly next: Neighbour | null
  /** The result and the known results around it, in viewing order. At most `maxAround` on each side. */
  readonly around: readonly Neighbour[]
}
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

/** Maximum number of results that the filmstrip shows on each side of the viewed result. */
const maxAround = 6

/** Returns the neighbours in order of time. Hidden tasks are skipped, except the task of `itemId`. */
export function neighboursByTime(newestFirst: readonly Task[], itemId: string): Neighbours {
  const around: Neighbour[] = []
  let place = -1
  for (const task of newestFirst) {
    if (task.hidden && !task.results.some(({ id }) => id === itemId)) continue
    for (const { id, medium } of task.results) {
      if (id === itemId) place = around.length
      around.push({ id, medium, title: task.title })
      if (place < 0) around.splice(0, Math.max(0, around.length - maxAround))
      else if (around.length > place + maxAround) return neighboursAt(around, place)
    }
  }
  return place < 0 ? { previous: null, next: null, around: [] } : neighboursAt(around, place)
}

function neighboursAt(around: readonly Neighbour[], place: number): Neighbours {
  return { previous: around[place - 1] ?? null, next: around[place + 1] ?? null, around }
}

/**
 * Returns the neighbours in a list. `among` has the library keys in viewing order. `place` is the index of the viewed result. `known` has
 * the results near `place` by key. A value is null if the result is gone.
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
  const around = [...among.subarray(Math.max(0, place - maxAround), place + maxAround + 1)].flatMap((key) => known.get(key) ?? [])
  return { previous: firstFrom(place - 1, -1), next: firstFrom(place + 1, 1), around }
}

export function areSameNeighbours(one: Neighbours, other: Neighbours): boolean {
  const idsOf = ({ previous, next, around }: Neighbours): string => [previous, next, ...around].map((neighbour) => neighbour?.id).join(' ')
  return idsOf(one) === idsOf(other)
}
