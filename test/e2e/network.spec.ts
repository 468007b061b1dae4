import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { unzipped } from '../desktop/unzipped.ts'
import { authorityPath, openSecureFront, type SecureFront } from '../network/open-secure-front.ts'
import { openProxy, type TestProxy } from '../stories/open-proxy.ts'
import { answerOpenDialog, answerSaveDialog, expectAccessible, openBench, submitPrompt, tasksOf, type Bench } from './open-window.ts'

// One person in an office, from the door to the file for support: the window stays.
test.describe.configure({ mode: 'serial' })

const password = 'correct horse'
let bench: Bench
let page: Page
let front: SecureFront
let proxy: TestProxy

test.beforeAll(async () => {
  bench = await openBench({ results: 'tiny', timeScale: 0.02 })
  page = bench.kiln.page
  const names = { 'api.kiln.test': bench.service.url, 'storage.kiln.test': bench.service.storageUrl }
  front = await openSecureFront(names)
  proxy = await openProxy({ route: Object.fromEntries(Object.keys(names).map((name) => [name, front.port])) })
  proxy.demand({ kind: 'password', userPass: `ada:${password}` })
})
test.afterAll(async () => {
  await bench.close()
  await proxy.close()
  await front.close()
})

const check = () => page.getByRole('dialog', { name: 'Check the connection' })
const step = (name: string) =>
  check()
    .getByRole('list', { name: 'What was looked at' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

async function phaseOf(id: string): Promise<string | undefined> {
  return (await tasksOf(page)).find((task) => task.id === id)?.phase
}

async function isDone(id: string): Promise<void> {
  await expect.poll(() => phaseOf(id), { timeout: 60_000 }).toBe('done')
}

async function openSettings(): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('main', { name: 'Settings' }).waitFor()
}

test('at the door: the check says that nothing leads to the service, and takes the proxy of the office', async () => {
  await page.getByLabel('Base URL').fill('https://api.kiln.test')
  await page.getByLabel('API key', { exact: true }).fill(bench.service.apiKey)
  await expect(page.getByRole('button', { name: 'Check the connection' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Open the studio' }).click()
  await page.getByRole('button', { name: 'Check the connection' }).click()
  // By where the test runs: a name that no network has, or no network at all.
  await expect(check()).toContainText(/The network does not find the name api\.kiln\.test\.|This computer is in no network\./)
  await expect(step('Way')).toContainText('Straight, through no proxy.')
  await expectAccessible(page)

  const [host = '', port = ''] = proxy.host.split(':')
  const network = check().getByRole('region', { name: 'Network' })
  await network.getByRole('radio', { name: 'This proxy' }).click()
  await network.getByRole('button', { name: 'Use this proxy' }).click()
  await expect(network.getByText('Enter the name or the address of the proxy.')).toBeVisible()
  await network.getByLabel('Proxy', { exact: true }).fill(host)
  await network.getByLabel('Port').fill(port)
  await network.getByRole('button', { name: 'Use this proxy' }).click()
  await expect(network.getByRole('button', { name: 'Use this proxy' })).toHaveAttribute('aria-disabled', 'true')
  await check().getByRole('button', { name: 'Check once more' }).click()
  await expect(check()).toContainText(`The proxy ${proxy.host} wants a name and a password.`)
  await expect(step('Way')).toContainText(`Through the proxy ${proxy.host}, as you have set.`)
  await expect(step('API key')).toContainText('Not looked at')
  await check().getByRole('button', { name: 'Close' }).last().click()
  await expect(check()).toBeHidden()
})

test('its name and password: wrong ones are refused in plain words, right ones are taken', async () => {
  await page.getByRole('button', { name: 'Open the studio' }).click()
  await page.getByRole('button', { name: 'Sign in to the proxy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to the proxy' })
  await dialog.getByLabel('Name').fill('ada')
  await dialog.getByLabel('Password', { exact: true }).fill('of yesterday')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByText('The proxy does not take this name and password.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  expect(proxy.seen()).not.toContain(bench.service.apiKey)
})

test('the authority of the office: named by the check, chosen as a file, and only a right one is taken', async () => {
  await page.getByRole('button', { name: 'Open the studio' }).click()
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect(check()).toContainText(
    'Someone in the network answers in the place of api.kiln.test, with a certificate of “Authority of the Kiln tests” that is not trusted here.'
  )
  await expect(step('Certificate')).toContainText('is refused')
  const authority = check().getByRole('group', { name: 'Authority of your own' })
  await answerOpenDialog(bench.kiln.app, [join(import.meta.dirname, '..', 'network', 'service.pem')])
  await authority.getByRole('button', { name: 'Trust an authority of your own' }).click()
  await expect(authority.getByRole('status')).toContainText('There is a private key in this file.')
  await answerOpenDialog(bench.kiln.app, [authorityPath])
  await authority.getByRole('button', { name: 'Trust an authority of your own' }).click()
  await expect(authority).toContainText('Authority of the Kiln tests trusted until')
  await check().getByRole('button', { name: 'Check once more' }).click()
  await expect(check()).toContainText('All is well: api.kiln.test is reached. Whether it takes the key is seen when you connect.')
  await expect(step('Certificate')).toContainText('vouched for by your own authority')
  await expectAccessible(page)
  expect(front.heard).toEqual(['api.kiln.test GET /api/v1/tasks/recent'])
  await check().getByRole('button', { name: 'Close' }).last().click()
})

test('a picture is made through the proxy, and the check finds nothing amiss', async () => {
  await page.getByRole('button', { name: 'Open the studio' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await isDone(await submitPrompt(page, 'a vase by way of the office'))
  const ways = new Set(proxy.calls.filter(({ isLetThrough }) => isLetThrough).map(({ target }) => target))
  expect(ways).toEqual(new Set(['api.kiln.test:443', 'storage.kiln.test:443']))
  expect(proxy.seen()).not.toContain(bench.service.apiKey)

  await openSettings()
  const connection = page.getByRole('region', { name: 'Connection' })
  await expect(connection).toContainText(`Through the proxy ${proxy.host}, as you have set. Kiln has a name and a password for it.`)
  await connection.getByRole('button', { name: 'Check the connection' }).click()
  await expect(connection).toContainText('All is well: api.kiln.test is reached, and takes the key.')
  await expect(connection.getByRole('list', { name: 'What was looked at' }).locator('[data-state=failed]')).toHaveCount(0)
  await expectAccessible(page)
})

test('a script that does not answer: nothing is sent, it is said everywhere, and once it answers all goes on', async () => {
  let isThere = false
  const server = createServer((_incoming, answer) =>
    isThere
      ? answer.end(`function FindProxyForURL(url, host) { return dnsDomainIs(host, '.kiln.test') ? 'PROXY ${proxy.host}' : 'DIRECT' }`)
      : answer.writeHead(503).end()
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const before = proxy.calls.length

  const network = page.getByRole('region', { name: 'Network' })
  await network.getByRole('radio', { name: 'A script' }).click()
  await network.getByLabel('Address of the script').fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy.pac`)
  await network.getByRole('button', { name: 'Use this script' }).click()
  await expect(
    network.getByRole('status').filter({ hasText: 'The script does not answer (503). Nothing is sent until it does.' })
  ).toBeVisible()
  await expectAccessible(page)
  const waiting = await submitPrompt(page, 'a vase that waits for the script')
  const banner = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: 'The script for the network does not answer or can’t be followed' })
  await expect(banner).toBeVisible()
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Queue/ })
    .click()
  await expect(banner).toContainText('1 task waits and goes on by itself.')
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Check the connection' }).click()
  await expect(check()).toContainText('The script that you have set for the network does not answer (503).')
  await expect(step('Way')).toContainText('Your script does not answer (503).')
  await page.keyboard.press('Escape')
  await expect(check()).toBeHidden()

  await page.getByRole('button', { name: /^a vase that waits for the script/ }).click()
  await page
    .getByRole('article', { name: 'a vase that waits for the script' })
    .getByRole('button', { name: 'Check the connection' })
    .click()
  await expect(check()).toContainText('does not answer (503)')
  await check().getByRole('button', { name: 'Network settings' }).click()
  await page.getByRole('main', { name: 'Settings' }).waitFor()
  await expect(network).toBeFocused()
  expect(await phaseOf(waiting)).toBe('queued')
  expect(proxy.calls.length).toBe(before)

  isThere = true
  await isDone(waiting)
  await expect(banner).toHaveCount(0)
  await expect(network.getByRole('status').filter({ hasText: 'The script was read, and says the way.' })).toBeVisible()
  expect(proxy.calls.length).toBeGreaterThan(before)
  server.close()
})

test('the file for support, through its button: whole, and with nothing secret in it', async () => {
  const diagnostics = page.getByRole('region', { name: 'Diagnostics' })
  await expect(diagnostics.getByText(/^\d+\.\d+\S* \([0-9a-f]{12}\), read /)).toBeVisible()
  // There was no crash.
  await expect(diagnostics.getByRole('switch', { name: 'Add the crash reports to the file' })).toHaveCount(0)
  const path = join(bench.folder, 'diagnostics.zip')
  await answerSaveDialog(bench.kiln.app, path)
  await diagnostics.getByRole('button', { name: 'Save all as one file' }).click()
  await expect(page.getByText(path, { exact: true })).toBeVisible()
  const files = unzipped(await readFile(path))
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['versions-and-sizes.json', 'settings.json', 'requests.json', 'journal.json', 'logs/kiln.log'])
  )
  expect(JSON.parse(files.get('settings.json') ?? '')).toMatchObject({ network: { way: 'pac', proxy: { host: '127.0.0.1' } } })
  expect(JSON.parse(files.get('journal.json') ?? '')).toMatchObject({ tasks: 2, byPhase: { done: 2 } })
  expect(files.get('requests.json')).toContain('https://storage.kiln.test')
  expect(files.get('logs/kiln.log')).toContain('network.script')
  const all = [...files.values()].join('\n')
  for (const secret of [bench.service.apiKey, password, 'a vase by way of the office']) expect(all).not.toContain(secret)
})

test('reports of crashes go along only where that is asked for', async () => {
  await mkdir(join(bench.folder, 'data', 'crashes', 'pending'), { recursive: true })
  await writeFile(join(bench.folder, 'data', 'crashes', 'pending', 'a-crash.dmp'), 'MDMP what was in memory')
  await page.getByRole('navigation').getByRole('button', { name: 'Gallery' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await openSettings()
  const diagnostics = page.getByRole('region', { name: 'Diagnostics' })
  const wish = diagnostics.getByRole('switch', { name: 'Add the crash reports to the file' })
  await expect(wish).not.toBeChecked()
  await expect(diagnostics).toContainText('even your key may be in it')
  await wish.click()
  await expect(wish).toBeChecked()
  await expectAccessible(page)
  const path = join(bench.folder, 'with-crashes.zip')
  await answerSaveDialog(bench.kiln.app, path)
  await diagnostics.getByRole('button', { name: 'Save all as one file' }).click()
  await expect(page.getByText(path, { exact: true })).toBeVisible()
  expect(unzipped(await readFile(path)).get('crashes/a-crash.dmp')).toBe('MDMP what was in memory')
})
