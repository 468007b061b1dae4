import { expect, test } from '@playwright/test'
import { tabTo } from './keyboard-navigation.ts'
import { openConnectedFixture, submitPrompt, tasksOf, type AppFixture } from './open-window.ts'

type Page = AppFixture['kiln']['page']
let fixture: AppFixture

test.afterEach(async () => fixture.close())

const charges = (): number => fixture.service.ledger().filter(({ kind }) => kind === 'charge').length
const row = (page: Page, name: string) => page.getByRole('main', { name: 'Queue' }).getByRole('article', { name })

async function openQueue(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('main', { name: 'Queue' }).waitFor()
}

async function make(page: Page, prompt: string): Promise<string> {
  const id = await submitPrompt(page, prompt)
  await expect.poll(async () => (await tasksOf(page)).find((task) => task.id === id)?.phase, { timeout: 30_000 }).toBe('done')
  return id
}

/** Creates a batch of ten rows and stops the batch before all rows are sent. */
async function stoppedBatch(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const capability = 'imgmodel-image-generator'
    const source = { way: 'seeds', count: 10, first: null } as const
    const plan = await window.kiln.request('batch.plan', { ticket: 'plan', capability, values: { prompt: 'a vase' }, source })
    if (!plan.ok) throw new Error(plan.message)
    const batch = await window.kiln.request('batch.start', { plan: plan.value.id, skipInvalid: false })
    if (!batch.ok) throw new Error(batch.message)
    await window.kiln.request('batch.stop', { id: batch.value.id })
  })
}
const waiting = async (page: Page) => (await tasksOf(page)).filter(({ phase }) => phase === 'queued').length

test('a finished task is hidden, found by a search, and restored by Undo and by Unhide (mouse)', async () => {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.01 })
  const { page } = fixture.kiln
  await make(page, 'a tall vase')
  await openQueue(page)
  await row(page, 'a tall vase').getByRole('button').first().click()
  await row(page, 'a tall vase').getByRole('button', { name: 'Hide' }).click()
  await expect(row(page, 'a tall vase')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(row(page, 'a tall vase')).toBeVisible()

  await row(page, 'a tall vase').getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('tall')
  await expect(row(page, 'a tall vase')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('')
  await page.getByRole('button', { name: 'Show hidden tasks' }).click()
  await row(page, 'a tall vase').getByRole('button', { name: 'Unhide' }).first().click()
  await expect(page.getByRole('heading', { name: 'Hidden' })).toHaveCount(0)
  await expect(row(page, 'a tall vase')).toBeVisible()
})

test('a finished task is hidden and restored by keyboard alone, and the focus stays in the queue', async () => {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.01 })
  const { page } = fixture.kiln
  await make(page, 'a tall vase')
  await make(page, 'a round vase')
  await openQueue(page)
  await tabTo(page, 'a round vase', 'button')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Hide' }).press('Enter')
  await expect(row(page, 'a round vase')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^a tall vase/ })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(row(page, 'a round vase')).toBeVisible()
})

test('an unfinished task can’t be hidden, and the account view leads to a hidden task after a restart', async () => {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.01 })
  let { page } = fixture.kiln
  await fixture.service.account.change({ balance: 0 })
  await submitPrompt(page, 'a held vase')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('held')
  await openQueue(page)
  await row(page, 'a held vase').getByRole('button').first().click()
  await expect(row(page, 'a held vase').getByRole('button', { name: 'Copy support bundle' })).toBeVisible()
  await expect(row(page, 'a held vase').getByRole('button', { name: 'Hide' })).toHaveCount(0)

  await row(page, 'a held vase').getByRole('button', { name: 'Cancel task' }).click()
  await row(page, 'a held vase').getByRole('button', { name: 'Hide' }).click()
  await expect(row(page, 'a held vase')).toHaveCount(0)
  page = await fixture.killAndStart()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: /^a held vase/ }).click()
  await expect(row(page, 'a held vase')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hidden' })).toHaveCount(0)
})

for (const by of ['mouse', 'keyboard'] as const) {
  test(`cancelled rows of a batch are restored by Undo and charged once each (${by})`, async () => {
    fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.01 })
    await fixture.kiln.app.close()
    // Without time scaling, Kiln sends only a few rows per second. Some rows are therefore unsent when the batch is stopped.
    const page = await fixture.start({ KILN_TIME_SCALE: '1' })
    await page.getByRole('main', { name: 'Gallery' }).waitFor()
    await stoppedBatch(page)
    const before = await waiting(page)
    expect(before).toBeGreaterThan(0)
    await openQueue(page)
    await page.getByRole('button', { name: /^Batch: / }).press('Enter')
    const cancel = page.getByRole('button', { name: /^Cancel \d+ unsent tasks?/ })
    if (by === 'mouse') await cancel.click()
    else await cancel.press('Enter')
    await expect.poll(() => waiting(page)).toBe(0)
    if (by === 'mouse') await page.getByRole('button', { name: 'Undo', exact: true }).click()
    else await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => waiting(page)).toBe(before)
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click()
    await expect.poll(async () => (await tasksOf(page)).filter(({ phase }) => phase === 'done').length, { timeout: 60_000 }).toBe(10)
    expect(charges()).toBe(10)
  })
}
