import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { Task } from '../../shared/task/task.ts'
import { tabTo } from './keyboard-navigation.ts'
import { type AppFixture, expectAccessible, openConnectedFixture, submitPrompt, tasksOf } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openConnectedFixture()
})
test.afterEach(async () => fixture.close())

/** Generates images, and waits until they are in the library. */
async function makeImages(page: Page, prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts) await submitPrompt(page, prompt)
  await expect
    .poll(async () => (await tasksOf(page)).filter(({ phase }) => phase === 'done').length, { timeout: 120_000 })
    .toBe(prompts.length)
}

async function openResult(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
  await page.getByRole('option', { name: title }).first().click()
  await page.getByRole('main', { name: title }).waitFor()
}

/** Selects all results in the library by keyboard. Returns the selection bar. */
async function selectAllInLibrary(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('main', { name: 'Library' }).waitFor()
  await page.getByRole('grid').locator('[data-cell]').first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  const bar = page.getByRole('toolbar', { name: 'Selected items' })
  await bar.waitFor()
  return bar
}

async function sentTo(page: Page, capability: string): Promise<readonly Task[]> {
  return (await tasksOf(page)).filter((task) => task.capability === capability)
}

test('the viewer upscales a result in one press, and animates it through the form, by keyboard', async () => {
  const { page } = fixture.kiln
  await makeImages(page, ['A tall stoneware vase'])
  await openResult(page, 'A tall stoneware vase')
  const actions = page.getByRole('group', { name: 'Actions' })
  await expect(actions.getByRole('button', { name: /^Upscale/ }).first()).toHaveText(/Upscale3 credits/)
  await expectAccessible(page)

  await tabTo(page, 'Upscale', 'button')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => sentTo(page, 'image-upscaler')).toHaveLength(1)
  const [upscaled] = await sentTo(page, 'image-upscaler')
  expect(upscaled?.credits.estimated).toBe(3)
  await expect.poll(async () => (await sentTo(page, 'image-upscaler'))[0]?.credits.consumed, { timeout: 60_000 }).toBe(3)

  await tabTo(page, 'Animate', 'button')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'Image to video' }).waitFor()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The vase turns slowly')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(() => sentTo(page, 'image-to-video')).toHaveLength(1)
})

test('twelve selected results are upscaled with one press, by keyboard', async () => {
  const { page } = fixture.kiln
  await makeImages(
    page,
    Array.from({ length: 12 }, (_, place) => `A vase, number ${place + 1}`)
  )
  const bar = await selectAllInLibrary(page)
  await expect(bar.getByRole('button', { name: /^Upscale 12/ })).toHaveText(/Upscale 1236 credits/)
  await expectAccessible(page)
  await tabTo(page, 'Upscale 12', 'button')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await sentTo(page, 'image-upscaler')).length).toBe(12)
  const sent = await sentTo(page, 'image-upscaler')
  expect(new Set(sent.map(({ batch }) => batch?.id)).size).toBe(1)
  await expect
    .poll(async () => (await sentTo(page, 'image-upscaler')).reduce((sum, { credits }) => sum + (credits.consumed ?? 0), 0), {
      timeout: 120_000
    })
    .toBe(36)
})

test('the palette acts on the selection first, with prices', async () => {
  const { page } = fixture.kiln
  await makeImages(page, ['A tall stoneware vase', 'A blue cup'])
  await selectAllInLibrary(page)
  await page.keyboard.press('ControlOrMeta+k')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveText(/^Upscale 2Image upscaler6 credits$/)
  await expectAccessible(page)
  await page.keyboard.type('compare')
  await expect(options.first()).toHaveText(/^Compare/)
  // The palette opens the selection bar's menus and moves the focus into them.
  await page.getByRole('combobox').fill('tags')
  await expect(options.first()).toHaveText('Tags and collections…')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Tags and collections' })
  await expect(menu.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('spring')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Tag “spring” added to 2 items$/ })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('upscale 2')
  // Enter confirms an input method's candidate, and must not send anything.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.imeSetComposition', { text: ' x', selectionStart: 2, selectionEnd: 2 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox')).toBeVisible()
  await devTools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
  await expect(page.getByRole('combobox')).toHaveValue('upscale 2')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await sentTo(page, 'image-upscaler')).length).toBe(2)
})

test('three selected results are animated with one prompt, one task for each, by keyboard', async () => {
  const { page } = fixture.kiln
  await makeImages(page, ['A tall stoneware vase', 'A blue cup', 'A red bowl'])
  const parents = (await tasksOf(page)).flatMap(({ results }) => results.map(({ id }) => id))
  await selectAllInLibrary(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('animate 3')
  await expect(page.getByRole('option').first()).toHaveText(/^Animate 3…/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Batch: Image to video' })
  await expect(dialog.getByRole('tab', { name: 'Results', selected: true })).toBeVisible()
  // Nothing can be sent yet, because the form needs a prompt. The dialog offers the prompt.
  await expect(dialog.getByRole('heading', { name: 'None of the 3 rows can be sent' })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, 'Prompt', 'textarea')
  await page.keyboard.type('It turns slowly')
  await expect(dialog.getByRole('heading', { name: '3 rows, all ready to send' })).toBeVisible()
  await expect(dialog.getByRole('cell', { name: 'A blue cup' })).toBeVisible()
  await tabTo(page, 'Generate 3 videos', 'button')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await sentTo(page, 'image-to-video')).length).toBe(3)
  const sent = await sentTo(page, 'image-to-video')
  expect(new Set(sent.map(({ values }) => values['prompt']))).toEqual(new Set(['It turns slowly']))
  const acted = sent.flatMap(({ from }) => from.filter(({ how }) => how === 'action').map(({ item }) => item))
  expect(acted.toSorted()).toEqual(parents.toSorted())
  // Returning to the form doesn't open the dialog again, and the prompt is in the form.
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => (await sentTo(page, 'image-to-video')).filter(({ phase }) => phase === 'done').length, { timeout: 120_000 })
    .toBe(3)
  await openResult(page, 'It turns slowly')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main', { name: 'Image to video' }).getByRole('textbox', { name: 'Prompt' })).toContainText('It turns slowly')
  await expect(dialog).toBeHidden()
})

test('the same results are offered to a field one by one in “Use as input for…”', async () => {
  const { page } = fixture.kiln
  await makeImages(page, ['A tall stoneware vase', 'A blue cup'])
  const bar = await selectAllInLibrary(page)
  await bar.getByRole('button', { name: 'Use as input for…' }).click()
  await page.keyboard.type('image to video')
  const option = page.getByRole('option', { name: /one task for each/ }).first()
  await expect(option).toContainText('Image to video')
  await option.click()
  await page.getByRole('listbox', { name: 'Use as' }).getByRole('option').first().click()
  const dialog = page.getByRole('dialog', { name: 'Batch: Image to video' })
  await expect(dialog.getByRole('img', { name: '2 results' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove all' }).click()
  await expect(dialog.getByText('Choose at least one result.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose results…' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose from the library' })
  await picker.getByRole('option').first().click()
  await picker.getByRole('button', { name: 'Add 1 result' }).click()
  await expect(dialog.getByRole('img', { name: '1 result' })).toBeVisible()
})
