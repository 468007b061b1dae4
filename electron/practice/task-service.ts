import { createHash } from 'node:crypto'
import { ApiError, validationError } from './api-error.ts'
import type { BlobStore } from './blob-store.ts'
import type { FaceSelectionRequest, LedgerStore, SubmittedFaceSelection, ServiceTask } from './ledger-store.ts'
import type { LoggedCall } from './call-log.ts'
import type { SubmitBody, CapabilityDefinition } from './capabilities/definition.ts'
import type { InjectedFault } from './fault-injector.ts'
import { findFaces } from './find-faces.ts'
import { validateInputMedia } from './input-media.ts'
import { jsonSchemaErrors } from './json-schema-errors.ts'
import type { ValidationDetail } from './json-schema-errors.ts'
import { priceInCredits } from './price.ts'
import { randomId } from './random-id.ts'
import type { SignedUrls } from './signed-urls.ts'
import { referenceInputs } from './reference-fields.ts'
import { isWaitingForFaces, taskStatus } from './task-status.ts'
import { resultPath } from './storage-paths.ts'
import { createUploadGranter, type UploadGranter } from './upload-granter.ts'

export type TaskServiceOptions = {
  readonly deployment: ReadonlyMap<string, CapabilityDefinition>
  readonly ledgerStore: LedgerStore
  readonly blobs: BlobStore
  readonly signedUrls: SignedUrls
  readonly storageUrl: () => string
  readonly storagePort: () => number
  readonly startTask: (task: ServiceTask) => void
  readonly now: () => number
  /** Returns a new task's duration, in milliseconds. */
  readonly chooseDuration: () => number
  readonly uploadLifetimeInMs: number
  readonly resultLifetimeInMs: number
}

/**
 * A request for a task. `pause` waits for the duration of a `delay` fault. During the wait, other requests with the same idempotency key
 * are rejected.
 */
export type TaskSubmission = {
  readonly capability: string | null
  readonly body: Buffer
  readonly idempotencyKey: string | null
  readonly fault: InjectedFault | null
  readonly call: LoggedCall
  readonly pause: () => Promise<void>
}

/** Task and upload logic of the practice service, shared by REST and MCP. */
export type TaskService = {
  /** Throws `NEED_SUBSCRIBE` if the account isn't subscribed. Every endpoint then responds with 403 (spec section 5.3). */
  readonly checkSubscription: () => void
  /** Returns the capability's definition. Throws `CAPABILITY_NOT_ENABLED` if the deployment doesn't include the capability. */
  readonly enabled: (capability: string | null) => CapabilityDefinition
  /**
   * Creates a task, or returns the task that already has this idempotency key. The task is charged once, however often it is submitted over
   * REST or MCP.
   */
  readonly submit: (submission: TaskSubmission) => Promise<ServiceTask>
  /** Returns the task in its current state. Throws `TASK_NOT_FOUND`. If `capability` is null, the task may have any capability. */
  readonly query: (taskId: string, capability: string | null, fault: InjectedFault | null) => Promise<ServiceTask>
  /**
   * Accepts a selection of faces, once. Throws `VALIDATION_ERROR` if the task isn't waiting for a selection, or if the selection is
   * invalid.
   */
  readonly selectFaces: (taskId: string, picks: SubmittedFaceSelection) => Promise<ServiceTask>
  /** Returns at most `limit` tasks, newest first. Throws `VALIDATION_ERROR` if `limit` isn't a whole number from 1 to 1000. */
  readonly recent: (limit: number) => readonly ServiceTask[]
  readonly grantUploads: UploadGranter
  /** Returns the URL and content type of each result file. The URLs expire after `resultLifetimeInMs`. */
  readonly resultsOf: (task: ServiceTask, fault: InjectedFault | null) => readonly { readonly url: string; readonly contentType: string }[]
}

