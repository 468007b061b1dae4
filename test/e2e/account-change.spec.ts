import { expect, test } from '@playwright/test'
import { expectAccessible, inBothThemes, openConnectedBench, submitPrompt, tasksOf, type Bench } from './open-window.ts'

let bench: Bench

test.afterEach(async () => bench.close())

const nextKey = 'practice_another-key-0123456789'
type Page = Bench['kiln']['page']

/** One task is done, and the service has another key from now on. */
async function openWithOtherKey(listsTasks: boolean): Promise<Page> {
  bench = await openConnectedBench({ results: 'tiny' })
  const { page } = bench.kiln
  await submitPrompt(page, 'A celadon vase')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  if (!listsTasks) bench.service.faults.add({ on: 'recent', times: 1_000, do: { kind: 'recent-shape', shape: 'empty' } })
  await bench.service.account.change({ apiKey: nextKey })
  return page
}

async function enterNextKey(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('button', { name: 'Replace key' }).click()
  await page.getByLabel('API key', { exact: true }).fill(nextKey)
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
}

const question = (page: Page) => page.getByRole('dialog').getByText('Is this the same account?')

test('a new key whose recent tasks name one of ours is taken for the same account without a question', async () => {
  const page = await openWithOtherKey(true)
  await enterNextKey(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await submitPrompt(page, 'Another vase')
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  expect(new Set((await tasksOf(page)).map(({ connectionId }) => connectionId)).size).toBe(1)
})

test('a key of which nothing shows whose it is asks, by keyboard alone, and is the same account if the person says so', async () => {
  const page = await openWithOtherKey(false)
  await enterNextKey(page)
  await expect(question(page)).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await expect(page.getByRole('button', { name: 'Same account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await submitPrompt(page, 'Another vase')
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  expect(new Set((await tasksOf(page)).map(({ connectionId }) => connectionId)).size).toBe(1)
})

test('a different account is a connection of its own, and the tasks stay with the other one', async () => {
  const page = await openWithOtherKey(false)
  await enterNextKey(page)
  await page.getByRole('button', { name: 'Different account' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const state = await page.evaluate(() => window.kiln.request('account.state', undefined))
  const host = new URL(bench.service.url).host
  expect(state).toMatchObject({ ok: true, value: { hold: null, connection: { name: `${host} (2)` }, others: [{ name: host }] } })
  await submitPrompt(page, 'Another vase')
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  expect(new Set((await tasksOf(page)).map(({ connectionId }) => connectionId)).size).toBe(2)
})
