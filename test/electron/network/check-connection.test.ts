import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Fault } from '../../../shared/task/fault.ts'
import { newFault } from '../../../shared/task/fault.ts'
import { defaultNetworkSettings, type NetworkSettings } from '../../../shared/app/network.ts'
import type { ConnectionCheck } from '../../../shared/app/connection-check.ts'
import { checkConnection } from '../../../electron/network/check-connection.ts'
import { PacResolutionError } from '../../../electron/network/pac-session.ts'
import { createProxyRouter } from '../../../electron/network/proxy-router.ts'
import { openProxy } from '../../integration/open-proxy.ts'
import { openSetup, standardImageGenerator } from '../../integration/open-setup.ts'
import { unusedPort } from './unused-port.ts'
import { testCaPath, servicePem } from './open-tls-reverse-proxy.ts'
import { openSocksProxy } from './open-socks-proxy.ts'
import { createDirectProxyRouter } from './create-direct-proxy-router.ts'

const expiredPem = readFileSync(join(import.meta.dirname, 'expired.pem'), 'utf8')
const foreignPem = readFileSync(join(import.meta.dirname, '..', 'service', 'self-signed.pem'), 'utf8')
const authorityPem = readFileSync(testCaPath, 'utf8')

type World = {
  readonly rules?: NetworkSettings
  readonly now?: () => number
  readonly key?: Fault | null
  readonly tools?: Fault | null
  readonly trustsAuthority?: boolean
  readonly storageOrigin?: string
  /** True if the computer is connected to a network. Default: true. */
  readonly isConnected?: boolean
  readonly script?: (pacUrl: string, url: string) => Promise<string>
}

async function check(baseUrl: string, world: World = {}): Promise<ConnectionCheck> {
  const { rules = defaultNetworkSettings, now = Date.now, key = null, tools = null, trustsAuthority = true } = world
  const before = tls.getCACertificates('default')
  if (trustsAuthority) tls.setDefaultCACertificates([...before, authorityPem])
  const way = createProxyRouter({
    resolveProxy: async () => 'DIRECT',
    resolveWithPac: world.script ?? (async () => 'DIRECT'),
    rules: () => rules,
    environment: {},
    passwords: { read: async () => null, save: async () => 'session', forget: () => undefined },
    now: Date.now,
    onChange: () => undefined
  })
  try {
    const answer = (fault: Fault | null) =>
      fault === null ? ({ ok: true, value: [], httpStatus: 200, requestId: null } as const) : ({ ok: false, fault } as const)
    return await checkConnection(
      {
        route: way,
        dispatcherFor: way.dispatcherFor,
        beforeConnecting: () => undefined,
        own: () => (trustsAuthority ? [authorityPem] : []),
        studio: {
          probeConnection: async () => ({ key: answer(key), tools: answer(tools) }),
          requests: () =>
            world.storageOrigin === undefined
              ? []
              : [
                  {
                    at: 0,
                    step: 'download',
                    method: 'GET',
                    origin: world.storageOrigin,
                    path: '/',
                    status: 200,
                    code: null,
                    requestId: null,
                    durationInMs: 1,
                    sentBytes: 0,
                    receivedBytes: 1
                  }
                ]
        },
        connectedTo: () => ((world.isConnected ?? true) ? baseUrl : null),
        now
      },
      baseUrl
    )
  } finally {
    await way.close()
    tls.setDefaultCACertificates(before)
  }
}

const heard: string[] = []
const json: RequestListener = (incoming, answer) => {
  heard.push(JSON.stringify(incoming.headers))
  answer.writeHead(401, { 'content-type': 'application/json', 'x-request-id': 'req-1' }).end('{"success":false}')
}

