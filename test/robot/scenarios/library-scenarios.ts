import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { createBackup } from '../../../electron/tasks/journal/backups.ts'
import { starText } from '../../../renderer/media/star-text.ts'
import { say } from '../../../shared/i18n/say.ts'
import { pickFrom } from '../../crash/seeded-random-stream.ts'
import { startDragging } from '../../e2e/drag-out.ts'
import { writeUnrelatedImages } from '../droppable-files.ts'
import type { Robot } from '../robot.ts'
import { ViolationError } from '../violation-error.ts'
import { readLibraryFolder, generateResults, openView, prepareScenario, activateControl, uniquePrompt, type Scenario } from './scenario.ts'

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: say('Library') })
const cellsOf = (page: Page): Locator => gridOf(page).locator('[data-cell]')

/** Opens the library and clears its filters. Generates three results first if the library has fewer. */
async function openLibrary(robot: Robot): Promise<Page> {
  const page = await prepareScenario(robot)
  if ((await robot.now()).main.items.size < 3) await generateResults(robot, 3)
  await openView(robot, '3', 'Library')
  await robot.act('show the whole library', async () => {
    const search = page.getByRole('searchbox', { name: say('Search the library') })
    await search.fill('')
    const clear = page.getByRole('button', { name: say('Clear all') })
    if (await clear.isVisible()) await clear.click()
    // A rating would change the selected item instead of the focused one.
    const deselect = page.getByRole('button', { name: say('Clear selection') })
    if (await deselect.isVisible()) await deselect.click()
    await search.focus()
    await page.keyboard.press('ArrowDown')
  })
  await cellsOf(page).first().waitFor()
  return page
}

async function selectAll(robot: Robot): Promise<void> {
  const { page } = robot.world
  await robot.act('select everything', async () => {
    await cellsOf(page).first().focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.getByRole('toolbar', { name: say('Selected items') }).waitFor()
  })
}

async function trashSelected(robot: Robot): Promise<void> {
  const { page } = robot.world
  await robot.act('delete the selection', async () =>
    robot.random() < 0.5
      ? page.keyboard.press('Delete')
      : page
          .getByRole('toolbar')
          .getByRole('button', { name: say('Move to trash') })
          .click()
  )
}

/** Waits until no bulk operation is running. Pauses first, because the window shows a small operation's progress only after 800 ms. */
async function bulkOperationsEnded(robot: Robot): Promise<void> {
  const { page } = robot.world
  const wait = async (): Promise<void> => {
    await page.waitForTimeout(2_000)
    await page.waitForFunction(() => document.querySelector('li[data-swipe-direction] progress') === null, undefined, { timeout: 120_000 })
  }
  await robot.act('wait for the running operations', wait, { changesItems: true })
}

/** Makes a deletion fail. All items must remain, even after a restart. */
const failToDelete: Scenario = {
  name: 'a failed deletion, then a restart',
  run: async (robot) => {
    const page = await openLibrary(robot)
    const folder = await readLibraryFolder(page)
    const hidden = join(folder, '.kiln-trash')
    await rename(hidden, `${hidden}-aside`).catch(() => undefined)
    // A file in place of the hidden folder `.kiln-trash` makes the deletion fail.
    await writeFile(hidden, '')
    const before = await robot.now()
    await selectAll(robot)
    await trashSelected(robot)
    await robot.idle(2)
    // The rest of a running deletion would succeed without this file.
    await bulkOperationsEnded(robot)
    await rm(hidden)
    await rename(`${hidden}-aside`, hidden).catch(() => undefined)
    const after = await robot.now()
    if (after.main.items.size < before.main.items.size)
      throw new ViolationError(
        'an item that can’t be deleted stays',
        `${before.main.items.size} items before, ${after.main.items.size} after`
      )
    await robot.restart(pickFrom(robot.random, ['kill', 'quit']))
  }
}

