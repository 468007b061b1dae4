import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { connect, expectAccessible, openBench, openForm, tasksOf, type Bench } from './open-window.ts'

const standard = 'imgmodel-image-generator'
let bench: Bench

test.afterEach(async () => bench.close())

/** As a website or another machine would make one with the same account. */
async function makeElsewhere(): Promise<void> {
  const { url, apiKey } = bench.service
  const answer = await fetch(`${url}/api/v1/${standard}/submit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ prompt: 'made while Kiln slept' })
  })
  expect(answer.status).toBe(200)
}

test('a machine that wakes: what ended meanwhile is fetched, and journal and service are held against each other', async () => {
  test.skip(process.platform === 'win32', 'There is no way to stop a process there without ending it.')
  bench = await openBench({ results: 'tiny', timeScale: 0.4 })
  const { page, app } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase')
  await page.getByRole('button', { name: /^Make a picture/ }).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase).toBe('running')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByText('All adds up: 1 task, each accounted for.', { exact: true })).toBeVisible()

  // Asleep: nothing of the app runs, its timers neither, and the service goes on.
  const { pid } = app.process()
  process.kill(pid as number, 'SIGSTOP')
  try {
    await makeElsewhere()
    await expect.poll(() => bench.service.tasks().map(({ status }) => status), { timeout: 30_000 }).toEqual(['completed', 'completed'])
  } finally {
    process.kill(pid as number, 'SIGCONT')
  }
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('resume')
  })
  await expect(page.getByText('1 task was made elsewhere with this account: take it in.')).toBeVisible()
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done'])
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Take in/ }).click()
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  expect(bench.service.ledger().filter(({ kind }) => kind === 'charge')).toHaveLength(2)
  expect(bench.service.calls().filter(({ on }) => on === 'submit')).toHaveLength(2)
})
