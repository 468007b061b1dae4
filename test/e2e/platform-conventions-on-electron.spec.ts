import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchKiln, skipUnlessRealElectron } from './launch-kiln.ts'
import type { RunningKiln } from './launch-kiln.ts'
import { openForm } from './open-window.ts'

let folder: string
let kiln: RunningKiln
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-manners-'))
  kiln = await launchKiln({ userDataDir: folder })
  await kiln.page.getByRole('button', { name: 'Try the practice service' }).click()
  await kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => {
  await kiln.app.close()
  await rm(folder, { recursive: true, force: true })
})

test('a right click on a prompt reports to main that it is editable', async () => {
  await openForm(kiln.page, 'Image generator 3.0')
  const told = kiln.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<readonly unknown[]>((resolve) => {
        BrowserWindow.getAllWindows()[0]?.webContents.once('context-menu', (_event, press) => resolve([press.isEditable]))
      })
  )
  const prompt = kiln.page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('a tall vase')
  await prompt.click({ button: 'right' })
  expect(await told).toEqual([true])
})

test('the tray icon is created and removed without an error', async () => {
  for (const tray of [true, false]) {
    const desktop = { tray, opensAtLogin: false, asksBeforeQuit: false }
    const outcome = await kiln.page.evaluate((rules) => window.kiln.request('settings.change', { desktop: rules }), desktop)
    expect(outcome).toMatchObject({ ok: true })
  }
  expect(await readFile(join(folder, 'logs', 'kiln.log'), 'utf8').catch(() => '')).not.toContain('"level":"error"')
})

test('the window keeps its position and its maximised state after a restart', async () => {
  const place = { x: 60, y: 60, width: 1000, height: 700 }
  await kiln.app.evaluate(({ BrowserWindow }, box) => BrowserWindow.getAllWindows()[0]?.setBounds(box), place)
  const isThere = () => kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
  await expect.poll(isThere).toEqual(place)
  await kiln.app.close()
  kiln = await launchKiln({ userDataDir: folder })
  await expect.poll(isThere).toEqual(place)
  await kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize())
  const isMaximised = () => kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMaximized())
  await expect.poll(isMaximised).toBe(true)
  await kiln.app.close()
  kiln = await launchKiln({ userDataDir: folder })
  await expect.poll(isMaximised).toBe(true)
})

/** Behaviour that only a real desktop can show, as listed in decisions/2026-11-22-follow-the-conventions-of-each-desktop.md. */
test.describe('on a real desktop', () => {
  skipUnlessRealElectron('the system renders menus, docks and spelling marks')

  test('the system accepts the menu, and every item has a label', async () => {
    const labels = await kiln.app.evaluate(({ Menu }) => {
      const all = (menu: Electron.Menu | null): Electron.MenuItem[] =>
        menu?.items.flatMap((item) => [item, ...all(item.submenu ?? null)]) ?? []
      return all(Menu.getApplicationMenu())
        .filter(({ type }) => type !== 'separator')
        .map(({ label }) => label)
    })
    expect(labels.length).toBeGreaterThan(30)
    expect(labels.filter((label) => label === '')).toEqual([])
  })

  test('the system accepts the lists of the dock and the taskbar', async () => {
    test.skip(process.platform === 'linux', 'Linux has no such lists')
    await kiln.app.evaluate(({ app }, path) => app.addRecentDocument(path), process.execPath)
    // A language change rebuilds the menus.
    await kiln.page.evaluate(() => window.kiln.request('settings.change', { language: 'zh-Hans' }))
    await kiln.page.evaluate(() => window.kiln.request('settings.change', { language: 'en' }))
    expect(await readFile(join(folder, 'logs', 'kiln.log'), 'utf8').catch(() => '')).not.toContain('jump-list.refused')
  })

  test('spelling is checked by macOS, and elsewhere only once it is turned on, without a download before', async () => {
    const isOn = () => kiln.app.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled())
    const begun = () => kiln.app.evaluate(() => (globalThis as { fetched?: string[] }).fetched ?? [])
    await kiln.app.evaluate(({ session }) => {
      const fetched: string[] = ((globalThis as { fetched?: string[] }).fetched = [])
      session.defaultSession.on('spellcheck-dictionary-download-begin', (_event, language) => fetched.push(language))
    })
    await openForm(kiln.page, 'Image generator 3.0')
    await kiln.page.getByRole('textbox', { name: 'Prompt' }).fill('a tal vaze')
    expect(await isOn()).toBe(process.platform === 'darwin')
    expect(await begun()).toEqual([])
    test.skip(process.platform === 'darwin', 'macOS always checks spelling')
    await kiln.page.evaluate(() => window.kiln.request('settings.change', { spelling: { isOn: true, languages: ['en-US'] } }))
    await expect.poll(isOn).toBe(true)
    expect(await kiln.app.evaluate(({ session }) => session.defaultSession.getSpellCheckerLanguages())).toEqual(['en-US'])
  })
})
