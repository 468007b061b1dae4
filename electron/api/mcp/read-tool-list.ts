import { plainSchema } from '../../../shared/fields/plain-schema.ts'
import type { Tool } from '../../core/ports.ts'
import { asText, isRecord } from '../json-fields.ts'

/** One page of `tools/list`, with references in schemas written out. A tool without a name is none; one without a schema takes anything. */
export function readToolList(answer: unknown): { readonly tools: readonly Tool[]; readonly nextCursor: string | null } {
  const list: readonly unknown[] = isRecord(answer) && Array.isArray(answer['tools']) ? answer['tools'] : []
  const tools = list.flatMap((entry): readonly Tool[] => {
    const name = isRecord(entry) ? asText(entry['name']) : null
    if (!isRecord(entry) || name === null) return []
    const inputSchema = plainSchema(entry['inputSchema'], entry['inputSchema'])
    return [{ name, description: asText(entry['description']), inputSchema }]
  })
  return { tools, nextCursor: isRecord(answer) ? asText(answer['nextCursor']) : null }
}
