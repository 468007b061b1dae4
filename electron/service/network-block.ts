import type { NetworkBlock } from '../../shared/task/fault.ts'
import { headerOf } from './response-headers.ts'
import type { TextResponse } from './http-client.ts'

/** Error codes from `electron/network`, for proxies that reject a connection and for unusable PAC files. */
export const proxyErrorCodes = {
  needsPassword: 'PROXY_WANTS_PASSWORD',
  refuses: 'PROXY_REFUSES',
  scriptSilent: 'PROXY_SCRIPT_SILENT',
  scriptBroken: 'PROXY_SCRIPT_BROKEN'
} as const

/** Error codes for a certificate that can't be verified. Codes that start with `CERT_` or `ERR_SSL_` mean the same. */
const certificateCodes: ReadonlySet<string> = new Set([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'HOSTNAME_MISMATCH',
  // The server's response wasn't TLS.
  'EPROTO'
])

/** Returns what blocked a request, based on its error code. Null if the code has no specific cause, for example while offline. */
export function networkBlockOfCode(code: string): NetworkBlock | null {
  if (code === proxyErrorCodes.needsPassword || code.startsWith('UND_ERR_SOCKS5_AUTH')) return 'proxy-password'
  if (code === proxyErrorCodes.refuses || code.startsWith('UND_ERR_SOCKS5')) return 'proxy-refusal'
  if (code === proxyErrorCodes.scriptSilent || code === proxyErrorCodes.scriptBroken) return 'proxy-script'
  return certificateCodes.has(code) || code.startsWith('CERT_') || code.startsWith('ERR_SSL_') ? 'certificate' : null
}

/**
 * True if a response looks like it comes from a captive portal. A captive portal sends an HTML page or a redirect to another host. Its
 * response doesn't have the service's request ID (spec section 4). The request's outcome is then unknown.
 */
export function isCaptivePortal(answer: TextResponse, origin: string): boolean {
  const { status, headers, text } = answer
  // Only an intercepting network sends 511, never the service itself (RFC 6585, section 6).
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
