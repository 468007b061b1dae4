import type { TaskResult, Task } from '../../shared/task/task.ts'

/** A tile below the form. `making` is for a pending output. `stopped` is for a task that failed, was rejected or needs support. */
export type OutputTile =
  | { readonly kind: 'result'; readonly key: string; readonly task: Task; readonly result: TaskResult }
  | { readonly kind: 'making'; readonly key: string; readonly task: Task; readonly index: number }
  | { readonly kind: 'needs-faces'; readonly key: string; readonly task: Task }
  | { readonly kind: 'stopped'; readonly key: string; readonly task: Task }

/**
 * Returns at most `most` tiles for a form's tasks, newest first. A running task has one pending tile for each missing output. A pending
 * tile and its result share a key, so the result appears in the same place.
 */
export function outputTiles(
  newestFirst: readonly Task[],
  capabilityId: string,
  outputsOf: (task: Task) => number,
  most: number
): readonly OutputTile[] {
  const tiles: OutputTile[] = []
  for (const task of newestFirst) {
    if (task.capability !== capabilityId || task.hidden || task.phase === 'cancelled') continue
    if (tiles.length >= most) break
    const arrived = task.results.map((result) => ({ kind: 'result' as const, key: tileKey(task, result.index), task, result }))
    tiles.push(...arrived)
    if (task.phase === 'done') continue
    if (task.phase === 'failed' || task.phase === 'refused' || task.phase === 'support') {
      tiles.push({ kind: 'stopped', key: `${task.id} stopped`, task })
      continue
    }
    if (task.phase === 'needs_input') {
      tiles.push({ kind: 'needs-faces', key: tileKey(task, 0), task })
      continue
    }
    const taken = new Set(task.results.map(({ index }) => index))
    for (let index = 0; index < outputsOf(task); index++) {
      if (!taken.has(index)) tiles.push({ kind: 'making', key: tileKey(task, index), task, index })
    }
  }
  return tiles.slice(0, most)
}

function tileKey(task: Task, index: number): string {
  return `${task.id} ${index}`
}
