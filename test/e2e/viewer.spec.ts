import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Task } from '../../shared/task/task.ts'
import type { Values } from '../../shared/form/values.ts'
import { launchKiln, platformText } from './launch-kiln.ts'
import { connect, expectAccessible, openAppFixture, stubSaveDialogs, tasksOf, type AppFixture, pathOfResult } from './open-window.ts'

const generator = 'imgmodel-3-0-image-generator'
let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture()
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
  await fixture.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => fixture.close())

/** Submits a task through the main process and waits until the task is done. */
async function make(page: Page, capability: string, values: Values): Promise<Task> {
  const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
    capability,
    JSON.stringify(values)
  ] as const)
  if (!sent.ok) throw new Error(sent.message)
  const find = async (): Promise<Task | undefined> => (await tasksOf(page)).find(({ id }) => id === sent.value.id)
  await expect.poll(async () => (await find())?.phase, { timeout: 60_000 }).toBe('done')
  return (await find()) as Task
}

/** Returns the paths of the results' files. */
async function pathsOf(page: Page, results: Task['results']): Promise<readonly string[]> {
  return Promise.all(results.map(async (result) => pathOfResult(page, result)))
}

/** Opens a result through the command palette. */
async function openResult(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
  await page.getByRole('option', { name: title }).first().click()
  await page.getByRole('main', { name: title }).waitFor()
}

/** Sets the loop of the open video or audio, in seconds. */
async function setLoop(page: Page, from: string, until: string): Promise<void> {
  const time = page.getByRole('slider', { name: 'Time' })
  const media = page.locator('main :is(video, audio)').first()
  await expect.poll(() => media.evaluate((player: HTMLMediaElement) => player.readyState)).toBe(4)
  await time.fill(from)
  await page.keyboard.press('i')
  await time.fill(until)
  await page.keyboard.press('o')
}

test('an image is compared with its source by slider, side by side and in turn, by keyboard alone', async () => {
  const { page } = fixture.kiln
  const first = await make(page, generator, { prompt: 'A clay vase', size: '1152*768', seed: 3 })
  const [parent] = first.results
  await make(page, generator, { prompt: 'Glaze image 1 in celadon', imageUrls: [{ item: parent?.id ?? '' }], seed: 4 })
  await openResult(page, 'Glaze image 1 in celadon')
  await expect(page.getByRole('radio', { name: 'Result' })).toBeChecked()

  await page.keyboard.press('s')
  const line = page.getByRole('slider', { name: 'Comparison slider' })
  await expect(line).toBeFocused()
  await expect(line).toHaveAttribute('aria-valuenow', '50')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(line).toHaveAttribute('aria-valuenow', '61')
  await expect(page.getByText('Before: image 1')).toBeVisible()
  await expect(page.getByText('After: result')).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('d')
  await expect(line).toHaveCount(0)
  const before = page.getByRole('img', { name: 'Before: image 1' })
  const after = page.getByRole('img', { name: 'Glaze image 1 in celadon' })
  const widths = async () => Promise.all([before, after].map(async (picture) => (await picture.boundingBox())?.width ?? 0))
  await expect.poll(async () => (await widths()).every((width) => width > 0)).toBe(true)
  const fitted = await widths()
  await page.keyboard.press('+')
  await expect.poll(async () => (await widths()).every((width, place) => width > (fitted[place] ?? 0))).toBe(true)
  const [one = 0, other = 1] = await widths()
  expect(one / other).toBeCloseTo(1, 2)

  await page.keyboard.press('r')
  await expect(before).toBeHidden()
  await page.keyboard.down('b')
  await expect(before).toBeVisible()
  await expect(after).toBeHidden()
  await page.keyboard.up('b')
  await expect(after).toBeVisible()

  await page.keyboard.press('k')
  await page.getByRole('main').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Switch automatically' })).toHaveAttribute('aria-pressed', 'false')
  const isBefore = await before.isVisible()
  await page.keyboard.press('Space')
  await expect(isBefore ? after : before).toBeVisible()
  await expectAccessible(page)
})

