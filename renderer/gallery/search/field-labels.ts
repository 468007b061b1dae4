import type { Capability } from '../../../shared/form/capability.ts'
import { isRecord } from '../../../shared/form/fields/schema-reading.ts'
import { sayContract } from '../../../shared/i18n/say.ts'

/**
 * Returns the labels of all fields, such as "Reference face (referenceFaceImageUrl)". Each label has the title in the active language
 * and the field's name in the contract. Users may search for either. Without a different title, the label is only the name.
 */
export function fieldLabelsOf({ inputSchema }: Capability): readonly string[] {
  const titles = new Map<string, string | null>()
  gather(inputSchema, titles)
  return Array.from(titles, ([name, title]) => {
    const said = title === null ? name : sayContract(title)
    return said.toLowerCase() === name.toLowerCase() ? name : `${said} (${name})`
  })
}

/** Collects the names and titles of all properties, including conditional ones. Keeps the first title of each property. */
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
