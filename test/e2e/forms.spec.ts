import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Task } from '../../shared/task/task.ts'
import type { Values } from '../../shared/form/values.ts'
import {
  stubOpenDialogs,
  connect,
  expectAccessible,
  finishAnimations,
  openAppFixture,
  tasksOf,
  type AppFixture,
  pathOfResult
} from './open-window.ts'

let fixture: AppFixture

test.afterEach(async () => fixture.close())

test('a text-to-video form with two modes keeps shared values, and each mode sends only its own', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Text to video Pro')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse in a storm')
  await page.getByRole('radio', { name: '9:16' }).click()
  await page.getByRole('radio', { name: '1080p' }).click()
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'Multiple shots' }).click()
  await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
  await expect(page.getByRole('radio', { name: '1080p' })).toBeChecked()
  const first = page.getByRole('group', { name: 'Shot 1' })
  await first.getByRole('textbox', { name: 'Prompt' }).fill('The sea')
  await first.getByRole('textbox', { name: 'Duration' }).fill('2')
  await first.getByRole('group', { name: 'Camera motion' }).getByLabel('Type').selectOption({ label: 'Crane' })
  await page.getByRole('button', { name: 'Add another shot' }).click()
  const second = page.getByRole('group', { name: 'Shot 2' })
  await second.getByRole('textbox', { name: 'Prompt' }).fill('The lamp')
  // The first step from an empty field sets the minimum. Further steps add one second, or ten with Shift, up to the maximum of 8.
  await second.getByRole('textbox', { name: 'Duration' }).focus()
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Shift+ArrowUp', 'ArrowDown']) await page.keyboard.press(key)
  await expect(second.getByRole('textbox', { name: 'Duration' })).toHaveValue('7')
  await expectAccessible(page)
  await send(page)
  expect(lastBody()).toEqual({
    mode: 'shots',
    shots: [
      { prompt: 'The sea', duration: 2, camera: { move: 'crane' } },
      { prompt: 'The lamp', duration: 7 }
    ],
    aspectRatio: '9:16',
    resolution: '1080p'
  })

  await page.getByRole('radio', { name: 'Single shot' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('A lighthouse in a storm')
  await send(page)
  expect(lastBody()).toEqual({ mode: 'single', prompt: 'A lighthouse in a storm', aspectRatio: '9:16', resolution: '1080p' })
  await expectResultsOnDisk(page, 2)
})

