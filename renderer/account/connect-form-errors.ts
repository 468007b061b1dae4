import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'

/** Errors of the connect form, by the field where they can be fixed. */
export type ConnectFormErrors = { readonly baseUrl: string | null; readonly apiKey: string | null; readonly form: string | null }

export const noConnectFormErrors: ConnectFormErrors = { baseUrl: null, apiKey: null, form: null }

/** Returns a rejection's message by field. If the rejection doesn't name a field of the form, its message is in `form`. */
export function connectFormErrors(refusal: FailedOutcome): ConnectFormErrors {
  const text = withAdvice(refusal)
  if (refusal.field === 'baseUrl') return { ...noConnectFormErrors, baseUrl: text }
  return refusal.field === 'apiKey' ? { ...noConnectFormErrors, apiKey: text } : { ...noConnectFormErrors, form: text }
}

function withAdvice({ message, advice, requestId }: FailedOutcome): string | null {
  if (message === '') return null
  return joinSentences(
    message,
    advice !== null && !message.includes(advice) ? advice : null,
    requestId === null ? null : say('Request ID {requestId}.', { requestId })
  )
}

/** True if `typed` is a URL or host name to check. Rejects spaces and `%`, because browsers escape spaces even in host names. */
export function isWebUrl(typed: string): boolean {
  const text = typed.trim()
  return text !== '' && !/[\s%]/.test(text) && URL.canParse(text.includes('://') ? text : `https://${text}`)
}
