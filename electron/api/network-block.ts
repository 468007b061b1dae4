import type { NetworkBlock } from '../../shared/fault.ts'
import { headerOf } from './response-headers.ts'
import type { TextResponse } from './http-client.ts'

/** Error codes from `electron/desktop` for a proxy that rejects a connection and for a PAC file that returns no route. */
export const proxyCodes = {
  needsPassword: 'PROXY_WANTS_PASSWORD',
  refuses: 'PROXY_REFUSES',
  scriptSilent: 'PROXY_SCRIPT_SILENT',
  scriptBroken: 'PROXY_SCRIPT_BROKEN'
} as const

/** System error codes for a certificate that can't be verified. All codes that begin with `CERT_` or `ERR_SSL_` count too. */
const certificateCodes: ReadonlySet<string> = new Set([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'HOSTNAME_MISMATCH',
  // The port for TLS responded with something that isn't TLS.
  'EPROTO'
])

/** Why a request couldn't be sent, from the error code. Null if the code names no particular cause, such as a missing network. */
export function networkBlockOfCode(code: string): NetworkBlock | null {
  if (code === proxyCodes.needsPassword || code.startsWith('UND_ERR_SOCKS5_AUTH')) return 'proxy-password'
  if (code === proxyCodes.refuses || code.startsWith('UND_ERR_SOCKS5')) return 'proxy-refusal'
  if (code === proxyCodes.scriptSilent || code === proxyCodes.scriptBroken) return 'proxy-script'
  return certificateCodes.has(code) || code.startsWith('CERT_') || code.startsWith('ERR_SSL_') ? 'certificate' : null
}

/**
 * True if a response looks like a captive portal's. Such a response is a page or a redirect to another host, and lacks the service's
 * request ID (spec section 4). It says nothing about the outcome of the request.
 */
export function isCaptivePortal(answer: TextResponse, origin: string): boolean {
  const { status, headers, text } = answer
  // By definition the service itself never sends this status (RFC 6585, section 6).
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
