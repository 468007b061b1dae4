import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { DesktopSettings } from '../../shared/app/desktop-settings.ts'
import { chooseRuntime } from '../runtime/choose-runtime.ts'
import { chooseAppMenuItem } from './app-menu.ts'
import { launchKiln, eachPlatformTag, platformUnderTest, platformText } from './launch-kiln.ts'
import {
  type AppFixture,
  expectAccessible,
  openAppFixture,
  openConnectedFixture,
  submitPrompt,
  tasksOf,
  openSettingsPage
} from './open-window.ts'
import { stubMessageBoxes, nativeCallArguments, chooseTrayMenuItem, readTray } from './native-ui.ts'

test.skip(chooseRuntime() === 'electron', 'only the stand-in records calls to the system')

let fixture: AppFixture

test.afterEach(async () => fixture.close())

async function openConnected(timeScale: number): Promise<Page> {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale })
  return fixture.kiln.page
}

async function untilPhase(page: Page, id: string, phase: string): Promise<void> {
  await expect.poll(async () => (await tasksOf(page)).find((task) => task.id === id)?.phase, { timeout: 60_000 }).toBe(phase)
}

async function desktopRules(page: Page): Promise<DesktopSettings | null> {
  const outcome = await page.evaluate(() => window.kiln.request('settings.get', undefined))
  return outcome.ok ? outcome.value.desktop : null
}

test('the taskbar and dock show progress while tasks run, and none afterwards', eachPlatformTag, async () => {
  const page = await openConnected(0.02)
  await untilPhase(page, await submitPrompt(page, 'a vase'), 'done')
  const bars = async () => (await nativeCallArguments(fixture.kiln.app, 'BrowserWindow.setProgressBar')).map(([bar]) => bar)
  await expect.poll(async () => (await bars()).at(-1)).toBe(-1)
  const ids = await Promise.all(['a bowl', 'a cup', 'a jug'].map((title) => submitPrompt(page, title)))
  for (const id of ids) await untilPhase(page, id, 'done')
  await expect.poll(async () => (await bars()).at(-1)).toBe(-1)
  const shares = (await bars()).filter((bar) => typeof bar === 'number' && bar >= 0)
  expect(shares.length).toBeGreaterThan(0)
  // Kiln stopped the power save blocker of each download.
  const starts = await nativeCallArguments(fixture.kiln.app, 'powerSaveBlocker.start')
  await expect.poll(async () => (await nativeCallArguments(fixture.kiln.app, 'powerSaveBlocker.stop')).length).toBe(starts.length)
})

test('the badge counts the tasks that need the user', eachPlatformTag, async () => {
  const page = await openConnected(0.02)
  // Windows doesn't have numbered badges, so Kiln sets an overlay icon on the taskbar button.
  const badge = async () =>
    platformUnderTest() === 'win32'
      ? Number((await nativeCallArguments(fixture.kiln.app, 'BrowserWindow.setOverlayIcon')).at(-1)?.[0] ?? false)
      : fixture.kiln.app.evaluate(({ app }) => app.getBadgeCount())
  await page.evaluate(() => window.kiln.request('settings.change', { confirmAbove: null, dailyLimit: 100 }))
  expect(await badge()).toBe(0)
  await fixture.service.account.change({ keyCondition: 'revoked' })
  const id = await submitPrompt(page, 'a vase')
  await untilPhase(page, id, 'held')
  // The account is on hold, but the task itself doesn't have a question for the user.
  expect(await badge()).toBe(0)
  await page.evaluate(() => window.kiln.request('settings.change', { dailyLimit: 1 }))
  await fixture.service.account.change({ keyCondition: 'valid' })
  await page.evaluate(() => window.kiln.request('account.resume', undefined))
  await expect.poll(async () => (await tasksOf(page)).find((task) => task.id === id)?.question, { timeout: 60_000 }).not.toBeNull()
  await expect.poll(badge).toBe(1)
  await page.evaluate((taken) => window.kiln.request('task.cancel', { id: taken }), id)
  await expect.poll(badge).toBe(0)
})

