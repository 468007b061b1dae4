import type { AccountRecord, ServiceTask } from './ledger-store.ts'
import { taskStatus } from './task-status.ts'

/** A task as recorded by the practice service. Tests compare it with the journal and the disk. Times are in milliseconds since 1970. */
export type TaskSnapshot = {
  readonly taskId: string
  readonly capability: string
  readonly idempotencyKey: string
  /** The parsed body. */
  readonly body: unknown
  /** SHA-256 of the exact bytes that were sent, in lower-case hex. */
  readonly bodySha256: string
  readonly status: string
  readonly credits: number
  readonly createdAt: number
  readonly endedAt: number | null
  /** Empty until the task is completed. Each `url` expires `resultLifetimeInMs` after the snapshot. */
  readonly outputs: readonly { readonly url: string; readonly sha256: string; readonly bytes: number; readonly contentType: string }[]
}

export function taskSnapshot(task: ServiceTask, now: number, linkTo: (index: number, contentType: string) => string): TaskSnapshot {
  const outputs = task.end?.kind === 'completed' ? task.end.outputs : []
  return {
    taskId: task.taskId,
    capability: task.capability,
    idempotencyKey: task.idempotencyKey,
    body: JSON.parse(task.bodyText),
    bodySha256: task.bodySha256,
    status: taskStatus(task, now),
    credits: task.credits,
    createdAt: task.createdAt,
    endedAt: task.end?.at ?? null,
    outputs: outputs.map(({ sha256, bytes, contentType }, index) => ({ url: linkTo(index, contentType), sha256, bytes, contentType }))
  }
}

export function accountWithoutApiKey(account: AccountRecord): Omit<AccountRecord, 'apiKey'> {
  const { apiKey: _, ...rest } = account
  return rest
}
