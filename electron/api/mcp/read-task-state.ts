import type { Queried } from '../../core/ports.ts'
import type { JsonRecord } from '../json-fields.ts'
import { asText, firstField, isJsonRecord } from '../json-fields.ts'
import { readQueried, isRejection } from '../wire.ts'
import { clampRetryAfter } from './mcp-fault.ts'
import type { ParsedToolResponse } from './read-tool-response.ts'
import { textsOf } from './read-tool-response.ts'

/** Objects that may hold the task's state. They are checked before the top level, where `status` may be the call's own. */
const holderNames = ['data', 'task', 'job', 'result', 'output'] as const
const longestMessage = 2_000
const needsInput = /\bneeds_input\b/i

/**
 * The task's state in a response of `get_task_result`, read like a REST query's. If it is missing, the text and the resource, image and
 * audio blocks are read. Null if the response is an error of the call.
 */
export function readTaskState(answer: ParsedToolResponse): Queried | null {
  const { structured, content } = answer
  const text = textsOf(content).join('\n')
  const body = withState(isJsonRecord(structured) ? structured : Array.isArray(structured) ? { data: structured } : {})
  const told = readQueried({ status: 200, headers: {}, text }, body, 'result')
  if (told === null) return null
  const status = told.status ?? statusIn(text)
  const isWaiting = saysNeedsInput(body) || needsInput.test(status ?? '')
  const isError = answer.isRejection && (isJsonRecord(structured) ? isRejection({ ...body, success: false }) : status === null)
  if (isError && !isWaiting) return null
  return {
    ...told,
    status: isWaiting ? 'needs_input' : status,
    // URLs of a waiting task are previews.
    urls: isWaiting ? [] : urlsOf(told.urls, content, typeof structured === 'string' ? structured : ''),
    failureMessage: told.failureMessage ?? (answer.isRejection ? text.slice(0, longestMessage) : null),
    retryAfterInMs: clampRetryAfter(told.retryAfterInMs)
  }
}

/** The body with the task's state in `data.status`, as in a query response. */
function withState(body: JsonRecord): JsonRecord {
  const holder = holderNames.map((name) => body[name]).find((value): value is JsonRecord => isJsonRecord(value) && stateOf(value) !== null)
  if (holder === undefined) return { ...body, status: stateOf(body) }
  return { ...body, data: { ...(isJsonRecord(body['data']) ? body['data'] : {}), ...holder, status: stateOf(holder) } }
}

function stateOf(record: JsonRecord): string | null {
  return firstField([record], ['status', 'state'], asText)
}

/** Whether a tool error, instead of a status, means that the task waits for input. */
function saysNeedsInput(body: JsonRecord): boolean {
  const records = [body, body['error'], body['data']].filter(isJsonRecord)
  const word = firstField(records, ['errorType', 'error_type', 'code', 'errorCode', 'error'], asText)
  return word !== null && needsInput.test(word)
}

/** The status in "Status: completed", or in a text that is a single word. */
function statusIn(text: string): string | null {
  if (needsInput.test(text)) return 'needs_input'
  const [, named] = /\bstatus\b["'*]*\s*(?::|=|\bis\b)\s*["'*]*([a-z][\w-]*)/i.exec(text) ?? []
  return named ?? (/^[a-z][\w-]*$/i.test(text) ? text : null)
}

/**
 * The structured URLs. If the blocks include all of them, the blocks' other URLs are added. Without structured URLs, the URLs of the blocks
 * count. Without either, the URLs in the text count.
 */
function urlsOf(structured: readonly string[], content: readonly unknown[], text: string): readonly string[] {
  const blocks = [...new Set(content.flatMap((block) => addressOfBlock(block) ?? []))]
  if (structured.length > 0) return structured.every((url) => blocks.includes(url)) ? [...new Set([...structured, ...blocks])] : structured
  if (blocks.length > 0) return blocks
  return [...new Set(text.match(/https?:\/\/[^\s<>"'`)\]]+/gi)?.map((url) => url.replace(/[.,;:!?]+$/, '')))]
}

/** The address of a linked or embedded resource, or of an image, audio or video that isn't embedded. Null if the block has no address. */
function addressOfBlock(block: unknown): string | null {
  if (!isJsonRecord(block)) return null
  const holder = block['type'] === 'resource' && isJsonRecord(block['resource']) ? block['resource'] : block
  const names = block['type'] === 'resource' || block['type'] === 'resource_link' ? ['uri'] : ['url', 'uri']
  const address = /^(?:resource|resource_link|image|audio|video)$/.test(String(block['type'])) ? firstField([holder], names, asText) : null
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null
}
