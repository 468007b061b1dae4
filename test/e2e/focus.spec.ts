import { expect, test, type Locator } from '@playwright/test'
import { openConnectedFixture, openForm, type AppFixture, openSettingsPage } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openConnectedFixture({ results: 'tiny' })
})
test.afterEach(async () => fixture.close())

/** Opens a dialog from `control` and closes it with Escape. Expects the focus to return to `control`. */
async function expectReturned(control: Locator, open: string, by: 'mouse' | 'keyboard'): Promise<void> {
  const { page } = fixture.kiln
  await control.focus()
  if (by === 'mouse' && open === 'Enter') await control.click()
  else await page.keyboard.press(open)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect(control).toBeFocused()
}

for (const by of ['mouse', 'keyboard'] as const) {
  test(`a dialog returns the focus to the previous element, by ${by}`, async () => {
    const { page } = fixture.kiln
    await openForm(page, 'Image generator 3.0')
    const prompt = page.getByRole('textbox', { name: 'Prompt' })
    await expectReturned(prompt, 'ControlOrMeta+k', by)
    await page.keyboard.type('a vase')
    await expect(prompt).toHaveText('a vase')
    await expectReturned(page.getByRole('button', { name: 'Batch…' }), 'Enter', by)
    await page.getByRole('radio', { name: 'Edit images' }).click()
    await expectReturned(page.getByRole('button', { name: /from the library/i }).first(), 'Enter', by)
    await openSettingsPage(page, 'Connection')
    await expectReturned(page.getByRole('button', { name: 'Switch account' }).first(), 'Enter', by)
  })
}

test('the focus is in the prompt when a form opens', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
})

for (const by of ['mouse', 'keyboard'] as const) {
  test(`Escape in the viewer returns the focus to the tile or row it was opened from, by ${by}`, async () => {
    const { page } = fixture.kiln
    const open = (control: Locator): Promise<void> => (by === 'mouse' ? control.click() : control.press('Enter'))
    await openForm(page, 'Image generator 3.0')
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a vase')
    await page.keyboard.press('ControlOrMeta+Enter')
    const tile = page.getByRole('button', { name: 'Open a vase, 1' })
    await tile.waitFor({ timeout: 30_000 })
    await open(tile)
    await page.getByRole('main', { name: 'a vase' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(tile).toBeFocused()

    await page.keyboard.press('ControlOrMeta+2')
    const row = page.getByRole('article', { name: 'a vase' })
    await open(row.getByRole('button', { name: 'Open', exact: true }))
    await page.getByRole('main', { name: 'a vase' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(row.locator('[data-task]')).toBeFocused()
  })
}

test('after connecting, the focus is in the gallery', async () => {
  await expect(fixture.kiln.page.getByRole('main', { name: 'Gallery' })).toBeFocused()
})
