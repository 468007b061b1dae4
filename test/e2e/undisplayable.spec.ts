import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openConnectedFixture, submitPrompt, tasksOf, type AppFixture, pathOfResult } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openConnectedFixture({ timeScale: 0.02 })
})
test.afterEach(async () => fixture.close())

async function firstPath(): Promise<string> {
  await submitPrompt(fixture.kiln.page, 'A calm sea')
  await expect.poll(async () => (await tasksOf(fixture.kiln.page))[0]?.phase, { timeout: 60_000 }).toBe('done')
  return pathOfResult(fixture.kiln.page, (await tasksOf(fixture.kiln.page))[0]?.results[0])
}

test('a file that can’t be decoded is not reported as missing, and can be shown in its folder', async () => {
  const path = await firstPath()
  // Overwrites everything except the magic bytes.
  await writeFile(path, (await readFile(path)).fill(0, 16))
  const { page } = fixture.kiln
  await page.keyboard.press('ControlOrMeta+3')
  await page.locator('[data-cell]').first().dblclick()
  await expect(page.getByText(/^Kiln can’t display this file \(/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Show in folder' }).first()).toBeVisible()
  await expect(page.getByText('The file can’t be found')).toHaveCount(0)
})

for (const way of ['mouse', 'keyboard'] as const)
  test(`by ${way}: Check again says that a missing file was not found, and finds it under another name`, async () => {
    const path = await firstPath()
    await rename(path, join(fixture.folder, 'elsewhere.png'))
    const { page } = fixture.kiln
    await page.keyboard.press('ControlOrMeta+3')
    await page.locator('[data-cell]').first().dblclick()
    await expect(page.getByRole('heading', { name: 'The file can’t be found' })).toBeVisible()
    const checkAgain = page.getByRole('main').getByRole('button', { name: 'Check again' })
    const press = async () => {
      if (way === 'mouse') return checkAgain.click()
      await checkAgain.focus()
      return page.keyboard.press('Enter')
    }
    await press()
    await expect(page.getByText('Kiln searched its folders and didn’t find this file.')).toBeVisible()

    await rename(join(fixture.folder, 'elsewhere.png'), join(dirname(path), 'renamed.png'))
    await press()
    await expect(page.getByRole('heading', { name: 'The file can’t be found' })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('img', { name: 'A calm sea' })).toBeVisible()
    expect(fixture.service.ledger().filter(({ kind }) => kind === 'charge')).toHaveLength(1)
  })

test('the controls of a video stay within its pane beside two images', async () => {
  const { page } = fixture.kiln
  await firstPath()
  await submitPrompt(page, 'A calmer sea')
  const sent = await page.evaluate(() =>
    window.kiln.request('task.submit', { capability: 'text-to-video', values: { prompt: 'Waves', duration: 5 } })
  )
  expect(sent).toMatchObject({ ok: true })
  const phases = async () => (await tasksOf(page)).map(({ phase }) => phase)
  await expect.poll(phases, { timeout: 60_000 }).toEqual(['done', 'done', 'done'])
  await page.keyboard.press('ControlOrMeta+3')
  await page.locator('[data-cell]').first().click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'Compare' }).click()
  const pane = page.getByRole('region', { name: /: Waves$/ })
  for (const size of [
    { width: 900, height: 600 },
    { width: 1280, height: 800 }
  ]) {
    await page.setViewportSize(size)
    await expect(pane.getByRole('button', { name: 'Mute' })).toBeVisible()
    await expect.poll(async () => (await pane.locator('video').boundingBox())?.height).toBeGreaterThan(60)
    const outer = await pane.boundingBox()
    for (const button of await pane.getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(outer?.x ?? Infinity)
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0))
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0))
    }
  }
  await pane.getByRole('button', { name: 'Mute' }).click()
  await expect(pane.getByRole('button', { name: 'Unmute' })).toBeVisible()
})

test('an image is compared as an image beside another medium', async () => {
  const path = await firstPath()
  const folder = dirname(path)
  await writeFile(
    join(folder, 'corner.stl'),
    'solid corner\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid corner\n'
  )
  const { page } = fixture.kiln
  await page.evaluate(async () => {
    await window.kiln.request('library.look', undefined)
    await window.kiln.request('library.repair', { choices: [{ how: 'adopt', name: 'corner.stl' }] })
  })
  await page.keyboard.press('ControlOrMeta+3')
  await expect(page.locator('[data-cell]')).toHaveCount(2)
  await page.locator('[data-cell]').first().click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('img', { name: 'A calm sea' })).toBeVisible()
  await expect(page.getByText(/image\/png.*3D app/)).toHaveCount(0)
})
