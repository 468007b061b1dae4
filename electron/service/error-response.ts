import type { Fault, RecoveryHint, ApiStep } from '../../shared/task/fault.ts'
import { newFault, recoveryHints } from '../../shared/task/fault.ts'
import { requestIdOf, retryAfterInMsFromHeaders } from './response-headers.ts'
import type { TextResponse } from './http-client.ts'
import type { JsonRecord } from './json-fields.ts'
import { asId, asNumber, asText, firstField, isJsonRecord } from './json-fields.ts'

type Detail = { readonly field: string; readonly message: string }

/** Maximum length of a service message. Longer messages are cut, because they are shown to the user and stored in the journal. */
const maxMessageLength = 2_000
const maxDetails = 100
/** Number of leading characters in which a hint is searched for. */
const maxHintSearch = 65_536

/** Converts an error response to a fault. The body may be the service's error (spec section 7), a storage service's XML, or unreadable. */
export function parseErrorResponse(step: ApiStep, answer: TextResponse): Fault {
  return parseErrorBody(step, answer, parsed(answer.text))
}

/** Like `parseErrorResponse`, for an already parsed body. */
export function parseErrorBody(step: ApiStep, answer: TextResponse, body: unknown): Fault {
  const known = {
    httpStatus: answer.status,
    requestId: requestIdOf(answer.headers),
    retryAfterInMs: retryAfterInMsFromHeaders(answer.headers, Date.now())
  }
  // Only a proxy sends 407, and a proxy that sends it hasn't forwarded the request.
  if (answer.status === 407) return newFault(step, 'not-sent', { ...known, networkBlock: 'proxy-password' })
  if (!isJsonRecord(body)) return newFault(step, 'refusal', { ...known, ...wordsOfXml(answer.text) })
  const records = recordsOf(body)
  const details = detailsOf(firstPresent(records, ['details', 'errors', 'issues']), 0).slice(0, maxDetails)
  return newFault(step, 'refusal', {
    ...known,
    retryAfterInMs: known.retryAfterInMs ?? retryAfterInMsFromBody(records),
    errorType: errorTypeOf(records),
    message: cut(firstField(records, ['message', 'error', 'errorDetail', 'error_description', 'detail', 'title'], asText)),
    details,
    hint: hintOf(records, answer.text),
    taskId: firstField(records, ['taskId', 'task_id'], asId),
    businessId: firstField(records, ['businessId', 'business_id'], asId)
  })
}

/**
 * Returns the retry delay in milliseconds, from `retryAfterMs` (ms) or `retryAfter` (s) in any of the records. Null if no record has
 * either.
 */
export function retryAfterInMsFromBody(records: readonly JsonRecord[]): number | null {
  const inMs = firstField(records, ['retryAfterMs', 'retry_after_ms'], asNumber)
  if (inMs !== null) return waitOf(inMs)
  const inSeconds = firstField(records, ['retryAfter', 'retry_after', 'retryAfterSeconds'], asNumber)
  return inSeconds === null ? null : waitOf(inSeconds * 1000)
}

/** Returns the delay, rounded and limited to a valid range. */
function waitOf(inMs: number): number {
  return Math.min(Math.max(0, Math.round(inMs)), Number.MAX_SAFE_INTEGER)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the body and its nested objects that may contain error fields. */
function recordsOf(body: JsonRecord): readonly JsonRecord[] {
  const inside = ['error', 'data', 'details'].map((name) => body[name]).filter(isJsonRecord)
  return [body, ...inside, ...inside.map((record) => record['details']).filter(isJsonRecord)]
}

/**
 * Returns `errorType`. If it's missing, returns a constant such as `RATE_LIMITED` from `type`, `code`, `errorCode` or `error`. Null if none
 * is found.
 */
function errorTypeOf(records: readonly JsonRecord[]): string | null {
  const asErrorWord = (value: unknown): string | null => {
    const text = asText(value)
    return text !== null && /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text) ? text : null
  }
  return (
    firstField(records, ['errorType', 'error_type'], asText) ?? firstField(records, ['type', 'code', 'errorCode', 'error'], asErrorWord)
  )
}

