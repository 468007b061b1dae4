import type { Outcome } from '../../shared/outcome.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'

type Refusal = Extract<Outcome<unknown>, { ok: false }>

/** What went wrong with the connect form, under the field where it can be mended. */
export type FormErrors = { readonly baseUrl: string | null; readonly apiKey: string | null; readonly form: string | null }

export const noErrors: FormErrors = { baseUrl: null, apiKey: null, form: null }

/** Puts a refusal under the fields that it names; what names no field of the form stands beneath the buttons. */
export function placeRefusal(refusal: Refusal): FormErrors {
  const saidOf = (field: string) =>
    sentences(...refusal.problems.filter((problem) => problem.field === field).map(({ message }) => message))
  const baseUrl = withAdvice(saidOf('baseUrl'), refusal)
  const apiKey = withAdvice(saidOf('apiKey'), refusal)
  if (baseUrl !== null || apiKey !== null) return { baseUrl, apiKey, form: null }
  return { ...noErrors, form: withAdvice(refusal.message, refusal) }
}

function withAdvice(said: string, { advice, requestId }: Refusal): string | null {
  if (said === '') return null
  return sentences(
    said,
    advice !== null && !said.includes(advice) ? advice : null,
    requestId === null ? null : say('Request id {requestId}.', { requestId })
  )
}
