import type { ToolAnswer } from '../../core/ports.ts'
import { asText, isRecord } from '../json-fields.ts'

/**
 * What a tool answered. The results' shapes are not shown (spec section 4): structured content, else JSON in a text block, else the text.
 * Null: it is no answer of a tool.
 */
export function readToolAnswer(result: unknown): (ToolAnswer & { readonly isError: boolean }) | null {
  if (!isRecord(result)) return null
  const content: readonly unknown[] = Array.isArray(result['content']) ? result['content'] : []
  const texts = content.flatMap((block) => (isRecord(block) ? (asText(block['text']) ?? []) : []))
  const spoken = texts.map(parsed).find((value) => typeof value === 'object' && value !== null)
  const structured = result['structuredContent'] ?? result['toolResult'] ?? spoken ?? (texts.length > 0 ? texts.join('\n') : null)
  if (structured === null && content.length === 0) return null
  return { structured, content, isError: result['isError'] === true }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
