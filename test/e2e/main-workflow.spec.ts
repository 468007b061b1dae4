import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { originalDigest } from '../electron/library/original-digest.ts'
import { connectByKeyboard, tabTo } from './keyboard-navigation.ts'
import {
  stubOpenDialogs,
  connect,
  expectAccessible,
  openAppFixture,
  openForm,
  tasksOf,
  type AppFixture,
  pathOfResult
} from './open-window.ts'

const prompt = 'A celadon vase on stone stairs in low evening sun'
let fixture: AppFixture

test.afterEach(async () => fixture.close())

test('the practice service leads to a finished image, and every view up to it is accessible', async () => {
  fixture = await openAppFixture()
  const { page } = fixture.kiln
  await watchPolicy(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await expectAccessible(page)

  await openForm(page, 'Image generator 3.0')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('radio', { name: '2', exact: true }).click()
  await page.getByRole('button', { name: /^Generate 2 images.*20 credits/ }).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  const [task] = await tasksOf(page)
  expect(task?.results).toHaveLength(2)

  await page.getByRole('button', { name: `Open ${prompt}, 1` }).dblclick()
  await expect(page.getByRole('img', { name: prompt }).first()).toBeVisible()
  await expectAccessible(page)
  const natural = await page
    .locator('main img')
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
  expect(natural).toBe(task?.results[0]?.width)
  await page.keyboard.press('Escape')

  await page.getByRole('navigation').getByText('Queue').click()
  await page.getByRole('main', { name: 'Queue' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: new RegExp(`^${prompt}`) }).click()
  await page.locator('summary').click()
  await expect(page.getByText('Task saved on this computer before sending.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('main', { name: 'Settings' }).waitFor()
  await expectAccessible(page)
  expect(await violationsOf(page)).toEqual([])
  // Violates the policy on purpose, to check that violations are recorded.
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.com/x.png' })))
  await expect.poll(() => violationsOf(page)).toEqual([expect.stringMatching(/^img-src https:\/\/example\.com\/x\.png /)])
})

test('two photos are edited in order with a connected account, and the saved file matches the charged result', async () => {
  fixture = await openAppFixture()
  const { page, app } = fixture.kiln
  const photos = ['vase.png', 'stairs.jpg'].map((name) => join(fixture.folder, name))
  for (const [index, photo] of photos.entries()) {
    await sharp({ create: { width: 900, height: 700, channels: 3, background: index === 0 ? '#b9a58c' : '#6f88a8' } }).toFile(photo)
  }
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('radio', { name: 'Edit images' }).click()
  await stubOpenDialogs(app, photos)
  await page
    .getByRole('button', { name: /browse/i })
    .first()
    .click()
  await expect(page.getByText('vase.png')).toBeVisible()
  await expect(page.getByText('900 × 700').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Put image 1 on the stairs of image 2')
  await page.getByRole('button', { name: /^Generate.*12 credits/ }).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')

  const [task] = await tasksOf(page)
  const [made] = fixture.service.tasks()
  expect(made?.body).toMatchObject({ imageUrls: [expect.any(String), expect.any(String)] })
  const result = task?.results[0]
  const path = await pathOfResult(page, result)
  const bytes = await readFile(path)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(result?.sha256)
  expect(originalDigest(path)).toBe(made?.outputs[0]?.sha256)
  expect(fixture.service.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(1)
})

test('the whole main job can be done by keyboard alone', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await connectByKeyboard(page, fixture.service.url, fixture.service.apiKey)
  await page.keyboard.press('/')
  await page.keyboard.type('image generator')
  await tabTo(page, 'Image generator')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'Image generator' }).waitFor()
  await tabTo(page, 'Prompt')
  await page.keyboard.type('made by keyboard')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  await tabTo(page, 'Open made by keyboard, 1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'made by keyboard' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('main', { name: 'Image generator' }).waitFor()
})

/** Reloads the page and records all violations of its content security policy. */
async function watchPolicy(page: AppFixture['kiln']['page']): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seenViolations: seen })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      seen.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
    )
  })
  await page.reload()
}

async function violationsOf(page: AppFixture['kiln']['page']): Promise<unknown> {
  return page.evaluate(() => (globalThis as { seenViolations?: unknown }).seenViolations)
}
