import { say } from '../../shared/i18n/say.ts'
import { isLoopbackHost } from './loopback-host.ts'

declare const parsed: unique symbol
/** A base URL that `parseBaseUrl` accepted. The clients accept only this type, so an API key is never sent to an unchecked address. */
export type BaseUrl = string & { readonly [parsed]: true }

/**
 * Parses a service's base URL. Accepts https, and http for this computer only. Rejects credentials, a query and a fragment. Removes
 * trailing slashes and a copied `/api/v1` or `/api/mcp`. Adds a missing scheme.
 */
export function parseBaseUrl(
  text: string
): { readonly ok: true; readonly baseUrl: BaseUrl } | { readonly ok: false; readonly sentence: string } {
  const trimmed = withScheme(text.trim())
  if (trimmed === '') return { ok: false, sentence: say('Enter the service’s address, such as https://api.example.com.') }
  if (!URL.canParse(trimmed))
    return { ok: false, sentence: say('This isn’t a web address. Enter the full address, such as https://api.example.com.') }
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, sentence: say('The address must start with https://.') }
  if (url.username !== '' || url.password !== '')
    return { ok: false, sentence: say('Remove the username and password from the address. The key has its own field.') }
  if (url.search !== '' || url.hash !== '') return { ok: false, sentence: say('Remove everything from “?” or “#” onwards.') }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return { ok: false, sentence: say('This address doesn’t use HTTPS. Use https:// to protect your key.') }
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api\/(v1|mcp)$/, '')
  return { ok: true, baseUrl: (url.origin + path.replace(/\/+$/, '')) as BaseUrl }
}

/** A host with an optional port and path, as users copy it: `api.example.com/api/v1`, `localhost:4000`. */
const hostAlone = /^(?<host>localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:]+\])(?::\d+)?(?:\/|$)/i

function withScheme(text: string): string {
  const host = hostAlone.exec(text)?.groups?.['host']
  if (host === undefined) return text
  return `${isLoopbackHost(host) ? 'http' : 'https'}://${text}`
}
