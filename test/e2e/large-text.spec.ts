import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import type { Values } from '../../shared/form/values.ts'
import { chooseAppMenuItem } from './app-menu.ts'
import { stubOpenDialogs, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'
import { minWindowAtDoubleTextSize, unreachableControls } from './unreachable-controls.ts'

const portrait = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media', 'people.webp')

let fixture: AppFixture

test.afterEach(async () => fixture.close())

test('with text at twice the size in the smallest window, every control can be reached', async () => {
  test.setTimeout(240_000)
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.02 })
  const { page } = fixture.kiln
  await page.setViewportSize(minWindowAtDoubleTextSize)
  await page.getByRole('main', { name: 'Welcome' }).waitFor()
  const look = async (view: string): Promise<void> => {
    await page.locator('li[data-swipe-direction]').first().waitFor({ state: 'detached' })
    // Polled, because the layout may still change while images load.
    await expect.poll(() => unreachableControls(page), view).toEqual([])
  }
  const openView = async (key: string, name: string): Promise<void> => {
    await page.keyboard.press(`ControlOrMeta+${key}`)
    await page.getByRole('main', { name }).waitFor()
  }
  await look('Welcome')
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  for (const [capability, values] of [
    ['imgmodel-3-0-image-generator', { prompt: 'A clay vase', size: '1024*1024', imageNum: '2', seed: 3 }],
    ['sound-effects', { prompt: 'Rain on tin', duration: 4, seed: 5 }]
  ] as const) {
    const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
      capability,
      JSON.stringify(values)
    ] as const)
    expect(sent).toMatchObject({ ok: true })
  }
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 60_000 }).toEqual(['done', 'done'])
  await look('Gallery')

  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Seed' }).fill('-1')
  await look('a form that is not ready')
  // The submit button with the price stays visible at any scroll position.
  await expect(page.getByRole('button', { name: /^Generate image/ })).toBeInViewport({ ratio: 1 })
  await page.getByRole('textbox', { name: 'Seed' }).fill('7')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A quiet vase')
  await page.getByRole('button', { name: 'Batch…' }).click()
  await page.getByRole('dialog').waitFor()
  await look('Batch')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Generate / })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await openView('2', 'Queue')
  await page
    .getByRole('button', { name: /^A clay vase/ })
    .first()
    .click()
  await page.locator('summary').click()
  await page.getByText('Task saved on this computer before sending.').waitFor()
  await look('Queue')
  await openView('4', 'Account')
  await look('Account')
  await openView(',', 'Settings')
  const pages = page.getByRole('main').getByRole('combobox', { name: 'Settings pages' })
  for (const name of (await pages.getByRole('option').allTextContents()).map((text) => text.trim())) {
    await pages.selectOption(name)
    await look(`Settings: ${name}`)
  }
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('limit')
  await look('Settings: search')
  await openView('3', 'Library')
  const tiles = page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
  await tiles.first().click()
  await page.getByRole('toolbar', { name: 'Selected items' }).getByText('1 selected').waitFor()
  await expect
    .poll(async () => (await unreachableControls(page)).filter((words) => !/: under/.test(words)), { message: 'Library' })
    .toEqual([])
  await page.keyboard.press('Escape')
  for (const title of ['A clay vase', 'Rain on tin']) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
    await page.getByRole('option', { name: title }).first().click()
    await page.getByRole('main', { name: title }).waitFor()
    await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
    await look(title)
  }
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await look('Keyboard shortcuts')
})

test('with text at twice the size in a window of 1280 × 800, nothing scrolls sideways', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await page.setViewportSize({ width: 640, height: 400 })
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('main', { name: 'Settings' })
  await settings.getByRole('combobox', { name: 'Settings pages' }).selectOption('Network')
  for (const radio of await settings.getByRole('radio').all()) await radio.scrollIntoViewIfNeeded()
  await settings.getByRole('radio', { checked: true }).last().focus()
  // Allows 10 pixels for the scroll bar gutter.
  const slid = await settings.evaluate(
    (main) =>
      [...main.querySelectorAll('*')].filter(
        (one) => one.scrollLeft !== 0 || (one.matches('[role=group]') && one.scrollWidth > one.clientWidth + 10)
      ).length
  )
  expect(slid).toBe(0)
  await page.keyboard.press('ControlOrMeta+1')
  await openForm(page, 'Image generator 3.0')
  const name = page.getByRole('heading', { name: 'Image generator 3.0', level: 1 })
  expect(await name.evaluate((heading) => heading.clientWidth - heading.scrollWidth)).toBeGreaterThanOrEqual(0)
  // The form replaces its placeholder, which has the same heading.
  await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(100)
})

