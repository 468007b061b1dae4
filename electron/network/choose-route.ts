import type { NetworkSettings } from '../../shared/app/network.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import { Secret } from '../accounts/secret.ts'
import { isLoopbackHost } from '../service/http-client.ts'
import { environmentProxy } from './environment-proxy.ts'
import { bypassesProxy } from './proxy-bypass.ts'
import type { ProxyServer } from './proxy-dispatcher.ts'

/** An entry of a PAC result. The result `PROXY proxy.example:8080; DIRECT` has two entries. */
export type PacEntry = { readonly kind: 'direct' } | ProxyServer | { readonly kind: 'unknown' }

/** Settings and proxy results that determine a route. */
export type RouteSources = {
  /** Returns the system's result for a URL, as a PAC string. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** Returns the PAC file's result for a URL, as a PAC string. Rejects if the PAC file can't be evaluated. */
  readonly resolveWithPac: (pacUrl: string, url: string) => Promise<string>
  /** Returns the user's settings. Called each time a route is chosen. */
  readonly rules: () => NetworkSettings
  readonly environment: { readonly [name: string]: string | undefined }
}

/** `given`: username and password from the environment. Null if the environment has none, or if the route isn't from the environment. */
export type ChosenRoute = { readonly choice: PacEntry; readonly source: ProxyState['source']; readonly given: Secret | null }

/** Chooses the route to an origin. @throws PacResolutionError if the PAC file can't be evaluated. */
export async function chooseRoute(
  { resolveProxy, resolveWithPac, rules, environment }: RouteSources,
  origin: string
): Promise<ChosenRoute> {
  const { way, proxy, exceptions, pacUrl } = rules()
  const isDirect = way === 'direct' || (way !== 'system' && isLoopbackHost(new URL(origin).hostname))
  if (isDirect || (way === 'manual' && bypassesProxy(origin, exceptions)))
    return { choice: { kind: 'direct' }, source: 'manual', given: null }
  if (way === 'manual') return { choice: { kind: proxy.kind, host: `${proxy.host}:${proxy.port}` }, source: 'manual', given: null }
  if (way === 'pac') {
    const byScript = parsePacResult(await resolveWithPac(pacUrl, origin))
    return { choice: byScript, source: 'pac', given: null }
  }
  const bySystem = parsePacResult(await resolveProxy(origin).catch(() => 'DIRECT'))
  if (bySystem.kind !== 'direct') return { choice: bySystem, source: 'system', given: null }
  const named = environmentProxy(origin, environment)
  if (named === null) return { choice: bySystem, source: 'system', given: null }
  const { kind, host, userPass } = named
  return { choice: { kind, host }, source: 'environment', given: userPass === null ? null : new Secret(userPass) }
}

/**
 * Returns the first entry of a PAC result that Kiln supports. Without such an entry, returns a direct connection. SOCKS4 isn't supported.
 */
export function parsePacResult(pacAnswer: string): PacEntry {
  const choices = pacAnswer.split(';').map((entry) => readEntry(entry.trim()))
  return choices.find((choice) => choice.kind !== 'unknown') ?? { kind: 'direct' }
}

function readEntry(entry: string): PacEntry {
  const [word = '', host = ''] = entry.split(/\s+/)
  switch (word.toUpperCase()) {
    case 'DIRECT':
      return { kind: 'direct' }
    case 'PROXY':
    case 'HTTP':
      return host === '' ? { kind: 'unknown' } : { kind: 'http', host }
    case 'HTTPS':
      return host === '' ? { kind: 'unknown' } : { kind: 'https', host }
    case 'SOCKS5':
    case 'SOCKS':
      return host === '' ? { kind: 'unknown' } : { kind: 'socks5', host }
    default:
      return { kind: 'unknown' }
  }
}