const trayNames: { readonly [system: string]: string } = {
  darwin: 'Show icon in the menu bar',
  linux: 'Show tray icon',
  win32: 'Show icon in the notification area'
}

test('the tray shows the status, opens results, and disappears when it is turned off', eachPlatformTag, async () => {
  const page = await openConnected(0.02)
  // On Windows the tray icon is shown from the start.
  expect((await readTray(fixture.kiln.app)) !== null).toBe(platformUnderTest() === 'win32')
  await openSettingsPage(page, 'General')
  const section = page.getByRole('region', { name: 'Desktop' })
  const toggle = section.getByRole('switch', { name: trayNames[platformUnderTest()] ?? '' })
  if (!(await toggle.isChecked())) await toggle.click()
  await expect.poll(() => readTray(fixture.kiln.app)).toMatchObject({ words: 'Kiln: Nothing is running' })
  await expectAccessible(page)

  await untilPhase(page, await submitPrompt(page, 'A tall vase & a bowl'), 'done')
  await expect
    .poll(async () => (await readTray(fixture.kiln.app))?.menu)
    .toEqual(['Nothing is running', '', 'Open Kiln', 'New task…', 'Recent results', 'A tall vase && a bowl', '', platformText('Quit Kiln')])
  await chooseTrayMenuItem(fixture.kiln.app, 'New task…')
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await chooseTrayMenuItem(fixture.kiln.app, 'A tall vase && a bowl')
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toContainText('A tall vase & a bowl')
  expect(await fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(false)

  await page.evaluate(async () => {
    const settings = await window.kiln.request('settings.get', undefined)
    if (settings.ok) await window.kiln.request('settings.change', { desktop: { ...settings.value.desktop, tray: false } })
  })
  expect(await readTray(fixture.kiln.app)).toBeNull()
})

test('quitting while a task runs asks first, can be cancelled, and stops asking on request', eachPlatformTag, async () => {
  let page = await openConnected(10)
  await untilPhase(page, await submitPrompt(page, 'a vase'), 'running')
  let asked = await stubMessageBoxes(fixture.kiln.app, { response: 1, checkboxChecked: false })
  await chooseAppMenuItem(fixture.kiln, 'quit')
  await expect
    .poll(asked)
    .toEqual([
      `${platformText('Quit Kiln while tasks are running?')}\n1 task continues at the service. Kiln downloads its result when you open Kiln again.`
    ])
  // Where closing the window quits Kiln, the close button asks for the same confirmation.
  if (platformUnderTest() === 'linux') {
    await fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(async () => (await asked()).length).toBe(2)
  }
  await expect(page.getByRole('main', { name: 'Gallery' })).toBeVisible()

  await stubMessageBoxes(fixture.kiln.app, { response: 0, checkboxChecked: true })
  const first = fixture.kiln.app.process()
  const gone = once(first, 'exit')
  await chooseAppMenuItem(fixture.kiln, 'quit')
  await gone
  expect(first.exitCode).toBe(0)

  page = await fixture.start()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  expect(await desktopRules(page)).toMatchObject({ asksBeforeQuit: false })
  const second = fixture.kiln.app.process()
  const goneAgain = once(second, 'exit')
  asked = await stubMessageBoxes(fixture.kiln.app, { response: 1, checkboxChecked: false })
  await chooseAppMenuItem(fixture.kiln, 'quit')
  await goneAgain
  await fixture.start()
})

test('an update, a signal or the end of a session quits Kiln without a question', async () => {
  const page = await openConnected(10)
  await untilPhase(page, await submitPrompt(page, 'a vase'), 'running')
  const asked = await stubMessageBoxes(fixture.kiln.app, { response: 1, checkboxChecked: false })
  const main = fixture.kiln.app.process()
  const gone = once(main, 'exit')
  expect(await asked()).toEqual([])
  // Quits without the menu, as an update, a signal or the end of a session does.
  await fixture.kiln.app.evaluate(({ app }) => app.quit())
  await gone
  expect(main.exitCode).toBe(0)
  await fixture.start()
})

test('a window on a removed display moves to a visible position', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const bounds = () => fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
  await fixture.kiln.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 2500, y: 100, width: 1100, height: 700 })
  )
  await fixture.kiln.app.close()
  await fixture.start()
  await expect.poll(bounds).toEqual({ x: 410, y: 190, width: 1100, height: 700 })

  // An open window also moves when its display is removed.
  await fixture.kiln.app.evaluate(({ BrowserWindow, screen }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: -3000, y: 100 })
    ;(screen as unknown as NodeJS.EventEmitter).emit('display-removed', {}, {})
  })
  await expect.poll(bounds).toEqual({ x: 410, y: 190, width: 1100, height: 700 })
})

