import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { tabTo } from './keyboard-navigation.ts'
import { dragToDesktop } from './drag-out.ts'
import { stubOpenDialogs, openConnectedFixture, tasksOf, type AppFixture, pathOfResult } from './open-window.ts'
import { platformText } from './launch-kiln.ts'

/** Data-loss bugs that users reported in the library. Each is tested by mouse and by keyboard. */

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.02 })
})
test.afterEach(async () => fixture.close())

const inputMethods = ['mouse', 'keyboard'] as const
type InputMethod = (typeof inputMethods)[number]

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Library' })
const cellsOf = (page: Page): Locator => gridOf(page).locator('[data-cell]')
const tileOf = (page: Page, name: RegExp): Locator => gridOf(page).getByRole('gridcell', { name })
const barOf = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected items' })

/** Creates one image for each prompt. Resolves to the path of the folder that contains the images. */
async function make(...prompts: readonly string[]): Promise<string> {
  const { page } = fixture.kiln
  for (const prompt of prompts) {
    const values = { prompt, size: '1024*1024', imageNum: '1', seed: 1 }
    const request = JSON.stringify({ capability: 'imgmodel-3-0-image-generator', values })
    expect(await page.evaluate((sent) => window.kiln.request('task.submit', JSON.parse(sent)), request)).toMatchObject({ ok: true })
    await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
  }
  return dirname(await pathOfResult(page, (await tasksOf(page))[0]?.results[0]))
}

async function openLibrary(page: Page, count: number): Promise<void> {
  // A newly opened window ignores keys until it is drawn.
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('main', { name: 'Library' }).waitFor()
  await expect(cellsOf(page)).toHaveCount(count)
}

async function focusFirstTile(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect(cellsOf(page).first()).toBeFocused()
}

async function selectAll(page: Page, way: InputMethod): Promise<void> {
  if (way === 'keyboard') await focusFirstTile(page)
  else await cellsOf(page).first().click()
  await page.keyboard.press('ControlOrMeta+a')
}

async function trash(page: Page, way: InputMethod): Promise<void> {
  if (way === 'keyboard') await page.keyboard.press('Delete')
  else
    await barOf(page)
      .getByRole('button', { name: platformText('Move to trash') })
      .click()
}

async function openFiles(page: Page, way: InputMethod): Promise<Locator> {
  const button = page.getByRole('button', { name: 'Check library files' })
  if (way === 'mouse') await button.click()
  else {
    await tabTo(page, 'Check library files', 'button')
    await page.keyboard.press('Enter')
  }
  return page.getByRole('dialog', { name: 'Library files' })
}

async function press(page: Page, way: InputMethod, dialog: Locator, name: string): Promise<void> {
  if (way === 'mouse') await dialog.getByRole('button', { name }).click()
  else {
    await tabTo(page, name, 'button')
    await page.keyboard.press('Enter')
  }
}

/** Writes `count` images that Kiln didn't create, named `strange-0.png` and so on. */
async function putStrangeFiles(folder: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const background = { r: number % 256, g: 90, b: 90 }
    await sharp({ create: { width: 32, height: 32, channels: 3, background } })
      .png()
      .toFile(join(folder, `strange-${number}.png`))
  }
}

/** Imports the first `count` files of `putStrangeFiles`. Resolves when they are library items, or immediately if `isAwaited` is false. */
async function importFiles(page: Page, count: number, isAwaited: boolean): Promise<void> {
  await page.evaluate(() => window.kiln.request('library.look', undefined))
  await page.evaluate(
    async ([files, waits]) => {
      const choices = Array.from({ length: files }, (_, number) => ({ how: 'adopt' as const, name: `strange-${number}.png` }))
      const taking = window.kiln.request('library.repair', { choices })
      if (waits) await taking
    },
    [count, isAwaited] as const
  )
}

