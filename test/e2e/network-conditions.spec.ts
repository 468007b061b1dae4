import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openNetwork, type SimulatedNetwork } from '../integration/open-network.ts'
import { openProxy } from '../integration/open-proxy.ts'
import {
  stubOpenDialogs,
  connect,
  expectAccessible,
  openAppFixture,
  tasksOf,
  type AppFixture,
  pathOfResult,
  openSettingsPage
} from './open-window.ts'

// All tests use a single app. The network conditions change while the window stays open.
test.describe.configure({ mode: 'serial' })

const standard = 'imgmodel-image-generator'
let fixture: AppFixture
let page: AppFixture['kiln']['page']
let network: SimulatedNetwork

test.beforeAll(async () => {
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.02 })
  page = fixture.kiln.page
  network = await openNetwork(fixture.service.url)
  await connect(page, network.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterAll(async () => {
  await fixture.close()
  await network.close()
})

const charges = (): number => fixture.service.ledger().filter(({ kind }) => kind === 'charge').length

/** Submits a task and returns its ID. */
async function send(words: string): Promise<string> {
  const values = { prompt: words }
  const outcome = await page.evaluate(([capability, sent]) => window.kiln.request('task.submit', { capability, values: sent }), [
    standard,
    values
  ] as const)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value.id
}

async function phaseOf(id: string): Promise<string | undefined> {
  return (await tasksOf(page)).find((task) => task.id === id)?.phase
}

async function isDone(id: string): Promise<void> {
  await expect.poll(() => phaseOf(id), { timeout: 60_000 }).toBe('done')
}

async function openQueue(): Promise<void> {
  await page.getByRole('navigation').getByText('Queue').click()
  await page.getByRole('main', { name: 'Queue' }).waitFor()
}

test('a disconnected library drive is reported once, and new results wait and are saved once it is back', async () => {
  const drive = join(fixture.folder, 'mnt', 'drive')
  const unplugged = join(fixture.folder, 'unplugged')
  await stubOpenDialogs(fixture.kiln.app, [join(drive, 'Kiln')])
  await openSettingsPage(page, 'Library')
  await page.getByRole('button', { name: 'Choose another folder', exact: true }).click()
  await expect(page.getByText(join(drive, 'Kiln'))).toBeVisible()
  const before = await send('a vase that is on the drive')
  await isDone(before)

  await rename(drive, unplugged)
  await mkdir(drive)
  const ids = [await send('a bowl that waits'), await send('a plate that waits')]
  await openQueue()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The library folder can’t be found' })
  await expect(banner).toHaveCount(1)
  await expect(banner).toContainText('The results of 2 tasks are safe with the service')
  await expect(page.getByRole('article').getByText('Save pending')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^a vase that is on the drive/ }).click()
  await page.getByRole('article', { name: 'a vase that is on the drive' }).getByRole('button', { name: 'Result 1' }).click()
  await expect(page.getByRole('main').getByText('Connect the drive that contains', { exact: false })).toBeVisible()
  await expectAccessible(page)

  await rm(drive, { recursive: true })
  await rename(unplugged, drive)
  await expect(page.getByRole('img', { name: 'a vase that is on the drive' })).toBeVisible()
  for (const id of ids) await isDone(id)
  await page.keyboard.press('Escape')
  await expect(page.getByText('The library folder can’t be found')).toHaveCount(0)
  expect(charges()).toBe(3)
})

test('a missing file can be downloaded again from the viewer without a charge', async () => {
  const id = await send('a jug that was thrown away')
  await isDone(id)
  const task = (await tasksOf(page)).find((one) => one.id === id)
  await rm(await pathOfResult(page, task?.results[0]))
  const before = charges()
  await openQueue()
  await page.getByRole('article', { name: 'a jug that was thrown away' }).getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Download again' }).click()
  await page.getByRole('main', { name: 'Queue' }).waitFor()
  await isDone(id)
  expect(charges()).toBe(before)
})

test('a network that needs a sign-in first is reported, nothing more is sent, and one check resumes everything', async () => {
  const before = charges()
  network.change('page')
  const unconfirmed = await send('a cup that met the sign-in page')
  await expect.poll(() => phaseOf(unconfirmed)).toBe('unconfirmed')
  const waiting = await send('a cup that waits behind it')
  await openQueue()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'You may need to sign in to this network' })
  await expect(banner).toContainText('1 task is waiting and resumes automatically.')
  const row = page.getByRole('article', { name: 'a cup that waits behind it' })
  await expect(row.getByText('waiting for the network')).toBeVisible()
  await page.getByRole('button', { name: /^a cup that met the sign-in page/ }).click()
  await expect(page.getByText('It’s not yet known whether the task was charged.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  expect(await phaseOf(waiting)).toBe('queued')

  network.change('clear')
  await page.getByRole('button', { name: 'Check again', exact: true }).first().click()
  await expect(banner).toHaveCount(0)
  for (const id of [unconfirmed, waiting]) await isDone(id)
  expect(charges()).toBe(before + 2)
})

/** Makes the system report `pacAnswer` as its proxy, for example `PROXY host:port`. */
async function changeProxyMode(pacAnswer: string): Promise<void> {
  await fixture.kiln.app.evaluate(({ session, powerMonitor }, answer) => {
    session.defaultSession.resolveProxy = () => Promise.resolve(answer)
    // Simulates waking from sleep, after which the app checks the proxy again.
    powerMonitor.emit('resume')
  }, pacAnswer)
}

test('a proxy that needs credentials is reported, and everything resumes after sign-in', async () => {
  const before = charges()
  const proxy = await openProxy()
  proxy.demand({ kind: 'password', userPass: 'ada:correct horse' })
  await changeProxyMode(`PROXY ${proxy.host}`)
  const waiting = await send('a bowl behind the proxy')
  await openQueue()
  const banner = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: `The proxy ${proxy.host} needs a username and password` })
  await expect(banner).toContainText('1 task is waiting and resumes automatically.')
  await expectAccessible(page)
  expect([await phaseOf(waiting), charges()]).toEqual(['queued', before])

  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to the proxy' })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.insertText('ada')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('of yesterday')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The proxy rejected this username and password.', { exact: false })).toBeVisible()
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('correct horse')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(banner).toHaveCount(0)
  await isDone(waiting)
  expect(charges()).toBe(before + 1)
  await openSettingsPage(page, 'Connection')
  await expect(page.getByText('Username and password saved.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await changeProxyMode('DIRECT')
  await proxy.close()
})
