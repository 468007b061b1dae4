import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient } from '../../../../electron/service/http-client.ts'
import type { HttpClient } from '../../../../electron/service/http-client.ts'
import type { ResultWriter } from '../../../../electron/tasks/ports.ts'
import { createResultWriter } from '../../../../electron/library/downloads/save-result.ts'
import { probeFile } from '../../../../electron/uploads/probe-file.ts'
import { serveHttp } from '../../service/local-server.ts'
import type { LocalServer } from '../../service/local-server.ts'

type Reply = (request: IncomingMessage, response: ServerResponse) => void

let folder: string
let stem: string
let http: HttpClient
let keeper: ResultWriter
let server: LocalServer
let reply: Reply
let ranges: (string | undefined)[]
let png: Buffer
let otherPng: Buffer

beforeAll(async () => {
  const flat = (background: string) => sharp({ create: { width: 400, height: 300, channels: 3, background } }).png({ compressionLevel: 0 })
  png = await flat('#c8a58a').toBuffer()
  otherPng = await flat('#335577').toBuffer()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-download-'))
  stem = join(folder, 'result')
  ranges = []
  server = await serveHttp((request, response) => {
    ranges.push(request.headers.range)
    reply(request, response)
  })
  http = createHttpClient()
  keeper = createResultWriter({ folder: () => folder, stateOfFolder: async () => 'ready', http, probeFile })
})
afterEach(async () => {
  await http.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
const keep = (more: Partial<Parameters<ResultWriter['save']>[0]> = {}) =>
  keeper.save({ url: `${server.origin}/result.png`, stem, expectedMedium: 'image', ...more })
const keptAs = (content: Buffer) => ({
  ok: true,
  file: { bytes: content.length, sha256: sha256(content), downloadSha256: sha256(content) }
})
const names = async (): Promise<string[]> => (await readdir(folder)).toSorted()

/** Returns a reply that sends the whole body, whatever was requested. */
function whole(body: Buffer, headers: Record<string, string> = {}, status = 200): Reply {
  return (_request, response) => {
    response.writeHead(status, { 'content-length': body.length, ...headers })
    response.end(body)
  }
}
/** Returns a reply that declares the full Content-Length. It sends only the first `bytes` bytes, then closes the connection. */
function brokenOff(body: Buffer, bytes: number, headers: Record<string, string>): Reply {
  return (_request, response) => {
    response.writeHead(200, { 'content-length': body.length, ...headers })
    // The bytes already sent still arrive, because the connection is closed, not reset.
    response.write(body.subarray(0, bytes), () => response.socket?.end())
  }
}
/**
 * Returns a reply that sends the rest of the body as a 206. It ignores an `If-Range` that requires a 200. Without a Range, it sends the
 * whole body.
 */
function restOf(body: Buffer, headers: Record<string, string>): Reply {
  return (request, response) => {
    const first = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? -1)
    if (first < 0) return whole(body, headers)(request, response)
    const range = `bytes ${first}-${body.length - 1}/${body.length}`
    response.writeHead(206, { ...headers, 'content-range': range, 'content-length': body.length - first })
    response.end(body.subarray(first))
  }
}

describe('resuming', () => {
  const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
  const laterDate = 'Fri, 20 Nov 2026 10:00:01 GMT'

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['another ETag', { etag: '"one"' }, { etag: '"two"' }],
    ['no ETag, although the part has one', { etag: '"one"' }, {}],
    ['another date', { 'last-modified': date }, { 'last-modified': laterDate }],
    ['no date, although the part has only that', { 'last-modified': date }, {}],
    ['the same ETag and another date', { etag: '"one"', 'last-modified': date }, { etag: '"one"', 'last-modified': laterDate }],
    ['the same date and another ETag', { etag: '"one"', 'last-modified': date }, { etag: '"two"', 'last-modified': date }],
    ['the same date and a new ETag', { 'last-modified': date }, { etag: '"one"', 'last-modified': date }],
    ['another encoding', { etag: '"one"' }, { etag: '"one"', 'content-encoding': 'gzip' }]
  ])('starts over if the rest comes with %s', async (_name, before, now) => {
    reply = brokenOff(png, 50_000, before)
    expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'lost' } })
    const rest = restOf(otherPng, now)
    const plainHeaders = { ...now }
    delete plainHeaders['content-encoding']
    reply = (request, response) => (request.headers.range === undefined ? whole(otherPng, plainHeaders) : rest)(request, response)
    expect(await keep()).toMatchObject(keptAs(otherPng))
    expect(ranges).toEqual([undefined, 'bytes=50000-', undefined])
  })

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['the same ETag', { etag: '"one"' }, { etag: '"one"' }],
    ['the same date', { 'last-modified': date }, { 'last-modified': date }],
    ['the same ETag but no date, as RFC 9110 allows', { etag: '"one"', 'last-modified': date }, { etag: '"one"' }]
  ])('resumes if the rest comes with %s', async (_name, before, now) => {
    reply = brokenOff(png, 50_000, before)
    await keep()
    reply = restOf(png, now)
    expect(await keep()).toMatchObject(keptAs(png))
    expect(ranges).toEqual([undefined, 'bytes=50000-'])
  })

  it.each<[string, Record<string, string>]>([
    ['a length', {}],
    ['a weak ETag', { etag: 'W/"one"' }]
  ])('starts over if the part has only %s', async (_name, headers) => {
    reply = brokenOff(png, 50_000, headers)
    await keep()
    reply = restOf(otherPng, headers)
    expect(await keep()).toMatchObject(keptAs(otherPng))
    expect(ranges).toEqual([undefined, undefined])
  })

  it('starts over at another address, because the same ETag proves nothing there', async () => {
    reply = brokenOff(png, 50_000, { etag: '"one"' })
    await keep()
    reply = restOf(otherPng, { etag: '"one"' })
    expect(await keep({ url: `${server.origin}/other.png` })).toMatchObject(keptAs(otherPng))
    expect(ranges).toEqual([undefined, undefined])
  })

  it('doesn’t treat half a file as complete because another file has its length', async () => {
    reply = brokenOff(png, 50_000, { etag: '"one"' })
    await keep()
    reply = (request, response) => {
      if (request.headers.range === undefined) whole(otherPng)(request, response)
      else response.writeHead(416, { 'content-range': 'bytes */50000' }).end()
    }
    expect(await keep()).toMatchObject(keptAs(otherPng))
  })

  it('keeps the declared type of the first response, which the rest may omit', async () => {
    const unknown = Buffer.concat([Buffer.from([0, 1, 2, 3]), Buffer.alloc(2_000, 7)])
    reply = brokenOff(unknown, 1_000, { etag: '"one"', 'content-type': 'image/jxr' })
    await keep()
    reply = restOf(unknown, { etag: '"one"' })
    expect(await keep()).toMatchObject({ ok: true, file: { contentType: 'image/jxr', sha256: sha256(unknown) } })
  })
})

