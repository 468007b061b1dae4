import { createHash, randomBytes } from 'node:crypto'
import fsPromises, {
  type FileHandle,
  link,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile
} from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient } from '../../../../electron/service/http-client.ts'
import type { HttpClient } from '../../../../electron/service/http-client.ts'
import type { ResultWriter } from '../../../../electron/tasks/ports.ts'
import { createResultWriter } from '../../../../electron/library/downloads/save-result.ts'
import { writeReservation } from '../../../../electron/library/downloads/name-reservation.ts'
import { probeFile } from '../../../../electron/uploads/probe-file.ts'
import type { TransferProgress } from '../../../../shared/task/task.ts'
import { closedPort, serveHttp } from '../../service/local-server.ts'
import type { LocalServer } from '../../service/local-server.ts'

type Reply = (request: IncomingMessage, response: ServerResponse) => void

let folder: string
let http: HttpClient
let keeper: ResultWriter
let server: LocalServer
let reply: Reply
let asked: { range: string | undefined; ifRange: string | undefined; authorization: string | undefined }[]
let png: Buffer
let otherPng: Buffer

beforeAll(async () => {
  const noise = (seed: number) => sharp(createNoise(seed), { raw: { width: 600, height: 500, channels: 3 } }).png({ compressionLevel: 0 })
  png = await noise(1).toBuffer()
  otherPng = await noise(2).toBuffer()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-library-'))
  asked = []
  reply = whole(png)
  server = await serveHttp((request, response) => {
    asked.push({
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
      authorization: request.headers.authorization
    })
    reply(request, response)
  })
  http = createHttpClient()
  keeper = newKeeper()
})
afterEach(async () => {
  await http.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

function newKeeper(): ResultWriter {
  return createResultWriter({ folder: () => folder, stateOfFolder: async () => 'ready', http, probeFile })
}

function createNoise(seed: number): Buffer {
  const pixels = Buffer.alloc(600 * 500 * 3)
  let state = seed
  for (let index = 0; index < pixels.length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    pixels[index] = state >> 16
  }
  return pixels
}
function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Returns a reply like that of a storage server with support for `Range` and `If-Range`. */
function whole(content: Buffer, headers: Record<string, string> = { etag: '"one"' }): Reply {
  return (request, response) => {
    const first = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? -1)
    const ifRange = request.headers['if-range']
    const isSame = ifRange === undefined || ifRange === headers['etag'] || ifRange === headers['last-modified']
    if (first < 0 || !isSame) {
      response.writeHead(200, { ...headers, 'content-type': 'image/png', 'content-length': content.length })
      response.end(content)
    } else if (first >= content.length) {
      response.writeHead(416, { ...headers, 'content-range': `bytes */${content.length}` }).end()
    } else {
      const rest = content.subarray(first)
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${first}-${content.length - 1}/${content.length}`,
        'content-length': rest.length
      })
      response.end(rest)
    }
  }
}
/** Returns a reply that sends the first `bytes` bytes, then closes the connection. It ignores a requested range. */
function torn(content: Buffer, bytes: number, headers: Record<string, string> = { etag: '"one"' }): Reply {
  return (_request, response) => {
    response.writeHead(200, { ...headers, 'content-type': 'image/png', 'content-length': content.length })
    // The bytes already sent still arrive, because the connection is closed, not reset.
    response.write(content.subarray(0, bytes), () => response.socket?.end())
  }
}
function answer(status: number, body = '', headers: Record<string, string> = {}): Reply {
  return (_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }
}

function reserve(more: Partial<Parameters<ResultWriter['reserve']>[0]> = {}): Promise<string> {
  return keeper.reserve({
    capability: 'face-swap',
    title: 'A red fox',
    index: 0,
    count: 1,
    at: Date.UTC(2026, 10, 20, 12),
    isTaken: () => false,
    ...more
  })
}
function keep(stem: string, more: Partial<Parameters<ResultWriter['save']>[0]> = {}) {
  return keeper.save({ url: `${server.origin}/result.png?sig=1`, stem, expectedMedium: 'image', ...more })
}
const names = async (): Promise<string[]> => (await readdir(folder)).toSorted()
const kept = (stem: string, content = png, name = `${stem}.png`) => ({
  ok: true,
  file: {
    path: name,
    contentType: 'image/png',
    medium: 'image',
    bytes: content.length,
    sha256: digest(content),
    width: 600,
    height: 500,
    isTorn: false,
    downloadSha256: digest(content)
  }
})

describe('saving a result', () => {
  it('writes it to disk with its digest and dimensions, and nothing else', async () => {
    const stem = await reserve()
    expect(await keep(stem)).toEqual(kept(stem))
    expect(await names()).toEqual([`${basename(stem)}.png`])
    expect(digest(await readFile(`${stem}.png`))).toBe(digest(png))
  })

  it('sends no API key', async () => {
    await keep(await reserve())
    expect(asked).toEqual([{ range: undefined, ifRange: undefined, authorization: undefined }])
  })

  it('trusts the bytes more than the declared type and the address', async () => {
    const jpeg = await sharp(png).jpeg().toBuffer()
    reply = (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      response.end(jpeg)
    }
    const stem = await reserve()
    expect(await keep(stem, { expectedMedium: 'video' })).toMatchObject({
      ok: true,
      file: { path: `${stem}.jpg`, contentType: 'image/jpeg', medium: 'image' }
    })
  })

  it('accepts a response without a length', async () => {
    reply = (_request, response) => {
      response.write(png.subarray(0, 1_000))
      response.end(png.subarray(1_000))
    }
    const stem = await reserve()
    expect(await keep(stem)).toEqual(kept(stem))
  })

  it('reports its progress', async () => {
    const reports: TransferProgress[] = []
    await keep(await reserve(), { onProgress: (progress) => reports.push(progress) })
    expect(reports.at(-1)).toEqual({ doneBytes: png.length, totalBytes: png.length, bytesPerSecond: expect.any(Number) })
  })

  it('follows storage to another origin', async () => {
    const cdn = await serveHttp(whole(png))
    reply = answer(302, '', { location: `${cdn.origin}/elsewhere` })
    const stem = await reserve()
    expect(await keep(stem)).toEqual(kept(stem))
    await cdn.close()
  })

  it('stops after circular redirects', async () => {
    reply = answer(302, '', { location: '/again' })
    expect(await keep(await reserve())).toMatchObject({ ok: false, fault: { kind: 'refusal', httpStatus: 302 } })
    expect(asked).toHaveLength(6)
  })

  it('saves a 3D model in a text format', async () => {
    const model = 'o cube\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'
    reply = answer(200, model, { 'content-type': 'text/plain' })
    const stem = await reserve()
    expect(await keep(stem, { url: `${server.origin}/cube.obj`, expectedMedium: 'model' })).toMatchObject({
      ok: true,
      file: { path: `${stem}.obj`, contentType: 'model/obj', medium: 'model', bytes: model.length }
    })
    const gltf = JSON.stringify({ asset: { version: '2.0' } })
    reply = answer(200, gltf, { 'content-type': 'model/gltf+json' })
    const other = await reserve()
    expect(await keep(other, { url: `${server.origin}/x`, expectedMedium: 'model' })).toMatchObject({
      ok: true,
      file: { path: `${other}.gltf` }
    })
  })

  it('saves unknown bytes, because they were charged', async () => {
    const unknown = Buffer.concat([Buffer.from([0, 1, 2, 3]), Buffer.alloc(2_000, 7)])
    reply = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/x-new' })
      response.end(unknown)
    }
    const stem = await reserve()
    expect(await keep(stem, { url: `${server.origin}/a.nnx` })).toMatchObject({
      ok: true,
      file: { path: `${stem}.bin`, contentType: 'image/x-new', medium: 'image', sha256: digest(unknown) }
    })
  })
})

describe('saving a text', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'

  it('writes it to disk with the right extension, and finds it again if the address is dead', async () => {
    reply = answer(200, srt, { 'content-type': 'text/plain' })
    const stem = await reserve()
    const first = await keep(stem, { expectedMedium: 'text' })
    const bytes = Buffer.from(srt)
    expect(first).toEqual({
      ok: true,
      file: {
        path: `${stem}.srt`,
        contentType: 'application/x-subrip',
        medium: 'text',
        bytes: bytes.length,
        sha256: digest(bytes),
        width: null,
        height: null,
        isTorn: false,
        downloadSha256: digest(bytes)
      }
    })
    reply = answer(404)
    expect(await keep(stem, { expectedMedium: 'text' })).toEqual(first)
    expect(await names()).toEqual([`${basename(stem)}.srt`])
  })

  it('does not mistake a user’s notes for it if the address is dead', async () => {
    const stem = await reserve()
    await writeFile(`${stem}.txt.bak`, 'mine')
    await writeFile(`${stem}.md`, '<html>mine</html>')
    reply = answer(404)
    expect(await keep(stem, { expectedMedium: 'text' })).toMatchObject({ ok: false, fault: { httpStatus: 404 } })
  })

  it('keeps an address’s extension out of the name if the user could run the file', async () => {
    reply = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.end(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2_000)]))
    }
    const stem = await reserve()
    expect(await keep(stem, { url: `${server.origin}/out.exe` })).toMatchObject({ ok: true, file: { path: `${stem}.bin` } })
  })

  it('does not lose it under the name of its own part', async () => {
    const unknown = Buffer.concat([Buffer.from([0, 1, 2, 3]), Buffer.alloc(2_000, 7)])
    reply = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/x-new' })
      response.end(unknown)
    }
    const stem = await reserve()
    expect(await keep(stem, { url: `${server.origin}/result.part` })).toMatchObject({ ok: true, file: { path: `${stem}.bin` } })
    expect(digest(await readFile(`${stem}.bin`))).toBe(digest(unknown))
  })
})

describe('saving a large result', () => {
  let large: Buffer
  beforeAll(() => {
    large = Buffer.concat([png, randomBytes(40 * 1024 * 1024)])
  })

  it('saves it completely', async () => {
    reply = whole(large)
    const stem = await reserve()
    expect(await keep(stem)).toEqual(kept(stem, large))
    expect(digest(await readFile(`${stem}.png`))).toBe(digest(large))
  })

  it.each([5, 17, 30])('resumes after %i MiB', async (mebibytes) => {
    const stem = await reserve()
    reply = torn(large, mebibytes * 1024 * 1024)
    expect(await keep(stem)).toMatchObject({ ok: false, fault: { kind: 'lost' } })
    reply = whole(large)
    expect(await keep(stem)).toEqual(kept(stem, large))
    expect(asked[1]?.range).toMatch(/^bytes=\d{6,}-$/)
  })

  it('uses its own file again, but not another one of the same length', async () => {
    reply = whole(large)
    const stem = await reserve()
    await keep(stem)
    expect(await keep(stem)).toEqual(kept(stem, large))
    await writeFile(`${stem}.png`, Buffer.alloc(large.length))
    expect(await keep(stem)).toEqual(kept(stem, large, `${stem} (2).png`))
  })

  it('can be cancelled', async () => {
    const controller = new AbortController()
    reply = (_request, response) => {
      response.writeHead(200, { 'content-length': large.length })
      response.write(large.subarray(0, 20 * 1024 * 1024), () => setTimeout(() => controller.abort(), 20))
    }
    expect(await keep(await reserve(), { signal: controller.signal })).toMatchObject({
      ok: false,
      fault: { kind: 'lost', message: 'aborted' }
    })
  })
})

describe('saving a result that storage labels as something else', () => {
  it.each(['text/html; charset=utf-8', 'application/json', 'text/plain', 'application/x-nothing', ''])(
    'saves an image labelled %j',
    async (type) => {
      reply = (_request, response) => {
        response.writeHead(200, type === '' ? {} : { 'content-type': type })
        response.end(png)
      }
      const stem = await reserve()
      expect(await keep(stem)).toEqual(kept(stem))
    }
  )

  it('saves unknown bytes that are labelled as an image', async () => {
    reply = answer(200, 'not really a picture', { 'content-type': 'image/png' })
    const stem = await reserve()
    expect(await keep(stem)).toMatchObject({ ok: true, file: { path: `${stem}.png`, medium: 'image', bytes: 20, width: null } })
  })
})

describe('saving a result whose download is interrupted', () => {
  it('resumes where it stopped if the file is the same', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    expect(await keep(stem)).toMatchObject({ ok: false, fault: { step: 'download', kind: 'lost' } })
    expect(await names()).toEqual([`${basename(stem)}.part`, `${basename(stem)}.part.json`])
    const { size } = await stat(`${stem}.part`)
    expect(size).toBeGreaterThan(0)
    reply = whole(png)
    expect(await keep(stem, { url: `${server.origin}/result.png?sig=fresh` })).toEqual(kept(stem))
    expect(asked[1]).toMatchObject({ range: `bytes=${size}-`, ifRange: '"one"' })
    expect(await names()).toEqual([`${basename(stem)}.png`])
  })

  it('resumes by date if there is no ETag', async () => {
    const stem = await reserve()
    const headers = { 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT' }
    reply = torn(png, 300_000, headers)
    await keep(stem)
    reply = whole(png, headers)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(asked[1]).toMatchObject({ range: expect.stringMatching(/^bytes=\d+-$/), ifRange: headers['last-modified'] })
  })

  it('starts again without an ETag or date, because an equal length proves nothing', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000, {})
    await keep(stem)
    reply = whole(otherPng, {})
    expect(await keep(stem)).toEqual(kept(stem, otherPng))
    expect(asked[1]?.range).toBeUndefined()
  })

  it('starts again when the server ignores the range', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    reply = (_request, response) => response.end(png)
    expect(await keep(stem)).toEqual(kept(stem))
  })

  it('starts again when the file has changed', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    reply = whole(otherPng, { etag: '"two"' })
    expect(await keep(stem)).toEqual(kept(stem, otherPng))
  })

  it('starts again when the server returns another part than requested', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    const honest = whole(png)
    reply = (request, response) => {
      if (request.headers.range === undefined) return honest(request, response)
      response.writeHead(206, { 'content-range': `bytes 5-${png.length - 1}/${png.length}` })
      response.end(png.subarray(5))
    }
    expect(await keep(stem)).toEqual(kept(stem))
  })

  it('starts again when the rest belongs to a file of another length', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000, {})
    await keep(stem)
    const longer = Buffer.concat([png, Buffer.alloc(10)])
    reply = whole(longer, {})
    const end = await keep(stem)
    expect(end).toMatchObject({ ok: true, file: { bytes: longer.length, sha256: digest(longer) } })
  })

  it('starts again when the part is longer than the file', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    await writeFile(`${stem}.part`, Buffer.alloc(png.length + 5))
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
  })

  it('starts again when the source of the part is unknown', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    await writeFile(`${stem}.part.json`, '{"address":"htt')
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(asked[1]?.range).toBeUndefined()
  })

  it('starts again at another address if no ETag confirms the content', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000, {})
    await keep(stem)
    reply = whole(otherPng, {})
    expect(await keep(stem, { url: `${server.origin}/other.png` })).toEqual(kept(stem, otherPng))
    expect(asked[1]?.range).toBeUndefined()
  })

  it('does not resume a part from before the machine’s last start', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    await utimes(`${stem}.part`, new Date(0), new Date(0))
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(asked[1]?.range).toBeUndefined()
  })

  it('does not resume a part that a wrong clock dated in the future, because the machine may have restarted since', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    const tomorrow = new Date(Date.now() + 24 * 3_600_000)
    await utimes(`${stem}.part`, tomorrow, tomorrow)
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(asked[1]?.range).toBeUndefined()
  })

  it('does not mistake another file under its reserved name for the result', async () => {
    const stem = await reserve()
    const download = { bytes: png.length, sha256: digest(png) }
    await writeReservation(`${stem}.part.claim`, { of: null, name: `${basename(stem)}.png`, sha256: digest(png), download })
    await writeFile(`${stem}.png`, otherPng)
    expect(await keep(stem)).toEqual(kept(stem, png, `${stem} (2).png`))
    expect(await readFile(`${stem}.png`)).toEqual(otherPng)
  })

  it('is not complete if storage returns less of the rest than requested, and resumes from there', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    reply = (_request, response) => {
      response.writeHead(206, { etag: '"one"', 'content-range': `bytes 300000-399999/${png.length}`, 'content-length': 100_000 })
      response.end(png.subarray(300_000, 400_000))
    }
    expect(await keep(stem)).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'length-differs' } })
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(asked.map(({ range }) => range)).toEqual([undefined, 'bytes=300000-', 'bytes=400000-'])
  })

  it.each<[string, Reply]>([
    ['has no body', (_request, response) => response.writeHead(200, { 'content-length': '0' }).end()],
    ['has no body and no length', (_request, response) => response.end()],
    ['is shorter than it says', (request, response) => torn(png, 1_000)(request, response)]
  ])('is lost if the response %s', async (_name, strange) => {
    reply = strange
    const stem = await reserve()
    expect(await keep(stem)).toMatchObject({ ok: false, fault: { step: 'download', kind: 'lost' } })
    expect((await names()).filter((name) => name.endsWith('.png'))).toEqual([])
  })

  it('can be cancelled and resumed', async () => {
    const stem = await reserve()
    const controller = new AbortController()
    reply = (_request, response) => {
      response.writeHead(200, { etag: '"one"', 'content-length': png.length })
      response.write(png.subarray(0, 200_000), () => setTimeout(() => controller.abort(), 20))
    }
    expect(await keep(stem, { signal: controller.signal })).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'aborted' } })
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
  })

  it('fails if nothing listens at the address, and leaves nothing behind', async () => {
    expect(await keep(await reserve(), { url: `http://127.0.0.1:${await closedPort()}/a.png` })).toMatchObject({
      ok: false,
      fault: { kind: 'not-sent' }
    })
    expect(await names()).toEqual([])
  })
})

