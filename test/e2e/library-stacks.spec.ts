import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { type AppFixture, expectAccessible, openConnectedFixture, tasksOf } from './open-window.ts'

/** Results of one task as one tile of the library. */

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.02 })
})
test.afterEach(async () => fixture.close())

const cellsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
const barOf = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected items' })

/** Generates a single image, a run of four and a run of three, and opens the library. */
async function openLibrary(page: Page): Promise<void> {
  for (const [prompt, imageNum] of [
    ['One', '1'],
    ['Four', '4'],
    ['Three', '3']
  ]) {
    const sent = JSON.stringify({
      capability: 'imgmodel-3-0-image-generator',
      values: { prompt, size: '1024*1024', imageNum, seed: 1 }
    })
    expect(await page.evaluate((request) => window.kiln.request('task.submit', JSON.parse(request)), sent)).toMatchObject({ ok: true })
    await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
  }
  await page.keyboard.press('ControlOrMeta+3')
  await expect(cellsOf(page)).toHaveCount(8)
}

test('runs become stacks, which are opened, selected, rated and deleted as a whole, by keyboard', async () => {
  const { page } = fixture.kiln
  await openLibrary(page)
  const toggle = page.getByRole('button', { name: 'Group by run' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(cellsOf(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: '8 results' })).toBeVisible()
  const four = page.getByRole('gridcell', { name: /^Four, 4 results/ })
  await four.focus()
  await expectAccessible(page)

  // A rating applies to all results. Undo reverts it.
  await page.keyboard.press('4')
  await expect(page.getByText('4 stars for 4 items').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('gridcell', { name: /^Four, 4 results, .*stars/ })).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+Space')
  await page.keyboard.press('Enter')
  const chip = page.getByRole('button', { name: 'Remove filter: This run' })
  await expect(chip).toBeVisible()
  await expect(cellsOf(page)).toHaveCount(4)
  // A single result gets the stars, and becomes the one that the stack shows.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('5')
  await expect(page.getByRole('gridcell', { name: /^Four, .*5 stars/ })).toHaveCount(1)
  const rated = await page.getByRole('gridcell', { name: /^Four, .*5 stars/ }).getAttribute('data-cell')
  await page.keyboard.press('Escape')
  await expect(chip).toHaveCount(0)
  await expect(cellsOf(page)).toHaveCount(3)
  const stack = page.getByRole('gridcell', { name: /^Four, 4 results, .*5 stars/ })
  await expect(stack).toHaveAttribute('data-cell', rated ?? '')
  await expect(page.locator('[data-cell]:focus')).toHaveCount(1)

  await stack.focus()
  await page.keyboard.press('Delete')
  await expect(cellsOf(page)).toHaveCount(2)
  await expect(
    page
      .getByText('4 items moved to trash')
      .or(page.getByText(/4 .*trash/))
      .first()
  ).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cellsOf(page)).toHaveCount(3)

  // A run whose results were all deleted says so, and leads back.
  await stack.focus()
  await page.keyboard.press('Enter')
  await expect(cellsOf(page)).toHaveCount(4)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('No results left in this run')).toBeVisible()
  await page.getByRole('button', { name: 'Show all results' }).click()
  await expect(cellsOf(page)).toHaveCount(2)
})

test('a selection counts all results of its stacks, and the grouping is kept', async () => {
  const { page } = fixture.kiln
  await openLibrary(page)
  await page.getByRole('button', { name: 'Group by run' }).click()
  await expect(cellsOf(page)).toHaveCount(3)
  const four = page.getByRole('gridcell', { name: /^Four, 4 results/ })
  const three = page.getByRole('gridcell', { name: /^Three, 3 results/ })
  await four.click()
  await expect(barOf(page).getByText('4 selected')).toBeVisible()
  await expect(barOf(page).getByRole('button', { name: /^Upscale 4/ })).toBeVisible()
  await three.click({ modifiers: ['ControlOrMeta'] })
  await expect(barOf(page).getByText('7 selected')).toBeVisible()
  await three.click({ modifiers: ['ControlOrMeta'] })
  await expect(barOf(page).getByText('4 selected')).toBeVisible()
  await four.hover()
  await expect(four.getByRole('button', { name: /^Upscale 4/, includeHidden: true })).toBeVisible()
  await four.click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Move 4 items to trash' })).toBeVisible()
  await page.getByRole('menuitem', { name: /^Open/ }).click()
  await expect(cellsOf(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Remove filter: This run' }).click()
  await expect(cellsOf(page)).toHaveCount(3)
  await three.hover()
  await three.getByRole('button', { name: '3', exact: true, includeHidden: true }).click()
  await expect(cellsOf(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Remove filter: This run' })).toBeVisible()

  const again = await fixture.killAndStart()
  await again.getByRole('main', { name: 'Gallery' }).waitFor()
  await again.keyboard.press('ControlOrMeta+3')
  await expect(again.getByRole('button', { name: 'Group by run' })).toHaveAttribute('aria-pressed', 'true')
  await expect(cellsOf(again)).toHaveCount(3)
})
