import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openStudio } from '../../electron/studio.ts'
import { answerSaveDialog, connect, expectAccessible, openBench, openForm, tasksOf, type Bench } from './open-window.ts'

const prompt = 'A celadon vase'
let bench: Bench

test.afterEach(async () => bench.close())

async function openConnected() {
  bench = await openBench({ results: 'tiny' })
  const { page } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  return page
}

type Page = Bench['kiln']['page']
const charges = (): number => bench.service.ledger().filter(({ kind }) => kind === 'charge').length
const makeButton = (page: Page) => page.getByRole('button', { name: /^Make a picture/ })

async function make(page: Page): Promise<void> {
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await makeButton(page).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('main', { name: 'Account' }).waitFor()
}

for (const theme of ['dark', 'light'] as const) {
  test(`what was spent stands in the account, and can be saved (${theme})`, async () => {
    const page = await openConnected()
    await page.evaluate((chosen) => window.kiln.request('settings.change', { theme: chosen }), theme)
    await make(page)
    await openAccount(page)
    await expect(page.getByRole('button', { name: /^A celadon vase, Image generator, .* charged 5\. Charged$/ })).toBeVisible()
    await expect(page.getByRole('main').getByText('All adds up: 1 task, each accounted for.', { exact: true })).toBeVisible()
    // A single day is no chart yet: it says what the credits went for.
    await expect(page.getByRole('region', { name: 'Today, by capability' }).getByRole('listitem')).toHaveText(['Image generator5'])
    await expectAccessible(page)
    for (const way of ['By day', 'By capability']) {
      await page.getByRole('tab', { name: way }).click()
      await expect(page.getByRole('table')).toBeVisible()
      await expectAccessible(page)
    }
    const path = join(bench.folder, 'ledger.csv')
    await answerSaveDialog(bench.kiln.app, path)
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    await expect(page.getByText('The ledger was saved', { exact: true })).toBeVisible()
    expect(await readFile(path, 'utf8')).toMatch(/^Time,.*\r\n.*,imgmodel-image-generator,A celadon vase,.*,5,5,5,charged\r\n$/)
  })
}

test('what was spent with each account stands by its name, on the screen and in the table that is saved', async () => {
  const page = await openConnected()
  await make(page)
  await page.evaluate(() => window.kiln.request('account.practice', undefined))
  await page
    .getByRole('main', { name: 'Gallery' })
    .or(page.getByRole('main', { name: 'Image generator' }))
    .waitFor()
  await page.evaluate(() =>
    window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'For practice' } })
  )
  const phases = async () => (await tasksOf(page)).map(({ phase }) => phase)
  await expect.poll(phases, { timeout: 30_000 }).toEqual(['done', 'done'])
  await openAccount(page)

  const rows = page.getByRole('list', { name: 'Tasks, newest first' }).getByRole('button')
  const whose = page.getByRole('combobox', { name: 'Whose credits' })
  const host = new URL(bench.service.url).host
  await expect(whose.getByRole('option', { selected: true })).toHaveText('Practice service')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('Practice credits: they cost nothing.')).toBeVisible()
  await whose.selectOption(host)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAccessibleName(/^A celadon vase, Image generator, .* charged 5\. Charged$/)
  await whose.selectOption('All accounts')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('Practice credits are not counted in.')).toBeVisible()
  await expect(page.getByText(/^Practice service, looked at/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'By account' }).click()
  const charged = (name: string) =>
    page
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .nth(2)
  await expect(charged(host)).toHaveText('5')
  await expect(charged('Practice service')).toHaveText('5')
  await expectAccessible(page)

  const path = join(bench.folder, 'ledger.csv')
  await answerSaveDialog(bench.kiln.app, path)
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await expect(page.getByText('The ledger was saved', { exact: true })).toBeVisible()
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['Connection', 'Practice service', host])
})

