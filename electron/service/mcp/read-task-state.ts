import type { QueryResponse } from '../../tasks/ports.ts'
import type { JsonRecord } from '../json-fields.ts'
import { asText, firstField, isJsonRecord } from '../json-fields.ts'
import { readQueryResponse, isRejection } from '../read-responses.ts'
import { clampRetryAfter } from './mcp-fault-error.ts'
import type { ParsedToolResponse } from './read-tool-response.ts'
import { toolResponseTexts } from './read-tool-response.ts'

/** Names of objects that may contain the task's state. They take priority over the top level, where `status` may be the call's own. */
const holderNames = ['data', 'task', 'job', 'result', 'output'] as const
const longestMessage = 2_000
const needsInput = /\bneeds_input\b/i

/**
 * Returns the task's state from a `get_task_result` response, which is read like a REST query response. A missing status is read from the
 * text, and missing URLs are read from the content blocks. Null if the response reports that the call failed.
 */
export function readTaskState(answer: ParsedToolResponse): QueryResponse | null {
  const { structured, content } = answer
  const text = toolResponseTexts(content).join('\n')
  const body = withState(isJsonRecord(structured) ? structured : Array.isArray(structured) ? { data: structured } : {})
  const told = readQueryResponse({ status: 200, headers: {}, text }, body, 'result')
  if (told === null) return null
  const status = told.status ?? statusIn(text)
  const isWaiting = saysNeedsInput(body) || needsInput.test(status ?? '')
  const isError = answer.isRejection && (isJsonRecord(structured) ? isRejection({ ...body, success: false }) : status === null)
  if (isError && !isWaiting) return null
  return {
    ...told,
    status: isWaiting ? 'needs_input' : status,
    // The URLs of a task that waits for input are previews, not results.
    urls: isWaiting ? [] : urlsOf(told.urls, content, typeof structured === 'string' ? structured : ''),
    failureMessage: told.failureMessage ?? (answer.isRejection ? text.slice(0, longestMessage) : null),
    retryAfterInMs: clampRetryAfter(told.retryAfterInMs)
  }
}

/**
 * Returns the body with the task's state in `data.status`, otherwise in `status`. A REST query response has the state in the same place.
 */
function withState(body: JsonRecord): JsonRecord {
  const holder = holderNames.map((name) => body[name]).find((value): value is JsonRecord => isJsonRecord(value) && stateOf(value) !== null)
  if (holder === undefined) return { ...body, status: stateOf(body) }
  return { ...body, data: { ...(isJsonRecord(body['data']) ? body['data'] : {}), ...holder, status: stateOf(holder) } }
}

function stateOf(record: JsonRecord): string | null {
  return firstField([record], ['status', 'state'], asText)
}

/** True if an error code, instead of a status, says that the task waits for input. */
function saysNeedsInput(body: JsonRecord): boolean {
  const records = [body, body['error'], body['data']].filter(isJsonRecord)
  const word = firstField(records, ['errorType', 'error_type', 'code', 'errorCode', 'error'], asText)
  return word !== null && needsInput.test(word)
}

/** Returns the status from a text such as "Status: completed". A single word or `needs_input` also counts. Null for any other text. */
function statusIn(text: string): string | null {
  if (needsInput.test(text)) return 'needs_input'
  const [, named] = /\bstatus\b["'*]*\s*(?::|=|\bis\b)\s*["'*]*([a-z][\w-]*)/i.exec(text) ?? []
  return named ?? (/^[a-z][\w-]*$/i.test(text) ? text : null)
}

/**
 * Returns the result URLs. Uses `structured`, otherwise the URLs of the content blocks, otherwise the URLs in the text. If the blocks
 * include all of `structured`, the blocks' other URLs are added.
 */
function urlsOf(structured: readonly string[], content: readonly unknown[], text: string): readonly string[] {
  const blocks = [...new Set(content.flatMap((block) => addressOfBlock(block) ?? []))]
  if (structured.length > 0) return structured.every((url) => blocks.includes(url)) ? [...new Set([...structured, ...blocks])] : structured
  if (blocks.length > 0) return blocks
  return [...new Set(text.match(/https?:\/\/[^\s<>"'`)\]]+/gi)?.map((url) => url.replace(/[.,;:!?]+$/, '')))]
}

/** Returns the http(s) URL of a resource, image, audio or video block. Null if the block has none. */
function addressOfBlock(block: unknown): string | null {
  if (!isJsonRecord(block)) return null
  const holder = block['type'] === 'resource' && isJsonRecord(block['resource']) ? block['resource'] : block
  const names = block['type'] === 'resource' || block['type'] === 'resource_link' ? ['uri'] : ['url', 'uri']
  const address = /^(?:resource|resource_link|image|audio|video)$/.test(String(block['type'])) ? firstField([holder], names, asText) : null
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null
}
