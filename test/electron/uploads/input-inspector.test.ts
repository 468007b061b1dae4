import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestFile } from '../../../electron/uploads/digest-file.ts'
import { probeFile } from '../../../electron/uploads/probe-file.ts'

const practiceMedia = join(import.meta.dirname, '..', '..', '..', 'electron', 'practice', 'media')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-probe-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
function picture(width = 40, height = 30) {
  return sharp({ create: { width, height, channels: 3, background: '#a05020' } })
}
/** Returns a WAV file with one second of silence at 8 kHz. */
function wave(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 8_000, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(8_000, 40)
  return Buffer.concat([head, Buffer.alloc(8_000, 128)])
}
/**
 * Returns an Ogg file with Opus audio: two header pages, and one page with two packets. Each packet lasts 20 ms, so the final granule
 * position is 40 ms.
 */
function opus(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt32LE(48_000, 12)
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.from([4, 0, 0, 0]), Buffer.from('Kiln'), Buffer.alloc(4)])
  // A packet that contains one frame of silence (RFC 6716).
  const silence = Buffer.from([0xf8, 0xff, 0xfe])
  return Buffer.concat([oggPage(2, 0, 0n, [head]), oggPage(0, 1, 0n, [tags]), oggPage(4, 2, 1_920n, [silence, silence])])
}
function oggPage(flags: number, number: number, granule: bigint, packets: readonly Buffer[]): Buffer {
  const page = Buffer.alloc(27 + packets.length)
  page.write('OggS')
  page.writeUInt8(flags, 5)
  page.writeBigInt64LE(granule, 6)
  page.writeUInt32LE(1, 14)
  page.writeUInt32LE(number, 18)
  page.writeUInt8(packets.length, 26)
  for (const [place, packet] of packets.entries()) page.writeUInt8(packet.length, 27 + place)
  const whole = Buffer.concat([page, ...packets])
  whole.writeUInt32LE(oggChecksum(whole), 22)
  return whole
}
/** Returns the CRC-32 with the polynomial 04c11db7, neither reflected nor inverted (RFC 3533). */
function oggChecksum(bytes: Buffer): number {
  let checksum = 0
  for (const byte of bytes) {
    checksum = (checksum ^ (byte << 24)) >>> 0
    for (let bit = 0; bit < 8; bit += 1) checksum = ((checksum << 1) ^ (checksum & 0x80000000 ? 0x04c11db7 : 0)) >>> 0
  }
  return checksum
}
/** Returns a bitmap with a negative height. Its rows therefore run from top to bottom. */
function bitmap(): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + 48, 2)
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(4, 18)
  head.writeInt32LE(-4, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return Buffer.concat([head, Buffer.alloc(48)])
}
async function factsOf(path: string) {
  const probed = await probeFile(path)
  if (!probed.ok) throw new Error(`The file couldn’t be probed: ${probed.fault.localReason}`)
  return probed.facts
}

