import { expect, test } from '@playwright/test'
import { connect, openBench, openForm, tasksOf, type Bench } from './open-window.ts'

let bench: Bench
test.afterEach(async () => bench.close())

for (const [when, delayInMs] of [
  ['before the service had answered', 4_000],
  ['while the service was at work', 0]
] as const) {
  test(`killed ${when} and started again, the same task goes on to its picture, paid once`, async () => {
    bench = await openBench({ results: 'tiny', timeScale: 0.4 })
    const { page } = bench.kiln
    await connect(page, bench.service.url, bench.service.apiKey)
    await openForm(page, 'Image generator')
    if (delayInMs > 0) bench.service.faults.add({ on: 'submit', do: { kind: 'delay', delayInMs } })
    await page.getByRole('textbox', { name: 'Prompt' }).fill('survives a kill')
    await page.getByRole('button', { name: /^Make/ }).click()
    await expect
      .poll(() => bench.service.calls().filter((call) => call.path.endsWith('/submit')).length + bench.service.tasks().length)
      .toBeGreaterThan(0)
    const [before] = await tasksOf(page)
    expect(before?.phase).toBe(delayInMs > 0 ? 'submitting' : 'running')

    const again = await bench.killAndStart()
    await expect.poll(async () => (await tasksOf(again))[0]?.phase, { timeout: 40_000 }).toBe('done')
    const tasks = await tasksOf(again)
    expect(tasks).toHaveLength(1)
    expect(tasks[0]).toMatchObject({ id: before?.id, idempotencyKey: before?.idempotencyKey })
    expect(tasks[0]?.results).toHaveLength(1)
    expect(bench.service.tasks()).toHaveLength(1)
    expect(bench.service.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(1)
    // A person sees it, too.
    await again.getByRole('navigation').getByText('Queue').click()
    await expect(again.getByText('On this computer')).toBeVisible()
  })
}

test('the embedded practice service goes on as well after a kill', async () => {
  bench = await openBench()
  const { page } = bench.kiln
  await page.getByRole('button', { name: 'Try it with the practice service' }).click()
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('over a kill of both')
  await page.getByRole('button', { name: /^Make/ }).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase).toBe('running')
  const again = await bench.killAndStart()
  await expect.poll(async () => (await tasksOf(again))[0]?.phase, { timeout: 40_000 }).toBe('done')
  expect((await tasksOf(again))[0]?.credits.consumed).toBe(5)
})
