import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { connect, expectAccessible, openBench, openForm, type Bench } from './open-window.ts'

let bench: Bench

test.beforeEach(async () => {
  bench = await openBench({ results: 'tiny' })
  await connect(bench.kiln.page, bench.service.url, bench.service.apiKey)
})
test.afterEach(async () => bench.close())

/** The gallery is long; what is searched for stands at its top. */
async function find(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox').fill(title)
  await openForm(page, title)
}

test('a price is the contract’s where it tells one, line by line, and follows what is chosen', async () => {
  const { page } = bench.kiln
  await openForm(page, 'Image to video')
  const button = page.getByRole('button', { name: /^Make the video/ })
  await expect(button).toContainText('25 credits')
  await page.getByRole('radio', { name: '1080p' }).click()
  await expect(button).toContainText('50 credits')
  await page.getByRole('switch', { name: 'Loop' }).click()
  await expect(button).toContainText('52 credits')
  expect(bench.service.calls().filter(({ tool }) => tool === 'estimate_model_credits')).toEqual([])
})

test('a price that the contract leaves out is the service’s own estimate, and says so', async () => {
  const { page } = bench.kiln
  await openForm(page, 'Video upscaler')
  const button = page.getByRole('button', { name: /^Make the video/ })
  await expect(button).toContainText('about 12 credits')
  await page.getByRole('radio', { name: '4' }).click()
  await expect(button).toContainText('about 24 credits')
  await page.getByRole('button', { name: 'Give the web address of Video' }).click()
  await page.getByRole('textbox', { name: /web address/i }).fill('https://films.example/tide.mp4')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The service’s own estimate for these choices.')).toBeVisible()
  await expectAccessible(page)
  await button.click()
  await expect.poll(() => bench.service.tasks().map(({ credits }) => credits)).toEqual([24])
  const asked = JSON.stringify(bench.service.calls().filter(({ tool }) => tool !== null))
  expect(asked).not.toContain('tide.mp4')
})

test('a price that nobody knows is said plainly, and so is one while MCP is down', async () => {
  const { page } = bench.kiln
  await find(page, 'Video dubbing')
  await expect(page.getByRole('button', { name: /^Make the video/ })).toContainText('price after it has run')
  bench.service.faults.add({ on: 'mcp', times: 1_000, do: { kind: 'html' } })
  await page.getByRole('navigation').getByText('Gallery').click()
  await find(page, 'Lip sync')
  await expect(page.getByRole('button', { name: /^Make the video/ })).toContainText('price after it has run')
})
