import { expect, test, type Page } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, openForm, submitPrompt, tasksOf, type AppFixture } from './open-window.ts'

const title = 'Image generator'
const capability = 'imgmodel-image-generator'
let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
})
test.afterEach(async () => fixture.close())

/** Waits until main has saved these prompts, in order of the tabs. An empty draft is null. */
async function waitUntilSaved(page: Page, prompts: readonly (string | null)[], shown: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (id) => {
        const outcome = await window.kiln.request('workspace.openDrafts', { capability: id })
        return outcome.ok ? [outcome.value.drafts.map(({ opened }) => opened.form.values['prompt'] ?? null), outcome.value.shown] : null
      }, capability)
    )
    .toEqual([prompts, shown])
}

const tabsOf = (page: Page) => page.getByRole('list', { name: 'Drafts' })
const shownTab = (page: Page) => tabsOf(page).locator('[aria-current=true]')

test('drafts open, change, close and come back by keyboard, and survive a kill', async () => {
  test.setTimeout(240_000)
  let { page } = fixture.kiln
  await openForm(page, title)
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  await expect(tabsOf(page)).toHaveCount(0)
  await expect(prompt).toBeFocused()
  await page.keyboard.type('a vase')

  await page.keyboard.press('ControlOrMeta+T')
  await expect(tabsOf(page).getByRole('listitem')).toHaveCount(2)
  await expect(shownTab(page)).toHaveText('Draft 2')
  await expect(prompt).toHaveText('')
  await expect(prompt).toBeFocused()
  await page.keyboard.type('a bowl')
  await expect(shownTab(page)).toHaveText('a bowl')
  await page.keyboard.press('ControlOrMeta+T')
  await expect(shownTab(page)).toHaveText('Draft 3')
  await expectAccessible(page)

  await shownTab(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(shownTab(page)).toHaveText('a vase')
  await expect(shownTab(page)).toBeFocused()
  await expect(prompt).toHaveText('a vase')
  await page.keyboard.press('ArrowRight')
  await expect(prompt).toHaveText('a bowl')
  await waitUntilSaved(page, ['a vase', 'a bowl', null], 2)

  page = await fixture.killAndStart()
  await openForm(page, title)
  await expect(tabsOf(page).getByRole('listitem')).toHaveCount(3)
  await expect(shownTab(page)).toHaveText('a bowl')
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveText('a bowl')

  await shownTab(page).focus()
  await page.keyboard.press('Delete')
  await expect(tabsOf(page).getByRole('listitem')).toHaveCount(2)
  await expect(shownTab(page)).toBeFocused()
  await expect(page.getByText('“a bowl” closed', { exact: true })).toBeVisible()
  await waitUntilSaved(page, ['a vase', null], 3)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(shownTab(page)).toHaveText('a bowl')
  await waitUntilSaved(page, ['a vase', 'a bowl', null], 2)

  await tabsOf(page).getByRole('button', { name: 'Close “a vase”' }).press('Enter')
  await tabsOf(page).getByRole('button', { name: 'Close “Draft 3”' }).press('Enter')
  await expect(tabsOf(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveText('a bowl')
  await waitUntilSaved(page, ['a bowl'], 2)
})

test('a remix and a sent task use the shown draft only', async () => {
  test.setTimeout(240_000)
  const { page } = fixture.kiln
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await submitPrompt(page, 'a moon jar')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase).toBe('done')
  await openForm(page, title)
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  await prompt.fill('a vase')
  await page.getByRole('button', { name: 'New draft' }).press('Enter')
  await expect(prompt).toHaveText('')
  await prompt.focus()
  await page.keyboard.type('a bowl')

  await page.getByRole('button', { name: 'Open a moon jar, 1' }).press('Enter')
  await page.getByRole('button', { name: 'Remix' }).press('Enter')
  await expect(prompt).toHaveText('a moon jar')
  // A toast stays visible while the pointer is over it.
  const undo = page.getByRole('listitem').filter({ hasText: 'Form filled in' }).getByRole('button', { name: 'Undo' })
  await undo.hover()
  await waitUntilSaved(page, ['a vase', 'a moon jar'], 2)
  // The prompt is changed, because Kiln asks for confirmation before it sends an identical task.
  await prompt.fill('a moon jar in blue')
  await page.getByRole('button', { name: /^Generate image/ }).press('Enter')
  await expect.poll(async () => (await tasksOf(page)).length).toBe(2)
  expect((await tasksOf(page))[0]?.values).toMatchObject({ prompt: 'a moon jar in blue' })

  // The undo of the remix belongs to the second draft, although the first is shown now.
  await shownTab(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(prompt).toHaveText('a vase')
  await undo.press('Enter')
  await expect(prompt).toHaveText('a bowl')
  await waitUntilSaved(page, ['a vase', 'a bowl'], 2)
})
