import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createKeyVault } from '../../../electron/accounts/key-vault.ts'
import {
  createProxyCredentialStore,
  parseProxyCredentials,
  type ProxyCredentialStore
} from '../../../electron/network/proxy-credential-store.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { createHttpClient, type HttpCallResult } from '../../../electron/service/http-client.ts'
import { parsePacResult } from '../../../electron/network/choose-route.ts'
import { createProxyRouter, type ProxyRouter } from '../../../electron/network/proxy-router.ts'
import { defaultNetworkSettings, type NetworkSettings } from '../../../shared/app/network.ts'
import type { ProxyState } from '../../../shared/app/proxy.ts'
import { createAesStore } from '../accounts/aes-store.ts'
import { openSettingsFileInNode } from '../settings/settings-file-in-node.ts'
import { serveTcp } from '../service/local-server.ts'
import { openProxy, type TestProxy } from '../../integration/open-proxy.ts'

const right = 'ada:correct horse'
const never = { acceptWeakStorage: false }
const store = createAesStore('linux')

let folder: string
let proxy: TestProxy
let way: ProxyRouter
let told: (ProxyState | null)[]
let pacAnswer: string
let scriptAnswer: string
let rules: NetworkSettings
let time: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-proxy-'))
  proxy = await openProxy()
  pacAnswer = `PROXY ${proxy.host}; DIRECT`
  scriptAnswer = 'DIRECT'
  rules = defaultNetworkSettings
  told = []
  time = 0
  way = start(await passwordsOnDisk())
})
afterEach(async () => {
  await way.close()
  await proxy.close()
  await rm(folder, { recursive: true, force: true })
})

function start(passwords: ProxyCredentialStore, environment: Record<string, string> = {}): ProxyRouter {
  return createProxyRouter({
    resolveProxy: async () => pacAnswer,
    resolveWithPac: async () => scriptAnswer,
    rules: () => rules,
    environment,
    passwords,
    now: () => time,
    onChange: (state) => told.push(state)
  })
}

/** Opens a credential store that contains only the saved passwords, as after a restart. */
async function passwordsOnDisk(): Promise<ProxyCredentialStore> {
  const file = await openSettingsFileInNode(folder)
  return createProxyCredentialStore(
    createKeyVault({
      store,
      keyStore: file.section('keys'),
      now: Date.now,
      wait: () => Promise.resolve(),
      onTrouble: (what, error) => {
        throw new Error(what, { cause: error })
      }
    })
  )
}

async function listen(server: Server | TlsServer): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens a local HTTP service. `heard`: the headers of each received request, as JSON. */
async function openService(): Promise<{ readonly origin: string; readonly heard: string[] }> {
  const heard: string[] = []
  const server = createServer((incoming, answer) => {
    heard.push(JSON.stringify(incoming.headers))
    answer.end('{"success":true}')
  })
  return { origin: `http://${await listen(server)}`, heard }
}

/** Opens the same service over TLS. Its certificate is self-signed, so the test must first add it to the trusted certificates. */
async function openSecureService(): Promise<{ readonly origin: string; readonly heard: string[] }> {
  const pem = await readFile(join(import.meta.dirname, '..', 'service', 'self-signed.pem'), 'utf8')
  const heard: string[] = []
  const server = createTlsServer({ key: pem, cert: pem }, (incoming, answer) => {
    heard.push(JSON.stringify(incoming.headers))
    answer.end('{"success":true}')
  })
  return { origin: `https://${await listen(server)}`, heard }
}

async function call(origin: string): Promise<HttpCallResult> {
  const http = createHttpClient({ dispatcherFor: (target) => way.dispatcherFor(target) })
  const headers = { authorization: 'Bearer sk-the-key-of-the-account' }
  const end = await http.send({ step: 'submit', method: 'POST', origin, path: '/api/v1/x/submit', headers, body: '{}' })
  await http.close()
  return end
}

