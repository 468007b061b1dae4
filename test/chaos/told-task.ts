import type { Studio } from '../../electron/studio.ts'
import type { Credits, Phase, Result } from '../../shared/task.ts'

/** A task as somebody who has settled everything tells of it. `mark`: what stands in its values, of the wish that it came of. */
export type ToldTask = {
  readonly id: string
  readonly mark: string | null
  readonly phase: Phase
  readonly taskId: string | null
  readonly idempotencyKey: string
  readonly credits: Credits
  readonly results: readonly Result[]
  readonly inDoubt: boolean
  readonly bundle: string
}

/** Every task, hidden ones too. */
export function toldBy(studio: Studio): readonly ToldTask[] {
  return studio.tasks({ includeHidden: true }).map((task) => {
    const { id, phase, taskId, idempotencyKey, credits, results, inDoubt } = task
    return { id, mark: markOf(task), phase, taskId, idempotencyKey, credits, results, inDoubt, bundle: studio.supportBundle(id) }
  })
}

export function markOf({ values }: { readonly values: unknown }): string | null {
  return /_\d+\.\d+-b?[\d-]+_/.exec(JSON.stringify(values))?.[0] ?? null
}