describe('probing a file', () => {
  it.each(['png', 'jpg', 'webp', 'gif', 'tiff', 'avif'] as const)('identifies a %s by its content, with its dimensions', async (format) => {
    const path = await write(
      'whatever.txt',
      await picture()
        .toFormat(format as 'png')
        .toBuffer()
    )
    expect(await factsOf(path)).toEqual({
      name: 'whatever.txt',
      bytes: (await stat(path)).size,
      modifiedAt: Math.floor((await stat(path)).mtimeMs),
      medium: 'image',
      format,
      contentType: `image/${format === 'jpg' ? 'jpeg' : format}`,
      width: 40,
      height: 30,
      durationInSeconds: null,
      hasSound: null,
      isAnimated: false,
      isTorn: false
    })
  })

  it('reads a bitmap, which the image library doesn’t support', async () => {
    expect(await factsOf(await write('a.bmp', bitmap()))).toMatchObject({ medium: 'image', format: 'bmp', width: 4, height: 4 })
  })

  it('applies the camera’s rotation to a photo’s dimensions', async () => {
    const turned = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await factsOf(await write('a.jpg', turned))).toMatchObject({ width: 30, height: 40 })
  })

  it('measures the duration of audio', async () => {
    expect(await factsOf(await write('a.opus', opus()))).toMatchObject({
      medium: 'audio',
      format: 'opus',
      durationInSeconds: 0.04,
      isTorn: false
    })
    expect(await factsOf(await write('a.wav', wave()))).toMatchObject({ medium: 'audio', format: 'wav', width: null, durationInSeconds: 1 })
  })

  it('measures a video’s duration and size, and distinguishes video from audio in an MP4 container', async () => {
    // Both files last two seconds. One has a test pattern in H.264, the other a tone in AAC.
    const film = join(import.meta.dirname, 'media', 'film.mp4')
    const sound = join(import.meta.dirname, 'media', 'sound.mp4')
    expect(await factsOf(film)).toMatchObject({ medium: 'video', format: 'mp4', contentType: 'video/mp4', width: 320, height: 180 })
    expect((await factsOf(film)).durationInSeconds).toBeCloseTo(2, 1)
    expect(await factsOf(sound)).toMatchObject({ medium: 'audio', format: 'm4a', contentType: 'audio/mp4', width: null, hasSound: null })
  })

  it('distinguishes a silent video from one with audio', async () => {
    expect(await factsOf(join(import.meta.dirname, 'media', 'film.mp4'))).toMatchObject({ medium: 'video', hasSound: false, isTorn: false })
    expect(await factsOf(join(import.meta.dirname, 'media', 'talkie.mp4'))).toMatchObject({
      medium: 'video',
      hasSound: true,
      isTorn: false
    })
  })

  it('distinguishes an animated image from a still one and from one with several pages', async () => {
    const frames = Buffer.from(Array.from({ length: 8 * 16 * 3 }, (_, at) => (at < 8 * 8 * 3 ? 0 : 255)))
    const pages = () => sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    expect(await factsOf(await write('a.gif', await pages().gif().toBuffer()))).toMatchObject({ width: 8, height: 8, isAnimated: true })
    expect(await factsOf(await write('a.webp', await pages().webp().toBuffer()))).toMatchObject({ isAnimated: true })
    expect(await factsOf(await write('a.tiff', await pages().tiff().toBuffer()))).toMatchObject({ isAnimated: false, isTorn: false })
  })

  it('identifies a 3D model', async () => {
    const glb = Buffer.alloc(24)
    glb.write('glTF')
    glb.writeUInt32LE(2, 4)
    glb.writeUInt32LE(24, 8)
    expect(await factsOf(await write('a.glb', glb))).toMatchObject({ medium: 'model', format: 'glb', contentType: 'model/gltf-binary' })
  })

  it.each<[string, Buffer | string]>([
    ['text', 'not a picture at all'],
    ['an empty file', ''],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a web page', '<!doctype html><img src=x>'],
    ['a playlist of other URLs', '#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:9/secret.ts\n'],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    ['random bytes', randomBytes(64).fill(0xfe, 0, 8)]
  ])('doesn’t report %s named .png as an image', async (_name, content) => {
    expect(await factsOf(await write('trick.png', content))).toMatchObject({
      name: 'trick.png',
      medium: null,
      format: null,
      contentType: 'application/octet-stream'
    })
  })

  it.each(['png', 'jpg', 'webp', 'gif'] as const)('detects a truncated %s and its format', async (format) => {
    const noise = sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
    const whole = await noise.toFormat(format as 'png').toBuffer()
    expect(await factsOf(await write('whole', whole))).toMatchObject({ format, isTorn: false })
    expect(await factsOf(await write('torn', whole.subarray(0, Math.floor(whole.length * 0.6))))).toMatchObject({
      medium: 'image',
      format,
      isTorn: true
    })
    expect(await factsOf(await write('stump', whole.subarray(0, 24)))).toMatchObject({ medium: 'image', width: null, isTorn: true })
  })

  it('detects a truncated bitmap or video', async () => {
    expect(await factsOf(await write('torn.bmp', bitmap().subarray(0, 60)))).toMatchObject({ format: 'bmp', width: 4, isTorn: true })
    // One file has its index at the end, the other at the beginning.
    const films = [join(import.meta.dirname, 'media', 'film.mp4'), join(practiceMedia, 'clip-16x9.mp4')]
    for (const film of await Promise.all(films.map((path) => readFile(path)))) {
      for (const part of [0.1, 0.5, 0.95]) {
        const torn = film.subarray(0, Math.floor(film.length * part))
        expect(await factsOf(await write('torn.mp4', torn)), `${part}`).toMatchObject({ medium: 'video', isTorn: true })
      }
    }
  })

  it('returns a fault if nothing can be read', async () => {
    expect(await probeFile(join(folder, 'missing.png'))).toMatchObject({
      ok: false,
      fault: { step: 'transfer', kind: 'local', localReason: 'file-missing' }
    })
    expect(await probeFile(folder)).toMatchObject({ ok: false, fault: { kind: 'local', localReason: 'file-unreadable' } })
  })
})

describe('a file’s digest', () => {
  it.each([0, 1, 1024 * 1024, 3 * 1024 * 1024 + 5])('is correct for %i bytes', async (bytes) => {
    const content = randomBytes(bytes)
    expect(await digestFile(await write('digest', content))).toEqual({
      ok: true,
      sha256: createHash('sha256').update(content).digest('hex')
    })
  })

  it('can be cancelled', async () => {
    const path = await write('digest', Buffer.alloc(4 * 1024 * 1024))
    expect(await digestFile(path, AbortSignal.abort())).toMatchObject({ ok: false, fault: { kind: 'local', message: 'aborted' } })
  })

  it('is a fault if nothing can be read', async () => {
    expect(await digestFile(join(folder, 'missing'))).toMatchObject({ ok: false, fault: { localReason: 'file-missing' } })
    expect(await digestFile(folder)).toMatchObject({ ok: false, fault: { localReason: 'file-unreadable' } })
  })
})
