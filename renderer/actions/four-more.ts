import type { Capability } from '../../shared/form/capability.ts'
import { fieldsOf, migrateValues, modeOf, valuesInMode } from '../../shared/form/fields.ts'
import type { GivenSource } from '../../shared/form/task-source.ts'
import type { Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { originItem, type ValuesOrigin } from '../navigation/form-prefill.ts'
import { request } from '../bridge/kiln.ts'
import type { Failed, Shipment } from './send-action.ts'
import { shipBatch, shipOne } from './send-action.ts'

/** How many outputs “Four more like this” makes. */
const moreCount = 4

/** What is sent: one task with four outputs where a field allows it, and otherwise four tasks. `times` multiplies the price of the values. */
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

/** Prepares four more results with the values of `origin`. Fails if a file is missing, or the contract no longer accepts the values. */
export async function shipFourMore(origin: ValuesOrigin, capability: Capability): Promise<Shipment | Failed> {
  const opened = await ('taskId' in origin
    ? request('workspace.openTask', { taskId: origin.taskId })
    : request('workspace.openItem', { itemId: origin.itemId }))
  if (!opened.ok) return opened
  const [gone] = opened.value.unavailable
  if (gone !== undefined)
    return failed(say('“{name}” can’t be found.', { name: gone.name }), say('Nothing was sent. Choose the file again in the form.'))
  const { values, unmapped, coerced } = migrateValues(capability, opened.value.form.values)
  if (unmapped.length + coerced.length + opened.value.form.left.length > 0)
    return failed(say('The service’s requirements have changed.'), say('Nothing was sent. Check the form first.'))
  const more = fourMoreOf(capability, values)
  const from: readonly GivenSource[] = [{ item: originItem(origin), how: 'variation' }]
  return more.times === 1
    ? shipOne(capability, more.values, from)
    : shipBatch(capability, more.values, { way: 'seeds', count: more.times, first: null }, from)
}

function failed(message: string, advice: string): Failed {
  return { ok: false, message, advice, requestId: null, problems: [] }
}
