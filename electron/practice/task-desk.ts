import { createHash } from 'node:crypto'
import type { MediaRule } from '../../shared/json-schema.ts'
import { ApiError, validationError } from './api-error.ts'
import type { Blobs } from './blobs.ts'
import type { Books, FacePicks, TaskRecord } from './books.ts'
import type { Call } from './calls.ts'
import type { Body, CapabilityDefinition } from './capabilities/definition.ts'
import type { FaultKind } from './faults.ts'
import { findFaces } from './find-faces.ts'
import { inspectInputs } from './input-media.ts'
import { jsonSchemaProblems } from './json-schema-problems.ts'
import type { Detail } from './json-schema-problems.ts'
import { mediaRulesOf } from './media-rules.ts'
import { priceOf } from './price.ts'
import { randomId } from './random-id.ts'
import type { Links } from './result-links.ts'
import { referenceFields } from './reference-fields.ts'
import { isWaitingForFaces, taskStatus } from './task-status.ts'
import { contentTypeStarts, resultPath, uploadPath } from './storage-paths.ts'
import { uploadCommand } from './upload-command.ts'
import { uploadRequestSchema } from './upload-request-schema.ts'

export type DeskParts = {
  readonly deployment: ReadonlyMap<string, CapabilityDefinition>
  readonly books: Books
  readonly blobs: Blobs
  readonly links: Links
  readonly storageUrl: () => string
  readonly storagePort: () => number
  readonly startTask: (task: TaskRecord) => void
  readonly now: () => number
  /** How long a new task takes, in milliseconds. */
  readonly chooseDuration: () => number
  readonly uploadLifetimeInMs: number
  readonly resultLifetimeInMs: number
}

/** An order for a task. `pause` waits as long as a `delay` fault wants; meanwhile the key is in progress. */
export type Order = {
  readonly capability: string | null
  readonly body: Buffer
  readonly idempotencyKey: string | null
  readonly fault: FaultKind | null
  readonly call: Call
  readonly pause: () => Promise<void>
}

type UploadGrant = { readonly uploadCommand: string; readonly fileUrl: string; readonly expiresAt: string }

/** What the service does, whichever door it is asked through: REST and MCP share every rule and every line of the ledger. */
export type TaskDesk = {
  /** Throws `NEED_SUBSCRIBE`: an expired subscription is 403 everywhere (spec section 5.3). */
  readonly checkSubscription: () => void
  /** Throws `CAPABILITY_NOT_ENABLED`. */
  readonly enabled: (capability: string | null) => CapabilityDefinition
  /** The one task of this key: one charge, however often and through whichever door it is asked for. */
  readonly submit: (order: Order) => Promise<TaskRecord>
  /** The task as it stands. Throws `TASK_NOT_FOUND`. `capability` null: of any. */
  readonly look: (taskId: string, capability: string | null, fault: FaultKind | null) => Promise<TaskRecord>
  /** Takes a choice of faces, once. Throws `VALIDATION_ERROR` for a task that does not wait, or a choice that does not fit. */
  readonly selectFaces: (taskId: string, picks: FacePicks) => Promise<TaskRecord>
  /** Newest first. Throws for a limit that is none. */
  readonly recent: (limit: number) => readonly TaskRecord[]
  /** All of them or none. `placeOf`: how a faulty field of one is named. */
  readonly grantUploads: (wishes: readonly Body[], placeOf: (index: number) => string) => Promise<readonly UploadGrant[]>
  /** Where each file of a result can be had; good from now on for a while. */
  readonly resultsOf: (task: TaskRecord, fault: FaultKind | null) => readonly { readonly url: string; readonly contentType: string }[]
}

