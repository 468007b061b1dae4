import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { connectByKeyboard, tabTo } from './keyboard-navigation.ts'
import { dragToDesktop } from './drag-out.ts'
import { stubSaveDialogs, openAppFixture, tasksOf, type AppFixture, pathOfResult } from './open-window.ts'

/** Values and checks that differ between the media. */
type Medium = {
  readonly name: string
  /** The capability's title, as shown in the gallery and on the form. */
  readonly capability: string
  /** Form values besides prompt and seed, by label. */
  readonly settings: Readonly<Record<string, string>>
  /** Number of files that the second request creates. */
  readonly files: number
  /** Selector of an element that a tile contains once its thumbnail is loaded. */
  readonly thumbnail: string
  /**
   * The capability that uses the result as input. `field`: the input's name in the request body. `prompt`: null if the capability doesn't
   * have a prompt.
   */
  readonly next: { readonly capability: string; readonly field: string; readonly prompt: string | null }
  /** Checks that the viewer displays the result and responds to the medium's keyboard shortcuts. */
  readonly onStage: (page: Page) => Promise<void>
  /** Checks that all compared results are shown side by side. */
  readonly compared: (page: Page, count: number) => Promise<void>
}

const players = (page: Page, element: 'video' | 'audio'): Locator => page.locator(`main ${element}`)
const areReady = (all: Locator): Promise<readonly boolean[]> =>
  all.evaluateAll((media) => media.map((one) => (one as HTMLMediaElement).readyState === 4))

const media: readonly Medium[] = [
  {
    name: 'an image',
    capability: 'Image generator 3.0',
    settings: {},
    files: 2,
    thumbnail: 'img',
    next: { capability: 'Image upscaler', field: 'imageUrl', prompt: null },
    onStage: async (page) => {
      const picture = page.getByRole('main').getByRole('img', { name: /^A cobalt kettle/ })
      await expect(picture).toBeVisible()
      const width = async (): Promise<number> => (await picture.boundingBox())?.width ?? 0
      const fitted = await width()
      await page.keyboard.press('+')
      await expect.poll(width).toBeGreaterThan(fitted)
      await page.keyboard.press('z')
      await expect.poll(width).toBe(fitted)
    },
    compared: async (page, count) => expect(page.getByRole('main').getByRole('img', { name: /^\d: / })).toHaveCount(count)
  },
  {
    name: 'a video',
    capability: 'Text to video',
    settings: { Duration: '3' },
    files: 1,
    thumbnail: 'img, video',
    next: { capability: 'Video upscaler', field: 'videoURL', prompt: null },
    onStage: async (page) => {
      await expect.poll(() => areReady(players(page, 'video'))).toEqual([true])
      const at = (): Promise<number> => players(page, 'video').evaluate((clip: HTMLVideoElement) => clip.currentTime)
      await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(at).toBe(1)
      await page.keyboard.press('Space')
      await expect.poll(at).toBeGreaterThan(1)
      await page.keyboard.press('Space')
      await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
    },
    compared: async (page, count) => expect.poll(() => areReady(players(page, 'video'))).toEqual(Array(count).fill(true))
  },
  {
    name: 'audio',
    capability: 'Sound effects',
    settings: { Duration: '2' },
    files: 1,
    thumbnail: 'svg path',
    next: { capability: 'Speech enhancer', field: 'audioUrl', prompt: null },
    onStage: async (page) => {
      await expect.poll(() => areReady(players(page, 'audio'))).toEqual([true])
      await page.keyboard.press('Shift+ArrowRight')
      await expect(page.getByRole('slider', { name: 'Time' })).toHaveAttribute('aria-valuetext', '0:01.00 of 0:02.00')
    },
    compared: async (page, count) => expect.poll(() => areReady(players(page, 'audio'))).toEqual(Array(count).fill(true))
  },
  {
    name: 'a 3D model',
    capability: 'Text to 3D',
    settings: {},
    files: 1,
    thumbnail: 'img',
    next: { capability: '3D retexturing', field: 'modelUrl', prompt: 'Rough clay' },
    onStage: async (page) => {
      await expect(page.locator('canvas[data-drawn=true]')).toBeVisible({ timeout: 60_000 })
      await page.keyboard.press('w')
      await expect(page.getByRole('button', { name: 'Wireframe' })).toHaveAttribute('aria-pressed', 'true')
    },
    compared: async (page, count) => expect(page.locator('canvas[data-drawn=true]')).toHaveCount(count, { timeout: 60_000 })
  }
]

