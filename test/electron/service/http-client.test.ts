import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpClient, maxTextBytes, dispatcherOptions } from '../../../electron/service/http-client.ts'
import type { HttpCall, HttpClient } from '../../../electron/service/http-client.ts'
import { readMessageBody, closedPort, serveHttp, serveTcp } from './local-server.ts'
import type { LocalServer } from './local-server.ts'

const opened: { close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

function open<T extends { close: () => Promise<void> }>(one: T): T {
  opened.push(one)
  return one
}
function client(options: Parameters<typeof createHttpClient>[0] = {}): HttpClient {
  return open(createHttpClient(options))
}
function impatient(): HttpClient {
  const agent = new Agent({ ...dispatcherOptions, connectTimeout: 200, headersTimeout: 200, bodyTimeout: 200 })
  open({ close: () => agent.destroy() })
  return client({ dispatcherFor: () => agent })
}
async function http(...given: Parameters<typeof serveHttp>): Promise<LocalServer> {
  return open(await serveHttp(...given))
}
async function raw(...given: Parameters<typeof serveTcp>): Promise<LocalServer> {
  return open(await serveTcp(...given))
}
function post(origin: string, more: Partial<HttpCall> = {}): HttpCall {
  return { step: 'submit', method: 'POST', origin, path: '/', headers: {}, body: '{}', ...more }
}
async function faultOf(httpClient: HttpClient, call: HttpCall) {
  const end = await httpClient.send(call)
  if (end.ok) throw new Error('The call succeeded unexpectedly.')
  return end.fault
}

describe('HTTP client: a request that definitely wasn’t sent', () => {
  it('is reported as not sent if the port is closed', async () => {
    expect(await faultOf(client(), post(`http://127.0.0.1:${await closedPort()}`))).toMatchObject({
      step: 'submit',
      kind: 'not-sent',
      message: 'ECONNREFUSED',
      httpStatus: null
    })
  })

  it('is reported as not sent if every address of a host refuses the connection', async () => {
    const agent = new Agent({
      ...dispatcherOptions,
      connect: {
        autoSelectFamily: true,
        lookup: (_host, _options, done) =>
          done(null, [
            { address: '127.0.0.1', family: 4 },
            { address: '::1', family: 6 },
            { address: '127.0.0.2', family: 4 }
          ])
      }
    })
    open({ close: () => agent.destroy() })
    const fault = await faultOf(client({ dispatcherFor: () => agent }), post(`http://kiln.test:${await closedPort()}`))
    expect(fault).toMatchObject({ kind: 'not-sent', message: expect.stringMatching(/^E[A-Z]+$/) })
  })

  it('is reported as not sent if the host name is unknown', async () => {
    expect(await faultOf(client(), post('https://no-such-host.invalid'))).toMatchObject({
      kind: 'not-sent',
      message: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/)
    })
  })

  it('is reported as not sent if the server doesn’t speak TLS', async () => {
    const server = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    expect(await faultOf(client(), post(`https://127.0.0.1:${server.port}`))).toMatchObject({ kind: 'not-sent' })
  })

  it('is reported as not sent if the TLS handshake hangs', async () => {
    const server = await raw(() => undefined)
    expect(await faultOf(impatient(), post(`https://127.0.0.1:${server.port}`))).toMatchObject({
      kind: 'not-sent',
      message: 'UND_ERR_CONNECT_TIMEOUT'
    })
  })

  it('is reported as not sent if the proxy lookup fails', async () => {
    const fault = await faultOf(
      client({ dispatcherFor: () => Promise.reject(Object.assign(new Error('no'), { code: 'EPROXY' })) }),
      post('http://x')
    )
    expect(fault).toMatchObject({ kind: 'not-sent', message: 'EPROXY' })
  })

  it('is reported as not sent if it is cancelled before a socket is free', async () => {
    const requests: string[] = []
    const server = await http((message) => void requests.push(message.url ?? ''))
    const agent = new Agent({ ...dispatcherOptions, connections: 1 })
    open({ close: () => agent.destroy() })
    const narrow = client({ dispatcherFor: () => agent })
    const first = new AbortController()
    const busy = faultOf(narrow, post(server.origin, { path: '/first', signal: first.signal }))
    await expect.poll(() => requests).toEqual(['/first'])
    const second = new AbortController()
    const waiting = faultOf(narrow, post(server.origin, { path: '/second', signal: second.signal }))
    second.abort()
    expect(await waiting).toMatchObject({ kind: 'not-sent', message: 'aborted' })
    first.abort()
    expect(await busy).toMatchObject({ kind: 'lost', message: 'aborted' })
    const after = await http((_message, answer) => answer.end())
    await narrow.send(post(after.origin))
    expect(requests).toEqual(['/first'])
  })

  it('is a local fault if it is invalid', async () => {
    expect(await faultOf(client(), post('http://127.0.0.1:9', { headers: { bad: 'a\r\nb' } }))).toMatchObject({
      kind: 'local',
      localReason: 'unexpected',
      message: 'UND_ERR_INVALID_ARG'
    })
  })
})

