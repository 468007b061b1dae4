import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { readZipTexts } from '../electron/diagnostics/read-zip-texts.ts'
import { testCaPath, openTlsReverseProxy, type TlsReverseProxy } from '../electron/network/open-tls-reverse-proxy.ts'
import { openProxy, type TestProxy } from '../integration/open-proxy.ts'
import {
  stubOpenDialogs,
  stubSaveDialogs,
  expectAccessible,
  openAppFixture,
  submitPrompt,
  tasksOf,
  type AppFixture,
  openSettingsPage
} from './open-window.ts'

// The tests follow one user behind an office proxy, from the connect form to the diagnostics file. They share one window.
test.describe.configure({ mode: 'serial' })

const password = 'correct horse'
let fixture: AppFixture
let page: Page
let front: TlsReverseProxy
let proxy: TestProxy

test.beforeAll(async () => {
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.02 })
  page = fixture.kiln.page
  const names = { 'api.kiln.test': fixture.service.url, 'storage.kiln.test': fixture.service.storageUrl }
  front = await openTlsReverseProxy(names)
  proxy = await openProxy({ route: Object.fromEntries(Object.keys(names).map((name) => [name, front.port])) })
  proxy.demand({ kind: 'password', userPass: `ada:${password}` })
})
test.afterAll(async () => {
  await fixture.close()
  await proxy.close()
  await front.close()
})

