import fsPromises, { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markerFileName } from '../../../../electron/library/folders/folder-marker.ts'
import { createLibraryFolders, type LibraryFolders } from '../../../../electron/library/folders/library-folders.ts'
import { scanFolder } from '../../../../electron/library/folders/scan-folder.ts'

let base: string
let drive: string
let library: string
let ids: number
let results: { readonly path: string; readonly bytes: number }[]
let folders: LibraryFolders

/** Creates `LibraryFolders` from `memoryFile`, as Kiln does when it starts. */
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
const markOf = async (folder: string): Promise<string> => JSON.parse(await readFile(join(folder, markerFileName), 'utf8')).id

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'kiln-folders-'))
  drive = join(base, 'mnt', 'drive')
  library = join(drive, 'Kiln')
  ids = 0
  results = []
  folders = start()
})
afterEach(() => rm(base, { recursive: true, force: true }))

/** Simulates disconnecting the drive on a system that keeps the empty mount point. */
async function unplug(): Promise<void> {
  await rename(drive, join(base, 'unplugged'))
  await mkdir(drive)
}
async function plugIn(): Promise<void> {
  await rm(drive, { recursive: true })
  await rename(join(base, 'unplugged'), drive)
}

describe('a library folder', () => {
  it('is created and marked if nothing was ever saved there', async () => {
    await folders.setCurrentAtStart(library)
    expect(await readdir(library)).toEqual([markerFileName])
    expect(await folders.stateOf(library)).toBe('ready')
  })

  it('isn’t created again, even at the next start, while its drive is missing', async () => {
    await folders.setCurrentAtStart(library)
    await unplug()
    expect(await folders.stateOf(library)).toBe('missing')
    folders = start()
    await folders.setCurrentAtStart(library)
    expect(await folders.stateOf(library)).toBe('missing')
    expect(await readdir(drive)).toEqual([])
    await plugIn()
    expect(await folders.stateOf(library)).toBe('ready')
  })

  it('that is the drive itself is distinguished from its empty mount point', async () => {
    await folders.setCurrentAtStart(drive)
    await unplug()
    expect(await folders.stateOf(drive)).toBe('strange')
    expect(await readdir(drive)).toEqual([])
    await plugIn()
    expect(await folders.stateOf(drive)).toBe('ready')
  })

  it('isn’t replaced by another one at the same path until the user chooses that', async () => {
    await folders.setCurrentAtStart(library)
    await unplug()
    await mkdir(library)
    expect(await folders.stateOf(library)).toBe('strange')
    await folders.setCurrent(library)
    expect(await folders.stateOf(library)).toBe('ready')
    expect(await start().stateOf(library)).toBe('ready')
  })

  it('that was copied without hidden files is recognised by its results, and marked again', async () => {
    await folders.setCurrentAtStart(library)
    await writeFile(join(library, 'vase.png'), 'four')
    results = [{ path: join(library, 'vase.png'), bytes: 4 }]
    const copy = join(base, 'copy')
    await cp(library, copy, { recursive: true })
    await rm(join(copy, markerFileName))
    await rm(library, { recursive: true })
    await rename(copy, library)
    expect(await folders.stateOf(library)).toBe('ready')
    expect(await markOf(library)).toBe('id-2')
    expect(await start().stateOf(library)).toBe('ready')
  })

  it('from a version without marks is marked if it exists, and isn’t created again if it doesn’t', async () => {
    results = [{ path: join(library, 'vase.png'), bytes: 4 }]
    await folders.setCurrentAtStart(library)
    expect(await folders.stateOf(library)).toBe('missing')
    await expect(stat(library)).rejects.toThrow('ENOENT')
    await mkdir(library, { recursive: true })
    expect(await folders.stateOf(library)).toBe('ready')
    expect(await readdir(library)).toEqual([markerFileName])
  })

  it('has one mark, however many checks run at once', async () => {
    await mkdir(library, { recursive: true })
    results = [{ path: join(library, 'vase.png'), bytes: 4 }]
    await Promise.all(Array.from({ length: 8 }, async () => folders.stateOf(library)))
    expect(await markOf(library)).toBe('id-1')
    expect(await start().stateOf(library)).toBe('ready')
  })

  it('whose mark is incomplete after a kill is marked again', async () => {
    await mkdir(library, { recursive: true })
    await writeFile(join(library, markerFileName), '{"what":"Kil')
    await folders.setCurrentAtStart(library)
    expect(await markOf(library)).toBe('id-1')
    expect(await start().stateOf(library)).toBe('ready')
  })

  it('is known from the journal if the list of library folders is damaged', async () => {
    await folders.setCurrentAtStart(library)
    await writeFile(join(base, 'library-folders.json'), 'not JSON')
    results = [{ path: join(library, 'vase.png'), bytes: 4 }]
    await unplug()
    folders = start()
    await folders.setCurrentAtStart(library)
    expect(await readdir(drive)).toEqual([])
  })

  it('shares its mark with another Kiln that saves results there', async () => {
    await folders.setCurrentAtStart(library)
    const other = createLibraryFolders({
      memoryFile: join(base, 'other.json'),
      resultsIn: () => [],
      wasUsed: () => false,
      newId: () => 'never',
      onDefect: () => undefined
    })
    await other.setCurrentAtStart(library)
    expect([await other.stateOf(library), await folders.stateOf(library), await markOf(library)]).toEqual(['ready', 'ready', 'id-1'])
  })
})

