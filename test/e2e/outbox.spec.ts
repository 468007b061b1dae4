import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { stubOpenDialogs, connect, expectAccessible, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture
test.afterEach(async () => fixture.close())

const standard = 'imgmodel-image-generator'

async function send(page: Page, prompt: string): Promise<void> {
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: /^Generate / }).click()
  await expect.poll(async () => (await tasksOf(page)).some(({ title }) => title === prompt)).toBe(true)
}

async function openQueue(page: Page): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Queue/ })
    .click()
  await page.getByRole('main', { name: 'Queue' }).waitFor()
}

test('a task created offline waits for the network, asks if its price has gone up, and is charged once', async () => {
  test.setTimeout(180_000)
  fixture = await openAppFixture({ results: 'tiny', isPersistent: true })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await fixture.goOffline()

  await send(page, 'a quiet vase')
  await page.getByRole('button', { name: 'Gallery', exact: true }).click()
  await openForm(page, 'Background removal')
  const photo = join(fixture.folder, 'photo.png')
  await writeFile(
    photo,
    await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c8a58a' } })
      .png()
      .toBuffer()
  )
  await stubOpenDialogs(app, [photo])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
  await expect(page.getByText('photo.png').first()).toBeVisible()
  await page.getByRole('button', { name: /^Remove background / }).click()

  await openQueue(page)
  await expect(page.getByText('waiting for the network').first()).toBeVisible()
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  await expectAccessible(page)

  await fixture.goOnline({ contractMoves: [{ kind: 'set-price', capability: standard, credits: 7 }] })
  const vase = page.getByRole('article', { name: 'a quiet vase' })
  await vase.getByRole('button', { name: 'Review' }).click({ timeout: 60_000 })
  await expect(
    vase.getByText('The price was 5 credits when this task was queued. The current price is 7 credits.', { exact: false }).first()
  ).toBeVisible()
  await expectAccessible(page)
  // The task with an unchanged price was sent automatically.
  await expect.poll(() => fixture.service.ledger().map(({ credits }) => credits), { timeout: 60_000 }).toEqual([2])

  await vase.getByRole('button', { name: 'Send for 7 credits' }).click()
  await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
  expect(fixture.service.ledger().map(({ credits }) => credits)).toEqual([2, 7])
})

test('a batch that costs more when the network is back asks once, and can be cancelled as a whole', async () => {
  test.setTimeout(180_000)
  fixture = await openAppFixture({ results: 'tiny', isPersistent: true })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a quiet vase')
  await fixture.goOffline()
  await page.getByRole('button', { name: 'Batch…' }).click()
  await page.getByRole('textbox', { name: 'Number of tasks' }).fill('12')
  await page.getByRole('button', { name: /^Generate 12 images/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await openQueue(page)
  await expect(page.getByText(/^Offline since/)).toBeVisible()

  await fixture.goOnline({ contractMoves: [{ kind: 'set-price', capability: standard, credits: 6 }] })
  await expect(
    page.getByText('The total price of these 12 rows was 60 credits when they were queued. The current price is 72 credits.', {
      exact: false
    })
  ).toBeVisible({
    timeout: 60_000
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel 12 unsent tasks', exact: true }).click()
  await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'cancelled')).toBe(true)
  expect(fixture.service.ledger()).toEqual([])
})