/** Chooses another library folder and rebuilds the index. No result or collection may be lost. Then chooses the first folder again. */
const changeFolder: Scenario = {
  name: 'another library folder, then a rebuild',
  run: async (robot) => {
    const page = await openLibrary(robot)
    const old = await readLibraryFolder(page)
    // Imports files that didn't come from a task, so their items aren't in the journal.
    await adopt(robot, await writeUnrelatedImages(old, 2, uniquePrompt('foreign')), true)
    const name = uniquePrompt('Clients')
    await robot.act(
      'add everything to a collection',
      async () => {
        await page.evaluate(async (words) => {
          const kept = await window.kiln.request('library.keepCollection', { id: null, name: words })
          const shelf = await window.kiln.request('library.find', { search: '', limit: 3 })
          if (kept.ok && shelf.ok)
            await window.kiln.request('library.change', { keys: shelf.value.map(({ key }) => key), addTo: kept.value.id })
        }, name)
      },
      { changesItems: true }
    )
    const before = await robot.now()
    const other = join(robot.world.folder, uniquePrompt('another folder'))
    await mkdir(other)
    const choose = async (folder: string): Promise<void> => {
      await robot.act(`choose the library folder ${basename(folder)}`, async () => {
        await robot.world.answerNext([folder])
        await page.evaluate(() => window.kiln.request('settings.chooseLibraryFolder', undefined))
      })
    }
    await choose(other)
    await robot.act('open the report', async () => activateControl(robot, page.getByRole('button', { name: say('Check library files') })))
    const rebuild = page.getByRole('dialog').getByRole('button', { name: say('Rebuild from files') })
    await robot.act(
      'rebuild',
      async () => {
        await activateControl(robot, rebuild)
        await rebuild.and(page.locator(':not([aria-busy=true])')).waitFor({ timeout: 60_000 })
      },
      { changesItems: true }
    )
    const after = await robot.until(
      'a rebuild keeps every result and collection',
      `some of ${before.main.items.size} results and “${name}” are missing`,
      ({ main: mainSnapshot }) =>
        [...before.main.items.keys()].every((id) => mainSnapshot.items.has(id)) && mainSnapshot.collections.includes(name)
    )
    const membersOf = ({ main: mainSnapshot }: typeof after): number =>
      [...mainSnapshot.items.values()].filter(({ collections }) => collections.length > 0).length
    if (membersOf(after) < membersOf(before))
      throw new ViolationError('a rebuild keeps every result and collection', `${membersOf(before)} members, now ${membersOf(after)}`)
    await robot.act('close the report', async () => page.keyboard.press('Escape'))
    await choose(old)
  }
}

/** Removes the journal while a backup exists. Kiln must ask the user instead of opening an empty journal. */
const loseJournal: Scenario = {
  name: 'the journal is missing at the start',
  run: async (robot) => {
    await prepareScenario(robot)
    const { dataDir } = robot.world
    await generateResults(robot, 1)
    await robot.world.quit()
    await createBackup(dataDir, Date.now(), { newest: 2, days: 2 }, new AbortController().signal)
    const aside = join(robot.world.folder, uniquePrompt('aside'))
    await mkdir(aside)
    const files = (await readdir(dataDir)).filter((name) => name.startsWith('journal.db'))
    for (const file of files) await rename(join(dataDir, file), join(aside, file))
    if (robot.random() < 0.5) await writeFile(join(dataDir, 'journal.db'), '')
    const isOpened = await robot.world.start().then(
      () => true,
      () => false
    )
    if (isOpened) throw new ViolationError('a missing journal prompts the user', 'Kiln opened an empty journal although a backup existed')
    for (const file of await readdir(dataDir)) if (file.startsWith('journal.db')) await rm(join(dataDir, file))
    for (const file of files) await rename(join(aside, file), join(dataDir, file))
    await robot.started('restore the journal and start')
  }
}