test('an image-to-video form accepts two valid frames, one of them from the library', async () => {
  // Long, because the test checks all accessibility rules on a long form twice, in both themes.
  test.setTimeout(240_000)
  fixture = await openAppFixture()
  const { page, app } = fixture.kiln
  const [strip, torn, frame] = [
    await picture('strip.png', 1600, 320),
    join(fixture.folder, 'torn.png'),
    await picture('frame.png', 960, 640)
  ]
  await writeFile(torn, (await readFile(frame)).subarray(0, 900))
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await make(page, 'imgmodel-3-0-image-generator', { prompt: 'A harbour at dawn', size: '1152*768', seed: 4 })

  await openForm(page, 'Image to video')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The fog lifts')
  const reasons = page.getByRole('complementary', { name: 'Parameters' }).getByRole('list')
  await stubOpenDialogs(app, [strip])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
  // The list of reasons only names the field. The field itself shows the sentence.
  await expect(page.getByText('The first frame is 1600 × 320. The aspect ratio must be between 2:5 and 5:2.')).toBeVisible()
  await expect(reasons).toHaveText('First frameChoose another file')
  await expect(page.getByRole('figure').first()).toBeFocused()
  await stubOpenDialogs(app, [torn])
  await reasons.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByText('torn.png is incomplete or damaged. Choose another file.')).toBeVisible()
  await stubOpenDialogs(app, [frame])
  await reasons.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByText('960 × 640')).toBeVisible()
  // The focused button has disappeared with its message, so the focus moves to the submit button.
  await expect(page.getByRole('button', { name: /^Generate / })).toBeFocused()

  // “Blend” requires the last frame, so the form lists the missing frame as a reason.
  await page.getByText('More parameters').click()
  await page.getByRole('textbox', { name: 'Blend' }).fill('0.4')
  await expect(reasons).toContainText('Add the last frame.')
  await page.getByRole('button', { name: 'Choose from the library: Last frame' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose from the library' })
  await picker.getByRole('textbox', { name: 'Search the library' }).fill('harbour')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(picker.getByRole('option', { name: /A harbour at dawn/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1152 × 768')).toBeVisible()
  await expectAccessible(page)
  await send(page)

  const [clip, still] = await tasksOf(page)
  const body = lastBody() as { firstFrameImageUrl: string; lastFrameImageUrl: string }
  expect(body).toMatchObject({ prompt: 'The fog lifts', blend: 0.4 })
  expect(await digestAt(body.firstFrameImageUrl)).toBe(digest(await readFile(frame)))
  expect(await digestAt(body.lastFrameImageUrl)).toBe(still?.results[0]?.sha256)
  expect(clip?.results[0]?.contentType).toBe('video/mp4')
  await expectResultsOnDisk(page, 2)
})

test('reference images are reordered by drag and by keyboard, and the prompt follows', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page, app } = fixture.kiln
  const photos = await Promise.all([
    picture('red.png', 500, 400, '#d04030'),
    picture('green.png', 500, 400, '#30a050'),
    picture('blue.png', 500, 400, '#3050d0')
  ])
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('radio', { name: 'Edit images' }).click()
  await stubOpenDialogs(app, photos)
  await page.getByRole('button', { name: 'Browse…' }).click()
  const images = page.getByRole('group', { name: 'Images' })
  const names = (): Promise<readonly string[]> => images.locator('figcaption').allTextContents()
  await expect.poll(names).toEqual([expect.stringContaining('red'), expect.stringContaining('green'), expect.stringContaining('blue')])
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('Put image 1 between image 2 and image 3')

  // Drags the first item past the second to the end.
  const grip = images.getByRole('button', { name: 'Move image 1: drag or use the arrow keys' })
  await dragTo(page, grip, images.locator('figure').nth(2))
  await expect.poll(names).toEqual([expect.stringContaining('green'), expect.stringContaining('blue'), expect.stringContaining('red')])
  await expect(prompt).toHaveText('Put image 3 between image 1 and image 2')

  // Moves the last item forward by one position using the keyboard. The focus follows, and the move is announced.
  await images.getByRole('button', { name: 'Move image 3: drag or use the arrow keys' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(names).toEqual([expect.stringContaining('green'), expect.stringContaining('red'), expect.stringContaining('blue')])
  await expect(images.getByRole('button', { name: 'Move image 2: drag or use the arrow keys' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Moved to position 2 of 3.' })).toHaveCount(1)
  await expect(prompt).toHaveText('Put image 2 between image 1 and image 3')
  await expectAccessible(page)
  await send(page)

  const { imageUrls, prompt: sent } = lastBody() as { imageUrls: string[]; prompt: string }
  expect(sent).toBe('Put image 2 between image 1 and image 3')
  const expected = await Promise.all([photos[1], photos[0], photos[2]].map(async (path) => digest(await readFile(path ?? ''))))
  expect(await Promise.all(imageUrls.map(digestAt))).toEqual(expected)
  await expectResultsOnDisk(page, 1)
})

test('a field of an unknown type uses the JSON editor, which reports each error with its line', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Pose to image')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Two dancers')
  const control = page.getByRole('group', { name: 'Control image 1' })
  await control.getByRole('radio', { name: 'Pose' }).click()
  await stubOpenDialogs(app, [await picture('pose.png', 400, 400)])
  await control.getByRole('button', { name: 'Browse…' }).click()
  await expect(control.getByText('pose.png')).toBeVisible()

  const editor = page.getByRole('textbox', { name: 'Pose keypoints' })
  const reasons = page.getByRole('complementary', { name: 'Parameters' }).getByRole('list')
  await editor.fill('[\n  [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]\n  [[0, 0]]\n]')
  await expect(page.getByText('Line 3, character 3: A comma is missing before this character.')).toBeVisible()
  await expect(reasons.getByRole('button')).toHaveText('Pose keypoints')
  await editor.fill('[\n  [[0.1, 0.2], [0.3, 1.4], [0.5, 0.6]],\n  [[0, 0]]\n]')
  await expect(page.getByText('Line 2: 1.4 is above the maximum of 1.')).toBeVisible()
  await expectAccessible(page)
  await reasons.getByRole('button', { name: 'Pose keypoints › item 2', exact: true }).click()
  await expect(editor).toBeFocused()
  expect(await editor.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd))).toBe('[[0, 0]]')

  await editor.fill('[[[0.1,0.2],[0.3,0.4],[0.5,0.6]]]')
  await page.getByRole('button', { name: 'Format JSON' }).click()
  await expect(editor).toHaveValue(/^\[\n {2}\[\n {4}\[\n {6}0\.1,/)
  // Tab indents while typing, and leaves the editor after Escape.
  await editor.press('ControlOrMeta+End')
  await page.keyboard.type(' ')
  await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await send(page)
  expect(lastBody()).toMatchObject({
    prompt: 'Two dancers',
    controls: [{ kind: 'pose', imageUrl: expect.stringMatching(/^http/) }],
    skeletons: [
      [
        [0.1, 0.2],
        [0.3, 0.4],
        [0.5, 0.6]
      ]
    ]
  })
  await expectResultsOnDisk(page, 1)
})

test('a mask is painted by mouse and keyboard, in black and white and at the image’s size', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Inpainting')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A round window')
  await stubOpenDialogs(app, [await picture('wall.jpg', 700, 500)])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
  await page.getByRole('button', { name: 'Paint a mask…' }).click()
  const painter = page.getByRole('dialog', { name: 'Paint a mask' })
  const stage = painter.getByRole('application')
  const box = await boxOf(stage.locator('[data-media]'))
  const at = (x: number, y: number): [number, number] => [box.x + (box.width * x) / 700, box.y + (box.height * y) / 500]

  await painter.getByRole('radio', { name: 'Rectangle' }).click()
  await page.mouse.move(...at(100, 100))
  await page.mouse.down()
  await page.mouse.move(...at(200, 160), { steps: 4 })
  await page.mouse.move(...at(300, 200), { steps: 4 })
  await page.mouse.up()
  // Paints one brush dab in the middle of the image by keyboard. A second dab is undone.
  await page.mouse.move(0, 0)
  await stage.focus()
  for (const key of ['b', ' ', 'ArrowDown', ' ', 'ControlOrMeta+z']) await page.keyboard.press(key)
  await expect(painter.getByText(/^700 × 500, \d+% painted$/)).toBeVisible()
  // Draws a lasso by keyboard, from the middle of the image, after zooming in and back.
  for (const key of ['+', 'l', 'Shift+Z', 'z']) await page.keyboard.press(key)
  await expect(painter.getByRole('radio', { name: 'Lasso' })).toBeChecked()
  await expect(painter.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')
  const lines = { ArrowRight: 60, ArrowDown: 60, ArrowLeft: 60 }
  await page.keyboard.press('Enter')
  for (const [key, length] of Object.entries(lines)) for (let step = 0; step < length; step += 1) await page.keyboard.press(`Shift+${key}`)
  await page.keyboard.press('Enter')
  // The mask grows by 5 pixels, shrinks again, and one corner is erased.
  await painter.getByRole('button', { name: 'Adjust' }).click()
  const adjust = page.getByRole('dialog', { name: 'Adjust mask' })
  await expect(adjust.getByRole('slider', { name: 'Amount' })).toHaveValue('5')
  await expectAccessible(page)
  await adjust.getByRole('button', { name: 'Grow' }).click()
  await page.keyboard.press('Escape')
  await painter.getByRole('radio', { name: 'Rectangle' }).click()
  await painter.getByRole('radio', { name: 'Erase' }).click()
  await page.mouse.move(...at(280, 180))
  await page.mouse.down()
  await page.mouse.move(...at(320, 220), { steps: 4 })
  await page.mouse.up()
  await painter.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Paint or erase')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // Cancelling keeps the painted mask for the next opening.
  await painter.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Paint a mask…' }).click()
  await expect(painter.getByText(/^700 × 500, [1-9]\d*% painted$/)).toBeVisible()
  await expectAccessible(page)
  await painter.getByRole('button', { name: 'Use mask' }).click()
  await expect(painter).toBeHidden()
  await expect(page.getByText('wall mask.png')).toBeVisible()
  await send(page)

  const { maskImageUrl } = lastBody() as { maskImageUrl: string }
  const mask = sharp(Buffer.from(await (await fetch(maskImageUrl)).arrayBuffer()))
  expect(await mask.metadata()).toMatchObject({ format: 'png', width: 700, height: 500 })
  const { data } = await mask.greyscale().raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number): number | undefined => data[y * 700 + x]
  expect(new Set(data)).toEqual(new Set([0, 255]))
  expect([pixel(97, 110), pixel(110, 97), pixel(303, 150), pixel(335, 250), pixel(380, 280)]).toEqual([255, 255, 255, 255, 255])
  expect([pixel(90, 110), pixel(310, 150), pixel(290, 190), pixel(110, 210), pixel(330, 295), pixel(350, 355)]).toEqual([0, 0, 0, 0, 0, 0])
  await expectResultsOnDisk(page, 1)
})

test('camera and microphone are allowed only while a recorder is open, and record a photo and audio', async () => {
  fixture = await openAppFixture({ results: 'tiny' }, ['--use-fake-device-for-media-stream'])
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Background removal')
  expect(await capture(page, { video: true })).toBe('NotAllowedError')
  await page.getByRole('button', { name: 'Take a photo for Image' }).click()
  const recorder = page.getByRole('dialog', { name: 'Take a photo' })
  await expect(recorder.getByRole('button', { name: 'Take photo' })).toBeEnabled()
  await expect.poll(() => recorder.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0)
  expect(await capture(page, { audio: true })).toBe('NotAllowedError')
  await expectAccessible(page)
  await recorder.getByRole('button', { name: 'Take photo' }).click()
  await recorder.getByRole('button', { name: 'Use this photo' }).click()
  await expect(page.getByText(/^Photo \d\d\.\d\d\.\d\d\.jpg$/)).toBeVisible()
  expect(await capture(page, { video: true })).toBe('NotAllowedError')
  await send(page)

  await openForm(page, 'Speech enhancer')
  await page.getByRole('button', { name: 'Record Audio' }).click()
  const sound = page.getByRole('dialog', { name: 'Record audio' })
  await sound.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(sound.getByRole('timer')).toContainText('0:02 of 5:00')
  await sound.getByRole('button', { name: 'Stop' }).click()
  await sound.getByRole('button', { name: 'Use this recording' }).click()
  await expect(page.getByText(/^Recording \d\d\.\d\d\.\d\d\.wav$/)).toBeVisible()
  expect(await capture(page, { audio: true })).toBe('NotAllowedError')
  await expectAccessible(page)
  await send(page)
  const { audioUrl } = lastBody() as { audioUrl: string }
  const bytes = Buffer.from(await (await fetch(audioUrl)).arrayBuffer())
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  await expectResultsOnDisk(page, 2)
})

test('a field that depends on another appears in place, is announced and does not move the focus', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Film look')
  await stubOpenDialogs(app, [await picture('street.png', 600, 400)])
  await page.getByRole('button', { name: 'Browse…' }).click()
  await page.getByRole('radio', { name: 'Slide', exact: true }).click()
  const settings = page.getByRole('complementary', { name: 'Parameters' })
  const tint = settings.getByRole('textbox', { name: 'Tint', exact: true })
  await expect(tint).toBeHidden()
  await pressAtOnce(page, 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Mono', exact: true })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Field added: “Tint”.' })).toHaveCount(1)
  await expectAccessible(page)

  // “Tint” is the next Tab stop. Its text is kept while another option hides the field.
  await page.keyboard.press('Tab')
  await expect(tint).toBeFocused()
  await page.keyboard.type('#c8a58a')
  await page.getByRole('radio', { name: 'Warm' }).click()
  await expect(tint).toBeHidden()
  await page.getByRole('radio', { name: 'Mono', exact: true }).click()
  await expect(tint).toHaveValue('#c8a58a')
  await send(page)
  expect(lastBody()).toMatchObject({ stock: 'mono', tint: '#c8a58a' })
  await page.getByRole('radio', { name: 'Warm' }).click()
  await send(page)
  expect(lastBody()).not.toHaveProperty('tint')
  await expectResultsOnDisk(page, 2)
})

