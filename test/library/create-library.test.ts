import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyWithoutRecipe } from '../../electron/library/recipe-inside.ts'
import type { JournalResult } from '../../electron/library/create-library.ts'
import { readSidecar, sidecarOf, sidecarPath, writeSidecar } from '../../electron/library/sidecar.ts'
import { digestFile } from '../../electron/uploads/digest-file.ts'
import { wholeLibrary } from '../../shared/library.ts'
import { aLibrary, isFile, type ALibrary } from './a-library.ts'
import { anItem } from './an-item.ts'
import { foldings, foldNames } from './fold-names.ts'

async function threeOf(kiln: ALibrary): Promise<void> {
  await kiln.make('a.1', { prompt: 'a red fox' })
  await kiln.make('b.1', { prompt: 'a blue vase', name: 'pots/vase.png' })
  await kiln.make('c.1', { prompt: 'made of b', recipe: { parents: [{ id: 'b.1', sha256: null }] } })
  const { id } = await kiln.library.keepCollection({ id: null, name: 'Pots' })
  await kiln.library.keepCollection({ id: null, name: 'Empty' })
  await kiln.library.change({ keys: await kiln.keysOf('b.1'), stars: 4, addTags: ['glaze', 'blue'], addTo: id })
}

function indexedItems({ dataDir }: ALibrary): number {
  const database = new DatabaseSync(join(dataDir, 'library.sqlite'), { readOnly: true })
  try {
    return Number(database.prepare('SELECT count(*) AS count FROM items').get()?.['count'])
  } finally {
    database.close()
  }
}

