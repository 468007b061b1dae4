import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Value } from '../../shared/form/values.ts'
import { tabTo } from './keyboard-navigation.ts'
import type { AppFixture } from './open-window.ts'
import { expectAccessible, openConnectedFixture, openForm, stubOpenDialogs, stubSaveDialogs, tasksOf } from './open-window.ts'

let fixture: AppFixture
test.beforeEach(async () => {
  fixture = await openConnectedFixture()
})
test.afterEach(async () => fixture.close())

test('results are made, walked through, rated and processed on the stage by keyboard alone', async () => {
  const { page } = fixture.kiln
  const doneCount = async (): Promise<number> => (await tasksOf(page)).filter(({ phase }) => phase === 'done').length
  await openForm(page, 'Image generator 3.0')
  const prompt = page.getByRole('textbox', { name: /^Prompt/ })
  await expect(prompt).toBeFocused()

  await page.keyboard.type('A clay vase on a shelf')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(doneCount).toBe(1)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A clay bowl on a shelf')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(doneCount).toBe(2)

  const runs = page.getByRole('list', { name: 'Runs' })
  const vase = runs.getByRole('button', { name: /^Open A clay vase/ })
  const bowl = runs.getByRole('button', { name: /^Open A clay bowl/ })
  await expect(bowl).toBeVisible()
  await expect(runs.locator('mark')).toHaveText(['bowl '])
  await expect(prompt).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(bowl).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(vase).toBeFocused()
  await page.keyboard.press('4')
  await expect(runs.getByRole('button', { name: /^Open A clay vase.*4 stars/ })).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.press(' ')
  const large = page.getByRole('group', { name: 'Large view' })
  await expect(large).toBeFocused()
  await expect(large.getByRole('button', { name: 'Clear rating' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(large.getByRole('img', { name: 'A clay bowl on a shelf' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bowl).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Four more like this/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Upscale/ }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await tasksOf(page))[0]?.capability).toBe('image-upscaler')
  await expect.poll(doneCount).toBe(3)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(bowl).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(prompt).toBeFocused()

  await page.keyboard.press('Escape')
  await tabTo(page, 'More actions', 'button')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Actions' }).waitFor()
  await page.keyboard.type('animate')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'Image to video' }).waitFor()
  await tabTo(page, 'Prompt', '[role=textbox]')
  await page.keyboard.type('The bowl turns slowly')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => (await tasksOf(page))[0]?.capability).toBe('image-to-video')
  await expect.poll(doneCount).toBe(4)

  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('main', { name: 'Library' }).waitFor()
  const clip = page.getByRole('grid', { name: 'Library' }).getByRole('gridcell', { name: /^The bowl turns slowly/ })
  await expect(clip).toBeVisible()
  await tabTo(page, 'The bowl turns slowly', '[role=gridcell]')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'The bowl turns slowly' }).waitFor()
  await tabTo(page, 'Made from: A clay bowl on a shelf', 'button')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'A clay bowl on a shelf' }).waitFor()
  await expect(page.getByRole('list', { name: 'Used in' }).getByRole('button')).toHaveCount(2)
})

test('a run is sent again where it is, with its price and the question about duplicates', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await expect(page.getByRole('textbox', { name: /^Prompt/ })).toBeFocused()
  await page.keyboard.type('A clay vase')
  await page.keyboard.press('ControlOrMeta+Enter')
  const runs = page.getByRole('list', { name: 'Runs' })
  const vase = runs.getByRole('button', { name: /^Open A clay vase/ })
  await expect(vase).toBeVisible()

  const again = runs.getByRole('button', { name: 'Run again' })
  await expect(again).toHaveText(/Run again\s*10 credits/)
  await again.click()
  const question = page.getByRole('dialog', { name: 'Run again' })
  await expect(question).toContainText('You already sent these values')
  expect(await tasksOf(page)).toHaveLength(1)
  await question.getByRole('button', { name: /^Generate another/ }).click()
  await expect(vase).toHaveCount(2)
  const [repeated, first] = await tasksOf(page)
  expect(repeated?.values).toEqual(first?.values)
  expect(repeated?.from).toEqual([expect.objectContaining({ item: first?.results[0]?.id, how: 'again' })])

  await vase.last().focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Result' })
  await expect(menu.getByRole('menuitem', { name: /^Run again\s*10 credits/ })).toBeVisible()
  for (const name of ['Remix', 'Use as input for…', 'Compare', 'Save as…', 'Copy prompt', 'Show in queue'])
    await expect(menu.getByRole('menuitem', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(vase.last()).toBeFocused()

  // Each run has one result, so the button compares it with the result of the previous run.
  await runs.getByRole('button', { name: 'Compare with the previous run' }).click()
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  await page.keyboard.press('Escape')
  await vase.last().hover()
  await runs.getByTitle('3 stars').last().click()
  await expect(runs.getByRole('button', { name: /^Open A clay vase.*3 stars/ })).toHaveCount(1)

  // The actions follow the newest run while the user is in the form.
  await vase.first().focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A clay lamp')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(runs.locator('[data-output][tabindex="0"]')).toHaveAccessibleName(/^Open A clay lamp/)
})

test('from the prompt, the palette and shortcuts act on the result at the cursor', async () => {
  const { app, page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await page.keyboard.type('A clay vase')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: /^Open A clay vase/ }).waitFor()
  const copy = join(fixture.folder, 'copy')
  await stubSaveDialogs(app, copy)
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => existsSync(copy)).toBe(true)
  await page.keyboard.press('ControlOrMeta+k')
  const selected = page.getByRole('group', { name: 'Selected result' })
  await expect(selected.getByRole('option', { name: /^Upscale/ })).toBeVisible()
  await page.keyboard.type('remix')
  await expect(selected.getByRole('option', { name: /^Remix/ })).toBeVisible()
})

