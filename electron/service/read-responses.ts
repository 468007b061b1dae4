import { z } from 'zod'
import { isKnownErrorType } from '../../shared/task/fault.ts'
import type { QueryResponse, RecentTask, SubmitResponse, UploadResponse } from '../tasks/ports.ts'
import { retryAfterInMsFromHeaders } from './response-headers.ts'
import type { TextResponse } from './http-client.ts'
import type { JsonRecord } from './json-fields.ts'
import { asBoolean, asId, asNumber, asText, firstField, isJsonRecord } from './json-fields.ts'
import { retryAfterInMsFromBody } from './error-response.ts'
import { resultUrls } from './result-urls.ts'

/** Only this file converts raw REST responses to Kiln's own types. Its `read…` functions return null if they can't read a response. */

/**
 * Maximum lengths of a status and a service message. Longer texts are cut, because they are shown to the user and stored in the journal.
 */
const maxStatusLength = 200
const maxMessageLength = 2_000

/** Reads the response to an accepted submission. Null if it has no `taskId`, because Kiln then couldn't check the task. */
export function readSubmitResponse(body: unknown): SubmitResponse | null {
  if (!isJsonRecord(body)) return null
  const records = withData(body)
  const taskId = firstField(records, ['taskId', 'task_id'], asId)
  return taskId === null ? null : { taskId, ...creditsOf(records) }
}

/** Reads a task's state from `data` or from the top level (spec section 2.1). `status` is null if the response has no status. */
export function readQueryResponse(answer: TextResponse, body: unknown, resultField: string): QueryResponse | null {
  if (!isJsonRecord(body)) return null
  const records = withData(body)
  return {
    status: firstField(records, ['status'], asText)?.slice(0, maxStatusLength) ?? null,
    urls: resultUrls(body, resultField),
    failureMessage: firstField(records, ['errorDetail', 'error', 'message'], asWords)?.slice(0, maxMessageLength) ?? null,
    ...creditsOf(records),
    retryAfterInMs: retryAfterInMsFromBody(records) ?? retryAfterInMsFromHeaders(answer.headers, Date.now())
  }
}

/**
 * True if a 2xx body reports that the call failed, with `success` false. False if the body has a task's status and no `errorType`. Such a
 * body reports a failed task. A top-level `status` of "error" may be the call's own. It counts as the task's status only if the body also
 * has an `errorDetail`.
 */
export function isRejection(body: unknown): boolean {
  if (!isJsonRecord(body) || asBoolean(body['success']) !== false) return false
  if (asText(body['errorType']) !== null) return true
  const data = body['data']
  if (isJsonRecord(data) && asText(data['status']) !== null) return false
  const status = asText(body['status'])?.toLowerCase() ?? null
  return status === null || (status === 'error' && asText(body['errorDetail']) === null)
}

/**
 * True if a query response reports a failed task, even if the response is marked as an error. Some services report failed tasks with
 * `success` false and a custom error type. Others use status 4xx. The spec's own error types always mean that the call failed.
 */
export function reportsTaskFailure(status: number, body: unknown): boolean {
  if (!isJsonRecord(body) || status >= 500) return false
  const errorType = firstField([body, body['error']].filter(isJsonRecord), ['errorType', 'error_type'], asText)
  if (errorType !== null && isKnownErrorType(errorType)) return false
  const data = body['data']
  const told = asText(isJsonRecord(data) ? data['status'] : body['status'])?.toLowerCase()
  // At the top level, a `status` of "error" may be the call's own. It is the task's status if the body has fields that only tasks have.
  const isOfTask = isJsonRecord(data) || taskFields.some((name) => Object.hasOwn(body, name))
  return told === 'failed' || (told === 'error' && isOfTask)
}

const taskFields = ['taskId', 'task_id', 'errorDetail', 'creditsConsumed', 'creditsRequired'] as const

