import { expect, test, type Locator, type Page } from '@playwright/test'
import type { Values } from '../../shared/form/values.ts'
import { openConnectedFixture, openForm, tasksOf, finishAnimations, type AppFixture, openSettingsPage } from './open-window.ts'
import { simulateRightToLeft } from './simulate-right-to-left.ts'
import { rtlLayoutFaults } from './rtl-layout-faults.ts'

const generator = 'imgmodel-3-0-image-generator'
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 }
]
let fixture: AppFixture

test.afterEach(async () => fixture.close())

/** Checks the layout at both window sizes with `rtlLayoutFaults`. */
async function look(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await finishAnimations(page)
    await expect.poll(() => page.evaluate(rtlLayoutFaults), { message: `at ${size.width} by ${size.height}` }).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function middleOf(place: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await place.boundingBox()
  if (box === null) throw new Error('The element isn’t rendered.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Checks that each horizontal arrow key moves the focus in its own direction on screen. */
async function goesAsTheEye(page: Page): Promise<void> {
  const focused = page.locator(':focus')
  const first = await middleOf(focused)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await middleOf(focused)).x).toBeLessThan(first.x)
  expect((await middleOf(focused)).y).toBeCloseTo(first.y, 0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await middleOf(focused)).x).toBeCloseTo(first.x, 0)
}

async function make(page: Page, capability: string, values: Values): Promise<void> {
  const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
    capability,
    JSON.stringify(values)
  ] as const)
  if (!sent.ok) throw new Error(sent.message)
  await expect.poll(async () => (await tasksOf(page)).find((task) => task.id === sent.value.id)?.phase, { timeout: 60_000 }).toBe('done')
}

async function openView(page: Page, key: string, name: string): Promise<void> {
  await page.keyboard.press(`ControlOrMeta+${key}`)
  await page.getByRole('main', { name }).waitFor()
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function openedBench(): Promise<AppFixture> {
  fixture = await openConnectedFixture({ timeScale: 0.02, results: 'tiny' })
  const { app, page } = fixture.kiln
  await make(page, generator, { prompt: 'A clay vase', size: '1024*1024', imageNum: '4', seed: 3 })
  await make(page, 'sound-effects', { prompt: 'مطر على الصفيح, rain', duration: 4, seed: 5 })
  await simulateRightToLeft(app, page)
  return fixture
}

test('every view is laid out from right to left, and nothing is cut off', async () => {
  test.setTimeout(240_000)
  const { page } = (await openedBench()).kiln

  await test.step('the check finds a left-to-right layout', async () => {
    await page.evaluate(() => (document.documentElement.dir = 'ltr'))
    const found = await page.evaluate(rtlLayoutFaults)
    expect(found).toContain('The sidebar isn’t on the right.')
    expect(found).toContain('h1 “Gallery” doesn’t start at the right edge of its box.')
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  })

  await test.step('gallery', async () => {
    await look(page)
    for (const name of ['Gallery', 'Recent'])
      expect((await middleOf(page.getByRole('main').getByRole('heading', { name, exact: true }))).x, name).toBeGreaterThan(800)
    await expect.poll(async () => (await page.getByRole('navigation').boundingBox())?.x).toBeGreaterThan(640)
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('dialog').waitFor()
    await look(page)
    await closeDialog(page)
  })

  await test.step('command palette and list of shortcuts', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('vase')
    await page.getByRole('option', { name: 'A clay vase' }).first().waitFor()
    await look(page)
    await closeDialog(page)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    // In a right-to-left layout, the shortcut for “Next” is the left arrow key.
    await expect(
      sheet
        .locator('dt', { hasText: /^Next$/ })
        .locator('+ dd')
        .last()
    ).toHaveText('←')
    await look(page)
    await closeDialog(page)
  })

  await test.step('form, its dialogs, and batch', async () => {
    await openForm(page, 'Image generator 3.0')
    // Polled, because the form may re-render its panel when the contract arrives.
    await expect.poll(async () => (await page.getByRole('complementary').boundingBox())?.x).toBe(0)
    await look(page)
    for (const name of ['Presets', 'Prompt history']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await look(page)
      await closeDialog(page)
    }
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A quiet vase')
    await page.getByRole('button', { name: 'Batch…' }).click()
    await page.getByRole('dialog').waitFor()
    await look(page)
    for (const way of ['Table', 'Grid']) {
      await page.getByRole('tab', { name: way }).click()
      await page.getByRole('tab', { name: way, selected: true }).waitFor()
      await look(page)
    }
    await closeDialog(page)
  })

  await test.step('queue', async () => {
    await openView(page, '2', 'Queue')
    await look(page)
    await page
      .getByRole('button', { name: /^A clay vase/ })
      .first()
      .click()
    await page.locator('summary').click()
    await page.getByText('Task saved on this computer before sending.').waitFor()
    await look(page)
  })

  await test.step('library', async () => {
    await openView(page, '3', 'Library')
    await page.getByRole('grid', { name: 'Library' }).locator('[data-cell]').first().click()
    await page.getByRole('toolbar', { name: 'Selected items' }).waitFor()
    await look(page)
    await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'Tag' }).click()
    await page.getByRole('dialog').waitFor()
    await look(page)
    await closeDialog(page)
  })

  await test.step('viewer and compare', async () => {
    await page
      .getByRole('grid', { name: 'Library' })
      .getByRole('gridcell', { name: /^A clay vase/ })
      .first()
      .dblclick()
    await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
    await look(page)
    await page.keyboard.press('c')
    await page.getByRole('main', { name: 'Compare' }).waitFor()
    await look(page)
  })

  await test.step('account, guide, settings', async () => {
    await openView(page, '4', 'Account')
    await look(page)
    await page.keyboard.press('F1')
    await page.getByRole('main', { name: 'User guide' }).waitFor()
    await look(page)
    await openSettingsPage(page, 'Network')
    await page.getByRole('region', { name: 'Network' }).getByRole('radio', { name: 'Custom proxy' }).click()
    await page.getByRole('textbox', { name: 'Hosts that bypass the proxy' }).waitFor()
    await look(page)
  })
})

