import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Fault } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import { defaultNetworkRules, type NetworkRules } from '../../shared/network.ts'
import type { ConnectionCheck } from '../../shared/connection-check.ts'
import { checkConnection } from '../../electron/desktop/check-connection.ts'
import { ScriptRefusal } from '../../electron/desktop/scripted-session.ts'
import { createSystemProxy } from '../../electron/desktop/system-proxy.ts'
import { openProxy } from '../stories/open-proxy.ts'
import { openStory, standard } from '../stories/open-story.ts'
import { closedPort } from './closed-port.ts'
import { authorityPath, servicePem } from './open-secure-front.ts'
import { openSocks } from './open-socks.ts'
import { straightWay } from './straight-way.ts'

const expiredPem = readFileSync(join(import.meta.dirname, 'expired.pem'), 'utf8')
const foreignPem = readFileSync(join(import.meta.dirname, '..', 'api', 'self-signed.pem'), 'utf8')
const authorityPem = readFileSync(authorityPath, 'utf8')

type World = {
  readonly rules?: NetworkRules
  readonly now?: () => number
  readonly key?: Fault | null
  readonly tools?: Fault | null
  readonly trustsAuthority?: boolean
  readonly storageOrigin?: string
  /** Default: true. */
  readonly isConnected?: boolean
  readonly script?: (pacUrl: string, url: string) => Promise<string>
}

