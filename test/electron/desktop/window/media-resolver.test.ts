import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveApp } from '../../../../electron/desktop/window/app-protocol.ts'
import { createMediaResolver } from '../../../../electron/desktop/window/media-resolver.ts'
import { createFileTokens } from '../../../../electron/ipc/file-tokens.ts'
import { mediaPaths } from '../../../../shared/library/media-paths.ts'
import type { LibraryFile } from '../../../../electron/studio.ts'

/** Name of the system program that creates a named pipe. */
const makePipe = 'mkfifo'
const megabyte = 1024 * 1024
const size = 60 * megabyte + 7
const secret = 'this is no result'
const outside: string[] = []
let folder: string
let library: string
let video: Buffer
/** Sends a request to the app protocol's real handler, which serves real files. */
let ask: (path: string, init?: RequestInit) => Promise<Response>
const results = new Map<string, Pick<LibraryFile, 'path' | 'contentType'>>()
const fileTokens = createFileTokens()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-door-'))
  library = join(folder, 'library')
  await mkdir(library)
  // Each four-byte word contains its own index, so that no two parts of the file are equal.
  const words = new Uint32Array(Math.ceil(size / 4)).map((_, place) => place)
  video = Buffer.from(words.buffer).subarray(0, size)
  await writeFile(join(library, 'clip.mp4'), video)
  for (const name of ['secret.txt', 'clip.mp4.bak']) {
    await writeFile(join(folder, name), secret)
    outside.push(join(folder, name))
  }
  results.set('clip', { path: join(library, 'clip.mp4'), contentType: 'video/mp4' })
  const media = createMediaResolver({
    studio: {
      library: { fileOf: async (id) => (results.get(id) as LibraryFile | undefined) ?? null },
      thumbnail: async (id, edge) => results.get(`${edge} ${id}`)?.path ?? null,
      faceImage: async () => null
    },
    fileTokens
  })
  const page = join(folder, 'page')
  await mkdir(page)
  await writeFile(join(page, 'index.html'), '<!doctype html>')
  const handlers: Parameters<Parameters<typeof serveApp>[0]['handle']>[1][] = []
  serveApp(
    { handle: (_scheme, handler) => void handlers.push(handler) },
    {
      pageFolder: page,
      media: Promise.resolve(media),
      language: () => 'zh-Hans',
      platform: 'linux',
      opensWithWelcome: () => false,
      onError: (error) => {
        throw error
      }
    }
  )
  ask = async (path, init) => {
    const [handler] = handlers
    if (handler === undefined) throw new Error('No handler for the scheme.')
    return handler(new Request(`app://kiln${path}`, init))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const seek = (range: string, method = 'GET'): Promise<Response> => ask('/media/result/clip', { method, headers: { Range: range } })

async function openFiles(): Promise<number> {
  const targets = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(library)).length
}

