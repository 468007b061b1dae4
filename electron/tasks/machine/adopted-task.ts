import type { UntrackedTask } from '../../../shared/task/reconciliation.ts'
import type { TaskRecord } from './task-record.ts'

/** Capability of an adopted task if neither the service nor the user specified one. Stored. Don't change. */
export const unknownCapability = ''

/**
 * Creates a local record for a task that another client created. Kiln checks the task until it ends. The task's values are unknown. Kiln
 * can never send the task, because its idempotency key is a placeholder.
 */
export function adoptedTask(
  stranger: UntrackedTask & { readonly capability: string },
  own: { readonly id: string; readonly connectionId: string; readonly title: string; readonly now: number }
): TaskRecord {
  const createdAt = Math.min(stranger.createdAt ?? own.now, own.now)
  return {
    id: own.id,
    connectionId: own.connectionId,
    capability: stranger.capability,
    title: own.title,
    values: {},
    batch: null,
    inputs: [],
    from: [],
    askedBy: 'another-client',
    // A placeholder that is unique in the journal and never sent.
    idempotencyKey: `adopted ${own.connectionId} ${stranger.taskId}`,
    attempt: 1,
    body: null,
    inDoubt: false,
    taskId: stranger.taskId,
    businessId: null,
    status: stranger.status,
    credits: { estimated: null, required: null, consumed: null, usageDeferred: null, state: 'pending' },
    estimatedBy: 'none',
    failure: null,
    choice: null,
    polls: 0,
    createdAt,
    submittedAt: createdAt,
    acceptedAt: createdAt,
    finishedAt: null,
    hidden: false,
    state: { phase: 'running', notBefore: own.now, faultsInARow: 0, doubtedSince: null }
  }
}