test('a question is visible, even if the window was minimised', eachPlatformTag, async () => {
  const page = await openConnected(10)
  await untilPhase(page, await submitPrompt(page, 'a vase'), 'running')
  await page.evaluate(async () => {
    const settings = await window.kiln.request('settings.get', undefined)
    if (settings.ok) await window.kiln.request('settings.change', { desktop: { ...settings.value.desktop, tray: true } })
  })
  await expect.poll(() => readTray(fixture.kiln.app)).not.toBeNull()
  const isMinimised = () => fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
  await fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const asked = await stubMessageBoxes(fixture.kiln.app, { response: 1, checkboxChecked: false })
  await chooseTrayMenuItem(fixture.kiln.app, platformText('Quit Kiln'))
  await expect.poll(async () => (await asked()).length).toBe(1)
  expect(await isMinimised()).toBe(false)
})

test('a window that was left maximised is maximised again after a hidden start', async () => {
  test.skip(platformUnderTest() !== 'linux', 'other systems don’t open a window at a hidden start')
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await page.evaluate(() => window.kiln.request('settings.change', { desktop: { tray: true, opensAtLogin: false, asksBeforeQuit: false } }))
  await fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize())
  await fixture.kiln.app.close()
  fixture.kiln = await launchKiln({ userDataDir: join(fixture.folder, 'data'), args: ['--hidden'] })
  const state = () =>
    fixture.kiln.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return window?.isMinimized() ? 'minimised' : window?.isMaximized() ? 'maximised' : 'normal'
    })
  await expect.poll(state).toBe('minimised')
  await fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.restore())
  await expect.poll(state).toBe('maximised')
})

for (const [width, height] of [
  [1280, 800],
  [900, 600]
] as const)
  test(`nothing is covered by the window controls of the system, at ${width} by ${height}`, eachPlatformTag, async () => {
    const page = await openConnected(0.02)
    await fixture.kiln.app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size[0], size[1]), [
      width,
      height
    ] as [number, number])
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    await untilPhase(page, await submitPrompt(page, 'a vase'), 'done')
    const isMac = platformUnderTest() === 'darwin'
    const controls = isMac ? { x: 20, y: 20, width: 52, height: 16 } : { x: width - 138, y: 0, width: 138, height: 36 }
    const covered = () => coveredBy(page, controls)
    // Polled, because the area of the window controls changes one frame after the window size.
    await expect.poll(covered).toEqual([])
    for (const [key, name] of [
      ['1', 'Gallery'],
      ['2', 'Queue'],
      ['3', 'Library'],
      ['4', 'Account'],
      [',', 'Settings']
    ] as const) {
      await page.keyboard.press(`ControlOrMeta+${key}`)
      await page.getByRole('main', { name }).waitFor()
      await expect.poll(async () => [name, await covered()]).toEqual([name, []])
    }
    await page.keyboard.press('ControlOrMeta+3')
    await page.getByRole('gridcell', { name: /^a vase/ }).dblclick()
    const viewer = page.getByRole('main', { name: /^a vase/ })
    await viewer.getByRole('img', { name: 'a vase' }).waitFor()
    expect(await covered()).toEqual([])

    // In full screen, macOS hides the window controls, so the page can use their space.
    const first = () =>
      viewer
        .getByRole('button')
        .first()
        .evaluate((button) => Math.round(button.getBoundingClientRect().left))
    const before = await first()
    await fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(true))
    if (isMac) await expect.poll(first).toBeLessThan(before)
    await fixture.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(false))
    await expect.poll(first).toBe(before)

    // A script at the start of the page sets the attribute before the main process responds.
    await page.reload({ waitUntil: 'commit' })
    expect(await page.evaluate(() => document.documentElement.dataset['platform'])).toBe(platformUnderTest())
    await page.getByRole('main', { name: 'Gallery' }).waitFor()
    expect(await covered()).toEqual([])
  })

