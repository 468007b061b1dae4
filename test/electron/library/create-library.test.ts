import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyWithoutRecipe } from '../../../electron/library/recipes/embedded-recipe.ts'
import { openIndex } from '../../../electron/library/index/open-index.ts'
import type { JournalResult } from '../../../electron/library/journal-result.ts'
import { readSidecar, sidecarFromItem, sidecarPath, writeSidecar } from '../../../electron/library/recipes/sidecar.ts'
import { digestFile } from '../../../electron/uploads/digest-file.ts'
import { mediaPaths } from '../../../shared/library/media-paths.ts'
import { unfilteredQuery } from '../../../shared/library/library.ts'
import { createTestLibrary, isFile, type TestLibrary } from './create-test-library.ts'
import { anItem } from './an-item.ts'
import { foldings, simulateNameFolding } from './simulate-name-folding.ts'

async function threeOf(kiln: TestLibrary): Promise<void> {
  await kiln.make('a.1', { prompt: 'a red fox' })
  await kiln.make('b.1', { prompt: 'a blue vase', name: 'pots/vase.png' })
  await kiln.make('c.1', { prompt: 'made of b', recipe: { parents: [{ id: 'b.1', sha256: null }] } })
  const { id } = await kiln.library.saveCollection({ id: null, name: 'Pots' })
  await kiln.library.saveCollection({ id: null, name: 'Empty' })
  await kiln.library.change({ keys: await kiln.keysOf('b.1'), stars: 4, addTags: ['glaze', 'blue'], addTo: id })
}

/** True if the user deleted or removed the journal's result `id`. Such a result doesn't count as missing. */
async function isRemoved({ journal, library }: TestLibrary, id: string): Promise<boolean> {
  // No file has this size. The library therefore reports the result as missing, unless the user removed it.
  const results = journal.flatMap(({ result }) => (result.id === id ? [{ ...result, bytes: -1 }] : []))
  return results.length === 1 && !(await library.missingResultIds(results, false)).has(id)
}

function indexedItems({ dataDir }: TestLibrary): number {
  const database = new DatabaseSync(join(dataDir, 'library.sqlite'), { readOnly: true })
  try {
    return Number(database.prepare('SELECT count(*) AS count FROM items').get()?.['count'])
  } finally {
    database.close()
  }
}

