import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { createPastedFileSaver, readPastedSource } from '../../../electron/uploads/pasted-files.ts'

const bytes = new Uint8Array(
  await sharp({ create: { width: 4, height: 4, channels: 3, background: '#cba' } })
    .png()
    .toBuffer()
)
const at = new Date(2026, 10, 20, 17, 20, 9).getTime()
const unwanted = (): boolean => false
const day = 24 * 60 * 60 * 1000
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-pasted-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('pasted data', () => {
  it('remembers the result that it was made from, unless the note is damaged or the file is in another folder', async () => {
    const keep = createPastedFileSaver(folder, () => at, unwanted)
    const source = { item: 'a.1', how: 'frame' } as const
    const path = await keep(bytes, 'frame', source)
    expect(await readPastedSource(folder, path)).toEqual(source)
    expect(await readPastedSource(join(folder, 'other'), path)).toBeNull()
    expect(await readPastedSource(folder, await keep(bytes, 'mask'))).toBeNull()
    await writeFile(join(dirname(path), 'source.json'), '{"item":')
    expect(await readPastedSource(folder, path)).toBeNull()
  })

  it('becomes a file with a plain name, even twice in one second', async () => {
    const keep = createPastedFileSaver(join(folder, 'pasted'), () => at, unwanted)
    const [one, other] = [await keep(bytes, null), await keep(bytes, null)]
    expect(one).not.toBe(other)
    expect(one.endsWith('Pasted at 17.20.09.png')).toBe(true)
    expect(new Uint8Array(await readFile(other))).toEqual(bytes)
  })

  it.each([
    ['vase mask', 'vase mask.png'],
    ['  .../etc/passwd ', 'etc passwd.png'],
    ['a:b*c?"<>|\u0000\\d', 'a b c d.png'],
    ['x'.repeat(200), `${'x'.repeat(80)}.png`],
    ['..', 'Pasted at 17.20.09.png']
  ])('named %j becomes %j', async (stem, name) => {
    expect(basename(await createPastedFileSaver(folder, () => at, unwanted)(bytes, stem))).toBe(name)
  })

  it('gets an extension from its content, and is rejected if it isn’t a known medium', async () => {
    const keep = createPastedFileSaver(folder, () => at, unwanted)
    const wave = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(32)])
    expect(basename(await keep(new Uint8Array(wave), 'Recording'))).toBe('Recording.wav')
    await expect(keep(new TextEncoder().encode('<svg onload=x>'), 'Mask')).rejects.toThrow('This isn’t an image')
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('is deleted after thirty days, when new data is pasted', async () => {
    const old = await createPastedFileSaver(folder, () => at, unwanted)(bytes, null)
    await utimes(dirname(old), new Date(at), new Date(at))
    await createPastedFileSaver(folder, () => at + 29 * day, unwanted)(bytes, null)
    expect(await readdir(folder)).toHaveLength(2)
    await createPastedFileSaver(folder, () => at + 31 * day, unwanted)(bytes, null)
    expect(await readdir(folder)).not.toContain(dirname(old).split('/').at(-1))
  })

  it('is kept as long as a draft or a preset uses it', async () => {
    const old = await createPastedFileSaver(folder, () => at, unwanted)(bytes, null)
    await utimes(dirname(old), new Date(at), new Date(at))
    const own = basename(dirname(old))
    await createPastedFileSaver(
      folder,
      () => at + 90 * day,
      (name) => name === own
    )(bytes, null)
    expect(await readdir(folder)).toContain(own)
  })
})