describe('seeking in a 60 MB video', () => {
  it.each<[name: string, range: string, first: number, last: number]>([
    ['first bytes', 'bytes=0-65535', 0, 65_535],
    ['first byte only', 'bytes=0-0', 0, 0],
    ['middle', `bytes=${30 * megabyte}-${31 * megabyte - 1}`, 30 * megabyte, 31 * megabyte - 1],
    ['middle to the end', `bytes=${59 * megabyte}-`, 59 * megabyte, size - 1],
    ['last byte', `bytes=${size - 1}-`, size - 1, size - 1],
    ['last bytes', 'bytes=-1000', size - 1000, size - 1],
    ['end if the range exceeds it', `bytes=${size - 10}-${size + 500}`, size - 10, size - 1],
    ['whole file as one part', `bytes=-${size + 1}`, 0, size - 1]
  ])('returns the %s', async (_name, range, first, last) => {
    const response = await seek(range)
    expect([response.status, response.headers.get('content-range'), response.headers.get('content-length')]).toEqual([
      206,
      `bytes ${first}-${last}/${size}`,
      String(last - first + 1)
    ])
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const body = Buffer.from(await response.arrayBuffer())
    expect(body.equals(video.subarray(first, last + 1))).toBe(true)
  })

  it('returns exactly the requested bytes for any range', async () => {
    const place = fc.integer({ min: 0, max: size - 1 })
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 0, max: 100_000 }), async (first, more) => {
        const last = Math.min(first + more, size - 1)
        const body = Buffer.from(await (await seek(`bytes=${first}-${first + more}`)).arrayBuffer())
        expect(body.equals(video.subarray(first, last + 1))).toBe(true)
      }),
      { numRuns: 50 }
    )
  })

  it.each([`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0'])('answers %s with 416 and the file’s size', async (range) => {
    const response = await seek(range)
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([416, `bytes */${size}`, ''])
  })

  it.each(['bytes=9-3', 'bytes=a-b', 'bytes', 'bytes=0-1,4-5', 'seconds=0-1', 'bytes=-', 'bytes=0x10-0x20'])(
    'ignores the invalid range %s and returns the whole file',
    async (range) => {
      const response = await seek(range, 'HEAD')
      expect([response.status, response.headers.get('content-length')]).toEqual([200, String(size)])
    }
  )

  it('answers HEAD with the headers of GET and no body', async () => {
    const response = await seek('bytes=100-199', 'HEAD')
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([206, `bytes 100-199/${size}`, ''])
    expect((await ask('/media/result/clip', { method: 'HEAD' })).headers.get('content-length')).toBe(String(size))
  })

  it.skipIf(process.platform !== 'linux')('closes the file after every aborted read', async () => {
    for (let seeks = 0; seeks < 60; seeks += 1) {
      const reader = (await seek(`bytes=${seeks * megabyte}-`)).body?.getReader()
      if (seeks % 3 > 0) await reader?.read()
      await reader?.cancel()
    }
    await expect.poll(openFiles).toBe(0)
  })

  it.skipIf(process.platform !== 'linux')('reads no further than the player', async () => {
    const reader = (await seek('bytes=0-')).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(value?.length).toBeLessThanOrEqual(megabyte)
    expect(await openFiles()).toBe(1)
    await reader?.cancel()
    await expect.poll(openFiles).toBe(0)
  })
})

describe('a requested thumbnail', () => {
  it('gets a new URL in both sizes when its file changes', async () => {
    const [small, large] = [join(library, 'small.webp'), join(library, 'large.webp')]
    await writeFile(small, 'small')
    await writeFile(large, 'large')
    results.set('small vase', { path: small, contentType: 'image/webp' })
    results.set('large vase', { path: large, contentType: 'image/webp' })
    for (const kind of ['small', 'large'] as const) {
      const address = mediaPaths.tileThumbnail({ id: 'vase', version: 'a1' }, kind)
      expect(await (await ask(address)).text()).toBe(kind)
      expect(mediaPaths.tileThumbnail({ id: 'vase', version: 'b2' }, kind)).not.toBe(address)
    }
  })

  it('comes from the current file, whatever version the URL names', async () => {
    const range = { headers: { Range: 'bytes=0-9' } }
    const named = await ask(mediaPaths.tileFile({ id: 'clip', version: 'a1' }), range)
    expect(named.status).toBe(206)
    expect(Buffer.from(await named.arrayBuffer()).equals(video.subarray(0, 10))).toBe(true)
  })

  it('responds with 404 for an unknown result and with 204 if it has no image yet', async () => {
    expect((await ask('/media/thumbnail/unknown')).status).toBe(404)
    expect((await ask('/media/thumbnail/clip')).status).toBe(204)
  })
})

/** Path traversal sequences, plain and encoded. */
const steps = ['..', '%2e%2e', '%252e%252e', '.%2e', '..%00', '..;', '....', '%c0%ae%c0%ae', '\u2025', '..\\', '..%5c']
const separators = ['/', '%2f', '%252f', '\\', '%5c', '//', '%c0%af', '\u2215']
const tries = [
  ...steps.flatMap((step) => separators.map((separator) => `${step}${separator}${step}${separator}secret.txt`)),
  ...steps.flatMap((step) => separators.map((separator) => `clip${separator}${step}${separator}${step}${separator}secret.txt`)),
  '/etc/passwd',
  '//etc/passwd',
  'file:///etc/passwd',
  'C:%5cWindows%5cwin.ini',
  '%5c%5cserver%5cshare',
  'clip.mp4',
  'clip.mp4.bak',
  'clip%00.txt',
  'clip?path=../secret.txt',
  'clip#/../secret.txt',
  'clip;../secret.txt',
  'CON',
  '.',
  '..',
  '',
  ' ',
  'x'.repeat(300)
]

describe('a file outside the library', () => {
  it.each(['result', 'thumbnail', 'draft', 'face'])('can’t be reached through /media/%s, however its path is written', async (kind) => {
    for (const attempt of [...tries, ...outside, ...outside.map(encodeURIComponent)]) {
      const response = await ask(`/media/${kind}/${attempt}`)
      const body = response.status === 200 ? '' : await response.text()
      await response.body?.cancel().catch(() => undefined)
      // `clip` with a query or a fragment may be served. Kiln ignores both, and this file is in the library.
      const isClip = (kind === 'result' || kind === 'thumbnail') && /^clip[?#]/.test(attempt)
      expect([attempt, isClip ? 404 : response.status, body]).toEqual([attempt, 404, ''])
    }
  })

  it('can’t be reached through the page', async () => {
    for (const attempt of [...tries.filter((one) => one !== '' && one !== '.'), ...outside]) {
      const response = await ask(`/${attempt}`)
      const text = await response.text()
      expect([attempt, text.includes(secret)]).toEqual([attempt, false])
    }
  })

  it.skipIf(process.platform === 'win32')('can’t be reached through a link that replaced a result', async () => {
    const path = join(library, 'swapped.png')
    results.set('swapped', { path, contentType: 'image/png' })
    await writeFile(path, 'a picture')
    expect(await (await ask('/media/result/swapped')).text()).toBe('a picture')
    await rename(path, `${path}.old`)
    for (const target of [join(folder, 'secret.txt'), '../secret.txt', '/etc/hostname', path]) {
      await rm(path, { force: true })
      await symlink(target, path)
      const response = await ask('/media/result/swapped')
      expect([target, response.status, await response.text()]).toEqual([target, 404, ''])
    }
  })

  it.skipIf(process.platform === 'win32')('can’t block a response: a pipe or a folder instead of a result responds with 404', async () => {
    const pipe = join(library, 'pipe.mp4')
    execFileSync(makePipe, [pipe])
    results.set('pipe', { path: pipe, contentType: 'video/mp4' })
    results.set('folder', { path: library, contentType: 'video/mp4' })
    expect([(await ask('/media/result/pipe')).status, (await ask('/media/result/folder')).status]).toEqual([404, 404])
  })

  it.skipIf(process.platform === 'win32')('is served if the user added it, even if it is a link', async () => {
    const path = join(folder, 'handed.png')
    await writeFile(join(folder, 'handed-real.png'), 'handed over')
    await symlink(join(folder, 'handed-real.png'), path)
    const { draft } = fileTokens.add(path, { contentType: 'image/png' } as never)
    expect(await (await ask(`/media/draft/${draft}`)).text()).toBe('handed over')
  })
})