/** Presses and releases a key before the page can respond, as on a busy machine. */
async function pressAtOnce(page: Page, key: string): Promise<void> {
  await page.evaluate((pressed) => {
    for (const type of ['keydown', 'keyup']) document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key: pressed, bubbles: true }))
  }, key)
}

test('pasted and dropped items are added to the intended media field', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A vase')
  await send(page)

  // Pastes two screenshots at once, which aren't files on disk. Then pastes two URLs as text.
  await page.getByRole('radio', { name: 'Edit images' }).click()
  const pasted = await Promise.all(
    ['#d04030', '#30a050'].map(async (color) => [...(await readFile(await picture(`${color.slice(1)}.png`, 64, 64, color)))])
  )
  await page.getByRole('button', { name: 'Browse…' }).focus()
  await paste(page, { files: pasted })
  const images = page.getByRole('group', { name: 'Images' })
  await expect(images.getByText(/^Pasted at/)).toHaveCount(2)
  await images.getByRole('button', { name: 'Add image 3' }).focus()
  await paste(page, { text: 'https://pictures.example.org/one.png\nhttps://pictures.example.org/two.png' })
  await expect(images.getByText('pictures.example.org')).toBeVisible()
  await expect(page.getByRole('main').getByText('This field accepts at most 3 items. “two.png” wasn’t added.')).toBeVisible()

  // Drags an existing result from below the form to the field's first position.
  await page.getByRole('button', { name: 'Open A vase, 1' }).dragTo(images.locator('figure').first())
  await expect(images.locator('figcaption').first()).toContainText('A vase')
  await expectAccessible(page)
  const [made] = await tasksOf(page)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Put image 1 beside image 2 and image 3')
  await send(page)
  const { imageUrls } = lastBody() as { imageUrls: string[] }
  expect(await digestAt(imageUrls[0] ?? '')).toBe(made?.results[0]?.sha256)
  expect(await digestAt(imageUrls[1] ?? '')).toBe(digest(new Uint8Array(pasted[1] ?? [])))
  expect(imageUrls[2]).toBe('https://pictures.example.org/one.png')
})

