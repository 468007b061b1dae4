import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openNetwork, type Network } from '../stories/open-network.ts'
import { openProxy } from '../stories/open-proxy.ts'
import { answerOpenDialog, connect, expectAccessible, openBench, tasksOf, type Bench } from './open-window.ts'

// One app for all of it: the weather changes, the window stays.
test.describe.configure({ mode: 'serial' })

const standard = 'imgmodel-image-generator'
let bench: Bench
let page: Bench['kiln']['page']
let network: Network

test.beforeAll(async () => {
  bench = await openBench({ results: 'tiny', timeScale: 0.02 })
  page = bench.kiln.page
  network = await openNetwork(bench.service.url)
  await connect(page, network.url, bench.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterAll(async () => {
  await bench.close()
  await network.close()
})

const charges = (): number => bench.service.ledger().filter(({ kind }) => kind === 'charge').length

/** Sends one; gives its id. */
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

test('a library on a drive that goes and comes back: said once, with ways out; what is made meanwhile waits and is saved', async () => {
  const drive = join(bench.folder, 'mnt', 'drive')
  const unplugged = join(bench.folder, 'unplugged')
  await answerOpenDialog(bench.kiln.app, [join(drive, 'Kiln')])
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Choose another', exact: true }).click()
  await expect(page.getByText(join(drive, 'Kiln'))).toBeVisible()
  const before = await send('a vase that is on the drive')
  await isDone(before)

  await rename(drive, unplugged)
  await mkdir(drive)
  const ids = [await send('a bowl that waits'), await send('a plate that waits')]
  await openQueue()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The library folder is not there' })
  await expect(banner).toHaveCount(1)
  await expect(banner).toContainText('The results of 2 tasks wait; they are safe at the service')
  await expect(page.getByRole('article').getByText('Waits to be saved')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^a vase that is on the drive/ }).click()
  await page.getByRole('article', { name: 'a vase that is on the drive' }).getByRole('button', { name: 'Open' }).first().click()
  await expect(page.getByRole('main').getByText('Connect its drive, and it is shown again', { exact: false })).toBeVisible()
  await expectAccessible(page)

  await rm(drive, { recursive: true })
  await rename(unplugged, drive)
  await expect(page.getByRole('img', { name: 'a vase that is on the drive' })).toBeVisible()
  for (const id of ids) await isDone(id)
  await page.keyboard.press('Escape')
  await expect(page.getByText('The library folder is not there')).toHaveCount(0)
  expect(charges()).toBe(3)
})

test('a file that is gone can be fetched again from where it is missed, without a charge', async () => {
  const id = await send('a jug that was thrown away')
  await isDone(id)
  const task = (await tasksOf(page)).find((one) => one.id === id)
  await rm(task?.results[0]?.path ?? '')
  const before = charges()
  await openQueue()
  await page.getByRole('article', { name: 'a jug that was thrown away' }).getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Fetch it again' }).click()
  await page.getByRole('main', { name: 'Queue' }).waitFor()
  await isDone(id)
  expect(charges()).toBe(before)
})

test('a network that wants one to sign in first: said, nothing more is sent, and one look goes on with everything', async () => {
  const before = charges()
  network.change('page')
  const doubted = await send('a cup that met the sign-in page')
  await expect.poll(() => phaseOf(doubted)).toBe('unconfirmed')
  const waiting = await send('a cup that waits behind it')
  await openQueue()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'This network may want you to sign in first' })
  await expect(banner).toContainText('1 task waits and goes on by itself.')
  const row = page.getByRole('article', { name: 'a cup that waits behind it' })
  await expect(row.getByText('waits for the network')).toBeVisible()
  await page.getByRole('button', { name: /^a cup that met the sign-in page/ }).click()
  await expect(page.getByText('Whether this was taken is not known yet.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  expect(await phaseOf(waiting)).toBe('queued')

  network.change('clear')
  await page.getByRole('button', { name: 'Look again', exact: true }).first().click()
  await expect(banner).toHaveCount(0)
  for (const id of [doubted, waiting]) await isDone(id)
  expect(charges()).toBe(before + 2)
})

/** What the system says of the way to the network from now on, as a PAC string. */
async function changeWay(pacAnswer: string): Promise<void> {
  await bench.kiln.app.evaluate(({ session, powerMonitor }, answer) => {
    session.defaultSession.resolveProxy = () => Promise.resolve(answer)
    // As after opening the lid in another place.
    powerMonitor.emit('resume')
  }, pacAnswer)
}

test('a proxy that wants a name and a password: said, entered, and everything goes on', async () => {
  const before = charges()
  const proxy = await openProxy()
  proxy.demand({ kind: 'password', userPass: 'ada:correct horse' })
  await changeWay(`PROXY ${proxy.host}`)
  const waiting = await send('a bowl behind the proxy')
  await openQueue()
  const banner = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: `The proxy ${proxy.host} wants a name and a password` })
  await expect(banner).toContainText('1 task waits and goes on by itself.')
  await expectAccessible(page)
  expect([await phaseOf(waiting), charges()]).toEqual(['queued', before])

  await page.getByRole('button', { name: 'Enter them' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to the proxy' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.insertText('ada')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('of yesterday')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The proxy does not take this name and password.', { exact: false })).toBeVisible()
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('correct horse')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(banner).toHaveCount(0)
  await isDone(waiting)
  expect(charges()).toBe(before + 1)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByText('Kiln has a name and a password for it.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await changeWay('DIRECT')
  await proxy.close()
})
