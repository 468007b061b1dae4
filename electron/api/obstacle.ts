import type { Obstacle } from '../../shared/fault.ts'
import { headerOf } from './answer-headers.ts'
import type { TextAnswer } from './http-client.ts'

/** Codes of errors that `electron/desktop` gives where a proxy does not open the way, or a script does not say it. */
export const proxyCodes = {
  wantsPassword: 'PROXY_WANTS_PASSWORD',
  refuses: 'PROXY_REFUSES',
  scriptSilent: 'PROXY_SCRIPT_SILENT',
  scriptBroken: 'PROXY_SCRIPT_BROKEN'
} as const

/** What the system says where the other side can't prove to be the service, besides all that begins with `CERT_` or `ERR_SSL_`. */
const certificateCodes: ReadonlySet<string> = new Set([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'HOSTNAME_MISMATCH',
  // Something that speaks no TLS at all answered on the port for it.
  'EPROTO'
])

/** What kept a request from being sent at all, by the code of the error; null: just no network. */
export function obstacleOfCode(code: string): Obstacle | null {
  if (code === proxyCodes.wantsPassword || code.startsWith('UND_ERR_SOCKS5_AUTH')) return 'proxy-password'
  if (code === proxyCodes.refuses || code.startsWith('UND_ERR_SOCKS5')) return 'proxy-refusal'
  if (code === proxyCodes.scriptSilent || code === proxyCodes.scriptBroken) return 'proxy-script'
  return certificateCodes.has(code) || code.startsWith('CERT_') || code.startsWith('ERR_SSL_') ? 'certificate' : null
}

/**
 * Whether an answer looks like that of a network which wants people to sign in first: a page, or the way to one, in the place of JSON, and
 * without the request id that every answer of the service carries (spec section 4). It says nothing about what became of the request.
 */
export function isSignInPage(answer: TextAnswer, origin: string): boolean {
  const { status, headers, text } = answer
  // By its definition it is never said by the service itself (RFC 6585, section 6).
  if (status === 511) return true
  if (headerOf(headers, 'x-request-id') !== null) return false
  if (status >= 300 && status < 400) return leadsElsewhere(headerOf(headers, 'location'), origin)
  const isSuccess = status >= 200 && status < 300
  return (isSuccess || status === 403) && isPage(text, headerOf(headers, 'content-type'))
}

function leadsElsewhere(location: string | null, origin: string): boolean {
  return location !== null && URL.canParse(location, origin) && new URL(location, origin).host !== new URL(origin).host
}

function isPage(text: string, contentType: string | null): boolean {
  const start = text.slice(0, 512).trimStart()
  return (
    /^<(?:!doctype html|html|head|body|meta|script)\b/i.test(start) || (start.startsWith('<') && /^text\/html\b/i.test(contentType ?? ''))
  )
}