test('compared results share one zoom, and identical lines of their recipes can be shown', async () => {
  const { page } = fixture.kiln
  await make(page, generator, { prompt: 'A red vase on stairs', size: '1152*768', seed: 3, imageNum: '2' })
  await openResult(page, 'A red vase on stairs')
  await page.keyboard.press('c')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  await expect(page.getByText('The settings are identical. Only the files differ.')).toBeVisible()
  const pictures = page.getByRole('img', { name: /^\d: A red vase/ })
  await expect(pictures).toHaveCount(2)
  await expect(pictures.nth(1)).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: /^Zoom 100%/ })).toBeVisible()
  const places = await Promise.all([0, 1].map(async (place) => pictures.nth(place).boundingBox()))
  expect(places[0]?.width).toBe(places[1]?.width)
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Show identical settings' }).click()
  await expect(page.getByRole('row', { name: /^Seed/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'A red vase on stairs' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main', { name: 'A red vase on stairs' }).waitFor()
})

test('compared results are rated, deleted and restored by keyboard, and all but one are deleted at once', async () => {
  const { page } = fixture.kiln
  const { results } = await make(page, generator, { prompt: 'A red vase on stairs', size: '1152*768', seed: 3, imageNum: '4' })
  await openResult(page, 'A red vase on stairs')
  await page.keyboard.press('c')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  const pictures = page.getByRole('img', { name: /^\d: A red vase/ })
  const pane = (name: string) => page.getByRole('group', { name, exact: true })
  const announced = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1)
  await expect(pictures.nth(3)).toBeVisible()

  await page.keyboard.press('ArrowRight')
  await expect(pane('2: A red vase on stairs')).toBeFocused()
  await page.keyboard.press('4')
  await expect(pane('2: A red vase on stairs, 4 stars')).toBeFocused()
  await announced('4 stars')
  await expectAccessible(page)

  await page.keyboard.press('Delete')
  await expect(pictures).toHaveCount(3)
  await announced(platformText('Moved to trash'))
  await expect(pane('2: A red vase on stairs')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(pictures).toHaveCount(4)
  await expect(pane('2: A red vase on stairs, 4 stars')).toBeVisible()

  await pane('3: A red vase on stairs')
    .getByRole('button', { name: platformText('Keep this, move the others to trash') })
    .click()
  await page.getByText('Only one result is left.').waitFor()
  await announced(platformText('{count, number} items moved to trash').replace('{count, number}', '3'))
  await expect.poll(async () => (await pathsOf(page, results)).map((path) => existsSync(path))).toEqual([false, false, true, false])
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await expect(pictures).toHaveCount(4)
  await expect.poll(async () => (await pathsOf(page, results)).map((path) => existsSync(path))).toEqual([true, true, true, true])
})

test('an image is inspected by pixel, in the contact sheet, in full screen and in a slide show', async () => {
  const { page } = fixture.kiln
  const older = await make(page, generator, { prompt: 'An older bowl', size: '1152*768', seed: 9 })
  const task = await make(page, generator, { prompt: 'A calm sea', size: '1152*768', seed: 3, imageNum: '2' })
  await openResult(page, 'A calm sea')
  const picture = page.getByRole('img', { name: 'A calm sea' })
  await expect(picture).toBeVisible()

  await page.keyboard.press('i')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('group', { name: 'Pixel' })).toContainText('x 577, y 394')
  const { data } = await sharp(await pathOfResult(page, task.results[0]))
    .removeAlpha()
    .extract({ left: 577, top: 394, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  await expect(page.getByRole('button', { name: /^Copy colour/ })).toContainText(`#${data.toString('hex').toUpperCase()}`)
  await expectAccessible(page)
  await page.keyboard.press('i')

  await page.keyboard.press('g')
  const sheet = page.getByRole('group', { name: 'Contact sheet' })
  await expect(sheet.getByRole('button')).toHaveCount(2)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /^Open .*, 2 of 2/ }).click()
  await expect(page.getByText('2 of 2')).toBeVisible()

  await page.keyboard.press('ArrowRight')
  await page.getByRole('main', { name: older.title }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await expect(picture).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toHaveCount(0)
  await page.keyboard.press('p')
  await page.getByRole('main', { name: older.title }).waitFor()
  await expect(page.getByRole('img', { name: older.title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Slide show', exact: true })).toBeAttached()
  await page.getByRole('button', { name: 'Exit full screen' }).click()
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toBeVisible()

  // Entering and leaving full screen removes the focused button. The focus must then move to another element.
  const focusedTag = () => page.evaluate(() => document.activeElement?.tagName)
  await page.getByRole('button', { name: 'Full screen', exact: true }).press('Enter')
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toHaveCount(0)
  await expect.poll(focusedTag).not.toBe('BODY')
  await page.getByRole('button', { name: 'Exit full screen' }).press('Enter')
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toBeVisible()
  await expect.poll(focusedTag).not.toBe('BODY')
})

test('a loop becomes the start and end of a form, or a cut copy for a form without them', async () => {
  const { page } = fixture.kiln
  await make(page, 'text-to-video', { prompt: 'Ridges at dusk', duration: 3, seed: 5 })
  await openResult(page, 'Ridges at dusk')
  await expect(page.getByRole('button', { name: 'Use loop in…' })).toBeHidden()
  await setLoop(page, '0.4', '2.1')
  await page.getByRole('button', { name: 'Use loop in…' }).press('Enter')
  const menu = page.getByRole('dialog', { name: 'Use loop in' })
  await expect(menu.getByRole('option')).toHaveText([/Slow motion/])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const first = page.getByRole('main', { name: 'Slow motion' }).getByRole('group', { name: 'Range 1' })
  // The fields accept only multiples of half a second.
  await expect(first.getByRole('textbox', { name: 'Start time' })).toHaveValue('0.5')
  await expect(first.getByRole('textbox', { name: 'End time' })).toHaveValue('2')
  await expect(page.getByRole('figure').getByText('Ridges at dusk')).toBeVisible()

  // A second loop of the same video is added.
  await openResult(page, 'Ridges at dusk')
  await setLoop(page, '1.6', '2.6')
  await page.getByRole('button', { name: 'Use loop in…' }).press('Enter')
  await page.keyboard.press('Enter')
  const second = page.getByRole('main', { name: 'Slow motion' }).getByRole('group', { name: 'Range 2' })
  await expect(second.getByRole('textbox', { name: 'Start time' })).toHaveValue('1.5')
  await expect(first.getByRole('textbox', { name: 'Start time' })).toHaveValue('0.5')

  await make(page, 'sound-effects', { prompt: 'Bowls', duration: 5 })
  await openResult(page, 'Bowls')
  await setLoop(page, '1', '3')
  await page.getByRole('button', { name: 'Use loop in…' }).press('Enter')
  await expect(menu.getByRole('option').first()).toHaveText(/Audio repair/)
  await page.keyboard.type('voice changer')
  await expect(menu.getByRole('option')).toHaveText([/cut copy/])
  await page.keyboard.press('Enter')
  const changer = page.getByRole('main', { name: 'Voice changer' })
  await expect(changer.getByText('0:02', { exact: true })).toBeVisible()
})

test('the shown frame of a video becomes the input of a form, and is saved or copied, by keyboard', async () => {
  const { app, page } = fixture.kiln
  const clip = await make(page, 'text-to-video', { prompt: 'Ridges at dusk', duration: 3, seed: 5 })
  await openResult(page, 'Ridges at dusk')
  const video = page.locator('main video').first()
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBe(4)
  const size = await video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => ({ width: videoWidth, height: videoHeight }))
  await page.getByRole('slider', { name: 'Time' }).fill('1.5')
  await video.evaluate((player: HTMLVideoElement) => player.play())
  const button = page.getByRole('button', { name: 'Use frame in…' })
  await button.press('Enter')
  // A playing video would no longer show the frame that the user saw.
  expect(await video.evaluate((player: HTMLVideoElement) => player.paused)).toBe(true)
  const menu = page.getByRole('dialog', { name: 'Use frame in' })
  await expect(menu.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)

  const saved = join(fixture.folder, 'frame.png')
  await stubSaveDialogs(app, saved)
  await menu.getByRole('button', { name: 'Save frame as…' }).press('Enter')
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  expect(await sharp(saved).metadata()).toMatchObject({ format: 'png', ...size })
  expect((await sharp(saved).stats()).isOpaque).toBe(true)
  await expect(button).toBeFocused()
  await button.press('Enter')
  await menu.getByRole('button', { name: 'Copy frame' }).press('Enter')
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible()

  await button.press('Enter')
  await page.keyboard.type('upscaler image')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('figure').getByText('Ridges at dusk frame.jpg')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  const upscaled = async () => (await tasksOf(page)).find(({ capability }) => capability !== 'text-to-video')
  await expect.poll(async () => (await upscaled())?.from).toEqual([{ item: clip.results[0]?.id, how: 'frame' }])
})

test('a frame that can’t be read is an error, and no form opens', async () => {
  const { page } = fixture.kiln
  await make(page, 'text-to-video', { prompt: 'Ridges at dusk', duration: 3, seed: 5 })
  await openResult(page, 'Ridges at dusk')
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null)
  })
  await page.getByRole('button', { name: 'Use frame in…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Use frame in' }).getByRole('button', { name: 'Copy frame' }).press('Enter')
  await expect(page.getByText('The frame couldn’t be read.').first()).toBeVisible()
  await page.getByRole('main', { name: 'Ridges at dusk' }).waitFor()
})

