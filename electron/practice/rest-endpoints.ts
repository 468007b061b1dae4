import { createHash } from 'node:crypto'
import { assertNever } from '../../shared/assert-never.ts'
import type { MediaRule } from '../../shared/json-schema.ts'
import { ApiError, validationError } from './api-error.ts'
import { jsonAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Arrival, Endpoint } from './api-server.ts'
import type { Blobs } from './blobs.ts'
import type { Books, TaskRecord } from './books.ts'
import type { Body, CapabilityDefinition } from './capabilities/definition.ts'
import { catalogEntry } from './catalog.ts'
import type { FaultKind } from './faults.ts'
import { inspectInputs } from './input-media.ts'
import { jsonSchemaProblems } from './json-schema-problems.ts'
import type { Detail } from './json-schema-problems.ts'
import { mediaRulesOf } from './media-rules.ts'
import { openapiDocument } from './openapi-document.ts'
import { priceOf } from './price.ts'
import { randomId } from './random-id.ts'
import type { Links } from './result-links.ts'
import { contentTypeStarts, resultPath, uploadPath } from './storage-paths.ts'
import { taskStatus } from './task-status.ts'
import { uploadCommand } from './upload-command.ts'
import { uploadRequestSchema } from './upload-request-schema.ts'

export type RestParts = {
  readonly deployment: ReadonlyMap<string, CapabilityDefinition>
  readonly books: Books
  readonly blobs: Blobs
  readonly links: Links
  readonly url: () => string
  readonly storageUrl: () => string
  readonly storagePort: () => number
  readonly startTask: (task: TaskRecord) => void
  readonly now: () => number
  /** How long a new task takes, in milliseconds. */
  readonly chooseDuration: () => number
  readonly uploadLifetimeInMs: number
  readonly resultLifetimeInMs: number
}

