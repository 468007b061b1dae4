import { z } from 'zod'
import { isKnownErrorType } from '../../shared/fault.ts'
import type { Queried, RecentTask, Submitted, UploadTicket } from '../core/ports.ts'
import { retryAfterOf } from './answer-headers.ts'
import type { TextAnswer } from './http-client.ts'
import type { JsonRecord } from './json-fields.ts'
import { asBoolean, asId, asNumber, asText, firstField, isRecord } from './json-fields.ts'
import { retryAfterOfBody } from './refusal.ts'
import { resultUrls } from './result-urls.ts'

/** Raw answers become our words here, and nowhere else. Null: the answer cannot be read as what it should be. */

/** Longer words of a service are cut here; they are shown to people and kept in the journal. */
const maxStatusLength = 200
const maxMessageLength = 2_000

/** A submission that was taken. Without a `taskId` there is nothing to follow, so it is not readable then. */
export function readSubmitted(body: unknown): Submitted | null {
  if (!isRecord(body)) return null
  const records = withData(body)
  const taskId = firstField(records, ['taskId', 'task_id'], asId)
  return taskId === null ? null : { taskId, ...creditsOf(records) }
}

/** The state of a task, from `data` or from the top (spec section 2.1). A task in a state that nobody named has a null status. */
export function readQueried(answer: TextAnswer, body: unknown, resultField: string): Queried | null {
  if (!isRecord(body)) return null
  const records = withData(body)
  return {
    status: firstField(records, ['status'], asText)?.slice(0, maxStatusLength) ?? null,
    urls: resultUrls(body, resultField),
    failureMessage: firstField(records, ['errorDetail', 'error', 'message'], asWords)?.slice(0, maxMessageLength) ?? null,
    ...creditsOf(records),
    retryAfterInMs: retryAfterOfBody(records) ?? retryAfterOf(answer.headers, Date.now())
  }
}

/**
 * Whether a 2xx body says no. A `success` of false does, unless the body tells the state of a task and names no `errorType`: some services
 * answer so about a task that failed. At the top a `status` of "error" may be the call's own; there it counts only beside an `errorDetail`.
 */
export function saysNo(body: unknown): boolean {
  if (!isRecord(body) || asBoolean(body['success']) !== false) return false
  if (asText(body['errorType']) !== null) return true
  const data = body['data']
  if (isRecord(data) && asText(data['status']) !== null) return false
  const status = asText(body['status'])?.toLowerCase() ?? null
  return status === null || (status === 'error' && asText(body['errorDetail']) === null)
}

/**
 * Whether the answer to a query tells of a task that failed, however the answer itself is marked: some services say so with `success` false and
 * an error type of their own, or with a 4xx. An error type of the spec is about the call, and so is a status that no task has.
 */
export function tellsFailure(status: number, body: unknown): boolean {
  if (!isRecord(body) || status >= 500) return false
  const errorType = firstField([body, body['error']].filter(isRecord), ['errorType', 'error_type'], asText)
  if (errorType !== null && isKnownErrorType(errorType)) return false
  const data = body['data']
  const told = asText(isRecord(data) ? data['status'] : body['status'])?.toLowerCase()
  // At the top a `status` of "error" may be that of the call, unless the body says something that only a task has.
  const isOfTask = isRecord(data) || taskFields.some((name) => Object.hasOwn(body, name))
  return told === 'failed' || (told === 'error' && isOfTask)
}

const taskFields = ['taskId', 'task_id', 'errorDetail', 'creditsConsumed', 'creditsRequired'] as const

/** `uploadCommand` and `fileUrl`, at the top or in `data` (spec section 2.3). */
export function readUploadTicket(body: unknown): UploadTicket | null {
  if (!isRecord(body)) return null
  for (const record of [body, body['data']]) {
    const uploadCommand = isRecord(record) ? asText(record['uploadCommand']) : null
    const fileUrl = isRecord(record) ? record['fileUrl'] : null
    if (uploadCommand !== null && typeof fileUrl === 'string' && webAddress.safeParse(fileUrl).success) return { uploadCommand, fileUrl }
  }
  return null
}

const webAddress = z.url({ protocol: /^https?$/ })

/** Where lists of recent tasks may stand; the spec does not show it (section 4, rule 6). */
const listNames = [
  'tasks',
  'recentTasks',
  'taskIds',
  'data',
  'items',
  'results',
  'list',
  'entries',
  'records',
  'recent',
  'history',
  'edges',
  'nodes',
  'rows'
] as const
/** What may stand beside tasks and is none. */
const envelopeNames: ReadonlySet<string> = new Set([...listNames, 'meta', 'metadata', 'links', 'page', 'pagination', 'paging', 'error'])
/** How an entry may be wrapped: what it tells stands one step deeper. */
const wrapNames = ['task', 'node', 'attributes'] as const