describe('saving a result after a kill', () => {
  it('needs no network for a complete part', async () => {
    const stem = await reserve()
    await keep(stem)
    await rename(`${stem}.png`, `${stem}.part`)
    await writeFile(
      `${stem}.part.json`,
      JSON.stringify({
        address: `${server.origin}/result.png`,
        etag: '"one"',
        lastModified: null,
        totalBytes: png.length,
        contentType: 'image/png'
      })
    )
    asked = []
    expect(await keep(stem)).toEqual(kept(stem))
    expect(asked).toEqual([])
    expect(await names()).toEqual([`${basename(stem)}.png`])
  })

  it('finishes a complete part of unknown length', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000, { etag: '"one"' })
    await keep(stem)
    await writeFile(`${stem}.part`, png)
    await writeFile(
      `${stem}.part.json`,
      JSON.stringify({ address: `${server.origin}/result.png`, etag: '"one"', lastModified: null, totalBytes: null, contentType: null })
    )
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(asked.at(-1)).toMatchObject({ range: `bytes=${png.length}-` })
  })

  it('uses its own file if a kill came between two names', async () => {
    const stem = await reserve()
    await keep(stem)
    await link(`${stem}.png`, `${stem}.part`)
    await writeFile(
      `${stem}.part.json`,
      JSON.stringify({
        address: `${server.origin}/result.png`,
        etag: '"one"',
        lastModified: null,
        totalBytes: png.length,
        contentType: null
      })
    )
    expect(await keep(stem)).toEqual(kept(stem))
    expect(await names()).toEqual([`${basename(stem)}.png`])
  })

  describe('between two names', () => {
    /** Saves a result, then adds a partial file from 1970. Kiln never resumes a partial file from before the last boot. */
    const aPartThatIsNotTrusted = async (): Promise<string> => {
      const stem = await reserve()
      await keep(stem)
      await link(`${stem}.png`, `${stem}.part`)
      await utimes(`${stem}.part`, new Date(0), new Date(0))
      return stem
    }

    it.each<[string, Reply]>([
      ['is interrupted at once', (request, response) => torn(png, 0)(request, response)],
      ['is interrupted midway', (request, response) => torn(png, 300_000)(request, response)],
      ['is interrupted just before its end', (request, response) => torn(png, png.length - 1)(request, response)],
      ['is interrupted and returns another file', (request, response) => torn(otherPng, 300_000, { etag: '"two"' })(request, response)]
    ])('never writes into the result through its part’s name if the next attempt %s', async (_name, strange) => {
      const stem = await aPartThatIsNotTrusted()
      reply = strange
      expect(await keep(stem)).toMatchObject({ ok: false, fault: { kind: 'lost' } })
      expect(digest(await readFile(`${stem}.png`))).toBe(digest(png))
      reply = whole(png)
      expect(await keep(stem)).toEqual(kept(stem))
      expect(await names()).toEqual([`${basename(stem)}.png`])
    })

    it('saves new content of the address next to the result, and never over it', async () => {
      const stem = await aPartThatIsNotTrusted()
      reply = whole(otherPng)
      expect(await keep(stem)).toEqual(kept(stem, otherPng, `${stem} (2).png`))
      expect(digest(await readFile(`${stem}.png`))).toBe(digest(png))
    })

    it('fails without writing if the name of the part can’t be removed', async () => {
      const stem = await aPartThatIsNotTrusted()
      const { rm: remove } = fsPromises
      fsPromises.rm = async (path, options) => (String(path).endsWith('.part') ? undefined : remove(path, options))
      syncBuiltinESMExports()
      try {
        expect(await keep(stem)).toMatchObject({ ok: false, fault: { kind: 'local', message: 'EEXIST' } })
      } finally {
        fsPromises.rm = remove
        syncBuiltinESMExports()
      }
      expect(digest(await readFile(`${stem}.png`))).toBe(digest(png))
      expect(await keep(stem)).toEqual(kept(stem))
      expect(await names()).toEqual([`${basename(stem)}.png`])
    })

    it('closes the part before its name is removed', async () => {
      const stem = await aPartThatIsNotTrusted()
      const { open, rm: remove } = fsPromises
      const parts: FileHandle[] = []
      const openAtRemoval: number[] = []
      fsPromises.open = async (...parameters) => {
        const handle = await open(...parameters)
        if (String(parameters[0]).endsWith('.part')) parts.push(handle)
        return handle
      }
      fsPromises.rm = async (path, options) => {
        if (String(path).endsWith('.part')) openAtRemoval.push(parts.filter(({ fd }) => fd !== -1).length)
        return remove(path, options)
      }
      syncBuiltinESMExports()
      try {
        expect(await keep(stem)).toEqual(kept(stem))
      } finally {
        Object.assign(fsPromises, { open, rm: remove })
        syncBuiltinESMExports()
      }
      expect(openAtRemoval.length).toBeGreaterThan(0)
      expect(openAtRemoval.every((count) => count === 0)).toBe(true)
    })
  })

  it('accepts its own file if a kill came before it was recorded', async () => {
    const stem = await reserve()
    await keep(stem)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(await names()).toEqual([`${basename(stem)}.png`])
  })

  it('leaves no part behind if it uses its own file because the address is dead', async () => {
    const stem = await reserve()
    await keep(stem)
    reply = torn(png, 300_000)
    await keep(stem)
    expect(await names()).toContain(`${basename(stem)}.part`)
    reply = answer(410)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(await names()).toEqual([`${basename(stem)}.png`])
  })

  it('uses its own file even if another file has its name with another extension', async () => {
    const stem = await reserve()
    await keep(stem)
    await writeFile(`${stem}.aae`, 'notes of another program')
    reply = answer(410)
    expect(await keep(stem)).toEqual(kept(stem))
  })

  it('uses its own file even if the address is dead', async () => {
    const stem = await reserve()
    await keep(stem)
    for (const status of [403, 404, 410]) {
      reply = answer(status)
      expect(await keep(stem)).toEqual(kept(stem))
    }
    expect(await names()).toEqual([`${basename(stem)}.png`])
  })
})

