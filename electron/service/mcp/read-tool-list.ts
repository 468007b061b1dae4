import { normalizeSchema } from '../../../shared/form/fields/normalize-schema.ts'
import type { Tool } from '../../tasks/ports.ts'
import { asText, isJsonRecord } from '../json-fields.ts'

/**
 * Reads one page of `tools/list`, and resolves references in the schemas. Skips tools without a name. A tool without a schema accepts any
 * arguments. `nextCursor` is null on the last page.
 */
export function readToolList(answer: unknown): { readonly tools: readonly Tool[]; readonly nextCursor: string | null } {
  const list: readonly unknown[] = isJsonRecord(answer) && Array.isArray(answer['tools']) ? answer['tools'] : []
  const tools = list.flatMap((entry): readonly Tool[] => {
    const name = isJsonRecord(entry) ? asText(entry['name']) : null
    if (!isJsonRecord(entry) || name === null) return []
    const inputSchema = normalizeSchema(entry['inputSchema'], entry['inputSchema'])
    return [{ name, description: asText(entry['description']), inputSchema }]
  })
  return { tools, nextCursor: isJsonRecord(answer) ? asText(answer['nextCursor']) : null }
}
