import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { BulkOperationContext } from '../../../electron/library/bulk-operation-context.ts'
import { copyWithoutRecipe } from '../../../electron/library/recipes/embedded-recipe.ts'
import { createTestLibrary, type TestLibrary } from './create-test-library.ts'

/** Creates `count` images in a library and returns the keys of their items. */
async function manyIn(kiln: TestLibrary, count: number): Promise<readonly number[]> {
  const { path } = await kiln.make('a.1')
  const names = Array.from({ length: count - 1 }, (_, number) => `strange-${number}.png`)
  for (const name of names) await copyWithoutRecipe(path, join(kiln.folder, name))
  await kiln.library.verifyFiles()
  await kiln.library.repair(names.map((name) => ({ how: 'adopt', name })))
  return (await kiln.tiles()).map(({ key }) => key)
}

/** Returns a context that aborts a bulk operation at its first progress report. `reports` collects the reported counts. */
function stoppedAfterFirst(): BulkOperationContext & { readonly reports: readonly number[] } {
  const stopping = new AbortController()
  const reports: number[] = []
  return {
    signal: stopping.signal,
    reports,
    report: (done) => {
      reports.push(done)
      stopping.abort()
    }
  }
}

const imagesIn = async (folder: string): Promise<readonly string[]> => (await readdir(folder)).filter((name) => name.endsWith('.png'))

describe('an operation on many items', () => {
  it('that changes them can be stopped, and its changes can be undone', async () => {
    const kiln = await createTestLibrary()
    const keys = await manyIn(kiln, 210)
    const run = stoppedAfterFirst()
    const receipt = await kiln.library.change({ keys, stars: 4 }, run)
    expect(receipt).toMatchObject({ count: 50, isStopped: true })
    expect(run.reports).toEqual([50])
    expect((await kiln.tiles()).filter(({ stars }) => stars === 4)).toHaveLength(50)
    await kiln.library.undoChange(receipt.token)
    expect((await kiln.tiles()).filter(({ stars }) => stars === 4)).toHaveLength(0)
  })

  it('that deletes them can be stopped, and its deletions can be undone', async () => {
    const kiln = await createTestLibrary()
    const keys = await manyIn(kiln, 130)
    const receipt = await kiln.library.trash(keys, stoppedAfterFirst())
    expect(receipt).toMatchObject({ count: 25, isStopped: true, failure: null })
    expect(await imagesIn(kiln.folder)).toHaveLength(105)
    expect(await kiln.tiles()).toHaveLength(105)
    const reports: number[] = []
    await kiln.library.untrash(receipt.token, { signal: new AbortController().signal, report: (done) => reports.push(done) })
    expect(reports.at(-1)).toBe(25)
    expect(await imagesIn(kiln.folder)).toHaveLength(130)
    expect((await kiln.tiles()).map(({ key }) => key)).toEqual(keys)
  })

  it('that moves them can be stopped, and its moves can be undone', async () => {
    const kiln = await createTestLibrary()
    const keys = await manyIn(kiln, 30)
    const target = join(kiln.dataDir, 'elsewhere')
    const receipt = await kiln.library.move(keys, target, stoppedAfterFirst())
    expect(receipt).toMatchObject({ count: 20, isStopped: true, failure: null, folder: target })
    expect(await imagesIn(target)).toHaveLength(20)
    await kiln.library.undoChange(receipt.token)
    expect(await imagesIn(target)).toHaveLength(0)
    expect(await imagesIn(kiln.folder)).toHaveLength(30)
    expect((await kiln.library.verifyFiles()).words).toEqual(['All files are in place.'])
  })

  it('that saves copies can be stopped, and keeps saved files but no partial zip', async () => {
    const kiln = await createTestLibrary()
    const keys = await manyIn(kiln, 30)
    const folder = join(kiln.dataDir, 'copies')
    await mkdir(folder)
    const saved = await kiln.library.exportTo({ keys, withRecipes: false, asZip: false, path: folder, run: stoppedAfterFirst() })
    expect(saved).toEqual({ count: 1, path: folder, isStopped: true })
    expect(await imagesIn(folder)).toHaveLength(1)
    const zip = join(folder, 'all.zip')
    const zipped = await kiln.library.exportTo({ keys, withRecipes: true, asZip: true, path: zip, run: stoppedAfterFirst() })
    expect(zipped).toEqual({ count: 0, path: zip, isStopped: true })
    expect((await readdir(folder)).filter((name) => name.includes('zip'))).toEqual([])
  })

  it('that saves copies says how many were saved if the folder is missing', async () => {
    const kiln = await createTestLibrary()
    const keys = await manyIn(kiln, 3)
    const folder = join(kiln.dataDir, 'gone')
    await expect(kiln.library.exportTo({ keys, withRecipes: true, asZip: false, path: folder })).rejects.toMatchObject({
      message: `The folder ${folder} no longer exists.`,
      advice: 'Kiln saved 0 of 3 files. Choose another folder, then save the rest.'
    })
  })

  it('lets other operations run before it ends', async () => {
    const kiln = await createTestLibrary()
    const keys = await manyIn(kiln, 210)
    const [first = 0, ...rest] = keys
    let isDeleted = false
    const deleting = kiln.library.trash(rest).then((receipt) => {
      isDeleted = true
      return receipt
    })
    await kiln.library.change({ keys: [first], stars: 5 })
    expect(isDeleted).toBe(false)
    expect(await deleting).toMatchObject({ count: 209, isStopped: false })
    expect(await kiln.tiles()).toMatchObject([{ stars: 5 }])
  })

  it('is completed even if Kiln closes meanwhile', async () => {
    const kiln = await createTestLibrary()
    const keys = await manyIn(kiln, 210)
    const changing = kiln.library.change({ keys, addTags: ['all'] })
    await kiln.reopen()
    expect(await changing).toMatchObject({ count: 210 })
    expect((await kiln.tiles()).every(({ tags }) => tags.includes('all'))).toBe(true)
  })

  it('is reported in a few events, so that the page doesn’t draw each slice', async () => {
    const kiln = await createTestLibrary()
    const keys = await manyIn(kiln, 210)
    await kiln.library.idle()
    kiln.changeEvents.length = 0
    await kiln.library.change({ keys, stars: 2 })
    expect(kiln.changeEvents.flatMap(({ changed }) => changed)).toHaveLength(210)
    expect(kiln.changeEvents.length).toBeLessThan(3)
  })
})
