import type { BatchPlan } from '../../shared/form/batch/batch-plan.ts'
import type { BatchSource } from '../../shared/form/batch/batch-source.ts'
import type { Capability } from '../../shared/form/capability.ts'
import type { GivenSource } from '../../shared/form/task-source.ts'
import type { FailedOutcome, Outcome } from '../../shared/ipc/outcome.ts'
import type { SpendingConsent } from '../../shared/task/spending.ts'
import type { Values } from '../../shared/form/values.ts'
import { request } from '../bridge/kiln.ts'
import type { ResultAction } from './result-actions.ts'
import { actionValues } from './result-actions.ts'

/** Tasks that are ready to be sent. `send` resolves to the ID of the task or batch in the queue. */
export type ActionSubmission = {
  /** Number of tasks. */
  readonly count: number
  /** Null for a single task. */
  readonly plan: BatchPlan | null
  readonly send: (consent: readonly SpendingConsent[]) => Promise<Outcome<{ readonly id: string }>>
}

/** Prepares one task with these values. */
export function createTaskSubmission(capability: Capability, values: Values, from: readonly GivenSource[]): ActionSubmission {
  return {
    count: 1,
    plan: null,
    send: (consent) => request('task.submit', { capability: capability.id, values, from, consent: [...consent] })
  }
}

/** Prepares a batch with one task for each result. Main checks every row, and saves them all in one transaction. */
export function createSubmissionPerResult(action: ResultAction, itemIds: readonly string[]): Promise<ActionSubmission | FailedOutcome> {
  const { capability, field, settings } = action
  const values = itemIds.map((item) => (field.isMany ? [{ item }] : { item }))
  return createBatchSubmission(capability, settings, { way: 'grid', axes: [{ field: field.name, values }] }, { isAction: true })
}

/** Prepares one task that takes all results. */
export function createCombinedSubmission(action: ResultAction, itemIds: readonly string[]): ActionSubmission {
  const from = itemIds.map((item): GivenSource => ({ item, how: 'action' }))
  return createTaskSubmission(action.capability, actionValues(action, itemIds), from)
}

export async function createBatchSubmission(
  capability: Capability,
  values: Values,
  source: BatchSource,
  sources: { readonly from?: readonly GivenSource[]; readonly isAction?: boolean }
): Promise<ActionSubmission | FailedOutcome> {
  const planned = await request('batch.plan', { ticket: crypto.randomUUID(), capability: capability.id, values, source })
  if (!planned.ok) return planned
  const { id, count, badRows } = planned.value
  return {
    count,
    plan: planned.value,
    send: (consent) => request('batch.start', { plan: id, skipInvalid: badRows.length > 0, ...sources, consent: [...consent] })
  }
}