describe('the network route', () => {
  it.each([
    ['DIRECT', { kind: 'direct' }],
    ['', { kind: 'direct' }],
    ['PROXY proxy.example:8080; DIRECT', { kind: 'http', host: 'proxy.example:8080' }],
    ['HTTPS secure.example:443', { kind: 'https', host: 'secure.example:443' }],
    ['SOCKS5 socks.example:1080; DIRECT', { kind: 'socks5', host: 'socks.example:1080' }],
    ['SOCKS socks.example:1080', { kind: 'socks5', host: 'socks.example:1080' }],
    ['SOCKS4 old.example:1080; PROXY proxy.example:8080', { kind: 'http', host: 'proxy.example:8080' }],
    ['SOCKS4 old.example:1080', { kind: 'direct' }],
    ['QUIC quic.example:443; DIRECT', { kind: 'direct' }],
    ['PROXY', { kind: 'direct' }],
    ['proxy proxy.example:8080', { kind: 'http', host: 'proxy.example:8080' }]
  ])('from the PAC result %j is %j', (answer, choice) => {
    expect(parsePacResult(answer)).toEqual(choice)
  })

  it('goes through the system’s proxy', async () => {
    const { origin, heard } = await openService()
    expect(await call(origin)).toMatchObject({ ok: true, response: { status: 200 } })
    expect(heard).toHaveLength(1)
    expect(proxy.calls).toMatchObject([{ method: 'CONNECT', target: new URL(origin).host }])
    expect(way.state()).toEqual({ host: proxy.host, source: 'system', needs: null, isRefused: false, hasPassword: false })
  })

  it('is direct if the system says so', async () => {
    const { origin } = await openService()
    pacAnswer = 'DIRECT'
    expect(await call(origin)).toMatchObject({ ok: true })
    expect([proxy.calls, way.state()]).toEqual([[], null])
  })

  it('is resolved again after a minute, or earlier if the network changes', async () => {
    const first = await way.dispatcherFor('https://api.example.com')
    pacAnswer = 'DIRECT'
    time = 59_999
    expect(await way.dispatcherFor('https://api.example.com')).toBe(first)
    time = 60_000
    const second = await way.dispatcherFor('https://api.example.com')
    expect(second).not.toBe(first)
    pacAnswer = `PROXY ${proxy.host}`
    expect(await way.dispatcherFor('https://api.example.com')).toBe(second)
    way.clearRouteCache()
    expect(await way.dispatcherFor('https://api.example.com')).toBe(first)
  })

  it('uses a proxy without a tunnel for unencrypted storage', async () => {
    expect(await call('http://storage.example:8080')).toMatchObject({ ok: true, response: { text: 'by proxy' } })
    expect(proxy.calls).toMatchObject([{ method: 'POST', target: 'http://storage.example:8080/api/v1/x/submit' }])
  })
})

describe('data that a proxy receives', () => {
  it('includes the target but never the key or the request', async () => {
    const before = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...before, readFileSync(join(import.meta.dirname, '..', 'service', 'self-signed.pem'), 'utf8')])
    onTestFinished(() => tls.setDefaultCACertificates(before))
    const { origin, heard } = await openSecureService()
    expect(await call(origin)).toMatchObject({ ok: true })
    expect(heard[0]).toContain('sk-the-key-of-the-account')
    expect(proxy.calls).toMatchObject([{ method: 'CONNECT', target: new URL(origin).host }])
    expect(proxy.tunnelled().length).toBeGreaterThan(200)
    for (const seen of [proxy.tunnelled(), JSON.stringify(proxy.calls)]) expect(seen).not.toMatch(/sk-the-key|submit/)
  })

  it('includes only that proxy’s own password, and no other server receives it', async () => {
    proxy.demand({ kind: 'password', userPass: right })
    const { origin, heard } = await openService()
    await call(origin)
    await way.signIn({ host: proxy.host, userPass: new Secret(right), ...never })
    const other = await openProxy()
    onTestFinished(other.close)
    pacAnswer = `PROXY ${other.host}`
    await call(origin)
    expect(other.calls).toHaveLength(1)
    const told64 = Buffer.from(right).toString('base64')
    for (const seen of [heard.join(), JSON.stringify(other.calls)]) expect(seen).not.toContain(told64)
    expect(JSON.stringify(proxy.calls)).toContain(told64)
  })
})

