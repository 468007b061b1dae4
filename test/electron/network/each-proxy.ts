import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createProxyCredentialStore } from '../../../electron/network/proxy-credential-store.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { downloadPacFile } from '../../../electron/network/download-pac-file.ts'
import { openCustomCa } from '../../../electron/network/custom-ca.ts'
import { createPacSession } from '../../../electron/network/pac-session.ts'
import { createSystemTrust } from '../../../electron/network/system-certificates.ts'
import { createProxyRouter, type ProxyRouter } from '../../../electron/network/proxy-router.ts'
import { defaultNetworkSettings, type NetworkSettings } from '../../../shared/app/network.ts'
import { SessionProxyResolver } from '../../runtime/main/session-proxy-resolver.ts'
import { openProxy } from '../../integration/open-proxy.ts'
import { testCaPath, servicePem } from './open-tls-reverse-proxy.ts'
import { openSocksProxy } from './open-socks-proxy.ts'

const userPass = 'ada:correct horse'
type Route = Readonly<Record<string, number>>
/**
 * A proxy of any kind. `seen`: all bytes that clients sent, as text. `ways`: targets of the connections, without those that an HTTP proxy
 * rejected. `strange`: an HTTP proxy's requests other than `CONNECT`.
 */
export type RecordingProxy = {
  readonly host: string
  readonly seen: () => string
  readonly ways: () => readonly string[]
  readonly strange: () => unknown
}

export async function openHttpProxy(
  route: Route,
  options: { readonly isSecret: boolean; readonly needsPassword: boolean }
): Promise<RecordingProxy> {
  const proxy = await openProxy({ route, ...(options.isSecret ? { pem: servicePem } : {}) })
  onTestFinished(proxy.close)
  if (options.needsPassword) proxy.demand({ kind: 'password', userPass })
  return {
    host: proxy.host,
    seen: proxy.seen,
    ways: () => proxy.calls.filter(({ isLetThrough }) => isLetThrough).map(({ target }) => target),
    strange: () => proxy.calls.filter(({ method }) => method !== 'CONNECT')
  }
}

async function socksProxy(route: Route, wanted: string | null): Promise<RecordingProxy> {
  const socks = await openSocksProxy(route, wanted)
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

export const manualProxySettings = (kind: NetworkSettings['proxy']['kind'], { host }: RecordingProxy): NetworkSettings => {
  const { hostname, port } = new URL(`http://${host}`)
  return { ...defaultNetworkSettings, way: 'manual', proxy: { kind, host: hostname, port: Number(port) } }
}
const byScript = async (word: string, { host }: RecordingProxy): Promise<NetworkSettings> => ({
  ...defaultNetworkSettings,
  way: 'pac',
  pacUrl: await script(`${word} ${host}`)
})

export const proxyCases: readonly {
  readonly name: string
  readonly open: (route: Route) => Promise<RecordingProxy>
  readonly rules: (proxy: RecordingProxy) => NetworkSettings | Promise<NetworkSettings>
  readonly needsPassword: boolean
}[] = [
  {
    name: 'an HTTP proxy',
    open: (route) => openHttpProxy(route, { isSecret: false, needsPassword: false }),
    rules: (proxy) => manualProxySettings('http', proxy),
    needsPassword: false
  },
  {
    name: 'an HTTP proxy that needs a username and password',
    open: (route) => openHttpProxy(route, { isSecret: false, needsPassword: true }),
    rules: (proxy) => manualProxySettings('http', proxy),
    needsPassword: true
  },
  {
    name: 'an HTTPS proxy that needs a username and password',
    open: (route) => openHttpProxy(route, { isSecret: true, needsPassword: true }),
    rules: (proxy) => manualProxySettings('https', proxy),
    needsPassword: true
  },
  {
    name: 'a SOCKS5 proxy',
    open: (route) => socksProxy(route, null),
    rules: (proxy) => manualProxySettings('socks5', proxy),
    needsPassword: false
  },
  {
    name: 'a SOCKS5 proxy that needs a username and password',
    open: (route) => socksProxy(route, userPass),
    rules: (proxy) => manualProxySettings('socks5', proxy),
    needsPassword: true
  },
  {
    name: 'a PAC file that names an HTTP proxy with a password',
    open: (route) => openHttpProxy(route, { isSecret: false, needsPassword: true }),
    rules: (proxy) => byScript('PROXY', proxy),
    needsPassword: true
  },
  {
    name: 'a PAC file that names an HTTPS proxy',
    open: (route) => openHttpProxy(route, { isSecret: true, needsPassword: false }),
    rules: (proxy) => byScript('HTTPS', proxy),
    needsPassword: false
  },
  {
    name: 'a PAC file that names a SOCKS5 proxy with a password',
    open: (route) => socksProxy(route, userPass),
    rules: (proxy) => byScript('SOCKS5', proxy),
    needsPassword: true
  }
]

/**
 * Makes Kiln trust the test certificate authority during all tests of a file. Imports `authority.pem`, as a user does in the settings.
 * Connections to `openTlsReverseProxy` fail without this trust.
 */
export function trustTestCa(): void {
  let folder: string
  const trustedBefore = tls.getCACertificates('default')
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-authority-'))
    const authority = openCustomCa({
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
    await authority.import(testCaPath)
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trustedBefore)
    await rm(folder, { recursive: true, force: true })
  })
}

/**
 * Opens a `ProxyRouter` with the settings `rules` and closes it at the end of the test. If `needsPassword` is true, the credentials for
 * `proxy` are already saved.
 */
export function openTestProxyRouter(proxy: RecordingProxy, rules: NetworkSettings, needsPassword: boolean): ProxyRouter {
  const scripted = createPacSession({
    session: new SessionProxyResolver(),
    fetchScript: downloadPacFile,
    isOnNetwork: () => true,
    now: Date.now,
    onTrouble: () => undefined
  })
  const kept = new Map<string, Secret>(needsPassword ? [[proxy.host, new Secret(userPass)]] : [])
  const way = createProxyRouter({
    resolveProxy: scripted.resolveBySystem,
    resolveWithPac: scripted.resolveWithPac,
    rules: () => rules,
    environment: {},
    passwords: createProxyCredentialStore({
      read: async (id) => {
        const key = kept.get(id.replace('proxy ', ''))
        return key === undefined ? { kind: 'none' } : { kind: 'key', key }
      },
      save: async () => 'session',
      forget: () => undefined
    }),
    now: Date.now,
    onChange: () => undefined
  })
  onTestFinished(way.close)
  return way
}