export function createTaskService(parts: TaskServiceOptions): TaskService {
  const { deployment, ledgerStore, signedUrls, now } = parts
  const keysInProgress = new Set<string>()

  function enabled(capability: string | null): CapabilityDefinition {
    const definition = deployment.get(capability ?? '')
    if (definition === undefined)
      throw new ApiError(404, 'CAPABILITY_NOT_ENABLED', `The capability ${capability} is not part of this deployment.`)
    return definition
  }

  async function submit(submission: TaskSubmission): Promise<ServiceTask> {
    const definition = enabled(submission.capability)
    const idempotencyKey = readKey(submission.idempotencyKey)
    if (keysInProgress.has(idempotencyKey))
      throw new ApiError(409, 'IDEMPOTENCY_IN_PROGRESS', 'A request with this idempotency key is in progress. Retry with this key.', {
        retryAfterInSeconds: 1
      })
    keysInProgress.add(idempotencyKey)
    try {
      await submission.pause()
      const bodySha256 = createHash('sha256').update(submission.body).digest('hex')
      const known = ledgerStore.taskOfKey(idempotencyKey)
      const task = known ?? (await takeTask(definition, idempotencyKey, submission, bodySha256))
      if (task.bodySha256 !== bodySha256 || task.capability !== definition.id)
        throw new ApiError(409, 'IDEMPOTENCY_CONFLICT', 'This idempotency key belongs to another task.', { extra: { taskId: task.taskId } })
      submission.call.taskId = task.taskId
      return task
    } finally {
      keysInProgress.delete(idempotencyKey)
    }
  }

  async function takeTask(
    definition: CapabilityDefinition,
    idempotencyKey: string,
    submission: TaskSubmission,
    bodySha256: string
  ): Promise<ServiceTask> {
    const body = parseJsonObject(submission.body)
    const details = jsonSchemaErrors(definition.inputSchema, body)
    if (details.length > 0) throw validationError(details)
    const inputs = await validateInputMedia(definition, body, parts, now())
    const credits = priceInCredits(definition, body)
    const available = ledgerStore.account().balance - ledgerStore.reserved()
    if (credits > available)
      throw new ApiError(402, 'NEED_PURCHASE_CREDITS', `This task needs ${credits} credits, but only ${available} are available.`, {
        extra: { creditsRequired: credits }
      })
    const taskId = randomId('task')
    const asked = await findFaces(definition, inputs, parts.blobs, isAnsweredIn(body))
    await ledgerStore.acceptTask({
      taskId,
      capability: definition.id,
      idempotencyKey,
      bodyText: submission.body.toString('utf8'),
      bodySha256,
      createdAt: now(),
      durationInMs: parts.chooseDuration(),
      credits,
      isDeferred: definition.usage === 'deferred',
      inputs: [...inputs],
      fate: fateOf(submission.fault),
      asked
    })
    const task = ledgerStore.task(taskId)
    if (task === null) throw new Error(`Task ${taskId} was recorded but can’t be found.`)
    parts.startTask(task)
    return task
  }

  async function look(taskId: string, capability: string | null, fault: InjectedFault | null): Promise<ServiceTask> {
    const known = ledgerStore.task(taskId)
    if (known === null || (capability !== null && known.capability !== capability))
      throw new ApiError(404, 'TASK_NOT_FOUND', 'The task wasn’t found. Check the recent tasks first.', { extra: { taskId } })
    const fate = fateOf(fault)
    if (fate === null) return known
    await ledgerStore.failTask(taskId, now(), fate)
    const failed = ledgerStore.task(taskId) ?? known
    parts.startTask(failed)
    return failed
  }

  async function selectFaces(taskId: string, picks: SubmittedFaceSelection): Promise<ServiceTask> {
    const task = await look(taskId, null, null)
    const { asked } = task
    if (asked === null || !isWaitingForFaces(task, now())) {
      const why = task.choice === null ? `its status is ${taskStatus(task, now())}` : 'its faces are already selected'
      throw validationError([{ field: 'taskId', message: `names a task that isn’t waiting for a face selection: ${why}` }])
    }
    const details = selectionProblems(picks, asked, referenceInputs(enabled(task.capability), task).length)
    if (details.length > 0) throw validationError(details)
    await parts.ledgerStore.selectFaces(taskId, now(), picks)
    const chosen = parts.ledgerStore.task(taskId) ?? task
    parts.startTask(chosen)
    return chosen
  }

  return {
    checkSubscription: () => {
      if (!ledgerStore.account().isSubscribed)
        throw new ApiError(403, 'NEED_SUBSCRIBE', 'An active subscription is required. Your keys work again after you renew.')
    },
    enabled,
    submit,
    query: look,
    selectFaces,
    recent: (limit) => ledgerStore.newestTasks(checkedLimit(limit)),
    grantUploads: createUploadGranter({ ...parts, enabled }),
    resultsOf: ({ taskId, end }, fault) => {
      const expiresAt = fault?.kind === 'expired-result' ? now() - 1000 : now() + parts.resultLifetimeInMs
      const outputs = end?.kind === 'completed' ? end.outputs : []
      return outputs.map(({ contentType }, index) => ({
        url: signedUrls.make('GET', resultPath(taskId, index, contentType), expiresAt),
        contentType
      }))
    }
  }
}

/** True if every pair in the body specifies its face. The user then doesn't have to select faces. */
function isAnsweredIn(body: SubmitBody): boolean {
  const pairs = body['pairs']
  return Array.isArray(pairs) && pairs.every((pair: unknown) => typeof pair === 'object' && pair !== null && 'faceIndex' in pair)
}

/** Parses a JSON object. Throws `INVALID_JSON` if `bytes` isn't a JSON object. */
export function parseJsonObject(bytes: Buffer): SubmitBody {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError(400, 'INVALID_JSON', 'The body is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError(400, 'INVALID_JSON', 'The body is not a JSON object.')
  return value as SubmitBody
}

function readKey(key: string | null): string {
  if (key === null || key.length === 0 || key.length > 255)
    throw validationError([{ field: 'Idempotency-Key', message: 'must be sent as a header of 1 to 255 characters' }])
  return key
}

function fateOf(fault: InjectedFault | null): ServiceTask['fate'] {
  return fault?.kind === 'fail-task'
    ? { errorDetail: fault.errorDetail, isRefunded: fault.isRefunded, refundAfterInMs: fault.refundAfterInMs }
    : null
}

function selectionProblems(picks: SubmittedFaceSelection, asked: FaceSelectionRequest, references: number): ValidationDetail[] {
  const known = new Set(asked.faces.map(({ faceId }) => faceId))
  const details = picks.flatMap(({ faceId, referenceIndex }, place) => [
    ...(known.has(faceId) ? [] : [{ field: `selections[${place}].faceId`, message: 'is not a face of this task' }]),
    ...(referenceIndex < references ? [] : [{ field: `selections[${place}].referenceIndex`, message: `must be less than ${references}` }])
  ])
  if (new Set(picks.map(({ faceId }) => faceId)).size < picks.length)
    details.push({ field: 'selections', message: 'must not name a face twice' })
  if (asked.most !== null && picks.length > asked.most)
    details.push({ field: 'selections', message: `must name at most ${asked.most === 1 ? 'one face' : `${asked.most} faces`}` })
  return details
}

function checkedLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw validationError([{ field: 'limit', message: 'must be a whole number from 1 to 1000' }])
  return limit
}
