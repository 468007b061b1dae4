import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Values } from '../../shared/form/values.ts'
import { stubOpenDialogs, connect, expectAccessible, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

const generator = 'imgmodel-3-0-image-generator'
let fixture: AppFixture
let folder: string

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-screens-'))
  fixture = await openAppFixture({ timeScale: 0.02 })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
  await fixture.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

async function make(page: Page, capability: string, values: Values): Promise<readonly string[]> {
  const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
    capability,
    JSON.stringify(values)
  ] as const)
  if (!sent.ok) throw new Error(sent.message)
  const find = async () => (await tasksOf(page)).find(({ id }) => id === sent.value.id)
  await expect.poll(async () => (await find())?.phase, { timeout: 60_000 }).toBe('done')
  return (await find())?.results.map(({ id }) => id) ?? []
}

async function openResult(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
  await page.getByRole('option', { name: title }).first().click()
  await page.getByRole('main', { name: title }).waitFor()
}

async function picture(name: string, width: number, height: number): Promise<string> {
  const path = join(folder, name)
  await sharp({ create: { width, height, channels: 3, background: '#c06030' } })
    .png()
    .toFile(path)
  return path
}

/** Returns the left and right edges of an element, in CSS pixels. */
async function endsOf(element: Locator): Promise<readonly [number, number]> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element isn’t rendered.')
  return [Math.round(box.x), Math.round(box.x + box.width)]
}

test('the list of shortcuts opens at its search, can be scrolled, and fades where it continues', async () => {
  const { page } = fixture.kiln
  await page.keyboard.press('?')
  const list = page.getByRole('dialog').getByRole('group', { name: 'Keyboard shortcuts' })
  await expect(page.getByRole('searchbox', { name: 'Search shortcuts' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeFocused()
  const styleOf = (name: string) => list.evaluate((area, property) => getComputedStyle(area).getPropertyValue(property), name)
  await expect.poll(() => styleOf('--fade-at-foot')).toBe('28px')
  expect(await styleOf('--fade-at-head')).toBe('0px')
  await page.keyboard.press('End')
  await expect.poll(() => styleOf('--fade-at-foot')).toBe('0px')
  await expect.poll(() => styleOf('--fade-at-head')).toBe('20px')
})

test('identical recipes are one line, and different ones appear under their results', async () => {
  const { page } = fixture.kiln
  await make(page, generator, { prompt: 'A red vase', size: '1152*768', seed: 3, imageNum: '2' })
  await openResult(page, 'A red vase')
  await page.keyboard.press('c')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  const headings = page.getByRole('columnheader')
  await expect(page.getByText('The settings are identical. Only the files differ.')).toBeVisible()
  await expect(headings).toHaveCount(0)
  await page.getByRole('switch', { name: 'Show identical settings' }).click()
  await expect(headings).toHaveText(['Result 1', 'Result 2'])
  await expect(page.getByText('total for 2 results')).toHaveCount(2)
  await page.keyboard.press('Escape')

  await make(page, generator, { prompt: 'A blue vase', size: '1152*768', seed: 3 })
  await openResult(page, 'A blue vase')
  await page.keyboard.press('c')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  const pictures = page.getByRole('img', { name: /^\d: A (?:red|blue) vase/ })
  await expect(pictures.nth(1)).toBeVisible()
  await expect(headings).toHaveCount(2)
  const starts = async (all: Locator) => Promise.all([0, 1].map(async (place) => (await endsOf(all.nth(place)))[0]))
  const [ofPictures, ofHeadings] = [await starts(pictures), await starts(headings)]
  expect((ofPictures[1] ?? 0) - (ofPictures[0] ?? 0)).toBe((ofHeadings[1] ?? 0) - (ofHeadings[0] ?? 0))
})

test('the edges of the stage lead to the next result, and a wide window shows the results nearby', async () => {
  const { page } = fixture.kiln
  for (const prompt of ['An old bowl', 'A red vase', 'A blue vase']) await make(page, generator, { prompt, size: '1152*768', seed: 3 })
  await openResult(page, 'A red vase')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  const vase = page.getByRole('img', { name: 'A red vase', exact: true })
  await expect(vase).toBeVisible()
  const edge = await next.boundingBox()
  const image = await vase.boundingBox()
  expect(edge?.height).toBeGreaterThanOrEqual(image?.height ?? Infinity)
  await page.mouse.click((edge?.x ?? 0) + (edge?.width ?? 0) - 4, (edge?.y ?? 0) + 4)
  await page.getByRole('main', { name: 'An old bowl' }).waitFor()
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.getByRole('main', { name: 'A red vase' }).waitFor()

  const strip = page.getByRole('navigation', { name: 'Nearby results' })
  await expect(strip).toHaveCount(0)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(strip.getByRole('button')).toHaveCount(3)
  await expect(strip.getByRole('button', { name: 'A red vase' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: 'Slide show' })).toHaveText('Slide show')
  await expectAccessible(page)
  await strip.getByRole('button', { name: 'A blue vase' }).click()
  await page.getByRole('main', { name: 'A blue vase' }).waitFor()
})

test('values that the user didn’t choose are listed as defaults', async () => {
  const { page } = fixture.kiln
  await make(page, generator, { prompt: 'A red vase', size: '1152*768', seed: 3 })
  await openResult(page, 'A red vase')
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  await expect(recipe.getByText('Thinking', { exact: true })).toBeHidden()
  await recipe.getByText('Default values').click()
  await expect(recipe.getByText('Thinking', { exact: true })).toBeVisible()
})

test('the seek bar isn’t wider than its content', async () => {
  const { page } = fixture.kiln
  await make(page, 'text-to-video', { prompt: 'Waves', duration: 3 })
  await openResult(page, 'Waves')
  const [clip, bar] = [await endsOf(page.locator('main video')), await endsOf(page.getByRole('slider', { name: 'Time' }))]
  expect(bar[0]).toBeGreaterThanOrEqual(clip[0])
  expect(bar[1]).toBeLessThanOrEqual(clip[1])
})

test('the name of a source is fully visible', async () => {
  const { page } = fixture.kiln
  const [parent = ''] = await make(page, generator, { prompt: 'A clay vase', size: '1152*768', seed: 3 })
  await make(page, 'image-to-video', { prompt: 'The vase turns', firstFrameImageUrl: { item: parent } })
  await openResult(page, 'The vase turns')
  const name = page.getByRole('navigation', { name: 'Results from this task' }).locator('.cut')
  await expect(name).toHaveText('First frame')
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1000, height: 700 }
  ]) {
    await page.setViewportSize(size)
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
  }
})