describe('a rebuilt library', () => {
  it('is identical if it’s rebuilt from the folder alone, without the data folder', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const [before, collections] = [await kiln.rows(), await kiln.library.collections()]
    kiln.journal = []
    kiln.filled.length = 0
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
    // The page displays this count while it waits for the new index.
    expect(kiln.filled).toEqual([3])
    expect(await kiln.library.collections()).toEqual(collections)
    expect((await kiln.tiles('glaze')).map(({ id }) => id)).toEqual(['b.1'])
  })

  it('is identical if it’s rebuilt from the journal and the folder, even while it’s open', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
    const report = await kiln.library.rebuild()
    expect(report.words).toEqual(['All files are in place.'])
    expect(await kiln.rows()).toEqual(before)
    expect(kiln.changeEvents.some(({ isReset }) => isReset)).toBe(true)
  })

  it('is complete despite ten corrupt sidecars, and lists them', async () => {
    const kiln = await createTestLibrary()
    for (let number = 0; number < 14; number += 1) await kiln.make(`t${number}.1`)
    await kiln.library.change({ keys: await kiln.keysOf('t12.1', 't13.1'), stars: 3 })
    const before = await kiln.rows()
    const corrupt = ['', '{', 'null', '[]', '{"format":"kiln-sidecar"}', '\0\0\0', '"', '{"version":2}', 'x'.repeat(9_999), '{}}']
    for (const [number, text] of corrupt.entries()) await writeFile(sidecarPath(join(kiln.folder, `t${number}.1.png`)), text)
    for (const hasJournal of [true, false]) {
      if (!hasJournal) kiln.journal = []
      await kiln.withoutIndex()
      const rows = await kiln.rows()
      // With neither a readable sidecar nor the journal, Kiln uses the file's own time. The comparison therefore ignores the time.
      const withoutTime = (list: typeof rows) => list.map((row) => ({ ...row, ...(hasJournal ? {} : { madeAt: 0 }) }))
      expect(withoutTime(rows)).toEqual(withoutTime(before))
      const { corruptSidecars } = await kiln.library.verifyFiles()
      expect([...corruptSidecars].toSorted((one, other) => one.localeCompare(other))).toEqual(
        corrupt.map((_, number) => `t${number}.1.png`).toSorted((one, other) => one.localeCompare(other))
      )
      expect(await readFile(sidecarPath(join(kiln.folder, 't1.1.png')), 'utf8')).toBe('{')
    }
    const { corruptSidecars } = await kiln.library.repair([{ how: 'write-recipe', name: 't1.1.png' }])
    expect(corruptSidecars).toHaveLength(9)
    await kiln.reopen()
    expect((await kiln.library.report()).corruptSidecars).toEqual(corruptSidecars)
    kiln.isDriveThere = false
    await kiln.library.verifyFiles()
    kiln.isDriveThere = true
    expect((await kiln.library.verifyFiles()).corruptSidecars).toEqual(corruptSidecars)
    expect((await kiln.library.repair([{ how: 'write-recipe', name: 't2.1.png' }])).corruptSidecars).toHaveLength(8)
    expect(await readSidecar(join(kiln.folder, 't1.1.png'))).toMatchObject({ id: 't1.1' })
    expect(await readFile(join(kiln.folder, 't1.1.png.damaged.txt'), 'utf8')).toBe('{')
  })

  it('reads the embedded recipe of a file without a sidecar, and lists a file without any recipe until it’s imported', async () => {
    const kiln = await createTestLibrary()
    await kiln.make('a.1', { prompt: 'told inside' })
    const path = join(kiln.folder, 'a.1.png')
    await rm(sidecarPath(path))
    await copyWithoutRecipe(path, join(kiln.folder, 'strange.png'))
    await writeFile(join(kiln.folder, 'notes.txt'), 'hello')
    kiln.journal = []
    await kiln.withoutIndex()
    expect(await kiln.tiles()).toMatchObject([{ id: 'a.1', prompt: 'told inside' }])
    expect((await kiln.library.verifyFiles()).unrecognized.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'notes.txt',
      'strange.png'
    ])
    await expect(kiln.library.repair([{ how: 'adopt', name: '../../etc/passwd' }])).rejects.toThrow('wasn’t in the last check')
    expect(await kiln.library.repair([{ how: 'adopt', name: 'notes.txt' }])).toMatchObject({
      unrecognized: ['strange.png'],
      undisplayable: ['notes.txt'],
      words: [
        '1 file in the folder has no recipe and can be added to the library.',
        'Kiln can’t display 1 file in the folder. Nothing was moved or changed.'
      ]
    })
    expect((await kiln.library.repair([{ how: 'adopt', name: 'strange.png' }])).unrecognized).toEqual([])
    const adopted = (await kiln.tiles()).find(({ title }) => title === 'strange.png')
    expect(adopted).toMatchObject({ task: null, connectionId: null, width: 16, height: 9 })
    await kiln.withoutIndex()
    expect((await kiln.tiles()).map(({ id }) => id)).toContain(adopted?.id)
  })

  it('stops filling its index when it closes, and resumes at the next start', async () => {
    const kiln = await createTestLibrary()
    const one = await kiln.make('a.1')
    const [{ record }] = kiln.journal as [JournalResult]
    const count = 1_000
    kiln.journal = Array.from({ length: count }, (_, number) => ({
      record,
      result: { ...one, id: `t${number}.1`, path: join(kiln.folder, `t${number}.png`), sha256: '0'.repeat(64) }
    }))
    await kiln.withoutIndex()
    kiln.changeEvents.length = 0
    const filled = kiln.library.idle().catch((error: unknown) => error)
    await expect.poll(() => kiln.changeEvents.length, { interval: 1 }).toBeGreaterThan(0)
    await kiln.library.close()
    expect(await filled).toMatchObject({ name: 'UserFacingError', message: 'Kiln is closing.' })
    expect(indexedItems(kiln)).toBeLessThan(count)
    await kiln.reopen()
    // The index contains the journal's results, and the file in the folder that isn't in the journal.
    expect((await kiln.tiles()).map(({ id }) => id)).toContain('a.1')
    await kiln.library.close()
    expect(indexedItems(kiln)).toBe(count + 1)
  })

  it('is the same after any changes, kills and rebuilds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({ does: fc.constant('make' as const) }),
            fc.record({ does: fc.constant('stars' as const), item: fc.nat(9), stars: fc.constantFrom(0, 1, 2, 3, 4, 5) }),
            fc.record({
              does: fc.constant('tag' as const),
              item: fc.nat(9),
              tag: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 })
            }),
            fc.record({ does: fc.constant('collect' as const), item: fc.nat(9) }),
            fc.record({ does: fc.constant('trash' as const), item: fc.nat(9), isUndone: fc.boolean() }),
            fc.record({ does: fc.constantFrom('reopen' as const, 'without index' as const, 'rebuild' as const, 'look' as const) })
          ),
          { minLength: 3, maxLength: 14 }
        ),
        async (steps) => {
          const kiln = await createTestLibrary()
          let count = 0
          for (const step of steps) {
            const all = await kiln.tiles()
            const key = 'item' in step ? all[step.item % Math.max(all.length, 1)]?.key : undefined
            const before = await kiln.rows()
            if (step.does === 'make') {
              count += 1
              await kiln.make(`t${count}.1`)
            } else if (step.does === 'reopen') await kiln.reopen()
            else if (step.does === 'without index') await kiln.withoutIndex()
            else if (step.does === 'rebuild') await kiln.library.rebuild()
            else if (step.does === 'look') await kiln.library.verifyFiles()
            else if (key !== undefined) {
              if (step.does === 'stars') await kiln.library.change({ keys: [key], stars: step.stars })
              if (step.does === 'tag') await kiln.library.change({ keys: [key], addTags: [step.tag] })
              if (step.does === 'collect') {
                const found = (await kiln.library.collections())[0] ?? (await kiln.library.saveCollection({ id: null, name: 'All' }))
                await kiln.library.change({ keys: [key], addTo: found.id })
              }
              if (step.does === 'trash') {
                const { token } = await kiln.library.trash([key])
                if (step.isUndone) await kiln.library.untrash(token)
                if (step.isUndone) expect(await kiln.rows()).toEqual(before)
              }
            }
            if (['reopen', 'without index', 'rebuild', 'look'].includes(step.does)) expect(await kiln.rows()).toEqual(before)
          }
          const last = await kiln.rows()
          kiln.journal = []
          await kiln.withoutIndex()
          expect(await kiln.rows()).toEqual(last)
          await kiln.library.close()
        }
      ),
      { numRuns: 8 }
    )
    // Long timeout: each step opens, closes or reads a real library. This is slow on a busy machine.
  }, 240_000)
})

