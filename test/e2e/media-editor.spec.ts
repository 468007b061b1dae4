import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import {
  finishAnimations,
  connect,
  expectAccessible,
  openAppFixture,
  pathOfResult,
  stubOpenDialogs,
  tasksOf,
  type AppFixture
} from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
})
test.afterEach(async () => fixture.close())

test('an image is cropped to a ratio and by its edges with the keyboard, and the original stays', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Background removal')
  await chooseImage(page, 'wall.png', 600, 400)
  await page.getByRole('button', { name: 'Crop Image' }).click()
  const editor = page.getByRole('dialog', { name: 'Crop image' })
  await expect(editor.getByRole('button', { name: 'Drag an edge first' })).toHaveAttribute('aria-disabled', 'true')
  await editor.getByRole('combobox', { name: 'Aspect ratio' }).selectOption('1:1')
  await expect(editor.getByText('400 × 400', { exact: true })).toBeVisible()
  await editor.getByRole('combobox', { name: 'Aspect ratio' }).selectOption('free')
  const left = editor.getByRole('slider', { name: 'Left edge' })
  await expect(left).toHaveAttribute('aria-valuetext', '100 pixels cropped')
  await left.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowLeft', '+']) await page.keyboard.press(key)
  await expect(left).toHaveAttribute('aria-valuetext', '111 pixels cropped')
  await expectAccessible(page)
  await page.keyboard.press('z')
  await dragBy(page, editor.getByRole('slider', { name: 'Bottom edge' }), 0, -40)
  await expect(editor.getByText('389 × 400', { exact: true })).toBeHidden()
  await editor.getByRole('slider', { name: 'Bottom edge' }).press('End')
  await editor.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(editor).toBeHidden()
  await expect(page.getByText('389 × 400')).toBeVisible()
  await expect(page.getByText('Cropped. The original file is unchanged.')).toHaveCount(1)
  expect(await sharp(join(fixture.folder, 'wall.png')).metadata()).toMatchObject({ width: 600, height: 400 })
})

test('the space around an image is drawn by its edges and written to the fields', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Outpainting')
  await expect(page.getByRole('button', { name: 'Drag the edges…' })).toBeHidden()
  await chooseImage(page, 'wall.png', 640, 400)
  await page.getByRole('button', { name: 'Drag the edges…' }).click()
  const editor = page.getByRole('dialog', { name: 'Extend the image' })
  const right = editor.getByRole('slider', { name: 'Right edge' })
  await right.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
  await expect(right).toHaveAttribute('aria-valuetext', '40 pixels added')
  await editor.getByRole('slider', { name: 'Top edge' }).press('ArrowUp')
  await dragBy(page, editor.getByRole('slider', { name: 'Left edge' }), -60, 0)
  await expect(editor.getByText(/^640 × 400 becomes \d+ × 416$/)).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Apply' }).click()
  const sides = page.getByRole('group', { name: 'Sides' })
  await expect(sides.getByRole('textbox', { name: 'Right' })).toHaveValue('40')
  await expect(sides.getByRole('textbox', { name: 'Top' })).toHaveValue('16')
  await expect(sides.getByRole('textbox', { name: 'Bottom' })).toHaveValue('0')
  const left = Number(await sides.getByRole('textbox', { name: 'Left' }).inputValue())
  expect(left).toBeGreaterThan(40)
  expect(left % 8).toBe(0)

  // The frame starts with the values of the fields.
  await page.getByRole('button', { name: 'Drag the edges…' }).click()
  await expect(right).toHaveAttribute('aria-valuetext', '40 pixels added')
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
})

