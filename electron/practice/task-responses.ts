import type { ServiceTask } from './ledger-store.ts'
import { taskStatus } from './task-status.ts'

/** Task data in REST and MCP responses. */

/**
 * Returns the credit fields of a submission's response. They depend only on the request. The same idempotency key therefore always gets the
 * same response.
 */
export function submitCreditFields(task: ServiceTask): { readonly [name: string]: unknown } {
  return task.isDeferred
    ? { creditsConsumed: 0, creditsRequired: task.credits, usageDeferred: true }
    : { creditsConsumed: task.credits, creditsRequired: task.credits }
}

export function currentCreditFields(task: ServiceTask): { readonly [name: string]: unknown } {
  if (task.end?.kind === 'failed')
    return { creditsConsumed: task.isDeferred || task.end.refundedAt !== null ? 0 : task.credits, creditsRequired: task.credits }
  if (!task.isDeferred) return { creditsConsumed: task.credits, creditsRequired: task.credits }
  return { creditsConsumed: task.end === null ? 0 : task.credits, creditsRequired: task.credits, usageDeferred: task.end === null }
}

export type RecentTaskEntry = {
  readonly taskId: string
  readonly capability: string
  readonly status: string
  readonly createdAt: string
  readonly idempotencyKey: string
}

/** Returns a task's entry in the list of recent tasks. `now` is in milliseconds since 1970. */
export function recentTaskEntry(task: ServiceTask, now: number): RecentTaskEntry {
  return {
    taskId: task.taskId,
    capability: task.capability,
    status: taskStatus(task, now),
    createdAt: new Date(task.createdAt).toISOString(),
    idempotencyKey: task.idempotencyKey
  }
}