describe('a result stored with Content-Encoding', () => {
  const once = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    GZIP: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
    'aws-chunked': awsChunked
  } as const
  const bodies: readonly (readonly [string, (content: Buffer) => Buffer])[] = [
    ...Object.entries(once),
    ['deflate', (content) => deflateRawSync(content)],
    ['gzip, aws-chunked', (content) => gzipSync(content)],
    ['gzip,aws-chunked', (content) => awsChunked(gzipSync(content))],
    ['aws-chunked, gzip', (content) => gzipSync(content)],
    ['identity, gzip', (content) => gzipSync(content)],
    ['br, gzip', (content) => gzipSync(brotliCompressSync(content))],
    ['gzip, gzip', (content) => gzipSync(gzipSync(content))],
    ['aws-chunked', (content) => content],
    ['utf-8', (content) => content],
    ['binary', (content) => content],
    ['gzip', (content) => content],
    ['zstd', (content) => content],
    ['deflate', (content) => content],
    ['br', (content) => content],
    ['br, aws-chunked', (content) => content],
    ['gzip', (content) => Buffer.concat([gzipSync(content.subarray(0, 9_000)), gzipSync(content.subarray(9_000))])]
  ]

  function awsChunked(content: Buffer): Buffer {
    const pieces: Buffer[] = []
    for (let from = 0; from <= content.length; from += 65_536) {
      const piece = content.subarray(from, from + 65_536)
      if (piece.length === 0 && from > 0) break
      pieces.push(Buffer.from(`${piece.length.toString(16)};chunk-signature=${'0a'.repeat(32)}\r\n`), piece, Buffer.from('\r\n'))
    }
    return Buffer.concat([...pieces, Buffer.from(`0;chunk-signature=${'0b'.repeat(32)}\r\n\r\n`)])
  }

  it.each(bodies)('is saved decoded (%s)', async (encoding, encode) => {
    reply = whole(encode(png), { 'content-encoding': encoding, etag: '"one"', 'content-type': 'image/png' })
    expect(await keep()).toMatchObject(keptAs(png))
    expect(await readFile(`${stem}.png`)).toEqual(png)
    expect(await names()).toEqual(['result.png'])
  })

  it.each(bodies)('is saved decoded (%s) if it comes in small pieces without a length', async (encoding, encode) => {
    const body = encode(png)
    reply = (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      for (let from = 0; from < body.length; from += 1_357) response.write(body.subarray(from, from + 1_357))
      response.end()
    }
    expect(await keep()).toMatchObject(keptAs(png))
  })

  it.each(bodies.filter(([, encode]) => !encode(Buffer.from('plain')).equals(Buffer.from('plain'))))(
    'is incomplete if its encoding is cut off (%s), and is downloaded from the start',
    async (encoding, encode) => {
      const body = encode(png)
      reply = whole(body.subarray(0, body.length - 12), { 'content-encoding': encoding, etag: '"one"' })
      expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'encoding-cut-off' } })
      reply = brokenOff(body, body.length / 2, { 'content-encoding': encoding, etag: '"one"' })
      expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'lost' } })
      reply = restOf(body, { 'content-encoding': encoding, etag: '"one"' })
      expect(await keep()).toMatchObject(keptAs(png))
      expect(ranges).toEqual([undefined, undefined, undefined])
    }
  )

  it('is resumed if it has the header but isn’t encoded', async () => {
    const headers = { 'content-encoding': 'aws-chunked', etag: '"one"' }
    reply = brokenOff(png, 50_000, headers)
    await keep()
    reply = restOf(png, headers)
    expect(await keep()).toMatchObject(keptAs(png))
    expect(ranges).toEqual([undefined, 'bytes=50000-'])
  })

  it('needs no network once it’s complete', async () => {
    reply = whole(gzipSync(png), { 'content-encoding': 'gzip', etag: '"one"' })
    const failing = createResultWriter({
      folder: () => folder,
      stateOfFolder: async () => 'ready',
      http,
      probeFile: () => Promise.reject(new Error('killed'))
    })
    await failing.save({ url: `${server.origin}/result.png`, stem, expectedMedium: 'image' })
    expect(await keep()).toMatchObject(keptAs(png))
    expect(ranges).toHaveLength(1)
  })

  it('is saved with little memory, even if it’s larger than a message may be', async () => {
    const large = Buffer.concat([png, randomBytes(20 * 1024 * 1024), Buffer.alloc(180 * 1024 * 1024)])
    const body = gzipSync(large, { level: 1 })
    reply = whole(body, { 'content-encoding': 'gzip' })
    const before = process.memoryUsage().rss
    let peak = before
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5)
    const end = await keep()
    clearInterval(timer)
    expect(end).toMatchObject(keptAs(large))
    expect(peak - before).toBeLessThan(150 * 1024 * 1024)
  })

  it('is rejected if it’s a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(320 * 1024 * 1024), { level: 9 })
    reply = whole(bomb, { 'content-encoding': 'gzip' })
    expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'unreadable', message: 'torn' } })
    expect(await names()).toEqual([])
  })

  it('is torn if its bytes are damaged, and saved undecoded if incomplete files are accepted', async () => {
    const damaged = gzipSync(png)
    damaged.fill(0xff, 100, 200)
    reply = whole(damaged, { 'content-encoding': 'gzip', 'content-type': 'image/png' })
    expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'unreadable', message: 'torn' } })
    expect(await names()).toEqual([])
    expect(await keep({ acceptsIncomplete: true })).toMatchObject({ ok: true, file: { isTorn: true, sha256: sha256(damaged) } })
  })

  it('is torn if a second frame would be skipped silently', async () => {
    reply = whole(Buffer.concat([zstdCompressSync(png.subarray(0, 9_000)), zstdCompressSync(png.subarray(9_000))]), {
      'content-encoding': 'zstd'
    })
    expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'unreadable', message: 'torn' } })
  })

  it('is still recognised as an HTML page', async () => {
    reply = whole(gzipSync('<!doctype html><h1>Expired</h1>'), { 'content-encoding': 'gzip', 'content-type': 'image/png' })
    expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'refusal', message: 'not-media' } })
    expect(await names()).toEqual([])
  })
})