/** The endpoints of spec section 4. */
export function createRestEndpoints(parts: RestParts): (method: string, path: string) => Endpoint | ApiError {
  const { deployment, books, links, now } = parts
  const keysInProgress = new Set<string>()

  const plain = (on: Endpoint['on'], run: Endpoint['run']): Endpoint => ({
    on,
    capability: null,
    pausesItself: false,
    access: 'account',
    run
  })
  const fixed: { readonly [route: string]: Endpoint } = {
    'GET /api/v1/capabilities': plain('catalog', subscribed(catalog)),
    'GET /api/v1/openapi.json': plain('openapi', subscribed(openapi)),
    'POST /api/v1/files/upload': plain('upload', subscribed(requestUpload)),
    'GET /api/v1/tasks/recent': plain('recent', subscribed(recentTasks))
  }

  return (method, path) => {
    const endpoint = fixed[`${method} ${path}`]
    if (endpoint !== undefined) return endpoint
    const [, capability, verb] = /^\/api\/v1\/([^/]+)\/(submit|query)$/.exec(path) ?? []
    if (capability === undefined || method !== 'POST') return new ApiError(404, 'NOT_FOUND', `There is nothing at ${method} ${path}.`)
    return verb === 'submit'
      ? { on: 'submit', capability, pausesItself: true, access: 'account', run: subscribed(submit) }
      : { on: 'query', capability, pausesItself: false, access: 'account', run: subscribed(query) }
  }

  /** Spec section 5.3: an expired subscription is 403 everywhere. */
  function subscribed(run: Endpoint['run']): Endpoint['run'] {
    return async (arrival) => {
      if (!books.account().isSubscribed)
        throw new ApiError(403, 'NEED_SUBSCRIBE', 'An active subscription is needed. Your keys work again after you renew.')
      return run(arrival)
    }
  }

  async function catalog(): Promise<Answer> {
    const capabilities = [...deployment.values()].map(catalogEntry)
    return jsonAnswer({ success: true, total: capabilities.length, capabilities })
  }

  async function openapi(): Promise<Answer> {
    return jsonAnswer(openapiDocument(deployment.values(), parts.url()))
  }

  async function submit(arrival: Arrival): Promise<Answer> {
    const definition = enabled(arrival.capability)
    const idempotencyKey = readKey(arrival.idempotencyKey)
    if (keysInProgress.has(idempotencyKey))
      throw new ApiError(409, 'IDEMPOTENCY_IN_PROGRESS', 'A submission with this key is in progress; wait, then use the same key.', {
        retryAfterInSeconds: 1
      })
    keysInProgress.add(idempotencyKey)
    try {
      await arrival.pause()
      const bodySha256 = createHash('sha256').update(arrival.body).digest('hex')
      const known = books.taskOfKey(idempotencyKey)
      const task = known ?? (await takeTask(definition, idempotencyKey, arrival, bodySha256))
      if (task.bodySha256 !== bodySha256 || task.capability !== definition.id)
        throw new ApiError(409, 'IDEMPOTENCY_CONFLICT', 'This key was used for another request.', { extra: { taskId: task.taskId } })
      arrival.call.taskId = task.taskId
      return jsonAnswer({ success: true, taskId: task.taskId, ...creditsAtSubmit(task) })
    } finally {
      keysInProgress.delete(idempotencyKey)
    }
  }

  async function takeTask(
    definition: CapabilityDefinition,
    idempotencyKey: string,
    arrival: Arrival,
    bodySha256: string
  ): Promise<TaskRecord> {
    const body = readObject(arrival.body)
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
    await books.takeTask({
      taskId,
      capability: definition.id,
      idempotencyKey,
      bodyText: arrival.body.toString('utf8'),
      bodySha256,
      createdAt: now(),
      durationInMs: parts.chooseDuration(),
      credits,
      isDeferred: definition.usage === 'deferred',
      inputs: [...inputs],
      fate: fateOf(arrival.fault)
    })
    const task = books.task(taskId)
    if (task === null) throw new Error(`The task ${taskId} was written down and is not there.`)
    parts.startTask(task)
    return task
  }

  async function query(arrival: Arrival): Promise<Answer> {
    const definition = enabled(arrival.capability)
    const body = readObject(arrival.body)
    const details = jsonSchemaProblems(querySchema, body)
    if (details.length > 0) throw validationError(details)
    const taskId = String(body['taskId'])
    arrival.call.taskId = taskId
    const known = books.task(taskId)
    if (known === null || known.capability !== definition.id)
      throw new ApiError(
        404,
        'TASK_NOT_FOUND',
        'There is no such task of this capability. Look at the recent tasks before anything else.',
        { extra: { taskId } }
      )
    const fate = fateOf(arrival.fault)
    if (fate !== null) await books.failTask(taskId, now(), fate)
    return jsonAnswer(queryBody(definition, books.task(taskId) ?? known, arrival.fault))
  }

  function queryBody(definition: CapabilityDefinition, task: TaskRecord, fault: FaultKind | null): object {
    const credits = creditsSoFar(task)
    if (fault?.kind === 'status') return { success: true, ...credits, data: { taskId: task.taskId, status: fault.status } }
    if (fault?.kind === 'no-result') return { success: true, ...credits, data: { taskId: task.taskId, status: fault.status } }
    const data = {
      taskId: task.taskId,
      status: taskStatus(task, now()),
      ...(task.end === null ? {} : resultOf(definition, task, task.end, fault))
    }
    return fault?.kind === 'flat-answer' ? { success: true, ...credits, ...data } : { success: true, ...credits, data }
  }

  function resultOf(
    definition: CapabilityDefinition,
    task: TaskRecord,
    end: NonNullable<TaskRecord['end']>,
    fault: FaultKind | null
  ): object {
    if (end.kind === 'failed') return { errorDetail: end.fate.errorDetail }
    const expiresAt = fault?.kind === 'expired-result' ? now() - 1000 : now() + parts.resultLifetimeInMs
    const urls = end.outputs.map((output, index) => links.make('GET', resultPath(task.taskId, index, output.contentType), expiresAt))
    return { [definition.resultField]: urls[0], ...(urls.length > 1 ? { [`${definition.resultField}s`]: urls } : {}) }
  }

  async function recentTasks(arrival: Arrival): Promise<Answer> {
    const limit = Number(arrival.searchParams.get('limit') ?? 20)
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
      throw validationError([{ field: 'limit', message: 'must be a whole number from 1 to 1000' }])
    const tasks = books.newestTasks(limit).map((task) => ({
      taskId: task.taskId,
      capability: task.capability,
      status: taskStatus(task, now()),
      createdAt: new Date(task.createdAt).toISOString(),
      idempotencyKey: task.idempotencyKey
    }))
    return jsonAnswer(recentBody(tasks, arrival.fault))
  }

  async function requestUpload(arrival: Arrival): Promise<Answer> {
    const body = readObject(arrival.body)
    const details = jsonSchemaProblems(uploadRequestSchema, body)
    if (details.length > 0) throw validationError(details)
    const wish = body as {
      capability: string
      parameter: string
      fileName: string
      contentType: string
      fileSize: number
      duration?: number
      localPath?: string
    }
    const definition = enabled(wish.capability)
    const mismatches = uploadProblems(definition, wish)
    if (mismatches.length > 0) throw validationError(mismatches)
    const uploadId = randomId('upload')
    const expiresAt = now() + parts.uploadLifetimeInMs
    const { capability, parameter, fileName, contentType, fileSize } = wish
    await books.grantUpload({ uploadId, capability, parameter, fileName, contentType, fileSize, createdAt: now(), expiresAt })
    const path = uploadPath(uploadId, fileName)
    return jsonAnswer({
      success: true,
      uploadCommand: uploadCommand(wish.localPath ?? fileName, contentType, links.make('PUT', path, expiresAt)),
      fileUrl: `${parts.storageUrl()}${path}`,
      expiresAt: new Date(expiresAt).toISOString()
    })
  }

  function enabled(capability: string | null): CapabilityDefinition {
    const definition = deployment.get(capability ?? '')
    if (definition === undefined)
      throw new ApiError(404, 'CAPABILITY_NOT_ENABLED', `The capability ${capability} is not part of this deployment.`)
    return definition
  }
}

