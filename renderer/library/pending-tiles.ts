import { itemIdOf } from '../../shared/item-id.ts'
import type { Task } from '../../shared/task.ts'
import { isWorking } from '../bridge/expected-time.ts'

/** A pending tile in the library grid. */
export type PendingTile = {
  readonly key: string
  readonly taskId: string
  /** Zero-based among the outputs that were asked for. */
  readonly index: number
  /** Outputs of its task. */
  readonly count: number
  /** Expected width over height, in thousandths. */
  readonly ratio: number
  /** Result that is saved and about to replace this tile. Null if not saved yet. */
  readonly resultId: string | null
}

export type PendingTilesQuery = {
  readonly outputsOf: (task: Task) => number
  readonly ratioOf: (task: Task) => number
  /** Whether a library item is in the grid already. */
  readonly isOnShelf: (itemId: string) => boolean
  /** Tasks that had pending tiles before. The tiles stay until the result replaces them. */
  readonly hadPendingTile: ReadonlySet<string>
}

/** Maximum number of tiles. A batch of hundreds then doesn't push everything else out of view. The queue shows the rest. */
export const maxPendingTiles = 12

/**
 * One pending tile for each output of the running tasks, newest task first. The task begun first is done first, so its tiles are where its
 * results will be.
 */
export function pendingTilesOf(newestFirst: readonly Task[], question: PendingTilesQuery): readonly PendingTile[] {
  const pendingTiles: PendingTile[] = []
  const making = newestFirst.filter((task) => isMaking(task, question.hadPendingTile))
  // The oldest task is done first, so it must not be the one that is skipped.
  for (const task of making.toReversed()) {
    const count = Math.max(question.outputsOf(task), task.results.length)
    const ratio = question.ratioOf(task)
    const own: PendingTile[] = []
    for (let index = 0; index < count; index++) {
      const result = task.results.find((one) => one.index === index)
      // The grid may know a result before its task reports it. Pending tile and result are never shown together.
      if (question.isOnShelf(itemIdOf(task.id, index))) continue
      if (result === undefined && task.phase === 'done') continue
      const shape = result?.width && result.height ? Math.round((result.width / result.height) * 1000) : ratio
      own.push({ key: `${task.id} ${index}`, taskId: task.id, index, count, ratio: shape, resultId: result?.id ?? null })
    }
    pendingTiles.unshift(...own)
    if (pendingTiles.length >= maxPendingTiles) break
  }
  return pendingTiles.slice(-maxPendingTiles)
}

function isMaking(task: Task, hadPendingTile: ReadonlySet<string>): boolean {
  if (task.hidden) return false
  return isWorking(task) || (task.phase === 'done' && hadPendingTile.has(task.id))
}

export function areSamePendingTiles(one: readonly PendingTile[], other: readonly PendingTile[]): boolean {
  return (
    one.length === other.length &&
    one.every((pendingTile, place) => {
      const across = other[place]
      return (
        across?.key === pendingTile.key &&
        across.ratio === pendingTile.ratio &&
        across.resultId === pendingTile.resultId &&
        across.count === pendingTile.count
      )
    })
  )
}