describe('a proxy that needs a username and password', () => {
  it('blocks requests, and its response isn’t mistaken for the service’s', async () => {
    proxy.demand({ kind: 'password', userPass: right })
    const { origin, heard } = await openService()
    expect(await call(origin)).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: 'proxy-password' } })
    expect(heard).toEqual([])
    expect(told.at(-1)).toEqual({ host: proxy.host, source: 'system', needs: 'password', isRefused: false, hasPassword: false })
  })

  it('rejects wrong credentials before they are saved, and accepts correct ones, even after a restart', async () => {
    proxy.demand({ kind: 'password', userPass: right })
    const { origin, heard } = await openService()
    await call(origin)
    await expect(way.signIn({ host: proxy.host, userPass: new Secret('ada:wrong'), ...never })).rejects.toMatchObject({ field: 'password' })
    expect(await (await passwordsOnDisk()).read(proxy.host)).toBeNull()
    expect(heard).toEqual([])

    expect(await way.signIn({ host: proxy.host, userPass: new Secret(right), ...never })).toBe('stored')
    expect(heard).toEqual([])
    expect(await call(origin)).toMatchObject({ ok: true })
    expect(way.state()).toMatchObject({ needs: null, hasPassword: true })
    await way.close()

    way = start(await passwordsOnDisk())
    expect(await call(origin)).toMatchObject({ ok: true })
    const settings = await readFile(join(folder, 'settings.json'), 'utf8')
    for (const text of [right, 'correct horse', Buffer.from(right).toString('base64')]) expect(settings).not.toContain(text)
  })

  it('is reported as rejecting the credentials if they no longer work', async () => {
    proxy.demand({ kind: 'password', userPass: right })
    const { origin } = await openService()
    await call(origin)
    await way.signIn({ host: proxy.host, userPass: new Secret(right), ...never })
    proxy.demand({ kind: 'password', userPass: 'ada:another one' })
    expect(await call(origin)).toMatchObject({ ok: false, fault: { networkBlock: 'proxy-password' } })
    expect(way.state()).toMatchObject({ needs: 'password', isRefused: true, hasPassword: true })
  })

  it('receives no credentials once they are removed', async () => {
    proxy.demand({ kind: 'password', userPass: right })
    const { origin } = await openService()
    await call(origin)
    await way.signIn({ host: proxy.host, userPass: new Secret(right), ...never })
    way.forget(proxy.host)
    expect(await call(origin)).toMatchObject({ ok: false, fault: { networkBlock: 'proxy-password' } })
    expect(await (await passwordsOnDisk()).read(proxy.host)).toBeNull()
  })

  it('is recognised even for unencrypted requests without a tunnel', async () => {
    proxy.demand({ kind: 'password', userPass: right })
    const end = await call('http://storage.example')
    expect(end).toMatchObject({ ok: true, response: { status: 407 } })
    expect(way.state()).toMatchObject({ needs: 'password' })
  })

  it('can use SOCKS', async () => {
    const socks = await serveTcp((socket) => socket.once('data', () => socket.end(Buffer.from([5, 0xff]))))
    onTestFinished(socks.close)
    pacAnswer = `SOCKS5 127.0.0.1:${socks.port}`
    expect(await call('https://api.example.com')).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: 'proxy-password' } })
    expect(way.state()).toMatchObject({ needs: 'password' })
  })

  it.each([['no-colon'], [':only-a-password'], ['  :x'], ['ada:two\nlines']])(
    'rejects %j, which isn’t a valid username and password',
    (typed) => {
      expect(() => parseProxyCredentials(new Secret(typed))).toThrow()
      expect(parseProxyCredentials(new Secret('ada:with:colons')).reveal()).toBe('ada:with:colons')
    }
  )
})

