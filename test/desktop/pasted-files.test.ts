import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPastedFiles } from '../../electron/desktop/pasted-files.ts'

const bytes = new Uint8Array([1, 2, 3])
const at = new Date(2026, 10, 20, 17, 20, 9).getTime()
const day = 24 * 60 * 60 * 1000
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-pasted-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a picture that was pasted', () => {
  it('becomes a file with a plain name, even twice in one second', async () => {
    const keep = createPastedFiles(join(folder, 'pasted'), () => at)
    const [one, other] = [await keep(bytes), await keep(bytes)]
    expect(one).not.toBe(other)
    expect(one.endsWith('Pasted at 17.20.09.png')).toBe(true)
    expect([...(await readFile(other))]).toEqual([1, 2, 3])
  })

  it('goes after thirty days, when another one comes', async () => {
    const old = await createPastedFiles(folder, () => at)(bytes)
    await utimes(dirname(old), new Date(at), new Date(at))
    await createPastedFiles(folder, () => at + 29 * day)(bytes)
    expect(await readdir(folder)).toHaveLength(2)
    await createPastedFiles(folder, () => at + 31 * day)(bytes)
    expect(await readdir(folder)).not.toContain(dirname(old).split('/').at(-1))
  })
})
