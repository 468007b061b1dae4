import { expect, test, type Locator, type Page } from '@playwright/test'
import { forEachTheme, openAppFixture, openForm, tasksOf, violationsOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.02 })
  await fixture.kiln.page.getByRole('button', { name: 'Try the practice service' }).click()
  await fixture.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => fixture.close())

async function make(page: Page, capability: string, values: Readonly<Record<string, string | number>>): Promise<void> {
  const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
    capability,
    JSON.stringify(values)
  ] as const)
  if (!sent.ok) throw new Error(sent.message)
  await expect.poll(async () => (await tasksOf(page)).find(({ id }) => id === sent.value.id)?.phase, { timeout: 30_000 }).toBe('done')
}

async function openView(page: Page, key: string, name: string): Promise<void> {
  await page.keyboard.press(`ControlOrMeta+${key}`)
  await page.getByRole('main', { name }).waitFor()
}

const tileOf = (page: Page) =>
  page
    .getByRole('grid', { name: 'Library' })
    .getByRole('gridcell', { name: /^(?:A clay vase|Rain on tin)/ })
    .first()

type Watched = { moved?: string[] }

/** Starts recording transitions, time-based animations and smooth scrolls. `movements` returns them. */
async function watchMovement(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moved: string[] = []
    Object.assign(window, { moved } satisfies Watched)
    const nameOf = (target: EventTarget | null): string => (target instanceof Element ? (target.getAttribute('class') ?? '') : '')
    document.addEventListener('transitionrun', (event) => moved.push(`${event.propertyName} of ${nameOf(event.target)}`), true)
    document.addEventListener(
      'animationstart',
      (event) => {
        const own = document.getAnimations().filter((animation) => (animation.effect as KeyframeEffect).target === event.target)
        if (own.some(({ timeline, effect }) => timeline instanceof DocumentTimeline && effect?.getComputedTiming().activeDuration !== 0))
          moved.push(`${event.animationName} of ${nameOf(event.target)}`)
      },
      true
    )
    const scroll = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function scrollIntoView(how) {
      if (typeof how === 'object' && how.behavior === 'smooth') moved.push('a scrolling')
      scroll.call(this, how)
    }
  })
}

async function movements(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as Watched).moved?.splice(0) ?? [])
}

/** Opens each view and uses the controls that are normally animated. */
async function visitEachView(page: Page): Promise<void> {
  await openView(page, '1', 'Gallery')
  await page.getByRole('article').first().hover()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog', { name: 'Filter' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Seed' }).fill('-1')
  await page.getByRole('button', { name: 'Seed', exact: true }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a vase')
  const setting = page.getByRole('switch').first()
  // The section is already open if a field inside has a value.
  if (!(await setting.isVisible())) await page.getByText('More parameters').click()
  await setting.click()
  await openView(page, '3', 'Library')
  await tileOf(page).click()
  await page.getByRole('toolbar', { name: 'Selected items' }).waitFor()
  await page.keyboard.press('Escape')
  await tileOf(page).dblclick()
  await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main', { name: 'Library' }).waitFor()
}

test('with reduced motion, nothing is animated over time', async () => {
  const { page } = fixture.kiln
  await make(page, 'imgmodel-3-0-image-generator', { prompt: 'A clay vase', seed: 3 })
  await watchMovement(page)
  await visitEachView(page)
  // Checks that animations are recorded at all. Otherwise, the following check would prove nothing.
  expect(new Set(await movements(page)).size).toBeGreaterThan(6)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await movements(page)
  await visitEachView(page)
  expect(await movements(page)).toEqual([])
})