/** Imports files that Kiln didn't create, twice. One of them can't be displayed. Each image must become one item. */
const importTwice: Scenario = {
  name: 'import files several times',
  run: async (robot) => {
    const page = await openLibrary(robot)
    const folder = await readLibraryFolder(page)
    const names = await writeUnrelatedImages(folder, 4, uniquePrompt('stranger'))
    await writeFile(join(folder, `${uniquePrompt('b-notes')}.txt`), 'no image')
    await robot.act('open the report', async () => activateControl(robot, page.getByRole('button', { name: say('Check library files') })))
    const dialog = page.getByRole('dialog')
    // “Import all 5” is the only Import button with a number in its text.
    const importAll = dialog.getByRole('button', { name: say('Import') }).filter({ hasText: /\d/ })
    await importAll.waitFor()
    for (let time = 0; time < 2; time += 1) {
      if (!(await importAll.isVisible())) break
      await robot.act('import all', async () => {
        await activateControl(robot, importAll)
        await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached', timeout: 60_000 })
      })
    }
    await robot.until('every file is imported', names.join(', '), ({ main: mainSnapshot }) => {
      const known = new Set([...mainSnapshot.items.values()].map(({ fileName }) => fileName))
      return names.every((name) => known.has(name))
    })
    await robot.act('close the report', async () => page.keyboard.press('Escape'))
  }
}

async function adopt(robot: Robot, names: readonly string[], isAwaited: boolean): Promise<void> {
  await robot.act(`import ${names.length} files`, async () => {
    await robot.world.page.evaluate(
      async ([files, waits]) => {
        await window.kiln.request('library.look', undefined)
        const taking = window.kiln.request('library.repair', { choices: files.map((name) => ({ how: 'adopt' as const, name })) })
        if (waits) await taking
      },
      [names, isAwaited] as const
    )
  })
}

/** Selects all items and drags them out. The drag must include the files of tiles that were never rendered. */
const dragEverything: Scenario = {
  name: 'select many and drag',
  run: async (robot) => {
    const page = await openLibrary(robot)
    const { main: mainSnapshot } = await robot.now()
    if (mainSnapshot.items.size < 90)
      await adopt(robot, await writeUnrelatedImages(await readLibraryFolder(page), 90, uniquePrompt('many')), true)
    await robot.act('make the window small', async () => page.setViewportSize({ width: 900, height: 600 }))
    await robot.act('scroll to the first tile', async () => {
      await cellsOf(page).first().focus()
      await page.keyboard.press('ControlOrMeta+Home')
    })
    const countFiles = async (): Promise<number> =>
      [...(await robot.now()).main.items.values()].filter(({ state }) => state !== 'missing').length
    const least = await countFiles()
    if (least > 500) return
    await selectAll(robot)
    // A running task may add results before or after the selection.
    const most = await countFiles()
    const dragged = (): Promise<number> =>
      robot.world.kiln.app.evaluate((electron) => {
        type Call = { readonly name: string; readonly args: readonly { readonly files?: readonly string[] }[] }
        const calls = (electron as unknown as { standInCalls: Call[] }).standInCalls
        return calls.findLast(({ name }) => name === 'webContents.startDrag')?.args[0]?.files?.length ?? 0
      })
    await robot.act('drag them out', async () => startDragging(page, cellsOf(page).and(page.locator('[aria-selected="true"]')).first()))
    let count = 0
    for (let time = 0; time < 50 && count === 0; time += 1) {
      count = await dragged()
      await page.waitForTimeout(100)
    }
    await robot.act('release the pointer', async () => page.mouse.up())
    if (count < least || count > most)
      throw new ViolationError('a drag includes the whole selection', `${count} of ${least} to ${most} files`)
  }
}

/** Rates all results, then undoes the rating. Each result must have its previous rating again. */
const rateEverything: Scenario = {
  name: 'rate many, then undo',
  run: async (robot) => {
    const page = await openLibrary(robot)
    let rated: string | null = null
    await robot.act('rate one result', async () => {
      rated = await cellsOf(page).first().getAttribute('data-cell')
      await page.locator(`[data-cell="${rated}"]`).focus()
      await page.keyboard.press('4')
    })
    await robot.until('the result is rated', `the item ${rated} isn’t`, ({ main: mainSnapshot }) =>
      [...mainSnapshot.items.values()].some(({ key, stars }) => String(key) === rated && stars === 4)
    )
    await selectAll(robot)
    const before = await robot.now()
    const stars = pickFrom(robot.random, ['0', '2', '5'])
    await robot.act(`press ${stars}`, async () => {
      await page.keyboard.press(stars)
    })
    await robot.until('the results are rated', 'some aren’t', ({ main: mainSnapshot }) =>
      [...mainSnapshot.items.values()].every((item) => item.stars === Number(stars))
    )
    await robot.idle(1)
    await robot.undo('undo the stars', before)
  }
}