export function createTaskDesk(parts: DeskParts): TaskDesk {
  const { deployment, books, links, now } = parts
  const keysInProgress = new Set<string>()

  function enabled(capability: string | null): CapabilityDefinition {
    const definition = deployment.get(capability ?? '')
    if (definition === undefined)
      throw new ApiError(404, 'CAPABILITY_NOT_ENABLED', `The capability ${capability} is not part of this deployment.`)
    return definition
  }

  async function submit(order: Order): Promise<TaskRecord> {
    const definition = enabled(order.capability)
    const idempotencyKey = readKey(order.idempotencyKey)
    if (keysInProgress.has(idempotencyKey))
      throw new ApiError(409, 'IDEMPOTENCY_IN_PROGRESS', 'A submission with this key is in progress; wait, then use the same key.', {
        retryAfterInSeconds: 1
      })
    keysInProgress.add(idempotencyKey)
    try {
      await order.pause()
      const bodySha256 = createHash('sha256').update(order.body).digest('hex')
      const known = books.taskOfKey(idempotencyKey)
      const task = known ?? (await takeTask(definition, idempotencyKey, order, bodySha256))
      if (task.bodySha256 !== bodySha256 || task.capability !== definition.id)
        throw new ApiError(409, 'IDEMPOTENCY_CONFLICT', 'This key was used for another request.', { extra: { taskId: task.taskId } })
      order.call.taskId = task.taskId
      return task
    } finally {
      keysInProgress.delete(idempotencyKey)
    }
  }

  async function takeTask(definition: CapabilityDefinition, idempotencyKey: string, order: Order, bodySha256: string): Promise<TaskRecord> {
    const body = readObject(order.body)
    const details = jsonSchemaProblems(definition.inputSchema, body)
    if (details.length > 0) throw validationError(details)
    const inputs = await inspectInputs(definition, body, parts, now())
    const credits = priceOf(definition, body)
    const available = books.account().balance - books.reserved()
    if (credits > available)
      throw new ApiError(402, 'NEED_PURCHASE_CREDITS', `This needs ${credits} credits and ${available} are left.`, {
        extra: { creditsRequired: credits }
      })
    const taskId = randomId('task')
    const asked = await findFaces(definition, inputs, parts.blobs, isAnsweredIn(body))
    await books.takeTask({
      taskId,
      capability: definition.id,
      idempotencyKey,
      bodyText: order.body.toString('utf8'),
      bodySha256,
      createdAt: now(),
      durationInMs: parts.chooseDuration(),
      credits,
      isDeferred: definition.usage === 'deferred',
      inputs: [...inputs],
      fate: fateOf(order.fault),
      asked
    })
    const task = books.task(taskId)
    if (task === null) throw new Error(`The task ${taskId} was written down and is not there.`)
    parts.startTask(task)
    return task
  }

  async function look(taskId: string, capability: string | null, fault: FaultKind | null): Promise<TaskRecord> {
    const known = books.task(taskId)
    if (known === null || (capability !== null && known.capability !== capability))
      throw new ApiError(
        404,
        'TASK_NOT_FOUND',
        'There is no such task of this capability. Look at the recent tasks before anything else.',
        { extra: { taskId } }
      )
    const fate = fateOf(fault)
    if (fate === null) return known
    await books.failTask(taskId, now(), fate)
    const failed = books.task(taskId) ?? known
    parts.startTask(failed)
    return failed
  }

  async function selectFaces(taskId: string, picks: FacePicks): Promise<TaskRecord> {
    const task = await look(taskId, null, null)
    const { asked } = task
    if (asked === null || !isWaitingForFaces(task, now())) {
      const why = task.choice === null ? `it is ${taskStatus(task, now())}` : 'its faces were chosen already'
      throw validationError([{ field: 'taskId', message: `names a task that does not wait for a choice of faces: ${why}` }])
    }
    const known = new Set(asked.faces.map(({ faceId }) => faceId))
    const references = referenceFields(enabled(task.capability), task).length
    const details = picks.flatMap(({ faceId, referenceIndex }, place) => [
      ...(known.has(faceId) ? [] : [{ field: `selections[${place}].faceId`, message: 'is no face of this task' }]),
      ...(referenceIndex < references ? [] : [{ field: `selections[${place}].referenceIndex`, message: `must be less than ${references}` }])
    ])
    if (new Set(picks.map(({ faceId }) => faceId)).size < picks.length) details.push({ field: 'selections', message: 'name a face twice' })
    if (asked.most !== null && picks.length > asked.most)
      details.push({ field: 'selections', message: `may name ${asked.most === 1 ? 'one face' : `${asked.most} faces`} at most` })
    if (details.length > 0) throw validationError(details)
    await parts.books.selectFaces(taskId, now(), picks)
    const chosen = parts.books.task(taskId) ?? task
    parts.startTask(chosen)
    return chosen
  }

  async function grantUploads(wishes: readonly Body[], placeOf: (index: number) => string): Promise<readonly UploadGrant[]> {
    const checked = wishes.map(readUploadWish)
    const details = checked.flatMap((wish, index) =>
      'details' in wish ? wish.details.map((detail) => ({ ...detail, field: `${placeOf(index)}${detail.field}` })) : []
    )
    if (details.length > 0) throw validationError(details)
    const grants: UploadGrant[] = []
    for (const wish of checked) if (!('details' in wish)) grants.push(await grantUpload(wish))
    return grants
  }

  function readUploadWish(body: Body): UploadWish | { readonly details: readonly Detail[] } {
    const details = jsonSchemaProblems(uploadRequestSchema, body)
    if (details.length > 0) return { details }
    const wish = body as UploadWish
    const mismatches = uploadProblems(enabled(wish.capability), wish)
    return mismatches.length > 0 ? { details: mismatches } : wish
  }

  async function grantUpload(wish: UploadWish): Promise<UploadGrant> {
    const uploadId = randomId('upload')
    const expiresAt = now() + parts.uploadLifetimeInMs
    const { capability, parameter, fileName, contentType, fileSize } = wish
    await books.grantUpload({ uploadId, capability, parameter, fileName, contentType, fileSize, createdAt: now(), expiresAt })
    const path = uploadPath(uploadId, fileName)
    return {
      uploadCommand: uploadCommand(wish.localPath ?? fileName, contentType, links.make('PUT', path, expiresAt)),
      fileUrl: `${parts.storageUrl()}${path}`,
      expiresAt: new Date(expiresAt).toISOString()
    }
  }

  return {
    checkSubscription: () => {
      if (!books.account().isSubscribed)
        throw new ApiError(403, 'NEED_SUBSCRIBE', 'An active subscription is needed. Your keys work again after you renew.')
    },
    enabled,
    submit,
    look,
    selectFaces,
    recent: (limit) => {
      if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
        throw validationError([{ field: 'limit', message: 'must be a whole number from 1 to 1000' }])
      return books.newestTasks(limit)
    },
    grantUploads,
    resultsOf: ({ taskId, end }, fault) => {
      const expiresAt = fault?.kind === 'expired-result' ? now() - 1000 : now() + parts.resultLifetimeInMs
      const outputs = end?.kind === 'completed' ? end.outputs : []
      return outputs.map(({ contentType }, index) => ({
        url: links.make('GET', resultPath(taskId, index, contentType), expiresAt),
        contentType
      }))
    }
  }
}

