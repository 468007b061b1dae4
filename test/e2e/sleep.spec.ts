import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

const standard = 'imgmodel-image-generator'
let fixture: AppFixture

test.afterEach(async () => fixture.close())

/** Submits a task directly to the service, as another computer with the same account would. */
async function makeElsewhere(): Promise<void> {
  const { url, apiKey } = fixture.service
  const answer = await fetch(`${url}/api/v1/${standard}/submit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ prompt: 'made while Kiln slept' })
  })
  expect(answer.status).toBe(200)
}

test('after sleep, Kiln downloads finished results and compares its journal with the service', async () => {
  test.skip(process.platform === 'win32', 'Windows can’t suspend a process.')
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.4 })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase')
  await page.getByRole('button', { name: /^Generate image/ }).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase).toBe('running')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByText('Your tasks match the service’s records. 1 task was checked.', { exact: true })).toBeVisible()

  // Simulates sleep by stopping the main process. Its timers stop too, while the service continues.
  const { pid } = app.process()
  process.kill(pid as number, 'SIGSTOP')
  try {
    await makeElsewhere()
    await expect.poll(() => fixture.service.tasks().map(({ status }) => status), { timeout: 30_000 }).toEqual(['completed', 'completed'])
  } finally {
    process.kill(pid as number, 'SIGCONT')
  }
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('resume')
  })
  await expect(page.getByText('1 task was created elsewhere with this account. You can add it to the queue.')).toBeVisible()
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done'])
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Add to queue: / }).click()
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  expect(fixture.service.ledger().filter(({ kind }) => kind === 'charge')).toHaveLength(2)
  expect(fixture.service.calls().filter(({ on }) => on === 'submit')).toHaveLength(2)
})
