import { policyFor } from '../../electron/core/error-policy.ts'
import { isWithinResendWindow } from '../../electron/core/poll-schedule.ts'
import type { Studio } from '../../electron/studio.ts'
import { newFault } from '../../shared/fault.ts'
import type { Credits, Phase, Result, TimelineEntry } from '../../shared/task.ts'

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
  /** Whether it was not allowed to be sent again: by an error of the service, or because its key may be forgotten by this computer's clock. */
  readonly wasFinal: boolean
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
      wasFinal: wasFinal(studio.timeline(id)),
      bundle: studio.supportBundle(id)
    }
  })
}

function wasFinal(timeline: readonly TimelineEntry[]): boolean {
  return timeline.some(({ at, errorType, httpStatus }, place) => {
    if (timeline.slice(place + 1).some((later) => !isWithinResendWindow(at, later.at))) return true
    const { onSubmit } = policyFor(newFault('submit', 'refusal', { errorType, httpStatus }))
    return errorType !== null && onSubmit.do === 'reconcile' && !onSubmit.mayResend
  })
}

export function markOf({ values }: { readonly values: unknown }): string | null {
  return markIn(JSON.stringify(values))
}

/** The mark in a text, such as the body of a submission. */
export function markIn(text: string): string | null {
  return /_\d+\.\d+-b?[\d-]+_/.exec(text)?.[0] ?? null
}
