import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { connectByKeyboard, tabTo } from './by-keyboard.ts'
import { expectAccessible, openAppFixture, stubOpenDialogs, type AppFixture } from './open-window.ts'

/** Everything that is drawn on an image is drawn and sent by keyboard alone here. */

const people = join(import.meta.dirname, '../../electron/practice/media/people.webp')
let fixture: AppFixture
test.afterEach(async () => fixture.close())

test('a face is counted from the left, and its number is sent', async () => {
  const page = await openFormByKeyboard('Multi-face swap')
  await chooseFile('Browse…', people)
  await tabTo(page, 'Choose the face…', 'button')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Choose a face' })
  await expect(editor.getByRole('application')).toBeFocused()
  await expect(editor.getByRole('button', { name: 'Use face' })).toHaveAttribute('aria-disabled', 'true')
  // The second face is marked before the first, and the third is marked twice.
  await pressAll(page, ['Enter', ...times(6, 'ArrowLeft'), 'Enter', ...times(12, 'ArrowRight'), ' ', 'Shift+ArrowRight', 'Enter'])
  await expect(editor.getByRole('radio')).toHaveCount(3)
  await expect(editor.getByText('Face 3 of 3 from the left')).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, 'Face 3', '[role=radio]')
  await pressAll(page, ['ArrowLeft', 'ArrowLeft', 'ArrowRight'])
  await expect(editor.getByRole('radio', { name: 'Face 2' })).toBeFocused()
  await expect(editor.getByRole('radio', { name: 'Face 2' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Position' })).toHaveValue('2')

  // The marks are kept for the image, and removing one numbers the others again.
  await expect(page.getByRole('button', { name: 'Choose the face…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('radio', { name: 'Face 2' })).toBeChecked()
  await page.keyboard.press('Delete')
  await expect(editor.getByRole('radio')).toHaveCount(2)
  await tabTo(page, 'Face 1', '[role=radio]')
  await pressAll(page, ['ArrowRight', 'Enter'])
  await expect(page.getByRole('textbox', { name: 'Position' })).toHaveValue('2')
  await chooseFile('Browse…', await newImage('face.png', 300, 300))
  await expect(page.getByText('face.png')).toBeVisible()
  const body = await sentBody(page)
  expect(body['pairs']).toEqual([expect.objectContaining({ faceIndex: 2 })])
})

/** Connects and opens a form from the gallery. */
async function openFormByKeyboard(title: string, options: Parameters<typeof openAppFixture>[0] = {}): Promise<Page> {
  fixture = await openAppFixture({ results: 'tiny', ...options })
  const { page } = fixture.kiln
  await connectByKeyboard(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).getByRole('button').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(title)
  await page.getByRole('main', { name: 'Gallery' }).getByRole('button', { name: title, exact: true }).first().waitFor()
  await tabTo(page, title, 'main button')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: title, exact: true }).waitFor()
  return page
}

/** Chooses a file with the next button of this name. */
async function chooseFile(button: string, path: string): Promise<void> {
  const { page, app } = fixture.kiln
  await stubOpenDialogs(app, [path])
  await tabTo(page, button, 'button')
  await page.keyboard.press('Enter')
}

async function newImage(name: string, width: number, height: number): Promise<string> {
  const path = join(fixture.folder, name)
  await sharp({ create: { width, height, channels: 3, background: '#8090a0' } }).toFile(path)
  return path
}

function times(count: number, key: string): readonly string[] {
  return Array.from({ length: count }, () => key)
}

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Sends the form, and returns the body that the service received. */
async function sentBody(page: Page): Promise<Readonly<Record<string, unknown>>> {
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(() => fixture.service.tasks().length).toBe(1)
  return fixture.service.tasks()[0]?.body ?? {}
}
