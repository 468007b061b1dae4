import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { forcedColourFaults } from './forced-colour-faults.ts'
import { type AppFixture, expectAccessible, openConnectedFixture, openForm, tasksOf } from './open-window.ts'
import { smallTargets } from './small-targets.ts'

/** The action bar on tiles in the library and on the stage. */

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openConnectedFixture({ timeScale: 0.02 })
})
test.afterEach(async () => fixture.close())

/** Generates four square images and one wide image. */
async function makeImages(page: Page): Promise<void> {
  for (const values of [
    { prompt: 'A paper flower', size: '1024*1024', imageNum: '4', seed: 3 },
    { prompt: 'Wide stone stairs', size: '1152*768', imageNum: '1', seed: 4 }
  ]) {
    const sent = JSON.stringify({ capability: 'imgmodel-3-0-image-generator', values })
    expect(await page.evaluate((request) => window.kiln.request('task.submit', JSON.parse(request)), sent)).toMatchObject({ ok: true })
  }
  await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
}

async function openLibrary(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+3')
  const tiles = page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
  await expect(tiles).toHaveCount(5)
  return tiles
}

async function upscales(page: Page): Promise<number> {
  return (await tasksOf(page)).filter(({ capability }) => capability === 'image-upscaler').length
}

/** Returns whether the visible buttons of a tile are inside the tile and don't cover each other. */
function hasFreeButtons(tile: Element): boolean {
  const frame = tile.getBoundingClientRect()
  const boxes = [...tile.querySelectorAll('button:not([data-output])')]
    .filter((button) => button.checkVisibility())
    .map((button) => button.getBoundingClientRect())
  const isInside = boxes.every(
    (box) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
  )
  const areApart = boxes.every((one, place) =>
    boxes
      .slice(place + 1)
      .every((other) => one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top)
  )
  return boxes.length > 0 && isInside && areApart
}

test('a library tile shows its best action with the price, and sends it in one press', async () => {
  const { page } = fixture.kiln
  await makeImages(page)
  const tiles = await openLibrary(page)
  // A pending tile is added before this tile.
  const tile = tiles.and(page.locator(`[data-cell="${await tiles.first().getAttribute('data-cell')}"]`))
  await expect(page.getByRole('button', { name: 'More actions', includeHidden: true })).toHaveCount(0)
  await tile.hover()
  const upscale = tile.getByRole('button', { name: /^Upscale/, includeHidden: true })
  await expect(upscale).toHaveText('Upscale3 credits')
  await upscale.dblclick()
  await expect.poll(() => upscales(page)).toBe(1)
  // The press neither selects nor opens the tile.
  await expect(tile).toHaveAttribute('aria-selected', 'false')
  await expect(page.getByRole('grid', { name: 'Library' })).toBeVisible()

  // Each new tile rerenders the row, which would remove the focus from the tile with the menu.
  await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
  await expect(tiles.and(page.locator('[draggable=true]'))).toHaveCount(6)
  await tile.hover()
  await tile.getByRole('button', { name: 'More actions', includeHidden: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Remove background' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tile).toBeFocused()
  await upscale.click({ modifiers: ['Shift'] })
  await page.getByRole('main', { name: 'Image upscaler' }).waitFor()
  expect(await upscales(page)).toBe(1)
})

test('the actions of a library tile are used by keyboard', async () => {
  const { page } = fixture.kiln
  await makeImages(page)
  const tiles = await openLibrary(page)
  await tiles.first().focus()
  await page.keyboard.press('ArrowRight')
  const tile = tiles.and(page.locator(`[data-cell="${await tiles.nth(1).getAttribute('data-cell')}"]`))
  await expect(tile).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tile.getByRole('button', { name: /^Upscale/ })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(tile).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => upscales(page)).toBe(1)
  // The new pending tile rerenders the row, but the focus stays on its tile.
  await expect(tiles).toHaveCount(6)
  await expect(tile).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(tile.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tile).toBeFocused()
  // An arrow key moves from a button to the next tile.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(tile).not.toBeFocused()
  await expect(tile.getByRole('button', { includeHidden: true })).toHaveCount(0)
})

test('the actions never cover the tick and the stars, in all tile sizes, with large text and from right to left', async () => {
  const { page } = fixture.kiln
  await makeImages(page)
  const tiles = await openLibrary(page)
  const slider = page.getByRole('slider', { name: 'Tile size' })
  async function look(name: string): Promise<void> {
    for (const place of [0, 4]) {
      await tiles.nth(place).scrollIntoViewIfNeeded()
      const before = await tiles.nth(place).boundingBox()
      await tiles.nth(place).hover()
      await expect(tiles.nth(place).getByRole('button', { name: 'More actions', includeHidden: true })).toBeVisible()
      await expect.poll(() => tiles.nth(place).evaluate(hasFreeButtons), `${name}, tile ${place}`).toBe(true)
      expect(await tiles.nth(place).boundingBox(), name).toEqual(before)
    }
    expect(await page.evaluate(smallTargets), name).toEqual([])
  }
  for (const size of ['Home', 'PageUp', 'End']) {
    await slider.focus()
    await page.keyboard.press(size)
    await look(size)
  }
  await slider.focus()
  await page.keyboard.press('Home')
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await look('right to left')
  await page.evaluate(() => (document.documentElement.dir = 'ltr'))
  await page.setViewportSize({ width: 450, height: 300 })
  await look('200 %')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ forcedColors: 'active' })
  await tiles.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(forcedColourFaults)).toEqual([])
})

test('an output on the stage shows the same actions under the pointer', async () => {
  const { page } = fixture.kiln
  await makeImages(page)
  await openForm(page, 'Image generator 3.0')
  const first = page.getByRole('list', { name: 'Runs' }).getByRole('list').first().getByRole('listitem').first()
  await first.hover()
  const upscale = first.getByRole('button', { name: /^Upscale/, includeHidden: true })
  await expect(upscale).toHaveText('Upscale3 credits')
  await expect.poll(() => first.evaluate(hasFreeButtons)).toBe(true)
  await upscale.click()
  await expect.poll(() => upscales(page)).toBe(1)
  await first.getByRole('button', { name: 'More actions', includeHidden: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Four more like this' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Move 4 items to trash' })).toBeVisible()
})