async function serve(pem: string | null, answer: RequestListener = json): Promise<string> {
  const server = pem === null ? createPlainServer(answer) : createServer({ key: pem, cert: pem }, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${pem === null ? 'http' : 'https'}://localhost:${(server.address() as AddressInfo).port}`
}

const through = (host: string, kind: NetworkSettings['proxy']['kind'] = 'http'): NetworkSettings => {
  const { hostname, port } = new URL(`http://${host}`)
  return { ...defaultNetworkSettings, way: 'manual', proxy: { kind, host: hostname, port: Number(port) } }
}
const stateOf = ({ steps }: ConnectionCheck): Record<string, string> => Object.fromEntries(steps.map(({ step, state }) => [step, state]))
const wordsOf = ({ steps }: ConnectionCheck, wanted: string): string => steps.find(({ step }) => step === wanted)?.text ?? ''

describe('the connection check', () => {
  it('queries an unconnected service without a key, and says so', async () => {
    heard.length = 0
    const origin = await serve(servicePem)
    const found = await check(`${origin}/api/v1/`, { isConnected: false, storageOrigin: origin })
    expect(found).toMatchObject({
      faultOwner: 'none',
      verdict: `${new URL(origin).host} is reachable. The API key is checked when you connect.`
    })
    expect(stateOf(found)).toMatchObject({ tls: 'fine', answer: 'fine', key: 'skipped', mcp: 'skipped', storage: 'skipped' })
    expect(wordsOf(found, 'key')).toBe('Skipped because no account is connected for this service.')
    expect(heard).toHaveLength(1)
    expect(heard.join()).not.toContain('authorization')
  })

  it.each(['', 'nonsense', 'http://api.example.com', 'ftp://localhost', 'https://ada:secret@api.example.com'])(
    'checks nothing for the address %j',
    async (typed) => {
      await expect(check(typed, { isConnected: false })).rejects.toMatchObject({ name: 'UserFacingError' })
    }
  )

  it.each([
    [{ kind: 'silent', reason: '404' }, 'Your PAC file is unavailable (404).', 'Your PAC file is unavailable (404).'],
    [{ kind: 'broken', reason: null }, 'Your PAC file is invalid.', 'Your PAC file is invalid.']
  ] as const)('reports an unusable PAC file (%o) and stops', async (trouble, verdict, words) => {
    heard.length = 0
    const rules: NetworkSettings = { ...defaultNetworkSettings, way: 'pac', pacUrl: 'http://wpad.example/proxy.pac' }
    const script = async (): Promise<string> => {
      throw new PacResolutionError(trouble)
    }
    const found = await check('https://service.kiln.test', { rules, script })
    expect(found).toMatchObject({ faultOwner: 'proxy', verdict })
    expect(found.advice).toContain('the network settings')
    expect(wordsOf(found, 'way')).toBe(words)
    expect(wordsOf(found, 'name')).toContain('network route')
    expect(new Set(Object.values(stateOf(found)))).toEqual(new Set(['failed', 'skipped']))
    expect(heard).toEqual([])
  })

  it('succeeds with the certificate’s issuer and expiry if everything works', async () => {
    const origin = await serve(servicePem)
    const found = await check(origin, { storageOrigin: origin })
    expect(found).toMatchObject({
      faultOwner: 'none',
      advice: null,
      verdict: `Connected to ${new URL(origin).host}. The API key works.`
    })
    expect(stateOf(found)).toEqual({
      name: 'fine',
      way: 'fine',
      tcp: 'fine',
      tls: 'fine',
      answer: 'fine',
      key: 'fine',
      mcp: 'fine',
      storage: 'fine',
      clock: 'fine'
    })
    expect(wordsOf(found, 'tls')).toMatch(
      /by “Authority of the Kiln tests”, valid until 2126-01-01\. Trusted through your own certificate authority\.$/
    )
    expect(found.steps.every(({ step, tookInMs }) => step === 'clock' || tookInMs !== null)).toBe(true)
  })

  it('blames the network if the name can’t be resolved', async () => {
    const found = await check('https://nowhere.invalid')
    expect(found).toMatchObject({ faultOwner: 'network', verdict: 'The network can’t resolve nowhere.invalid.' })
    expect(stateOf(found)).toMatchObject({ name: 'failed', tcp: 'skipped', tls: 'skipped', answer: 'skipped', key: 'skipped' })
  })

  it('blames the service if the connection is refused', async () => {
    const found = await check(`https://localhost:${await unusedPort()}`)
    expect(found).toMatchObject({ faultOwner: 'service', verdict: expect.stringMatching(/^localhost:\d+ refused the connection\./) })
    expect(wordsOf(found, 'tcp')).toContain('ECONNREFUSED')
  })

  it('blames the network for a certificate of an unknown authority, and sends nothing', async () => {
    heard.length = 0
    const found = await check(await serve(foreignPem))
    expect(found).toMatchObject({ faultOwner: 'network', verdict: expect.stringContaining('Its certificate from “') })
    expect(stateOf(found)).toMatchObject({ tcp: 'fine', tls: 'failed', answer: 'skipped', key: 'skipped' })
    expect(heard).toEqual([])
    const company = await check(await serve(servicePem), { trustsAuthority: false })
    expect(company).toMatchObject({
      faultOwner: 'network',
      advice: expect.stringContaining('trust its certificate authority in the network settings')
    })
  })

  it('blames the service for an expired certificate, and the computer’s clock for one not yet valid', async () => {
    const expired = await check(await serve(expiredPem))
    expect(expired).toMatchObject({ faultOwner: 'service', verdict: expect.stringMatching(/expired on 2026-02-01\.$/) })
    const early = await check(await serve(foreignPem), { now: () => Date.UTC(2001, 0, 1) })
    expect(early).toMatchObject({ faultOwner: 'computer', advice: 'Correct this computer’s clock.' })
  })

  it('blames the network if the server doesn’t speak TLS', async () => {
    const plain = await serve(null)
    expect(await check(plain.replace('http:', 'https:'))).toMatchObject({
      faultOwner: 'network',
      advice: expect.stringContaining('sign in')
    })
  })

  it.each([
    ['a page', 200, { 'content-type': 'text/html' }],
    ['a redirect to a page', 302, { location: 'http://portal.example/' }],
    ['HTTP 511', 511, {}]
  ])('blames the network for a sign-in page: %s', async (_name, status, headers) => {
    const origin = await serve(null, (_incoming, answer) => answer.writeHead(status, headers).end('<!doctype html><html>sign in</html>'))
    const found = await check(origin)
    expect(found).toMatchObject({ faultOwner: 'network', verdict: 'This network requires you to sign in.' })
    expect(stateOf(found)).toMatchObject({ answer: 'failed', key: 'skipped' })
  })

  it('blames the service if it responds with 503', async () => {
    const origin = await serve(servicePem, (_incoming, answer) => answer.writeHead(503).end('{}'))
    expect(await check(origin)).toMatchObject({ faultOwner: 'service', verdict: expect.stringContaining('503') })
  })

  it('blames the key if it is rejected', async () => {
    const origin = await serve(servicePem)
    const wrong = await check(origin, { key: newFault('recent', 'refusal', { httpStatus: 401, errorType: 'INVALID_API_KEY' }) })
    expect(wrong).toMatchObject({ faultOwner: 'key', verdict: expect.stringMatching(/rejected the API key\.$/) })
    expect(wordsOf(wrong, 'key')).toBe('The key wasn’t accepted (status 401, INVALID_API_KEY).')
    expect(await check(origin, { key: newFault('recent', 'refusal', { httpStatus: 403 }) })).toMatchObject({ faultOwner: 'key' })
    expect(wordsOf(await check(origin, { key: newFault('recent', 'lost') }), 'key')).toBe('The key wasn’t accepted (no response).')
  })

  it.each([
    ['ACCOUNT_SESSION_REFRESH_REQUIRED', 401, 'The service requires you to sign in to your account first.'],
    ['NEED_PURCHASE_CREDITS', 402, 'This account has no credits left.'],
    ['NEED_SUBSCRIBE', 403, 'This account has no active subscription.']
  ])('blames the account if the service responds with %s', async (errorType, httpStatus, verdict) => {
    const origin = await serve(servicePem)
    const found = await check(origin, { key: newFault('recent', 'refusal', { httpStatus, errorType }) })
    expect(found).toMatchObject({ faultOwner: 'key', verdict, advice: 'Check your account on the service’s website.' })
  })

  it('blames this computer if its clock is fast or slow', async () => {
    const origin = await serve(servicePem)
    const fast = await check(origin, { now: () => Date.now() + 42 * 60_000 })
    expect(fast).toMatchObject({ faultOwner: 'computer', verdict: 'This computer’s clock is 42 minutes fast.' })
    const slow = await check(origin, { now: () => Date.now() - 42 * 60_000 })
    expect(slow).toMatchObject({ faultOwner: 'computer', verdict: 'This computer’s clock is 42 minutes slow.' })
  })

  it('reports MCP and storage problems if everything else works', async () => {
    const origin = await serve(servicePem)
    expect(await check(origin, { tools: newFault('mcp', 'refusal', { httpStatus: 404 }) })).toMatchObject({
      faultOwner: 'service',
      verdict: expect.stringContaining('(MCP)')
    })
    const away = `https://localhost:${await unusedPort()}`
    expect(await check(origin, { storageOrigin: away })).toMatchObject({
      faultOwner: 'network',
      verdict: expect.stringContaining('storage')
    })
  })
})

describe('the connection check through a proxy', () => {
  it('names the proxy and checks the certificate at the end of its tunnel', async () => {
    const origin = new URL(await serve(servicePem))
    const route = { 'api.kiln.test': Number(origin.port) }
    const proxy = await openProxy({ route })
    onTestFinished(proxy.close)
    const socks = await openSocksProxy(route)
    onTestFinished(socks.close)
    for (const rules of [through(proxy.host), through(socks.host, 'socks5')]) {
      const found = await check('https://api.kiln.test', { rules })
      expect(found).toMatchObject({ faultOwner: 'none' })
      expect(wordsOf(found, 'way')).toMatch(/^Kiln uses the proxy 127\.0\.0\.1:\d+ from its settings\.$/)
      expect(wordsOf(found, 'tls')).toMatch(/^Certificate for api\.kiln\.test,/)
    }
  })

  it('blames the proxy if it needs a password, blocks the service, or doesn’t respond', async () => {
    const proxy = await openProxy()
    onTestFinished(proxy.close)
    const rules = through(proxy.host)
    proxy.demand({ kind: 'password', userPass: 'ada:x' })
    expect(await check('https://api.kiln.test', { rules })).toMatchObject({
      faultOwner: 'proxy',
      verdict: `The proxy ${proxy.host} needs a username and password.`
    })
    proxy.demand({ kind: 'refuse' })
    expect(await check('https://api.kiln.test', { rules })).toMatchObject({
      faultOwner: 'proxy',
      verdict: `The proxy ${proxy.host} blocks the service.`
    })
    const socks = await openSocksProxy({}, 'ada:x')
    onTestFinished(socks.close)
    expect(await check('https://api.kiln.test', { rules: through(socks.host, 'socks5') })).toMatchObject({
      faultOwner: 'proxy',
      verdict: `The proxy ${socks.host} needs a username and password.`
    })
    const gone = `127.0.0.1:${await unusedPort()}`
    expect(await check('https://api.kiln.test', { rules: through(gone) })).toMatchObject({
      faultOwner: 'proxy',
      verdict: `The proxy ${gone} isn’t responding.`
    })
    expect(await check('https://api.kiln.test', { rules: through('proxy.invalid:8080') })).toMatchObject({
      faultOwner: 'proxy',
      verdict: 'The proxy proxy.invalid:8080 couldn’t be resolved.'
    })
  })
})

describe('the connection check of the practice service', () => {
  it('uses REST and MCP with the key, finds the storage from the last result, and detects a wrong key', async () => {
    const setup = await openSetup()
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.until(task.id, 'done')
    const way = createDirectProxyRouter()
    const look = () =>
      checkConnection(
        {
          route: way,
          dispatcherFor: way.dispatcherFor,
          beforeConnecting: () => undefined,
          own: () => [],
          studio: setup.studio,
          connectedTo: () => setup.studio.account().baseUrl,
          now: Date.now
        },
        setup.practice.url
      )
    const found = await look()
    expect(found).toMatchObject({ faultOwner: 'none' })
    expect(stateOf(found)).toMatchObject({ tls: 'skipped', key: 'fine', mcp: 'fine', storage: 'fine' })
    expect(wordsOf(found, 'storage')).toContain(setup.practice.storageUrl)
    expect(JSON.stringify(found)).not.toContain(setup.practice.apiKey)
    expect(setup.charges()).toBe(1)
    await setup.practice.account.change({ keyCondition: 'revoked' })
    expect(await look()).toMatchObject({ faultOwner: 'key' })
  })
})
