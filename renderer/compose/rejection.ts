import type { Capability } from '../../shared/capability.ts'
import { fieldNamed, fieldNameOf, innerName, valueNamed } from '../../shared/fields.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Failure, Task } from '../../shared/task.ts'
import type { Values } from '../../shared/values.ts'
import { sentences } from '../../shared/i18n/join.ts'
import { say, translateStored } from '../../shared/i18n/say.ts'
import type { Refusal } from './use-compose-form.ts'

/** Why the service rejected a task, and the values that fill its form for editing. */
export type Rejection = { readonly failure: Failure; readonly values: Values }

/** Failure to show beside a task's values in the form. Null if the task wasn't rejected. */
export function failureToShow({ phase, failure }: Task): Failure | null {
  return phase === 'refused' || phase === 'failed' ? failure : null
}

/** The service's messages per field, while the field still has the rejected value. */
export function rejectedFields(capability: Capability, { failure, values }: Rejection, now: Values): readonly Problem[] {
  return failure.details.flatMap(({ field: path, message }) => {
    const place = placeOf(capability, path)
    if (place === null || !isSame(valueNamed(values, place.field), valueNamed(now, place.field))) return []
    return [{ ...place, message: say('The service says: “{message}”', { message }) }]
  })
}

/** The service's message about the form as a whole. Null once a value was changed. */
export function rejectedForm(capability: Capability, { failure, values }: Rejection, now: Values): Refusal | null {
  if (!isSame(values, now)) return null
  const elsewhere = failure.details.filter(({ field }) => placeOf(capability, field) === null)
  const said = [failure.serviceMessage, ...elsewhere.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))]
  const words = said.filter((one) => one !== null).map((message) => say('The service says: “{message}”', { message }))
  return {
    ok: false,
    message: translateStored(failure.message),
    advice: sentences(...(words.length > 0 ? words : [translateStored(failure.advice)])),
    requestId: failure.requestId,
    problems: []
  }
}

/** Reads a path such as `imageUrls[1]`, `/prompt` or `body.prompt`. Null if it names no field of the capability. */
function placeOf(capability: Capability, path: string): (Pick<Problem, 'field' | 'index'> & { readonly field: string }) | null {
  const steps = path.split(/[.[\]/]+/).filter((step) => step !== '')
  const start = steps.findIndex((step) => fieldNameOf(capability, step) !== null)
  if (start === -1 || start > 1) return null
  const [first = '', ...inner] = steps.slice(start)
  const field = fieldNameOf(capability, first) ?? first
  const [index] = inner
  if (fieldNamed(capability, field)?.kind === 'media') return { field, index: /^\d+$/.test(index ?? '') ? Number(index) : null }
  return { field: inner.reduce(innerName, field), index: null }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
