import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { SubmitBody } from '../../electron/practice/capabilities/definition.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { encodeWav } from '../../renderer/fields/encode-wav.ts'
import { connectByKeyboard, tabTo } from './keyboard-navigation.ts'
import { expectAccessible, openAppFixture, stubOpenDialogs, type AppFixture } from './open-window.ts'

/** These tests draw on images and send the forms using only the keyboard. */

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

  // The image keeps its marks. Removing a mark renumbers the others.
  await expect(page.getByRole('button', { name: 'Choose the face…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('radio', { name: 'Face 2' })).toBeChecked()
  await page.keyboard.press('Delete')
  await expect(editor.getByRole('radio')).toHaveCount(2)
  await tabTo(page, 'Face 1', '[role=radio]')
  await pressAll(page, ['ArrowRight', 'Enter'])
  await expect(page.getByRole('textbox', { name: 'Position' })).toHaveValue('2')
  await chooseFile('Browse…', await newImage('face.png', 300, 300))
  const body = await sentBody(page)
  expect(body['pairs']).toEqual([expect.objectContaining({ faceIndex: 2 })])
})

test('a mask is painted, and sent at the size of the image', async () => {
  const page = await openFormByKeyboard('Object removal')
  await chooseFile('Browse…', await newImage('wall.png', 600, 400))
  await tabTo(page, 'Paint a mask…', 'button')
  await page.keyboard.press('Enter')
  const painter = page.getByRole('dialog', { name: 'Paint a mask' })
  await expect(painter.getByRole('application')).toBeFocused()
  // Draws a rectangle from the middle of the image, 60 pixels wide and 40 high.
  await pressAll(page, ['r', 'Enter', ...times(60, 'Shift+ArrowRight'), ...times(40, 'Shift+ArrowDown'), 'Enter'])
  await expect(painter.getByText(/^600 × 400, 1% painted$/)).toBeVisible()
  await tabTo(page, 'Use mask', 'button')
  await page.keyboard.press('Enter')
  await expect(painter).toBeHidden()
  await expect(page.getByText('wall mask.png')).toBeVisible()
  const mask = sharp(await fileIn(await sentBody(page), 'maskImageUrl'))
  expect(await mask.metadata()).toMatchObject({ format: 'png', width: 600, height: 400 })
  const painted = await mask.threshold(128).trim({ background: '#000000' }).toBuffer({ resolveWithObject: true })
  expect([painted.info.width, painted.info.height]).toEqual([expect.closeTo(60, -0.5), expect.closeTo(40, -0.5)])
  expect([painted.info.trimOffsetLeft, painted.info.trimOffsetTop]).toEqual([-300, -200])
})

test('an image is cropped, and the crop is sent', async () => {
  const page = await openFormByKeyboard('Background removal')
  await chooseFile('Browse…', await newImage('wall.png', 600, 400))
  await tabTo(page, 'Crop Image', 'button')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Crop image' })
  await editor.waitFor()
  await tabTo(page, 'Left edge', '[role=slider]')
  await pressAll(page, ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight'])
  await tabTo(page, 'Bottom edge', '[role=slider]')
  await pressAll(page, times(5, 'ArrowUp'))
  await expect(editor.getByText('587 × 370', { exact: true })).toBeVisible()
  await tabTo(page, 'Crop', 'button:not([aria-disabled])')
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  await expect(page.getByText('587 × 370')).toBeVisible()
  expect(await sharp(await fileIn(await sentBody(page), 'imageUrl')).metadata()).toMatchObject({ width: 587, height: 370 })
})

test('a box is drawn, and its numbers are sent', async () => {
  const pixels: JsonSchema = { type: 'integer', minimum: 0, maximum: 4096 }
  const region: JsonSchema = {
    type: 'object',
    title: 'Region',
    required: ['x', 'y', 'width', 'height'],
    properties: { x: pixels, y: pixels, width: pixels, height: pixels }
  }
  const page = await openFormByKeyboard('Background removal', {
    contractMoves: [{ kind: 'set-field', capability: 'background-removal', field: 'region', schema: region, isRequired: true }]
  })
  await chooseFile('Browse…', await newImage('wall.png', 600, 400))
  await tabTo(page, 'Draw the box…', 'button')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Draw a box' })
  await editor.waitFor()
  // The box starts in the middle of the image, half as wide and high.
  await tabTo(page, 'Left edge', '[role=slider]')
  await pressAll(page, ['Home'])
  await tabTo(page, 'Top edge', '[role=slider]')
  await pressAll(page, ['ArrowUp', 'Shift+ArrowDown'])
  await tabTo(page, 'Right edge', '[role=slider]')
  await pressAll(page, ['ArrowLeft'])
  await expect(editor.getByText('438 × 211', { exact: true })).toBeVisible()
  await tabTo(page, 'Apply', 'button')
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  expect((await sentBody(page))['region']).toEqual({ x: 0, y: 89, width: 438, height: 211 })
})

test('the start and end of audio are set on its waveform, and audio is cut', async () => {
  const page = await openFormByKeyboard('Audio repair')
  await chooseFile('Browse…', await newAudio('voice.wav', 10))
  await tabTo(page, 'Choose on the waveform…', 'button')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Choose start and end' })
  await expect(editor.getByText('0 s to 10 s')).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, 'Start time', '[role=slider]')
  await pressAll(page, times(20, 'ArrowRight'))
  await tabTo(page, 'End time', '[role=slider]')
  await pressAll(page, ['Home', ...times(3, 'Shift+ArrowRight')])
  await expect(editor.getByText('0 s to 0.04 s')).toBeVisible()
  await pressAll(page, ['End', ...times(50, 'ArrowLeft'), 'Shift+ArrowLeft'])
  await tabTo(page, 'Start time', '[role=slider]')
  await pressAll(page, ['Home', ...times(20, 'ArrowRight')])
  await expect(editor.getByText('2 s to 4.99 s')).toBeVisible()
  await tabTo(page, 'Use part', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Start time' })).toHaveValue('2')
  await expect(page.getByRole('textbox', { name: 'End time' })).toHaveValue('5')

  await tabTo(page, 'Cut Audio', 'button')
  await page.keyboard.press('Enter')
  const cutter = page.getByRole('dialog', { name: 'Cut audio' })
  await expect(cutter.getByRole('button', { name: 'Cut audio' })).toHaveAttribute('aria-disabled', 'true')
  await tabTo(page, 'End time', '[role=slider]')
  await pressAll(page, times(40, 'ArrowLeft'))
  await tabTo(page, 'Cut audio', 'button')
  await page.keyboard.press('Enter')
  await expect(cutter).toBeHidden()
  await expect(page.getByText('Cut. The original file is unchanged.')).toHaveCount(1)
  await tabTo(page, 'Fill', '[role=radio]')
  await page.keyboard.press(' ')
  const body = await sentBody(page)
  expect(body).toMatchObject({ from: 2, to: 5 })
  // A header of 44 bytes, and six seconds of 16-bit samples at 8,000 samples per second.
  expect((await fileIn(body, 'audioUrl')).length).toBe(44 + 6 * 8000 * 2)
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
  await expect(page.getByText(basename(path), { exact: true })).toBeVisible()
}

async function newImage(name: string, width: number, height: number): Promise<string> {
  const path = join(fixture.folder, name)
  await sharp({ create: { width, height, channels: 3, background: '#8090a0' } }).toFile(path)
  return path
}

async function newAudio(name: string, seconds: number): Promise<string> {
  const path = join(fixture.folder, name)
  await writeFile(path, encodeWav([Float32Array.from({ length: seconds * 8000 }, (_, index) => Math.sin(index / 20) / 2)], 8000))
  return path
}

/** Downloads the file that a field of a body refers to, and returns its bytes. */
async function fileIn(body: SubmitBody, field: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(String(body[field]))).arrayBuffer())
}

function times(count: number, key: string): readonly string[] {
  return Array.from({ length: count }, () => key)
}

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Sends the form, and returns the body that the service received. */
async function sentBody(page: Page): Promise<SubmitBody> {
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(() => fixture.service.tasks().length).toBe(1)
  const [task] = fixture.service.tasks()
  if (task === undefined) throw new Error('The service received nothing.')
  return task.body as SubmitBody
}
