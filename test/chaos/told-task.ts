import type { Studio } from '../../electron/studio.ts'
import type { Credits, Phase, Result } from '../../shared/task.ts'

/** A task as somebody who has settled everything tells of it. `mark`: what stands in its values, of the wish that it came of. */
export type ToldTask = {
  readonly id: string
  readonly mark: string | null
  readonly capability: string
  readonly phase: Phase
  readonly taskId: string | null
  readonly idempotencyKey: string
  readonly credits: Credits
  readonly results: readonly Result[]
  readonly inDoubt: boolean
  /** Why it is not done, or not whole, in words; null: nothing is said. */
  readonly reason: string | null
  readonly bundle: string
}

/** Every task, hidden ones too. */
export function toldBy(studio: Studio): readonly ToldTask[] {
  return studio.tasks({ includeHidden: true }).map((task) => {
    const { id, capability, phase, taskId, idempotencyKey, credits, results, inDoubt } = task
    return {
      id,
      mark: markOf(task),
      capability,
      phase,
      taskId,
      idempotencyKey,
      credits,
      results,
      inDoubt,
      reason: task.failure?.message ?? null,
      bundle: studio.supportBundle(id)
    }
  })
}

export function markOf({ values }: { readonly values: unknown }): string | null {
  return markIn(JSON.stringify(values))
}

/** The mark in a text, such as the body of a submission. */
export function markIn(text: string): string | null {
  return /_\d+\.\d+-b?[\d-]+_/.exec(text)?.[0] ?? null
}
