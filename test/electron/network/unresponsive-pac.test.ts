import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHttpClient, type HttpCallResult } from '../../../electron/service/http-client.ts'
import { downloadPacFile } from '../../../electron/network/download-pac-file.ts'
import { createPacSession, type PacSession } from '../../../electron/network/pac-session.ts'
import { createProxyRouter } from '../../../electron/network/proxy-router.ts'
import { defaultNetworkSettings, type PacError } from '../../../shared/app/network.ts'
import { SessionProxyResolver } from '../../runtime/main/session-proxy-resolver.ts'
import { trustTestCa } from './each-proxy.ts'
import { servicePem } from './open-tls-reverse-proxy.ts'
import { unusedPort } from './unused-port.ts'

trustTestCa()

type World = {
  readonly scripted: PacSession
  readonly told: readonly (PacError | null)[]
  /** Sends one request with the PAC file at `pacUrl`. Only a proxy can resolve the request's host name. */
  readonly call: (pacUrl: string) => Promise<HttpCallResult>
  /** Advances the clock by `durationInMs` milliseconds. */
  readonly wait: (durationInMs: number) => void
}

function open(options: { readonly isOnNetwork?: boolean } = {}): World {
  const told: (PacError | null)[] = []
  let time = 0
  let pac = ''
  const scripted = createPacSession({
    session: new SessionProxyResolver(),
    fetchScript: downloadPacFile,
    isOnNetwork: () => options.isOnNetwork ?? true,
    now: () => time,
    onTrouble: (trouble) => told.push(trouble)
  })
  const way = createProxyRouter({
    resolveProxy: scripted.resolveBySystem,
    resolveWithPac: scripted.resolveWithPac,
    rules: () => ({ ...defaultNetworkSettings, way: 'pac', pacUrl: pac }),
    environment: {},
    passwords: { read: async () => null, save: async () => 'session', forget: () => undefined },
    now: () => time,
    onChange: () => undefined
  })
  onTestFinished(way.close)
  return {
    scripted,
    told,
    call: async (pacUrl) => {
      pac = pacUrl
      const http = createHttpClient({ dispatcherFor: way.dispatcherFor })
      onTestFinished(http.close)
      return http.send({ step: 'submit', method: 'POST', origin: 'http://service.kiln.test', path: '/', headers: {}, body: '{}' })
    },
    wait: (durationInMs) => {
      time += durationInMs
    }
  }
}

/** Serves a PAC file. `answers`: the content or HTTP status for each request. Further requests get the last one. `pem` enables HTTPS. */
async function serve(
  answers: readonly (string | number)[],
  pem: string | null = null
): Promise<{ readonly url: string; readonly asked: () => number }> {
  let asked = 0
  const answer: RequestListener = (_incoming, outgoing) => {
    const said = answers[Math.min(asked, answers.length - 1)] ?? 404
    asked += 1
    if (typeof said === 'number') outgoing.writeHead(said).end('Not here')
    else outgoing.writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig' }).end(said)
  }
  const server = pem === null ? createServer(answer) : createSecureServer({ key: pem, cert: pem }, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `${pem === null ? 'http' : 'https'}://localhost:${port}/proxy.pac`, asked: () => asked }
}

async function unusedAddress(): Promise<string> {
  return `http://127.0.0.1:${await unusedPort()}/proxy.pac`
}

const good = "function FindProxyForURL(url, host) { return 'PROXY 127.0.0.1:9' } // no line after this"
const silent = (reason: string): PacError => ({ kind: 'silent', reason })
const broken: PacError = { kind: 'broken', reason: null }