async function check(baseUrl: string, world: World = {}): Promise<ConnectionCheck> {
  const { rules = defaultNetworkRules, now = Date.now, key = null, tools = null, trustsAuthority = true } = world
  const before = tls.getCACertificates('default')
  if (trustsAuthority) tls.setDefaultCACertificates([...before, authorityPem])
  const way = createSystemProxy({
    resolveProxy: async () => 'DIRECT',
    resolveByScript: world.script ?? (async () => 'DIRECT'),
    rules: () => rules,
    environment: {},
    passwords: { read: async () => null, keep: async () => 'session', forget: () => undefined },
    now: Date.now,
    onChange: () => undefined
  })
  try {
    const answer = (fault: Fault | null) =>
      fault === null ? ({ ok: true, value: [], httpStatus: 200, requestId: null } as const) : ({ ok: false, fault } as const)
    return await checkConnection(
      {
        way,
        dispatcherFor: way.dispatcherFor,
        beforeConnecting: () => undefined,
        own: () => (trustsAuthority ? [authorityPem] : []),
        studio: {
          knock: async () => ({ key: answer(key), tools: answer(tools) }),
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

const through = (host: string, kind: NetworkRules['proxy']['kind'] = 'http'): NetworkRules => {
  const { hostname, port } = new URL(`http://${host}`)
  return { ...defaultNetworkRules, way: 'manual', proxy: { kind, host: hostname, port: Number(port) } }
}
const stateOf = ({ steps }: ConnectionCheck): Record<string, string> => Object.fromEntries(steps.map(({ step, state }) => [step, state]))
const wordsOf = ({ steps }: ConnectionCheck, wanted: string): string => steps.find(({ step }) => step === wanted)?.words ?? ''

describe('the check of the connection', () => {
  it('asks a service that is not connected without a key, and says so', async () => {
    heard.length = 0
    const origin = await serve(servicePem)
    const found = await check(`${origin}/api/v1/`, { isConnected: false, storageOrigin: origin })
    expect(found).toMatchObject({
      culprit: 'nobody',
      verdict: `All is well: ${new URL(origin).host} is reached. Whether it takes the key is seen when you connect.`
    })
    expect(stateOf(found)).toMatchObject({ tls: 'fine', answer: 'fine', key: 'skipped', mcp: 'skipped', storage: 'skipped' })
    expect(wordsOf(found, 'key')).toBe('Not looked at: no account of this service is open.')
    expect(heard).toHaveLength(1)
    expect(heard.join()).not.toContain('authorization')
  })

  it.each(['', 'nonsense', 'http://api.example.com', 'ftp://localhost', 'https://ada:secret@api.example.com'])(
    'looks for nothing at %j',
    async (typed) => {
      await expect(check(typed, { isConnected: false })).rejects.toMatchObject({ name: 'PlainProblem' })
    }
  )

  it.each([
    [
      { kind: 'silent', reason: '404' },
      'The script that you have set for the network does not answer (404).',
      'Your script does not answer (404).'
    ],
    [
      { kind: 'broken', reason: null },
      'The script that you have set for the network can’t be followed: it is none, or there is a mistake in it.',
      'Your script can’t be followed.'
    ]
  ] as const)('names a script that says nothing (%o), and goes no further', async (trouble, verdict, words) => {
    heard.length = 0
    const rules: NetworkRules = { ...defaultNetworkRules, way: 'pac', pacUrl: 'http://wpad.example/proxy.pac' }
    const script = async (): Promise<string> => {
      throw new ScriptRefusal(trouble)
    }
    const found = await check('https://service.kiln.test', { rules, script })
    expect(found).toMatchObject({ culprit: 'proxy', verdict })
    expect(found.advice).toContain('Network in the settings')
    expect(wordsOf(found, 'way')).toBe(words)
    expect(wordsOf(found, 'name')).toContain('which way to go')
    expect(new Set(Object.values(stateOf(found)))).toEqual(new Set(['failed', 'skipped']))
    expect(heard).toEqual([])
  })

  it('finds nothing amiss where all is well, and says who vouches for the service and how long', async () => {
    const origin = await serve(servicePem)
    const found = await check(origin, { storageOrigin: origin })
    expect(found).toMatchObject({
      culprit: 'nobody',
      advice: null,
      verdict: `All is well: ${new URL(origin).host} is reached, and takes the key.`
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
    expect(wordsOf(found, 'tls')).toMatch(/by “Authority of the Kiln tests”, valid until 2126-01-01, vouched for by your own authority\.$/)
    expect(found.steps.every(({ step, tookInMs }) => step === 'clock' || tookInMs !== null)).toBe(true)
  })

  it('is the network’s fault where the name is not found', async () => {
    const found = await check('https://nowhere.invalid')
    expect(found).toMatchObject({ culprit: 'network', verdict: 'The network does not find the name nowhere.invalid.' })
    expect(stateOf(found)).toMatchObject({ name: 'failed', tcp: 'skipped', tls: 'skipped', answer: 'skipped', key: 'skipped' })
  })

  it('is the service’s where nothing listens', async () => {
    const found = await check(`https://localhost:${await closedPort()}`)
    expect(found).toMatchObject({ culprit: 'service', verdict: expect.stringMatching(/^Nothing answers at localhost:/) })
    expect(wordsOf(found, 'tcp')).toContain('ECONNREFUSED')
  })

  it('is the network’s where somebody of another authority answers, and nothing is said to them', async () => {
    heard.length = 0
    const found = await check(await serve(foreignPem))
    expect(found).toMatchObject({ culprit: 'network', verdict: expect.stringContaining('with a certificate of “') })
    expect(stateOf(found)).toMatchObject({ tcp: 'fine', tls: 'failed', answer: 'skipped', key: 'skipped' })
    expect(heard).toEqual([])
    const company = await check(await serve(servicePem), { trustsAuthority: false })
    expect(company).toMatchObject({ culprit: 'network', advice: expect.stringContaining('trust its authority under Network') })
  })

  it('is the service’s where its certificate has expired, and this computer’s where it is not valid yet', async () => {
    const expired = await check(await serve(expiredPem))
    expect(expired).toMatchObject({ culprit: 'service', verdict: expect.stringMatching(/expired on 2026-02-01\.$/) })
    const early = await check(await serve(foreignPem), { now: () => Date.UTC(2001, 0, 1) })
    expect(early).toMatchObject({ culprit: 'computer', advice: 'Set the clock right.' })
  })

  it('is the network’s where no TLS is spoken at all', async () => {
    const plain = await serve(null)
    expect(await check(plain.replace('http:', 'https:'))).toMatchObject({ culprit: 'network', advice: expect.stringContaining('sign in') })
  })

  it.each([
    ['a page', 200, { 'content-type': 'text/html' }],
    ['the way to one', 302, { location: 'http://portal.example/' }],
    ['511', 511, {}]
  ])('is the network’s where a sign-in page answers: %s', async (_name, status, headers) => {
    const origin = await serve(null, (_incoming, answer) => answer.writeHead(status, headers).end('<!doctype html><html>sign in</html>'))
    const found = await check(origin)
    expect(found).toMatchObject({ culprit: 'network', verdict: 'This network wants you to sign in first.' })
    expect(stateOf(found)).toMatchObject({ answer: 'failed', key: 'skipped' })
  })

  it('is the service’s where it answers with 503', async () => {
    const origin = await serve(servicePem, (_incoming, answer) => answer.writeHead(503).end('{}'))
    expect(await check(origin)).toMatchObject({ culprit: 'service', verdict: expect.stringContaining('503') })
  })

  it('is the key’s where it is not taken, and the account’s where that may not', async () => {
    const origin = await serve(servicePem)
    const wrong = await check(origin, { key: newFault('recent', 'refusal', { httpStatus: 401, errorType: 'INVALID_API_KEY' }) })
    expect(wrong).toMatchObject({ culprit: 'key', verdict: expect.stringMatching(/does not take the key\.$/) })
    expect(wordsOf(wrong, 'key')).toBe('The key is not taken (401 INVALID_API_KEY).')
    expect(await check(origin, { key: newFault('recent', 'refusal', { httpStatus: 403 }) })).toMatchObject({ culprit: 'key' })
  })

  it('is this computer’s where its clock is wrong, either way', async () => {
    const origin = await serve(servicePem)
    const fast = await check(origin, { now: () => Date.now() + 42 * 60_000 })
    expect(fast).toMatchObject({ culprit: 'computer', verdict: 'The clock of this computer is 42 minutes fast.' })
    const slow = await check(origin, { now: () => Date.now() - 42 * 60_000 })
    expect(slow).toMatchObject({ culprit: 'computer', verdict: 'The clock of this computer is 42 minutes slow.' })
  })

  it('tells of MCP and of the storage where all else is well', async () => {
    const origin = await serve(servicePem)
    expect(await check(origin, { tools: newFault('mcp', 'refusal', { httpStatus: 404 }) })).toMatchObject({
      culprit: 'service',
      verdict: expect.stringContaining('(MCP)')
    })
    const away = `https://localhost:${await closedPort()}`
    expect(await check(origin, { storageOrigin: away })).toMatchObject({ culprit: 'network', verdict: expect.stringContaining('storage') })
  })
})

describe('the check of a connection through a proxy', () => {
  it('says that there is one, and looks at the certificate at the end of its tunnel', async () => {
    const origin = new URL(await serve(servicePem))
    const route = { 'api.kiln.test': Number(origin.port) }
    const proxy = await openProxy({ route })
    onTestFinished(proxy.close)
    const socks = await openSocks(route)
    onTestFinished(socks.close)
    for (const rules of [through(proxy.host), through(socks.host, 'socks5')]) {
      const found = await check('https://api.kiln.test', { rules })
      expect(found).toMatchObject({ culprit: 'nobody' })
      expect(wordsOf(found, 'way')).toMatch(/^Through the proxy 127\.0\.0\.1:\d+, as you have set\.$/)
      expect(wordsOf(found, 'tls')).toMatch(/^It is api\.kiln\.test/)
    }
  })

  it('is the proxy’s fault where it wants a password, lets nothing through, or is not there', async () => {
    const proxy = await openProxy()
    onTestFinished(proxy.close)
    const rules = through(proxy.host)
    proxy.demand({ kind: 'password', userPass: 'ada:x' })
    expect(await check('https://api.kiln.test', { rules })).toMatchObject({
      culprit: 'proxy',
      verdict: `The proxy ${proxy.host} wants a name and a password.`
    })
    proxy.demand({ kind: 'refuse' })
    expect(await check('https://api.kiln.test', { rules })).toMatchObject({
      culprit: 'proxy',
      verdict: `The proxy ${proxy.host} lets nothing through to the service.`
    })
    const socks = await openSocks({}, 'ada:x')
    onTestFinished(socks.close)
    expect(await check('https://api.kiln.test', { rules: through(socks.host, 'socks5') })).toMatchObject({
      culprit: 'proxy',
      verdict: `The proxy ${socks.host} wants a name and a password.`
    })
    const gone = `127.0.0.1:${await closedPort()}`
    expect(await check('https://api.kiln.test', { rules: through(gone) })).toMatchObject({
      culprit: 'proxy',
      verdict: `The proxy ${gone} does not answer.`
    })
    expect(await check('https://api.kiln.test', { rules: through('proxy.invalid:8080') })).toMatchObject({
      culprit: 'proxy',
      verdict: 'The proxy proxy.invalid:8080 can’t be found by its name.'
    })
  })
})

describe('the check of the practice service', () => {
  it('asks the real REST and MCP with the key, finds the storage by the last result, and a key that is wrong', async () => {
    const story = await openStory()
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await story.until(task.id, 'done')
    const way = straightWay()
    const look = () =>
      checkConnection(
        {
          way,
          dispatcherFor: way.dispatcherFor,
          beforeConnecting: () => undefined,
          own: () => [],
          studio: story.studio,
          connectedTo: () => story.studio.account().baseUrl,
          now: Date.now
        },
        story.practice.url
      )
    const found = await look()
    expect(found).toMatchObject({ culprit: 'nobody' })
    expect(stateOf(found)).toMatchObject({ tls: 'skipped', key: 'fine', mcp: 'fine', storage: 'fine' })
    expect(wordsOf(found, 'storage')).toContain(story.practice.storageUrl)
    expect(JSON.stringify(found)).not.toContain(story.practice.apiKey)
    expect(story.charges()).toBe(1)
    await story.practice.account.change({ keyCondition: 'revoked' })
    expect(await look()).toMatchObject({ culprit: 'key' })
  })
})