let fixture: AppFixture

// Each test takes half a minute, or three times as long on two busy cores.
test.describe.configure({ timeout: 240_000 })
test.beforeEach(async () => {
  fixture = await openAppFixture({ timeScale: 0.02 })
})
test.afterEach(async () => fixture.close())

for (const medium of media)
  test(`${medium.name} is made, found, viewed, compared, remixed, used, trashed and restored by keyboard alone, and dragged out`, async () => {
    const { page, app, runtime } = fixture.kiln
    const tiles = tilesOf(page)
    const recipe = page.getByRole('complementary', { name: 'Recipe' })
    const prompt = page.getByRole('textbox', { name: 'Prompt' })

    await connectByKeyboard(page, fixture.service.url, fixture.service.apiKey)

    await test.step('create two results', async () => {
      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox', { name: 'Search capabilities' })).toBeFocused()
      await page.keyboard.type(medium.capability)
      await page.getByRole('heading', { name: 'Search results' }).waitFor()
      await tabTo(page, medium.capability)
      await page.keyboard.press('Enter')
      await page.getByRole('main', { name: medium.capability }).waitFor()
      for (const [label, value] of Object.entries(medium.settings)) await write(page, label, value)
      await write(page, 'Seed', '41')
      await write(page, 'Prompt', 'A brass bell, rung once')
      await send(page, 1)
      if (medium.files > 1) {
        await tabTo(page, '1')
        await page.keyboard.press('ArrowRight')
        await expect(page.getByRole('radio', { name: String(medium.files), exact: true })).toBeChecked()
      }
      await write(page, 'Seed', '42')
      await write(page, 'Prompt', 'A cobalt kettle that begins to sing')
      await send(page, 2)
      await allDone(page)
    })

    const [kettle, { results: [bell] } = { results: [] }] = await tasksOf(page)
    const bellPath = await pathOfResult(page, bell)
    const count = medium.files + 1

    await test.step('find a result by a word of its prompt, with its thumbnail', async () => {
      await openLibrary(page)
      await expect(tiles).toHaveCount(count)
      await searchFor(page, 'cobalt', medium.files)
      await expect(tiles.first().locator('mark')).toHaveText('cobalt')
      await expect(tiles.first().locator(medium.thumbnail).first()).toBeVisible({ timeout: 60_000 })
    })

    await test.step('view it', async () => {
      await goToTiles(page)
      await page.keyboard.press('Enter')
      await page.getByRole('main', { name: /^A cobalt kettle/ }).waitFor()
      await medium.onStage(page)
    })

    await test.step('use it as the input of another capability', async () => {
      await tabTo(page, 'Use as input for')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('combobox', { name: 'Use as input for' })).toBeFocused()
      await page.keyboard.type(medium.next.capability)
      await expect(page.getByRole('listbox', { name: 'Use as input for' }).getByRole('option')).toContainText([medium.next.capability])
      await page.keyboard.press('Enter')
      await page.getByRole('main', { name: medium.next.capability }).waitFor()
      await expect(page.getByRole('main')).toBeFocused()
      await expect(page.getByRole('main').getByRole('figure')).toContainText('A cobalt kettle')
      if (medium.next.prompt !== null) await write(page, 'Prompt', medium.next.prompt)
      await send(page, 3)
      await allDone(page)
      const body = fixture.service.tasks().at(-1)?.body as Record<string, string>
      expect(kettle?.results.map(({ sha256 }) => sha256)).toContain(await digestAt(body[medium.next.field] ?? ''))
    })

    await test.step('open it from the result made with it, and remix it', async () => {
      await openLibrary(page)
      await searchFor(page, '', count + 1)
      await goToTiles(page)
      await page.keyboard.press('ControlOrMeta+Home')
      await expect(tiles.first()).toBeFocused()
      await page.keyboard.press('Enter')
      await recipe.getByRole('button', { name: 'Made from: A cobalt kettle' }).waitFor()
      await tabTo(page, 'Made from: A cobalt kettle')
      await page.keyboard.press('Enter')
      await page.getByRole('main', { name: /^A cobalt kettle/ }).waitFor()
      await tabTo(page, 'Remix')
      await page.keyboard.press('Enter')
      await page.getByRole('main', { name: medium.capability }).waitFor()
      await expect(prompt).toHaveText('A cobalt kettle that begins to sing')
      await expect(page.getByRole('textbox', { name: 'Seed' })).toHaveValue('42')
      for (const [label, value] of Object.entries(medium.settings))
        await expect(page.getByRole('textbox', { name: label })).toHaveValue(value)
    })

    await test.step('compare all results', async () => {
      await openLibrary(page)
      await expect(tiles).toHaveCount(count + 1)
      await goToTiles(page)
      await page.keyboard.press('ControlOrMeta+a')
      await expect(page.getByRole('toolbar', { name: 'Selected items' })).toContainText(`${count + 1} selected`)
      await tabTo(page, 'Compare')
      await page.keyboard.press('Enter')
      await page.getByRole('main', { name: 'Compare' }).waitFor()
      await medium.compared(page, count + 1)
      await page.keyboard.press('Escape')
      await page.getByRole('main', { name: 'Library' }).waitFor()
      await tabTo(page, 'Clear selection')
      await page.keyboard.press('Enter')
      // The focused button no longer exists, so the focus moves to a tile.
      await expect(focusedTile(page)).toHaveCount(1)
    })

    await test.step('delete a result and restore it', async () => {
      await searchFor(page, 'brass', 1)
      await goToTiles(page)
      await page.keyboard.press('Delete')
      await page.getByRole('heading', { name: 'No results for “brass”' }).waitFor()
      await expect(page.getByRole('main')).toBeFocused()
      await expect.poll(() => existsSync(bellPath)).toBe(false)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(tiles).toHaveCount(1)
      await expect(focusedTile(page)).toHaveCount(1)
      expect(digestOf(bellPath)).toBe(bell?.sha256)
    })

    await test.step('save a copy and drag it out', async () => {
      const copy = join(fixture.folder, 'copy')
      await stubSaveDialogs(app, copy)
      await goToTiles(page)
      await page.keyboard.press('Enter')
      await page.getByRole('main', { name: /^A brass bell/ }).waitFor()
      await tabTo(page, 'Save as')
      await page.keyboard.press('Enter')
      await expect.poll(() => existsSync(copy) && digestOf(copy)).toBe(bell?.sha256)
      await page.keyboard.press('Escape')
      await expect(tiles).toBeFocused()
      // A real system drag needs a physical pointer.
      if (runtime !== 'electron') expect(await dragToDesktop(page, app, tiles)).toEqual([bellPath])
    })
  })

async function openLibrary(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('main', { name: 'Library' }).waitFor()
}

const tilesOf = (page: Page): Locator => page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
const focusedTile = (page: Page): Locator => page.locator('[data-cell]:focus')

/** Searches the library and expects `count` results. */
async function searchFor(page: Page, words: string, count: number): Promise<void> {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search the library' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(words)
  await expect(tilesOf(page)).toHaveCount(count)
}

/** Moves the focus from the search field to a tile. */
async function goToTiles(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByRole('searchbox', { name: 'Search the library' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(focusedTile(page)).toHaveCount(1)
}

/** Reaches a text field by Tab and replaces its text. */
async function write(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label, 'input:not([type=range]), [contenteditable]')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** Submits the form. Waits until `number` tasks exist in total and the submit button is ready. A busy submit button ignores presses. */
async function send(page: Page, number: number): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => (await tasksOf(page)).length).toBe(number)
  await expect(page.locator('button[aria-busy]')).toHaveCount(0)
}

async function allDone(page: Page): Promise<void> {
  await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
}

async function digestAt(url: string): Promise<string> {
  return digest(new Uint8Array(await (await fetch(url)).arrayBuffer()))
}

function digestOf(path: string): string {
  return digest(readFileSync(path))
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