test('a task of which only support can tell leads from the account to its bundle', async () => {
  const page = await openConnected()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  bench.service.faults.add({
    on: 'submit',
    do: {
      kind: 'error',
      httpStatus: 503,
      errorType: 'BILLING_OUTCOME_UNKNOWN',
      recovery: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID'
    }
  })
  await page.evaluate(() =>
    window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'A lost vase' } })
  )
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('support')
  await openAccount(page)
  await page.getByRole('button', { name: 'Look now' }).click()
  await expect(page.getByRole('main').getByText(/^Of 1 task only support can tell what became of it/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show the support bundle of A lost vase' }).click()
  await expect(page.getByRole('article', { name: 'A lost vase' }).getByRole('button', { name: 'Save support bundle' })).toBeVisible()
})

test('the same asked for twice shows the first and asks, and a yes makes another', async () => {
  const page = await openConnected()
  await make(page)
  await makeButton(page).click()
  await expect(page.getByText('You asked for this a moment ago')).toBeVisible()
  await expectAccessible(page)
  expect(charges()).toBe(1)
  await page.getByRole('button', { name: 'Make another' }).click()
  await expect.poll(charges).toBe(2)
  await expect(page.getByText('You asked for this a moment ago')).toBeHidden()
})

test('a limit that is typed holds over a restart, and says what to do', async () => {
  let page = await openConnected()
  await make(page)
  await openAccount(page)
  await page.getByLabel('Limit per day').fill('-1')
  await expect(page.getByText('Type a figure, such as 200')).toBeVisible()
  await page.getByLabel('Limit per day').fill('9')
  await page.keyboard.press('Enter')
  await expect(page.getByText('of 9 credits')).toBeVisible()

  page = await bench.killAndStart()
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Another vase')
  await makeButton(page).click()
  await expect(page.getByText('This would pass your limit for today')).toBeVisible()
  expect(charges()).toBe(1)
  await page.getByRole('button', { name: 'See the limit' }).click()
  await page.getByLabel('Limit per day').fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Gallery' }).click()
  await openForm(page, 'Image generator')
  await makeButton(page).click()
  await expect.poll(charges).toBe(2)
})

test('a paid result that is gone, and a task made elsewhere, are named and brought here without a charge', async () => {
  const page = await openConnected()
  await make(page)
  const [task] = await tasksOf(page)
  await rm(task?.results[0]?.path ?? '')
  const elsewhere = await openStudio({
    dataDir: join(bench.folder, 'elsewhere'),
    connection: { baseUrl: bench.service.url, apiKey: bench.service.apiKey },
    timeScale: 0.01
  })
  await elsewhere.submit({ capability: 'imgmodel-image-generator', values: { prompt: 'made elsewhere' } })
  await expect.poll(() => elsewhere.tasks()[0]?.phase).toBe('done')
  await elsewhere.close()

  await openAccount(page)
  await page.getByRole('button', { name: 'Look now' }).click()
  await expect(page.getByRole('main').getByText('1 paid result is not on this computer: fetch it.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Fetch it again' }).click()
  await page.getByRole('button', { name: /^Take in/ }).click()
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  await page.getByRole('button', { name: 'Look now' }).click()
  await expect(page.getByRole('main').getByText('All adds up: 2 tasks, each accounted for.', { exact: true })).toBeVisible()
  expect(charges()).toBe(2)
})

test('a listed task without a key is followed once the person says which of theirs it is, by keyboard', async () => {
  const page = await openConnected()
  bench.service.faults.add({ on: 'recent', times: 1_000, do: { kind: 'recent-shape', shape: 'without-keys' } })
  bench.service.faults.add({
    on: 'submit',
    do: {
      kind: 'answer',
      httpStatus: 503,
      body: JSON.stringify({ success: false, errorType: 'RESULT_MISSING', message: 'No result yet.' })
    }
  })
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await makeButton(page).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('unconfirmed')
  await openAccount(page)
  await page.getByRole('button', { name: 'Look now' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('1 listed task may be one of yours that has no answer. Say which one it is.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^Which of your tasks .* is$/).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^A celadon vase, / }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Follow .* as your task$/ }).press('Enter')
  await expect(page.getByText('Kiln follows “A celadon vase” again', { exact: true })).toBeVisible()
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done'])
  expect(charges()).toBe(1)
})