test(
  'nothing is covered by the window controls of a right-to-left system, and the menu button stays within reach',
  eachPlatformTag,
  async () => {
    fixture = await openAppFixture({ results: 'tiny' })
    await fixture.kiln.app.close()
    const page = await fixture.start({ STANDIN_RTL: '1' })
    await page.getByRole('button', { name: 'Try the practice service' }).click()
    await page.getByRole('main', { name: 'Gallery' }).waitFor()
    const isMac = platformUnderTest() === 'darwin'
    for (const width of [1280, 900]) {
      await fixture.kiln.app.evaluate(({ BrowserWindow }, wide) => BrowserWindow.getAllWindows()[0]?.setContentSize(wide, 700), width)
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      const controls = isMac ? { x: width - 72, y: 20, width: 52, height: 16 } : { x: 0, y: 0, width: 138, height: 36 }
      expect(await coveredBy(page, controls)).toEqual([])
      if (!isMac) await page.getByRole('button', { name: 'Menu', exact: true }).click({ trial: true })
    }
  }
)

/** Returns the visible text and controls within `area`, in window pixels. */
async function coveredBy(page: Page, area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }) {
  return page.evaluate(({ x, y, width, height }) => {
    const isWithin = (box: DOMRect): boolean =>
      box.width > 0 && box.left < x + width && box.right > x && box.top < y + height && box.bottom > y
    const isClipped = (element: Element | null): boolean => {
      if (element === null) return false
      const { clip, clipPath } = getComputedStyle(element)
      return clip !== 'auto' || clipPath !== 'none' || isClipped(element.parentElement)
    }
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('button, a, input, textarea, svg, [tabindex="0"]'))
      if (element.checkVisibility({ visibilityProperty: true }) && isWithin(element.getBoundingClientRect()))
        found.push(element.ariaLabel ?? element.outerHTML.slice(0, 80))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const parent = walker.currentNode.parentElement
      // Text that is only for screen readers is clipped, so it doesn't count.
      const isSeen = !isClipped(parent) && (parent?.checkVisibility({ visibilityProperty: true }) ?? false)
      if (isSeen && [...range.getClientRects()].some(isWithin)) found.push(walker.currentNode.textContent ?? '')
    }
    return found
  }, area)
}

test('opening at login uses a desktop file on Linux, and follows the user’s changes to it', async () => {
  test.skip(process.platform !== 'linux', 'other systems manage this themselves')
  fixture = await openAppFixture({ results: 'tiny' })
  await fixture.kiln.app.close()
  const env = { XDG_CONFIG_HOME: join(fixture.folder, 'config') }
  let page = await fixture.start(env)
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await openSettingsPage(page, 'General')
  await page.getByRole('switch', { name: 'Open at login' }).click()
  const path = join(fixture.folder, 'config', 'autostart', 'app.kiln.dev.desktop')
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toMatch(/^Exec=.* --hidden$/m)

  page = await fixture.killAndStart({ ...env })
  await expect.poll(() => desktopRules(page)).toMatchObject({ opensAtLogin: true })
  await fixture.kiln.app.close()
  await rm(path)
  page = await fixture.start(env)
  await expect.poll(() => desktopRules(page)).toMatchObject({ opensAtLogin: false })
})
