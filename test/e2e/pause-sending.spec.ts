import { expect, test } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, submitPrompt, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture
test.afterEach(() => fixture.close())

test('the user pauses sending, which survives a kill, and resumes it', async () => {
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.05 })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page.getByRole('navigation').getByText('Queue').click()
  await page.getByRole('button', { name: 'Pause sending' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Sending is paused' })
  await expect(banner).toContainText('New tasks wait until you resume.')
  await submitPrompt(page, 'A vase that waits')
  await expect(banner).toContainText('1 task is waiting.')
  await expect(page.getByRole('article', { name: 'A vase that waits' })).toContainText('sending is paused')
  await expectAccessible(page)

  const again = await fixture.killAndStart()
  await expect(again.getByText('Sending is paused')).toBeVisible()
  expect((await tasksOf(again)).map(({ phase }) => phase)).toEqual(['queued'])
  expect(fixture.service.tasks()).toHaveLength(0)
  await again.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(again.getByText('Sending is paused')).toBeHidden()
  await expect.poll(async () => (await tasksOf(again)).map(({ phase }) => phase), { timeout: 60_000 }).toEqual(['done'])
  expect(fixture.service.tasks()).toHaveLength(1)
})
