import { deployedCapabilities } from '../../electron/practice/capabilities/deployed-capabilities.ts'
import { optionLabel } from '../../shared/form/fields/create-field.ts'
import { formLabels } from '../../shared/form/fields/form-labels.ts'
import { fallbackCapabilities } from '../../electron/contract/fallback-capabilities.ts'
import { humanizeName } from '../../shared/form/fields/schema-reading.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'

/**
 * Returns the user-facing texts in Kiln's own contracts. These contracts are the fallback capabilities and the practice service. The texts
 * are titles, help, options, units, and form labels that contracts don't define. They are sorted, without duplicates.
 */
export function contractTexts(): readonly string[] {
  const texts = new Set<string>()
  for (const { title, purpose, inputSchema } of [...fallbackCapabilities, ...deployedCapabilities.values()]) {
    texts.add(title)
    texts.add(purpose)
    collect(inputSchema, texts)
  }
  for (const label of Object.values(formLabels)) texts.add(label)
  return [...texts].sort()
}

function collect(schema: JsonSchema, texts: Set<string>): void {
  const { title, description, 'x-unit': unit, 'x-enum-labels': labels, enum: listed = [], const: only } = schema
  for (const text of [title, description, unit, ...Object.values(labels ?? {})]) if (text !== undefined && isWord(text)) texts.add(text)
  const values = only === undefined ? listed : [...listed, only]
  for (const value of values) if (labels?.[String(value)] === undefined && isWord(optionLabel(value))) texts.add(optionLabel(value))
  for (const [name, { title: named }] of Object.entries(schema.properties ?? {})) if (named === undefined) texts.add(humanizeName(name))
  for (const part of partsOf(schema)) collect(part, texts)
}

function partsOf({ properties, items, oneOf = [], anyOf = [], allOf = [] }: JsonSchema): readonly JsonSchema[] {
  return [...Object.values(properties ?? {}), ...(items === undefined ? [] : [items]), ...oneOf, ...anyOf, ...allOf]
}

/** False for a size, a count or a format. */
function isWord(text: string): boolean {
  return /[A-Za-z][a-z]/.test(text)
}
