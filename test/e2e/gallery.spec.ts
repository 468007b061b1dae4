import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, submitPrompt, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
  await fixture.kiln.page.getByRole('tab', { name: /^All\s*63/ }).waitFor()
})
test.afterEach(async () => fixture.close())

const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search capabilities' })
const cardsOf = (page: Page) => page.locator('[data-card]')
const headsOf = (page: Page) => page.getByRole('grid', { name: 'Capabilities' }).getByRole('heading')

test('the gallery search shows results while you type, tolerates typos and offers the closest matches', async () => {
  const { page } = fixture.kiln
  await page.keyboard.press('/')
  await page.keyboard.type('lip')
  await expect(headsOf(page).first()).toHaveText('Search results')
  await expect(cardsOf(page).first()).toHaveText('Lip sync')
  await expect(page.getByRole('article').first().locator('mark').first()).toHaveText('Lip')

  await searchOf(page).fill('upscalre')
  await expect(headsOf(page)).toHaveText(['Similar spelling'])
  await expect(cardsOf(page)).toHaveText(['Video upscaler', 'Image upscaler'])
  await expect(page.getByRole('article').first().locator('mark').first()).toHaveText('upscaler')
  await expectAccessible(page)

  await searchOf(page).fill('upscaler zebra')
  await expect(headsOf(page)).toHaveText(['Closest matches'])
  await expect(page.getByRole('heading', { name: 'No results for “upscaler zebra”' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'upscaler', exact: true }).click()
  await expect(searchOf(page)).toHaveValue('upscaler')
  await searchOf(page).press('Enter')
  await page.getByRole('main', { name: 'Video upscaler' }).waitFor()
})

test('the gallery filters by inputs and output, shows the counts, and restores the filters after a restart', async () => {
  const { page } = fixture.kiln
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel
    .getByRole('region', { name: 'Inputs (match all)' })
    .getByRole('button', { name: /^audio/ })
    .click()
  await panel
    .getByRole('region', { name: 'Output (match any)' })
    .getByRole('button', { name: /^video/ })
    .click()
  await expectAccessible(page)
  const left = await panel
    .getByRole('region', { name: 'Output (match any)' })
    .getByRole('button', { name: /^video/ })
    .textContent()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Input: audio')
  await expect(cardsOf(page)).toHaveCount(Number(left?.replace(/\D/g, '')))
  await expect(cardsOf(page).filter({ hasText: 'Lip sync' })).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  await expect
    .poll(async () => {
      const settings = await page.evaluate(() => window.kiln.request('settings.get', undefined))
      return settings.ok ? settings.value.gallery?.sort : null
    })
    .toBe('price')

  const again = await fixture.killAndStart()
  await expect(again.getByRole('group', { name: 'Filters' })).toContainText('Output: video')
  await expect(again.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price')
  await again.getByRole('button', { name: 'Remove filter: Output: video' }).click()
  await again.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Clear all' }).click()
  await expect(again.getByRole('group', { name: 'Filters' })).toBeHidden()
  await expect(again.getByRole('tab', { name: /^All\s*63/ })).toBeVisible()
})

test('the focus stays on its card when the card becomes a favourite', async () => {
  const { page } = fixture.kiln
  await searchOf(page).fill('face swap')
  await searchOf(page).press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const key = await page.evaluate(() => (document.activeElement as HTMLElement).dataset['card'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('article')?.querySelector<HTMLElement>('[data-card]')?.dataset['card']))
    .toBe(key)
  await searchOf(page).fill('')
  await expect(page.getByRole('navigation').getByRole('list', { name: 'Favourites' }).getByRole('button')).toHaveCount(1)
  // The gallery doesn't have a section that repeats the sidebar.
  await expect(headsOf(page).first()).toHaveText('Image')
})

const practiceMedia = (name: string): string => join(import.meta.dirname, '../../electron/practice/media', name)

test('starting from a file shows only what accepts it, and opens the form with the file in place', async () => {
  const { page } = fixture.kiln
  const chooser = page.waitForEvent('filechooser')
  const button = page.getByRole('button', { name: 'Start from a file' })
  await button.focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(practiceMedia('vase-raw.webp'))
  await expect(headsOf(page).first()).toHaveText('Accepts your file')
  const filters = page.getByRole('group', { name: 'Filters' })
  await expect(filters.getByRole('button', { name: 'Remove filter: vase-raw.webp' })).toBeVisible()
  await expect(cardsOf(page).filter({ hasText: 'Image upscaler' })).toHaveCount(1)
  await expect(cardsOf(page).filter({ hasText: 'Text to video' })).toHaveCount(0)
  await expect(page.getByRole('article').filter({ hasText: 'Image upscaler' })).toContainText('from 2 credits')
  await expectAccessible(page)

  await searchOf(page).fill('upscaler')
  await expect(cardsOf(page)).toHaveText(['Image upscaler'])
  await searchOf(page).press('Enter')
  const form = page.getByRole('main', { name: 'Image upscaler' })
  await expect(form.getByText('vase-raw.webp')).toBeVisible()

  // The files stay for another attempt, until the user removes them.
  await page.keyboard.press('ControlOrMeta+1')
  await searchOf(page).fill('')
  await filters.getByRole('button', { name: 'Remove filter: vase-raw.webp' }).click()
  await expect(filters).toBeHidden()
  await expect(headsOf(page).first()).toHaveText('Image')
})

test('files dropped or pasted on the gallery show what accepts them together', async () => {
  const { page } = fixture.kiln
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [practiceMedia('vase-raw.webp'), practiceMedia('people.webp')], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data })
  await expect(headsOf(page).first()).toHaveText('Accepts your files')
  await expect(page.getByRole('button', { name: 'Remove filter: 2 files' })).toBeVisible()
  await expect(cardsOf(page).filter({ hasText: 'Face swap' }).first()).toBeVisible()
  await expect(cardsOf(page).filter({ hasText: 'Image upscaler' })).toHaveCount(0)

  const pastePng = (type: string) =>
    page.evaluate((contentType) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 64
      canvas.toBlob((blob) => {
        const pasted = new DataTransfer()
        if (blob !== null) pasted.items.add(new File([blob], 'shot.png', { type: contentType }))
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }))
      })
    }, type)
  await pastePng('image/png')
  await expect(headsOf(page).first()).toHaveText('Accepts your file')
  await expect(cardsOf(page).filter({ hasText: 'Image upscaler' })).toHaveCount(1)
})

