import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageThreadPool } from '../../../electron/images/image-thread-pool.ts'
import type { ImageRequirements } from '../../../shared/form/fields.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-convert-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const anything: ImageRequirements = { formats: ['jpg', 'png', 'webp'], maxBytes: null, maxLongEdge: null, minShortEdge: null }

/** Returns an image of random noise, which compresses poorly in every format. */
function noise(width: number, height: number, channels: 3 | 4 = 3) {
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
}
async function file(name: string, bytes: Promise<Buffer>): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, await bytes)
  return path
}
async function convert(path: string, target: Partial<ImageRequirements>) {
  const bytes = await imageThreadPool.run('convert', path, { ...anything, ...target })
  return bytes === null ? null : { bytes: bytes.length, ...(await sharp(bytes).metadata()) }
}

describe('converting an image', () => {
  it('writes a photo as JPEG with all its pixels', async () => {
    const path = await file('photo.avif', noise(300, 200).avif().toBuffer())
    expect(await convert(path, {})).toMatchObject({ format: 'jpeg', width: 300, height: 200 })
  })

  it('applies the camera’s orientation', async () => {
    const path = await file('turned.tiff', noise(300, 200).withMetadata({ orientation: 6 }).tiff().toBuffer())
    const turned = await convert(path, {})
    expect(turned).toMatchObject({ width: 200, height: 300 })
    expect(turned?.orientation).toBeUndefined()
  })

  it('keeps the chosen part of the image as displayed', async () => {
    const halves = sharp({ create: { width: 300, height: 200, channels: 3, background: '#ff0000' } }).composite([
      { input: { create: { width: 300, height: 100, channels: 3, background: '#0000ff' } }, left: 0, top: 100 }
    ])
    const path = await file('halves.png', halves.withMetadata({ orientation: 6 }).png().toBuffer())
    // After a clockwise rotation, the blue lower half is on the left.
    const bytes = await imageThreadPool.run('convert', path, {
      ...anything,
      formats: ['png'],
      crop: { left: 20, top: 30, width: 60, height: 90 }
    })
    const { data, info } = await sharp(bytes!).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 60, height: 90 })
    expect([...data.subarray(0, 3)]).toEqual([0, 0, 255])
    expect([...data.subarray(-3)]).toEqual([0, 0, 255])
    expect(await convert(path, { crop: { left: 20, top: 30, width: 60, height: 90 }, maxLongEdge: 45 })).toMatchObject({
      width: 30,
      height: 45
    })
  })

  it('rejects a part that isn’t inside the image', async () => {
    const path = await file('small.png', noise(30, 20).png().toBuffer())
    await expect(convert(path, { crop: { left: 20, top: 0, width: 20, height: 20 } })).rejects.toThrow()
  })

  it('keeps transparency, and uses the first frame of an animated GIF', async () => {
    const path = await file('clear.avif', noise(64, 64, 4).avif().toBuffer())
    expect(await convert(path, {})).toMatchObject({ format: 'png', hasAlpha: true })
    const frames = [noise(40, 30).png().toBuffer(), noise(40, 30).png().toBuffer()]
    const moving = await file(
      'moving.gif',
      sharp(await Promise.all(frames), { join: { animated: true } })
        .gif()
        .toBuffer()
    )
    expect(await convert(moving, {})).toMatchObject({ format: 'png', width: 40, height: 30 })
  })

  it('fills transparent areas with white if only JPEG is accepted', async () => {
    const clear = sharp({ create: { width: 32, height: 32, channels: 4, background: '#00000000' } })
    const path = await file('only-jpg.png', clear.png().toBuffer())
    const bytes = await imageThreadPool.run('convert', path, { ...anything, formats: ['jpg'] })
    const { channels } = await sharp(bytes ?? Buffer.alloc(0)).stats()
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
  })

  it('reduces the size only as far as the limit requires', async () => {
    const path = await file('large.png', noise(900, 600).png().toBuffer())
    const same = await convert(path, { maxBytes: 900_000 })
    expect(same).toMatchObject({ format: 'jpeg', width: 900, height: 600 })
    const smaller = await convert(path, { maxBytes: 100_000 })
    expect(smaller?.bytes).toBeLessThanOrEqual(100_000)
    expect(smaller?.width).toBeGreaterThan(250)
    expect((smaller?.width ?? 0) / (smaller?.height ?? 1)).toBeCloseTo(1.5, 1)
    expect(await convert(path, { maxLongEdge: 300 })).toMatchObject({ width: 300, height: 200 })
  })

  it('fails if the image would become smaller than the service accepts', async () => {
    const path = await file('noisy.png', noise(900, 600).png().toBuffer())
    expect(await convert(path, { maxBytes: 20_000, minShortEdge: 384 })).toBeNull()
  })
})
