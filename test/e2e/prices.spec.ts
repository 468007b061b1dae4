import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, openForm, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
})
test.afterEach(async () => fixture.close())

/** Opens a form. Searches for the form first, because the gallery is long. */
async function find(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox').fill(title)
  await openForm(page, title)
}

test('a price from the contract follows the chosen values without an estimate by the service', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image to video')
  const button = page.getByRole('button', { name: /^Generate video/ })
  await expect(button).toContainText('25 credits')
  await page.getByRole('radio', { name: '1080p' }).click()
  await expect(button).toContainText('50 credits')
  await page.getByText('More parameters').click()
  await page.getByRole('switch', { name: 'Loop' }).click()
  await expect(button).toContainText('52 credits')
  expect(fixture.service.calls().filter(({ tool }) => tool === 'estimate_model_credits')).toEqual([])
})

test('a price missing from the contract is estimated by the service, and the form says so', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Video upscaler')
  const button = page.getByRole('button', { name: /^Upscale video/ })
  await expect(button).toContainText('about 12 credits')
  await page.getByRole('radio', { name: '4' }).click()
  await expect(button).toContainText('about 24 credits')
  await page.getByRole('button', { name: 'Enter a web address for Video' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Browse…' })).toBeFocused()
  await page.getByRole('button', { name: 'Enter a web address for Video' }).click()
  await page.getByRole('textbox', { name: /web address/i }).fill('https://films.example/tide.mp4')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The service estimated this price.')).toBeVisible()
  await expectAccessible(page)
  await button.click()
  await expect.poll(() => fixture.service.tasks().map(({ credits }) => credits)).toEqual([24])
  const asked = JSON.stringify(fixture.service.calls().filter(({ tool }) => tool !== null))
  expect(asked).not.toContain('tide.mp4')
})

test('an unknown price is shown as unknown, and so is a price while MCP is down', async () => {
  const { page } = fixture.kiln
  await find(page, 'Video dubbing')
  await expect(page.getByRole('button', { name: /^Dub video/ })).toContainText('price known when done')
  fixture.service.faults.add({ on: 'mcp', times: 1_000, do: { kind: 'html' } })
  await page.getByRole('navigation').getByText('Gallery').click()
  await find(page, 'Lip sync')
  await expect(page.getByRole('button', { name: /^Sync lips/ })).toContainText('price known when done')
})
