import type { Stranger } from '../../shared/reconciliation.ts'
import type { TaskRecord } from './task-record.ts'

/** Of a task that was made elsewhere, if neither the service nor the person said what it belongs to. Stored; do not rename. */
export const unknownCapability = ''

/**
 * A task that was made elsewhere, as one of ours: it runs, and is followed to its end (I4). Its values are not known, and no key of ours
 * stands for it, so it can never be sent from here.
 */
export function adoptedTask(
  stranger: Stranger & { readonly capability: string },
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
    // Unique in the journal; it is sent nowhere.
    idempotencyKey: `adopted ${own.connectionId} ${stranger.taskId}`,
    attempt: 1,
    body: null,
    inDoubt: false,
    taskId: stranger.taskId,
    businessId: null,
    status: stranger.status,
    credits: { estimated: null, required: null, consumed: null, usageDeferred: null, state: 'pending' },
    estimatedBy: 'nobody',
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