describe('a library whose folder has changed', () => {
  async function chooseAnother(kiln: TestLibrary): Promise<string> {
    const before = kiln.folder
    kiln.folder = `${before}-new`
    await mkdir(kiln.folder, { recursive: true })
    kiln.former = [before]
    await kiln.library.folderChosen()
    return before
  }

  it.each(['a rebuild', 'a lost index'])('keeps everything from the former folder after %s, with and without a journal', async (what) => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const [before, collections] = [await kiln.rows(), await kiln.library.collections()]
    await chooseAnother(kiln)
    for (const journal of [kiln.journal, []]) {
      kiln.journal = journal
      if (what === 'a rebuild') await kiln.library.rebuild()
      else await kiln.withoutIndex()
      expect(await kiln.rows()).toEqual(before)
      expect(await kiln.library.collections()).toEqual(collections)
    }
    await kiln.library.change({ keys: await kiln.keysOf('b.1'), stars: 5 })
    await kiln.library.idle()
    const vase = before.find((row) => row?.id === 'b.1')
    expect(await readSidecar(join(kiln.former[0] ?? '', 'pots', vase?.fileName ?? ''))).toMatchObject({
      person: { stars: 5, collections: [{ name: 'Pots' }] }
    })
  })

  it('serves every file while it’s rebuilt, also files that the journal doesn’t know', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    kiln.journal = kiln.journal.filter(({ result }) => result.id !== 'a.1')
    await kiln.library.move(await kiln.keysOf('b.1'), join(kiln.folder, 'moved'))
    const locate = (): Promise<unknown> => Promise.all(['a.1', 'b.1', 'c.1'].map(async (id) => (await kiln.library.fileOf(id))?.path))
    const before = await locate()
    const seen: unknown[] = []
    let isRebuilt = false
    const rebuilt = kiln.library.rebuild().finally(() => (isRebuilt = true))
    while (!isRebuilt) {
      seen.push(await locate())
      await new Promise((resolve) => setImmediate(resolve))
    }
    await rebuilt
    expect(before).toEqual(['a.1.png', join('moved', 'vase.png'), 'c.1.png'].map((name) => join(kiln.folder, name)))
    for (const paths of seen) expect(paths).toEqual(before)
  })

  it('counts the results in the former folder, and moves them with their subfolders on request', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    const former = await chooseAnother(kiln)
    await kiln.make('new.1')
    expect(await kiln.library.inFormerFolders()).toEqual({ count: 3, folders: [former] })
    expect(await kiln.library.moveFromFormerFolders()).toMatchObject({ count: 3, isStopped: false })
    expect(await kiln.library.inFormerFolders()).toEqual({ count: 0, folders: [] })
    expect(await isFile(join(kiln.folder, 'pots', 'vase.png'))).toBe(true)
    expect((await readdir(former, { recursive: true })).filter((name) => name.endsWith('.png'))).toEqual([])
    expect((await kiln.rows()).filter((row) => row?.id !== 'new.1')).toEqual(before)
    await kiln.library.rebuild()
    expect((await kiln.rows()).filter((row) => row?.id !== 'new.1')).toEqual(before)
  })

  it('can undo a move from the former folder that stopped at a file', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    const former = await chooseAnother(kiln)
    // A folder can't be created where a file is, so the second file can't be moved.
    await writeFile(join(kiln.folder, 'pots'), '')
    const receipt = await kiln.library.moveFromFormerFolders()
    expect(receipt).toMatchObject({ count: 1, isStopped: false, folder: kiln.folder })
    expect(receipt.failure).toContain('moved 1 of 3 files')
    expect((await kiln.library.inFormerFolders()).count).toBe(2)
    await kiln.library.undoChange(receipt.token)
    expect((await kiln.library.inFormerFolders()).count).toBe(3)
    expect(await isFile(join(former, 'a.1.png'))).toBe(true)
    expect(await kiln.rows()).toEqual(before)
  })

  it('keeps items that only the index knows when it’s rebuilt', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    kiln.journal = []
    for (const ending of ['', '.json']) await rm(join(kiln.folder, `a.1.png${ending}`))
    await kiln.library.rebuild()
    expect(await kiln.tiles('fox')).toMatchObject([{ id: 'a.1', state: 'missing' }])
  })

  it('imports the chosen folder’s contents at once, with its collections by name', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    await kiln.library.saveCollection({ id: null, name: 'Third' })
    const other = await createTestLibrary()
    const { id } = await other.library.saveCollection({ id: null, name: 'Foxes' })
    const { id: pots } = await other.library.saveCollection({ id: null, name: 'pots' })
    await other.make('x.1', { prompt: 'from another computer' })
    await other.library.change({ keys: await other.keysOf('x.1'), addTo: id })
    await other.library.change({ keys: await other.keysOf('x.1'), addTo: pots })
    await other.library.idle()
    const before = kiln.folder
    kiln.folder = other.folder
    kiln.former = [before]
    await kiln.library.folderChosen()
    expect(await kiln.tiles()).toHaveLength(4)
    const names = new Map((await kiln.library.collections()).map((one) => [one.id, one.name]))
    expect([...names.values()]).toEqual(['Empty', 'Foxes', 'Pots', 'Third'])
    expect((await kiln.library.details('x.1'))?.collections.map((one) => names.get(one))).toEqual(['Foxes', 'Pots'])
    expect((await kiln.library.details('b.1'))?.collections.map((one) => names.get(one))).toEqual(['Pots'])
    await kiln.library.idle()
    await kiln.library.rebuild()
    const rebuilt = new Map((await kiln.library.collections()).map((one) => [one.id, one.name]))
    expect((await kiln.library.details('x.1'))?.collections.map((one) => rebuilt.get(one))).toEqual(['Foxes', 'Pots'])
  })
})

describe('a change to many items', () => {
  it('can be undone for the stars, tags and collections of each item', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    const keys = await kiln.keysOf('a.1', 'b.1', 'c.1')
    const stars = await kiln.library.change({ keys, stars: 0 })
    expect(stars.count).toBe(1)
    const tag = await kiln.library.change({ keys, addTags: ['glaze', 'all'] })
    const pots = (await kiln.library.collections()).find(({ name }) => name === 'Pots')
    const taken = await kiln.library.change({ keys, takeFrom: pots?.id ?? 0 })
    const removedTag = await kiln.library.change({ keys, removeTags: ['blue'] })
    for (const { token } of [removedTag, taken, tag, stars]) await kiln.library.undoChange(token)
    expect(await kiln.rows()).toEqual(before)
    await kiln.library.idle()
    expect(await readSidecar(join(kiln.folder, 'pots/vase.png'))).toMatchObject({ person: { stars: 4, tags: ['glaze', 'blue'] } })
    await expect(kiln.library.undoChange(stars.token)).rejects.toThrow('can’t be undone any more')
  })

  it('can be undone without reverting later changes', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const { token } = await kiln.library.change({ keys: await kiln.keysOf('a.1', 'b.1', 'c.1'), stars: 3, addTags: ['all'] })
    await kiln.library.change({ keys: await kiln.keysOf('a.1'), stars: 5, addTags: ['newer'] })
    await kiln.library.trash(await kiln.keysOf('c.1'))
    await kiln.library.undoChange(token)
    expect(await kiln.library.details('a.1')).toMatchObject({ stars: 5, tags: ['newer'] })
    expect(await kiln.library.details('b.1')).toMatchObject({ stars: 4 })
    expect(await kiln.library.details('c.1')).toBe(null)
  })

  it('can be the removal of a collection, which is restored with its items', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const [before, collections] = [await kiln.rows(), await kiln.library.collections()]
    const pots = collections.find(({ name }) => name === 'Pots')
    const { token } = await kiln.library.removeCollection(pots?.id ?? 0)
    expect((await kiln.library.collections()).map(({ name }) => name)).toEqual(['Empty'])
    await kiln.library.undoChange(token)
    expect(await kiln.library.collections()).toEqual(collections)
    expect(await kiln.rows()).toEqual(before)
    kiln.journal = []
    await kiln.library.idle()
    await kiln.withoutIndex()
    expect(await kiln.library.collections()).toEqual(collections)
    expect(await kiln.rows()).toEqual(before)
  })
})

