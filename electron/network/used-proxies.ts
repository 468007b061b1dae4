import type { ProxyState } from '../../shared/app/proxy.ts'
import type { Secret } from '../accounts/secret.ts'
import type { ProxyResponse, ProxyServer } from './proxy-dispatcher.ts'

/** A proxy that was used. `target`: origin of the connection. `needs`: authentication that the proxy's last response requires, or null. */
export type UsedProxy = {
  readonly proxy: ProxyServer
  readonly source: ProxyState['source']
  /** Username and password from the environment. Credentials entered by the user take precedence. */
  readonly given: Secret | null
  target: string
  hasPassword: boolean
  needs: ProxyState['needs']
}

/** The proxies that were used, and the one that the last connection used. */
export type UsedProxies = {
  /** Returns the state of the proxy used by the last proxied connection. Null if all connections are direct. */
  readonly state: () => ProxyState | null
  readonly get: (host: string) => UsedProxy | undefined
  /** Records that `origin` is reached through `proxy`. */
  readonly use: (proxy: ProxyServer, source: ProxyState['source'], given: Secret | null, origin: string) => void
  /** Records that `origin` is reached without a proxy. */
  readonly useNone: (origin: string) => void
  readonly onResponse: (host: string, response: ProxyResponse) => void
  readonly forgetLast: () => void
  /** Calls `onChange` if the state has changed since the last report. */
  readonly report: () => void
}

export function createUsedProxies(onChange: (state: ProxyState | null) => void): UsedProxies {
  const met = new Map<string, UsedProxy>()
  let last: { readonly host: string; readonly origin: string } | null = null
  let told = ''

  function state(): ProxyState | null {
    const one = last === null ? undefined : met.get(last.host)
    if (one === undefined) return null
    const { proxy, source, needs, hasPassword } = one
    return { host: proxy.host, source, needs, isRefused: needs === 'password' && hasPassword, hasPassword }
  }

  function report(): void {
    const found = state()
    const text = JSON.stringify(found)
    if (text === told) return
    told = text
    onChange(found)
  }

  return {
    state,
    report,
    get: (host) => met.get(host),
    use: (proxy, source, given, origin) => {
      const { host } = proxy
      const before = met.get(host)
      if (before === undefined || before.proxy.kind !== proxy.kind || before.source !== source)
        met.set(host, { proxy, source, given, target: origin, hasPassword: before?.hasPassword ?? false, needs: null })
      last = { host, origin }
    },
    useNone: (origin) => {
      if (last?.origin === origin) last = null
      report()
    },
    onResponse: (host, { status, schemes }) => {
      const one = met.get(host)
      if (one === undefined) return
      one.needs = status !== 407 ? null : schemes.length === 0 || schemes.includes('basic') ? 'password' : 'other'
      if (one.needs !== null) last = { host, origin: one.target }
      report()
    },
    forgetLast: () => {
      last = null
      report()
    }
  }
}