describe('a library that is rebuilt', () => {
  it('is the same row by row from the folder alone, with nothing of the data folder left', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    const [before, collections] = [await kiln.rows(), await kiln.library.collections()]
    kiln.journal = []
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
    expect(await kiln.library.collections()).toEqual(collections)
    expect((await kiln.tiles('glaze')).map(({ id }) => id)).toEqual(['b.1'])
  })

  it('is the same by the journal and the folder, also while it is open', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
    const report = await kiln.library.rebuild()
    expect(report.words).toEqual(['Every file is where it belongs.'])
    expect(await kiln.rows()).toEqual(before)
    expect(kiln.news.some(({ isAnew }) => isAnew)).toBe(true)
  })

  it('is whole with ten corrupt sidecars, and lists the ten', async () => {
    const kiln = await aLibrary()
    for (let number = 0; number < 14; number += 1) await kiln.make(`t${number}.1`)
    await kiln.library.change({ keys: await kiln.keysOf('t12.1', 't13.1'), stars: 3 })
    const before = await kiln.rows()
    const corrupt = ['', '{', 'null', '[]', '{"format":"kiln-sidecar"}', '\0\0\0', '"', '{"version":2}', 'x'.repeat(9_999), '{}}']
    for (const [number, text] of corrupt.entries()) await writeFile(sidecarPath(join(kiln.folder, `t${number}.1.png`)), text)
    for (const hasJournal of [true, false]) {
      if (!hasJournal) kiln.journal = []
      await kiln.withoutIndex()
      const rows = await kiln.rows()
      // What only the sidecar knew is when it was saved; without the journal the file's own time stands for it.
      const withoutTime = (list: typeof rows) => list.map((row) => ({ ...row, ...(hasJournal ? {} : { madeAt: 0 }) }))
      expect(withoutTime(rows)).toEqual(withoutTime(before))
      const { torn } = await kiln.library.look()
      expect([...torn].toSorted((one, other) => one.localeCompare(other))).toEqual(
        corrupt.map((_, number) => `t${number}.1.png`).toSorted((one, other) => one.localeCompare(other))
      )
      expect(await readFile(sidecarPath(join(kiln.folder, 't1.1.png')), 'utf8')).toBe('{')
    }
    const { torn } = await kiln.library.mend([{ how: 'write-recipe', name: 't1.1.png' }])
    expect(torn).toHaveLength(9)
    await kiln.reopen()
    expect((await kiln.library.report()).torn).toEqual(torn)
    kiln.isDriveThere = false
    await kiln.library.look()
    kiln.isDriveThere = true
    expect((await kiln.library.look()).torn).toEqual(torn)
    expect((await kiln.library.mend([{ how: 'write-recipe', name: 't2.1.png' }])).torn).toHaveLength(8)
    expect(await readSidecar(join(kiln.folder, 't1.1.png'))).toMatchObject({ id: 't1.1' })
    expect(await readFile(join(kiln.folder, 't1.1.png.damaged.txt'), 'utf8')).toBe('{')
  })

  it('reads the recipe inside a file that has none beside it, and lists one that has neither until it is taken in', async () => {
    const kiln = await aLibrary()
    await kiln.make('a.1', { prompt: 'told inside' })
    const path = join(kiln.folder, 'a.1.png')
    await rm(sidecarPath(path))
    await copyWithoutRecipe(path, join(kiln.folder, 'strange.png'))
    await writeFile(join(kiln.folder, 'notes.txt'), 'hello')
    kiln.journal = []
    await kiln.withoutIndex()
    expect(await kiln.tiles()).toMatchObject([{ id: 'a.1', prompt: 'told inside' }])
    expect((await kiln.library.look()).strange.toSorted((one, other) => one.localeCompare(other))).toEqual(['notes.txt', 'strange.png'])
    await expect(kiln.library.mend([{ how: 'adopt', name: '../../etc/passwd' }])).rejects.toThrow('not among what was found')
    await expect(kiln.library.mend([{ how: 'adopt', name: 'notes.txt' }])).rejects.toThrow('none of the kinds')
    expect((await kiln.library.mend([{ how: 'adopt', name: 'strange.png' }])).strange).toEqual(['notes.txt'])
    const adopted = (await kiln.tiles()).find(({ title }) => title === 'strange.png')
    expect(adopted).toMatchObject({ task: null, connectionId: null, width: 16, height: 9 })
    await kiln.withoutIndex()
    expect((await kiln.tiles()).map(({ id }) => id)).toContain(adopted?.id)
  })

  it('gives up filling its index when it is closed, and resumes at the next start', async () => {
    const kiln = await aLibrary()
    const one = await kiln.make('a.1')
    const [{ record }] = kiln.journal as [JournalResult]
    const count = 1_000
    kiln.journal = Array.from({ length: count }, (_, number) => ({
      record,
      result: { ...one, id: `t${number}.1`, path: join(kiln.folder, `t${number}.png`), sha256: '0'.repeat(64) }
    }))
    await kiln.withoutIndex()
    kiln.news.length = 0
    const filled = kiln.library.idle().catch((error: unknown) => error)
    await expect.poll(() => kiln.news.length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(0)
    await kiln.library.close()
    expect(await filled).toMatchObject({ name: 'PlainProblem', message: 'Kiln is closing.' })
    expect(indexedItems(kiln)).toBeLessThan(count)
    await kiln.reopen()
    // All of the journal, and the file that lies in the folder.
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
          const kiln = await aLibrary()
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
            else if (step.does === 'look') await kiln.library.look()
            else if (key !== undefined) {
              if (step.does === 'stars') await kiln.library.change({ keys: [key], stars: step.stars })
              if (step.does === 'tag') await kiln.library.change({ keys: [key], addTags: [step.tag] })
              if (step.does === 'collect') {
                const found = (await kiln.library.collections())[0] ?? (await kiln.library.keepCollection({ id: null, name: 'All' }))
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
    // Each step opens, closes or reads a real library; a loaded machine takes its time.
  }, 240_000)
})

describe('a library folder that others change', () => {
  it('finds a file again that was moved and renamed, by its content', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    await mkdir(join(kiln.folder, 'new place'))
    await rename(join(kiln.folder, 'pots/vase.png'), join(kiln.folder, 'new place/pot.png'))
    const report = await kiln.library.look()
    expect(report.found).toEqual([{ id: 'b.1', name: 'new place/pot.png' }])
    expect(report.words).toEqual(['1 file had been moved or renamed and was found again.'])
    expect(kiln.library.movedTo('b.1')).toBe(join(kiln.folder, 'new place/pot.png'))
    expect(await kiln.tiles('pot.png')).toMatchObject([{ id: 'b.1', stars: 4, state: 'here' }])
    expect(await readSidecar(join(kiln.folder, 'new place/pot.png'))).toMatchObject({ id: 'b.1', person: { stars: 4 } })
    await kiln.reopen()
    await kiln.tiles()
    expect(kiln.library.movedTo('b.1')).toBe(join(kiln.folder, 'new place/pot.png'))
  })

  it('says which file is missing, fetches it again when told, and lets it go when told', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    for (const name of ['a.1.png', 'c.1.png']) await rm(join(kiln.folder, name))
    const report = await kiln.library.look()
    expect(report.missing.map(({ id }) => id)).toEqual(['c.1', 'a.1'])
    expect(report.words[0]).toContain('2 files are not in the folder any more. Fetching again costs no credits')
    expect(await kiln.tiles('fox')).toMatchObject([{ state: 'missing' }])
    await kiln.library.mend([{ how: 'fetch-again', id: 'c.1' }])
    expect(kiln.fetched).toEqual(['c'])
    expect((await kiln.library.mend([{ how: 'forget', id: 'a.1' }])).missing.map(({ id }) => id)).toEqual(['c.1'])
    await kiln.library.rebuild()
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['c.1', 'b.1'])
    expect(kiln.library.isRemoved('a.1')).toBe(true)
  })

  it('rebuilds nothing from a folder that is away, and keeps what it knows', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    kiln.isDriveThere = false
    await expect(kiln.library.rebuild()).rejects.toThrow('The library folder is not there now')
    expect(await kiln.rows()).toEqual(before)
    kiln.isDriveThere = true
    await kiln.library.rebuild()
    expect(await kiln.rows()).toEqual(before)
  })

  it('says which file was changed, and takes it as it is when told; one that was only touched is the same', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    await appendFile(join(kiln.folder, 'a.1.png'), 'more')
    await utimes(join(kiln.folder, 'c.1.png'), new Date(), new Date())
    const report = await kiln.library.look()
    expect(report.changed.map(({ id }) => id)).toEqual(['a.1'])
    expect(report.missing).toEqual([])
    await expect(kiln.library.mend([{ how: 'forget', id: 'a.1' }])).rejects.toThrow('Its file is there')
    expect((await kiln.library.mend([{ how: 'take-as-new', id: 'a.1' }])).changed).toEqual([])
    const bytes = (await readFile(join(kiln.folder, 'a.1.png'))).length
    expect(await readSidecar(join(kiln.folder, 'a.1.png'))).toMatchObject({ file: { bytes } })
    // Its task goes on being told of, as when it is hidden: that is no new word on the file.
    const [task] = kiln.journal
    if (task !== undefined) kiln.library.notice(task.record, [task.result])
    await kiln.library.idle()
    await kiln.reopen()
    expect(await kiln.library.details('a.1')).toMatchObject({ bytes })
    expect((await kiln.library.look()).changed).toEqual([])
  })

  it('keeps a changed file beside the one that is fetched again', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    await appendFile(join(kiln.folder, 'a.1.png'), 'more')
    await kiln.library.look()
    await kiln.library.mend([{ how: 'fetch-again', id: 'a.1' }])
    expect(kiln.fetched).toEqual(['a'])
    expect(await isFile(join(kiln.folder, 'a.1 (changed).png'))).toBe(true)
    expect(await isFile(join(kiln.folder, 'a.1.png'))).toBe(false)
  })

  it('calls nothing missing while the whole folder is away', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    await rename(kiln.folder, `${kiln.folder}-away`)
    const report = await kiln.library.look()
    expect(report).toMatchObject({ isFolderThere: false, missing: [] })
    expect(report.words[0]).toContain('is not there. Nothing is lost by that')
    await kiln.library.change({ keys: await kiln.keysOf('a.1'), stars: 5 })
    expect(await kiln.rows()).toHaveLength(before.length)
    await rename(`${kiln.folder}-away`, kiln.folder)
    expect(await kiln.library.look()).toMatchObject({ isFolderThere: true, missing: [], unwritten: 0 })
    expect(await readSidecar(join(kiln.folder, 'a.1.png'))).toMatchObject({ person: { stars: 5 } })
  })

  it('takes a copy of a result for no second one', async () => {
    const kiln = await aLibrary()
    await kiln.make('a.1')
    for (const ending of ['', '.json']) await copyFile(join(kiln.folder, `a.1.png${ending}`), join(kiln.folder, `copy.png${ending}`))
    expect((await kiln.library.look()).strange).toEqual(['copy.png'])
    expect(await kiln.tiles()).toHaveLength(1)
  })
})