describe('files from elsewhere', () => {
  async function strangeFiles(kiln: TestLibrary, ...names: readonly string[]): Promise<void> {
    const { path } = await kiln.make('a.1')
    for (const name of names) await copyWithoutRecipe(path, join(kiln.folder, name))
  }
  const adopt = (...names: readonly string[]) => names.map((name) => ({ how: 'adopt' as const, name }))

  it('are each imported once, and those that can’t be displayed are listed', async () => {
    const kiln = await createTestLibrary()
    await strangeFiles(kiln, 'one.png', 'two.png', 'three.png')
    await writeFile(join(kiln.folder, 'Thumbs.db'), 'no image')
    await kiln.library.verifyFiles()
    const names = adopt('one.png', 'Thumbs.db', 'two.png', 'one.png', 'three.png')
    const [first, second] = await Promise.all([kiln.library.repair(names), kiln.library.repair(names).catch(() => null)])
    expect(first).toMatchObject({ unrecognized: [], undisplayable: ['Thumbs.db'] })
    expect(second?.unrecognized ?? []).toEqual([])
    const titles = (await kiln.tiles()).map(({ title }) => title).filter((title) => title.endsWith('.png'))
    expect(titles.toSorted((one, other) => one.localeCompare(other))).toEqual(['one.png', 'three.png', 'two.png'])
    // Simulates another program that finishes writing the file. The file is now a valid image.
    await copyWithoutRecipe(join(kiln.folder, 'one.png'), join(kiln.folder, 'Thumbs.db'))
    await utimes(join(kiln.folder, 'Thumbs.db'), new Date(2_000_000_000_000), new Date(2_000_000_000_000))
    expect(await kiln.library.verifyFiles()).toMatchObject({ unrecognized: ['Thumbs.db'], undisplayable: [] })
  })

  it('aren’t deleted while another item has the same file, as in earlier versions', async () => {
    const kiln = await createTestLibrary()
    await strangeFiles(kiln, 'one.png')
    await kiln.library.verifyFiles()
    await kiln.library.repair(adopt('one.png'))
    await kiln.library.close()
    const path = join(kiln.folder, 'one.png')
    const database = new DatabaseSync(join(kiln.dataDir, 'library.sqlite'))
    database.exec(`INSERT INTO items SELECT key + 1000, 'adopted-double', task, capability, capability_title, medium, content_type, path, file_name, bytes,
      modified_at, sha256, width, height, seconds, made_at, day, title, prompt, connection_id, state, stars, tags, collections
      FROM items WHERE title = 'one.png'`)
    database.close()
    await kiln.reopen()
    const before = await kiln.rows()
    const { token, count } = await kiln.library.trash(await kiln.keysOf('adopted-double'))
    expect(count).toBe(1)
    expect(await isFile(path)).toBe(true)
    await kiln.library.untrash(token)
    expect(await kiln.rows()).toEqual(before)
    await kiln.library.trash(await kiln.keysOf('adopted-double'))
    await kiln.library.idle()
    const last = (await kiln.tiles()).find(({ title }) => title === 'one.png')
    expect(await readSidecar(path)).toMatchObject({ id: last?.id })
    await kiln.library.trash(await kiln.keysOf(last?.id ?? ''))
    expect(await isFile(path)).toBe(false)
  })
})

describe('a library that is busy in the background', () => {
  it('runs the user’s actions first, and loses none of them when it closes', async () => {
    const kiln = await createTestLibrary()
    const { path } = await kiln.make('a.1')
    const names = Array.from({ length: 120 }, (_, number) => `strange-${number}.png`)
    for (const name of names) await copyWithoutRecipe(path, join(kiln.folder, name))
    await kiln.library.verifyFiles()
    const [key] = await kiln.keysOf('a.1')
    if (key === undefined) throw new Error('no key')
    let isImported = false
    const importing = kiln.library.repair(names.map((name) => ({ how: 'adopt', name }))).then(
      () => (isImported = true),
      () => null
    )
    await kiln.library.change({ keys: [key], stars: 5 })
    expect(isImported).toBe(false)
    await kiln.reopen()
    await importing
    expect((await kiln.library.details('a.1'))?.stars).toBe(5)
    await kiln.library.idle()
    expect(await readSidecar(path)).toMatchObject({ person: { stars: 5 } })
  })

  it('writes many sidecars only after a deletion, and then writes all of them', async () => {
    const kiln = await createTestLibrary()
    for (let number = 0; number < 100; number += 1) await kiln.make(`t${number}.1`)
    const keys = (await kiln.tiles()).map(({ key }) => key)
    await kiln.library.change({ keys, addTags: ['all'] })
    const { count } = await kiln.library.trash(await kiln.library.query(unfilteredQuery).then((shelf) => [...shelf.keys].slice(0, 1)))
    const written = (await Promise.all(keys.map((_, number) => readSidecar(join(kiln.folder, `t${number}.1.png`))))).filter(
      (sidecar) => typeof sidecar === 'object' && sidecar.person.tags.includes('all')
    )
    expect(count).toBe(1)
    expect(written.length).toBeLessThan(99)
    await kiln.library.idle()
    for (let number = 0; number < 99; number += 1)
      expect(await readSidecar(join(kiln.folder, `t${number}.1.png`))).toMatchObject({ person: { tags: ['all'] } })
  })
})