test('the duration of audio is below its waveform, on the same line as its title', async () => {
  const { page } = fixture.kiln
  await make(page, 'sound-effects', { prompt: 'Every kiln has a door that creaks as it opens', duration: 4, seed: 5 })
  await page.keyboard.press('ControlOrMeta+3')
  const tile = page.getByRole('grid', { name: 'Library' }).getByRole('gridcell', { name: /^Every kiln/ })
  const wave = tile.locator('svg[preserveAspectRatio=none]')
  await wave.waitFor()
  const length = tile.getByText('0:04', { exact: true })
  await expect(length).toHaveCount(1)
  const [drawn, told] = [await wave.boundingBox(), await length.boundingBox()]
  expect(told?.y).toBeGreaterThanOrEqual((drawn?.y ?? Infinity) + (drawn?.height ?? 0))
  const line = await length.evaluate((element) => element.parentElement?.getBoundingClientRect().height ?? Infinity)
  expect(line).toBeLessThan(2 * (told?.height ?? 0))
})

test('adjacent media fields have the same height, and their captions are aligned', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image to video')
  for (const [name, width, height] of [
    ['wide.png', 900, 600],
    ['tall.png', 600, 900]
  ] as const) {
    await stubOpenDialogs(fixture.kiln.app, [await picture(name, width, height)])
    await page.getByRole('main').getByRole('button', { name: 'Browse…' }).first().click()
    await expect(page.getByText(name)).toBeVisible()
  }
  const tops = await Promise.all(['wide.png', 'tall.png'].map(async (name) => (await page.getByText(name).boundingBox())?.y))
  expect(tops[0]).toBe(tops[1])
  const names = await Promise.all(
    ['First frame', 'Last frame'].map(async (name) => (await page.getByRole('heading', { name }).boundingBox())?.y)
  )
  expect(names[0]).toBe(names[1])
})

test('moving the focus never scrolls the whole window', async () => {
  const { page } = fixture.kiln
  const scrolledBy = await page.evaluate(() => {
    const field = document.createElement('input')
    field.style.cssText = 'position: absolute; inset-block-start: calc(100vh + 40px)'
    document.body.append(field)
    field.focus()
    field.scrollIntoView()
    const tops = [document.documentElement, document.body].map(({ scrollTop }) => scrollTop)
    field.remove()
    return tops
  })
  expect(scrolledBy).toEqual([0, 0])
})
