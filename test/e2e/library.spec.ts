import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { restoreJournal } from '../../electron/studio.ts'
import type { Values } from '../../shared/form/values.ts'
import { dragToDesktop, startDragging } from './drag-out.ts'
import {
  stubOpenDialogs,
  connect,
  expectAccessible,
  openAppFixture,
  tasksOf,
  type AppFixture,
  pathOfResult,
  openSettingsPage
} from './open-window.ts'
import { platformText } from './launch-kiln.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ timeScale: 0.02 })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
  await fixture.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => fixture.close())

const generator = 'imgmodel-3-0-image-generator'
const gridOf = (page: Page) => page.getByRole('grid', { name: 'Library' })
const tileOf = (page: Page, words: RegExp | string) => gridOf(page).getByRole('gridcell', { name: words })
const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search the library' })
const barOf = (page: Page) => page.getByRole('toolbar', { name: 'Selected items' })

/** Submits the tasks one after another for a stable order. The last result is first in the library. */
async function make(page: Page, ...valuesOfTasks: readonly Values[]): Promise<void> {
  for (const values of valuesOfTasks) {
    const request = JSON.stringify({ capability: generator, values: { size: '1024*1024', imageNum: '1', seed: 1, ...values } })
    const outcome = await page.evaluate((sent) => window.kiln.request('task.submit', JSON.parse(sent)), request)
    expect(outcome).toMatchObject({ ok: true })
    await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
  }
}

async function openLibrary(page: Page, count: number): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Library/ })
    .click()
  await page.getByRole('main', { name: 'Library' }).waitFor()
  await expect(gridOf(page).locator('[data-cell]')).toHaveCount(count)
}

async function namesOf(tiles: Locator): Promise<readonly string[]> {
  return tiles.evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent?.split(',')[0] ?? ''))
}

test('an empty library leads to the gallery, and a pending tile becomes the result in place', async () => {
  const { page } = fixture.kiln
  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('heading', { name: 'No results yet' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose a capability' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()

  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('heading', { name: 'No results yet' }).waitFor()
  // Records the position of every tile in the grid, in each frame.
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seenPlaces: seen })
    const look = (): void => {
      for (const cell of document.querySelectorAll('[data-cell]')) {
        const { left, top, width, height } = cell.getBoundingClientRect()
        const isPendingTile = !/^\d+$/.test((cell as HTMLElement).dataset['cell'] ?? '')
        seen.add(`${isPendingTile ? 'pending' : 'picture'} ${[left, top, width, height].map(Math.round).join(' ')}`)
      }
      requestAnimationFrame(look)
    }
    look()
  })
  await make(page, { prompt: 'A cobalt vase', size: '1152*768' })
  await tileOf(page, /^A cobalt vase/).waitFor()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Library\s*1/ })).toBeVisible()
  const places = await page.evaluate(() => [...(window as unknown as { seenPlaces: Set<string> }).seenPlaces])
  const [pendingTile, picture, ...others] = places
  expect(others, JSON.stringify(places)).toEqual([])
  expect(pendingTile).toBe(picture?.replace('picture', 'pending'))
})

