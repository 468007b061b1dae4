import { itemIdOf } from '../../shared/item-id.ts'
import type { Task } from '../../shared/task.ts'
import { isWorking } from '../bridge/expected-time.ts'

/** A place on the shelf where something is being made. */
export type Door = {
  readonly key: string
  readonly taskId: string
  /** Zero-based among the outputs that were asked for. */
  readonly index: number
  /** Outputs of its task. */
  readonly count: number
  /** Width over height in thousandths, as the picture will be. */
  readonly ratio: number
  /** Its result is on this computer, and about to stand here. */
  readonly resultId: string | null
}

export type DoorQuestion = {
  readonly outputsOf: (task: Task) => number
  readonly ratioOf: (task: Task) => number
  /** Whether a library item came onto the shelf already. */
  readonly isOnShelf: (itemId: string) => boolean
  /** Tasks that had a door before: theirs stays until the result stands in its place. */
  readonly hadDoor: ReadonlySet<string>
}

/** A batch of hundreds does not push everything else out of sight; the rest of it is told by the queue. */
export const mostDoors = 12

/** One door for each output of what is being made, newest task first: what was begun first is done first, and stands where its picture will. */
export function doorsOf(newestFirst: readonly Task[], question: DoorQuestion): readonly Door[] {
  const doors: Door[] = []
  const making = newestFirst.filter((task) => isMaking(task, question.hadDoor))
  // The oldest is done first: it must not be the one that is left out.
  for (const task of making.toReversed()) {
    const count = Math.max(question.outputsOf(task), task.results.length)
    const ratio = question.ratioOf(task)
    const own: Door[] = []
    for (let index = 0; index < count; index++) {
      const result = task.results.find((one) => one.index === index)
      // The shelf may know of it before the task says so: never are door and picture both there.
      if (question.isOnShelf(itemIdOf(task.id, index))) continue
      if (result === undefined && task.phase === 'done') continue
      const shape = result?.width && result.height ? Math.round((result.width / result.height) * 1000) : ratio
      own.push({ key: `${task.id} ${index}`, taskId: task.id, index, count, ratio: shape, resultId: result?.id ?? null })
    }
    doors.unshift(...own)
    if (doors.length >= mostDoors) break
  }
  return doors.slice(-mostDoors)
}

function isMaking(task: Task, hadDoor: ReadonlySet<string>): boolean {
  if (task.hidden) return false
  return isWorking(task) || (task.phase === 'done' && hadDoor.has(task.id))
}

export function areSameDoors(one: readonly Door[], other: readonly Door[]): boolean {
  return (
    one.length === other.length &&
    one.every((door, place) => {
      const across = other[place]
      return across?.key === door.key && across.ratio === door.ratio && across.resultId === door.resultId && across.count === door.count
    })
  )
}
