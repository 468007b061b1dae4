import fsPromises, { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolderNameLister } from '../../../../electron/library/downloads/folder-name-lister.ts'
import { fileNameCollisionKey } from '../../../../shared/library/result-name.ts'

const { opendir } = fsPromises
let folder: string
let listings: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-names-'))
  listings = 0
  fsPromises.opendir = (...parameters) => {
    listings += 1
    return opendir(...parameters)
  }
  syncBuiltinESMExports()
})
afterEach(async () => {
  fsPromises.opendir = opendir
  syncBuiltinESMExports()
  await rm(folder, { recursive: true, force: true })
})

async function makeFiles(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, number) => writeFile(join(folder, `fox-${number}.png`), '')))
}
/** Simulates a folder that hasn't changed for an hour. */
async function letSettle(): Promise<void> {
  const earlier = new Date(Date.now() - 3_600_000)
  await utimes(folder, earlier, earlier)
}

describe('the names in a folder', () => {
  it('are folded and without extensions', async () => {
    for (const name of ['A-Fox.png', 'b.png.json', 'c.part', 'no-extension']) await writeFile(join(folder, name), '')
    expect([...(await createFolderNameLister()(folder))].toSorted()).toEqual(
      ['A-Fox', 'b', 'c', 'no-extension'].map(fileNameCollisionKey).toSorted()
    )
  })

  it('are empty if the folder is missing', async () => {
    expect((await createFolderNameLister()(join(folder, 'gone'))).size).toBe(0)
  })

  it('are read while other work can run', async () => {
    await makeFiles(2_000)
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const names = await createFolderNameLister()(folder)
    isDone = true
    expect(names.size).toBe(2_000)
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('are read once while nothing changes, even for simultaneous requests', async () => {
    await makeFiles(3)
    await letSettle()
    const namesIn = createFolderNameLister()
    await Promise.all([namesIn(folder), namesIn(folder)])
    await namesIn(folder)
    expect(listings).toBe(1)
  })

  it('are read again after a change', async () => {
    await letSettle()
    const namesIn = createFolderNameLister()
    await namesIn(folder)
    await makeFiles(1)
    expect((await namesIn(folder)).has(fileNameCollisionKey('fox-0'))).toBe(true)
  })

  it('are read again if the disk’s times are too coarse to show a change', async () => {
    const now = new Date()
    await utimes(folder, now, now)
    const namesIn = createFolderNameLister()
    await namesIn(folder)
    await makeFiles(1)
    await utimes(folder, now, now)
    expect((await namesIn(folder)).has(fileNameCollisionKey('fox-0'))).toBe(true)
  })
})