describe('a success status other than 200', () => {
  it('leads to a result if it’s 203', async () => {
    reply = whole(png, {}, 203)
    expect(await keep()).toMatchObject(keptAs(png))
  })

  it('leads to a result if it’s 206 with the complete file, even without a requested range', async () => {
    reply = whole(png, { 'content-range': `bytes 0-${png.length - 1}/${png.length}` }, 206)
    expect(await keep()).toMatchObject(keptAs(png))
    expect(ranges).toEqual([undefined])
  })

  /** Returns a reply that sends at most `bytes` bytes. Its status is 206, even if no range was requested. */
  const inPieces =
    (body: Buffer, bytes: number, headers: Record<string, string>, total = String(body.length)): Reply =>
    (request, response) => {
      const first = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      if (first >= body.length) return response.writeHead(416, { ...headers, 'content-range': `bytes */${body.length}` }).end()
      const piece = body.subarray(first, first + bytes)
      response.writeHead(206, { ...headers, 'content-range': `bytes ${first}-${first + piece.length - 1}/${total}` })
      response.end(piece)
    }

  it.each([
    ['', undefined],
    [' and an unknown total', '*']
  ])('leads to further requests if it’s 206 with a part%s', async (_name, total) => {
    reply = inPieces(png, 100_000, { etag: '"one"' }, total)
    expect(await keep()).toMatchObject(keptAs(png))
    expect(ranges.slice(0, 4)).toEqual([undefined, 'bytes=100000-', 'bytes=200000-', 'bytes=300000-'])
  })

  it('leads to a lost download if nothing proves that the parts of a 206 belong together', async () => {
    reply = inPieces(png, 100_000, {})
    expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'unexpected-partial-answer' } })
  })

  it.each([
    ['no Content-Range', {}],
    ['a range that isn’t the first', { 'content-range': 'bytes 5-9/10' }]
  ])('leads to a lost download if it’s 206 with %s', async (_name, headers: Record<string, string>) => {
    reply = whole(png, headers, 206)
    expect(await keep()).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'unexpected-partial-answer' } })
    expect((await names()).filter((name) => name.endsWith('.png'))).toEqual([])
  })
})