describe('a kill between the journal and the library', () => {
  it('that came after a look had met the new file costs no recipe beside it, and the journal’s word counts', async () => {
    const kiln = await aLibrary()
    const { path } = await kiln.make('a.1', { prompt: 'a red fox' })
    const before = await kiln.rows()
    await rm(sidecarPath(path))
    const kept = kiln.journal
    kiln.journal = []
    await kiln.withoutIndex()
    await kiln.library.look()
    expect(await kiln.tiles()).toMatchObject([{ id: 'a.1', prompt: 'a red fox' }])
    // The next start finishes it, and may have written that down before the library is open.
    kiln.journal = kept
    await kiln.reopen()
    expect(await kiln.rows()).toEqual(before)
    expect(await readSidecar(path)).toMatchObject({ id: 'a.1', file: { sha256: kept[0]?.result.sha256 }, recipe: { id: 'a.1' } })
  })

  it('leaves no file that was fetched anew with the recipe of the one before', async () => {
    const kiln = await aLibrary()
    const first = await kiln.make('a.1', { prompt: 'a red fox' })
    const other = await kiln.make('b.1', { prompt: 'a blue vase' })
    await copyFile(other.path, first.path)
    const again = { ...first, bytes: other.bytes, sha256: other.sha256, savedAt: first.savedAt + 60_000 }
    kiln.journal = kiln.journal.map((one) => (one.result.id === 'a.1' ? { ...one, result: again } : one))
    await kiln.reopen()
    expect(await kiln.library.details('a.1')).toMatchObject({ sha256: other.sha256, madeAt: again.savedAt, state: 'here' })
    expect(await readSidecar(first.path)).toMatchObject({ id: 'a.1', file: { sha256: other.sha256, bytes: other.bytes } })
  })
})