test('with text at twice the size in the smallest window, faces, masks, recorders, pickers and files can be reached', async () => {
  test.setTimeout(240_000)
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.02 }, ['--use-fake-device-for-media-stream'])
  const { page, app } = fixture.kiln
  await page.setViewportSize(minWindowAtDoubleTextSize)
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  const look = async (view: string): Promise<void> => {
    await page.locator('li[data-swipe-direction]').first().waitFor({ state: 'detached' })
    // Polled, because the layout may still change while images load.
    await expect.poll(() => unreachableControls(page), view).toEqual([])
  }
  /** Checks that `place` is wider and higher than 120 CSS pixels. */
  const hasRoom = async (place: Locator): Promise<void> => {
    const box = await place.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(120)
  }
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const goToForm = async (title: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
    await page.getByRole('option', { name: title }).first().click()
    await page.getByRole('main', { name: title }).waitFor()
  }
  const submit = async (capability: string, values: Values): Promise<string> => {
    const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
      capability,
      JSON.stringify(values)
    ] as const)
    if (!sent.ok) throw new Error(sent.message)
    return sent.value.id
  }
  const untilPhase = async (id: string, phase: string): Promise<void> =>
    expect.poll(async () => (await tasksOf(page)).find((task) => task.id === id)?.phase, { timeout: 60_000 }).toBe(phase)
  await untilPhase(await submit('imgmodel-3-0-image-generator', { prompt: 'A clay vase', size: '1024*1024', seed: 3 }), 'done')

  await test.step('mask painter', async () => {
    await goToForm('Inpainting')
    await stubOpenDialogs(app, [portrait])
    await page.getByRole('button', { name: 'Browse…' }).first().click()
    await page.getByRole('button', { name: 'Paint a mask…' }).click()
    await page.getByRole('dialog', { name: 'Paint a mask' }).getByRole('application').waitFor()
    await look('mask painter')
    await hasRoom(page.getByRole('application'))
    await close()
  })

  await test.step('recorders', async () => {
    await goToForm('Background removal')
    await page.getByRole('button', { name: 'Take a photo for Image' }).click()
    const camera = page.getByRole('dialog', { name: 'Take a photo' })
    await expect.poll(() => camera.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0)
    await look('camera')
    await hasRoom(camera.locator('video'))
    await camera.getByRole('button', { name: 'Take photo' }).click()
    await camera.getByRole('button', { name: 'Use this photo' }).waitFor()
    await look('a photo that was taken')
    await close()
    await goToForm('Speech enhancer')
    await page.getByRole('button', { name: 'Record Audio' }).click()
    const microphone = page.getByRole('dialog', { name: 'Record audio' })
    await look('microphone')
    await microphone.getByRole('button', { name: 'Record', exact: true }).click()
    await microphone.getByRole('button', { name: 'Stop' }).waitFor()
    await look('a sound that is recorded')
    await close()
  })

  await test.step('library picker', async () => {
    await goToForm('Background removal')
    await page.getByRole('button', { name: 'Choose from the library: Image' }).click()
    await page.getByRole('option', { name: /A clay vase/ }).waitFor()
    await look('picker of the library')
    await hasRoom(page.getByRole('listbox').last())
    await close()
  })

  await test.step('opened files, licences', async () => {
    await stubOpenDialogs(app, [portrait])
    await page.keyboard.press('ControlOrMeta+o')
    await page.getByRole('dialog', { name: 'Use as input for…' }).getByRole('option').first().waitFor()
    await look('files')
    await close()
    await chooseAppMenuItem(fixture.kiln, 'licences')
    await page.getByRole('dialog', { name: 'Licences' }).getByText('Apache License').first().waitFor()
    await look('licences')
    await close()
  })

  await test.step('faces', async () => {
    await stubOpenDialogs(app, [portrait])
    const photos = await page.evaluate(() =>
      window.kiln.request('media.browse', { capability: 'face-swap', field: 'targetImageUrl', many: false })
    )
    const draft = photos.ok ? (photos.value[0]?.draft ?? '') : ''
    const swap = await submit('face-swap', { targetImageUrl: { draft }, referenceFaceImageUrl: { draft } })
    await untilPhase(swap, 'needs_input')
    await page.keyboard.press('ControlOrMeta+2')
    await page.getByRole('main').getByRole('button', { name: 'Choose', exact: true }).click()
    await page.getByRole('button', { name: /^Face 4, unchanged/ }).waitFor()
    await look('faces')
    await page.keyboard.press('1')
    await look('a face that is chosen')
  })
})