/** The list of recent tasks, wherever it stands, each task once; entries that name no task are left out. */
export function readRecentTasks(body: unknown): readonly RecentTask[] | null {
  const list = listIn(body, 0)
  if (list === null) return null
  const tasks = new Map<string, RecentTask>()
  for (const entry of list) {
    const task = recentTaskOf(entry)
    if (task === null) continue
    const other = tasks.get(task.taskId)
    // A task that is listed twice is one candidate, with what either tells.
    tasks.set(task.taskId, other === undefined ? task : bothTold(other, task))
  }
  return [...tasks.values()]
}

function bothTold(first: RecentTask, second: RecentTask): RecentTask {
  return {
    taskId: first.taskId,
    capability: first.capability ?? second.capability,
    status: first.status ?? second.status,
    createdAt: first.createdAt ?? second.createdAt,
    idempotencyKey: first.idempotencyKey ?? second.idempotencyKey
  }
}

function listIn(value: unknown, depth: number): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || depth > 2) return null
  for (const name of listNames) {
    const list = Object.hasOwn(value, name) ? listIn(value[name], depth + 1) : null
    if (list !== null) return list
  }
  const entries = Object.entries(value).filter(([name]) => !envelopeNames.has(name))
  if (depth === 0 || entries.length === 0) return null
  // A map from task id to task.
  if (entries.every(([, entry]) => isRecord(entry))) return entries.map(([id, entry]) => ({ id, ...(entry as JsonRecord) }))
  // Several lists side by side, such as one for each status.
  return entries.every(([, entry]) => Array.isArray(entry)) ? entries.flatMap(([, list]) => list as unknown[]) : null
}

function recentTaskOf(entry: unknown): RecentTask | null {
  const bare = asId(entry)
  if (bare !== null) return { taskId: bare, capability: null, status: null, createdAt: null, idempotencyKey: null }
  if (!isRecord(entry)) return null
  const records = [entry, ...wrapNames.map((name) => entry[name]).filter(isRecord)]
  const taskId = firstField(records, ['taskId', 'task_id', 'id'], asId)
  if (taskId === null) return null
  return {
    taskId,
    capability: firstField(records, ['capability', 'capabilityId', 'capabilityName', 'capability_id', 'model', 'tool'], asName),
    status: firstField(records, ['status', 'state'], asText),
    createdAt: firstField(
      records,
      ['createdAt', 'created_at', 'submittedAt', 'submitted_at', 'startedAt', 'createTime', 'timestamp', 'time', 'date'],
      asTime
    ),
    idempotencyKey: firstField(records, ['idempotencyKey', 'idempotency_key', 'idempotency-key', 'Idempotency-Key'], asText)
  }
}

/** A name by itself, or the identifier of what is named. */
function asName(value: unknown): string | null {
  return isRecord(value) ? firstField([value], ['id', 'capability', 'identifier', 'slug', 'name'], asText) : asText(value)
}

/** A time in milliseconds since 1970, from ISO text (UTC where it names no zone), or from seconds or milliseconds since 1970. */
function asTime(value: unknown): number | null {
  const number = asNumber(value)
  // Before 1e11 milliseconds was 1973: what is smaller are seconds.
  if (number !== null) return number <= 0 ? null : Math.round(number < 1e11 ? number * 1000 : number)
  const text = asText(value)
  if (text === null) return null
  const hasZone = /(?:z|[+-]\d\d:?\d\d)$/i.test(text)
  const time = Date.parse(/^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/i.test(text) && !hasZone ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(time) ? null : time
}

function asWords(value: unknown): string | null {
  return isRecord(value) ? firstField([value], ['message', 'detail', 'error'], asText) : asText(value)
}

function withData(body: JsonRecord): readonly JsonRecord[] {
  const data: unknown = Array.isArray(body['data']) ? body['data'][0] : body['data']
  return isRecord(data) ? [data, body] : [body]
}

function creditsOf(records: readonly JsonRecord[]): {
  creditsRequired: number | null
  creditsConsumed: number | null
  usageDeferred: boolean | null
} {
  return {
    creditsRequired: firstField(records, ['creditsRequired'], asNumber),
    creditsConsumed: firstField(records, ['creditsConsumed'], asNumber),
    usageDeferred: firstField(records, ['usageDeferred'], asBoolean)
  }
}
