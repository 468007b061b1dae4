import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import { listItemField, fieldsInGroup, fieldsOf, valuesInGroup, listItemLabel } from '../../shared/form/fields.ts'
import type { Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'

export type SubmittedText = { readonly label: string; readonly text: string }

/** Returns all texts sent with a task, in full and in form order. The title has only the first words of one text. */
export function submittedTexts(capability: Capability | null, values: Values): readonly SubmittedText[] {
  if (capability === null) return textOf(say('Prompt'), values['prompt'])
  return fieldsOf(capability, values).flatMap((field) => textsIn(field, values))
}

/** Returns the texts in a field and in its inner fields. The label of an inner field follows the outer label: "Line 2: Text". */
function textsIn(field: Field, values: Values): readonly SubmittedText[] {
  const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
  if (field.kind === 'text') return field.isColor ? [] : textOf(field.label, value)
  if (field.kind === 'group') {
    const inner = fieldsInGroup(field, value).flatMap((one) => textsIn(one, valuesInGroup(value)))
    return inner.map(({ label, text }) => ({ label: `${field.label}: ${label}`, text }))
  }
  if (field.kind !== 'list' || !Array.isArray(value)) return []
  return value.flatMap((item, index) => textsIn(listItemField(field, String(index), listItemLabel(field, index)), { [index]: item }))
}

function textOf(label: string, value: unknown): readonly SubmittedText[] {
  return typeof value === 'string' && value.trim() !== '' ? [{ label, text: value }] : []
}
