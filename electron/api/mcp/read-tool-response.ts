import type { Fault, Step } from '../../../shared/fault.ts'
import type { ToolResponse } from '../../core/ports.ts'
import { asText, isJsonRecord } from '../json-fields.ts'
import { parseErrorBody } from '../error-response.ts'
import { isRejection } from '../wire.ts'
import { clampRetryAfter } from './mcp-fault.ts'

/** `isRejection`: true for a tool error of the protocol, and for a body that reports an error as a REST response does. */
export type ParsedToolResponse = ToolResponse & { readonly isRejection: boolean }

/**
 * The response of a tool: structured content, else JSON in a text block, else the text. The spec doesn't show the format of results
 * (section 4). Null if it isn't a tool response.
 */
export function parseToolResponse(result: unknown): ParsedToolResponse | null {
  if (!isJsonRecord(result)) return null
  const content: readonly unknown[] = Array.isArray(result['content']) ? result['content'] : []
  const texts = textsOf(content)
  const spoken = texts.map(parsed).find((value) => typeof value === 'object' && value !== null)
  const structured = result['structuredContent'] ?? result['toolResult'] ?? spoken ?? (texts.length > 0 ? texts.join('\n') : null)
  if (structured === null && content.length === 0) return null
  return { structured, content, isRejection: result['isError'] === true || isRejection(structured) }
}

/** The text blocks of a response. */
export function textsOf(content: readonly unknown[]): readonly string[] {
  return content.flatMap((block) => (isJsonRecord(block) ? (asText(block['text']) ?? []) : []))
}

/** Converts an error response to a fault. The response arrived complete, so its HTTP status says nothing. */
export function toolErrorOf({ structured }: ToolResponse, step: Step): Fault {
  const text = typeof structured === 'string' ? structured : JSON.stringify(structured)
  const body = typeof structured === 'string' ? { message: structured } : structured
  const fault = parseErrorBody(step, { status: 200, headers: {}, text }, body)
  return { ...fault, httpStatus: null, retryAfterInMs: clampRetryAfter(fault.retryAfterInMs) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
