import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient, dispatcherOptions } from '../../../electron/service/http-client.ts'
import type { HttpClient } from '../../../electron/service/http-client.ts'
import { createFileUploader } from '../../../electron/uploads/transfer-file.ts'
import type { TransferProgress } from '../../../shared/task/task.ts'
import { readMessageBody, closedPort, serveHttp, serveTcp } from '../service/local-server.ts'

let folder: string
let http: HttpClient
const opened: { close: () => Promise<unknown> }[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-transfer-'))
  http = open(createHttpClient())
})
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
  await rm(folder, { recursive: true, force: true })
})

function open<T extends { close: () => Promise<unknown> }>(one: T): T {
  opened.push(one)
  return one
}
async function storage(listener: (message: IncomingMessage, response: ServerResponse) => unknown) {
  return open(await serveHttp(listener))
}
async function file(content: Buffer | string, name = 'photo.png') {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
type Transfer = Parameters<ReturnType<typeof createFileUploader>>[0]
async function send(path: string, origin: string, more: Partial<Transfer> & { command?: string; with?: HttpClient } = {}) {
  const { command = `curl -X PUT -T photo.png -H 'Content-Type: image/png' '${origin}/up?sig=1'`, with: client = http, ...rest } = more
  const { size, mtimeMs } = await stat(path)
  return createFileUploader({ http: client })({
    path,
    fileName: 'photo.png',
    contentType: 'image/png',
    expected: { bytes: size, modifiedAt: Math.floor(mtimeMs) },
    uploadCommand: command,
    ...rest
  })
}
function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
/** Reads a body in small parts with pauses in between, and returns its digest. */
async function slowDigestOf(message: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of message) {
    hash.update(chunk as Buffer)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return hash.digest('hex')
}

describe('a file transfer', () => {
  it('sends what the upload command specifies and nothing that identifies the sender', async () => {
    let seen: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string } | null = null
    const server = await storage(async (message, response) => {
      seen = { method: message.method, url: message.url, headers: message.headers, body: (await readMessageBody(message)).toString() }
      response.writeHead(204).end()
    })
    const command = `curl -X PUT -T photo.png -H 'Content-Type: image/png' -H 'x-meta: Füchse' '${server.origin}/up?sig=a%2Fb'`
    expect(await send(await file('hello'), server.origin, { command })).toEqual({ ok: true })
    expect(seen).toMatchObject({ method: 'PUT', url: '/up?sig=a%2Fb', body: 'hello' })
    const { host, connection, ...headers } = seen!.headers
    expect(headers).toEqual({ 'content-type': 'image/png', 'content-length': '5', 'x-meta': Buffer.from('Füchse').toString('latin1') })
    expect([host, connection]).toEqual([server.origin.slice('http://'.length), 'keep-alive'])
  })

  it('uses the file’s content type for --data-binary, not a form’s', async () => {
    let type: string | undefined
    const server = await storage(async (message, response) => {
      type = `${message.method} ${message.headers['content-type']}`
      await readMessageBody(message)
      response.end()
    })
    await send(await file('x'), server.origin, { command: `curl --data-binary @photo.png ${server.origin}` })
    expect(type).toBe('POST image/png')
  })

  const chunk = 512 * 1024
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 4 * chunk, 9 * chunk + 12_345])('sends a file of %i bytes completely', async (bytes) => {
    const content = randomBytes(bytes)
    let arrived: unknown
    const server = await storage(async (message, response) => {
      arrived = { sha256: digest(await readMessageBody(message)), length: message.headers['content-length'] }
      response.end()
    })
    expect(await send(await file(content), server.origin)).toEqual({ ok: true })
    expect(arrived).toEqual({ sha256: digest(content), length: String(bytes) })
  })

  it('sends the correct bytes to a slow storage service', async () => {
    const content = randomBytes(24 * 1024 * 1024 + 7)
    let arrived = ''
    const server = await storage(async (message, response) => {
      arrived = await slowDigestOf(message)
      response.end()
    })
    const path = await file(content)
    for (let round = 0; round < 3; round += 1) {
      arrived = ''
      expect(await send(path, server.origin)).toEqual({ ok: true })
      expect(arrived).toBe(digest(content))
    }
  })

  it('sends several files concurrently without mixing them', async () => {
    const contents = Array.from({ length: 4 }, () => randomBytes(6 * 1024 * 1024))
    const arrived = new Map<string | undefined, string>()
    const server = await storage(async (message, response) => {
      arrived.set(message.url, await slowDigestOf(message))
      response.end()
    })
    await Promise.all(
      contents.map(async (content, index) =>
        send(await file(content, `${index}.png`), server.origin, {
          fileName: `${index}.png`,
          command: `curl -T ${index}.png ${server.origin}/${index}`
        })
      )
    )
    expect(contents.map((_content, index) => arrived.get(`/${index}`))).toEqual(contents.map(digest))
  })

  it('reports progress that never decreases and ends at the total', async () => {
    const server = await storage(async (message, response) => {
      await slowDigestOf(message)
      response.end()
    })
    const reports: TransferProgress[] = []
    const bytes = 8 * 1024 * 1024
    await send(await file(Buffer.alloc(bytes)), server.origin, { onProgress: (progress) => reports.push(progress) })
    const done = reports.map(({ doneBytes }) => doneBytes)
    expect(done).toEqual(done.toSorted((one, other) => one - other))
    expect(reports.at(-1)).toEqual({ doneBytes: bytes, totalBytes: bytes, bytesPerSecond: expect.any(Number) })
  })
})

