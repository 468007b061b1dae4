import { isLoopbackHost } from '../service/http-client.ts'
import { bypassesProxy } from './proxy-bypass.ts'

/**
 * A proxy from an environment variable, such as `HTTPS_PROXY=http://name:password@proxy.example:8080`. `host`: host name and port.
 * `userPass`: username and password as `name:password`, percent-decoded. Null if the proxy's URL doesn't contain a username.
 */
export type EnvironmentProxy = {
  readonly kind: 'http' | 'https' | 'socks5'
  readonly host: string
  readonly userPass: string | null
}

type Environment = { readonly [name: string]: string | undefined }

const kinds: Readonly<Record<string, EnvironmentProxy['kind']>> = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
  'socks:': 'socks5'
}
const usualPorts: Readonly<Record<EnvironmentProxy['kind'], string>> = { http: '80', https: '443', socks5: '1080' }

/**
 * Returns the proxy for an origin from `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`. The variables' names may be in lower or
 * upper case. Null if no variable applies, or if its URL is invalid. Also null for loopback hosts, which never use a proxy.
 */
export function environmentProxy(origin: string, environment: Environment): EnvironmentProxy | null {
  const { protocol, hostname } = new URL(origin)
  if (isLoopbackHost(hostname)) return null
  const named = (name: string): string => environment[name.toLowerCase()] || environment[name] || ''
  if (bypassesProxy(origin, named('NO_PROXY'))) return null
  const address = named(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || named('ALL_PROXY')
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`
  if (address === '' || !URL.canParse(text)) return null
  const proxy = new URL(text)
  const kind = kinds[proxy.protocol]
  if (kind === undefined || proxy.hostname === '') return null
  const host = `${proxy.hostname}:${proxy.port || usualPorts[kind]}`
  return { kind, host, userPass: proxy.username === '' ? null : `${plain(proxy.username)}:${plain(proxy.password)}` }
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
