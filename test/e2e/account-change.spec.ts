import { expect, test } from '@playwright/test'
import { expectAccessible, openConnectedFixture, submitPrompt, tasksOf, type AppFixture, openSettingsPage } from './open-window.ts'

let fixture: AppFixture

test.afterEach(async () => fixture.close())

const nextKey = 'practice_another-key-0123456789'
type Page = AppFixture['kiln']['page']

/**
 * Opens the app and completes one task. Afterwards, the service accepts only `nextKey`. If `listsTasks` is false, the service's list of
 * recent tasks is empty.
 */
async function openWithOtherKey(listsTasks: boolean): Promise<Page> {
  fixture = await openConnectedFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await submitPrompt(page, 'A celadon vase')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  if (!listsTasks) fixture.service.faults.add({ on: 'recent', times: 1_000, do: { kind: 'recent-shape', shape: 'empty' } })
  await fixture.service.account.change({ apiKey: nextKey })
  return page
}

async function enterNextKey(page: Page): Promise<void> {
  await openSettingsPage(page, 'Connection')
  await page.getByRole('button', { name: 'Replace key' }).click()
  await page.getByLabel('API key', { exact: true }).fill(nextKey)
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
}

const question = (page: Page) => page.getByRole('dialog').getByText('Is this the same account?')

test('a new key whose recent tasks include a known task counts as the same account without a question', async () => {
  const page = await openWithOtherKey(true)
  await enterNextKey(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await submitPrompt(page, 'Another vase')
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  expect(new Set((await tasksOf(page)).map(({ connectionId }) => connectionId)).size).toBe(1)
})

test('a key of an unknown account asks for confirmation by keyboard, and keeps the account if confirmed', async () => {
  const page = await openWithOtherKey(false)
  await enterNextKey(page)
  await expect(question(page)).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Use same account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await submitPrompt(page, 'Another vase')
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  expect(new Set((await tasksOf(page)).map(({ connectionId }) => connectionId)).size).toBe(1)
})

test('a different account is added as a new connection, and earlier tasks stay with the old one', async () => {
  const page = await openWithOtherKey(false)
  await enterNextKey(page)
  await page.getByRole('button', { name: 'Add new account' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const state = await page.evaluate(() => window.kiln.request('account.state', undefined))
  const host = new URL(fixture.service.url).host
  expect(state).toMatchObject({ ok: true, value: { hold: null, connection: { name: `${host} (2)` }, others: [{ name: host }] } })
  await submitPrompt(page, 'Another vase')
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  expect(new Set((await tasksOf(page)).map(({ connectionId }) => connectionId)).size).toBe(2)
})