for (const way of inputMethods) {
  test(`by ${way}: a failed deletion leaves everything in place, even after a restart`, async () => {
    const folder = await make('One', 'Two')
    const { page } = fixture.kiln
    await openLibrary(page, 2)
    // A file with the trash folder's name prevents Kiln from creating that folder.
    await writeFile(join(folder, '.kiln-trash'), '')
    await selectAll(page, way)
    await trash(page, way)
    await expect(page.getByText(/so nothing was deleted/).first()).toBeVisible()
    await expect(cellsOf(page)).toHaveCount(2)
    await rm(join(folder, '.kiln-trash'))

    const again = await fixture.killAndStart()
    await openLibrary(again, 2)
    expect((await readdir(folder)).filter((name) => name.endsWith('.png'))).toHaveLength(2)
  })

  test(`by ${way}: a rebuild after another folder was chosen keeps results and collections`, async () => {
    const folder = await make('A calm sea')
    const { page, app } = fixture.kiln
    await page.evaluate(async () => {
      const kept = await window.kiln.request('library.keepCollection', { id: null, name: 'Clients' })
      const shelf = await window.kiln.request('library.find', { search: '', limit: 1 })
      if (!kept.ok || !shelf.ok) throw new Error('The collection couldn’t be saved.')
      await window.kiln.request('library.change', { keys: shelf.value.map(({ key }) => key), addTo: kept.value.id })
    })
    const other = join(fixture.folder, 'another folder')
    await mkdir(other)
    await stubOpenDialogs(app, [other])
    await page.evaluate(() => window.kiln.request('settings.chooseLibraryFolder', undefined))
    await openLibrary(page, 1)
    const dialog = await openFiles(page, way)
    await press(page, way, dialog, 'Rebuild from files')
    await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    await expect(dialog.getByText('All files are in place.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cellsOf(page)).toHaveCount(1)
    const collections = await page.evaluate(() => window.kiln.request('library.collections', undefined))
    expect(collections).toMatchObject({ ok: true, value: [{ name: 'Clients', count: 1 }] })
    expect(await readdir(folder)).not.toEqual([])
  })

  test(`by ${way}: files from elsewhere are imported once each, without those that can’t be displayed`, async () => {
    const folder = await make('One')
    const { page } = fixture.kiln
    await putStrangeFiles(folder, 2)
    await writeFile(join(folder, 'Thumbs.db'), 'no image')
    await openLibrary(page, 1)
    const dialog = await openFiles(page, way)
    await expect(dialog.getByRole('heading', { name: 'Files that aren’t in the library' })).toBeVisible()
    await press(page, way, dialog, 'Import all 3')
    await expect(dialog.getByRole('heading', { name: 'Files Kiln can’t display' })).toBeVisible()
    await expect(dialog.getByText('Thumbs.db')).toBeVisible()
    await expect(dialog.getByRole('heading', { name: 'Files that aren’t in the library' })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(cellsOf(page)).toHaveCount(3)
  })

  test(`by ${way}: every selected file is dragged out, including those whose tiles were never drawn`, async () => {
    test.skip(fixture.kiln.runtime === 'electron', 'A native drag needs a real mouse.')
    const folder = await make('One')
    const { page, app } = fixture.kiln
    const count = 160
    await putStrangeFiles(folder, count)
    await importFiles(page, count, true)
    await page.keyboard.press('ControlOrMeta+3')
    await cellsOf(page).first().waitFor()
    await selectAll(page, way)
    await expect(barOf(page)).toContainText(`${count + 1} selected`)
    expect(await cellsOf(page).count()).toBeLessThan(count)
    expect(await dragToDesktop(page, app, cellsOf(page).first())).toHaveLength(count + 1)
  })

  test(`by ${way}: a rating of all items is undone at once`, async () => {
    await make('One', 'Two', 'Three')
    const { page } = fixture.kiln
    await openLibrary(page, 3)
    await focusFirstTile(page)
    await page.keyboard.press('4')
    await expect(tileOf(page, /^Three.*4 stars/)).toBeVisible()
    await selectAll(page, way)
    await page.keyboard.press('0')
    await expect(tileOf(page, /^Three.*4 stars/)).toHaveCount(0)
    if (way === 'keyboard') await page.keyboard.press('ControlOrMeta+z')
    else await page.getByRole('button', { name: 'Undo' }).click()
    await expect(tileOf(page, /^Three.*4 stars/)).toBeVisible()
    // The second undo reverts the first rating.
    await tileOf(page, /^Two/).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(tileOf(page, /^Three.*4 stars/)).toHaveCount(0)
  })

  test(`by ${way}: nothing is deleted while the drive is disconnected, and ratings are saved to it afterwards`, async () => {
    const folder = await make('A calm sea')
    const { page } = fixture.kiln
    await openLibrary(page, 1)
    await rename(folder, `${folder}-drive`)
    await mkdir(folder)
    await selectAll(page, way)
    await page.keyboard.press('5')
    await expect(tileOf(page, /^A calm sea.*5 stars/)).toBeVisible()
    await trash(page, way)
    await expect(page.getByText(/isn’t available, so nothing was deleted/).first()).toBeVisible()
    await expect(cellsOf(page)).toHaveCount(1)
    expect(await readdir(folder)).toEqual([])

    await rm(folder, { recursive: true })
    await rename(`${folder}-drive`, folder)
    await page.evaluate(() => window.kiln.request('library.look', undefined))
    const sidecar = (await readdir(folder)).find((name) => name.endsWith('.json') && !name.startsWith('.')) ?? ''
    expect(JSON.parse(await readFile(join(folder, sidecar), 'utf8'))).toMatchObject({ person: { stars: 5 } })
  })

  test(`by ${way}: a rating and a deletion during a long operation are kept when Kiln is closed`, async () => {
    const folder = await make('One', 'Two')
    const { page, app } = fixture.kiln
    const count = 120
    await putStrangeFiles(folder, count)
    await openLibrary(page, 2)
    await importFiles(page, count, false)
    await tileOf(page, /^One/).focus()
    await page.keyboard.press('5')
    await expect(tileOf(page, /^One.*5 stars/)).toBeVisible()
    if (way === 'mouse') await tileOf(page, /^Two/).click()
    else await tileOf(page, /^Two/).focus()
    await trash(page, way)
    await expect(page.getByText(platformText('Moved to trash'), { exact: true }).first()).toBeVisible()
    await app.close()

    const again = await fixture.start()
    await again.getByRole('navigation', { name: 'Main' }).waitFor()
    await again.keyboard.press('ControlOrMeta+3')
    // Searches for each title, because only visible tiles are rendered. The number of imported files depends on the machine.
    await again.getByRole('searchbox', { name: 'Search the library' }).fill('One')
    await expect(tileOf(again, /^One.*5 stars/)).toBeVisible()
    await again.getByRole('searchbox', { name: 'Search the library' }).fill('Two')
    await expect(again.getByText('No results for “Two”')).toBeVisible()
  })
}
