import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeFile } from '../../../electron/uploads/probe-file.ts'

/** Size of an MP3 frame at 128 kbit/s and 44.1 kHz. Each frame has 1,152 samples. */
const frameBytes = 417
const frameSeconds = 1_152 / 44_100
const frames = 80_000

let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-sound-'))
  path = join(folder, 'long.mp3')
  // Random data also contains bytes that only look like the start of a frame.
  const sound = randomBytes(frames * frameBytes)
  for (let frame = 0; frame < frames; frame += 1) sound.set([0xff, 0xfb, 0x90, 0x64], frame * frameBytes)
  await writeFile(path, sound)
  await writeFile(join(folder, 'short.mp3'), sound.subarray(0, 100 * frameBytes))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a long audio file without an index', () => {
  it('has the duration that follows from its bit rate', async () => {
    const probed = await probeFile(path)
    expect(probed).toMatchObject({ ok: true, facts: { medium: 'audio', format: 'mp3', isTorn: false } })
    const { durationInSeconds } = probed.ok ? probed.facts : { durationInSeconds: null }
    expect(Math.abs((durationInSeconds ?? 0) / (frames * frameSeconds) - 1)).toBeLessThan(0.03)
  })

  it.skipIf(process.platform !== 'linux')('is not read completely (only Linux counts read bytes)', async () => {
    const readSoFar = async (): Promise<number> => Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1])
    // Loads all modules, so that reading them isn't counted.
    await probeFile(join(folder, 'short.mp3'))
    const before = await readSoFar()
    await probeFile(path)
    expect((await readSoFar()) - before).toBeLessThan((frames * frameBytes) / 10)
  })
})
