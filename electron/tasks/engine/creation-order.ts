import type { TaskRecord } from '../machine/task-record.ts'

/** A task's position in creation order. `turn` increases with each added task and orders tasks with equal times. */
type Place = { readonly id: string; readonly createdAt: number; readonly turn: number }

/** The order in which tasks were created. */
export class CreationOrder {
  readonly #order: Place[] = []
  readonly #places = new Map<string, Place>()

  add({ id, createdAt }: Pick<TaskRecord, 'id' | 'createdAt'>): void {
    const place = { id, createdAt, turn: this.#places.size }
    this.#places.set(id, place)
    const behind = this.#order.at(-1)
    // A task added from the service's recent tasks may be older than existing tasks.
    if (behind === undefined || behind.createdAt <= createdAt) this.#order.push(place)
    else this.#order.splice(this.#indexOf(place), 0, place)
  }

  /** Yields the IDs of tasks older than `olderThan`, newest first. All tasks by default, or none if the ID is unknown. */
  *newestFirst(olderThan?: string): Iterable<string> {
    const place = olderThan === undefined ? undefined : this.#places.get(olderThan)
    if (olderThan !== undefined && place === undefined) return
    for (let index = (place === undefined ? this.#order.length : this.#indexOf(place)) - 1; index >= 0; index -= 1)
      yield (this.#order[index] as Place).id
  }

  /** Returns `some` sorted by creation time, oldest first. */
  oldestFirst(some: readonly TaskRecord[]): readonly TaskRecord[] {
    const found = some.map((record) => ({ record, place: this.#places.get(record.id) as Place }))
    return found.sort((one, other) => (isBefore(one.place, other.place) ? -1 : 1)).map(({ record }) => record)
  }

  /** Returns the index in `#order` of the first entry that isn't before `place`. */
  #indexOf(place: Place): number {
    let [from, until] = [0, this.#order.length]
    while (from < until) {
      const middle = (from + until) >> 1
      if (isBefore(this.#order[middle] as Place, place)) from = middle + 1
      else until = middle
    }
    return from
  }
}

function isBefore(one: Place, other: Place): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.turn < other.turn)
}