test('with more contrast, all text has a ratio of 7:1, controls have an edge and the focus ring is thicker', async () => {
  test.setTimeout(240_000)
  const { page } = fixture.kiln
  await make(page, 'imgmodel-3-0-image-generator', { prompt: 'A clay vase', seed: 3 })
  const looks = () =>
    page.evaluate(() => {
      const box = document.querySelector('input[type=search]')?.parentElement
      if (!box) throw new Error('The gallery row isn’t rendered.')
      return {
        edge: Number.parseFloat(getComputedStyle(box).outlineWidth),
        ring: Math.max(...(getComputedStyle(box).boxShadow.match(/(\d+)px(?=,|$)/g) ?? []).map(Number.parseFloat))
      }
    })
  const search = page.getByRole('searchbox', { name: 'Search capabilities' })
  await search.focus()
  expect(await looks()).toEqual({ edge: 0, ring: 4 })
  await page.emulateMedia({ contrast: 'more' })
  expect(await looks()).toEqual({ edge: 1, ring: 5 })

  const judge = (): Promise<void> =>
    forEachTheme(page, async (theme) => {
      expect(await violationsOf(page, ['color-contrast', 'color-contrast-enhanced']), theme).toEqual([])
    })
  await judge()
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Seed' }).fill('-1')
  await judge()
  await openView(page, '2', 'Queue')
  await judge()
  await openView(page, '3', 'Library')
  await tileOf(page).click()
  await page.getByRole('toolbar', { name: 'Selected items' }).waitFor()
  await judge()
  await openView(page, '4', 'Account')
  await judge()
  await openView(page, ',', 'Settings')
  await judge()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await judge()
})

test('with forced colours, a waveform keeps its background in the library and viewer', async () => {
  const { page } = fixture.kiln
  await make(page, 'sound-effects', { prompt: 'Rain on tin', duration: 4, seed: 5 })
  await page.emulateMedia({ forcedColors: 'active' })
  // Returns the `forced-color-adjust` value that the drawing inherits, skipping `preserve-parent-color`.
  const adjustOf = (drawing: Locator) =>
    drawing.evaluate((element) => {
      let at: Element | null = element
      while (at !== null && getComputedStyle(at).forcedColorAdjust === 'preserve-parent-color') at = at.parentElement
      return at === null ? '' : getComputedStyle(at).forcedColorAdjust
    })
  await openView(page, '3', 'Library')
  // Polled, because a tile shows an icon until its waveform is drawn.
  await expect.poll(() => adjustOf(tileOf(page).locator('svg').first())).toBe('none')
  await tileOf(page).dblclick()
  await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
  await expect.poll(() => adjustOf(page.getByRole('main').locator('canvas').first())).toBe('none')
  // Only the primary button sets its own colours in forced-colours mode. Other buttons use the system's.
  await expect(page.getByRole('button', { name: 'Remix' })).toHaveCSS('forced-color-adjust', 'none')
  await expect.poll(() => adjustOf(page.getByRole('button', { name: 'Run again' }))).toBe('auto')
})

test('with forced colours, a selected tile has a frame and its stars show the rating', async () => {
  const { page } = fixture.kiln
  await make(page, 'imgmodel-3-0-image-generator', { prompt: 'A clay vase', size: '1024*1024', imageNum: '2', seed: 3 })
  await page.emulateMedia({ forcedColors: 'active' })
  await openView(page, '3', 'Library')
  const tiles = page.getByRole('grid', { name: 'Library' }).getByRole('gridcell', { name: /^A clay vase/ })
  const frameOf = (tile: Locator) => tile.evaluate((element) => getComputedStyle(element, '::after').borderTopWidth)
  await tiles.first().click()
  await expect.poll(() => frameOf(tiles.first())).toBe('4px')
  expect(await frameOf(tiles.nth(1))).not.toBe('4px')
  await page.keyboard.press('2')
  await expect(tiles.first()).toHaveAccessibleName(/2 stars/)
  await tiles.first().hover({ position: { x: 40, y: 40 } })
  const stars = tiles.first().locator('button[title$=star], button[title$=stars], button[title="No rating"]')
  await expect(stars).toHaveCount(5)
  const strengths = () => stars.evaluateAll((all) => all.map((star) => getComputedStyle(star).opacity))
  await expect.poll(strengths).toEqual(['1', '1', '0.35', '0.35', '0.35'])
})