describe('the user’s PAC file', () => {
  it.each<[string, () => Promise<string>, PacError, string]>([
    ['at an unused port', unusedAddress, silent('ECONNREFUSED'), 'PROXY_SCRIPT_SILENT'],
    ['that is missing', async () => (await serve([404])).url, silent('404'), 'PROXY_SCRIPT_SILENT'],
    ['that is endless', async () => (await serve(['//'.repeat(600_000)])).url, silent('too-large'), 'PROXY_SCRIPT_SILENT'],
    ['that is an HTML page', async () => (await serve(['<html><body>Sign in</body></html>'])).url, broken, 'PROXY_SCRIPT_BROKEN'],
    ['that is empty', async () => (await serve([''])).url, broken, 'PROXY_SCRIPT_BROKEN'],
    [
      'that has a syntax error',
      async () => (await serve(['function FindProxyForURL(url, host) { return'])).url,
      broken,
      'PROXY_SCRIPT_BROKEN'
    ],
    [
      'that throws an error',
      async () => (await serve(['function FindProxyForURL() { return nobody.knows }'])).url,
      broken,
      'PROXY_SCRIPT_BROKEN'
    ],
    ['that returns nothing', async () => (await serve(['function FindProxyForURL() {}'])).url, broken, 'PROXY_SCRIPT_BROKEN']
  ])('%s is reported, and nothing is sent directly', async (_, address, trouble, code) => {
    const { call, told, scripted } = open()
    const pacUrl = await address()
    expect(await call(pacUrl)).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: 'proxy-script', message: code } })
    expect(told).toEqual([trouble])
    // `testPac` may return null, because some PAC files fail only for certain URLs.
    const tried = await scripted.testPac(pacUrl)
    expect(tried === null || tried.kind === trouble.kind).toBe(true)
  })

  it('is requested again after a pause, and requests resume once it is available', async () => {
    const { call, told, scripted, wait } = open()
    const { url, asked } = await serve([503, good])
    for (let tries = 0; tries < 3; tries += 1) expect(await call(url)).toMatchObject({ ok: false, fault: { networkBlock: 'proxy-script' } })
    expect(asked()).toBe(1)
    wait(5_000)
    expect(await scripted.resolveWithPac(url, 'http://service.kiln.test/')).toBe('PROXY 127.0.0.1:9')
    expect(told).toEqual([silent('503'), null])
    expect(asked()).toBe(2)
  })

  it('is requested again after a pause if an HTML page was at its address', async () => {
    const { call, told, scripted, wait } = open()
    const { url, asked } = await serve(['<html><body>Sign in</body></html>', good])
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await call(url)).toMatchObject({ ok: false, fault: { networkBlock: 'proxy-script' } })
      wait(1_000)
    }
    expect(asked()).toBe(1)
    expect(await scripted.resolveWithPac(url, 'http://service.kiln.test/')).toBe('PROXY 127.0.0.1:9')
    expect([told, asked()]).toEqual([[broken, null], 2])
  })

  it('is read again whenever the user tests it', async () => {
    const { scripted } = open()
    const { url, asked } = await serve([good, '<html><body>Sign in</body></html>', good])
    expect([await scripted.testPac(url), await scripted.testPac(url), await scripted.testPac(url)]).toEqual([null, broken, null])
    expect(asked()).toBe(3)
  })

  it('is set in Chromium again after a pause if Chromium couldn’t read it, while system lookups continue', async () => {
    const chromium = new SessionProxyResolver()
    let [isSlow, time, questions] = [true, 0, 0]
    const scripted = createPacSession({
      session: {
        setProxy: (config) => chromium.setProxy(config),
        resolveProxy: async (url) => {
          questions += 1
          return isSlow ? '' : chromium.resolveProxy(url)
        },
        forceReloadProxyConfig: () => chromium.forceReloadProxyConfig()
      },
      fetchScript: async () => good,
      isOnNetwork: () => true,
      now: () => time,
      onTrouble: () => undefined
    })
    const ask = () => scripted.resolveWithPac('http://wpad.example/proxy.pac', 'http://service.kiln.test/')
    for (const answer of await Promise.allSettled([ask(), ask()])) expect(answer).toMatchObject({ reason: { code: 'PROXY_SCRIPT_BROKEN' } })
    expect(questions).toBe(1)
    isSlow = false
    await expect(ask()).rejects.toMatchObject({ code: 'PROXY_SCRIPT_BROKEN' })
    expect([await scripted.resolveBySystem('http://service.kiln.test/'), questions]).toEqual(['DIRECT', 2])
    time = 3_000
    expect(await ask()).toBe('PROXY 127.0.0.1:9')
  })

  it('is set in Chromium again if it is unchanged after Chromium couldn’t read it', async () => {
    const chromium = new SessionProxyResolver()
    let [isSlow, time] = [true, 0]
    const scripted = createPacSession({
      session: {
        setProxy: (config) => chromium.setProxy(config),
        resolveProxy: async (url) => (isSlow ? '' : chromium.resolveProxy(url)),
        forceReloadProxyConfig: () => chromium.forceReloadProxyConfig()
      },
      fetchScript: async () => good,
      isOnNetwork: () => true,
      now: () => time,
      onTrouble: () => undefined
    })
    const ask = () => scripted.resolveWithPac('http://wpad.example/proxy.pac', 'http://service.kiln.test/')
    await expect(ask()).rejects.toMatchObject({ code: 'PROXY_SCRIPT_BROKEN' })
    isSlow = false
    time = 31 * 60_000
    expect(await ask()).toBe('PROXY 127.0.0.1:9')
  })

  it('is set in Chromium again after a network change, even if it is unchanged', async () => {
    const chromium = new SessionProxyResolver()
    let tellings = 0
    const scripted = createPacSession({
      session: {
        setProxy: async (config) => {
          tellings += 1
          await chromium.setProxy(config)
        },
        resolveProxy: (url) => chromium.resolveProxy(url),
        forceReloadProxyConfig: () => Promise.reject(new Error('Nothing to reload.'))
      },
      fetchScript: async () => good,
      isOnNetwork: () => true,
      now: () => 0,
      onTrouble: () => undefined
    })
    const ask = () => scripted.resolveWithPac('http://wpad.example/proxy.pac', 'http://service.kiln.test/')
    expect([await ask(), await ask(), tellings]).toEqual(['PROXY 127.0.0.1:9', 'PROXY 127.0.0.1:9', 1])
    scripted.reload()
    expect([await ask(), tellings]).toEqual(['PROXY 127.0.0.1:9', 2])
  })

  it('is read again after a network change and after half an hour', async () => {
    const { scripted, wait } = open()
    const { url, asked } = await serve([good, good.replace(':9', ':10'), good.replace(':9', ':11')])
    const answer = () => scripted.resolveWithPac(url, 'http://service.kiln.test/')
    expect([await answer(), await answer()]).toEqual(['PROXY 127.0.0.1:9', 'PROXY 127.0.0.1:9'])
    scripted.reload()
    expect(await answer()).toBe('PROXY 127.0.0.1:10')
    wait(31 * 60_000)
    expect([await answer(), asked()]).toEqual(['PROXY 127.0.0.1:11', 3])
  })

  it('isn’t reported as failed if the computer is offline', async () => {
    const { call, told } = open({ isOnNetwork: false })
    expect(await call(await unusedAddress())).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: null } })
    expect(told).toEqual([])
  })

  it('is trusted through a CA that the user added', async () => {
    const { scripted, told } = open()
    const { url } = await serve([good], servicePem)
    expect(await scripted.resolveWithPac(url, 'http://service.kiln.test/')).toBe('PROXY 127.0.0.1:9')
    expect(told).toEqual([])
  })

  it('doesn’t affect system lookups', async () => {
    const { scripted } = open()
    const { url } = await serve([good])
    await scripted.resolveWithPac(url, 'http://service.kiln.test/')
    expect(await scripted.resolveBySystem('http://service.kiln.test/')).toBe('DIRECT')
    expect(await scripted.resolveWithPac(url, 'http://service.kiln.test/')).toBe('PROXY 127.0.0.1:9')
  })

  it('can resolve names and use strict mode', async () => {
    const { scripted } = open()
    const { url } = await serve([
      "'use strict'\nfunction FindProxyForURL(url, host) { return isResolvable('localhost') && dnsDomainIs(host, '.kiln.test') ? 'SOCKS5 127.0.0.1:9; DIRECT' : 'DIRECT' }"
    ])
    expect(await scripted.resolveWithPac(url, 'http://service.kiln.test/')).toBe('SOCKS5 127.0.0.1:9; DIRECT')
    expect(await scripted.resolveWithPac(url, 'http://other.example/')).toBe('DIRECT')
  })
})
