import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { connect, expectAccessible, openAppFixture, openForm, stubOpenDialogs, type AppFixture } from './open-window.ts'

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

/** Chooses a new image for the first media field. */
async function chooseImage(page: Page, name: string, width: number, height: number): Promise<void> {
  const path = join(fixture.folder, name)
  await sharp({ create: { width, height, channels: 3, background: '#8090a0' } }).toFile(path)
  await stubOpenDialogs(fixture.kiln.app, [path])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
}

async function dragBy(page: Page, target: Locator, x: number, y: number): Promise<void> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('The target isn’t rendered.')
  const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(fromX + x, fromY + y, { steps: 4 })
  await page.mouse.up()
}