describe('saving a result next to a user’s files', () => {
  it('never overwrites a file that has taken its name', async () => {
    const stem = await reserve()
    await writeFile(`${stem}.png`, 'mine')
    expect(await keep(stem)).toEqual(kept(stem, png, `${stem} (2).png`))
    expect(await readFile(`${stem}.png`, 'utf8')).toBe('mine')
    expect(await keep(stem)).toEqual(kept(stem, png, `${stem} (2).png`))
    expect(await names()).toEqual([`${basename(stem)} (2).png`, `${basename(stem)}.png`])
  })

  it('does not mistake a file of the same length for the result', async () => {
    const stem = await reserve()
    await writeFile(`${stem}.png`, Buffer.alloc(png.length))
    expect(await keep(stem)).toEqual(kept(stem, png, `${stem} (2).png`))
  })

  it('never overwrites a folder', async () => {
    const stem = await reserve()
    await symlink(tmpdir(), `${stem}.png`)
    expect(await keep(stem)).toEqual(kept(stem, png, `${stem} (2).png`))
  })

  it('reserves no name that is used or reserved, whatever the extension and case', async () => {
    const first = await reserve()
    await writeFile(`${first.toUpperCase().replace(folder.toUpperCase(), folder)}.WEBP`, '')
    keeper = newKeeper()
    const second = await reserve()
    expect(second).toBe(`${first} (2)`)
    await writeFile(`${second}.part`, '')
    keeper = newKeeper()
    expect(await reserve()).toBe(`${first} (3)`)
    expect(await reserve({ isTaken: (stem) => stem === `${first} (3)` })).toBe(`${first} (4)`)
  })
})