describe('deleting', () => {
  it('is undone with everything, and without undo goes to the system’s trash with its recipe', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    const before = await kiln.rows()
    const { token, count } = await kiln.library.trash(await kiln.keysOf('a.1', 'b.1'))
    expect(count).toBe(2)
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['c.1'])
    expect(await isFile(join(kiln.folder, 'a.1.png'))).toBe(false)
    expect(kiln.library.isRemoved('a.1')).toBe(true)
    expect((await kiln.library.look()).words).toEqual(['Every file is where it belongs.'])
    await kiln.library.untrash(token)
    expect(await kiln.rows()).toEqual(before)
    expect(await readdir(kiln.folder)).not.toContain('.kiln-trash')

    const again = await kiln.library.trash(await kiln.keysOf('a.1'))
    kiln.passUndo()
    await kiln.library.idle()
    expect(kiln.trashed.map((path) => path.split('/').at(-1))).toEqual(['a.1.png', 'a.1.png.json'])
    await expect(kiln.library.untrash(again.token)).rejects.toThrow('too late')
    await kiln.withoutIndex()
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['c.1', 'b.1'])
    expect(await readdir(join(kiln.dataDir, 'trash'))).toEqual([])
  })

  it('goes on at the next start when Kiln died before it was done, and touches no newer file of the same name', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    await kiln.library.trash(await kiln.keysOf('a.1'))
    await writeFile(join(kiln.folder, 'a.1.png'), 'a newer file')
    await kiln.reopen()
    expect((await kiln.tiles()).map(({ id }) => id)).toEqual(['c.1', 'b.1'])
    expect(kiln.trashed).toHaveLength(2)
    expect(await readFile(join(kiln.folder, 'a.1.png'), 'utf8')).toBe('a newer file')
  })

  it('deletes nothing for good where the system has no trash', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    kiln.isTrashFull = true
    await kiln.library.trash(await kiln.keysOf('a.1'))
    kiln.passUndo()
    await kiln.library.idle()
    expect(await readdir(join(kiln.folder, '.kiln-trash'))).toHaveLength(1)
    kiln.isTrashFull = false
    await kiln.reopen()
    await kiln.tiles()
    expect(kiln.trashed).toHaveLength(2)
    expect(await readdir(kiln.folder)).not.toContain('.kiln-trash')
  })
})

describe('files that go elsewhere', () => {
  it('are moved with their recipes, and are still in the library', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    const target = join(kiln.dataDir, 'elsewhere')
    expect(await kiln.library.move(await kiln.keysOf('a.1', 'b.1'), target)).toBe(2)
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
    expect((await kiln.library.look()).words).toEqual(['Every file is where it belongs.'])
    const before = await kiln.rows()
    expect((await kiln.library.rebuild()).words).not.toContain('missing')
    expect(await kiln.rows()).toEqual(before)
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
    kiln.journal = []
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
  })

  it('carry no word of how they were made when that is not wanted', async () => {
    const kiln = await aLibrary()
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

  it('are zipped whole, or not at all', async () => {
    const kiln = await aLibrary()
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
      'a.1.png is not in the library folder any more.'
    )
    expect((await readdir(kiln.dataDir)).filter((name) => name.includes('zip'))).toEqual(['all.zip'])
  })
})

