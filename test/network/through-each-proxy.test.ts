import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createProxyPasswords } from '../../electron/account/proxy-passwords.ts'
import { Secret } from '../../electron/account/secret.ts'
import { openOwnAuthority } from '../../electron/desktop/own-authority.ts'
import { createScriptedSession } from '../../electron/desktop/scripted-session.ts'
import { createSystemTrust } from '../../electron/desktop/system-certificates.ts'
import { createSystemProxy } from '../../electron/desktop/system-proxy.ts'
import { defaultNetworkRules, type NetworkRules } from '../../shared/network.ts'
import { ProxyScript } from '../runtime/main/proxy-script.ts'
import { askForFaces } from '../stories/ask-for-faces.ts'
import { openProxy } from '../stories/open-proxy.ts'
import { openStory, standard } from '../stories/open-story.ts'
import { authorityPath, openSecureFront, servicePem } from './open-secure-front.ts'
import { openSocks } from './open-socks.ts'

const userPass = 'ada:correct horse'
type Route = Readonly<Record<string, number>>
/** A proxy of any kind, and what it saw. `ways`: where it was asked for a way to; `strange`: what it was asked for in the open. */
type AnyProxy = {
  readonly host: string
  readonly seen: () => string
  readonly ways: () => readonly string[]
  readonly strange: () => unknown
}

async function httpProxy(route: Route, options: { readonly isSecret: boolean; readonly wantsPassword: boolean }): Promise<AnyProxy> {
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

const manual = (kind: NetworkRules['proxy']['kind'], { host }: AnyProxy): NetworkRules => {
  const { hostname, port } = new URL(`http://${host}`)
  return { ...defaultNetworkRules, way: 'manual', proxy: { kind, host: hostname, port: Number(port) } }
}
const byScript = async (word: string, { host }: AnyProxy): Promise<NetworkRules> => ({
  ...defaultNetworkRules,
  way: 'pac',
  pacUrl: await script(`${word} ${host}`)
})

const cases: readonly {
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

let folder: string
const trustedBefore = tls.getCACertificates('default')

/** All of it rests on the certificate of an authority that a person has named: without it nothing below goes through. */
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

describe.each(cases)('through $name', ({ open, rules: rulesFor, wantsPassword }) => {
  it('go submissions, questions, MCP, uploads and downloads, and it sees nothing but where to', async () => {
    const story = await openStory({ studio: { connection: null } })
    const names = { 'api.kiln.test': story.practice.url, 'storage.kiln.test': story.practice.storageUrl }
    const front = await openSecureFront(names)
    onTestFinished(front.close)
    const proxy = await open(Object.fromEntries(Object.keys(names).map((name) => [name, front.port])))
    const rules = await rulesFor(proxy)
    const scripted = createScriptedSession(new ProxyScript())
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
    await story.reopen({
      connection: { baseUrl: 'https://api.kiln.test', apiKey: story.practice.apiKey },
      dispatcherFor: way.dispatcherFor
    })

    const plain = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    const swap = await askForFaces(story)
    const shown = await story.studio.faces(swap.id)
    expect(shown.faces).toHaveLength(4)
    await story.studio.selectFaces(swap.id, { kind: 'faces', picks: [{ faceId: 'face-3', reference: 0 }] })
    for (const { id } of [plain, swap]) expect((await story.until(id, 'done')).results[0]?.path).toBeDefined()
    expect(story.charges()).toBe(2)

    // Nothing has reached service or storage but by this proxy.
    const heard = new Set(front.heard.map((call) => call.replace(/\/(?:results|uploads)\/.*/, '/$&').split('?')[0]))
    expect([...heard].some((call) => call === `api.kiln.test POST /api/v1/${standard}/submit`)).toBe(true)
    expect([...heard].some((call) => call === 'api.kiln.test POST /api/mcp')).toBe(true)
    expect([...heard].some((call) => call?.startsWith('storage.kiln.test PUT '))).toBe(true)
    expect([...heard].some((call) => call?.startsWith('storage.kiln.test GET '))).toBe(true)
    expect(new Set(proxy.ways())).toEqual(new Set(['api.kiln.test:443', 'storage.kiln.test:443']))
    expect(way.state()).toMatchObject({ host: proxy.host, source: rules.way, hasPassword: wantsPassword })

    expect(proxy.strange()).toEqual([])
    expect(proxy.seen().length).toBeGreaterThan(5_000)
    const secrets = [
      story.practice.apiKey,
      Buffer.from(story.practice.apiKey).toString('base64'),
      'Bearer',
      'celadon',
      standard,
      'idempotency-key'
    ]
    for (const secret of secrets) expect(proxy.seen().toLowerCase()).not.toContain(secret.toLowerCase())
  }, 120_000)
})
