import { kept } from '../../shared/words/say.ts'
import { isLoopbackHost } from '../api/http-client.ts'

/** The file that the command may name: by its bare name, which is all that the service was told, or by its whole path. */
export type AskedFile = { readonly fileName: string; readonly path?: string }

export type PartOrReason<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

const maxUrlLength = 16_384
const maxHeaders = 64

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

export function holdsControlCharacter(text: string): boolean {
  return controlCharacter.test(text)
}

export function namesAskedFile(named: string, asked: AskedFile): boolean {
  const name = named.normalize('NFC')
  const fileName = asked.fileName.normalize('NFC')
  return (
    name === fileName ||
    name === `./${fileName}` ||
    name === `.\\${fileName}` ||
    (asked.path !== undefined && name === asked.path.normalize('NFC'))
  )
}

/** An address that bytes of a person may be sent to: https, or http on this very computer; no credentials, nothing that programs read differently. */
export function readUploadUrl(text: string): PartOrReason<URL> {
  if (text.length > maxUrlLength) return { ok: false, reason: kept('Its address is too long.') }
  const match = /^(https?):\/\/([^/?#\\]*)([^]*)$/i.exec(text)
  if (match === null) return { ok: false, reason: kept('Its address is not a web address.') }
  const [, , authority = '', rest = ''] = match
  if (authority.includes('@')) return { ok: false, reason: kept('Its address holds a name or password.') }
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(authority))
    return { ok: false, reason: kept('Its address names no plain host.') }
  if (/[\s\\{}[\]<>"`^|]/.test(rest) || controlCharacter.test(rest))
    return { ok: false, reason: kept('Its address holds characters that have no place there.') }
  if (!URL.canParse(text)) return { ok: false, reason: kept('Its address is not a web address.') }
  const url = new URL(text)
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return { ok: false, reason: kept('Its address is not encrypted.') }
  url.hash = ''
  return { ok: true, value: url }
}

/** Headers that would carry an identity, or decide how the message itself is read. */
const forbiddenHeader = /^(?:authorization|proxy-.*|cookie2?|transfer-encoding|connection|keep-alive|te|trailer|upgrade|content-encoding)$/

/** Checks headers and gives them by lower-case name. `Content-Length`, `Expect` and a `Host` that only repeats the address are ours to write. */
export function readHeaders(pairs: readonly (readonly [name: string, value: string])[], url: URL): PartOrReason<Record<string, string>> {
  if (pairs.length > maxHeaders) return { ok: false, reason: kept('It has too many headers.') }
  const headers = new Map<string, string>()
  for (const [rawName, rawValue] of pairs) {
    const name = rawName.toLowerCase()
    const value = rawValue.trim()
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,200}$/.test(name)) return { ok: false, reason: kept('It has a header without a proper name.') }
    if (controlCharacter.test(rawValue)) return { ok: false, reason: kept('It has a header with a line break or control character in it.') }
    if (forbiddenHeader.test(name)) return { ok: false, reason: kept('It sets the header “{name}”, which an upload may not.', { name }) }
    if (name === 'expect') continue
    if (name === 'content-length') {
      if (!/^\d{1,16}$/.test(value)) return { ok: false, reason: kept('Its content length is not a number.') }
      continue
    }
    if (name === 'host') {
      if (value.toLowerCase() !== url.host) return { ok: false, reason: kept('It names another host than its address.') }
      continue
    }
    if (headers.has(name)) return { ok: false, reason: kept('It sets the header “{name}” twice.', { name }) }
    headers.set(name, value)
  }
  return { ok: true, value: Object.fromEntries(headers) }
}

export function readMethod(text: string): PartOrReason<'PUT' | 'POST'> {
  const method = text.toUpperCase()
  if (method === 'PUT' || method === 'POST') return { ok: true, value: method }
  return { ok: false, reason: kept('It uses another method than PUT or POST.') }
}
