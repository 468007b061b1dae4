import { z } from 'zod'
import type { DurableLog } from './durable-log.ts'

/**
 * State of the practice service: account, tasks, uploads and credit movements. Each change is one line of a log. The line is saved before
 * the change takes effect.
 */

const outputSchema = z.object({ name: z.string(), bytes: z.number(), sha256: z.string(), contentType: z.string() })
export type GeneratedOutput = z.infer<typeof outputSchema>

const fateSchema = z.object({ errorDetail: z.string(), isRefunded: z.boolean(), refundAfterInMs: z.number().default(0) })
type Fate = z.infer<typeof fateSchema>

/** Face selection that the user must make before the task continues. The boxes of the detected faces are in pixels of the preview. */
const askedSchema = z.object({
  width: z.number(),
  height: z.number(),
  /** Blob of the image with the faces. Null for a video, whose preview is the group portrait. */
  target: z.string().nullable(),
  /** Maximum number of faces to select. Null if unlimited. */
  most: z.number().nullable(),
  faces: z.array(
    z.object({
      faceId: z.string(),
      index: z.number(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      momentsInMs: z.array(z.number())
    })
  )
})
export type FaceSelectionRequest = z.infer<typeof askedSchema>

const picksSchema = z.array(z.object({ faceId: z.string(), referenceIndex: z.number() }))
export type SubmittedFaceSelection = z.infer<typeof picksSchema>

const taskSchema = z.object({
  taskId: z.string(),
  capability: z.string(),
  idempotencyKey: z.string(),
  /** The body's exact bytes, as text. */
  bodyText: z.string(),
  bodySha256: z.string(),
  createdAt: z.number(),
  durationInMs: z.number(),
  credits: z.number(),
  isDeferred: z.boolean(),
  /** Media inputs in body order. `blob` is null if the file isn't in the service's own storage. */
  inputs: z.array(z.object({ field: z.string(), blob: z.string().nullable() })),
  /** How the task will fail. Null if it will succeed. */
  fate: fateSchema.nullable(),
  /** Face selection that the user must make. Null if the task doesn't require a selection. */
  asked: askedSchema.nullable().default(null)
})
type TaskOrder = z.infer<typeof taskSchema>

const uploadSchema = z.object({
  uploadId: z.string(),
  capability: z.string(),
  parameter: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  fileSize: z.number(),
  createdAt: z.number(),
  expiresAt: z.number()
})
type UploadOrder = z.infer<typeof uploadSchema>

/** States of the account's API key. Every state except `valid` causes a 401 error (spec section 7). */
export const apiKeyConditions = ['valid', 'revoked', 'undecryptable', 'session-expired', 'missing'] as const

const accountSchema = z.object({
  apiKey: z.string(),
  keyCondition: z.enum(apiKeyConditions),
  isSubscribed: z.boolean(),
  balance: z.number()
})
export type AccountRecord = z.infer<typeof accountSchema>
/** Changes to the account. Absent fields stay unchanged. A new `apiKey` replaces the previous one. */
export type AccountChange = { readonly [Name in keyof AccountRecord]?: AccountRecord[Name] | undefined }

/** Log entry. Its names are stored on disk, so they must not be renamed. */
const entrySchema = z.discriminatedUnion('entry', [
  z.object({ entry: z.literal('account-changed'), change: accountSchema.partial() }),
  z.object({ entry: z.literal('task-taken'), task: taskSchema }),
  z.object({ entry: z.literal('faces-selected'), taskId: z.string(), at: z.number(), picks: picksSchema }),
  z.object({ entry: z.literal('task-completed'), taskId: z.string(), at: z.number(), outputs: z.array(outputSchema) }),
  z.object({ entry: z.literal('task-failed'), taskId: z.string(), at: z.number(), fate: fateSchema }),
  z.object({ entry: z.literal('task-refunded'), taskId: z.string(), at: z.number() }),
  z.object({ entry: z.literal('upload-granted'), upload: uploadSchema }),
  z.object({ entry: z.literal('upload-received'), uploadId: z.string(), at: z.number(), bytes: z.number(), sha256: z.string() }),
  z.object({ entry: z.literal('uploads-expired'), at: z.number() })
])
type Entry = z.infer<typeof entrySchema>

type TaskEnd =
  | { readonly kind: 'completed'; readonly at: number; readonly outputs: readonly GeneratedOutput[] }
  /** `refundedAt` is null if the credits haven't been refunded, or if none were charged. */
  | { readonly kind: 'failed'; readonly at: number; readonly fate: Fate; readonly refundedAt: number | null }
export type ServiceTask = TaskOrder & {
  readonly end: TaskEnd | null
  /** The selected faces. They can be set only once. */
  readonly choice: { readonly at: number; readonly picks: SubmittedFaceSelection } | null
}
export type UploadRecord = UploadOrder & {
  readonly received: { readonly at: number; readonly bytes: number; readonly sha256: string } | null
}

/** A charge or refund. `at` is in milliseconds since 1970. */
export type LedgerRecord = {
  readonly at: number
  readonly kind: 'charge' | 'refund'
  readonly idempotencyKey: string
  readonly taskId: string
  readonly capability: string
  readonly credits: number
}

export type LedgerStore = {
  readonly account: () => AccountRecord
  /** Changes the account. Undefined fields stay unchanged. */
  readonly changeAccount: (change: AccountChange) => Promise<void>
  readonly task: (taskId: string) => ServiceTask | null
  readonly taskOfKey: (idempotencyKey: string) => ServiceTask | null
  /** Returns all tasks, oldest first. */
  readonly tasks: () => Iterable<ServiceTask>
  /** Returns up to `limit` of the newest tasks, newest first. */
  readonly newestTasks: (limit: number) => readonly ServiceTask[]
  readonly ledger: () => readonly LedgerRecord[]
  /** Returns the reserved credits. They belong to tasks that are being saved, or to running tasks charged on completion. */
  readonly reserved: () => number
  readonly acceptTask: (task: TaskOrder) => Promise<void>
  /** Completes a task. Does nothing if the task has already ended. */
  readonly completeTask: (taskId: string, at: number, outputs: readonly GeneratedOutput[]) => Promise<void>
  readonly failTask: (taskId: string, at: number, fate: Fate) => Promise<void>
  /** Refunds the credits of a failed task, once. */
  readonly refundTask: (taskId: string, at: number) => Promise<void>
  /** Saves the selected faces of a task. Does nothing if its faces are already selected. */
  readonly selectFaces: (taskId: string, at: number, picks: SubmittedFaceSelection) => Promise<void>
  readonly upload: (uploadId: string) => UploadRecord | null
  readonly uploads: () => Iterable<UploadRecord>
  readonly grantUpload: (upload: UploadOrder) => Promise<void>
  readonly receiveUpload: (uploadId: string, at: number, facts: { bytes: number; sha256: string }) => Promise<void>
  /** Expires every upload granted so far. `at` is the time of expiry. */
  readonly expireUploads: (at: number) => Promise<void>
  /** Sets the log for new entries. Called once, after replay. */
  readonly writeTo: (log: DurableLog) => void
  /** Applies an entry from the log. */
  readonly replay: (raw: unknown) => void
}

export function createLedgerStore(firstAccount: AccountRecord): LedgerStore {
  let account = firstAccount
  let log: DurableLog | null = null
  let reserved = 0
  const tasks = new Map<string, ServiceTask>()
  const order: string[] = []
  const keys = new Map<string, string>()
  const uploads = new Map<string, UploadRecord>()
  const ledger: LedgerRecord[] = []

  function book(kind: LedgerRecord['kind'], task: TaskOrder, at: number): void {
    const { idempotencyKey, taskId, capability, credits } = task
    ledger.push({ at, kind, idempotencyKey, taskId, capability, credits })
    account = { ...account, balance: account.balance + (kind === 'charge' ? -credits : credits) }
  }

  function end(taskId: string, how: TaskEnd): void {
    const task = tasks.get(taskId)
    if (task === undefined || task.end !== null) return
    tasks.set(taskId, { ...task, end: how })
    if (task.isDeferred) {
      reserved -= task.credits
      if (how.kind === 'completed') book('charge', task, how.at)
    } else if (how.kind === 'failed' && how.fate.isRefunded && how.fate.refundAfterInMs === 0) {
      refund(taskId, how.at)
    }
  }

  function refund(taskId: string, at: number): void {
    const task = tasks.get(taskId)
    if (task?.end?.kind !== 'failed' || task.end.refundedAt !== null || task.isDeferred) return
    tasks.set(taskId, { ...task, end: { ...task.end, refundedAt: at } })
    book('refund', task, at)
  }

  function apply(entry: Entry): void {
    switch (entry.entry) {
      case 'account-changed':
        account = Object.assign({ ...account }, withoutGaps(entry.change))
        return
      case 'task-taken':
        tasks.set(entry.task.taskId, { ...entry.task, end: null, choice: null })
        order.push(entry.task.taskId)
        keys.set(entry.task.idempotencyKey, entry.task.taskId)
        if (entry.task.isDeferred) reserved += entry.task.credits
        else book('charge', entry.task, entry.task.createdAt)
        return
      case 'faces-selected': {
        const task = tasks.get(entry.taskId)
        if (task !== undefined && task.choice === null) tasks.set(entry.taskId, { ...task, choice: { at: entry.at, picks: entry.picks } })
        return
      }
      case 'task-completed':
        return end(entry.taskId, { kind: 'completed', at: entry.at, outputs: entry.outputs })
      case 'task-failed':
        return end(entry.taskId, { kind: 'failed', at: entry.at, fate: entry.fate, refundedAt: null })
      case 'task-refunded':
        return refund(entry.taskId, entry.at)
      case 'upload-granted':
        uploads.set(entry.upload.uploadId, { ...entry.upload, received: null })
        return
      case 'upload-received': {
        const upload = uploads.get(entry.uploadId)
        if (upload !== undefined)
          uploads.set(entry.uploadId, { ...upload, received: { at: entry.at, bytes: entry.bytes, sha256: entry.sha256 } })
        return
      }
      case 'uploads-expired':
        for (const [uploadId, upload] of uploads) uploads.set(uploadId, { ...upload, expiresAt: Math.min(upload.expiresAt, entry.at) })
    }
  }

  /** Writes an entry to disk before it is applied in memory. A restart then reports the same state. */
  async function record(entry: Entry): Promise<void> {
    if (log === null) throw new Error('The ledger isn’t open yet.')
    await log.append(entry)
    apply(entry)
  }

  function newestTasks(limit: number): readonly ServiceTask[] {
    return order
      .slice(Math.max(0, order.length - limit))
      .reverse()
      .flatMap((taskId) => tasks.get(taskId) ?? [])
  }

  return {
    account: () => account,
    changeAccount: (change) => record({ entry: 'account-changed', change }),
    task: (taskId) => tasks.get(taskId) ?? null,
    taskOfKey: (idempotencyKey) => tasks.get(keys.get(idempotencyKey) ?? '') ?? null,
    tasks: () => tasks.values(),
    newestTasks,
    ledger: () => ledger,
    reserved: () => reserved,
    acceptTask: async (task) => {
      // Reserves these credits while the line is being written to disk.
      reserved += task.credits
      try {
        await record({ entry: 'task-taken', task })
      } finally {
        reserved -= task.credits
      }
    },
    completeTask: (taskId, at, outputs) => record({ entry: 'task-completed', taskId, at, outputs: [...outputs] }),
    failTask: (taskId, at, fate) => record({ entry: 'task-failed', taskId, at, fate }),
    refundTask: (taskId, at) => record({ entry: 'task-refunded', taskId, at }),
    selectFaces: (taskId, at, picks) => record({ entry: 'faces-selected', taskId, at, picks }),
    upload: (uploadId) => uploads.get(uploadId) ?? null,
    uploads: () => uploads.values(),
    grantUpload: (upload) => record({ entry: 'upload-granted', upload }),
    receiveUpload: (uploadId, at, facts) => record({ entry: 'upload-received', uploadId, at, ...facts }),
    expireUploads: (at) => record({ entry: 'uploads-expired', at }),
    writeTo: (durableLog) => {
      log = durableLog
    },
    replay: (raw) => apply(entrySchema.parse(raw))
  }
}

function withoutGaps<T extends object>(change: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>
  }
}