/** Opens a form from the gallery by its exact title. */
async function openForm(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation').getByText('Gallery').first().click()
  const gallery = page.getByRole('main', { name: 'Gallery' })
  await gallery.getByRole('searchbox').or(gallery.getByRole('textbox')).first().fill(title)
  await gallery.getByRole('button', { name: title, exact: true }).first().click()
  await page.getByRole('main', { name: title, exact: true }).waitFor()
}

/** Submits the form and waits until all tasks are done. */
async function send(page: Page): Promise<void> {
  const before = (await tasksOf(page)).length
  await page
    .getByRole('button', { name: /(?:credits?|price known when done)$/ })
    .last()
    .click()
  await expect.poll(async () => (await tasksOf(page)).length).toBe(before + 1)
  await allDone(page)
}

async function make(page: Page, capability: string, values: Values): Promise<void> {
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  const outcome = await page.evaluate(
    (sent) => window.kiln.request('task.submit', JSON.parse(sent)),
    JSON.stringify({ capability, values })
  )
  expect(outcome).toMatchObject({ ok: true })
  await allDone(page)
}

async function allDone(page: Page): Promise<void> {
  const phases = async (): Promise<readonly string[]> => [...new Set((await tasksOf(page)).map(({ phase }: Task) => phase))]
  await expect.poll(phases, { timeout: 30_000 }).toEqual(['done'])
}

