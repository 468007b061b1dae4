import type { Fault, ApiStep } from '../../../shared/task/fault.ts'
import type { ToolResponse } from '../../tasks/ports.ts'
import { asText, isJsonRecord } from '../json-fields.ts'
import { parseErrorBody } from '../error-response.ts'
import { isRejection } from '../read-responses.ts'
import { clampRetryAfter } from './mcp-fault-error.ts'

/** `isRejection`: true if the protocol's `isError` is set or the body reports an error. */
export type ParsedToolResponse = ToolResponse & { readonly isRejection: boolean }

/**
 * Parses a tool's response. `structured` is the structured content, otherwise the JSON in a text block, otherwise the text. The spec
 * doesn't define the format of results (section 4). Null if `result` isn't a tool response.
 */
export function parseToolResponse(result: unknown): ParsedToolResponse | null {
  if (!isJsonRecord(result)) return null
  const content: readonly unknown[] = Array.isArray(result['content']) ? result['content'] : []
  const texts = toolResponseTexts(content)
  const spoken = texts.map(parsed).find((value) => typeof value === 'object' && value !== null)
  const structured = result['structuredContent'] ?? result['toolResult'] ?? spoken ?? (texts.length > 0 ? texts.join('\n') : null)
  if (structured === null && content.length === 0) return null
  return { structured, content, isRejection: result['isError'] === true || isRejection(structured) }
}

/** Returns the texts in a response's content blocks. */
export function toolResponseTexts(content: readonly unknown[]): readonly string[] {
  return content.flatMap((block) => (isJsonRecord(block) ? (asText(block['text']) ?? []) : []))
}

/** Converts a tool's error response to a fault. The fault has no HTTP status, because tool errors arrive with status 200. */
export function faultFromToolError({ structured }: ToolResponse, step: ApiStep): Fault {
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