type UploadWish = {
  readonly capability: string
  readonly parameter: string
  readonly fileName: string
  readonly contentType: string
  readonly fileSize: number
  readonly duration?: number
  readonly localPath?: string
}

/** A body whose pairs all say which face they mean leaves nothing to ask. */
function isAnsweredIn(body: Body): boolean {
  const pairs = body['pairs']
  return Array.isArray(pairs) && pairs.every((pair: unknown) => typeof pair === 'object' && pair !== null && 'faceIndex' in pair)
}

/** Throws `INVALID_JSON`. */
export function readObject(bytes: Buffer): Body {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError(400, 'INVALID_JSON', 'The body is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError(400, 'INVALID_JSON', 'The body is not a JSON object.')
  return value as Body
}

function readKey(key: string | null): string {
  if (key === null || key.length === 0 || key.length > 255)
    throw validationError([{ field: 'Idempotency-Key', message: 'must be sent as a header of 1 to 255 characters' }])
  return key
}

function fateOf(fault: FaultKind | null): TaskRecord['fate'] {
  return fault?.kind === 'fail-task'
    ? { errorDetail: fault.errorDetail, isRefunded: fault.isRefunded, refundAfterInMs: fault.refundAfterInMs }
    : null
}

function uploadProblems(definition: CapabilityDefinition, wish: UploadWish): Detail[] {
  const rules = mediaRulesOf(definition.inputSchema, wish.parameter)
  const judged = rules.map((rule) => fileProblems(rule, wish))
  // A field may hold media of several kinds; the file has to fit one of them.
  return (
    judged.find((problems) => problems.length === 0) ??
    judged[0] ?? [{ field: 'parameter', message: `is not a media field of ${definition.id}` }]
  )
}

function fileProblems(rule: MediaRule, wish: UploadWish): Detail[] {
  return [
    ...(/[/\\\0\r\n]/.test(wish.fileName) ? [{ field: 'fileName', message: 'must be a bare file name' }] : []),
    ...(/^[\w.+-]+\/[\w.+-]+$/.test(wish.contentType) && wish.contentType.startsWith(contentTypeStarts[rule.medium])
      ? []
      : [{ field: 'contentType', message: `must be of the ${rule.medium} family` }]),
    ...(rule.maxBytes !== undefined && wish.fileSize > rule.maxBytes
      ? [{ field: 'fileSize', message: `is more than ${Math.floor(rule.maxBytes / 1024 / 1024)} MB` }]
      : []),
    ...(rule.maxDurationInSeconds !== undefined && (wish.duration ?? 0) > rule.maxDurationInSeconds
      ? [{ field: 'duration', message: `is more than ${rule.maxDurationInSeconds} seconds` }]
      : [])
  ]
}
