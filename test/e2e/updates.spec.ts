import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { UpdateStatus } from '../../shared/app/update.ts'
import { chooseRuntime } from '../runtime/choose-runtime.ts'
import { eachPlatformTag, platformUnderTest, runKiln } from './launch-kiln.ts'
import { expectAccessible, openAppFixture, type AppFixture, openSettingsPage } from './open-window.ts'

const update = { version: '9.0.0', notes: 'Calmer.\n\n- <b>Nothing</b> blinks.' }
const source = 'updates.example.com'
let fixture: AppFixture | undefined

test.afterEach(async () => fixture?.close())

/** Sends an update status to the page, as the main process does. Needed because Kiln doesn't find any updates when it runs from source. */
async function announce({ kiln }: AppFixture, status: UpdateStatus): Promise<void> {
  await kiln.app.evaluate(
    ({ BrowserWindow }, announced) => BrowserWindow.getAllWindows()[0]?.webContents.send('kiln:event:updates.changed', announced),
    status
  )
}

test('Settings shows the update status, the release notes and the available actions', eachPlatformTag, async () => {
  const opened = (fixture = await openAppFixture({ results: 'tiny' }))
  const { page } = opened.kiln
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await openSettingsPage(page, 'Updates')
  const section = page.getByRole('region', { name: 'Updates', exact: true })

  await expect(section).toContainText('Kiln is running from source, so it doesn’t check for updates.')
  await expect(section.getByRole('button')).toHaveCount(0)
  await expect(section.getByRole('switch')).toHaveCount(0)

  await openSettingsPage(page, 'Privacy')
  const leaving = page.getByRole('region', { name: 'Data sent by Kiln' })
  await expect(leaving.getByRole('list', { name: 'Updates' })).toHaveText('This copy of Kiln doesn’t check for updates.')

  await openSettingsPage(page, 'Updates')
  await announce(opened, { state: { kind: 'available', update, isAgreed: false }, isBusy: false, source })
  await expect(section.getByRole('status')).toContainText('Kiln 9.0.0 is available')
  // Release notes are shown as plain text, even if they contain HTML.
  await expect(section.getByRole('group', { name: 'Release notes' })).toContainText('- <b>Nothing</b> blinks.')
  await expect(section.getByRole('button', { name: 'Download' })).toBeVisible()
  await expectAccessible(page)

  await announce(opened, { state: { kind: 'downloading', update, share: 0.425 }, isBusy: false, source })
  await expect(section.getByRole('status')).toContainText('Downloading Kiln 9.0.0: 42%.')
  await expect(section.getByRole('button', { name: 'Download' })).toHaveCount(0)

  await announce(opened, { state: { kind: 'ready', update }, isBusy: true, source })
  await expect(section.getByRole('button', { name: 'Restart and update' })).toHaveAttribute('aria-disabled', 'true')
  const ready = { state: { kind: 'ready', update }, isBusy: false, source } as const
  await announce(opened, ready)
  await expect(section.getByRole('button', { name: 'Restart and update' })).not.toHaveAttribute('aria-disabled', 'true')

  // Each page requests the status from main when it opens. Main doesn't know the status that this test announced, so the test announces it
  // again.
  const openPage = async (name: string): Promise<void> => {
    await openSettingsPage(page, name)
    await announce(opened, ready)
  }
  await openPage('Privacy')
  const lines = leaving.getByRole('list', { name: 'Updates' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(0)).toContainText('sent to updates.example.com. It runs one minute after launch, every 12 hours')
  await expect(lines.nth(1)).toContainText('to updates.example.com and any address it redirects to, sent when you click Download')
  await openPage('Updates')
  await section.getByRole('switch', { name: 'Check for updates' }).click()
  await openPage('Privacy')
  await expect(lines.nth(0)).toContainText('to updates.example.com only when you click Check now')
  await openPage('Updates')
  await section.getByRole('switch', { name: 'Check for updates' }).click()
  await openPage('Privacy')
  await expect(lines.nth(0)).toContainText('every 12 hours')

  await openPage('Updates')
  await section.getByRole('radio', { name: 'Stable and beta' }).click()
  await expect
    .poll(async () => page.evaluate(() => window.kiln.request('settings.get', undefined)))
    .toMatchObject({ ok: true, value: { updates: { channel: 'beta', looks: true, asks: true } } })
})

/** Script that Electron loads before the app. After the window has loaded, it prints the app's state and system calls, then quits. */
const reporter = `
const { app, BrowserWindow, Menu, standInCalls } = require('electron')
const labels = (menu) => menu.items.flatMap(({ label, submenu }) => [label, ...(submenu ? labels(submenu) : [])])
app.on('web-contents-created', (_event, contents) => contents.once('did-finish-load', async () => {
  const updates = await contents.executeJavaScript("window.kiln.request('updates.state')")
  console.log('REPORT' + JSON.stringify({
    isPackaged: app.isPackaged,
    protocol: standInCalls.filter(({ name }) => name === 'app.setAsDefaultProtocolClient').map(({ args }) => args),
    hasTools: labels(Menu.getApplicationMenu()).includes('Toggle developer tools'),
    updates: updates.value.state
  }))
  app.quit()
}))`

test(
  'a packaged Kiln registers its links on Windows, has no developer tools, and reports the source of its updates',
  eachPlatformTag,
  async () => {
    test.skip(chooseRuntime() === 'electron', 'packages of real Electron are tested in test/package')
    fixture = undefined
    const folder = await mkdtemp(join(tmpdir(), 'kiln-packaged-'))
    const script = join(folder, 'report.cjs')
    await writeFile(script, reporter)
    const run = (env: Readonly<Record<string, string>>) => runKiln({ userDataDir: join(folder, 'data'), env, args: ['-r', script] })
    const report = ({ output }: { readonly output: string }): unknown => JSON.parse(/REPORT(.*)/.exec(output)?.[1] ?? output)

    const packaged = await run({ STANDIN_PACKAGED: '1' })
    expect(report(packaged)).toEqual({
      isPackaged: true,
      protocol: platformUnderTest() === 'win32' ? [['kiln', expect.any(String), ['--']]] : [],
      hasTools: false,
      updates: { kind: 'off', reason: platformUnderTest() === 'linux' ? 'package-manager' : 'no-source' }
    })
    expect(report(await run({}))).toEqual({
      isPackaged: false,
      protocol: [],
      hasTools: true,
      updates: { kind: 'off', reason: 'unpackaged' }
    })
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
)