describe('a torn file', () => {
  /** Sends an incomplete file without a Content-Length, as in HTTP/1.0. For the client, the file ends when the connection closes. */
  const endsEarly: Reply = (_request, response) => {
    response.writeHead(200, { connection: 'close' })
    response.end(png.subarray(0, 40_000))
  }

  it('is not a result', async () => {
    reply = endsEarly
    expect(await keep()).toMatchObject({ ok: false, fault: { step: 'download', kind: 'unreadable', message: 'torn' } })
    expect(await names()).toEqual([])
    reply = whole(png)
    expect(await keep()).toMatchObject({ ok: true, file: { sha256: sha256(png), isTorn: false } })
  })

  it('is saved and marked as torn if incomplete files are accepted', async () => {
    reply = endsEarly
    expect(await keep({ acceptsIncomplete: true })).toMatchObject({ ok: true, file: { bytes: 40_000, isTorn: true, path: `${stem}.png` } })
  })
})

describe('the same bytes as another output of the task', () => {
  it('aren’t saved twice', async () => {
    reply = whole(png)
    const end = await keep({ siblings: ['0'.repeat(64), sha256(png)] })
    expect(end).toMatchObject({
      ok: false,
      fault: { step: 'download', kind: 'unreadable', message: 'same-as-sibling' },
      duplicateSha256: sha256(png)
    })
    expect(await names()).toEqual([])
  })

  it('are saved if the other output differs', async () => {
    reply = whole(png)
    expect(await keep({ siblings: [sha256(otherPng)] })).toMatchObject(keptAs(png))
  })

  it('are detected by the download’s digest, even if a recipe is embedded or the file already exists', async () => {
    const { anItem } = await import('../an-item.ts')
    const { sampleTask } = await import('../../tasks/machine/sample-task.ts')
    const { recipe } = anItem({ id: 'task-1.1' })
    keeper = createResultWriter({ folder: () => folder, stateOfFolder: async () => 'ready', http, probeFile, recipeFor: () => recipe })
    const of = { record: sampleTask(), index: 0 }
    reply = whole(png)
    const first = await keep({ of })
    expect(first).toMatchObject({ ok: true, file: { downloadSha256: sha256(png) } })
    expect(first.ok && first.file.sha256).not.toBe(sha256(png))
    expect(await keep({ of })).toEqual(first)
    reply = (_request, response) => response.writeHead(404).end()
    expect(await keep({ of })).toEqual(first)
    expect((await stat(`${stem}.png`)).isFile()).toBe(true)
    expect(basename(stem)).toBe('result')
  })
})
