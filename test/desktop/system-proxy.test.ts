import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { request } from 'undici'
import { chooseProxy, createSystemProxy } from '../../electron/desktop/system-proxy.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A proxy that counts what goes through it, as tunnel or as whole request. */
async function openProxy(): Promise<{ host: string; passed: string[] }> {
  const passed: string[] = []
  const proxy = createServer((incoming, answer) => {
    passed.push(incoming.url ?? '')
    answer.end('by proxy')
  })
  proxy.on('connect', (incoming, socket) => {
    passed.push(incoming.url ?? '')
    const [host, port] = (incoming.url ?? '').split(':')
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  return { host: await listen(proxy), passed }
}

describe('the way to the network', () => {
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
  ])('for %j is %j', (pacAnswer, choice) => {
    expect(chooseProxy(pacAnswer)).toEqual(choice)
  })

  it('goes through the proxy that the system names', async () => {
    const target = `http://${await listen(createServer((_incoming, answer) => answer.end('by target')))}`
    const proxy = await openProxy()
    const ways = createSystemProxy(async () => `PROXY ${proxy.host}`, Date.now)
    const { body } = await request(target, { dispatcher: await ways.dispatcherFor(target) })
    expect(await body.text()).toMatch(/^by (target|proxy)$/)
    expect(proxy.passed).toHaveLength(1)
    await ways.close()
  })

  it('is straight where the system can’t say', async () => {
    const target = `http://${await listen(createServer((_incoming, answer) => answer.end('by target')))}`
    const ways = createSystemProxy(() => Promise.reject(new Error('no answer')), Date.now)
    const { body } = await request(target, { dispatcher: await ways.dispatcherFor(target) })
    expect(await body.text()).toBe('by target')
    await ways.close()
  })

  it('is asked for again after a minute, and no sooner', async () => {
    let now = 0
    let asked = 0
    const ways = createSystemProxy(
      async () => {
        asked += 1
        return asked === 1 ? 'DIRECT' : 'PROXY proxy.example:8080'
      },
      () => now
    )
    const first = await ways.dispatcherFor('https://api.example.com')
    now = 59_999
    expect(await ways.dispatcherFor('https://api.example.com')).toBe(first)
    now = 60_000
    expect(await ways.dispatcherFor('https://api.example.com')).not.toBe(first)
    expect(asked).toBe(2)
    await ways.close()
  })
})
