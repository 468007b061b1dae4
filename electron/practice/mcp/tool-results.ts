import type { ApiError } from '../api-error.ts'
import { apiErrorResponse } from '../api-error.ts'

/** A content block in a tool result, in addition to the structured content. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string; readonly mimeType: string }

export type StructuredContent = { readonly [name: string]: unknown }
export type ToolResult = {
  readonly content: readonly ContentBlock[]
  readonly structuredContent: StructuredContent
  readonly isError?: true
}

/** Returns a successful tool result. The text block repeats `structured` as JSON, for clients that only read text. */
export function toolResult(structured: StructuredContent, blocks: readonly ContentBlock[] = []): ToolResult {
  const answer = { success: true, ...structured }
  return { content: [{ type: 'text', text: JSON.stringify(answer) }, ...blocks], structuredContent: answer }
}

/** Returns the error body of spec section 7 as a tool error. `retryAfterMs` replaces the `Retry-After` header. */
export function toolError(error: ApiError): ToolResult {
  const body = JSON.parse(apiErrorResponse(error).body) as StructuredContent
  const inMs = error.retryAfterInSeconds === null ? {} : { retryAfterMs: Math.round(error.retryAfterInSeconds * 1000) }
  const answer = { ...body, ...inMs }
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer, isError: true }
}
