import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { inBothThemes, openBench, openForm, tasksOf, type Bench, untilStill } from './open-window.ts'

/** What a person has asked the whole system for: less movement, more contrast, colours of their own. */
let bench: Bench

test.beforeEach(async () => {
  bench = await openBench({ timeScale: 0.02 })
  await bench.kiln.page.getByRole('button', { name: 'Try it with the practice service' }).click()
  await bench.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => bench.close())

async function make(page: Page, capability: string, values: Readonly<Record<string, string | number>>): Promise<void> {
  const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
    capability,
    JSON.stringify(values)
  ] as const)
  if (!sent.ok) throw new Error(sent.message)
  await expect.poll(async () => (await tasksOf(page)).find(({ id }) => id === sent.value.id)?.phase, { timeout: 30_000 }).toBe('done')
}

async function openPlace(page: Page, key: string, name: string): Promise<void> {
  await page.keyboard.press(`ControlOrMeta+${key}`)
  await page.getByRole('main', { name }).waitFor()
}

const tileOf = (page: Page) =>
  page
    .getByRole('grid', { name: 'Library' })
    .getByRole('gridcell', { name: /^(?:A clay vase|Rain on tin)/ })
    .first()

type Watched = { moved?: string[] }

/** From now on the page writes down every movement that the clock drives, and every scrolling that takes its time. */
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

/** Opens, points, chooses and closes what moves for everybody else. */
async function goAround(page: Page): Promise<void> {
  await openPlace(page, '1', 'Gallery')
  await page.getByRole('article').first().hover()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog', { name: 'Filter' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or do' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Seed' }).fill('-1')
  await page
    .getByRole('button', { name: 'Show', exact: true })
    .or(page.getByRole('button', { name: 'Write it', exact: true }))
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a vase')
  await page.getByRole('switch').first().click()
  await openPlace(page, '3', 'Library')
  await tileOf(page).click()
  await page.getByRole('toolbar', { name: 'Selected' }).waitFor()
  await page.keyboard.press('Escape')
  await tileOf(page).dblclick()
  await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main', { name: 'Library' }).waitFor()
}

test('with less movement asked for nothing moves by the clock', async () => {
  const { page } = bench.kiln
  await make(page, 'imgmodel-3-0-image-generator', { prompt: 'A clay vase', seed: 3 })
  await watchMovement(page)
  await goAround(page)
  // Without the wish there is enough of it: what follows can fail.
  expect(new Set(await movements(page)).size).toBeGreaterThan(6)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await movements(page)
  await goAround(page)
  expect(await movements(page)).toEqual([])
})

test('with more contrast asked for every text is 7:1, controls have an edge, and the focus is heavier', async () => {
  test.setTimeout(240_000)
  const { page } = bench.kiln
  await make(page, 'imgmodel-3-0-image-generator', { prompt: 'A clay vase', seed: 3 })
  const looks = () =>
    page.evaluate(() => {
      const box = document.querySelector('input[type=search]')?.parentElement
      if (!box) throw new Error('The row of the gallery is not there.')
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
    inBothThemes(page, async (theme) => {
      await untilStill(page)
      const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast', 'color-contrast-enhanced']).analyze()
      const weak = violations.flatMap(({ nodes }) => nodes.map(({ target, any }) => `${target.join(' ')}: ${any[0]?.message ?? ''}`))
      expect(weak, theme).toEqual([])
    })
  await judge()
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Seed' }).fill('-1')
  await judge()
  await openPlace(page, '2', 'Queue')
  await judge()
  await openPlace(page, '3', 'Library')
  await tileOf(page).click()
  await page.getByRole('toolbar', { name: 'Selected' }).waitFor()
  await judge()
  await openPlace(page, '4', 'Account')
  await judge()
  await openPlace(page, ',', 'Settings')
  await judge()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await judge()
})

test('with colours that the system forces a sound still lies on its ground, in gallery, library and viewer', async () => {
  const { page } = bench.kiln
  await make(page, 'sound-effects', { prompt: 'Rain on tin', duration: 4, seed: 5 })
  await page.emulateMedia({ forcedColors: 'active' })
  // A drawing has what it stands on.
  const adjustOf = (drawing: Locator) =>
    drawing.evaluate((element) => {
      let at: Element | null = element
      while (at !== null && getComputedStyle(at).forcedColorAdjust === 'preserve-parent-color') at = at.parentElement
      return at === null ? '' : getComputedStyle(at).forcedColorAdjust
    })
  // Polled: a tile shows a sign until its wave is drawn.
  const drawing = page.getByRole('article').first().locator('svg[preserveAspectRatio=none]')
  await expect.poll(() => adjustOf(drawing)).toBe('none')
  await openPlace(page, '3', 'Library')
  await expect.poll(() => adjustOf(tileOf(page).locator('svg').first())).toBe('none')
  await tileOf(page).dblclick()
  await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
  await expect.poll(() => adjustOf(page.getByRole('main').locator('canvas').first())).toBe('none')
  // What is pressed is said by lines all the same.
  await expect(page.getByRole('button', { name: 'Remix' })).toHaveCSS('forced-color-adjust', 'none')
  await expect.poll(() => adjustOf(page.getByRole('button', { name: 'Run again' }))).toBe('auto')
})