test('a deleted result leaves the stage, and Undo restores it', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await expect(page.getByRole('textbox', { name: /^Prompt/ })).toBeFocused()
  await page.keyboard.type('A clay vase')
  await page.keyboard.press('ControlOrMeta+Enter')
  const vase = page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /^Open A clay vase/ })
  await vase.waitFor()
  await vase.focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Moved to trash').first()).toBeVisible()
  await expect(vase).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(vase).toBeVisible()
})

test('the panel stays closed, and its main fields are chips', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('button', { name: 'Close parameters' }).click()
  await expect(page.getByRole('complementary', { name: 'Parameters' })).toBeHidden()
  const chips = page.getByRole('group', { name: 'Main parameters' })
  await chips.getByRole('button', { name: /^Size/ }).click()
  await page.getByRole('radio', { name: '2:3' }).click()
  await page.keyboard.press('Escape')
  await expect(chips.getByRole('button', { name: /^Size 768 × 1152/ })).toBeFocused()
  await expectAccessible(page)

  await page.reload()
  await openForm(page, 'Text to video')
  await expect(page.getByRole('complementary', { name: 'Parameters' })).toBeHidden()
  // “Show” beside the missing value opens the closed panel.
  await page.getByRole('button', { name: 'Show' }).last().click()
  await expect(page.getByRole('complementary', { name: 'Parameters' })).toBeVisible()
})

test('a form with a closed panel can be reset while it has values', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('button', { name: 'Close parameters' }).click()
  const prompt = page.getByRole('textbox', { name: /^Prompt/ })
  const reset = page.getByRole('button', { name: 'Reset form' })
  await expect(reset).toBeHidden()
  await prompt.fill('A clay vase')
  await reset.press('Enter')
  await expect(prompt).toHaveText('')
  await expect(reset).toBeHidden()
  // The pressed button is gone, but keys still work.
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveText('A clay vase')
})

test('below the results, the media leave the prompt and the send button visible', async () => {
  const { page, app } = fixture.kiln
  const media = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media')
  for (const [title, capability, file, fields] of [
    ['Image to video', 'image-to-video', 'bloom.webp', ['firstFrameImageUrl', 'lastFrameImageUrl']],
    ['Outpainting', 'outpainting', 'bloom.webp', ['imageUrl']],
    ['Inpainting', 'inpainting', 'bloom.webp', ['imageUrl', 'maskImageUrl']],
    ['Video extender', 'video-extender', 'clip-16x9.mp4', ['videoUrl']]
  ] as const) {
    await stubOpenDialogs(app, [join(media, file)])
    const values: { [field: string]: Value } = { prompt: 'It turns slowly' }
    if (capability === 'outpainting') values['sides'] = { left: 64 }
    if (capability === 'video-extender') Object.assign(values, { direction: 'after', duration: 2 })
    for (const field of fields) {
      const chosen = await page.evaluate(
        ([name, input]) => window.kiln.request('media.browse', { capability: name, field: input, many: false }),
        [capability, field] as const
      )
      values[field] = { draft: chosen.ok ? (chosen.value[0]?.draft ?? '') : '' }
    }
    const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
      capability,
      JSON.stringify(values)
    ] as const)
    expect(sent).toMatchObject({ ok: true })
    await page.keyboard.press('ControlOrMeta+1')
    // Clicks the card, because the gallery moves the focus back to the last card shortly after opening.
    await page.getByRole('searchbox', { name: 'Search capabilities' }).fill(title)
    await page
      .getByRole('main', { name: 'Gallery' })
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .first()
      .click()
    await page.getByRole('main', { name: title, exact: true }).waitFor()
    await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: 'Remix' }).click()
    for (const isPanelOpen of [true, false]) {
      if (!isPanelOpen) await page.getByRole('button', { name: 'Close parameters' }).click()
      for (const size of [
        { width: 1280, height: 800 },
        { width: 900, height: 600 }
      ]) {
        await page.setViewportSize(size)
        await expect(page.getByRole('textbox', { name: /^Prompt/ })).toHaveText('It turns slowly')
        await expect(page.getByRole('textbox', { name: /^Prompt/ })).toBeInViewport({ ratio: 1 })
        await expect(page.getByRole('button', { name: /credits/ }).last()).toBeInViewport({ ratio: 1 })
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Parameters' }).click()
  }
})
