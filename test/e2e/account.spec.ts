import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openStudio } from '../../electron/studio.ts'
import { eachPlatformTag } from './launch-kiln.ts'
import {
  stubSaveDialogs,
  connect,
  expectAccessible,
  openAppFixture,
  openForm,
  submitPrompt,
  tasksOf,
  type AppFixture,
  pathOfResult
} from './open-window.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const prompt = 'A celadon vase'
let fixture: AppFixture

test.afterEach(async () => fixture.close())

async function openConnected() {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  return page
}

type Page = AppFixture['kiln']['page']
const charges = (): number => fixture.service.ledger().filter(({ kind }) => kind === 'charge').length
const makeButton = (page: Page) => page.getByRole('button', { name: /^Generate image/ })

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

test('the account view shows the charges, and can save them', async () => {
  const page = await openConnected()
  await make(page)
  await openAccount(page)
  await expect(page.getByRole('button', { name: /^A celadon vase, Image generator, .* charged 5\. Charged$/ })).toBeVisible()
  await expect(
    page.getByRole('main').getByText('Your tasks match the service’s records. 1 task was checked.', { exact: true })
  ).toBeVisible()
  // A single day doesn't have a chart. The view lists the credits by capability instead.
  await expect(page.getByRole('region', { name: 'Today, by capability' }).getByRole('listitem')).toHaveText(['Image generator5'])
  await expectAccessible(page)
  for (const way of ['By day', 'By capability']) {
    await page.getByRole('tab', { name: way }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessible(page)
  }
  const path = join(fixture.folder, 'ledger.csv')
  await stubSaveDialogs(fixture.kiln.app, path)
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await expect(page.getByText('Ledger saved', { exact: true })).toBeVisible()
  expect(await readFile(path, 'utf8')).toMatch(/^Time,.*\r\n.*,imgmodel-image-generator,A celadon vase,.*,5,5,5,charged\r\n$/)
})

test('charges appear under their account’s name on the screen and in the saved file', async () => {
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
  const whose = page.getByRole('combobox', { name: 'Filter by account' })
  const host = new URL(fixture.service.url).host
  await expect(whose.getByRole('option', { selected: true })).toHaveText('Practice service')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('Practice service: credits are simulated and cost nothing.')).toBeVisible()
  await whose.selectOption(host)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAccessibleName(/^A celadon vase, Image generator, .* charged 5\. Charged$/)
  await whose.selectOption('All accounts')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('Practice credits aren’t included.')).toBeVisible()
  await expect(page.getByText(/^Practice service, checked /)).toBeVisible()
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

  const path = join(fixture.folder, 'ledger.csv')
  await stubSaveDialogs(fixture.kiln.app, path)
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await expect(page.getByText('Ledger saved', { exact: true })).toBeVisible()
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['Account', 'Practice service', host])
})