describe('a library whose folder is changed by other programs', () => {
  it('finds a moved and renamed file by its content', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    await mkdir(join(kiln.folder, 'new place'))
    await rename(join(kiln.folder, 'pots/vase.png'), join(kiln.folder, 'new place/pot.png'))
    const report = await kiln.library.verifyFiles()
    expect(report.found).toEqual([{ id: 'b.1', name: 'new place/pot.png' }])
    expect(report.words).toEqual(['1 moved or renamed file was found.'])
    expect(await kiln.library.fileOf('b.1')).toMatchObject({ path: join(kiln.folder, 'new place/pot.png') })
    expect(await kiln.tiles('pot.png')).toMatchObject([{ id: 'b.1', stars: 4, state: 'here' }])
    expect(await readSidecar(join(kiln.folder, 'new place/pot.png'))).toMatchObject({ id: 'b.1', person: { stars: 4 } })
    await kiln.reopen()
    await kiln.tiles()
    expect(await kiln.library.fileOf('b.1')).toMatchObject({ path: join(kiln.folder, 'new place/pot.png') })
  })

  it('reports missing files, and downloads or removes them on request', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    for (const name of ['a.1.png', 'c.1.png']) await rm(join(kiln.folder, name))
    const report = await kiln.library.verifyFiles()
    expect(report.missing.map(({ id }) => id)).toEqual(['c.1', 'a.1'])
    expect(report.words[0]).toContain('2 files are missing from the folder. Downloading them again is free')
    expect(await kiln.tiles('fox')).toMatchObject([{ state: 'missing' }])
    await kiln.library.repair([{ how: 'fetch-again', id: 'c.1' }])
    expect(kiln.fetched).toEqual(['c'])
    expect((await kiln.library.repair([{ how: 'forget', id: 'a.1' }])).missing.map(({ id }) => id)).toEqual(['c.1'])
    await kiln.library.rebuild()
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['c.1', 'b.1'])
    expect(await isRemoved(kiln, 'a.1')).toBe(true)
  })

  it('isn’t rebuilt from a missing folder, and keeps its items', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    kiln.isDriveThere = false
    await expect(kiln.library.rebuild()).rejects.toThrow('The library folder can’t be found, so there’s nothing to rebuild from.')
    expect(await kiln.rows()).toEqual(before)
    kiln.isDriveThere = true
    await kiln.library.rebuild()
    expect(await kiln.rows()).toEqual(before)
  })

  it('gives a changed file of the same size another address', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const path = join(kiln.folder, 'a.1.png')
    const [key = 0] = await kiln.keysOf('a.1')
    const shown = async () => (await kiln.library.tiles([key], ''))[0]
    const before = await shown()
    const bytes = await readFile(path)
    await writeFile(path, bytes.fill(0, bytes.length - 4))
    await utimes(path, new Date(), new Date(Date.now() + 5_000))
    expect((await kiln.library.verifyFiles()).changed.map(({ id }) => id)).toEqual(['a.1'])
    await kiln.library.repair([{ how: 'take-as-new', id: 'a.1' }])
    const after = await shown()
    expect(after).toMatchObject({ bytes: before?.bytes, state: 'here' })
    expect(after?.version).toMatch(/^[0-9a-f]{16}$/)
    if (before === undefined || after === undefined) throw new Error('The tile is missing.')
    expect(mediaPaths.tileThumbnail(after, 'small')).not.toBe(mediaPaths.tileThumbnail(before, 'small'))
    expect(mediaPaths.tileFile(after)).not.toBe(mediaPaths.tileFile(before))
  })

  it('reports a changed file, accepts it on request, and ignores a file that was only touched', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    await appendFile(join(kiln.folder, 'a.1.png'), 'more')
    await utimes(join(kiln.folder, 'c.1.png'), new Date(), new Date())
    const report = await kiln.library.verifyFiles()
    expect(report.changed.map(({ id }) => id)).toEqual(['a.1'])
    expect(report.missing).toEqual([])
    await expect(kiln.library.repair([{ how: 'forget', id: 'a.1' }])).rejects.toThrow('This file isn’t missing.')
    expect((await kiln.library.repair([{ how: 'take-as-new', id: 'a.1' }])).changed).toEqual([])
    const bytes = (await readFile(join(kiln.folder, 'a.1.png'))).length
    expect(await readSidecar(join(kiln.folder, 'a.1.png'))).toMatchObject({ file: { bytes } })
    // Reports the task again, as happens when the user hides the task. The accepted change must remain.
    const [task] = kiln.journal
    if (task !== undefined) kiln.library.onTaskChanged(task.record, [task.result])
    await kiln.library.idle()
    await kiln.reopen()
    expect(await kiln.library.details('a.1')).toMatchObject({ bytes })
    expect((await kiln.library.verifyFiles()).changed).toEqual([])
  })

  it('keeps a changed file next to the one that is downloaded again', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    await appendFile(join(kiln.folder, 'a.1.png'), 'more')
    await kiln.library.verifyFiles()
    await kiln.library.repair([{ how: 'fetch-again', id: 'a.1' }])
    expect(kiln.fetched).toEqual(['a'])
    expect(await isFile(join(kiln.folder, 'a.1 (changed).png'))).toBe(true)
    expect(await isFile(join(kiln.folder, 'a.1.png'))).toBe(false)
  })

  it('has a complete report only after a check, and is checked again on focus', async () => {
    const kiln = await createTestLibrary()
    const { path } = await kiln.make('a.1')
    await kiln.library.verifyWhenDue()
    expect((await kiln.library.report()).words).toEqual(['Kiln hasn’t checked the files yet.'])
    await kiln.library.verifyFiles()
    await copyWithoutRecipe(path, join(kiln.folder, 'strange.png'))
    await kiln.library.verifyWhenDue()
    expect((await kiln.library.report()).unrecognized).toEqual([])
    kiln.changeEvents.length = 0
    kiln.passTime(6 * 60_000)
    await kiln.library.verifyWhenDue()
    expect((await kiln.library.report()).unrecognized).toEqual(['strange.png'])
    expect(kiln.changeEvents.length).toBeGreaterThan(0)
  })

  it('reports no missing files while the whole folder is missing', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    await rename(kiln.folder, `${kiln.folder}-away`)
    const report = await kiln.library.verifyFiles()
    expect(report).toMatchObject({ isFolderThere: false, missing: [] })
    expect(report.words[0]).toContain('can’t be found. Nothing is lost')
    await kiln.library.change({ keys: await kiln.keysOf('a.1'), stars: 5 })
    expect(await kiln.rows()).toHaveLength(before.length)
    await rename(`${kiln.folder}-away`, kiln.folder)
    expect(await kiln.library.verifyFiles()).toMatchObject({ isFolderThere: true, missing: [], unwritten: 0 })
    expect(await readSidecar(join(kiln.folder, 'a.1.png'))).toMatchObject({ person: { stars: 5 } })
  })

  it('doesn’t treat a copy of a result as a second result', async () => {
    const kiln = await createTestLibrary()
    await kiln.make('a.1')
    for (const ending of ['', '.json']) await copyFile(join(kiln.folder, `a.1.png${ending}`), join(kiln.folder, `copy.png${ending}`))
    expect((await kiln.library.verifyFiles()).unrecognized).toEqual(['copy.png'])
    expect(await kiln.tiles()).toHaveLength(1)
  })
})

describe('a library whose drive is missing, with another folder at its path', () => {
  it('rejects deletions, and writes nothing there until the drive is back', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    const drive = `${kiln.folder}-drive`
    await rename(kiln.folder, drive)
    await mkdir(join(kiln.folder, 'pots'), { recursive: true })
    kiln.isDriveThere = false
    await expect(kiln.library.trash(await kiln.keysOf('a.1'))).rejects.toThrow('isn’t available, so nothing was deleted')
    await kiln.library.change({ keys: await kiln.keysOf('a.1', 'b.1'), stars: 5 })
    await kiln.library.saveCollection({ id: null, name: 'Made meanwhile' })
    await kiln.library.idle()
    expect(await readdir(kiln.folder, { recursive: true })).toEqual(['pots'])

    await rm(kiln.folder, { recursive: true })
    await rename(drive, kiln.folder)
    kiln.isDriveThere = true
    await kiln.library.verifyFiles()
    expect(await readSidecar(join(kiln.folder, 'a.1.png'))).toMatchObject({ person: { stars: 5 } })
    kiln.journal = []
    await kiln.withoutIndex()
    const stars = new Map([
      ['a.1', 5],
      ['b.1', 5]
    ])
    expect(await kiln.rows()).toEqual(before.map((row) => row && { ...row, stars: stars.get(row.id) ?? row.stars }))
    expect((await kiln.library.collections()).map(({ name }) => name)).toContain('Made meanwhile')
  })
})