test('a point and a part of a video are chosen on it, and a frame of it fills an image field', async () => {
  const { page } = fixture.kiln
  const video = await makeVideo(page)
  await openForm(page, 'Video inpainting')
  await stubOpenDialogs(fixture.kiln.app, [video])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
  await page.getByRole('radio', { name: 'Point' }).click()
  await page.getByRole('button', { name: 'Choose the point…' }).click()
  const pointEditor = page.getByRole('dialog', { name: 'Choose a point' })
  await expect(pointEditor.getByRole('button', { name: 'Use point' })).toHaveAttribute('aria-disabled', 'true')
  await pointEditor.getByRole('application').focus()
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await expect(pointEditor.getByText('Horizontal position 0.48, Vertical position 0.5')).toBeVisible()
  await expectAccessible(page)
  await pointEditor.getByRole('button', { name: 'Use point' }).click()
  await expect(page.getByRole('textbox', { name: 'Horizontal position' })).toHaveValue('0.48')
  await expect(page.getByRole('textbox', { name: 'Vertical position' })).toHaveValue('0.5')

  await openForm(page, 'Slow motion')
  await stubOpenDialogs(fixture.kiln.app, [video])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
  await page.getByRole('button', { name: 'Choose on the video…' }).click()
  const range = page.getByRole('dialog', { name: 'Choose start and end' })
  await range.getByRole('slider', { name: 'Position' }).fill('1')
  await range.getByRole('button', { name: 'Start here' }).click()
  await range.getByRole('slider', { name: 'End time' }).fill('2.1')
  await expect(range.getByText('1 s to 2.1 s')).toBeVisible()
  await expectAccessible(page)
  await range.getByRole('button', { name: 'Use part' }).click()
  await expect(page.getByRole('textbox', { name: 'Start time' })).toHaveValue('1')
  await expect(page.getByRole('textbox', { name: 'End time' })).toHaveValue('2')

  await openForm(page, 'Background removal')
  await stubOpenDialogs(fixture.kiln.app, [video])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
  await page.getByRole('button', { name: 'Choose a frame…' }).click()
  const frames = page.getByRole('dialog', { name: 'Choose a frame' })
  await frames.getByRole('slider', { name: 'Position' }).fill('1.5')
  await expect.poll(() => frames.locator('video').evaluate((clip: HTMLVideoElement) => clip.currentTime)).toBe(1.5)
  await frames.getByRole('button', { name: 'Next frame' }).click()
  await expect.poll(() => frames.locator('video').evaluate((clip: HTMLVideoElement) => clip.currentTime)).toBeGreaterThan(1.5)
  await expectAccessible(page)
  await frames.getByRole('button', { name: 'Use frame' }).click()
  await expect(frames).toBeHidden()
  await expect(page.getByText(/ frame\.jpg$/)).toBeVisible()
})

/** Generates a video of three seconds and returns its path. */
async function makeVideo(page: Page): Promise<string> {
  // An open form shows that the account is connected.
  await openForm(page, 'Slow motion')
  const sent = await page.evaluate(() =>
    window.kiln.request('task.submit', { capability: 'text-to-video', values: { prompt: 'The tide', duration: 3 }, consent: [] })
  )
  if (!sent.ok) throw new Error(sent.message)
  const done = async () => (await tasksOf(page)).find(({ phase }) => phase === 'done')
  await expect.poll(done, { timeout: 60_000 }).toBeDefined()
  return pathOfResult(page, (await done())?.results[0])
}

/** Opens a form from the gallery, from any view. */
async function openForm(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation').getByText('Gallery').first().click()
  const gallery = page.getByRole('main', { name: 'Gallery' })
  await gallery.getByRole('searchbox').or(gallery.getByRole('textbox')).first().fill(title)
  await gallery.getByRole('button', { name: title, exact: true }).first().click()
  await page.getByRole('main', { name: title, exact: true }).waitFor()
}

/** Chooses a new image for the first media field. */
async function chooseImage(page: Page, name: string, width: number, height: number): Promise<void> {
  const path = join(fixture.folder, name)
  await sharp({ create: { width, height, channels: 3, background: '#8090a0' } }).toFile(path)
  await stubOpenDialogs(fixture.kiln.app, [path])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
}

async function dragBy(page: Page, target: Locator, x: number, y: number): Promise<void> {
  // Finishes the opening animation first, because its scaling would distort the measured position.
  await target.waitFor()
  await finishAnimations(page)
  const box = await target.boundingBox()
  if (box === null) throw new Error('The target isn’t rendered.')
  const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(fromX + x, fromY + y, { steps: 4 })
  await page.mouse.up()
}