/** Returns the request body of the last task that the service received. */
function lastBody(): unknown {
  return fixture.service.tasks().at(-1)?.body
}

async function expectResultsOnDisk(page: Page, count: number): Promise<void> {
  const results = (await tasksOf(page)).flatMap((task) => task.results)
  expect(results).toHaveLength(count)
  for (const result of results) {
    const path = await pathOfResult(page, result)
    expect(digest(await readFile(path))).toBe(result.sha256)
    expect((await stat(path)).size).toBe(result.bytes)
  }
  expect(fixture.service.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(count)
}

/** Creates an image file and returns its path. Random noise makes each file unique. */
async function picture(name: string, width: number, height: number, background = '#b9a58c'): Promise<string> {
  const path = join(fixture.folder, name)
  const noise = await sharp({ create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
    .png()
    .toBuffer()
  await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: noise, blend: 'soft-light' }])
    .toFile(path)
  return path
}

/** Drags `grip` to `target`, with pointer events along the whole path. */
async function dragTo(page: Page, grip: Locator, target: Locator): Promise<void> {
  const [from, to] = [await boxOf(grip), await boxOf(target)]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
  await page.mouse.up()
}

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  // A dialog is scaled while it opens, so the animation is finished first.
  await element.waitFor()
  await finishAnimations(element.page())
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element isn’t rendered.')
  return box
}

