import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { stubOpenDialogs, openConnectedFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

const title = 'Image generator 3.0'
let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openConnectedFixture({ results: 'tiny' })
})
test.afterEach(async () => fixture.close())

const hands = ['mouse', 'keyboard'] as const
type Hand = (typeof hands)[number]

async function press(control: Locator, by: Hand): Promise<void> {
  if (by === 'mouse') return control.click()
  await control.focus()
  return control.press('Enter')
}

const toasts = (page: Page): Locator => page.locator('li[data-swipe-direction]')
const promptOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt' })

async function picture(name: string, width: number): Promise<string> {
  const path = join(fixture.folder, name)
  await sharp({ create: { width, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toFile(path)
  return path
}

async function choosePicture(page: Page, path: string): Promise<void> {
  await openForm(page, title)
  await page.getByRole('radio', { name: 'Edit images' }).click()
  await stubOpenDialogs(fixture.kiln.app, [path])
  await page
    .getByRole('button', { name: /browse/i })
    .first()
    .click()
}

/** Drops a file on the window, or pastes it by keyboard. */
async function hand(page: Page, path: string, by: Hand): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'hand'
    document.body.append(input)
  })
  await page.setInputFiles('#hand', path)
  await page.evaluate((isMouse) => {
    const input = document.querySelector<HTMLInputElement>('#hand')
    const data = new DataTransfer()
    for (const file of input?.files ?? []) data.items.add(file)
    document.body.dispatchEvent(
      isMouse
        ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    )
    input?.remove()
  }, by === 'mouse')
}

for (const by of hands) {
  test(`a file that changes after it was chosen is shown again before it is sent, by ${by}`, async () => {
    const { page } = fixture.kiln
    await choosePicture(page, await picture('vase.png', 800))
    await expect(page.getByText('800 × 600')).toBeVisible()
    await promptOf(page).fill('glaze it')
    await picture('vase.png', 1200)
    const send = async () =>
      by === 'mouse' ? page.getByRole('button', { name: /^Generate/ }).click() : page.keyboard.press('ControlOrMeta+Enter')
    await send()
    await expect(page.getByText('Files changed since you chose them: “vase.png”.')).toBeVisible()
    await expect(page.getByText('1200 × 600')).toBeVisible()
    expect(await tasksOf(page)).toEqual([])
    await send()
    await expect.poll(async () => (await tasksOf(page)).length).toBe(1)
    await expect.poll(() => fixture.service.ledger().filter(({ kind }) => kind === 'charge').length).toBe(1)
  })

  test(`a late undo of “Reset form” keeps later text, by ${by}`, async () => {
    const { page } = fixture.kiln
    await openForm(page, title)
    await promptOf(page).fill('an older vase')
    await press(page.getByRole('button', { name: 'Reset form' }), by)
    await expect(promptOf(page)).toHaveText('')
    await promptOf(page).fill('a newer bowl')
    await press(toasts(page).filter({ hasText: 'Form reset' }).getByRole('button', { name: 'Undo' }), by)
    await expect(promptOf(page)).toHaveText('an older vase')
    await press(toasts(page).filter({ hasText: 'Previous form restored' }).getByRole('button', { name: 'Undo' }), by)
    await expect(promptOf(page)).toHaveText('a newer bowl')
  })

  test(`after a toast’s button is pressed, the focus returns and toasts disappear, by ${by}`, async () => {
    const { page } = fixture.kiln
    await openForm(page, title)
    await promptOf(page).fill('an older vase')
    await press(page.getByRole('button', { name: 'Reset form' }), by)
    await promptOf(page).focus()
    await press(toasts(page).getByRole('button', { name: 'Undo' }), by)
    await expect(promptOf(page)).toBeFocused()
    // The pointer still rests where Undo was. Even so, the next toast disappears on time.
    await page.getByRole('button', { name: 'Reset form' }).press('Enter')
    await expect(toasts(page)).toHaveCount(1)
    await expect(toasts(page)).toHaveCount(0, { timeout: 30_000 })
  })

  test(`a file of another type never replaces an image, and a replaced image is restored, by ${by}`, async () => {
    const { page } = fixture.kiln
    await openForm(page, 'Background removal')
    await stubOpenDialogs(fixture.kiln.app, [await picture('vase.png', 800)])
    await page.getByRole('button', { name: /browse/i }).click()
    await expect(page.getByText('800 × 600')).toBeVisible()
    const notes = join(fixture.folder, 'notes.txt')
    await writeFile(notes, 'not a picture')
    await hand(page, notes, by)
    await expect(page.getByText('“notes.txt” isn’t an image. Nothing was replaced. Choose another file.').first()).toBeVisible()
    await expect(page.getByText('800 × 600')).toBeVisible()

    await hand(page, await picture('bowl.png', 1200), by)
    await expect(page.getByText('1200 × 600')).toBeVisible()
    await press(toasts(page).getByRole('button', { name: 'Undo' }), by)
    await expect(page.getByText('800 × 600')).toBeVisible()
  })
}