const check = () => page.getByRole('dialog', { name: 'Check connection' })
const step = (name: string) =>
  check()
    .getByRole('list', { name: 'Connection check results' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

async function phaseOf(id: string): Promise<string | undefined> {
  return (await tasksOf(page)).find((task) => task.id === id)?.phase
}

async function isDone(id: string): Promise<void> {
  await expect.poll(() => phaseOf(id), { timeout: 60_000 }).toBe('done')
}

test('the check on the connect form finds no route to the service, and accepts a custom proxy', async () => {
  await page.getByLabel('Base URL').fill('https://api.kiln.test')
  await page.getByLabel('API key', { exact: true }).fill(fixture.service.apiKey)
  await expect(page.getByRole('button', { name: 'Check connection' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Check connection' }).click()
  // The text depends on where the test runs: an unknown host name, or no network at all.
  await expect(check()).toContainText(/The network can’t resolve api\.kiln\.test\.|This computer isn’t connected to a network\./)
  await expect(step('Route')).toContainText('Kiln connects directly, without a proxy.')
  await expectAccessible(page)

  const [host = '', port = ''] = proxy.host.split(':')
  const network = check().getByRole('region', { name: 'Network' })
  await network.getByRole('radio', { name: 'Custom proxy' }).click()
  await network.getByLabel('Proxy host', { exact: true }).press('Enter')
  await expect(network.getByText('Enter the proxy’s host name or IP address.')).toBeVisible()
  await network.getByLabel('Proxy host', { exact: true }).fill(host)
  await network.getByLabel('Port').fill(port)
  await network.getByLabel('Port').press('Enter')
  await expect(network.getByText('Saved', { exact: true })).toBeVisible()
  await check().getByRole('button', { name: 'Check again' }).click()
  await expect(check()).toContainText(`The proxy ${proxy.host} needs a username and password.`)
  await expect(step('Route')).toContainText(`Kiln uses the proxy ${proxy.host} from its settings.`)
  await expect(step('API key')).toContainText('Skipped')
  await check().getByRole('button', { name: 'Close' }).last().click()
  await expect(check()).toBeHidden()
})

test('the proxy’s sign-in rejects a wrong password with a clear message, and accepts the right one', async () => {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in to the proxy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to the proxy' })
  await dialog.getByLabel('Username').fill('ada')
  await dialog.getByLabel('Password', { exact: true }).fill('of yesterday')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByText('The proxy rejected this username and password.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  expect(proxy.seen()).not.toContain(fixture.service.apiKey)
})

test('the check names an untrusted certificate authority, and only a valid file can be added', async () => {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Check connection' }).click()
  await expect(check()).toContainText(
    'A device on the network is responding in place of api.kiln.test. Its certificate from “Authority of the Kiln tests” isn’t trusted.'
  )
  await expect(step('Certificate')).toContainText('was rejected')
  const authority = check().getByRole('group', { name: 'Your certificate authority' })
  await stubOpenDialogs(fixture.kiln.app, [join(import.meta.dirname, '..', 'electron', 'network', 'service.pem')])
  await authority.getByRole('button', { name: 'Add certificate authority' }).click()
  await expect(authority.getByRole('status')).toContainText('This file contains a private key.')
  await stubOpenDialogs(fixture.kiln.app, [testCaPath])
  await authority.getByRole('button', { name: 'Add certificate authority' }).click()
  await expect(authority).toContainText('Authority of the Kiln tests trusted until')
  await check().getByRole('button', { name: 'Check again' }).click()
  await expect(check()).toContainText('api.kiln.test is reachable. The API key is checked when you connect.')
  await expect(step('Certificate')).toContainText('Trusted through your own certificate authority')
  await expectAccessible(page)
  expect(front.heard).toEqual(['api.kiln.test GET /api/v1/tasks/recent'])
  await check().getByRole('button', { name: 'Close' }).last().click()
})

test('an image is made through the proxy, and the check finds no problem', async () => {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await isDone(await submitPrompt(page, 'a vase by way of the office'))
  const ways = new Set(proxy.calls.filter(({ isLetThrough }) => isLetThrough).map(({ target }) => target))
  expect(ways).toEqual(new Set(['api.kiln.test:443', 'storage.kiln.test:443']))
  expect(proxy.seen()).not.toContain(fixture.service.apiKey)

  await openSettingsPage(page, 'Connection')
  const connection = page.getByRole('region', { name: 'Connection', exact: true })
  await expect(connection).toContainText(`Kiln uses the proxy ${proxy.host} from its settings. Username and password saved.`)
  const inSettings = page.getByRole('region', { name: 'Connection check' })
  await inSettings.getByRole('button', { name: 'Check connection' }).click()
  await expect(inSettings).toContainText('Connected to api.kiln.test. The API key works.')
  await expect(inSettings.getByRole('list', { name: 'Connection check results' }).locator('[data-state=failed]')).toHaveCount(0)
  await expectAccessible(page)
})

test('an unavailable PAC file is reported everywhere, and nothing is sent until it loads', async () => {
  let isThere = false
  const server = createServer((_incoming, answer) =>
    isThere
      ? answer.end(`function FindProxyForURL(url, host) { return dnsDomainIs(host, '.kiln.test') ? 'PROXY ${proxy.host}' : 'DIRECT' }`)
      : answer.writeHead(503).end()
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const before = proxy.calls.length

  await openSettingsPage(page, 'Network')
  const network = page.getByRole('region', { name: 'Network' })
  await network.getByRole('radio', { name: 'PAC file' }).click()
  await network.getByLabel('PAC file address').fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy.pac`)
  await network.getByLabel('PAC file address').press('Enter')
  await expect(
    network.getByRole('status').filter({ hasText: 'The PAC file is unavailable (503). Nothing is sent until it loads.' })
  ).toBeVisible()
  await expectAccessible(page)
  const waiting = await submitPrompt(page, 'a vase that waits for the script')
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The PAC file is unavailable or invalid' })
  await expect(banner).toBeVisible()
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Queue/ })
    .click()
  await expect(banner).toContainText('1 task is waiting and resumes automatically.')
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Check connection' }).click()
  await expect(check()).toContainText('Your PAC file is unavailable (503).')
  await expect(step('Route')).toContainText('Your PAC file is unavailable (503).')
  await page.keyboard.press('Escape')
  await expect(check()).toBeHidden()

  await page.getByRole('button', { name: /^a vase that waits for the script/ }).click()
  await page.getByRole('article', { name: 'a vase that waits for the script' }).getByRole('button', { name: 'Check connection' }).click()
  await expect(check()).toContainText('Your PAC file is unavailable (503).')
  await check().getByRole('button', { name: 'Network settings' }).click()
  await page.getByRole('main', { name: 'Settings' }).waitFor()
  await expect(network).toBeFocused()
  expect(await phaseOf(waiting)).toBe('queued')
  expect(proxy.calls.length).toBe(before)

  isThere = true
  await isDone(waiting)
  await expect(banner).toHaveCount(0)
  await expect(network.getByRole('status').filter({ hasText: 'The PAC file works.' })).toBeVisible()
  expect(proxy.calls.length).toBeGreaterThan(before)
  server.close()
})

test('the diagnostics file is complete and contains no secrets', async () => {
  await openSettingsPage(page, 'Diagnostics')
  const diagnostics = page.getByRole('region', { name: 'Diagnostics' })
  await expect(diagnostics.getByText(/^\d+\.\d+\S* \([0-9a-f]{12}\), loaded /)).toBeVisible()
  // The switch is missing, because there was no crash.
  await expect(diagnostics.getByRole('switch', { name: 'Include crash reports' })).toHaveCount(0)
  const path = join(fixture.folder, 'diagnostics.zip')
  await stubSaveDialogs(fixture.kiln.app, path)
  await diagnostics.getByRole('button', { name: 'Save diagnostics file' }).click()
  await expect(page.getByText(path, { exact: true })).toBeVisible()
  const files = readZipTexts(await readFile(path))
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['versions-and-sizes.json', 'settings.json', 'requests.json', 'journal.json', 'logs/kiln.log'])
  )
  expect(JSON.parse(files.get('settings.json') ?? '')).toMatchObject({ network: { way: 'pac', proxy: { host: '127.0.0.1' } } })
  expect(JSON.parse(files.get('journal.json') ?? '')).toMatchObject({ tasks: 2, byPhase: { done: 2 } })
  expect(files.get('requests.json')).toContain('https://storage.kiln.test')
  expect(files.get('logs/kiln.log')).toContain('network.script')
  const all = [...files.values()].join('\n')
  for (const secret of [fixture.service.apiKey, password, 'a vase by way of the office']) expect(all).not.toContain(secret)
})

test('crash reports are included only if the user turns this on', async () => {
  await mkdir(join(fixture.folder, 'data', 'crashes', 'pending'), { recursive: true })
  await writeFile(join(fixture.folder, 'data', 'crashes', 'pending', 'a-crash.dmp'), 'MDMP what was in memory')
  await page.getByRole('navigation').getByRole('button', { name: 'Gallery' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await openSettingsPage(page, 'Diagnostics')
  const diagnostics = page.getByRole('region', { name: 'Diagnostics' })
  const crashReportSwitch = diagnostics.getByRole('switch', { name: 'Include crash reports' })
  await expect(crashReportSwitch).not.toBeChecked()
  await expect(diagnostics).toContainText('including prompts, images and your API key')
  await crashReportSwitch.click()
  await expect(crashReportSwitch).toBeChecked()
  await expectAccessible(page)
  const path = join(fixture.folder, 'with-crashes.zip')
  await stubSaveDialogs(fixture.kiln.app, path)
  await diagnostics.getByRole('button', { name: 'Save diagnostics file' }).click()
  await expect(page.getByText(path, { exact: true })).toBeVisible()
  expect(readZipTexts(await readFile(path)).get('crashes/a-crash.dmp')).toBe('MDMP what was in memory')
})
