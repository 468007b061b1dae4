import type { Field } from '../../shared/form/fields.ts'
import type { Value } from '../../shared/form/values.ts'

/** Words in the name or label of a choice that only confirms something. */
const consentWords = /consent|agree|accept|confirm|permission|rights|terms/i

/**
 * Returns the value that confirms a statement. The field is a switch that must be on, or a required choice with one option. The choice's
 * name or label matches `consentWords`. Null for any other field.
 */
export function consentValue(field: Field): Value | null {
  if (field.kind === 'switch') return field.mustBe === true ? true : null
  if (field.kind !== 'choice' || !field.isRequired || field.options.length !== 1) return null
  return consentWords.test(field.name) || consentWords.test(field.label) ? (field.options[0]?.value ?? null) : null
}