test('a video is played frame by frame, at other speeds and in a loop, and compared in sync', async () => {
  const { page } = fixture.kiln
  const clip = await make(page, 'text-to-video', { prompt: 'Ridges at dusk', duration: 3, seed: 5 })
  await openResult(page, 'Ridges at dusk')
  const video = page.locator('main video').first()
  const at = () => video.evaluate((player: HTMLVideoElement) => player.currentTime)
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBe(4)
  // The video has 24 frames per second (test/tools/make-practice-clips.ts).
  await page.keyboard.press('.')
  await expect.poll(async () => Math.floor((await at()) * 24)).toBe(1)
  await page.keyboard.press('.')
  await expect.poll(async () => Math.floor((await at()) * 24)).toBe(2)
  await page.keyboard.press(',')
  await expect.poll(async () => Math.floor((await at()) * 24)).toBe(1)

  await page.keyboard.press('i')
  await page.getByRole('slider', { name: 'Time' }).fill('0.6')
  await page.getByRole('button', { name: 'Set loop end' }).click()
  await expect(page.getByRole('button', { name: /^Loop start: 0:00\.0/ })).toBeVisible()
  await page.keyboard.press('>')
  await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25')
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Unmute' })).toHaveAttribute('aria-pressed', 'true')
  const passes = await video.evaluate(
    (player: HTMLVideoElement) =>
      new Promise<readonly number[]>((resolve) => {
        const furthest: number[] = []
        let last = player.currentTime
        player.addEventListener('timeupdate', () => {
          if (player.currentTime < last - 0.2) furthest.push(last)
          last = player.currentTime
          if (furthest.length === 2) resolve(furthest)
        })
        void player.play()
      })
  )
  for (const furthest of passes) expect(furthest).toBeLessThan(1.5)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectAccessible(page)

  await make(page, 'text-to-video', { prompt: 'Ridges at dawn', duration: 3, seed: 6 })
  await page.keyboard.press('c')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  await page.getByRole('button', { name: 'Play' }).click()
  const players = page.locator('main video')
  await expect(players).toHaveCount(2)
  await expect.poll(() => players.nth(1).evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0.2)
  await page.getByRole('button', { name: 'Pause' }).click()
  const times = () => players.evaluateAll((all) => all.map((one) => (one as HTMLVideoElement).currentTime))
  await expect
    .poll(async () => {
      const [one = 0, other = 9] = await times()
      return Math.abs(one - other) < 0.1
    })
    .toBe(true)
  expect(clip.results[0]?.medium).toBe('video')
})

