import { isLoopbackHost } from '../service/http-client.ts'
import { rejectedCommand, type RejectedCommand, rejectedCommandNaming } from './rejected-command.ts'

/** The only file that an upload command may send. The command names the file by `fileName` or by its full `path`. */
export type RequestedFile = { readonly fileName: string; readonly path?: string }

export type ParseResult<T> = { readonly ok: true; readonly value: T } | RejectedCommand

const maxUrlLength = 16_384
const maxHeaders = 64

// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

export function hasControlCharacter(text: string): boolean {
  return controlCharacter.test(text)
}

export function matchesRequestedFile(named: string, asked: RequestedFile): boolean {
  const name = named.normalize('NFC')
  const fileName = asked.fileName.normalize('NFC')
  return (
    name === fileName ||
    name === `./${fileName}` ||
    name === `.\\${fileName}` ||
    (asked.path !== undefined && name === asked.path.normalize('NFC'))
  )
}

/**
 * Parses a URL that user data may be sent to. Accepts HTTPS, and HTTP on this computer. Rejects a URL with credentials, and a URL that
 * programs parse differently.
 */
export function parseUploadUrl(text: string): ParseResult<URL> {
  if (text.length > maxUrlLength) return rejectedCommand('address-too-long')
  const match = /^(https?):\/\/([^/?#\\]*)([^]*)$/i.exec(text)
  if (match === null) return rejectedCommand('address-invalid')
  const [, , authority = '', rest = ''] = match
  if (authority.includes('@')) return rejectedCommand('address-with-credentials')
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(authority)) return rejectedCommand('address-without-host')
  if (/[\s\\{}[\]<>"`^|]/.test(rest) || controlCharacter.test(rest)) return rejectedCommand('address-characters')
  if (!URL.canParse(text)) return rejectedCommand('address-invalid')
  const url = new URL(text)
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return rejectedCommand('address-without-https')
  url.hash = ''
  return { ok: true, value: url }
}

/** Rejected headers. They carry credentials, or change how the HTTP message is parsed. */
const forbiddenHeader = /^(?:authorization|proxy-.*|cookie2?|transfer-encoding|connection|keep-alive|te|trailer|upgrade|content-encoding)$/

/**
 * Validates headers and returns them by lower-case name. Omits `Content-Length`, `Expect` and `Host`, which the command doesn't
 * control. A `Host` that differs from the URL's host is rejected.
 */
export function parseUploadHeaders(
  pairs: readonly (readonly [name: string, value: string])[],
  url: URL
): ParseResult<Record<string, string>> {
  if (pairs.length > maxHeaders) return rejectedCommand('too-many-headers')
  const headers = new Map<string, string>()
  for (const [rawName, rawValue] of pairs) {
    const name = rawName.toLowerCase()
    const value = rawValue.trim()
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,200}$/.test(name)) return rejectedCommand('header-name')
    if (controlCharacter.test(rawValue)) return rejectedCommand('header-control-characters')
    if (forbiddenHeader.test(name)) return rejectedCommandNaming('header-not-allowed', name)
    if (name === 'expect') continue
    if (name === 'content-length') {
      if (!/^\d{1,16}$/.test(value)) return rejectedCommand('content-length')
      continue
    }
    if (name === 'host') {
      if (value.toLowerCase() !== url.host) return rejectedCommand('other-host')
      continue
    }
    if (headers.has(name)) return rejectedCommandNaming('header-twice', name)
    headers.set(name, value)
  }
  return { ok: true, value: Object.fromEntries(headers) }
}

export function parseUploadMethod(text: string): ParseResult<'PUT' | 'POST'> {
  const method = text.toUpperCase()
  if (method === 'PUT' || method === 'POST') return { ok: true, value: method }
  return rejectedCommand('other-method')
}