const querySchema = { type: 'object', required: ['taskId'], properties: { taskId: { type: 'string', minLength: 1 } } } as const

function readObject(bytes: Buffer): Body {
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
  return fault?.kind === 'fail-task' ? { errorDetail: fault.errorDetail, isRefunded: fault.isRefunded } : null
}

/** Fixed by the order alone, so that the same key is answered the same for ever. */
function creditsAtSubmit(task: TaskRecord): object {
  return task.isDeferred
    ? { creditsConsumed: 0, creditsRequired: task.credits, usageDeferred: true }
    : { creditsConsumed: task.credits, creditsRequired: task.credits }
}

function creditsSoFar(task: TaskRecord): object {
  if (task.end?.kind === 'failed')
    return { creditsConsumed: task.isDeferred || task.end.fate.isRefunded ? 0 : task.credits, creditsRequired: task.credits }
  if (!task.isDeferred) return { creditsConsumed: task.credits, creditsRequired: task.credits }
  return { creditsConsumed: task.end === null ? 0 : task.credits, creditsRequired: task.credits, usageDeferred: task.end === null }
}

type RecentEntry = {
  readonly taskId: string
  readonly capability: string
  readonly status: string
  readonly createdAt: string
  readonly idempotencyKey: string
}

function recentBody(tasks: readonly RecentEntry[], fault: FaultKind | null): unknown {
  if (fault?.kind !== 'recent-shape') return { success: true, data: { tasks } }
  const withoutKeys = tasks.map(({ taskId, capability, status, createdAt }) => ({ taskId, capability, status, createdAt }))
  switch (fault.shape) {
    case 'without-keys':
      return { success: true, data: { tasks: withoutKeys } }
    case 'bare-ids':
      return { success: true, data: tasks.map((task) => task.taskId) }
    case 'map-by-id':
      return { success: true, tasks: Object.fromEntries(withoutKeys.map((task) => [task.taskId, task])) }
    case 'bare-list':
      return tasks
    case 'empty':
      return { success: true, data: { tasks: [] } }
    default:
      return assertNever(fault.shape)
  }
}

function uploadProblems(
  definition: CapabilityDefinition,
  wish: { parameter: string; fileName: string; contentType: string; fileSize: number; duration?: number }
): Detail[] {
  const rules = mediaRulesOf(definition.inputSchema, wish.parameter)
  const judged = rules.map((rule) => fileProblems(rule, wish))
  // A field may hold media of several kinds; the file has to fit one of them.
  return (
    judged.find((problems) => problems.length === 0) ??
    judged[0] ?? [{ field: 'parameter', message: `is not a media field of ${definition.id}` }]
  )
}

function fileProblems(rule: MediaRule, wish: { fileName: string; contentType: string; fileSize: number; duration?: number }): Detail[] {
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
