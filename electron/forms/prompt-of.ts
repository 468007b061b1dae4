import type { Capability } from '../../shared/form/capability.ts'
import { controllingFieldName, fieldsOf, sentenceField } from '../../shared/form/fields.ts'
import type { Values } from '../../shared/form/values.ts'

/** Returns the prompt or other main text in `values`. Null if the capability doesn't have one, or the field isn't set. */
export function promptOf(capability: Capability, values: Values): string | null {
  const field = sentenceField(fieldsOf(capability, values), (name) => controllingFieldName(capability.inputSchema, name))
  const prompt = field === null ? null : values[field.name]
  return typeof prompt === 'string' ? prompt : null
}