/** Reads `uploadCommand` and `fileUrl`, from the top level or from `data` (spec section 2.3). Null if either is missing or invalid. */
export function readUploadTicket(body: unknown): UploadResponse | null {
  if (!isJsonRecord(body)) return null
  for (const record of [body, body['data']]) {
    const uploadCommand = isJsonRecord(record) ? asText(record['uploadCommand']) : null
    const fileUrl = isJsonRecord(record) ? record['fileUrl'] : null
    if (uploadCommand !== null && typeof fileUrl === 'string' && webAddress.safeParse(fileUrl).success) return { uploadCommand, fileUrl }
  }
  return null
}

const webAddress = z.url({ protocol: /^https?$/ })

/** Fields that may contain the list of recent tasks. The spec doesn't name the field (section 4, rule 6). */
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
/** Fields of the surrounding object that aren't task IDs. */
const envelopeNames: ReadonlySet<string> = new Set([...listNames, 'meta', 'metadata', 'links', 'page', 'pagination', 'paging', 'error'])
/** Names of objects inside an entry that may contain the entry's fields. */
const wrapNames = ['task', 'node', 'attributes'] as const

/**
 * Finds the list of recent tasks in the body, which may be nested. Null if the body has no such list. Duplicates are merged. Entries
 * without a task ID are skipped.
 */
export function readRecentTasks(body: unknown): readonly RecentTask[] | null {
  const list = listIn(body, 0)
  if (list === null) return null
  const tasks = new Map<string, RecentTask>()
  for (const entry of list) {
    const task = recentTaskOf(entry)
    if (task === null) continue
    const other = tasks.get(task.taskId)
    // A task that is listed twice is one candidate, with the data of both entries.
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
  if (!isJsonRecord(value) || depth > 2) return null
  for (const name of listNames) {
    const list = Object.hasOwn(value, name) ? listIn(value[name], depth + 1) : null
    if (list !== null) return list
  }
  const entries = Object.entries(value).filter(([name]) => !envelopeNames.has(name))
  if (depth === 0 || entries.length === 0) return null
  // The object maps task IDs to tasks.
  if (entries.every(([, entry]) => isJsonRecord(entry))) return entries.map(([id, entry]) => ({ id, ...(entry as JsonRecord) }))
  // The object may also contain several lists, such as one for each status.
  return entries.every(([, entry]) => Array.isArray(entry)) ? entries.flatMap(([, list]) => list as unknown[]) : null
}

function recentTaskOf(entry: unknown): RecentTask | null {
  const bare = asId(entry)
  if (bare !== null) return { taskId: bare, capability: null, status: null, createdAt: null, idempotencyKey: null }
  if (!isJsonRecord(entry)) return null
  const records = [entry, ...wrapNames.map((name) => entry[name]).filter(isJsonRecord)]
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

/** Returns a string, or an object's identifier. Null for any other value. */
function asName(value: unknown): string | null {
  return isJsonRecord(value) ? firstField([value], ['id', 'capability', 'identifier', 'slug', 'name'], asText) : asText(value)
}

/**
 * Parses a time to milliseconds since 1970. Accepts ISO text (UTC if it has no zone), and seconds or milliseconds since 1970. Null for any
 * other value.
 */
function asTime(value: unknown): number | null {
  const number = asNumber(value)
  // 1e11 milliseconds is in 1973, so smaller numbers are seconds.
  if (number !== null) return number <= 0 ? null : Math.round(number < 1e11 ? number * 1000 : number)
  const text = asText(value)
  if (text === null) return null
  const hasZone = /(?:z|[+-]\d\d:?\d\d)$/i.test(text)
  const time = Date.parse(/^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/i.test(text) && !hasZone ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(time) ? null : time
}

function asWords(value: unknown): string | null {
  return isJsonRecord(value) ? firstField([value], ['message', 'detail', 'error'], asText) : asText(value)
}

function withData(body: JsonRecord): readonly JsonRecord[] {
  const data: unknown = Array.isArray(body['data']) ? body['data'][0] : body['data']
  return isJsonRecord(data) ? [data, body] : [body]
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
