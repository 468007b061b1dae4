import { expect, test, type Page } from '@playwright/test'
import { openBench, openForm, tasksOf, type Bench } from './open-window.ts'

/** The least window, 900 by 600, with text of twice the size: half as many of the page's own pixels. */
const leastWindow = { width: 450, height: 300 }
let bench: Bench

test.afterEach(async () => bench.close())

/** Controls of the window that nobody can get at: what they are called, and what lies over them or that they lie outside. */
function outOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('[role=dialog]') ?? document.body
    const controls = root.querySelectorAll<HTMLElement>('button, select, input, textarea, [role=textbox], [role=slider], [role=switch]')
    const nameOf = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden=true]')) return []
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = document.elementFromPoint(x, y)
      if (hit === null) return [`${nameOf(control)}: outside`]
      const isReached = control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control) === true
      // A table stays one, and scrolls across.
      const scrollsAcross = control.closest('[role=tabpanel]')?.querySelector('[role=list]')?.contains(control) === true
      const isWhole = scrollsAcross || (left >= -1 && left + width <= innerWidth + 1)
      return isReached && isWhole ? [] : [`${nameOf(control)}: ${isWhole ? `under ${nameOf(hit)}` : 'cut off'}`]
    })
  })
}

test('with text of twice the size in the least window every control can be got at', async () => {
  test.setTimeout(240_000)
  bench = await openBench({ timeScale: 0.02 })
  const { page } = bench.kiln
  await page.setViewportSize(leastWindow)
  await page.getByRole('main', { name: 'Welcome' }).waitFor()
  const look = async (view: string): Promise<void> => {
    await page.locator('li[data-swipe-direction]').first().waitFor({ state: 'detached' })
    expect(await outOfReach(page), view).toEqual([])
  }
  const openPlace = async (key: string, name: string): Promise<void> => {
    await page.keyboard.press(`ControlOrMeta+${key}`)
    await page.getByRole('main', { name }).waitFor()
  }
  await look('Welcome')
  await page.getByRole('button', { name: 'Try it with the practice service' }).click()
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
  // The price and its button stay in sight wherever one reads.
  await expect(page.getByRole('button', { name: /^Make a picture/ })).toBeInViewport({ ratio: 1 })
  await page.getByRole('textbox', { name: 'Seed' }).fill('7')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A quiet vase')
  await page.getByRole('button', { name: 'Batch…' }).click()
  await page.getByRole('dialog').waitFor()
  await look('Batch')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Make / })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await openPlace('2', 'Queue')
  await page
    .getByRole('button', { name: /^A clay vase/ })
    .first()
    .click()
  await page.getByText('Written to the journal, before anything was sent.').waitFor()
  await look('Queue')
  await openPlace('4', 'Account')
  await look('Account')
  await openPlace(',', 'Settings')
  await look('Settings')
  await openPlace('3', 'Library')
  const tiles = page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
  await tiles.first().click()
  await page.getByRole('toolbar', { name: 'Selected' }).getByText('1 selected').waitFor()
  await expect.poll(async () => (await outOfReach(page)).filter((words) => !/: under/.test(words)), { message: 'Library' }).toEqual([])
  await page.keyboard.press('Escape')
  for (const title of ['A clay vase', 'Rain on tin']) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or do' }).fill(title)
    await page.getByRole('option', { name: title }).first().click()
    await page.getByRole('main', { name: title }).waitFor()
    await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
    await look(title)
  }
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await look('Keyboard shortcuts')
})
