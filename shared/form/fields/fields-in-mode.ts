import type { Capability } from '../capability.ts'
import type { Values } from '../values.ts'
import type { Field, Mode } from './field.ts'
import { fieldsOf } from './fields-of.ts'

/**
 * Returns the fields that the form shows in `mode`. Some fields depend on other fields, so the current `values` matter. `mode` is null if the
 * capability has only one mode.
 */
export function fieldsInMode(capability: Capability, mode: Mode | null, values: Values = {}): readonly Field[] {
  const fields = fieldsOf(capability, { ...values, ...mode?.sets }, mode?.variant ?? null)
  return mode === null ? fields : fields.filter((field) => mode.fields.includes(field.name))
}
