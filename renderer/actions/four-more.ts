import type { Capability } from '../../shared/form/capability.ts'
import { fieldsOf, modeOf, valuesInMode } from '../../shared/form/fields.ts'
import type { Values } from '../../shared/form/values.ts'

/** Number of outputs that “Four more like this” requests. */
const moreCount = 4

/**
 * Returns the values to send. `times` is the number of tasks to send with them. One task is enough if a field allows four outputs.
 * Otherwise, four tasks are sent.
 */
export function fourMoreOf(capability: Capability, given: Values): { readonly values: Values; readonly times: number } {
  const mode = modeOf(capability, given)
  const sent = valuesInMode(capability, given, mode)
  const fields = fieldsOf(capability, sent, mode?.variant ?? null)
  const seeds = new Set(fields.flatMap((field) => (field.kind === 'seed' && !field.isRequired ? [field.name] : [])))
  const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !seeds.has(name)))
  const field = fields.find((candidate) => candidate.kind === 'count')
  const four = field?.options.find(({ count }) => count === moreCount)
  const hasSeed = fields.some(({ kind, isRequired }) => kind === 'seed' && isRequired)
  return field === undefined || four === undefined || hasSeed
    ? { values, times: moreCount }
    : { values: { ...values, [field.name]: four.value }, times: 1 }
}