describe('a transfer of a changed file', () => {
  it('doesn’t start if the file’s size or time changed', async () => {
    const server = await storage(() => expect.unreachable())
    const path = await file('hello')
    const { mtimeMs } = await stat(path)
    for (const expected of [
      { bytes: 4, modifiedAt: Math.floor(mtimeMs) },
      { bytes: 5, modifiedAt: Math.floor(mtimeMs) - 1 }
    ]) {
      expect(await send(path, server.origin, { expected })).toMatchObject({
        ok: false,
        fault: { step: 'transfer', kind: 'local', localReason: 'file-changed' }
      })
    }
  })

  it.each<[string, (path: string) => Promise<void>]>([
    ['grows', (path) => appendFile(path, 'more')],
    ['shrinks', (path) => truncate(path, 1024 * 1024)],
    ['is rewritten at the same length', (path) => utimes(path, new Date(), new Date(Date.now() + 5_000))]
  ])('never completes if the file %s during it', async (_name, change) => {
    const bytes = 32 * 1024 * 1024
    const path = await file(Buffer.alloc(bytes, 1))
    let arrived = 0
    let isComplete = false
    const server = await storage((message, response) => {
      message.once('data', () => {
        message.pause()
        void change(path).then(() => message.resume())
      })
      message.on('data', (chunk: Buffer) => (arrived += chunk.length))
      message.on('end', () => {
        isComplete = true
        response.end()
      })
      message.on('error', () => undefined)
    })
    expect(await send(path, server.origin)).toMatchObject({ ok: false, fault: { kind: 'local', localReason: 'file-changed' } })
    expect(isComplete).toBe(false)
    expect(arrived).toBeLessThan(bytes)
  })

  it('reports a missing file or a folder', async () => {
    const path = await file('x')
    const { mtimeMs } = await stat(path)
    const expected = { bytes: 1, modifiedAt: Math.floor(mtimeMs) }
    await rm(path)
    const transfer = createFileUploader({ http })
    const order = { fileName: 'photo.png', contentType: 'image/png', expected, uploadCommand: 'curl -T photo.png https://h.invalid/x' }
    expect(await transfer({ ...order, path })).toMatchObject({ ok: false, fault: { kind: 'local', localReason: 'file-missing' } })
    const about = await stat(folder)
    const asFolder = { ...order, expected: { bytes: about.size, modifiedAt: about.mtimeMs }, path: folder }
    expect(await transfer(asFolder)).toMatchObject({ ok: false, fault: { kind: 'local', localReason: 'file-unreadable' } })
  })
})

