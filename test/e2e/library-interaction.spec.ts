import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { openConnectedFixture, tasksOf, type AppFixture, pathOfResult } from './open-window.ts'
import { platformText } from './launch-kiln.ts'

/** Defects that users found in the library and the viewer. */

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.02 })
})
test.afterEach(async () => fixture.close())

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Library' })
const cellsOf = (page: Page): Locator => gridOf(page).locator('[data-cell]')
const tileOf = (page: Page, name: RegExp): Locator => gridOf(page).getByRole('gridcell', { name })
const barOf = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected items' })

/** Creates `imageNum` images for each prompt and opens the library. Resolves to the path of the images' folder. */
async function make(imageNum: string, ...prompts: readonly string[]): Promise<string> {
  const { page } = fixture.kiln
  for (const prompt of prompts) {
    const request = JSON.stringify({
      capability: 'imgmodel-3-0-image-generator',
      values: { prompt, size: '1024*1024', imageNum, seed: 1 }
    })
    expect(await page.evaluate((sent) => window.kiln.request('task.submit', JSON.parse(sent)), request)).toMatchObject({ ok: true })
    await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
  }
  await page.keyboard.press('ControlOrMeta+3')
  await expect(cellsOf(page)).toHaveCount(Number(imageNum) * prompts.length)
  return dirname(await pathOfResult(page, (await tasksOf(page))[0]?.results[0]))
}

