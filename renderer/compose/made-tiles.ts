import type { Result, Task } from '../../shared/task.ts'

/** A place below the form: a picture that is there, one that is being made, or one that will not come. */
export type MadeTile =
  | { readonly kind: 'result'; readonly key: string; readonly task: Task; readonly result: Result }
  | { readonly kind: 'making'; readonly key: string; readonly task: Task; readonly index: number }
  | { readonly kind: 'stopped'; readonly key: string; readonly task: Task }

/**
 * What was made with a form, newest first, as tiles. A task that is still made has as many doors as outputs were asked for, each exactly
 * where its picture will be: door and picture share a key.
 */
export function madeTiles(
  newestFirst: readonly Task[],
  capabilityId: string,
  outputsOf: (task: Task) => number,
  most: number
): readonly MadeTile[] {
  const tiles: MadeTile[] = []
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