describe('a proxy that rejects every request', () => {
  it('is distinguished from one that needs a username', async () => {
    proxy.demand({ kind: 'refuse' })
    const { origin, heard } = await openService()
    expect(await call(origin)).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: 'proxy-refusal' } })
    expect([heard, way.state()?.needs]).toEqual([[], null])
  })

  it('can require a sign-in method that Kiln doesn’t support', async () => {
    proxy.demand({ kind: 'other-sign-in' })
    const { origin } = await openService()
    expect(await call(origin)).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: 'proxy-password' } })
    expect(way.state()?.needs).toBe('other')
  })
})

describe('a proxy from the environment', () => {
  it('is used if the system has none, with the username and password given there', async () => {
    proxy.demand({ kind: 'password', userPass: right })
    await way.close()
    pacAnswer = 'DIRECT'
    way = start(await passwordsOnDisk(), { http_proxy: `http://ada:correct%20horse@${proxy.host}` })
    expect(await call('http://storage.example')).toMatchObject({ ok: true, response: { text: 'by proxy' } })
    expect(way.state()).toEqual({ host: proxy.host, source: 'environment', needs: null, isRefused: false, hasPassword: true })
  })
})

describe('a route that the user configured', () => {
  const manual = (exceptions = ''): NetworkSettings => {
    const { hostname, port } = new URL(`http://${proxy.host}`)
    return { ...defaultNetworkSettings, way: 'manual', proxy: { kind: 'http', host: hostname, port: Number(port) }, exceptions }
  }
  const storage = 'http://storage.example'

  it('uses the user’s proxy despite the system’s, except for exceptions and this computer', async () => {
    pacAnswer = 'PROXY 127.0.0.1:9'
    rules = manual('other.example')
    expect(await call(storage)).toMatchObject({ ok: true, response: { text: 'by proxy' } })
    expect(way.state()).toMatchObject({ host: proxy.host, source: 'manual' })
    expect(await way.routeTo('https://api.other.example')).toEqual({ proxy: null, source: 'manual', pacError: null })
    const { origin, heard } = await openService()
    expect(await call(origin)).toMatchObject({ ok: true })
    expect([heard.length, proxy.calls.length]).toEqual([1, 1])
  })

  it('is direct if the user chooses no proxy, even if system and environment name one', async () => {
    await way.close()
    way = start(await passwordsOnDisk(), { http_proxy: `http://${proxy.host}` })
    rules = { ...defaultNetworkSettings, way: 'direct' }
    expect(await way.routeTo(storage)).toEqual({ proxy: null, source: 'manual', pacError: null })
  })

  it('follows the user’s PAC file', async () => {
    rules = { ...defaultNetworkSettings, way: 'pac', pacUrl: 'http://wpad.example/proxy.pac' }
    scriptAnswer = `PROXY ${proxy.host}`
    expect(await call(storage)).toMatchObject({ ok: true, response: { text: 'by proxy' } })
    expect(way.state()).toMatchObject({ host: proxy.host, source: 'pac' })
    scriptAnswer = 'DIRECT'
    expect(await way.routeTo(storage)).toEqual({ proxy: null, source: 'pac', pacError: null })
  })

  it('applies to new requests, and running ones continue', async () => {
    rules = manual()
    const before = await way.dispatcherFor(storage)
    const gate = Promise.withResolvers<void>()
    const slow = createServer((_incoming, answer) => {
      answer.write('first half, ')
      void gate.promise.then(() => answer.end('second half'))
    })
    const origin = `http://${await listen(slow)}`
    const http = createHttpClient({ dispatcherFor: (target) => way.dispatcherFor(target) })
    onTestFinished(http.close)
    const head = Promise.withResolvers<void>()
    let text = ''
    const underWay = http.receive({ step: 'download', method: 'GET', origin, path: '/', headers: {} }, () => {
      head.resolve()
      return (chunk) => {
        text += chunk.toString()
        return null
      }
    })
    await head.promise
    rules = { ...defaultNetworkSettings, way: 'direct' }
    way.rulesChanged(storage)
    way.reconnect()
    expect(await way.dispatcherFor(storage)).not.toBe(before)
    expect(way.state()).toBeNull()
    gate.resolve()
    expect(await underWay).toMatchObject({ ok: true })
    expect(text).toBe('first half, second half')
  })

  it('is resolved again if the user changes it before the PAC file has answered', async () => {
    const asked: PromiseWithResolvers<string>[] = []
    await way.close()
    way = createProxyRouter({
      resolveProxy: async () => pacAnswer,
      resolveWithPac: () => {
        const answer = Promise.withResolvers<string>()
        asked.push(answer)
        return answer.promise
      },
      rules: () => rules,
      environment: {},
      passwords: await passwordsOnDisk(),
      now: () => time,
      onChange: (state) => told.push(state)
    })
    const byScript: NetworkSettings = { ...defaultNetworkSettings, way: 'pac', pacUrl: 'http://wpad.example/proxy.pac' }
    for (const end of ['says straight', 'says nothing'] as const) {
      rules = byScript
      way.rulesChanged(null)
      const underWay = call(storage)
      await expect.poll(() => asked.length).toBe(1)
      rules = manual()
      way.rulesChanged(storage)
      await expect.poll(() => told.at(-1)).toMatchObject({ host: proxy.host, source: 'manual' })
      const before = told.length
      if (end === 'says straight') asked.pop()?.resolve('DIRECT')
      else asked.pop()?.reject(new Error('Nothing'))
      expect(await underWay).toMatchObject({ ok: true, response: { text: 'by proxy' } })
      expect(await call(storage)).toMatchObject({ ok: true, response: { text: 'by proxy' } })
      expect(told.slice(before)).toEqual([])
    }
  })

  it.each<[string, () => void]>([
    ['another network', () => way.clearRouteCache()],
    ['another certificate authority', () => way.reconnect()],
    ['another password', () => way.forget(proxy.host)]
  ])('is resolved again if there is %s during the lookup, and is then cached', async (_, change) => {
    const answers: string[] = []
    await way.close()
    way = createProxyRouter({
      resolveProxy: async () => {
        answers.push(pacAnswer)
        if (answers.length === 2) change()
        return answers.at(-1) ?? ''
      },
      resolveWithPac: async () => scriptAnswer,
      rules: () => rules,
      environment: {},
      passwords: await passwordsOnDisk(),
      now: () => time,
      onChange: (state) => told.push(state)
    })
    // Uses the proxy once, because `forget` only affects proxies that have been used.
    await way.dispatcherFor('https://other.example')
    const dispatcher = await way.dispatcherFor(storage)
    expect(answers).toHaveLength(3)
    expect(await way.dispatcherFor(storage)).toBe(dispatcher)
    expect(answers).toHaveLength(3)
  })

  it('is not resolved endlessly if the network keeps changing', async () => {
    let questions = 0
    await way.close()
    way = createProxyRouter({
      resolveProxy: async () => {
        questions += 1
        way.clearRouteCache()
        return 'DIRECT'
      },
      resolveWithPac: async () => scriptAnswer,
      rules: () => rules,
      environment: {},
      passwords: await passwordsOnDisk(),
      now: () => time,
      onChange: (state) => told.push(state)
    })
    const { origin, heard } = await openService()
    expect(await call(origin)).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: null } })
    expect([heard, questions]).toEqual([[], 5])
  })
})