test('a tag is renamed, deleted and restored', async () => {
  await make('1', 'One', 'Two')
  const { page } = fixture.kiln
  await cellsOf(page).first().click()
  await page.keyboard.press('ControlOrMeta+a')
  await barOf(page).getByRole('button', { name: 'Tag' }).click()
  const search = page.getByRole('combobox', { name: 'Tag', exact: true })
  await search.fill('typo')
  await search.press('Enter')
  await expect(page.getByRole('option', { name: 'typo', selected: true })).toBeVisible()
  // Entering the same tag again doesn't remove the tag.
  await search.fill('typo')
  await search.press('Enter')
  await expect(page.getByRole('option', { name: 'typo', selected: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Tag' }).click()
  await page
    .getByRole('checkbox', { name: /typo/ })
    .or(page.getByRole('radio', { name: /typo/ }))
    .click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit tag…' }).click()
  await page.getByRole('textbox', { name: 'Tag name' }).fill('vase')
  await page.keyboard.press('Enter')
  await expect(tileOf(page, /^One.*tagged vase/)).toBeVisible()
  await expect(cellsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Edit tag…' }).click()
  await page.getByRole('button', { name: 'Delete tag' }).click()
  await expect(tileOf(page, /^One.*tagged/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(tileOf(page, /^One.*tagged vase/)).toBeVisible()
})

test('a tag can’t be typed beyond its maximum length', async () => {
  await make('1', 'One')
  const { page } = fixture.kiln
  await cellsOf(page).first().click()
  await barOf(page).getByRole('button', { name: 'Tag' }).click()
  const search = page.getByRole('combobox', { name: 'Tag', exact: true })
  await search.focus()
  await page.keyboard.insertText('t'.repeat(81))
  await expect(search).toHaveValue('t'.repeat(80))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 't'.repeat(80), selected: true })).toBeVisible()
})

for (const way of ['mouse', 'keyboard'] as const)
  test(`by ${way}: renaming a collection is undone`, async () => {
    await make('1', 'One')
    const { page } = fixture.kiln
    const names = async () => {
      const collections = await page.evaluate(() => window.kiln.request('library.collections', undefined))
      return collections.ok ? collections.value.map(({ name }) => name) : []
    }
    await page.evaluate(
      async (id) => {
        const item = await window.kiln.request('library.item', { id })
        const collection = await window.kiln.request('library.keepCollection', { id: null, name: 'Typo naem' })
        if (item.ok && collection.ok)
          await window.kiln.request('library.change', { keys: [item.value.key], addTo: collection.value.id, job: 'add' })
      },
      (await tasksOf(page))[0]?.results[0]?.id ?? ''
    )
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Collection' }).click()
    await page.getByRole('radio', { name: /Typo naem/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit collection…' }).click()
    await page.getByRole('textbox', { name: 'Collection name' }).fill('Pots')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Collection “Typo naem” renamed to “Pots”', { exact: true }).first()).toBeVisible()
    expect(await names()).toEqual(['Pots'])
    if (way === 'mouse') await page.getByRole('button', { name: 'Undo' }).last().click()
    else await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(names).toEqual(['Typo naem'])
  })

test('deleting and undoing by keyboard keep the focus on a tile', async () => {
  await make('4', 'One', 'Two')
  const { page } = fixture.kiln
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect(cellsOf(page).first()).toBeFocused()
  for (const steps of [0, 2, 5]) {
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await expect(cellsOf(page)).toHaveCount(7)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(cellsOf(page)).toHaveCount(8)
    await expect(gridOf(page).locator('[data-cell]:focus')).toHaveCount(1)
  }
})

test('the focus stays in the view when a click outside an open filter deletes the selection', async () => {
  await make('4', 'One')
  const { page } = fixture.kiln
  await cellsOf(page).first().click()
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Capability' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await barOf(page)
    .getByRole('button', { name: platformText('Move to trash') })
    .click()
  await expect(cellsOf(page)).toHaveCount(3)
  await expect(barOf(page)).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('at 200%, the selection bar is in the window, and each of its buttons can be scrolled into view', async () => {
  await make('1', 'One')
  const { page } = fixture.kiln
  await page.setViewportSize({ width: 640, height: 400 })
  await cellsOf(page).first().click()
  for (const part of [barOf(page), ...(await barOf(page).getByRole('button').all())]) {
    await part.scrollIntoViewIfNeeded()
    const box = await part.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(640)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(400)
  }
})

test('after an undo in the viewer, Next and Previous stay within the search results', async () => {
  await make('1', 'A red fox', 'A blue vase', 'A brown fox', 'A grey fox')
  const { page } = fixture.kiln
  await page.keyboard.press('/')
  await page.keyboard.type('fox')
  await expect(cellsOf(page)).toHaveCount(3)
  await tileOf(page, /^A brown fox/).dblclick()
  await expect(page.getByRole('heading', { name: 'A brown fox' })).toBeVisible()
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await expect(next).toBeEnabled()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('heading', { name: 'A red fox' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('heading', { name: 'A brown fox' })).toBeVisible()
  // The adjacent results are loaded again, so the first key press may have no effect.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { name: 'A brown fox' })).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'A red fox' })).toBeVisible()
})

test('the viewer rates, tags and deletes results, and a selection’s menu leads to rating, tags and saving', async () => {
  await make('1', 'One', 'Two')
  const { page } = fixture.kiln
  await tileOf(page, /^Two/).dblclick()
  await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Rating: none' })).toBeVisible()
  await page.keyboard.press('4')
  await expect(page.getByRole('group', { name: 'Rating: 4' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeEnabled()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'One' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Rating: none' })).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByRole('group', { name: 'Rating: 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('combobox', { name: 'Tag', exact: true }).fill('kept')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'kept', selected: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: platformText('Move to trash'), exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('heading', { name: 'One' })).toBeVisible()
  // A tooltip that closes right after it opened doesn't intercept the Escape key.
  await page.evaluate(async () => {
    const button = (name: string): HTMLElement | null => document.querySelector(`main button[aria-label="${name}"]`)
    button('Zoom in')?.focus()
    await new Promise((resolve) => setTimeout(resolve))
    button('Back')?.closest('main')?.focus()
    await new Promise((resolve) => setTimeout(resolve))
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }))
  })
  await expect(tileOf(page, /^One.*2 stars.*tagged kept/)).toBeVisible()
  await cellsOf(page).first().click()
  await page.keyboard.press('ControlOrMeta+a')
  for (const [item, label] of [
    ['Rate…', 'Rate'],
    ['Tags and collections…', 'Tags and collections'],
    ['Save as…', 'Save as']
  ] as const) {
    await cellsOf(page).first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('dialog', { name: label })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: label })).toHaveCount(0)
  }
})

test('a large deletion shows its progress, and can be stopped and undone', async () => {
  const folder = await make('1', 'One')
  const { page } = fixture.kiln
  const count = 200
  for (let number = 0; number < count; number += 1)
    await sharp({ create: { width: 32, height: 32, channels: 3, background: { r: number % 256, g: 90, b: 90 } } })
      .png()
      .toFile(join(folder, `strange-${number}.png`))
  await page.evaluate(async (files) => {
    await window.kiln.request('library.look', undefined)
    const choices = Array.from({ length: files }, (_, number) => ({ how: 'adopt' as const, name: `strange-${number}.png` }))
    await window.kiln.request('library.repair', { choices })
  }, count)
  await cellsOf(page).first().click()
  await page.keyboard.press('ControlOrMeta+a')
  const continueMoving = await holdMovesAfter(60)
  await page.keyboard.press('Delete')
  await expect(page.getByText(new RegExp(`[1-9]\\d* of ${count + 1}`))).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await continueMoving()
  await expect(page.getByText(/^Stopped\. \d+ items? moved to (?:trash|the Recycle Bin)$/).first()).toBeVisible()
  // A toast stays visible while the pointer is over it, unless its Undo was used.
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await undo.hover()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(undo).toHaveCount(0)
  await expect.poll(async () => (await readdir(folder)).filter((name) => name.endsWith('.png')).length).toBe(count + 1)
})

/**
 * Lets the main process move `count` files to the hidden trash folder, and pauses all further moves. The returned function resumes them.
 * Without this pause, a fast disk would complete the deletion before the test can stop it.
 */
async function holdMovesAfter(count: number): Promise<() => Promise<void>> {
  const { app } = fixture.kiln
  await app.evaluate((_electron, allowed) => {
    const files = process.getBuiltinModule('node:fs/promises')
    const { rename } = files
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(globalThis, { continueMoving: resolve })
    let started = 0
    files.rename = async (from, to) => {
      if (String(to).includes('.kiln-trash') && (started += 1) > allowed) await promise
      return rename(from, to)
    }
    process.getBuiltinModule('node:module').syncBuiltinESMExports()
  }, count)
  return () => app.evaluate(() => (globalThis as unknown as { continueMoving: () => void }).continueMoving())
}
