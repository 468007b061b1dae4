import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { migrateValues, modeOf, valuesInMode } from '../../shared/form/fields.ts'
import type { Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { originItem, type ValuesOrigin } from '../navigation/form-prefill.ts'
import { fourMoreOf } from './four-more.ts'
import type { ActionSubmission } from './send-action.ts'
import { createBatchSubmission, createTaskSubmission } from './send-action.ts'

/**
 * Prepares a task with the values of `origin`, seeds included. Fails if a file is missing, or the contract no longer accepts the values.
 */
export async function createRepeatSubmission(origin: ValuesOrigin, capability: Capability): Promise<ActionSubmission | FailedOutcome> {
  const opened = await openValues(origin, capability)
  if (!opened.ok) return opened
  const values = valuesInMode(capability, opened.values, modeOf(capability, opened.values))
  return createTaskSubmission(capability, values, [{ item: originItem(origin), how: 'again' }])
}

/** Prepares four more results with the values of `origin`. Fails like `createRepeatSubmission`. */
export async function createFourMoreSubmission(origin: ValuesOrigin, capability: Capability): Promise<ActionSubmission | FailedOutcome> {
  const opened = await openValues(origin, capability)
  if (!opened.ok) return opened
  const more = fourMoreOf(capability, opened.values)
  const from = [{ item: originItem(origin), how: 'variation' as const }]
  return more.times === 1
    ? createTaskSubmission(capability, more.values, from)
    : createBatchSubmission(capability, more.values, { way: 'seeds', count: more.times, first: null }, { from })
}

async function openValues(
  origin: ValuesOrigin,
  capability: Capability
): Promise<{ readonly ok: true; readonly values: Values } | FailedOutcome> {
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
  return { ok: true, values }
}

function failed(message: string, advice: string): FailedOutcome {
  return { ok: false, message, advice, requestId: null, problems: [] }
}
