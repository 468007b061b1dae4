import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { answerOpenDialog, connect, expectAccessible, openBench, openForm, tasksOf, type Bench } from './open-window.ts'

let bench: Bench
test.afterEach(async () => bench.close())

const standard = 'imgmodel-image-generator'

async function send(page: Page, prompt: string): Promise<void> {
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: /^Make / }).click()
  await expect.poll(async () => (await tasksOf(page)).some(({ title }) => title === prompt)).toBe(true)
}

async function openQueue(page: Page): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Queue/ })
    .click()
  await page.getByRole('main', { name: 'Queue' }).waitFor()
}

test('what is composed offline waits for the network, asks when its price has gone up, and is paid once', async () => {
  test.setTimeout(180_000)
  bench = await openBench({ results: 'tiny', keepsBooks: true })
  const { page, app } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await bench.goOffline()

  await send(page, 'a quiet vase')
  await page.getByRole('button', { name: 'Gallery' }).click()
  await openForm(page, 'Background removal')
  const photo = join(bench.folder, 'photo.png')
  await writeFile(
    photo,
    await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c8a58a' } })
      .png()
      .toBuffer()
  )
  await answerOpenDialog(app, [photo])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
  await expect(page.getByText('photo.png').first()).toBeVisible()
  await page.getByRole('button', { name: /^Make / }).click()

  await openQueue(page)
  await expect(page.getByText('waits for the network').first()).toBeVisible()
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  await expectAccessible(page)

  await bench.comeBack({ contractMoves: [{ kind: 'set-price', capability: standard, credits: 7 }] })
  const vase = page.getByRole('article', { name: 'a quiet vase' })
  await vase.getByRole('button', { name: 'Answer' }).click({ timeout: 60_000 })
  await expect(vase.getByText('It cost 5 credits when you asked for it and costs 7 credits now.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  // What costs the same went by itself.
  await expect.poll(() => bench.service.ledger().map(({ credits }) => credits), { timeout: 60_000 }).toEqual([2])

  await vase.getByRole('button', { name: 'Send for 7 credits' }).click()
  await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done'), { timeout: 60_000 }).toBe(true)
  expect(bench.service.ledger().map(({ credits }) => credits)).toEqual([2, 7])
})

test('a batch that costs more when the network is back asks once, and can be taken back whole', async () => {
  test.setTimeout(180_000)
  bench = await openBench({ results: 'tiny', keepsBooks: true })
  const { page } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a quiet vase')
  await bench.goOffline()
  await page.getByRole('button', { name: 'Batch…' }).click()
  await page.getByRole('textbox', { name: 'How often' }).fill('12')
  await page.getByRole('button', { name: /^Make 12 pictures/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await openQueue(page)
  await expect(page.getByText(/^Offline since/)).toBeVisible()

  await bench.comeBack({ contractMoves: [{ kind: 'set-price', capability: standard, credits: 6 }] })
  await expect(page.getByText('12 rows cost 60 credits when you asked and 72 credits now.', { exact: false })).toBeVisible({
    timeout: 60_000
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect.poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'cancelled')).toBe(true)
  expect(bench.service.ledger()).toEqual([])
})