describe('a kill between the journal and the library', () => {
  it('after a check has found the new file loses no sidecar, and the journal’s data counts', async () => {
    const kiln = await createTestLibrary()
    const { path } = await kiln.make('a.1', { prompt: 'a red fox' })
    const before = await kiln.rows()
    await rm(sidecarPath(path))
    const kept = kiln.journal
    kiln.journal = []
    await kiln.withoutIndex()
    await kiln.library.verifyFiles()
    expect(await kiln.tiles()).toMatchObject([{ id: 'a.1', prompt: 'a red fox' }])
    // At the next start, the journal may record the result before the library is open.
    kiln.journal = kept
    await kiln.reopen()
    expect(await kiln.rows()).toEqual(before)
    expect(await readSidecar(path)).toMatchObject({ id: 'a.1', file: { sha256: kept[0]?.result.sha256 }, recipe: { id: 'a.1' } })
  })

  it('doesn’t leave a file that was downloaded again with its previous recipe', async () => {
    const kiln = await createTestLibrary()
    const first = await kiln.make('a.1', { prompt: 'a red fox' })
    const other = await kiln.make('b.1', { prompt: 'a blue vase' })
    await copyFile(other.path, first.path)
    const again = { ...first, bytes: other.bytes, sha256: other.sha256, savedAt: first.savedAt + 60_000 }
    kiln.journal = kiln.journal.map((one) => (one.result.id === 'a.1' ? { ...one, result: again } : one))
    await kiln.reopen()
    await kiln.library.idle()
    expect(await kiln.library.details('a.1')).toMatchObject({ sha256: other.sha256, madeAt: again.savedAt, state: 'here' })
    expect(await readSidecar(first.path)).toMatchObject({ id: 'a.1', file: { sha256: other.sha256, bytes: other.bytes } })
  })
})

describe('rebuilding', () => {
  it('keeps data that the sidecars don’t contain', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    kiln.recipes = { beside: false, inside: false }
    const [key = 0] = await kiln.keysOf('a.1')
    const { id } = await kiln.library.saveCollection({ id: null, name: 'Jars' })
    await kiln.library.change({ keys: [key], stars: 5, addTags: ['kept'], addTo: id })
    const wordsOf = async () => (await kiln.tiles()).map(({ id: item, stars, tags, collections }) => ({ item, stars, tags, collections }))
    const before = await wordsOf()
    await kiln.library.rebuild()
    expect(await wordsOf()).toEqual(before)
  })
})

