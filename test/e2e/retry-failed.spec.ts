import { expect, test } from '@playwright/test'
import { expectAccessible, openConnectedFixture, submitPrompt, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture
test.afterEach(() => fixture.close())

test('all failed tasks are sent again after one question, each once, and all finished ones are hidden', async () => {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.01 })
  const { page } = fixture.kiln
  fixture.service.faults.add({ on: 'submit', times: 2, do: { kind: 'fail-task' } })
  for (const prompt of ['a red vase', 'a blue vase']) await submitPrompt(page, prompt)
  const phases = async () => (await tasksOf(page)).map(({ phase }) => phase).toSorted()
  await expect.poll(phases, { timeout: 30_000 }).toEqual(['failed', 'failed'])
  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('button', { name: 'Retry all failed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retry all failed' })
  const go = dialog.getByRole('button', { name: /^Retry 2 tasks/ })
  await expect(go).toContainText('10 credits')
  await expectAccessible(page)
  expect(fixture.service.tasks()).toHaveLength(2)

  await go.click()
  await expect(page.getByText('2 tasks added to the queue', { exact: true })).toBeVisible()
  await expect.poll(phases, { timeout: 30_000 }).toEqual(['done', 'done', 'failed', 'failed'])
  expect(fixture.service.tasks()).toHaveLength(4)
  // Each failed task was sent again, so the button is gone.
  await expect(page.getByRole('button', { name: 'Retry all failed' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Hide all finished' }).click()
  await expect(page.getByRole('heading', { name: 'Finished' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Finished' })).toBeVisible()
})
