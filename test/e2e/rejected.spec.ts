import { expect, test } from '@playwright/test'
import { openConnectedFixture, submitPrompt, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.afterEach(async () => fixture.close())

test('a rejected task shows the reason in its row, and at its form field until that field changes', async () => {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.01 })
  const { page } = fixture.kiln
  const details = [{ field: 'prompt', message: 'names a brand' }]
  fixture.service.faults.add({
    on: 'submit',
    do: { kind: 'error', httpStatus: 400, errorType: 'VALIDATION_ERROR', message: 'Some fields are wrong.', details }
  })
  await submitPrompt(page, 'a cola can')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('refused')
  await page.keyboard.press('ControlOrMeta+2')
  const row = page.getByRole('article', { name: 'a cola can' })
  await expect(row.getByText('“prompt: names a brand”')).toBeVisible()
  await expect(row.getByText('Rejected', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const form = page.getByRole('main', { name: 'Image generator', exact: true })
  const prompt = form.getByRole('textbox', { name: 'Prompt', exact: true })
  await expect(form.getByText('The service says: “names a brand”')).toBeVisible()
  await expect(page.getByText('The service says: “Some fields are wrong.”')).toBeVisible()
  await expect(prompt).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' without a name')
  await expect(page.getByText('The service says')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
})