test('the account view leads to the support bundle of a task that needs support', async () => {
  const page = await openConnected()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  fixture.service.faults.add({
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
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('main').getByText(/^1 task has an unknown outcome/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show the support bundle for A lost vase' }).click()
  await expect(page.getByRole('article', { name: 'A lost vase' }).getByRole('button', { name: 'Save support bundle' })).toBeVisible()
})

test('a duplicate request asks for confirmation, and creates another task once it is confirmed', async () => {
  const page = await openConnected()
  await make(page)
  await makeButton(page).click()
  await expect(page.getByText('You already sent these values')).toBeVisible()
  await expectAccessible(page)
  expect(charges()).toBe(1)
  // The confirmation replaces the submit button, with Cancel in its position.
  await expect(makeButton(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(makeButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Generate another.*5 credits/ }).click()
  await expect.poll(charges).toBe(2)
  await expect(page.getByText('You already sent these values')).toBeHidden()
})

test('a daily limit persists over a restart, blocks sending and says what to do', eachPlatformTag, async () => {
  let page = await openConnected()
  await make(page)
  await openAccount(page)
  await page.getByLabel('Daily limit').fill('-1')
  await expect(page.getByText('Enter a number, such as 200')).toBeVisible()
  await page.getByLabel('Daily limit').fill('9')
  await page.keyboard.press('Enter')
  await expect(page.getByText('of 9 credits')).toBeVisible()
  // The page shows the new limit before it is saved, so the test waits for “Saved”.
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  page = await fixture.killAndStart()
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Another vase')
  await expect(page.getByText('This would exceed your daily limit')).toBeVisible()
  await expect(page.getByText('5 of 9 credits used today')).toBeVisible()
  await expect(makeButton(page)).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+Enter')
  expect(charges()).toBe(1)
  await page.getByRole('button', { name: 'Change daily limit' }).click()
  await expect(page.getByLabel('Daily limit')).toBeFocused()
  await page.getByLabel('Daily limit').fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Gallery', exact: true }).click()
  await openForm(page, 'Image generator')
  await makeButton(page).click()
  await expect.poll(charges).toBe(2)
})

test('Run again in the viewer shows the daily limit and an account on hold in advance', async () => {
  fixture = await openAppFixture({ results: 'tiny', startingCredits: 5 })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await make(page)
  await page.evaluate(() => window.kiln.request('settings.change', { dailyLimit: 9 }))
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(prompt)
  await page
    .getByRole('option', { name: new RegExp(`^${prompt}`) })
    .first()
    .click()
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  const runAgain = recipe.getByRole('button', { name: /^Run again/ })
  await expect(recipe.getByText('This would exceed your daily limit')).toBeVisible()
  await expect(runAgain).toBeDisabled()
  await expect(runAgain).toHaveAccessibleDescription(/used 5 of 9 credits today/)
  await expectAccessible(page)
  await runAgain.press('Enter')
  await expect(recipe.getByText('This would exceed your daily limit')).toBeVisible()

  await page.evaluate(() => window.kiln.request('settings.change', { dailyLimit: null }))
  await expect(runAgain).toBeEnabled()
  await submitPrompt(page, 'A vase above the limit')
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase)).toContain('held')
  await expect(recipe.getByText('Will be sent when the account problem is fixed')).toBeVisible()
  await expectAccessible(page)
  expect(charges()).toBe(1)
})

test('a missing paid result and a task created elsewhere are listed and downloaded without a charge', async () => {
  const page = await openConnected()
  await make(page)
  const [task] = await tasksOf(page)
  await rm(await pathOfResult(page, task?.results[0]))
  const elsewhere = await openStudio({
    dataDir: join(fixture.folder, 'elsewhere'),
    connection: { baseUrl: fixture.service.url, apiKey: new Secret(fixture.service.apiKey) },
    timeScale: 0.01
  })
  await elsewhere.submit({ capability: 'imgmodel-image-generator', values: { prompt: 'made elsewhere' } })
  await expect.poll(() => elsewhere.tasks()[0]?.phase).toBe('done')
  await elsewhere.close()

  await openAccount(page)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('main').getByText('1 paid result isn’t on this computer. Download it.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Download again' }).click()
  await page.getByRole('button', { name: /^Add to queue: / }).click()
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done', 'done'])
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(
    page.getByRole('main').getByText('Your tasks match the service’s records. 2 tasks were checked.', { exact: true })
  ).toBeVisible()
  expect(charges()).toBe(2)
})

test('a recent task without an idempotency key is tracked once the user matches it by keyboard', async () => {
  const page = await openConnected()
  fixture.service.faults.add({ on: 'recent', times: 1_000, do: { kind: 'recent-shape', shape: 'without-keys' } })
  fixture.service.faults.add({
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
  await page.getByRole('button', { name: 'Check now' }).click()
  const main = page.getByRole('main')
  await expect(
    main.getByText('1 recent task may be one of your unconfirmed tasks. Choose the task it matches.', { exact: true })
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^Your task that matches /).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^A celadon vase, / }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Track .* as your task$/ }).press('Enter')
  await expect(page.getByText('Kiln is tracking “A celadon vase” again', { exact: true })).toBeVisible()
  await expect.poll(async () => (await tasksOf(page)).map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['done'])
  expect(charges()).toBe(1)
})
