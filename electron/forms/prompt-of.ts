import type { Capability } from '../../shared/form/capability.ts'
import { fieldsOf } from '../../shared/form/fields.ts'
import type { Values } from '../../shared/form/values.ts'

/** Returns the prompt in `values`. Null if the capability doesn't have a prompt field, or the field isn't set. */
export function promptOf(capability: Capability, values: Values): string | null {
  const field = fieldsOf(capability, values).find((one) => one.kind === 'text' && one.role === 'prompt')
  const prompt = field === undefined ? null : values[field.name]
  return typeof prompt === 'string' ? prompt : null
}
