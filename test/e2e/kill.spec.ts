import { expect, test } from '@playwright/test'
import { connect, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture
test.afterEach(async () => fixture.close())

for (const [when, delayInMs] of [
  ['before the service responds', 4_000],
  ['while the service works on it', 0]
] as const) {
  test(`a task continues after a kill ${when}, and is charged once`, async () => {
    fixture = await openAppFixture({ results: 'tiny', timeScale: 0.4 })
    const { page } = fixture.kiln
    await connect(page, fixture.service.url, fixture.service.apiKey)
    await openForm(page, 'Image generator')
    if (delayInMs > 0) fixture.service.faults.add({ on: 'submit', do: { kind: 'delay', delayInMs } })
    await page.getByRole('textbox', { name: 'Prompt' }).fill('survives a kill')
    await page.getByRole('button', { name: /^Generate/ }).click()
    await expect
      .poll(
        () => fixture.service.calls().filter((loggedCall) => loggedCall.path.endsWith('/submit')).length + fixture.service.tasks().length
      )
      .toBeGreaterThan(0)
    const [before] = await tasksOf(page)
    expect(before?.phase).toBe(delayInMs > 0 ? 'submitting' : 'running')

    const again = await fixture.killAndStart()
    await expect.poll(async () => (await tasksOf(again))[0]?.phase, { timeout: 40_000 }).toBe('done')
    const tasks = await tasksOf(again)
    expect(tasks).toHaveLength(1)
    expect(tasks[0]).toMatchObject({ id: before?.id, idempotencyKey: before?.idempotencyKey })
    expect(tasks[0]?.results).toHaveLength(1)
    expect(fixture.service.tasks()).toHaveLength(1)
    expect(fixture.service.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(1)
    // The queue shows the same result.
    await again.getByRole('navigation').getByText('Queue').click()
    await expect(again.getByText('Done', { exact: true }).first()).toBeVisible()
  })
}

test('a task of the embedded practice service continues after a kill', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('over a kill of both')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase).toBe('running')
  const again = await fixture.killAndStart()
  await expect.poll(async () => (await tasksOf(again))[0]?.phase, { timeout: 40_000 }).toBe('done')
  expect((await tasksOf(again))[0]?.credits.consumed).toBe(5)
})