describe('a text', () => {
  async function aTextIn(kiln: ALibrary): Promise<string> {
    const { recipe } = anItem({ id: 't.1', prompt: 'what the fox says' }, { medium: 'text', contentType: 'application/x-subrip' })
    const path = join(kiln.folder, 'fox.srt')
    await writeFile(path, '1\n00:00:01,000 --> 00:00:02,000\nHello\n')
    const { size } = await stat(path)
    const item = { ...anItem({ id: 't.1', medium: 'text', contentType: 'application/x-subrip', path, bytes: size }), recipe }
    const digested = await digestFile(path)
    if (!digested.ok) throw new Error('not digested')
    await writeSidecar(
      path,
      sidecarOf({ ...item, sha256: digested.sha256, width: null, height: null }, () => null)
    )
    await kiln.library.look()
    return path
  }

  it('is an item with its recipe beside it, found by its medium', async () => {
    const kiln = await aLibrary()
    await threeOf(kiln)
    await aTextIn(kiln)
    expect(await kiln.tiles('says')).toMatchObject([{ id: 't.1', medium: 'text', fileName: 'fox.srt', width: null }])
    const { keys } = await kiln.library.query({ ...wholeLibrary, media: ['text'] })
    expect([...keys]).toEqual(await kiln.keysOf('t.1'))
    expect((await kiln.library.facets(wholeLibrary)).media).toContainEqual({ value: 'text', count: 1 })
    const before = await kiln.rows()
    await kiln.withoutIndex()
    expect(await kiln.rows()).toEqual(before)
  })

  it('that a person has edited can be taken as it is now', async () => {
    const kiln = await aLibrary()
    const path = await aTextIn(kiln)
    await appendFile(path, '2\n00:00:03,000 --> 00:00:04,000\nYou\n')
    expect((await kiln.library.look()).changed.map(({ id }) => id)).toEqual(['t.1'])
    const report = await kiln.library.mend([{ how: 'take-as-new', id: 't.1' }])
    expect(report.changed).toEqual([])
    expect(await kiln.library.details('t.1')).toMatchObject({ medium: 'text', bytes: (await stat(path)).size, state: 'here' })
  })
})

describe('a disk that lists a file in another spelling', () => {
  it('has no strange file for that', async () => {
    const kiln = await aLibrary()
    await kiln.make('a.1', { name: 'caf\u00e9.png' })
    await rename(join(kiln.folder, 'caf\u00e9.png'), join(kiln.folder, 'cafe\u0301.png'))
    await rename(join(kiln.folder, 'caf\u00e9.png.json'), join(kiln.folder, 'cafe\u0301.png.json'))
    const unfold = foldNames(kiln.folder, foldings['like APFS'])
    onTestFinished(unfold)
    expect(await kiln.library.look()).toMatchObject({ strange: [], missing: [], takenIn: 0 })
  })
})

describe('a zip of files whose names some file systems treat as one', () => {
  it.each([
    ['case', 'Fox.png', 'fox.png'],
    ['Unicode normalisation', 'caf\u00e9.png', 'cafe\u0301.png'],
    ['full case folding', 'stra\u00dfe.png', 'STRASSE.png']
  ])('numbers one of them where they differ in %s', async (_what, one, other) => {
    const kiln = await aLibrary()
    await kiln.make('a.1', { name: `one/${one}` })
    await kiln.make('b.1', { name: `two/${other}` })
    const path = join(kiln.dataDir, 'all.zip')
    await kiln.library.exportTo({ keys: await kiln.keysOf('a.1', 'b.1'), withRecipes: false, asZip: true, path })
    expect(await readFile(path, 'utf8')).toMatch(/ \(2\)\.png/)
  })
})

describe('recipes beside files', () => {
  it('are written for everything once a person wants them', async () => {
    const kiln = await aLibrary()
    kiln.recipes = { beside: false, inside: true }
    await threeOf(kiln)
    expect(await isFile(sidecarPath(join(kiln.folder, 'a.1.png')))).toBe(false)
    kiln.recipes = { beside: true, inside: true }
    kiln.library.recipesChanged()
    await kiln.library.idle()
    expect(await readSidecar(join(kiln.folder, 'pots/vase.png'))).toMatchObject({ person: { stars: 4, tags: ['glaze', 'blue'] } })
  })
})
