import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveFile } from '../../../electron/library/serve-media.ts'

const content = randomBytes(700_001)
let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-serve-'))
  path = join(folder, 'a.mp4')
  await writeFile(path, content)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function serve(rangeHeader: string | null, method = 'GET', file = path) {
  const { status, headers, body } = await serveFile({ path: file, contentType: 'video/mp4', rangeHeader, method, mayBeLink: false })
  return { status, headers, body: body === null ? null : Buffer.from(await new Response(body as unknown as BodyInit).arrayBuffer()) }
}
/** Returns the number of handles that this process has open on files in the folder. */
async function openFiles(): Promise<number> {
  const targets = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(folder)).length
}

describe('serving a file', () => {
  it('returns the whole file without a range', async () => {
    const { status, headers, body } = await serve(null)
    expect(status).toBe(200)
    expect(headers).toEqual({
      'content-type': 'video/mp4',
      'content-length': '700001',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store'
    })
    expect(body?.equals(content)).toBe(true)
  })

  it.each<[string, number, number]>([
    ['bytes=0-', 0, 700_000],
    ['bytes=0-0', 0, 0],
    ['bytes=1000-1999', 1_000, 1_999],
    ['bytes=262143-262144', 262_143, 262_144],
    ['bytes=700000-', 700_000, 700_000],
    ['bytes=699000-9999999', 699_000, 700_000],
    ['bytes=-500', 699_501, 700_000],
    ['bytes=-9999999', 0, 700_000],
    [' Bytes = 5 - 6 ', 5, 6]
  ])('returns the range %s', async (range, first, last) => {
    const { status, headers, body } = await serve(range)
    expect(status).toBe(206)
    expect(headers).toMatchObject({ 'content-range': `bytes ${first}-${last}/700001`, 'content-length': String(last - first + 1) })
    expect(body?.equals(content.subarray(first, last + 1))).toBe(true)
  })

  it.each(['bytes=700001-', 'bytes=9999999-99999999', 'bytes=-0'])('responds with 416 to %s', async (range) => {
    expect(await serve(range)).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */700001' }, body: null })
  })

  it.each(['bytes=', 'bytes=-', 'bytes=5-3', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=99999999999999999999-'])(
    'ignores %s',
    async (range) => {
      expect(await serve(range)).toMatchObject({ status: 200, headers: { 'content-length': '700001' } })
    }
  )

  it('returns only the headers for HEAD', async () => {
    expect(await serve(null, 'HEAD')).toMatchObject({ status: 200, headers: { 'content-length': '700001' }, body: null })
    expect(await serve('bytes=0-9', 'HEAD')).toMatchObject({ status: 206, headers: { 'content-length': '10' }, body: null })
  })

  it('serves an empty file', async () => {
    const empty = join(folder, 'empty')
    await writeFile(empty, '')
    expect(await serve(null, 'GET', empty)).toMatchObject({ status: 200, headers: { 'content-length': '0' }, body: null })
    expect(await serve('bytes=0-', 'GET', empty)).toMatchObject({ status: 416 })
  })

  it('rejects other methods, missing files and folders', async () => {
    expect(await serve(null, 'PUT')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' }, body: null })
    expect(await serve(null, 'GET', join(folder, 'missing'))).toMatchObject({ status: 404, body: null })
    expect(await serve(null, 'GET', folder)).toMatchObject({ status: 404, body: null })
  })

  it('fails if the file is truncated meanwhile', async () => {
    const short = join(folder, 'short')
    await writeFile(short, content)
    const { body } = await serveFile({ path: short, contentType: 'video/mp4', rangeHeader: null, method: 'GET', mayBeLink: false })
    await truncate(short, 10)
    await expect(new Response(body as unknown as BodyInit).arrayBuffer()).rejects.toThrow()
  })

  it.skipIf(process.platform !== 'linux')('closes the file in each case, even if a player cancels', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { body } = await serveFile({ path, contentType: 'video/mp4', rangeHeader: `bytes=${round}-`, method: 'GET', mayBeLink: false })
      const reader = body!.getReader()
      if (round % 2 === 0) await reader.read()
      await reader.cancel()
    }
    for (const range of [null, 'bytes=5-9', 'bytes=999999999-']) await serve(range)
    await serve(null, 'HEAD')
    await expect.poll(openFiles).toBe(0)
  })
})
