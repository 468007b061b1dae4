import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BufferSource, EncodedPacketSink, Input, MP3, MP4, WAVE } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutAudio } from '../../../electron/uploads/cut-audio.ts'
import { encodeWav } from '../../../renderer/fields/encode-wav.ts'

/** The longest frame of the tested formats, in seconds. */
const longestFrame = 0.05
const rate = 8000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-cut-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

async function packetsOf(bytes: Uint8Array | null): Promise<{ readonly seconds: number; readonly bytes: Buffer }> {
  if (bytes === null) throw new Error('Nothing was cut.')
  using input = new Input({ source: new BufferSource(bytes), formats: [MP3, MP4, WAVE] })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new Error('The part has no audio.')
  const parts: Uint8Array[] = []
  for await (const one of new EncodedPacketSink(track).packets()) parts.push(one.data)
  return { seconds: await input.computeDuration(), bytes: Buffer.concat(parts) }
}

describe('a part of an audio file', () => {
  it('has the very samples of the original WAV, from start to end', async () => {
    // The value of each sample is its index, so that the part's position is known.
    const samples = Float32Array.from({ length: rate * 3 }, (_, index) => index / 0x7fff)
    const path = await file('ramp.wav', encodeWav([samples], rate))
    const part = await packetsOf(await cutAudio(path, { start: 1, end: 2.5 }))
    const found = Array.from({ length: part.bytes.length / 2 }, (_, index) => part.bytes.readInt16LE(index * 2))
    expect(found).toEqual(Array.from({ length: rate * 1.5 }, (_, index) => rate + index))
    expect(part.seconds).toBeCloseTo(1.5)
  })

  it('keeps whole frames of an MP3', async () => {
    // Silent frames of MPEG-1 layer 3, with 128 kbit/s and 44.1 kHz. The third byte from the end numbers them.
    const frames = Array.from({ length: 100 }, (_, index) => {
      const frame = Buffer.alloc(417)
      frame.set([0xff, 0xfb, 0x90, 0x00])
      frame[414] = index
      return frame
    })
    const path = await file('frames.mp3', Buffer.concat(frames))
    const part = await packetsOf(await cutAudio(path, { start: 0.5, end: 1.5 }))
    const numbers = Array.from({ length: part.bytes.length / 417 }, (_, index) => part.bytes[index * 417 + 414])
    const frameSeconds = 1152 / 44_100
    expect(numbers[0]).toBe(Math.floor(0.5 / frameSeconds))
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    expect(numbers.length).toBe(Math.ceil(1.5 / frameSeconds) - Math.floor(0.5 / frameSeconds))
  })

  it('is cut from an M4A', async () => {
    const path = join(import.meta.dirname, 'media/sound.mp4')
    const whole = await packetsOf(await cutAudio(path, { start: 0, end: 100 }))
    const part = await packetsOf(await cutAudio(path, { start: whole.seconds / 4, end: whole.seconds / 2 }))
    expect(part.seconds).toBeGreaterThan(whole.seconds / 4)
    expect(part.seconds).toBeLessThan(whole.seconds / 4 + 2 * longestFrame)
    expect(whole.bytes.includes(part.bytes)).toBe(true)
  })

  it('isn’t made of a file without audio in that part', async () => {
    const second = await file('second.wav', encodeWav([new Float32Array(rate)], rate))
    await expect(cutAudio(second, { start: 1, end: 2 })).resolves.toBeNull()
    await expect(cutAudio(join(import.meta.dirname, 'media/film.mp4'), { start: 0, end: 0.1 })).resolves.toBeNull()
    await expect(cutAudio(await file('text.wav', Buffer.from('no audio')), { start: 0, end: 1 })).rejects.toThrow()
  })
})
