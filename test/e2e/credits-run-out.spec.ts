import { expect, test } from '@playwright/test'
import { connect, expectAccessible, openBench, openForm, tasksOf, type Bench } from './open-window.ts'

let bench: Bench

test.afterEach(async () => bench.close())

const charges = (): number => bench.service.ledger().filter(({ kind }) => kind === 'charge').length

test('credits that run out in the middle of a batch of 20 hold the rest, which goes on once there are more: 20 charges in all', async () => {
  test.setTimeout(120_000)
  bench = await openBench({ results: 'tiny', startingCredits: 80 })
  const { page } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a quiet vase')
  await page.getByRole('button', { name: 'Batch…' }).click()
  await page.getByRole('textbox', { name: 'How often' }).fill('20')
  await page.getByRole('button', { name: /^Make 20 pictures/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await expect(
    page
      .getByRole('main')
      .getByText(/add credits/i)
      .first()
  ).toBeVisible({ timeout: 30_000 })
  const phases = async () => (await tasksOf(page)).map(({ phase }) => phase)
  await expect.poll(async () => (await phases()).filter((phase) => phase === 'done').length, { timeout: 60_000 }).toBe(8)
  await expect.poll(async () => (await phases()).filter((phase) => phase === 'held' || phase === 'queued').length).toBe(12)
  expect(charges()).toBe(8)
  await expectAccessible(page)

  await bench.service.account.change({ balance: 1_000 })
  await page.getByRole('button', { name: 'I have done it: go on' }).click()
  await expect.poll(async () => (await phases()).filter((phase) => phase === 'done').length, { timeout: 90_000 }).toBe(20)
  expect(charges()).toBe(20)
  expect(new Set(bench.service.tasks().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(20)
  await expect(page.getByRole('button', { name: 'I have done it: go on' })).toBeHidden()
})
