import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markName } from '../../electron/library/folder-mark.ts'
import { createLibraryFolders, type LibraryFolders } from '../../electron/library/library-folders.ts'

let base: string
let drive: string
let library: string
let ids: number
let results: { readonly path: string; readonly bytes: number }[]
let folders: LibraryFolders

/** Kiln, started on the same data folder. */
function start(): LibraryFolders {
  return createLibraryFolders({
    memoryFile: join(base, 'library-folders.json'),
    resultsIn: () => results,
    wasUsed: () => results.length > 0,
    newId: () => `id-${(ids += 1)}`,
    onDefect: (error) => {
      throw error
    }
  })
}
const markOf = async (folder: string): Promise<string> => JSON.parse(await readFile(join(folder, markName), 'utf8')).id

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'kiln-folders-'))
  drive = join(base, 'mnt', 'drive')
  library = join(drive, 'Kiln')
  ids = 0
  results = []
  folders = start()
})
afterEach(() => rm(base, { recursive: true, force: true }))

/** As a system does that leaves the place of a drive behind. */
async function unplug(): Promise<void> {
  await rename(drive, join(base, 'unplugged'))
  await mkdir(drive)
}
async function plugIn(): Promise<void> {
  await rm(drive, { recursive: true })
  await rename(join(base, 'unplugged'), drive)
}

describe('a library folder', () => {
  it('is made and marked where nothing was ever kept', async () => {
    await folders.takeAtStart(library)
    expect(await readdir(library)).toEqual([markName])
    expect(await folders.stateOf(library)).toBe('ready')
  })

  it('is not made anew, in the next start either, while its drive is away', async () => {
    await folders.takeAtStart(library)
    await unplug()
    expect(await folders.stateOf(library)).toBe('missing')
    folders = start()
    await folders.takeAtStart(library)
    expect(await folders.stateOf(library)).toBe('missing')
    expect(await readdir(drive)).toEqual([])
    await plugIn()
    expect(await folders.stateOf(library)).toBe('ready')
  })

  it('that is the drive itself is told from the bare place of the drive', async () => {
    await folders.takeAtStart(drive)
    await unplug()
    expect(await folders.stateOf(drive)).toBe('strange')
    expect(await readdir(drive)).toEqual([])
    await plugIn()
    expect(await folders.stateOf(drive)).toBe('ready')
  })

  it('is another one under the same path, until a person chooses just that', async () => {
    await folders.takeAtStart(library)
    await unplug()
    await mkdir(library)
    expect(await folders.stateOf(library)).toBe('strange')
    await folders.take(library)
    expect(await folders.stateOf(library)).toBe('ready')
    expect(await start().stateOf(library)).toBe('ready')
  })

  it('that was copied without hidden files is known by its results, and marked again', async () => {
    await folders.takeAtStart(library)
    await writeFile(join(library, 'vase.png'), 'four')
    results = [{ path: join(library, 'vase.png'), bytes: 4 }]
    const copy = join(base, 'copy')
    await cp(library, copy, { recursive: true })
    await rm(join(copy, markName))
    await rm(library, { recursive: true })
    await rename(copy, library)
    expect(await folders.stateOf(library)).toBe('ready')
    expect(await markOf(library)).toBe('id-2')
    expect(await start().stateOf(library)).toBe('ready')
  })

  it('of a Kiln that knew no marks is marked when it is there, and not made anew when it is not', async () => {
    results = [{ path: join(library, 'vase.png'), bytes: 4 }]
    await folders.takeAtStart(library)
    expect(await folders.stateOf(library)).toBe('missing')
    await expect(stat(library)).rejects.toThrow('ENOENT')
    await mkdir(library, { recursive: true })
    expect(await folders.stateOf(library)).toBe('ready')
    expect(await readdir(library)).toEqual([markName])
  })

  it('has one mark, however many look at it at once', async () => {
    await mkdir(library, { recursive: true })
    results = [{ path: join(library, 'vase.png'), bytes: 4 }]
    await Promise.all(Array.from({ length: 8 }, async () => folders.stateOf(library)))
    expect(await markOf(library)).toBe('id-1')
    expect(await start().stateOf(library)).toBe('ready')
  })

  it('whose mark a kill left torn is marked anew', async () => {
    await mkdir(library, { recursive: true })
    await writeFile(join(library, markName), '{"what":"Kil')
    await folders.takeAtStart(library)
    expect(await markOf(library)).toBe('id-1')
    expect(await start().stateOf(library)).toBe('ready')
  })

  it('is known by the journal where what is remembered of it was damaged', async () => {
    await folders.takeAtStart(library)
    await writeFile(join(base, 'library-folders.json'), 'not JSON')
    results = [{ path: join(library, 'vase.png'), bytes: 4 }]
    await unplug()
    folders = start()
    await folders.takeAtStart(library)
    expect(await readdir(drive)).toEqual([])
  })

  it('shares its mark with another Kiln that keeps results there', async () => {
    await folders.takeAtStart(library)
    const other = createLibraryFolders({
      memoryFile: join(base, 'other.json'),
      resultsIn: () => [],
      wasUsed: () => false,
      newId: () => 'never',
      onDefect: () => undefined
    })
    await other.takeAtStart(library)
    expect([await other.stateOf(library), await folders.stateOf(library), await markOf(library)]).toEqual(['ready', 'ready', 'id-1'])
  })
})
