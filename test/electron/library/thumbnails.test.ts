import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createThumbnails } from '../../../electron/library/thumbnails.ts'
import type { Thumbnails } from '../../../electron/library/thumbnails.ts'

let folder: string
let cache: string
let thumbnails: Thumbnails

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-thumbnails-'))
  cache = join(folder, 'cache', 'thumbnails')
  thumbnails = createThumbnails({ folder: cache })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function picture(name: string, width: number, height: number) {
  const content = await sharp({ create: { width, height, channels: 4, background: { r: width % 256, g: 90, b: 30, alpha: 0.5 } } })
    .png()
    .toBuffer()
  const path = join(folder, name)
  await writeFile(path, content)
  return { path, sha256: createHash('sha256').update(content).digest('hex'), medium: 'image' as const }
}

describe('thumbnails', () => {
  it('are small WebP images of the same shape', async () => {
    const path = await thumbnails.thumbnailOf(await picture('a.png', 1_000, 500))
    expect(await sharp(path!).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128, hasAlpha: true })
    expect(await readdir(cache)).toHaveLength(1)
  })

  it('have more pixels for large tiles, in addition to the small ones', async () => {
    const result = await picture('a.png', 1_000, 500)
    const large = await thumbnails.thumbnailOf(result, 'large')
    expect(await sharp(large!).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 })
    expect(await sharp((await thumbnails.thumbnailOf(result))!).metadata()).toMatchObject({ width: 256, height: 128 })
    expect(await thumbnails.thumbnailOf(result, 'large')).toBe(large)
    expect(await readdir(cache)).toHaveLength(2)
  })

  it('are the single poster of other media, at any size', async () => {
    const clip = { sha256: 'c'.repeat(64), medium: 'video' as const, path: join(folder, 'clip.mp4') }
    expect(await thumbnails.thumbnailOf(clip, 'large')).toBeNull()
    const poster = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    expect(await thumbnails.savePoster(clip, poster)).toBe(true)
    expect(await thumbnails.thumbnailOf(clip, 'large')).toBe(await thumbnails.thumbnailOf(clip))
  })

  it('never make an image larger', async () => {
    expect(await sharp((await thumbnails.thumbnailOf(await picture('a.png', 20, 10)))!).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  it('are created once, and again if the cache is deleted', async () => {
    const result = await picture('a.png', 300, 300)
    const path = (await thumbnails.thumbnailOf(result))!
    const { mtimeMs, ino } = await stat(path)
    expect(await thumbnails.thumbnailOf(result)).toBe(path)
    expect(await stat(path)).toMatchObject({ mtimeMs, ino })
    await rm(join(folder, 'cache'), { recursive: true })
    expect(await thumbnails.thumbnailOf(result)).toBe(path)
    expect((await stat(path)).size).toBeGreaterThan(0)
  })

  it('are each created once, even if many are requested at once', async () => {
    const results = await Promise.all(Array.from({ length: 9 }, (_, index) => picture(`${index}.png`, 300 + index, 300)))
    const paths = await Promise.all([...results, ...results].map((result) => thumbnails.thumbnailOf(result)))
    expect(new Set(paths).size).toBe(9)
    expect(await readdir(cache)).toHaveLength(9)
  })

  it('are null for files that aren’t images, can’t be decoded or are missing', async () => {
    const result = await picture('a.png', 300, 300)
    expect(await thumbnails.thumbnailOf({ ...result, medium: 'video' })).toBeNull()
    expect(await thumbnails.thumbnailOf({ ...result, sha256: '../../escape' })).toBeNull()
    expect(await thumbnails.thumbnailOf({ ...result, path: join(folder, 'missing') })).toBeNull()
    await writeFile(join(folder, 'text.png'), 'text')
    expect(await thumbnails.thumbnailOf({ ...result, path: join(folder, 'text.png') })).toBeNull()
    expect(await thumbnails.thumbnailOf(result)).not.toBeNull()
  })

  it('are saved for a video from the page’s poster, which must be an image', async () => {
    const video = { path: join(folder, 'a.mp4'), sha256: 'b'.repeat(64), medium: 'video' as const }
    expect(await thumbnails.thumbnailOf(video)).toBeNull()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for (const bytes of [svg, Buffer.from('hello'), Buffer.from([0x89, 0x50, 0x4e, 0x47])])
      expect(await thumbnails.savePoster(video, bytes)).toBe(false)
    const poster = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#456' } })
      .png()
      .toBuffer()
    expect(await thumbnails.savePoster({ ...video, medium: 'image' }, poster)).toBe(false)
    expect(await thumbnails.savePoster({ ...video, sha256: '../../x' }, poster)).toBe(false)
    expect(await thumbnails.savePoster(video, poster)).toBe(true)
    expect(await sharp((await thumbnails.thumbnailOf(video))!).metadata()).toMatchObject({ format: 'webp', width: 256, height: 144 })
    expect(await readdir(cache)).toHaveLength(1)
  })
})