test('audio shows its waveform, and two results are compared by switching between them', async () => {
  const { page } = fixture.kiln
  await make(page, 'sound-effects', { prompt: 'Rain on tin', duration: 4, seed: 5 })
  await make(page, 'sound-effects', { prompt: 'Rain on glass', duration: 4, seed: 6 })
  await openResult(page, 'Rain on glass')
  const time = page.getByRole('slider', { name: 'Time' })
  await expect(page.locator('main canvas').first()).toBeVisible()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(time).toHaveAttribute('aria-valuetext', '0:01.00 of 0:04.00')
  await expectAccessible(page)
  await page.keyboard.press('c')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  const muted = () => page.locator('main audio').evaluateAll((all) => all.map((one) => (one as HTMLAudioElement).muted))
  await expect.poll(muted).toEqual([false, true])
  await page.keyboard.press('b')
  await expect.poll(muted).toEqual([true, false])
  await expect(page.getByRole('radio', { name: 'B' })).toBeChecked()
  await expectAccessible(page)
})

test('a 3D model is displayed if possible, and a truncated file is replaced by a message', async () => {
  const { page } = fixture.kiln
  const task = await make(page, 'text-to-3d', { prompt: 'A narrow vase', seed: 5 })
  await openResult(page, 'A narrow vase')
  const canvas = page.locator('canvas[data-drawn=true]')
  const cannot = page.getByRole('heading', { name: '3D model' })
  await expect(canvas.or(cannot)).toBeVisible({ timeout: 60_000 })
  if (await canvas.isVisible()) {
    await expect(page.getByText('triangles')).toBeVisible()
    const before = await canvas.screenshot()
    await page.keyboard.press('w')
    await expect(page.getByRole('button', { name: 'Wireframe' })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await canvas.screenshot()).equals(before)).toBe(false)
    await expectAccessible(page)
  }
  // A truncated file must not break the viewer.
  const path = await pathOfResult(page, task.results[0])
  await writeFile(path, (await readFile(path)).subarray(0, 400))
  await page.keyboard.press('Escape')
  await openResult(page, 'A narrow vase')
  await expect(cannot).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('main').getByRole('button', { name: 'Show in folder' })).toBeVisible()
  await expectAccessible(page)
})

