import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileAtomic, writeFileAtomicSync } from '../../../electron/library/write-file-atomic.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-write-whole-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.each([
  ['writeFileAtomic', writeFileAtomic],
  ['writeFileAtomicSync', async (path: string, text: string) => writeFileAtomicSync(path, text)]
])('%s', (_, write) => {
  it('replaces the file, and leaves no other file behind', async () => {
    const path = join(folder, 'names.json')
    await writeFile(path, 'a longer text than the new one')
    await write(path, 'new')
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['names.json'])
  })

  it('overwrites a partial file that a kill left behind', async () => {
    const path = join(folder, 'names.json')
    await writeFile(`${path}.part`, 'half of something much longer')
    await write(path, 'whole')
    expect(await readFile(path, 'utf8')).toBe('whole')
    expect(await readdir(folder)).toEqual(['names.json'])
  })

  it('leaves the old file unchanged if it can’t write', async () => {
    const path = join(folder, 'names.json')
    await writeFile(path, 'old')
    await writeFile(join(folder, 'taken'), '')
    await expect(write(join(folder, 'taken', 'names.json'), 'new')).rejects.toThrow(/ENOTDIR/)
    expect(await readFile(path, 'utf8')).toBe('old')
  })

  it('creates no folder', async () => {
    await expect(write(join(folder, 'away', 'names.json'), 'new')).rejects.toThrow(/ENOENT/)
    expect(await readdir(folder)).toEqual([])
  })
})
