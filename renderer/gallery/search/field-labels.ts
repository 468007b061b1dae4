import type { Capability } from '../../../shared/capability.ts'
import { isRecord } from '../../../shared/fields/schema-reading.ts'
import { sayContract } from '../../../shared/words/say.ts'

/** Fields by their title, as the language in force says it, and the name they have in the contract, which people know too: "Reference face (referenceFaceImageUrl)". */
export function fieldLabelsOf({ inputSchema }: Capability): readonly string[] {
  const titles = new Map<string, string | null>()
  gather(inputSchema, titles)
  return Array.from(titles, ([name, title]) => {
    const said = title === null ? name : sayContract(title)
    return said.toLowerCase() === name.toLowerCase() ? name : `${said} (${name})`
  })
}

/** Names and titles of all properties, under whatever condition; the first title counts. One pass, since thousands of schemas go by. */
function gather(schema: unknown, titles: Map<string, string | null>): void {
  if (!isRecord(schema)) return
  const { properties, oneOf, anyOf, allOf, then, else: otherwise, dependentSchemas } = schema
  if (isRecord(properties)) {
    for (const name of Object.keys(properties)) {
      const property = properties[name]
      const title = isRecord(property) && typeof property['title'] === 'string' ? property['title'] : null
      if (title !== null || !titles.has(name)) titles.set(name, titles.get(name) ?? title)
    }
  }
  for (const forms of [oneOf, anyOf, allOf]) if (Array.isArray(forms)) for (const form of forms) gather(form, titles)
  gather(then, titles)
  gather(otherwise, titles)
  if (isRecord(dependentSchemas)) for (const part of Object.values(dependentSchemas)) gather(part, titles)
}
