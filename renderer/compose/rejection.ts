import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { fieldNamed, fieldNameOf, nestedFieldName, valueNamed } from '../../shared/form/fields.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { TaskFailure, Task } from '../../shared/task/task.ts'
import type { Values } from '../../shared/form/values.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'

/** A failure that the service reported, and the form values that it refers to. */
export type Rejection = { readonly failure: TaskFailure; readonly values: Values }

/** Returns the failure to show when a task's values are opened in the form. Null unless the task was rejected or failed. */
export function failureToShow({ phase, failure }: Task): TaskFailure | null {
  return phase === 'refused' || phase === 'failed' ? failure : null
}

/**
 * Returns the service's messages about individual fields. Omits fields whose value has changed since the rejection. `now` holds the current
 * values.
 */
export function rejectedFieldProblems(capability: Capability, { failure, values }: Rejection, now: Values): readonly SubmissionProblem[] {
  return failure.details.flatMap(({ field: path, message }) => {
    const place = placeOf(capability, path)
    if (place === null || !isSame(valueNamed(values, place.field), valueNamed(now, place.field))) return []
    return [{ code: 'rejected-by-service', params: { message }, ...place }]
  })
}

/** Returns the service's message about the form as a whole. Null if the current values `now` differ from the rejected values. */
export function formRejectionOutcome(capability: Capability, { failure, values }: Rejection, now: Values): FailedOutcome | null {
  if (!isSame(values, now)) return null
  const elsewhere = failure.details.filter(({ field }) => placeOf(capability, field) === null)
  const said = [failure.serviceMessage, ...elsewhere.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))]
  const words = said.filter((one) => one !== null).map((one) => say('The service says: “{message}”', { message: one }))
  const { message, advice } = failureText(failure)
  return {
    ok: false,
    message,
    advice: joinSentences(...(words.length > 0 ? words : [advice])),
    requestId: failure.requestId,
    problems: []
  }
}

/**
 * Finds the field that a path in the service's response refers to. Accepts paths such as `imageUrls[1]`, `/prompt` or `body.prompt`. Null
 * if the path matches no field of the capability.
 */
function placeOf(capability: Capability, path: string): (Pick<SubmissionProblem, 'field' | 'index'> & { readonly field: string }) | null {
  const steps = path.split(/[.[\]/]+/).filter((step) => step !== '')
  const start = steps.findIndex((step) => fieldNameOf(capability, step) !== null)
  if (start === -1 || start > 1) return null
  const [first = '', ...inner] = steps.slice(start)
  const field = fieldNameOf(capability, first) ?? first
  const [index] = inner
  if (fieldNamed(capability, field)?.kind === 'media') return { field, index: /^\d+$/.test(index ?? '') ? Number(index) : null }
  return { field: inner.reduce(nestedFieldName, field), index: null }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
