import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createProxyPasswords } from '../../electron/account/proxy-passwords.ts'
import { Secret } from '../../electron/account/secret.ts'
import { fetchScript } from '../../electron/desktop/fetch-script.ts'
import { openOwnAuthority } from '../../electron/desktop/own-authority.ts'
import { createScriptedSession } from '../../electron/desktop/scripted-session.ts'
import { createSystemTrust } from '../../electron/desktop/system-certificates.ts'
import { createSystemProxy, type SystemProxy } from '../../electron/desktop/system-proxy.ts'
import { defaultNetworkRules, type NetworkRules } from '../../shared/network.ts'
import { ProxyScript } from '../runtime/main/proxy-script.ts'
import { openProxy } from '../stories/open-proxy.ts'
import { authorityPath, servicePem } from './open-secure-front.ts'
import { openSocks } from './open-socks.ts'

const userPass = 'ada:correct horse'
type Route = Readonly<Record<string, number>>
/** A proxy of any kind, and what it saw. `ways`: where it was asked for a way to; `strange`: what it was asked for in the open. */
export type AnyProxy = {
  readonly host: string
  readonly seen: () => string
  readonly ways: () => readonly string[]
  readonly strange: () => unknown
}

export async function httpProxy(route: Route, options: { readonly isSecret: boolean; readonly wantsPassword: boolean }): Promise<AnyProxy> {
  const proxy = await openProxy({ route, ...(options.isSecret ? { pem: servicePem } : {}) })
  onTestFinished(proxy.close)
  if (options.wantsPassword) proxy.demand({ kind: 'password', userPass })
  return {
    host: proxy.host,
    seen: proxy.seen,
    ways: () => proxy.calls.filter(({ isLetThrough }) => isLetThrough).map(({ target }) => target),
    strange: () => proxy.calls.filter(({ method }) => method !== 'CONNECT')
  }
}

async function socksProxy(route: Route, wanted: string | null): Promise<AnyProxy> {
  const socks = await openSocks(route, wanted)
  onTestFinished(socks.close)
  return { host: socks.host, seen: socks.seen, ways: () => socks.calls, strange: () => [] }
}

async function script(answer: string): Promise<string> {
  const server = createServer((_incoming, outgoing) =>
    outgoing
      .writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig' })
      .end(`function FindProxyForURL(url, host) { return dnsDomainIs(host, '.kiln.test') ? '${answer}' : 'DIRECT' }`)
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy.pac`
}

export const manual = (kind: NetworkRules['proxy']['kind'], { host }: AnyProxy): NetworkRules => {
  const { hostname, port } = new URL(`http://${host}`)
  return { ...defaultNetworkRules, way: 'manual', proxy: { kind, host: hostname, port: Number(port) } }
}
const byScript = async (word: string, { host }: AnyProxy): Promise<NetworkRules> => ({
  ...defaultNetworkRules,
  way: 'pac',
  pacUrl: await script(`${word} ${host}`)
})

export const proxyCases: readonly {
  readonly name: string
  readonly open: (route: Route) => Promise<AnyProxy>
  readonly rules: (proxy: AnyProxy) => NetworkRules | Promise<NetworkRules>
  readonly wantsPassword: boolean
}[] = [
  {
    name: 'an HTTP proxy',
    open: (route) => httpProxy(route, { isSecret: false, wantsPassword: false }),
    rules: (proxy) => manual('http', proxy),
    wantsPassword: false
  },
  {
    name: 'an HTTP proxy that wants a name and a password',
    open: (route) => httpProxy(route, { isSecret: false, wantsPassword: true }),
    rules: (proxy) => manual('http', proxy),
    wantsPassword: true
  },
  {
    name: 'an HTTPS proxy that wants a name and a password',
    open: (route) => httpProxy(route, { isSecret: true, wantsPassword: true }),
    rules: (proxy) => manual('https', proxy),
    wantsPassword: true
  },
  { name: 'a SOCKS5 proxy', open: (route) => socksProxy(route, null), rules: (proxy) => manual('socks5', proxy), wantsPassword: false },
  {
    name: 'a SOCKS5 proxy that wants a name and a password',
    open: (route) => socksProxy(route, userPass),
    rules: (proxy) => manual('socks5', proxy),
    wantsPassword: true
  },
  {
    name: 'a script that names an HTTP proxy with a password',
    open: (route) => httpProxy(route, { isSecret: false, wantsPassword: true }),
    rules: (proxy) => byScript('PROXY', proxy),
    wantsPassword: true
  },
  {
    name: 'a script that names an HTTPS proxy',
    open: (route) => httpProxy(route, { isSecret: true, wantsPassword: false }),
    rules: (proxy) => byScript('HTTPS', proxy),
    wantsPassword: false
  },
  {
    name: 'a script that names a SOCKS5 proxy with a password',
    open: (route) => socksProxy(route, userPass),
    rules: (proxy) => byScript('SOCKS5', proxy),
    wantsPassword: true
  }
]

/** Trusts the authority of `open-secure-front.ts` as a person does who names its file: without it nothing goes through. For all tests of a file. */
export function trustTestAuthority(): void {
  let folder: string
  const trustedBefore = tls.getCACertificates('default')
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-authority-'))
    const authority = openOwnAuthority({
      path: join(folder, 'own-authority.pem'),
      now: Date.now,
      onChange: () => trust.ownChanged(),
      onDefect: (error) => {
        throw error
      }
    })
    const trust = createSystemTrust({
      own: authority.certificates,
      onError: (error) => {
        throw error
      }
    })
    trust.beforeConnecting()
    await authority.take(authorityPath)
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trustedBefore)
    await rm(folder, { recursive: true, force: true })
  })
}

/** The way as the app makes it, by these rules; `userPass` is kept for the proxy where it wants one. Goes with the test. */
export function wayThrough(proxy: AnyProxy, rules: NetworkRules, wantsPassword: boolean): SystemProxy {
  const scripted = createScriptedSession({
    session: new ProxyScript(),
    fetchScript,
    isOnNetwork: () => true,
    now: Date.now,
    onTrouble: () => undefined
  })
  const kept = new Map<string, Secret>(wantsPassword ? [[proxy.host, new Secret(userPass)]] : [])
  const way = createSystemProxy({
    resolveProxy: scripted.resolveBySystem,
    resolveByScript: scripted.resolveByScript,
    rules: () => rules,
    environment: {},
    passwords: createProxyPasswords({
      read: async (id) => {
        const key = kept.get(id.replace('proxy ', ''))
        return key === undefined ? { kind: 'none' } : { kind: 'key', key }
      },
      keep: async () => 'session',
      forget: () => undefined
    }),
    now: Date.now,
    onChange: () => undefined
  })
  onTestFinished(way.close)
  return way
}