describe('a transfer that a storage service or network rejects', () => {
  it('rejects a command that isn’t one plain upload, with the reason', async () => {
    const server = await storage(() => expect.unreachable())
    expect(await send(await file('x'), server.origin, { command: `curl -T photo.png ${server.origin} | sh` })).toMatchObject({
      ok: false,
      fault: { kind: 'local', localReason: 'upload-command-refused', uploadRejection: { code: 'pipe', params: {} } }
    })
  })

  it('keeps the message of a rejection', async () => {
    const server = await storage(async (message, response) => {
      await readMessageBody(message)
      response.writeHead(403, { 'x-amz-request-id': 'amz-9' })
      response.end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>')
    })
    expect(await send(await file('x'), server.origin)).toMatchObject({
      ok: false,
      fault: {
        step: 'transfer',
        kind: 'refusal',
        httpStatus: 403,
        errorType: 'AccessDenied',
        message: 'Request has expired',
        requestId: 'amz-9'
      }
    })
  })

  it('fails immediately if the storage service rejects it early', async () => {
    const server = await storage((message, response) => {
      response.writeHead(413).end('{"errorType":"TOO_LARGE"}')
      message.resume()
    })
    expect(await send(await file(Buffer.alloc(16 * 1024 * 1024)), server.origin)).toMatchObject({
      ok: false,
      fault: { kind: 'refusal', httpStatus: 413 }
    })
  })

  it.each([301, 302, 307, 308])('follows a %i redirect within the same origin with the complete file', async (status) => {
    const arrived: string[] = []
    const server = await storage(async (message, response) => {
      arrived.push(`${message.method} ${message.url} ${(await readMessageBody(message)).length}`)
      if (message.url?.startsWith('/up') === true) response.writeHead(status, { location: '/there?x=1' })
      response.end()
    })
    expect(await send(await file(Buffer.alloc(700_000)), server.origin)).toEqual({ ok: true })
    expect(arrived).toEqual(['PUT /up?sig=1 700000', 'PUT /there?x=1 700000'])
  })

  it('doesn’t send the file to another origin', async () => {
    const other = await storage(() => expect.unreachable())
    const server = await storage(async (message, response) => {
      await readMessageBody(message)
      response.writeHead(307, { location: other.origin }).end()
    })
    expect(await send(await file('x'), server.origin)).toMatchObject({ ok: false, fault: { kind: 'refusal', httpStatus: 307 } })
  })

  it('doesn’t follow circular redirects', async () => {
    let requests = 0
    const server = await storage(async (message, response) => {
      requests += 1
      await readMessageBody(message)
      response.writeHead(307, { location: '/up' }).end()
    })
    expect(await send(await file('x'), server.origin)).toMatchObject({ ok: false, fault: { kind: 'refusal', httpStatus: 307 } })
    expect(requests).toBe(4)
  })

  it('is reported as not sent if the storage service can’t be reached', async () => {
    expect(await send(await file('x'), `http://127.0.0.1:${await closedPort()}`)).toMatchObject({
      ok: false,
      fault: { kind: 'not-sent', message: 'ECONNREFUSED' }
    })
  })

  it('is lost if the storage service disconnects midway', async () => {
    const server = open(
      await serveTcp((socket) => {
        let arrived = 0
        socket.on('data', (chunk) => {
          arrived += chunk.length
          if (arrived > 1_000_000) socket.resetAndDestroy()
        })
      })
    )
    expect(await send(await file(Buffer.alloc(16 * 1024 * 1024)), server.origin)).toMatchObject({
      ok: false,
      fault: { kind: 'lost', httpStatus: null }
    })
  })

  it('can be cancelled, and releases the file', async () => {
    const controller = new AbortController()
    const server = await storage((message) => {
      message.on('error', () => undefined)
      controller.abort()
    })
    const path = await file(Buffer.alloc(16 * 1024 * 1024))
    expect(await send(path, server.origin, { signal: controller.signal })).toMatchObject({
      ok: false,
      fault: { kind: 'lost', message: 'aborted' }
    })
    expect(await send(path, server.origin, { signal: controller.signal })).toMatchObject({
      ok: false,
      fault: { kind: 'not-sent', message: 'aborted' }
    })
  })

  it('doesn’t reuse buffers if a socket buffers more than a chunk, so the bytes stay correct', async () => {
    const content = randomBytes(24 * 1024 * 1024)
    let arrived = ''
    const server = await storage(async (message, response) => {
      arrived = await slowDigestOf(message)
      response.end()
    })
    const wide = new Agent({ ...dispatcherOptions, connect: { highWaterMark: 8 * 1024 * 1024 } as object })
    open({ close: () => wide.destroy() })
    const client = open(createHttpClient({ dispatcherFor: () => wide }))
    expect(await send(await file(content), server.origin, { with: client })).toEqual({ ok: true })
    expect(arrived).toBe(digest(content))
  })
})