/** Simulates a missing library drive. Kiln must write nothing to the empty folder and delete nothing from the library. */
const disconnectDrive: Scenario = {
  name: 'the library folder is unavailable',
  run: async (robot) => {
    const page = await openLibrary(robot)
    const folder = await readLibraryFolder(page)
    const before = await robot.now()
    robot.world.allowLostMedia = true
    await rename(folder, `${folder}-drive`)
    await mkdir(folder)
    await selectAll(robot)
    await robot.act('rate the results', async () => page.keyboard.press('5'), { changesItems: true })
    await trashSelected(robot)
    await robot.idle(2)
    // A deletion that starts after the drive is connected again would succeed.
    await bulkOperationsEnded(robot)
    await robot.act('check the library files', async () => {
      await page.evaluate(() => window.kiln.request('library.look', undefined))
    })
    const written = await readdir(folder)
    if (written.length > 0) throw new ViolationError('nothing is written to a missing drive', written.slice(0, 5).join(', '))
    const during = await robot.now()
    if (during.main.items.size < before.main.items.size)
      throw new ViolationError('nothing is deleted from a missing drive', `${before.main.items.size} items, then ${during.main.items.size}`)
    await rm(folder, { recursive: true })
    await rename(`${folder}-drive`, folder)
    await robot.act('check the library files again', async () => {
      await page.evaluate(() => window.kiln.request('library.look', undefined))
    })
    robot.world.allowLostMedia = false
    await robot.restart('quit')
  }
}

/** Rates an item during a long import, then quits Kiln. The rating must be saved. */
const rateDuringLongJob: Scenario = {
  name: 'a rating during a long job, then quit',
  run: async (robot) => {
    const page = await openLibrary(robot)
    await adopt(robot, await writeUnrelatedImages(await readLibraryFolder(page), 60, uniquePrompt('long')), false)
    const stars = pickFrom(robot.random, ['2', '3', '4', '5'])
    let key: string | null = null
    await robot.act(`rate with ${stars} stars`, async () => {
      // Imported files can move the first tile out of view before its rating is shown. Tries again with the new first tile.
      for (let triesLeft = 3; ; triesLeft -= 1) {
        key = await cellsOf(page).first().getAttribute('data-cell')
        const cell = page.locator(`[data-cell="${key}"]`)
        try {
          await cell.focus({ timeout: 5_000 })
          // Clears the selection, because a digit would rate the selected items instead.
          await page.keyboard.press('Escape')
          await page.keyboard.press(stars)
          await cell.and(page.getByRole('gridcell', { name: starText(Number(stars)) })).waitFor({ timeout: 5_000 })
          return
        } catch (error) {
          if (triesLeft === 0) throw error
        }
      }
    })
    const { main: mainSnapshot } = await robot.now()
    const id = [...mainSnapshot.items.values()].find((item) => String(item.key) === key)?.id
    // The main process may not have received the rating yet. Kiln must still save a displayed rating before it quits.
    await robot.restart('quit', { changesItems: true })
    await robot.until(
      'a displayed rating is kept',
      `${id} doesn’t have ${stars} stars`,
      (snapshot) => id === undefined || String(snapshot.main.items.get(id)?.stars) === stars
    )
  }
}

export const libraryScenarios: readonly Scenario[] = [
  failToDelete,
  changeFolder,
  loseJournal,
  importTwice,
  dragEverything,
  rateEverything,
  disconnectDrive,
  rateDuringLongJob
]