describe('deleting', () => {
  it('can be undone completely, and otherwise moves files with their recipes to the system’s trash', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    const keys = await kiln.keysOf('a.1', 'b.1')
    const { token, count } = await kiln.library.trash(keys)
    await kiln.make('d.1')
    expect(count).toBe(2)
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['d.1', 'c.1'])
    expect(await isFile(join(kiln.folder, 'a.1.png'))).toBe(false)
    expect(await isRemoved(kiln, 'a.1')).toBe(true)
    expect((await kiln.library.verifyFiles()).words).toEqual(['All files are in place.'])
    await kiln.library.untrash(token)
    expect(await kiln.rows()).toEqual([...before, expect.objectContaining({ id: 'd.1' })])
    // An undo keeps the keys, so keys that the page already has stay valid.
    expect(await kiln.keysOf('a.1', 'b.1')).toEqual(keys)
    expect(await readdir(kiln.folder)).not.toContain('.kiln-trash')

    const again = await kiln.library.trash(await kiln.keysOf('a.1'))
    kiln.passUndo()
    await kiln.library.idle()
    expect(kiln.trashed.map((path) => path.split('/').at(-1))).toEqual(['a.1.png', 'a.1.png.json'])
    await expect(kiln.library.untrash(again.token)).rejects.toThrow('This deletion can’t be undone in Kiln any more.')
    await kiln.withoutIndex()
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['d.1', 'c.1', 'b.1'])
    expect(await readdir(join(kiln.dataDir, 'trash'))).toEqual([])
  })

  it.each(['undone at once', 'undone at the next start'])('keeps data that the sidecars don’t contain if it’s %s', async (when) => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    kiln.recipes = { beside: false, inside: false }
    const [key = 0] = await kiln.keysOf('a.1')
    const { id } = await kiln.library.saveCollection({ id: null, name: 'Jars' })
    await kiln.library.change({ keys: [key], stars: 5, addTags: ['kept'], addTo: id })
    const before = await kiln.rows()
    const { token } = await kiln.library.trash([key])
    if (when === 'undone at once') await kiln.library.untrash(token)
    else {
      const path = join(kiln.dataDir, 'trash', `${token}.json`)
      await writeFile(path, (await readFile(path, 'utf8')).replace('"isMoved":true', '"isMoved":false'))
      await kiln.reopen()
    }
    expect(await kiln.rows()).toEqual(before)
  })

  it.each(['undone at once', 'undone at the next start'])('keeps an added file that has no sidecar if it’s %s', async (when) => {
    const kiln = await createTestLibrary()
    kiln.recipes = { beside: false, inside: false }
    const { path: original } = await kiln.make('a.1')
    await copyWithoutRecipe(original, join(kiln.folder, 'added.png'))
    await kiln.library.verifyFiles()
    await kiln.library.repair([{ how: 'adopt', name: 'added.png' }])
    const added = (await kiln.tiles()).find(({ title }) => title === 'added.png')
    await kiln.library.change({ keys: [added?.key ?? 0], stars: 4 })
    const before = await kiln.rows()
    const { token } = await kiln.library.trash([added?.key ?? 0])
    expect(await kiln.rows()).toHaveLength(1)
    if (when === 'undone at once') await kiln.library.untrash(token)
    else {
      const path = join(kiln.dataDir, 'trash', `${token}.json`)
      await writeFile(path, (await readFile(path, 'utf8')).replace('"isMoved":true', '"isMoved":false'))
      await kiln.reopen()
    }
    expect(await kiln.rows()).toEqual(before)
    expect(before).toContainEqual(expect.objectContaining({ title: 'added.png', stars: 4 }))
    expect(await readdir(kiln.folder)).not.toContain('added.png.json')
  })

  it('that fails changes nothing, now or at the next start', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    // A file in place of the hidden folder `.kiln-trash` makes the deletion fail.
    await writeFile(join(kiln.folder, '.kiln-trash'), '')
    await expect(kiln.library.trash(await kiln.keysOf('a.1', 'c.1'))).rejects.toThrow('nothing was deleted')
    expect(await kiln.rows()).toEqual(before)
    expect(await isRemoved(kiln, 'a.1')).toBe(false)
    await rm(join(kiln.folder, '.kiln-trash'))
    await kiln.reopen()
    expect(await kiln.rows()).toEqual(before)
    expect(kiln.trashed).toEqual([])
  })

  it('moves the files that it can, reports the others, and leaves those in place at the next start', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    await writeFile(join(kiln.folder, 'pots', '.kiln-trash'), '')
    const receipt = await kiln.library.trash(await kiln.keysOf('a.1', 'b.1'))
    expect(receipt).toMatchObject({ count: 1, failure: '1 of 2 items couldn’t be deleted. Another app may be using it.' })
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['c.1', 'b.1'])
    expect(await isFile(join(kiln.folder, 'pots/vase.png'))).toBe(true)
    await kiln.library.untrash(receipt.token)
    expect(await kiln.rows()).toEqual(before)
    await kiln.library.trash(await kiln.keysOf('a.1', 'b.1'))
    await rm(join(kiln.folder, 'pots', '.kiln-trash'))
    await kiln.reopen()
    expect(await kiln.tiles('vase')).toMatchObject([{ id: 'b.1', stars: 4, state: 'here' }])
    expect(kiln.trashed).toHaveLength(2)
  })

  it('that was killed before it was acknowledged is undone at the next start', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    const { token } = await kiln.library.trash(await kiln.keysOf('a.1', 'b.1'))
    const path = join(kiln.dataDir, 'trash', `${token}.json`)
    await writeFile(path, (await readFile(path, 'utf8')).replace('"isMoved":true', '"isMoved":false'))
    await kiln.reopen()
    expect(await kiln.rows()).toEqual(before)
    expect(kiln.trashed).toEqual([])
    expect(await isRemoved(kiln, 'a.1')).toBe(false)
  })

  it('can be undone again after a failed undo', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    const { token } = await kiln.library.trash(await kiln.keysOf('a.1'))
    // A folder with the sidecar's name makes the undo fail, because a file can't replace a folder.
    const blocked = sidecarPath(join(kiln.folder, 'a.1.png'))
    await mkdir(join(blocked, 'inside'), { recursive: true })
    await expect(kiln.library.untrash(token)).rejects.toThrow('Some files couldn’t be restored.')
    await rm(blocked, { recursive: true })
    await kiln.library.untrash(token)
    expect(await kiln.rows()).toEqual(before)
  })

  it('resumes at the next start after a crash, and touches no newer file of the same name', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    await kiln.library.trash(await kiln.keysOf('a.1'))
    await writeFile(join(kiln.folder, 'a.1.png'), 'a newer file')
    await kiln.reopen()
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['c.1', 'b.1'])
    expect(kiln.trashed).toHaveLength(2)
    expect(await readFile(join(kiln.folder, 'a.1.png'), 'utf8')).toBe('a newer file')
  })

  it('deletes nothing permanently if the system’s trash isn’t available', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    kiln.isTrashFull = true
    await kiln.library.trash(await kiln.keysOf('a.1'))
    kiln.passUndo()
    await kiln.library.idle()
    expect(await readdir(join(kiln.folder, '.kiln-trash'))).toHaveLength(1)
    expect((await kiln.library.verifyFiles()).words).toContain(
      '1 deleted file couldn’t be moved to the system’s trash. To free up space, delete the hidden folder .kiln-trash next to your files.'
    )
    kiln.isTrashFull = false
    await kiln.reopen()
    await kiln.tiles()
    expect(kiln.trashed).toHaveLength(2)
    expect(await readdir(kiln.folder)).not.toContain('.kiln-trash')
  })

  it('keep their stars if Kiln is killed while an undo imports them again', async () => {
    const kiln = await createTestLibrary()
    kiln.recipes = { beside: false, inside: true }
    await kiln.make('a.1')
    await kiln.library.close()
    const index = openIndex(join(kiln.dataDir, 'library.sqlite'))
    // Simulates a kill after the file was imported without its stars. The stars had been salvaged before the import.
    index.salvage([{ id: 'a.1', person: { stars: 3, tags: ['best'], collections: [] } }])
    index.close()
    await kiln.reopen()
    expect(await kiln.tiles()).toMatchObject([{ id: 'a.1', stars: 3, tags: ['best'] }])
    await kiln.library.change({ keys: await kiln.keysOf('a.1'), stars: 1 })
    await kiln.reopen()
    expect(await kiln.tiles()).toMatchObject([{ id: 'a.1', stars: 1, tags: ['best'] }])
  })

  it('aren’t deleted again if the user put them back while the system trash rejected the old files', async () => {
    const kiln = await createTestLibrary()
    const { path } = await kiln.make('a.1')
    const bytes = await readFile(path)
    kiln.isTrashFull = true
    await kiln.library.trash(await kiln.keysOf('a.1'))
    kiln.passUndo()
    await kiln.library.idle()
    await writeFile(path, bytes)
    await kiln.library.verifyFiles()
    expect(await kiln.tiles()).toMatchObject([{ id: 'a.1' }])
    kiln.recipes = { beside: false, inside: true }
    await kiln.library.change({ keys: await kiln.keysOf('a.1'), stars: 3 })
    await kiln.reopen()
    expect(await kiln.tiles()).toMatchObject([{ id: 'a.1', stars: 3, state: 'here' }])
  })
})

