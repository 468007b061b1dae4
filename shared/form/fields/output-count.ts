import type { Values } from '../values.ts'
import type { Field } from './field.ts'

/** Returns the number of outputs that the values request. 1 if there is no count field. */
export function outputCount(fields: readonly Field[], values: Values): number {
  const field = fields.find((candidate) => candidate.kind === 'count')
  if (field === undefined) return 1
  const chosen = values[field.name] ?? field.default
  return field.options.find((option) => option.value === chosen)?.count ?? 1
}