/**
 * Returns the recovery hint. Searches fields meant for hints first. Then searches the details, the message, the error and the whole body.
 * Null if no hint is found.
 */
function hintOf(records: readonly JsonRecord[], text: string): RecoveryHint | null {
  const places = [
    ...['recovery', 'recoveryHint', 'hint', 'action', 'details', 'message', 'error'].flatMap((name) =>
      records.map((record) => record[name])
    ),
    text
  ]
  for (const place of places) {
    if (place === undefined || place === null) continue
    const words = (typeof place === 'string' ? place : JSON.stringify(place)).slice(0, maxHintSearch).toUpperCase()
    const found = recoveryHints.find((hint) => words.includes(hint))
    if (found !== undefined) return found
  }
  return null
}

function firstPresent(records: readonly JsonRecord[], names: readonly string[]): unknown {
  return firstField(records, names, (value) => value ?? null)
}

/** Keys in `details` that belong to the error itself. Other keys name invalid fields of the submission. */
const notFields: ReadonlySet<string> = new Set([
  'recovery',
  'recoveryHint',
  'hint',
  'action',
  'taskId',
  'businessId',
  'retryAfter',
  'retryAfterMs',
  'requestId',
  'errorType',
  'code'
])

/**
 * Returns the error's messages, each with the field that it concerns. `details` may be a string, a list, or an object that maps fields to
 * messages. List items may be strings or objects. `field` is empty if unknown.
 */
function detailsOf(details: unknown, depth: number): Detail[] {
  if (depth > 4) return []
  const text = asText(details)
  if (text !== null) return [{ field: '', message: text.slice(0, maxMessageLength) }]
  if (Array.isArray(details))
    return details.slice(0, maxDetails).flatMap((entry) => (isJsonRecord(entry) ? detailOf(entry, depth) : detailsOf(entry, depth + 1)))
  if (!isJsonRecord(details)) return []
  if (wordsOf(details) !== null && (depth > 0 || fieldOf(details) !== null)) return detailOf(details, depth)
  const list = ['fieldErrors', 'fields', 'errors', 'issues', 'formErrors']
    .map((name) => details[name])
    .filter((value) => typeof value === 'object' && value !== null)
  if (list.length > 0) return list.flatMap((value) => detailsOf(value, depth + 1))
  return Object.entries(details)
    .filter(([name]) => !notFields.has(name))
    .slice(0, maxDetails)
    .flatMap(([field, value]) =>
      detailsOf(value, depth + 1).map((detail) => ({ field: detail.field === '' ? field : detail.field, message: detail.message }))
    )
}

function detailOf(entry: JsonRecord, depth: number): Detail[] {
  const message = wordsOf(entry)
  if (message !== null) return [{ field: fieldOf(entry) ?? '', message: message.slice(0, maxMessageLength) }]
  return detailsOf(
    Object.fromEntries(Object.entries(entry).filter(([, value]) => typeof value !== 'object' || Array.isArray(value))),
    depth + 1
  )
}

function wordsOf(entry: JsonRecord): string | null {
  return firstField([entry], ['message', 'msg', 'error', 'reason', 'issue', 'description'], asText)
}

function fieldOf(entry: JsonRecord): string | null {
  return firstField([entry], ['field', 'path', 'param', 'parameter', 'name', 'property', 'key', 'loc', 'instancePath'], (value) =>
    Array.isArray(value) ? asText(value.join('.')) : asText(value)
  )
}

/** Returns `<Code>` and `<Message>` of a storage service's XML error. Each is null if missing. */
function wordsOfXml(text: string): { errorType: string | null; message: string | null } {
  const start = text.slice(0, 16_384)
  return {
    errorType: asText(/<Code>([^<]{1,200})<\/Code>/.exec(start)?.[1]),
    message: cut(asText(/<Message>([^<]{1,2000})<\/Message>/.exec(start)?.[1]))
  }
}

function cut(text: string | null): string | null {
  return text === null ? null : text.slice(0, maxMessageLength)
}