describe('files that are moved or exported', () => {
  it('are moved with their recipes, and stay in the library', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const target = join(kiln.dataDir, 'elsewhere')
    expect(await kiln.library.move(await kiln.keysOf('a.1', 'b.1'), target)).toMatchObject({ count: 2, failure: null, isStopped: false })
    expect((await readdir(target)).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'a.1.png',
      'a.1.png.json',
      'vase.png',
      'vase.png.json'
    ])
    expect(await isFile(join(kiln.folder, 'a.1.png'))).toBe(false)
    expect(await isFile(join(kiln.folder, 'a.1.png.json'))).toBe(false)
    await kiln.reopen()
    expect(await kiln.library.fileOf('a.1')).toMatchObject({ path: join(target, 'a.1.png') })
    expect((await kiln.library.verifyFiles()).words).toEqual(['All files are in place.'])
    const before = await kiln.rows()
    expect((await kiln.library.rebuild()).words.join(' ')).not.toContain('missing')
    expect(await kiln.rows()).toEqual(before)
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
    kiln.journal = []
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
  })

  it('contain no recipe unless it’s requested', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const [bare, full] = [join(kiln.dataDir, 'bare'), join(kiln.dataDir, 'full')]
    for (const path of [bare, full]) await mkdir(path)
    const keys = await kiln.keysOf('a.1', 'b.1')
    await kiln.library.exportTo({ keys, withRecipes: false, asZip: false, path: bare })
    await kiln.library.exportTo({ keys, withRecipes: false, asZip: false, path: bare })
    await kiln.library.exportTo({ keys, withRecipes: true, asZip: false, path: full })
    expect(await readdir(bare)).toHaveLength(4)
    for (const name of await readdir(bare)) expect((await readFile(join(bare, name))).toString('latin1')).not.toContain('red fox')
    expect(await readSidecar(join(full, 'vase.png'))).toMatchObject({ id: 'b.1', person: { stars: 4, collections: [{ name: 'Pots' }] } })
    expect(await readFile(join(full, 'a.1.png'))).toEqual(await readFile(join(kiln.folder, 'a.1.png')))
  })

  it('are zipped completely or not at all', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    const path = join(kiln.dataDir, 'all.zip')
    const keys = await kiln.keysOf('a.1', 'b.1')
    await kiln.library.exportTo({ keys, withRecipes: true, asZip: true, path })
    const zip = await readFile(path)
    for (const name of ['a.1.png', 'a.1.png.json', 'vase.png', 'vase.png.json']) expect(zip.toString('latin1')).toContain(name)
    expect(zip.includes(await readFile(join(kiln.folder, 'a.1.png')))).toBe(true)
    await kiln.library.exportTo({ keys, withRecipes: false, asZip: true, path })
    expect((await readFile(path)).toString('latin1')).not.toContain('red fox')
    await rm(join(kiln.folder, 'a.1.png'))
    const other = join(kiln.dataDir, 'other.zip')
    await expect(kiln.library.exportTo({ keys, withRecipes: true, asZip: true, path: other })).rejects.toThrow(
      'a.1.png isn’t in the library folder any more.'
    )
    expect((await readdir(kiln.dataDir)).filter((name) => name.includes('zip'))).toEqual(['all.zip'])
  })
})

describe('a text', () => {
  async function aTextIn(kiln: TestLibrary): Promise<string> {
    const { recipe } = anItem({ id: 't.1', prompt: 'what the fox says' }, { medium: 'text', contentType: 'application/x-subrip' })
    const path = join(kiln.folder, 'fox.srt')
    await writeFile(path, '1\n00:00:01,000 --> 00:00:02,000\nHello\n')
    const { size } = await stat(path)
    const item = { ...anItem({ id: 't.1', medium: 'text', contentType: 'application/x-subrip', path, bytes: size }), recipe }
    const digested = await digestFile(path)
    if (!digested.ok) throw new Error('The digest couldn’t be computed.')
    await writeSidecar(
      path,
      sidecarFromItem({ ...item, sha256: digested.sha256, width: null, height: null }, () => null)
    )
    await kiln.library.verifyFiles()
    return path
  }

  it('is an item with a sidecar, found by its medium', async () => {
    const kiln = await createTestLibrary()
    await threeOf(kiln)
    await aTextIn(kiln)
    expect(await kiln.tiles('says')).toMatchObject([{ id: 't.1', medium: 'text', fileName: 'fox.srt', width: null }])
    const { keys } = await kiln.library.query({ ...unfilteredQuery, media: ['text'] })
    expect([...keys]).toEqual(await kiln.keysOf('t.1'))
    expect((await kiln.library.facets(unfilteredQuery)).media).toContainEqual({ value: 'text', count: 1 })
    const before = await kiln.rows()
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
  })

  it('that the user has edited can be accepted as it is', async () => {
    const kiln = await createTestLibrary()
    const path = await aTextIn(kiln)
    await appendFile(path, '2\n00:00:03,000 --> 00:00:04,000\nYou\n')
    expect((await kiln.library.verifyFiles()).changed.map(({ id }) => id)).toEqual(['t.1'])
    const report = await kiln.library.repair([{ how: 'take-as-new', id: 't.1' }])
    expect(report.changed).toEqual([])
    expect(await kiln.library.details('t.1')).toMatchObject({ medium: 'text', bytes: (await stat(path)).size, state: 'here' })
  })
})

describe('a disk that lists a file in another spelling', () => {
  it('leads to no unrecognised file', async () => {
    const kiln = await createTestLibrary()
    await kiln.make('a.1', { name: 'caf\u00e9.png' })
    await rename(join(kiln.folder, 'caf\u00e9.png'), join(kiln.folder, 'cafe\u0301.png'))
    await rename(join(kiln.folder, 'caf\u00e9.png.json'), join(kiln.folder, 'cafe\u0301.png.json'))
    const unfold = simulateNameFolding(kiln.folder, foldings['like APFS'])
    onTestFinished(unfold)
    expect(await kiln.library.verifyFiles()).toMatchObject({ unrecognized: [], missing: [], importedCount: 0 })
  })
})

describe('a zip of files whose names some file systems treat as equal', () => {
  it.each([
    ['case', 'Fox.png', 'fox.png'],
    ['Unicode normalisation', 'caf\u00e9.png', 'cafe\u0301.png'],
    ['full case folding', 'stra\u00dfe.png', 'STRASSE.png']
  ])('numbers one of them if they differ only in %s', async (_what, one, other) => {
    const kiln = await createTestLibrary()
    await kiln.make('a.1', { name: `one/${one}` })
    await kiln.make('b.1', { name: `two/${other}` })
    const path = join(kiln.dataDir, 'all.zip')
    await kiln.library.exportTo({ keys: await kiln.keysOf('a.1', 'b.1'), withRecipes: false, asZip: true, path })
    expect(await readFile(path, 'utf8')).toMatch(/ \(2\)\.png/)
  })
})

describe('recipes next to files', () => {
  it('are written for everything once the user turns them on', async () => {
    const kiln = await createTestLibrary()
    kiln.recipes = { beside: false, inside: true }
    await threeOf(kiln)
    expect(await isFile(sidecarPath(join(kiln.folder, 'a.1.png')))).toBe(false)
    kiln.recipes = { beside: true, inside: true }
    kiln.library.recipesChanged()
    await kiln.library.idle()
    expect(await readSidecar(join(kiln.folder, 'pots/vase.png'))).toMatchObject({ person: { stars: 4, tags: ['glaze', 'blue'] } })
  })
})
