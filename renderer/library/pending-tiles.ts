import { itemIdOf } from '../../shared/library/item-id.ts'
import type { Task } from '../../shared/task/task.ts'
import { isTaskInProgress } from '../tasks/expected-duration.ts'

/** A placeholder in the library grid for an output that isn't in the grid yet. */
export type PendingTile = {
  readonly key: string
  readonly taskId: string
  /** Zero-based index of the output. */
  readonly index: number
  /** Number of outputs of the task. */
  readonly count: number
  /** Aspect ratio (width divided by height) in thousandths. Estimated until the result is known. */
  readonly ratio: number
  /** ID of the saved result that is about to replace this tile. Null if the result isn't saved yet. */
  readonly resultId: string | null
}

export type PendingTilesInput = {
  readonly outputsOf: (task: Task) => number
  readonly ratioOf: (task: Task) => number
  /** Returns true if a library item is already in the grid. */
  readonly isInGrid: (itemId: string) => boolean
  /** IDs of tasks that had pending tiles at an earlier call. When such a task is done, its tiles stay until its results are in the grid. */
  readonly hadPendingTile: ReadonlySet<string>
}

/** Maximum number of pending tiles. A batch of hundreds would otherwise push all results out of view. The queue shows the other tasks. */
export const maxPendingTiles = 12

/**
 * Returns one pending tile for each missing output of the running tasks, at most `maxPendingTiles`. The newest task comes first. The oldest
 * task is usually done first. Its tiles come last, because its results will appear there.
 */
export function pendingTilesForTasks(newestFirst: readonly Task[], question: PendingTilesInput): readonly PendingTile[] {
  const pendingTiles: PendingTile[] = []
  const making = newestFirst.filter((task) => isMaking(task, question.hadPendingTile))
  // The oldest task is usually done first, so the limit must not remove its tiles.
  for (const task of making.toReversed()) {
    const count = Math.max(question.outputsOf(task), task.results.length)
    const ratio = question.ratioOf(task)
    const own: PendingTile[] = []
    for (let index = 0; index < count; index++) {
      const result = task.results.find((one) => one.index === index)
      // The grid may already contain the result. A pending tile for that result would show the output twice.
      if (question.isInGrid(itemIdOf(task.id, index))) continue
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
  return isTaskInProgress(task) || (task.phase === 'done' && hadPendingTile.has(task.id))
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