describe('HTTP client: a request that may have been received', () => {
  it('is lost if the connection is reset after the request', async () => {
    const server = await raw((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(await faultOf(client(), post(server.origin))).toMatchObject({ kind: 'lost', message: 'ECONNRESET', httpStatus: null })
  })

  it('is lost if the connection is closed without a response', async () => {
    const server = await raw((socket) => socket.once('data', () => socket.end()))
    expect(await faultOf(client(), post(server.origin))).toMatchObject({ kind: 'lost', message: 'UND_ERR_SOCKET' })
  })

  it('is lost if a kept-alive connection is reset during the next request', async () => {
    let requests = 0
    const server = await raw((socket) =>
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        else socket.resetAndDestroy()
      })
    )
    const one = client()
    expect(await one.send(post(server.origin))).toMatchObject({ ok: true })
    expect(await faultOf(one, post(server.origin))).toMatchObject({ kind: 'lost' })
    expect(requests).toBe(2)
  })

  it('is lost if no response arrives in time', async () => {
    const server = await http(() => undefined)
    expect(await faultOf(impatient(), post(server.origin))).toMatchObject({ kind: 'lost', message: 'UND_ERR_HEADERS_TIMEOUT' })
  })

  it('is lost if the response stalls midway, and its headers are kept', async () => {
    const server = await http((_message, answer) => {
      answer.writeHead(202, { 'x-request-id': 'r-1' })
      answer.write('{"succ')
    })
    expect(await faultOf(impatient(), post(server.origin))).toMatchObject({
      kind: 'lost',
      message: 'UND_ERR_BODY_TIMEOUT',
      httpStatus: 202,
      requestId: 'r-1'
    })
  })

  it('is lost if the response is shorter than its declared length', async () => {
    const server = await raw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\nx-request-id: r-2\r\n\r\n{"success":true}'))
    )
    expect(await faultOf(client(), post(server.origin))).toMatchObject({ kind: 'lost', httpStatus: 200, requestId: 'r-2' })
  })

  it('is lost if it is cancelled while waiting for the response', async () => {
    const controller = new AbortController()
    const server = await http(() => controller.abort())
    expect(await faultOf(client(), post(server.origin, { signal: controller.signal }))).toMatchObject({ kind: 'lost', message: 'aborted' })
  })

  it('is lost if the client is closed while waiting for the response', async () => {
    const one = createHttpClient()
    const server = await http(() => void one.close())
    expect(await faultOf(one, post(server.origin))).toMatchObject({ kind: 'lost', message: 'UND_ERR_DESTROYED' })
  })

  it('is unreadable if the response isn’t HTTP', async () => {
    const server = await raw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')))
    expect(await faultOf(client(), post(server.origin))).toMatchObject({
      kind: 'unreadable',
      message: expect.stringMatching(/^(HPE_|HTTPParserError)/)
    })
  })

  it('is unreadable if the response is endless', async () => {
    const server = await http((_message, answer) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20)
      const more = (): void => {
        while (!answer.destroyed && answer.write(chunk));
      }
      answer.on('drain', more)
      more()
    })
    expect(await faultOf(client(), post(server.origin))).toMatchObject({ kind: 'unreadable', message: 'answer-too-large', httpStatus: 200 })
  })
})