test('an example fills the form with its values and sample files, from the card’s menu or the empty form', async () => {
  const { page } = fixture.kiln
  await searchOf(page).fill('glaze effect')
  await cardsOf(page).filter({ hasText: 'Glaze effect' }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Example: Deep cobalt' }).click()
  const form = page.getByRole('main', { name: 'Glaze effect' })
  await expect(form.getByText('still.webp')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Examples' })).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+1')
  await searchOf(page).fill('text to video')
  await cardsOf(page)
    .filter({ hasText: /^Text to video$/ })
    .first()
    .press('Enter')
  const video = page.getByRole('main', { name: 'Text to video' })
  await video.getByRole('button', { name: 'Examples' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Examples' }).getByRole('button', { name: 'Calm sea' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Calm sea' }).press('Enter')
  await expect(video.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveText(/^A calm sea/)
})

test('a cover shows before and after, moves only while it is pointed at, and shows your own result afterwards', async () => {
  const { page } = fixture.kiln
  const card = page.getByRole('article').filter({ hasText: 'Background removal' }).first()
  const cover = card.locator('[style*="--sheet"]')
  await expect(cover).toBeVisible()
  const motion = () => cover.evaluate((one) => one.getAnimations().map(({ playState }) => playState))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.mouse.move(0, 0)
  expect(await motion()).toEqual([])
  await card.hover()
  await expect.poll(motion).toEqual(['running'])
  await page.mouse.move(0, 0)
  await expect.poll(motion).toEqual([])
  await card.getByRole('button').first().focus()
  await expect.poll(motion).toEqual(['running'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(motion).toEqual([])

  const before = await submitPrompt(page, 'A bowl')
  await expect.poll(async () => (await tasksOf(page)).find(({ id }) => id === before)?.phase).toBe('done')
  await page.evaluate(
    (item) => window.kiln.request('task.submit', { capability: 'background-removal', values: { imageUrl: { item } } }),
    (await tasksOf(page)).find(({ id }) => id === before)?.results[0]?.id ?? ''
  )
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase)).toEqual(['done', 'done'])
  const images = card.locator('img')
  await expect(images).toHaveCount(2)
  await expect
    .poll(() => images.evaluateAll((all) => all.map((one) => one instanceof HTMLImageElement && one.naturalWidth > 0)))
    .toEqual([true, true])
  await expectAccessible(page)
})
