import { say } from '../../shared/words/say.ts'
import { isLoopbackHost } from './loopback-host.ts'

/**
 * The base address of a service: https, or http for this very computer, without credentials or query. Slashes at its end and a
 * copied `/api/v1` or `/api/mcp` are taken off. Behaviour section 7.
 */
export function parseBaseUrl(
  text: string
): { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly sentence: string } {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, sentence: say('Enter the address of the service, such as https://api.example.com.') }
  if (!URL.canParse(trimmed))
    return { ok: false, sentence: say('That is not a web address. Enter it in full, such as https://api.example.com.') }
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, sentence: say('The address has to begin with https://.') }
  if (url.username !== '' || url.password !== '')
    return { ok: false, sentence: say('Leave name and password out of the address; the key has its own field.') }
  if (url.search !== '' || url.hash !== '') return { ok: false, sentence: say('Leave out everything from “?” or “#” on.') }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return { ok: false, sentence: say('That address is not encrypted. Use https:// so that nobody on the way can read your key.') }
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api\/(v1|mcp)$/, '')
  return { ok: true, baseUrl: url.origin + path.replace(/\/+$/, '') }
}