test('results are searched, rated, tagged and filtered, and keep their ratings and tags after a kill', async () => {
  const { page } = fixture.kiln
  await make(page, { prompt: 'Dunes at first light' }, { prompt: 'A calm sea' }, { prompt: 'A cobalt vase, seen from the sea' })
  await openLibrary(page, 3)
  expect(await namesOf(gridOf(page).locator('[data-cell]'))).toEqual(['A cobalt vase', 'A calm sea', 'Dunes at first light'])
  await expectAccessible(page)

  await page.keyboard.press('/')
  await page.keyboard.type('sea')
  await expect(gridOf(page).locator('[data-cell]')).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: /^2 matches in 3 results$/ })).toBeVisible()
  await expect(tileOf(page, /^A calm sea/).locator('mark')).toHaveText('sea')
  await expectAccessible(page)

  await page.keyboard.press('ArrowDown')
  await expect(tileOf(page, /^A cobalt vase/)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('4')
  await expect(tileOf(page, /^A calm sea.*4 stars/)).toBeFocused()

  await page.keyboard.press(' ')
  const large = page.getByRole('group', { name: 'Large view, A calm sea' })
  await expect(large).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('group', { name: 'Large view, A cobalt vase' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(large.getByRole('img', { name: 'A calm sea' })).toBeVisible()
  await page.keyboard.press(' ')
  await expect(tileOf(page, /^A calm sea.*4 stars/)).toBeFocused()

  await page.keyboard.press('x')
  await expect(barOf(page)).toContainText('1 selected')
  await barOf(page).getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('combobox', { name: 'Tag' }).fill('blue hour')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(tileOf(page, /^A calm sea.*tagged blue hour/)).toBeVisible()

  await searchOf(page).fill('')
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('checkbox', { name: /^blue hour/ }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(gridOf(page).locator('[data-cell]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove filter: blue hour' }).click()
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Rating' }).click()
  await expect(page.getByRole('radio', { name: /^5 stars/ })).toBeDisabled()
  await page.getByRole('radio', { name: /^4 stars or more/ }).click()
  await expect(gridOf(page).locator('[data-cell]')).toHaveCount(1)

  await searchOf(page).fill('zebra')
  await page.getByRole('heading', { name: 'No results for “zebra”' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(searchOf(page)).toBeFocused()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(gridOf(page).locator('[data-cell]')).toHaveCount(3)

  const again = await fixture.killAndStart()
  await openLibrary(again, 3)
  await expect(tileOf(again, /^A calm sea.*4 stars, tagged blue hour/)).toBeVisible()
  await searchOf(again).fill('blue')
  await expect(gridOf(again).locator('[data-cell]')).toHaveCount(1)
})

test('tiles are selected by click, keyboard and rectangle, and their number and size are shown', async () => {
  const { page } = fixture.kiln
  await make(page, { prompt: 'One' }, { prompt: 'Two', imageNum: '4' }, { prompt: 'Three' })
  await openLibrary(page, 6)
  const cells = gridOf(page).locator('[data-cell]')
  const footOfToasts = () => page.locator('ol[tabindex="-1"]').evaluate((list) => list.getBoundingClientRect().bottom)
  const footBefore = await footOfToasts()
  await cells.nth(1).click()
  await cells.nth(3).click({ modifiers: ['Shift'] })
  await expect(barOf(page)).toContainText(/^3 selected[\d.]+ (KB|MB)/)
  await cells.nth(5).click({ modifiers: ['ControlOrMeta'] })
  await expect(gridOf(page).locator('[aria-selected=true]')).toHaveCount(4)
  await expectAccessible(page)
  // Toasts stay above the selection toolbar while the toolbar is visible.
  const topOfBar = (await barOf(page).boundingBox())?.y ?? 0
  expect(topOfBar).toBeLessThan(footBefore)
  expect(await footOfToasts()).toBeLessThanOrEqual(topOfBar)
  await page.keyboard.press('Escape')
  await expect(barOf(page)).toBeHidden()
  expect(await footOfToasts()).toBe(footBefore)

  await page.keyboard.press('ControlOrMeta+Home')
  await expect(cells.first()).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(barOf(page)).toContainText('2 selected')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(barOf(page)).toContainText('6 selected')
  await expect(page.getByRole('status').filter({ hasText: /^6 selected, / })).toHaveCount(1)
  await barOf(page).getByRole('button', { name: 'Clear selection' }).click()

  // Drags a selection rectangle from below the last row up over the first two tiles.
  const [first, second] = [await cells.first().boundingBox(), await cells.nth(1).boundingBox()]
  if (first === null || second === null) throw new Error('The tiles aren’t rendered.')
  await page.mouse.move(first.x - 10, first.y + first.height + 200)
  await page.mouse.down()
  await page.mouse.move(second.x + 20, first.y + 40, { steps: 8 })
  await page.mouse.up()
  await expect(cells.first()).toHaveAttribute('aria-selected', 'true')
  await expect(cells.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(cells.nth(2)).toHaveAttribute('aria-selected', 'false')
})

test('a tile is opened and focused again afterwards, compared, and used as the input of a form', async () => {
  const { page } = fixture.kiln
  await make(page, { prompt: 'A stoneware vase' }, { prompt: 'A calm sea' })
  await openLibrary(page, 2)
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(tileOf(page, /^A stoneware vase/)).toBeFocused()

  await page.keyboard.press('ControlOrMeta+a')
  await barOf(page).getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('main', { name: /Compare/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main', { name: 'Library' }).waitFor()

  await tileOf(page, /^A calm sea/).click()
  await barOf(page).getByRole('button', { name: 'Use as input for…' }).click()
  await page.getByRole('combobox', { name: 'Use as input for' }).fill('image upscaler')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'Image upscaler' }).waitFor()
  await expect(page.getByRole('main').getByRole('figure').getByRole('img')).toBeVisible()
})

test('selected files are deleted and restored, and deleted files stay deleted after a kill', async () => {
  const { page } = fixture.kiln
  await make(page, { prompt: 'One' }, { prompt: 'Two' }, { prompt: 'Three' })
  await openLibrary(page, 3)
  const cells = gridOf(page).locator('[data-cell]')
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(barOf(page)).toContainText('2 selected')
  await page.keyboard.press('Delete')
  await expect(cells).toHaveCount(1)
  // The focus stays at the position of the deleted tile.
  await expect(tileOf(page, /^One/)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cells).toHaveCount(3)
  expect(await namesOf(cells)).toEqual(['Three', 'Two', 'One'])

  await tileOf(page, /^Two/).click()
  await barOf(page)
    .getByRole('button', { name: platformText('Move to trash') })
    .click()
  await expect(cells).toHaveCount(2)
  await tileOf(page, /^One/).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cells).toHaveCount(3)
  await tileOf(page, /^Two/).click()
  await page.keyboard.press('Delete')
  await expect(cells).toHaveCount(2)
  // A kill before this message undoes the deletion, because Kiln hasn't reported it yet.
  await page.locator('ol').getByText(platformText('Moved to trash')).waitFor()

  const again = await fixture.killAndStart()
  await openLibrary(again, 2)
  expect(await namesOf(gridOf(again).locator('[data-cell]'))).toEqual(['Three', 'One'])
})

test('copies are saved with their recipes, and a missing file is reported with a fix', async () => {
  const { page } = fixture.kiln
  await make(page, { prompt: 'A calm sea' }, { prompt: 'A cobalt vase' })
  await openLibrary(page, 2)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Library/ })
    .focus()
  const target = join(fixture.folder, 'copies')
  await mkdir(target)
  await stubOpenDialogs(fixture.kiln.app, [target])
  await tileOf(page, /^A calm sea/).click()
  await page.keyboard.press('ControlOrMeta+a')
  await barOf(page).getByRole('button', { name: 'Save as…' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save 2 files…' }).click()
  await page.getByText('2 files saved', { exact: true }).waitFor()
  const saved = await readdir(target)
  expect(saved.filter((name) => name.endsWith('.json'))).toHaveLength(2)
  expect(saved).toHaveLength(4)

  const lost = (await tasksOf(page)).find(({ title }) => title === 'A calm sea')?.results[0]
  await rm(await pathOfResult(page, lost))
  await page.getByRole('button', { name: 'Check library files' }).click()
  const dialog = page.getByRole('dialog', { name: 'Library files' })
  await dialog.getByRole('button', { name: 'Check files again' }).click()
  await expect(dialog.getByRole('heading', { name: 'Missing' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 file is missing' }).first()).toBeVisible()
  await expect(tileOf(page, /^A calm sea.*file is missing/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Fix…' }).click()
  await dialog.getByRole('button', { name: /^Remove from library: / }).click()
  await expect(dialog.getByRole('heading', { name: 'Missing' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(gridOf(page).locator('[data-cell]')).toHaveCount(1)
})

test('dragging a selection passes its files to the system', async () => {
  const { page, app, runtime } = fixture.kiln
  test.skip(runtime === 'electron', 'A native drag needs a real mouse.')
  await make(page, { prompt: 'A calm sea' }, { prompt: 'A cobalt vase' })
  await openLibrary(page, 2)
  await tileOf(page, /^A calm sea/).click()
  await page.keyboard.press('ControlOrMeta+a')
  const results = (await tasksOf(page)).flatMap((task) => task.results)
  const paths = await Promise.all(results.map(async (result) => pathOfResult(page, result)))
  expect((await dragToDesktop(page, app, tileOf(page, /^A calm sea/))).toSorted()).toEqual(paths.toSorted())
})

test('a result without a task opens with its recipe, and Next and Previous follow the search results', async () => {
  const { page } = fixture.kiln
  await make(page, { prompt: 'A stoneware vase', seed: 41 })
  const [vase] = await tasksOf(page)
  const parent = vase?.results[0]?.id ?? ''
  await make(
    page,
    { prompt: 'Glaze image 1 in celadon', imageUrls: [{ item: parent }], seed: 42, imageNum: '2' },
    { prompt: 'Two vases in a window' }
  )
  await openLibrary(page, 4)
  // Starts with an empty journal. The library keeps its folder and its index.
  await fixture.kiln.kill()
  const dataDir = join(fixture.folder, 'data')
  for (const name of await readdir(dataDir)) if (name.startsWith('journal')) await rm(join(dataDir, name), { recursive: true })
  await restoreJournal(dataDir, null)
  const again = await fixture.start()
  await openLibrary(again, 4)
  expect(await tasksOf(again)).toEqual([])

  await searchOf(again).fill('vase')
  await expect(gridOf(again).locator('[data-cell]')).toHaveCount(2)
  await tileOf(again, /^A stoneware vase/).dblclick()
  const recipe = again.getByRole('complementary', { name: 'Recipe' })
  await expect(recipe).toContainText('A stoneware vase')
  await expect(recipe.getByRole('button', { name: 'Copy Seed: 41' })).toBeVisible()
  await expect(recipe.getByRole('button', { name: 'Show in queue' })).toBeHidden()
  await expectAccessible(again)
  // The search found two results, and this is the last one.
  await expect(again.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await again.keyboard.press('ArrowLeft')
  await again.getByRole('main', { name: 'Two vases in a window' }).waitFor()
  await expect(again.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await again.keyboard.press('ArrowRight')
  await again.getByRole('main', { name: 'A stoneware vase' }).waitFor()

  await recipe.getByRole('button', { name: 'Used in: Glaze image 1 in celadon' }).click()
  await again.getByRole('main', { name: 'Glaze image 1 in celadon' }).waitFor()
  await expect(recipe.getByRole('button', { name: 'Made from: A stoneware vase' })).toBeVisible()
  await expect(again.getByRole('button', { name: 'Compare with image 1' })).toBeVisible()
  // This result's task has two results.
  await expect(again.getByText('1 of 2')).toBeVisible()
  await again.keyboard.press('g')
  await again
    .getByRole('group', { name: 'Contact sheet' })
    .getByRole('button', { name: /^Open .*, 2 of 2/ })
    .click()
  await expect(again.getByText('2 of 2')).toBeVisible()
  await recipe.getByRole('button', { name: 'Remix' }).click()
  await expect(again.getByRole('textbox', { name: 'Prompt' })).toContainText('Glaze image 1 in celadon')
  await expect(again.getByRole('main').getByRole('figure').getByRole('img')).toBeVisible()
})

test('a file name pattern is validated and used for new results, and recipes are saved as chosen', async () => {
  const { page } = fixture.kiln
  await openSettingsPage(page, 'Library')
  const names = page.getByRole('region', { name: 'File names' })
  const rule = names.getByRole('textbox', { name: 'File name pattern' })
  await expect(rule).toHaveValue('{date}_{capability}_{words}_{index}')
  await expect(names.getByRole('status')).toContainText(/\d{4}-\d{2}-\d{2}_image-generator_A-red-fox-in-the-snow_2\.png$/)
  await rule.fill('{when} {words}')
  await expect(names.getByText('{when} isn’t a valid placeholder.')).toBeVisible()
  await expect(rule).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await rule.fill('made/{words}_')
  await names.getByRole('button', { name: /^Insert result number/ }).click()
  await expect(rule).toHaveValue('made/{words}_{index}')
  await expect(names.getByRole('status')).toContainText(/made\/A-red-fox-in-the-snow_2\.png$/)
  // The focus returns to the text on the next frame. Before that, Enter would press the button again.
  await expect(rule).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(names.getByText('Saved', { exact: true })).toBeVisible()
  await names.getByRole('button', { name: 'Undo' }).click()
  await expect(rule).toHaveValue('{date}_{capability}_{words}_{index}')
  // Leaving the form applies the pattern too.
  await rule.fill('made/{words}_{index}')
  await page.getByRole('searchbox', { name: 'Search settings' }).focus()
  await expect(names.getByRole('button', { name: 'Use default pattern' })).toBeVisible()

  const recipes = page.getByRole('region', { name: 'Recipes' })
  await recipes.getByRole('switch', { name: 'Save recipes as separate files' }).click()
  await expect(recipes.getByRole('switch', { name: 'Save recipes as separate files' })).toHaveAttribute('aria-checked', 'false')
  await expect(recipes.getByText('only in Kiln’s index')).toBeVisible()
  await expectAccessible(page)
  await make(page, { prompt: 'A calm sea' })
  const [task] = await tasksOf(page)
  const path = await pathOfResult(page, task?.results[0])
  expect(path.split(/[/\\]/).slice(-2)).toEqual(['made', 'A-calm-sea.png'])
  await openLibrary(page, 1)
  expect(await readdir(join(path, '..'))).toEqual(['A-calm-sea.png'])

  // Turning the setting on again also writes recipes for the results saved in the meantime.
  await openSettingsPage(page, 'Library')
  await recipes.getByRole('switch', { name: 'Save recipes as separate files' }).click()
  await expect.poll(async () => (await readdir(join(path, '..'))).toSorted()).toEqual(['A-calm-sea.png', 'A-calm-sea.png.json'])
})

async function openFiles(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Check library files' }).click()
  return page.getByRole('dialog', { name: 'Library files' })
}

test('a disconnected library folder is reported once, and no file is reported as missing', async () => {
  const { page } = fixture.kiln
  await make(page, { prompt: 'A calm sea' })
  await openLibrary(page, 1)
  const path = await pathOfResult(page, (await tasksOf(page))[0]?.results[0])
  const folder = join(path, '..')
  await rename(folder, `${folder} away`)
  const dialog = await openFiles(page)
  await dialog.getByRole('button', { name: 'Check files again' }).click()
  await expect(dialog.getByText(/can’t be found\. Nothing is lost/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The library folder can’t be found' })
  await expect(banner).toHaveCount(1)
  await expect(tileOf(page, /^A calm sea/)).not.toContainText('file is missing')
  await expectAccessible(page)

  await rename(`${folder} away`, folder)
  await page.getByRole('main').getByRole('button', { name: 'Check again' }).click()
  await expect(banner).toHaveCount(0)
  await expect(tileOf(page, /^A calm sea/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'is missing' })).toHaveCount(0)
})

test('a rebuild finds changed, added and damaged files, which are repaired and saved as one ZIP file', async () => {
  const { page, app } = fixture.kiln
  await make(page, { prompt: 'A calm sea' }, { prompt: 'A cobalt vase' }, { prompt: 'Dunes at first light' })
  await openLibrary(page, 3)
  const pathOf = async (title: string): Promise<string> =>
    pathOfResult(page, (await tasksOf(page)).find((task) => task.title === title)?.results[0])
  const [sea, vase, dunes] = [await pathOf('A calm sea'), await pathOf('A cobalt vase'), await pathOf('Dunes at first light')]
  await appendFile(sea, 'more')
  await writeFile(`${vase}.json`, '{')
  await writeFile(join(dunes, '..', 'from-elsewhere.svg'), '<svg/>')
  await writeFile(join(dunes, '..', 'from-elsewhere.png'), onePixel)

  const dialog = await openFiles(page)
  await dialog.getByRole('button', { name: 'Rebuild from files' }).click()
  await expect(dialog.getByRole('heading', { name: 'Changed by another app' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Files that aren’t in the library' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Recipes that can’t be read' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.locator('[data-cell]')).toHaveCount(3)
  await dialog.getByRole('button', { name: /^Keep changed file: / }).click()
  await expect(dialog.getByRole('heading', { name: 'Changed by another app' })).toBeHidden()
  await dialog.getByRole('button', { name: /^Import: from-elsewhere\.png/ }).click()
  await expect(page.locator('[data-cell]')).toHaveCount(4)
  await dialog.getByRole('button', { name: /^Rewrite: / }).click()
  await expect(dialog.getByRole('heading', { name: 'Recipes that can’t be read' })).toBeHidden()
  // The index has the recipe at once. Its file is written in the background.
  await expect.poll(() => readFile(`${vase}.json`, 'utf8').catch(() => '')).toContain('"prompt": "A cobalt vase"')
  expect(await readFile(`${vase}.damaged.txt`, 'utf8')).toBe('{')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('status').filter({ hasText: /changed by|can’t be read/ })).toHaveCount(0)

  const zip = join(fixture.folder, 'all.zip')
  await app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, zip)
  await tileOf(page, /^A cobalt vase/).click()
  await page.keyboard.press('ControlOrMeta+a')
  await barOf(page).getByRole('button', { name: 'Save as…' }).click()
  await page.getByRole('switch', { name: 'Save as one ZIP file' }).click()
  await page.getByRole('button', { name: 'Save 4 files…' }).click()
  await page.getByText('4 files saved', { exact: true }).waitFor()
  const bytes = await readFile(zip)
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  // Counts entries of the zip's central directory by their signature: one for each file and each recipe.
  expect(bytes.toString('latin1').split('PK\u0001\u0002')).toHaveLength(1 + 4 + 4)
  expect((await stat(zip)).size).toBeGreaterThan((await stat(vase)).size + (await stat(dunes)).size)
})

test('an STL file added to the folder is displayed in the grid and in the viewer', async () => {
  const { page } = fixture.kiln
  await make(page, { prompt: 'A calm sea' })
  await openLibrary(page, 1)
  const sea = await pathOfResult(page, (await tasksOf(page))[0]?.results[0])
  const corner = ['0 0 0', '1 0 0', '0 1 0', '0 0 1']
  const facets = ['021', '013', '032', '123'].map(
    (face) => `facet normal 0 0 1\nouter loop\n${[...face].map((at) => `vertex ${corner[Number(at)]}`).join('\n')}\nendloop\nendfacet`
  )
  await writeFile(join(sea, '..', 'corner.stl'), `solid corner\n${facets.join('\n')}\nendsolid corner\n`)
  const dialog = await openFiles(page)
  await dialog.getByRole('button', { name: 'Rebuild from files' }).click()
  await dialog.getByRole('button', { name: /^Import: corner\.stl/ }).click()
  await expect(page.locator('[data-cell]')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const tile = tileOf(page, /^corner/)
  await expect
    .poll(() => tile.locator('img').evaluateAll((all) => all.some((one) => (one as HTMLImageElement).naturalWidth > 100)), {
      timeout: 60_000
    })
    .toBe(true)
  await tile.dblclick()
  await page.locator('canvas[data-drawn=true]').waitFor({ timeout: 60_000 })
})

test('a result dragged from the grid to a form is added as that result, on a media field and beside it', async () => {
  const { page, runtime } = fixture.kiln
  test.skip(runtime === 'electron', 'A native drag needs a real mouse.')
  await make(page, { prompt: 'A calm sea' })
  await openLibrary(page, 1)
  await startDragging(page, tileOf(page, /^A calm sea/))
  await expect(tileOf(page, /^A calm sea/)).toHaveAttribute('aria-selected', 'true')
  // A system drag delivers a plain file to the window. The media field recognises the file as the dragged result.
  const handed = await page.evaluateHandle(() => {
    const carried = new DataTransfer()
    carried.items.add(new File(['x'], 'a-calm-sea.png', { type: 'image/png' }))
    return carried
  })
  const main = page.getByRole('main')
  for (const [form, place] of [
    ['Image upscaler', main.getByRole('button', { name: 'Browse…' }).first()],
    ['Background removal', main]
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(form)
    await expect(page.getByRole('option', { name: new RegExp(`^${form}`) }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await page.getByRole('main', { name: form }).waitFor()
    await main.getByRole('button', { name: 'Browse…' }).first().waitFor()
    for (const step of ['dragenter', 'dragover', 'drop']) await place.dispatchEvent(step, { dataTransfer: handed })
    await expect(main.getByRole('figure')).toContainText('A calm sea')
  }
  await page.mouse.up()
})

/** An image of one red pixel. */
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64')

test('a text result shows its first lines in the grid, and can be read and copied in the viewer', async () => {
  const { page, app } = fixture.kiln
  await make(page, { prompt: 'A calm sea' })
  await openLibrary(page, 1)
  const sea = await pathOfResult(page, (await tasksOf(page))[0]?.results[0])
  const lines = Array.from(
    { length: 40 },
    (_, place) => `${place + 1}\n00:00:${place + 10},000 --> 00:00:${place + 11},000\nWave ${place + 1}\n`
  )
  const text = lines.join('\n')
  const path = join(sea, '..', 'waves.srt')
  await writeFile(path, text)
  const sidecar = JSON.parse(await readFile(`${sea}.json`, 'utf8'))
  const file = { name: 'waves.srt', contentType: 'application/x-subrip', medium: 'text', bytes: text.length, width: null, height: null }
  const recipe = {
    ...sidecar.recipe,
    id: 'waves.1',
    task: 'waves',
    title: 'What the waves say',
    medium: 'text',
    contentType: file.contentType
  }
  const sha256 = createHash('sha256').update(text).digest('hex')
  const written = { ...sidecar, id: 'waves.1', file: { ...file, sha256, durationInSeconds: null }, recipe }
  await writeFile(`${path}.json`, JSON.stringify(written))
  await page.evaluate(() => window.kiln.request('library.look', undefined))

  const tile = tileOf(page, /^What the waves say/)
  await expect(tile.getByText('Wave 1', { exact: false }).first()).toBeVisible()
  await expectAccessible(page)
  await tile.dblclick()
  const pane = page.getByRole('region', { name: 'What the waves say' })
  await expect(pane).toContainText('Wave 40')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(text)
})
