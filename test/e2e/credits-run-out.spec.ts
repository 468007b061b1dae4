import { expect, test } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.afterEach(async () => fixture.close())

const charges = (): number => fixture.service.ledger().filter(({ kind }) => kind === 'charge').length

test('a batch of 20 is on hold when credits run out, and resumes with 20 charges in all', async () => {
  test.setTimeout(120_000)
  fixture = await openAppFixture({ results: 'tiny', startingCredits: 80 })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a quiet vase')
  await page.getByRole('button', { name: 'Batch…' }).click()
  await page.getByRole('textbox', { name: 'Number of tasks' }).fill('20')
  await page.getByRole('button', { name: /^Generate 20 images/ }).click()
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

  await fixture.service.account.change({ balance: 1_000 })
  await page.getByRole('button', { name: 'Check again' }).first().click()
  await expect.poll(async () => (await phases()).filter((phase) => phase === 'done').length, { timeout: 90_000 }).toBe(20)
  expect(charges()).toBe(20)
  expect(new Set(fixture.service.tasks().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(20)
  await expect(page.getByRole('button', { name: 'Check again' })).toBeHidden()
})