/** Pastes image data or text into the focused element. Dispatches a `paste` event, as the browser would. */
async function paste(page: Page, what: { readonly files?: readonly (readonly number[])[]; readonly text?: string }): Promise<void> {
  await page.evaluate(
    ([files, text]) => {
      const handed = new DataTransfer()
      for (const bytes of files) handed.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
      if (text !== '') handed.setData('text/plain', text)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: handed, bubbles: true, cancelable: true }))
    },
    [what.files ?? [], what.text ?? ''] as const
  )
}

/** Requests the camera or the microphone from the page. Returns `granted`, or the name of the error. */
async function capture(page: Page, options: { readonly video?: boolean; readonly audio?: boolean }): Promise<string> {
  return page.evaluate(
    (asked) =>
      navigator.mediaDevices.getUserMedia(asked).then(
        (stream) => {
          for (const track of stream.getTracks()) track.stop()
          return 'granted'
        },
        (error: unknown) => (error instanceof DOMException ? error.name : String(error))
      ),
    options
  )
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function digestAt(url: string): Promise<string> {
  return digest(new Uint8Array(await (await fetch(url)).arrayBuffer()))
}

for (const [width, height] of [
  [300, 9000],
  [3000, 120]
] as const) {
  test(`an image of ${width} × ${height} can be replaced and removed by mouse and by keyboard`, async () => {
    fixture = await openAppFixture({ results: 'tiny' })
    const { page, app } = fixture.kiln
    await connect(page, fixture.service.url, fixture.service.apiKey)
    await openForm(page, 'Background removal')
    for (const [name, background] of [
      ['one.png', 'teal'],
      ['two.png', 'navy']
    ] as const)
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toFile(join(fixture.folder, name))
    await stubOpenDialogs(app, [join(fixture.folder, 'one.png')])
    await page.getByRole('button', { name: /browse/i }).click()
    await expect(page.getByText('one.png')).toBeVisible()
    await stubOpenDialogs(app, [join(fixture.folder, 'two.png')])
    // The click fails if another element covers the button or clips it.
    await page.getByRole('button', { name: /^Choose another file for/ }).click()
    await expect(page.getByText('two.png').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Remove (?!background)/ }).click()
    await expect(page.getByText('two.png')).toHaveCount(0)
    await stubOpenDialogs(app, [join(fixture.folder, 'one.png')])
    await page.getByRole('button', { name: /browse/i }).press('Enter')
    await page.getByRole('button', { name: /^Remove (?!background)/ }).press('Enter')
    await expect(page.getByText('one.png')).toHaveCount(0)
  })
}

for (const by of ['mouse', 'keyboard'] as const) {
  test(`an image in the wrong format is converted by ${by}, and the original stays`, async () => {
    fixture = await openAppFixture({ results: 'tiny' })
    const { page, app } = fixture.kiln
    await connect(page, fixture.service.url, fixture.service.apiKey)
    await openForm(page, 'Background removal')
    const path = join(fixture.folder, 'phone.avif')
    await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
      .avif()
      .toFile(path)
    const before = await readFile(path)
    await stubOpenDialogs(app, [path])
    await page.getByRole('button', { name: /browse/i }).click()
    const convert = page.getByRole('button', { name: 'Convert' })
    await expect(convert).toBeVisible()
    await expectAccessible(page)
    if (by === 'mouse') await convert.click()
    else await convert.press('Enter')
    await expect(page.getByText('phone.jpg').first()).toBeVisible()
    await expect(convert).toHaveCount(0)
    await expect(page.locator('body')).not.toBeFocused()
    expect(await readFile(path)).toEqual(before)

    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByText('phone.avif').first()).toBeVisible()
    await convert.press('Enter')
    await expect(page.getByText('phone.jpg').first()).toBeVisible()
    await send(page)
    const { imageUrl } = lastBody() as { readonly imageUrl: string }
    expect((await sharp(new Uint8Array(await (await fetch(imageUrl)).arrayBuffer())).metadata()).format).toBe('jpeg')
  })
}
