import type { Studio } from '../../electron/studio.ts'
import type { Credits, Phase, Result } from '../../shared/task.ts'

/** A task as a settled client reports it. `mark`: identifies its job, and is part of its values. Null if it belongs to no job. */
export type ReportedTask = {
  readonly id: string
  readonly mark: string | null
  readonly capability: string
  readonly phase: Phase
  readonly taskId: string | null
  readonly idempotencyKey: string
  readonly credits: Credits
  readonly results: readonly Result[]
  readonly isUnconfirmed: boolean
  /** Reason why the task isn't done or isn't complete, as text. Null if no reason is reported. */
  readonly reason: string | null
  readonly bundle: string
}

/** All tasks, including hidden ones. */
export function reportedTasks(studio: Studio): readonly ReportedTask[] {
  return studio.tasks({ includeHidden: true }).map((task) => {
    const { id, capability, phase, taskId, idempotencyKey, credits, results, isUnconfirmed } = task
    return {
      id,
      mark: markOf(task),
      capability,
      phase,
      taskId,
      idempotencyKey,
      credits,
      results,
      isUnconfirmed,
      reason: task.failure?.message ?? null,
      bundle: studio.supportBundle(id)
    }
  })
}

export function markOf({ values }: { readonly values: unknown }): string | null {
  return markIn(JSON.stringify(values))
}

/** The mark in a text such as the body of a submission. Null if none exists. */
export function markIn(text: string): string | null {
  return /_\d+\.\d+-b?[\d-]+_/.exec(text)?.[0] ?? null
}
