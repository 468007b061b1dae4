import type { Fault, Step } from '../../../shared/fault.ts'
import type { ToolAnswer } from '../../core/ports.ts'
import { asText, isRecord } from '../json-fields.ts'
import { refusalFromBody } from '../refusal.ts'
import { saysNo } from '../wire.ts'
import { atLeastASecond } from './mcp-fault.ts'

/** `saysNo`: the tool error of the protocol, or a body that says no as REST does. */
export type ReadToolAnswer = ToolAnswer & { readonly saysNo: boolean }

/**
 * What a tool answered. The results' shapes are not shown (spec section 4): structured content, else JSON in a text block, else the text.
 * Null: it is no answer of a tool.
 */
export function readToolAnswer(result: unknown): ReadToolAnswer | null {
  if (!isRecord(result)) return null
  const content: readonly unknown[] = Array.isArray(result['content']) ? result['content'] : []
  const texts = textsOf(content)
  const spoken = texts.map(parsed).find((value) => typeof value === 'object' && value !== null)
  const structured = result['structuredContent'] ?? result['toolResult'] ?? spoken ?? (texts.length > 0 ? texts.join('\n') : null)
  if (structured === null && content.length === 0) return null
  return { structured, content, saysNo: result['isError'] === true || saysNo(structured) }
}

/** The texts among the blocks of an answer. */
export function textsOf(content: readonly unknown[]): readonly string[] {
  return content.flatMap((block) => (isRecord(block) ? (asText(block['text']) ?? []) : []))
}

/** An answer that says no, as a fault. It came whole, so its HTTP status says nothing. */
export function refusalOf({ structured }: ToolAnswer, step: Step): Fault {
  const text = typeof structured === 'string' ? structured : JSON.stringify(structured)
  const body = typeof structured === 'string' ? { message: structured } : structured
  const fault = refusalFromBody(step, { status: 200, headers: {}, text }, body)
  return { ...fault, httpStatus: null, retryAfterInMs: atLeastASecond(fault.retryAfterInMs) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
