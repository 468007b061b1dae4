import { expect, test, type Page } from '@playwright/test'
import { loadLocale } from '../../shared/i18n/load-locale.ts'
import { say, sayContract } from '../../shared/i18n/say.ts'
import { chineseEnvironment } from './launch-kiln.ts'
import { expectAccessible, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

const prompt = '石阶上的青瓷花瓶'
let fixture: AppFixture

test.beforeEach(() => loadLocale('zh-Hans'))
test.afterEach(async () => {
  await loadLocale('en')
  await fixture.close()
})

test('choosing Chinese translates every view of the main job and keeps typed text', async () => {
  test.setTimeout(240_000)
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.02 })
  const { page, app } = fixture.kiln
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('main', { name: 'Settings' }).waitFor()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: '简体中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await page.getByRole('main', { name: say('Settings') }).waitFor()
  const found: Record<string, readonly string[]> = {}
  const look = async (view: string): Promise<void> => {
    const left = await englishOn(page)
    if (left.length > 0) found[view] = left
  }
  await look('settings')

  const labels = await app.evaluate(({ Menu }) => (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label))
  expect(labels.length).toBeGreaterThan(3)
  expect(labels.filter((label) => !/\p{Script=Han}/u.test(label))).toEqual([])

  await goTo(page, 'Gallery')
  await look('gallery')
  const generator = sayContract('Image generator 3.0')
  await page
    .getByRole('button', { name: new RegExp(`^${generator}`) })
    .first()
    .click()
  await page.getByRole('main', { name: generator }).waitFor()
  const box = page.getByRole('textbox', { name: sayContract('Prompt') })
  await expect(box).toHaveText(prompt)
  const seed = page.getByRole('textbox', { name: sayContract('Seed') })
  await seed.fill('-1')
  await page
    .getByText(/“种子”不能/)
    .first()
    .waitFor()
  await look('form with a reason')
  await expectAccessible(page)
  await seed.fill('7')
  await box.press('ControlOrMeta+Enter')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  await page
    .getByRole('list', { name: say('Runs') })
    .getByRole('button')
    .first()
    .waitFor()
  await look('form with a result')

  await goTo(page, 'Queue')
  await page.getByRole('button', { name: new RegExp(`^${prompt}`) }).click()
  await page.locator('summary').click()
  await page.getByText(say('Task saved on this computer before sending.')).waitFor()
  await look('queue')
  await expectAccessible(page)
  await goTo(page, 'Library')
  await page
    .getByRole('grid', { name: say('Library') })
    .locator('[data-cell]')
    .first()
    .waitFor()
  await look('library')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: say('Search or run a command') }).fill('花瓶')
  await page.getByRole('option', { name: prompt }).first().waitFor()
  await look('search or do')
  await page.getByRole('option', { name: prompt }).first().click()
  await page.getByRole('main', { name: prompt }).waitFor()
  await look('viewer')
  await page.keyboard.press('Escape')
  await goTo(page, 'Account')
  await look('account')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: say('Keyboard shortcuts') }).waitFor()
  await look('cheat sheet')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await page.getByRole('main', { name: say('User guide') }).waitFor()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await look('user guide')
  expect(found).toEqual({})
})

test('Kiln uses Chinese automatically on a system that prefers it', async () => {
  onlyWhereEnvironmentsDecide()
  fixture = await openAppFixture({ results: 'tiny' })
  await fixture.kiln.kill()
  const page = await fixture.start(chineseEnvironment)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await page.getByRole('button', { name: say('Try the practice service') }).waitFor()
  expect(await englishOn(page)).toEqual([])
  await expectAccessible(page)
})

/** Skips the test on macOS and Windows, where environment variables can't set the app's language. */
function onlyWhereEnvironmentsDecide(): void {
  test.skip(process.platform !== 'linux', 'only Linux has an environment variable for the system language')
}

async function goTo(page: Page, place: 'Gallery' | 'Queue' | 'Library' | 'Account'): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: say(place) })
    .first()
    .click()
  await page.getByRole('main', { name: say(place) }).waitFor()
}

/** Returns visible and announced texts with two consecutive Latin words. Ignores key names and program names. */
async function englishOn(page: Page): Promise<readonly string[]> {
  const read = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (!/^(?:SCRIPT|STYLE)$/.test(node.parentElement?.tagName ?? '')) found.add(node.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) found.add(element.getAttribute(name) ?? '')
    return [...found]
  })
  const names = /\b(?:Ctrl|Shift|Home|End|Secret Service)\b/g
  return read.filter((text) => /[A-Za-z]{3,}[,.]? [A-Za-z]{2,}/.test(text.replaceAll(names, '')))
}