test('a missing 3D model is reported as missing, even if this computer can’t display 3D', async () => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'kiln-e2e-flat-'))
  const { app, page } = await launchKiln({ userDataDir, args: ['--disable-3d-apis'] })
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  const task = await make(page, 'text-to-3d', { prompt: 'A narrow vase', seed: 5 })
  await rm(await pathOfResult(page, task.results[0]))
  await openResult(page, 'A narrow vase')
  await expect(page.getByRole('heading', { name: 'The file can’t be found' })).toBeVisible({ timeout: 60_000 })
  await app.close()
  await rm(userDataDir, { recursive: true, force: true })
})

test('a message replaces a 3D model if this computer can’t display 3D', async () => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'kiln-e2e-flat-'))
  const { app, page } = await launchKiln({ userDataDir, args: ['--disable-3d-apis'] })
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await make(page, 'text-to-3d', { prompt: 'A narrow vase', seed: 5 })
  await openResult(page, 'A narrow vase')
  await expect(page.getByRole('heading', { name: '3D model' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('This computer can’t display 3D right now.')).toBeVisible()
  await expectAccessible(page)
  await app.close()
  await rm(userDataDir, { recursive: true, force: true })
})

test('a result is rated, sent again after a confirmation, traced to its source and used as input', async () => {
  const { page } = fixture.kiln
  const first = await make(page, generator, { prompt: 'A clay bowl', size: '1152*768', seed: 3 })
  const item = first.results[0]?.id ?? ''
  const glazed = await make(page, generator, { prompt: 'Glaze the bowl of image 1', imageUrls: [{ item }], seed: 4 })
  expect(glazed.from).toEqual([{ item, how: 'input' }])
  await openResult(page, 'Glaze the bowl of image 1')
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  await recipe.getByRole('button', { name: '4 stars' }).click()
  await expect(recipe.getByRole('group', { name: 'Rating: 4' })).toBeVisible()

  await recipe.getByRole('button', { name: /^Run again.*credits/ }).click()
  await expect(recipe.getByText('You already sent these values')).toBeVisible()
  expect(fixture.service.tasks()).toHaveLength(2)
  await expectAccessible(page)
  await recipe.getByRole('button', { name: 'Generate another' }).click()
  await expect.poll(() => fixture.service.tasks().length).toBe(3)
  const [one, other] = fixture.service.tasks().filter(({ body }) => JSON.stringify(body).includes('Glaze the bowl'))
  expect(JSON.stringify(other?.body).replaceAll(/https?:[^"]+/g, '')).toBe(JSON.stringify(one?.body).replaceAll(/https?:[^"]+/g, ''))

  expect((await tasksOf(page))[0]?.from).toEqual([
    { item, how: 'input' },
    { item: glazed.results[0]?.id, how: 'again' }
  ])

  await recipe.getByRole('button', { name: 'Made from: A clay bowl' }).click()
  await page.getByRole('main', { name: 'A clay bowl' }).waitFor()
  await expect(recipe.getByRole('list', { name: 'Used in' }).getByRole('button').first()).toBeVisible()

  await recipe.getByRole('button', { name: 'Use as input for…' }).click()
  await page.getByRole('combobox', { name: 'Use as input for' }).fill('image upscaler')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'Image upscaler' }).waitFor()
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
})