describe('HTTP client: a response', () => {
  it('is read completely, whatever its status', async () => {
    const text = 'é'.repeat(maxTextBytes / 4)
    const server = await http((_message, answer) => {
      answer.writeHead(503, { 'x-request-id': 'r-3' })
      answer.end(text)
    })
    const end = await client().send(post(server.origin))
    expect(end).toMatchObject({ ok: true, response: { status: 503, headers: { 'x-request-id': 'r-3' } } })
    expect(end.ok && end.response.text === text).toBe(true)
  })

  it('may be longer if the caller raises the limit', async () => {
    const server = await http((_message, answer) => answer.end('x'.repeat(maxTextBytes + 1)))
    const end = await client().send({ ...post(server.origin), mostTextBytes: maxTextBytes + 1 })
    expect(end.ok && end.response.text.length).toBe(maxTextBytes + 1)
  })

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync]
  ])('is decompressed from %s, even if unrequested', async (encoding, pack) => {
    const server = await http((_message, answer) => {
      answer.writeHead(200, { 'content-encoding': encoding })
      answer.end(pack('{"success":true}'))
    })
    expect(await client().send(post(server.origin))).toMatchObject({ ok: true, response: { text: '{"success":true}' } })
  })

  it('is unreadable if it can’t be decompressed or is too large afterwards', async () => {
    let body = Buffer.from('no gzip')
    const server = await http((_message, answer) => {
      answer.writeHead(200, { 'content-encoding': 'gzip', 'x-request-id': 'r-4' })
      answer.end(body)
    })
    const one = client()
    expect(await faultOf(one, post(server.origin))).toMatchObject({ kind: 'unreadable', httpStatus: 200, requestId: 'r-4' })
    body = gzipSync(Buffer.alloc(maxTextBytes + 1))
    expect(await faultOf(one, post(server.origin))).toMatchObject({ kind: 'unreadable' })
  })

  it('is the final one after an informational response', async () => {
    const server = await raw((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      )
    )
    expect(await client().send(post(server.origin))).toMatchObject({ ok: true, response: { status: 200, text: '{}' } })
  })

  it('can be a redirect, which is not followed', async () => {
    const other = await http((_message, answer) => answer.end('stolen'))
    const server = await http((_message, answer) => {
      answer.writeHead(307, { location: other.origin })
      answer.end()
    })
    expect(await client().send(post(server.origin))).toMatchObject({ ok: true, response: { status: 307 } })
  })

  it('follows a request with unchanged body and headers', async () => {
    let seen: unknown
    const server = await http(async (message, answer) => {
      seen = {
        body: (await readMessageBody(message)).toString(),
        key: message.headers['idempotency-key'],
        length: message.headers['content-length']
      }
      answer.end()
    })
    const body = '{ "b":1,"a" : "ü\\u00fc" }\n'
    await client().send(post(server.origin, { body, headers: { 'idempotency-key': 'k' } }))
    expect(seen).toEqual({ body, key: 'k', length: String(Buffer.byteLength(body)) })
  })

  it('frees its connection for the next call because every body is drained', async () => {
    const ports = new Set<number | undefined>()
    const server = await http((message, answer) => {
      ports.add(message.socket.remotePort)
      answer.statusCode = 500
      answer.end('x'.repeat(100_000))
    })
    const one = client()
    for (let count = 0; count < 20; count += 1) await one.send(post(server.origin))
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it('applies backpressure while a chunk is processed', async () => {
    const server = await http((_message, answer) => answer.end(Buffer.alloc(4 * 1024 * 1024)))
    let taken = 0
    let atOnce = 0
    const end = await client().receive(post(server.origin), () => async (chunk) => {
      atOnce += 1
      expect(atOnce).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      taken += chunk.length
      atOnce -= 1
    })
    expect(end).toMatchObject({ ok: true, response: { text: '' } })
    expect(taken).toBe(4 * 1024 * 1024)
  })

  it('is aborted if its bytes can’t be saved', async () => {
    const server = await http((_message, answer) => answer.end(Buffer.alloc(1024 * 1024)))
    const end = await client().receive(
      post(server.origin),
      () => () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    )
    expect(end).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'ENOSPC', httpStatus: 200 } })
  })

  it('goes through the dispatcher of its origin', async () => {
    const asked: string[] = []
    const agent = new Agent(dispatcherOptions)
    open({ close: () => agent.destroy() })
    const server = await http((_message, answer) => answer.end())
    await client({
      dispatcherFor: (origin) => {
        asked.push(origin)
        return Promise.resolve(agent)
      }
    }).send(post(server.origin))
    expect(asked).toEqual([server.origin])
  })

  it('never uses HTTP/2, which may resend a request silently', async () => {
    let offered: unknown
    const server = createServer((socket) =>
      socket.once('data', (hello: Buffer) => {
        offered = offeredProtocols(hello)
        socket.destroy()
      })
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await client().send(post(`https://127.0.0.1:${(server.address() as AddressInfo).port}`))
    server.close()
    expect(offered).toEqual(['http/1.1'])
  })
})

/** Returns the protocols in the ALPN extension of a TLS ClientHello (RFC 8446, section 4.1.2, and RFC 7301). */
function offeredProtocols(hello: Buffer): readonly string[] {
  // The record and message headers, the version and the random value have fixed sizes. Three lists of variable size follow.
  let at = 5 + 4 + 2 + 32
  at += 1 + hello.readUInt8(at)
  at += 2 + hello.readUInt16BE(at)
  at += 1 + hello.readUInt8(at) + 2
  while (hello.readUInt16BE(at) !== 16) at += 4 + hello.readUInt16BE(at + 2)
  const names: string[] = []
  const end = at + 4 + hello.readUInt16BE(at + 2)
  for (at += 6; at < end; at += 1 + hello.readUInt8(at)) names.push(hello.toString('latin1', at + 1, at + 1 + hello.readUInt8(at)))
  return names
}

describe('HTTP client: a call that never finishes', () => {
  it('ends at its deadline although bytes keep arriving, and releases the socket', async () => {
    let hasClosed = false
    const server = await http((_request, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => {
        clearInterval(drip)
        hasClosed = true
      })
    })
    expect(await faultOf(client(), post(server.origin, { deadlineInMs: 200 }))).toMatchObject({ kind: 'lost', message: 'deadline-passed' })
    await expect.poll(() => hasClosed).toBe(true)
  })
})