describe('a library folder that temporarily can’t be checked', () => {
  const { access, open, readFile: read, stat: look } = fsPromises
  const codes = ['EMFILE', 'ENFILE', 'EIO', 'ENOMEM', 'EAGAIN', 'ETIMEDOUT']

  /** Makes the next `times` accesses to the drive fail with `code`. Later accesses work. */
  function fail(code: string, times: number): void {
    let left = times
    const failing =
      <Call extends (...parameters: never[]) => Promise<unknown>>(original: Call) =>
      async (...parameters: Parameters<Call>): Promise<unknown> => {
        if (left > 0 && String(parameters[0]).startsWith(drive)) {
          left -= 1
          throw Object.assign(new Error(code), { code })
        }
        return original(...parameters)
      }
    Object.assign(fsPromises, { access: failing(access), open: failing(open), readFile: failing(read), stat: failing(look) })
    syncBuiltinESMExports()
  }
  afterEach(() => {
    Object.assign(fsPromises, { access, open, readFile: read, stat: look })
    syncBuiltinESMExports()
  })

  it.each(codes)('keeps its last known state (%s)', async (code) => {
    await folders.setCurrentAtStart(library)
    expect(await folders.stateOf(library)).toBe('ready')
    fail(code, Number.POSITIVE_INFINITY)
    expect(await folders.stateOf(library)).toBe('ready')
  })

  it('stays missing if it was missing', async () => {
    await folders.setCurrentAtStart(library)
    await unplug()
    expect(await folders.stateOf(library)).toBe('missing')
    fail('EMFILE', Number.POSITIVE_INFINITY)
    expect(await folders.stateOf(library)).toBe('missing')
  })

  it('is checked again, and then has its actual state', async () => {
    await folders.setCurrentAtStart(library)
    await folders.stateOf(library)
    await unplug()
    fail('EMFILE', 2)
    expect(await folders.stateOf(library)).toBe('missing')
  })

  it('keeps its stored mark if a new one can’t be written', async () => {
    await folders.setCurrentAtStart(library)
    const before = await readFile(join(base, 'library-folders.json'), 'utf8')
    await rm(join(library, markerFileName))
    results = [{ path: join(library, 'fox.png'), bytes: 3 }]
    await writeFile(join(library, 'fox.png'), 'fox')
    const { writeFile: write } = fsPromises
    fsPromises.writeFile = () => Promise.reject(Object.assign(new Error('EMFILE'), { code: 'EMFILE' }))
    syncBuiltinESMExports()
    expect(await folders.stateOf(library)).toBe('ready')
    fsPromises.writeFile = write
    syncBuiltinESMExports()
    expect(await readFile(join(base, 'library-folders.json'), 'utf8')).toBe(before)
  })

  it('isn’t reported as missing by a scan of its files', async () => {
    await folders.setCurrentAtStart(library)
    const { opendir } = fsPromises
    fsPromises.opendir = () => Promise.reject(Object.assign(new Error('EMFILE'), { code: 'EMFILE' }))
    syncBuiltinESMExports()
    expect((await scanFolder(library)).isThere).toBe(true)
    fsPromises.opendir = opendir
    syncBuiltinESMExports()
    expect((await scanFolder(join(base, 'nowhere'))).isThere).toBe(false)
  })
})