test('arrow keys follow the visual order from right to left', async () => {
  const { page } = (await openedBench()).kiln

  await test.step('tabs and cards of the gallery', async () => {
    await page.getByRole('tab', { name: 'All' }).focus()
    await goesAsTheEye(page)
    await page.locator('[data-card]').first().focus()
    await goesAsTheEye(page)
  })

  await test.step('choices and a slider of a form', async () => {
    await openForm(page, 'Sound effects')
    const slider = page.getByRole('slider', { name: 'Duration' })
    await slider.focus()
    await slider.press('ArrowLeft')
    const before = Number(await slider.inputValue())
    await slider.press('ArrowLeft')
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before)
    await openSettingsPage(page, 'General')
    const system = page.getByRole('region', { name: 'Theme' }).getByRole('radio', { checked: true })
    await system.focus()
    await goesAsTheEye(page)
    await expect(system).toBeChecked()
  })

  await test.step('tiles of the library, and a selection rectangle', async () => {
    await openView(page, '3', 'Library')
    const tiles = page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
    await tiles.first().focus()
    await goesAsTheEye(page)
    const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()]
    if (first === null || second === null) throw new Error('The tiles aren’t rendered.')
    expect(second.x).toBeLessThan(first.x)
    // Drags a selection rectangle from below the row over its first two tiles. These are on the right.
    const below = Math.max(first.y + first.height, second.y + second.height) + 120
    await page.mouse.move(first.x + first.width - 4, below)
    await page.mouse.down()
    await page.mouse.move(second.x + second.width / 2, first.y + first.height / 2, { steps: 4 })
    await expect(page.getByRole('toolbar', { name: 'Selected items' })).toContainText('2 selected')
    await page.mouse.up()
    await expect(tiles.nth(0)).toHaveAttribute('aria-selected', 'true')
    await expect(tiles.nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
  })

  await test.step('viewer: left is Next, and playback runs from left to right', async () => {
    const grid = page.getByRole('grid', { name: 'Library' })
    await grid
      .getByRole('gridcell', { name: /^A clay vase/ })
      .first()
      .dblclick()
    await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
    const next = page.getByRole('button', { name: 'Next', exact: true })
    const previous = page.getByRole('button', { name: 'Previous', exact: true })
    expect((await middleOf(next)).x).toBeLessThan((await middleOf(previous)).x)
    const place = page.getByRole('main').getByText(/^[1-4] of 4$/)
    const first = await place.innerText()
    await next.click()
    await expect(place).not.toHaveText(first)
    const second = await place.innerText()
    await page.keyboard.press('ArrowRight')
    await expect(place).toHaveText(first)
    await page.keyboard.press('ArrowLeft')
    await expect(place).toHaveText(second)
    await page.keyboard.press('Escape')
    await grid.getByRole('gridcell', { name: /rain/ }).first().dblclick()
    const time = page.getByRole('slider', { name: 'Time' })
    await expect(time).toHaveCSS('direction', 'ltr')
    await time.focus()
    // Polled, because keys have no effect until the player knows the audio's duration.
    await expect
      .poll(async () => {
        await time.press('ArrowRight')
        return Number(await time.inputValue())
      })
      .toBeGreaterThan(0)
  })
})

test('the user’s texts keep their direction, and start at the start edge of the page', async () => {
  const { page } = (await openedBench()).kiln

  const runs = async (words: Locator, direction: 'ltr' | 'rtl'): Promise<void> => {
    await expect(words).toHaveCSS('direction', direction)
    const [text, place] = await words.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return [range.getBoundingClientRect().right, element.getBoundingClientRect().right]
    })
    expect(Math.abs((text ?? 0) - (place ?? 0))).toBeLessThan(2)
  }

  await openView(page, '2', 'Queue')
  await runs(page.getByText('A clay vase', { exact: true }).first(), 'ltr')
  await runs(page.getByText('مطر على الصفيح, rain', { exact: true }).first(), 'rtl')

  await page.keyboard.press('ControlOrMeta+1')
  await openForm(page, 'Image generator 3.0')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('A quiet vase')
  await expect(prompt).toHaveCSS('direction', 'ltr')
  await prompt.fill('مزهرية هادئة')
  await expect(prompt).toHaveCSS('direction', 'rtl')

  await openSettingsPage(page, 'Library')
  const folder = page.getByRole('region', { name: 'Library folder' }).locator('bdi')
  await expect(folder).toHaveCSS('direction', 'ltr')
  await openSettingsPage(page, 'Connection')
  await page.getByRole('button', { name: 'Replace key' }).click()
  await expect(page.getByRole('dialog').getByLabel('API key', { exact: true })).toHaveCSS('direction', 'ltr')
})
