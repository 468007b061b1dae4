import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { launchKiln, eachPlatformTag, runKiln } from './launch-kiln.ts'
import { stubOpenDialogs, expectAccessible, openAppFixture, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await fixture.kiln.page.getByRole('button', { name: 'Try the practice service' }).click()
  await galleryOf(fixture.kiln.page).waitFor()
})
test.afterEach(async () => fixture.close())

const galleryOf = (page: Page) => page.getByRole('main', { name: 'Gallery' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Use as input for…' })
const dataDir = (): string => join(fixture.folder, 'data')

async function picture(name: string): Promise<string> {
  const folder = join(fixture.folder, 'photos')
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .png()
    .toFile(path)
  return path
}

/** Emits the event that macOS sends when the user opens a link. */
async function follow(link: string): Promise<void> {
  await fixture.kiln.app.evaluate(({ app }, url) => void app.emit('open-url', { preventDefault: () => undefined }, url), link)
}

async function startAgain(...words: readonly string[]): Promise<Page> {
  await fixture.kiln.app.close()
  fixture.kiln = await launchKiln({ userDataDir: dataDir(), args: words })
  return fixture.kiln.page
}

test('a link opens its target while Kiln runs, by a second start and at a cold start', eachPlatformTag, async () => {
  const { page } = fixture.kiln
  for (const [link, name] of [
    ['kiln://queue', 'Queue'],
    ['kiln://capability/imgmodel-3-0-image-generator', 'Image generator 3.0']
  ] as const) {
    await follow(link)
    await page.getByRole('main', { name }).waitFor()
  }

  const outcome = await page.evaluate(() =>
    window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a tall vase' } })
  )
  const id = outcome.ok ? outcome.value.id : ''
  const second = await runKiln({ userDataDir: dataDir(), args: [`kiln://task/${id}`] })
  expect(second.exitCode).toBe(0)
  await page.getByRole('main', { name: 'Queue' }).waitFor()
  await expect(page.getByRole('button', { name: /^a tall vase/, expanded: true })).toBeVisible()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  const result = (await tasksOf(page))[0]?.results[0]?.id ?? ''

  const reopened = await startAgain(`kiln://result/${result}`)
  await expect(reopened.getByRole('complementary', { name: 'Recipe' })).toContainText('a tall vase')
})

test('an invalid link opens nothing and sends nothing', async () => {
  const { page } = fixture.kiln
  const hostile = [
    'kiln://submit/imgmodel-image-generator?prompt=x',
    'kiln://capability/imgmodel-3-0-image-generator?send=1',
    'kiln://capability/../../settings',
    'kiln://account/connect?url=https://evil.example',
    `kiln://task/${'a'.repeat(100_000)}`
  ]
  for (const link of hostile) await follow(link)
  await expect(page.getByText('Kiln can’t open this link').first()).toBeVisible()
  await expect(galleryOf(page)).toBeVisible()
  expect(await page.getByText('evil.example').count()).toBe(0)
  expect(await tasksOf(page)).toEqual([])
})

test('a link waits while a dialog is open', async () => {
  const { page } = fixture.kiln
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.waitFor()
  await follow('kiln://capability/imgmodel-3-0-image-generator')
  await expect(page.getByText('A Kiln link is waiting to open', { exact: true })).toBeVisible()
  await expect(sheet).toBeVisible()
  await expect(page.locator('main[aria-label=Gallery]')).toBeVisible()
  await page.getByRole('button', { name: 'Open link', includeHidden: true }).click()
  await page.locator('main[aria-label="Image generator 3.0"]').waitFor()
})

test('files opened with Kiln ask for a capability and are added to its form, and no path reaches the page', eachPlatformTag, async () => {
  const file = await picture('a teal wall.png')
  const gone = join(fixture.folder, 'photos', 'gone.png')
  const page = await startAgain(file, gone)
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveText([/a teal wall\.png/])
  await expect(dialog).toContainText('Unreadable: gone.png')
  await expectAccessible(page)
  expect(await page.content()).not.toContain(fixture.folder)

  const title = (await dialog.getByRole('option', { selected: true }).locator('span').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const form = page.getByRole('main', { name: title })
  await expect(form.getByText('a teal wall.png')).toBeVisible()
  expect(await tasksOf(page)).toEqual([])
})

test('files from the system dialog and files dropped on the window also ask for a capability', async () => {
  const { page, app } = fixture.kiln
  const file = await picture('vase.png')
  await stubOpenDialogs(app, [file])
  await page.evaluate(() => window.kiln.request('arrivals.browse', undefined))
  await dialogOf(page).getByText('vase.png').waitFor()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)

  // The gallery lists the capabilities that accept the dropped files. Other views ask in a dialog.
  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('main', { name: 'Queue' }).waitFor()
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file, await picture('bowl.png')], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data })
  await expect(dialogOf(page).getByRole('listitem')).toHaveText([/vase\.png/, /bowl\.png/])
  await expectAccessible(page)
})