describe('saving something that isn’t a result', () => {
  it.each<[number, string]>([
    [403, 'AccessDenied'],
    [404, 'NoSuchKey'],
    [410, 'Gone'],
    [500, 'Oops'],
    [503, 'SlowDown']
  ])('is rejected with status %i and its error type', async (status, code) => {
    reply = answer(status, `<Error><Code>${code}</Code></Error>`)
    expect(await keep(await reserve())).toMatchObject({
      ok: false,
      fault: { step: 'download', kind: 'refusal', httpStatus: status, errorType: code }
    })
    expect(await names()).toEqual([])
  })

  it.each<[string, string, string]>([
    ['a web page', '<!doctype html><h1>Expired</h1>', 'text/html; charset=utf-8'],
    ['a JSON error', '{"error":"expired"}', 'application/json'],
    ['a web page labelled as an image', '\n<HTML><body>Expired</body>', 'image/png'],
    ['an error labelled as an image', '<?xml version="1.0"?><Error/>', 'image/png'],
    ['plain text', 'The link has expired.', 'text/plain']
  ])('is rejected despite status 200: %s', async (_name, body, type) => {
    reply = answer(200, body, { 'content-type': type })
    expect(await keep(await reserve())).toMatchObject({ ok: false, fault: { kind: 'refusal', httpStatus: 200, message: 'not-media' } })
    expect(await names()).toEqual([])
  })

  it('keeps the downloaded part if a page comes instead of the rest', async () => {
    const stem = await reserve()
    reply = torn(png, 300_000)
    await keep(stem)
    reply = answer(200, '<html>Log in</html>', { 'content-type': 'text/html' })
    expect(await keep(stem)).toMatchObject({ ok: false, fault: { kind: 'refusal' } })
    reply = answer(403)
    expect(await keep(stem)).toMatchObject({ ok: false, fault: { kind: 'refusal', httpStatus: 403 } })
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
    expect(asked.at(-1)?.range).toMatch(/^bytes=\d+-$/)
  })

  it('is rejected at an invalid address', async () => {
    for (const url of ['file:///etc/passwd', 'not an address', 'ftp://h.example/x']) {
      expect(await keep(await reserve(), { url })).toMatchObject({ ok: false, fault: { kind: 'refusal', message: 'address-not-allowed' } })
    }
    expect(await names()).toEqual([])
  })
})

describe('saving a result on a failing disk', () => {
  it('reports a missing folder, and doesn’t create it', async () => {
    const stem = await reserve()
    await rm(folder, { recursive: true })
    expect(await keep(stem)).toMatchObject({ ok: false, fault: { step: 'download', kind: 'local', localReason: 'folder-missing' } })
    expect(asked).toEqual([])
    await expect(stat(folder)).rejects.toThrow('ENOENT')
  })

  it.skipIf(process.platform !== 'linux')('reports a full disk', async () => {
    const stem = await reserve()
    // Every write to this device fails as on a full disk.
    await symlink('/dev/full', `${stem}.part`)
    expect(await keep(stem)).toMatchObject({ ok: false, fault: { kind: 'local', localReason: 'disk-full', message: 'ENOSPC' } })
    await rm(`${stem}.part`, { force: true })
    expect(await keep(stem)).toEqual(kept(stem))
  })

  it('saves the correct file even if its part was truncated', async () => {
    const stem = await reserve()
    reply = torn(png, 600_000)
    await keep(stem)
    await truncate(`${stem}.part`, 10)
    reply = whole(png)
    expect(await keep(stem)).toEqual(kept(stem))
  })
})
