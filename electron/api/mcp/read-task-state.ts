import type { Queried } from '../../core/ports.ts'
import type { JsonRecord } from '../json-fields.ts'
import { asText, firstField, isRecord } from '../json-fields.ts'
import { readQueried, saysNo } from '../wire.ts'
import { atLeastASecond } from './mcp-fault.ts'
import type { ReadToolAnswer } from './read-tool-answer.ts'
import { textsOf } from './read-tool-answer.ts'

/** Where the state of the task may be, before the top, where `status` may be that of the call. */
const holderNames = ['data', 'task', 'job', 'result', 'output'] as const
const longestMessage = 2_000
const needsInput = /\bneeds_input\b/i

/**
 * The state of a task in an answer of `get_task_result`, read like that of a REST query; and where that says nothing, from the words of
 * the answer and from its resource, image and audio blocks. Null if the answer is an error of the call.
 */
export function readTaskState(answer: ReadToolAnswer): Queried | null {
  const { structured, content } = answer
  const text = textsOf(content).join('\n')
  const body = withState(isRecord(structured) ? structured : Array.isArray(structured) ? { data: structured } : {})
  const told = readQueried({ status: 200, headers: {}, text }, body, 'result')
  if (told === null) return null
  const status = told.status ?? statusIn(text)
  const isWaiting = saysNeedsInput(body) || needsInput.test(status ?? '')
  const isError = answer.saysNo && (isRecord(structured) ? saysNo({ ...body, success: false }) : status === null)
  if (isError && !isWaiting) return null
  return {
    ...told,
    status: isWaiting ? 'needs_input' : status,
    // What a task shows while it waits are previews.
    urls: isWaiting ? [] : urlsOf(told.urls, content, typeof structured === 'string' ? structured : ''),
    failureMessage: told.failureMessage ?? (answer.saysNo ? text.slice(0, longestMessage) : null),
    retryAfterInMs: atLeastASecond(told.retryAfterInMs)
  }
}

/** The body with the state of the task in `data.status`, where a query would have it. */
function withState(body: JsonRecord): JsonRecord {
  const holder = holderNames.map((name) => body[name]).find((value): value is JsonRecord => isRecord(value) && stateOf(value) !== null)
  if (holder === undefined) return { ...body, status: stateOf(body) }
  return { ...body, data: { ...(isRecord(body['data']) ? body['data'] : {}), ...holder, status: stateOf(holder) } }
}

function stateOf(record: JsonRecord): string | null {
  return firstField([record], ['status', 'state'], asText)
}

/** Whether an error of the tool is the word for waiting, in place of a status. */
function saysNeedsInput(body: JsonRecord): boolean {
  const records = [body, body['error'], body['data']].filter(isRecord)
  const word = firstField(records, ['errorType', 'error_type', 'code', 'errorCode', 'error'], asText)
  return word !== null && needsInput.test(word)
}

/** "Status: completed", or a text that is one word. */
function statusIn(text: string): string | null {
  if (needsInput.test(text)) return 'needs_input'
  const [, named] = /\bstatus\b["'*]*\s*(?::|=|\bis\b)\s*["'*]*([a-z][\w-]*)/i.exec(text) ?? []
  return named ?? (/^[a-z][\w-]*$/i.test(text) ? text : null)
}

/** The structured addresses, or those of the blocks where they are more of the same or the only ones; else those in the words. */
function urlsOf(structured: readonly string[], content: readonly unknown[], text: string): readonly string[] {
  const blocks = [...new Set(content.flatMap((block) => addressOfBlock(block) ?? []))]
  if (structured.length > 0) return structured.every((url) => blocks.includes(url)) ? [...new Set([...structured, ...blocks])] : structured
  if (blocks.length > 0) return blocks
  return [...new Set(text.match(/https?:\/\/[^\s<>"'`)\]]+/gi)?.map((url) => url.replace(/[.,;:!?]+$/, '')))]
}

/** The address of a linked or embedded resource, or of an image, audio or video that is not enclosed. */
function addressOfBlock(block: unknown): string | null {
  if (!isRecord(block)) return null
  const holder = block['type'] === 'resource' && isRecord(block['resource']) ? block['resource'] : block
  const names = block['type'] === 'resource' || block['type'] === 'resource_link' ? ['uri'] : ['url', 'uri']
  const address = /^(?:resource|resource_link|image|audio|video)$/.test(String(block['type'])) ? firstField([holder], names, asText) : null
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null
}
