import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { DesktopRules } from '../../shared/desktop-rules.ts'
import { chooseRuntime } from '../runtime/which-runtime.ts'
import { type Bench, expectAccessible, openBench, openConnectedBench, submitPrompt, tasksOf } from './open-window.ts'
import { answerQuestions, callsTo, chooseInTray, trayOf } from './outside.ts'

test.skip(chooseRuntime() === 'electron', 'only the stand-in shows what the system was told')

let bench: Bench

test.afterEach(async () => bench.close())

async function openConnected(timeScale: number): Promise<Page> {
  bench = await openConnectedBench({ results: 'tiny', timeScale })
  return bench.kiln.page
}

async function untilPhase(page: Page, id: string, phase: string): Promise<void> {
  await expect.poll(async () => (await tasksOf(page)).find((task) => task.id === id)?.phase, { timeout: 60_000 }).toBe(phase)
}

async function desktopRules(page: Page): Promise<DesktopRules | null> {
  const outcome = await page.evaluate(() => window.kiln.request('settings.get', undefined))
  return outcome.ok ? outcome.value.desktop : null
}

async function chooseQuit(): Promise<void> {
  await bench.kiln.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('quit')?.click())
}

test('taskbar and dock show that something runs, and nothing once it is through', async () => {
  const page = await openConnected(0.02)
  await untilPhase(page, await submitPrompt(page, 'a vase'), 'done')
  const bars = async () => (await callsTo(bench.kiln.app, 'BrowserWindow.setProgressBar')).map(([bar]) => bar)
  await expect.poll(async () => (await bars()).at(-1)).toBe(-1)
  const ids = await Promise.all(['a bowl', 'a cup', 'a jug'].map((title) => submitPrompt(page, title)))
  for (const id of ids) await untilPhase(page, id, 'done')
  await expect.poll(async () => (await bars()).at(-1)).toBe(-1)
  const shares = (await bars()).filter((bar) => typeof bar === 'number' && bar >= 0)
  expect(shares.length).toBeGreaterThan(0)
  // What kept the computer awake for a download has let it go.
  const starts = await callsTo(bench.kiln.app, 'powerSaveBlocker.start')
  await expect.poll(async () => (await callsTo(bench.kiln.app, 'powerSaveBlocker.stop')).length).toBe(starts.length)
})

test('the badge counts those that need a person', async () => {
  const page = await openConnected(0.02)
  const badge = () => bench.kiln.app.evaluate(({ app }) => app.getBadgeCount())
  await page.evaluate(() => window.kiln.request('settings.change', { confirmAbove: null, dailyLimit: 100 }))
  expect(await badge()).toBe(0)
  await bench.service.account.change({ keyCondition: 'revoked' })
  const id = await submitPrompt(page, 'a vase')
  await untilPhase(page, id, 'held')
  // The account stands in the way, which is no question of this task.
  expect(await badge()).toBe(0)
  await page.evaluate(() => window.kiln.request('settings.change', { dailyLimit: 1 }))
  await bench.service.account.change({ keyCondition: 'valid' })
  await page.evaluate(() => window.kiln.request('account.resume', undefined))
  await expect.poll(async () => (await tasksOf(page)).find((task) => task.id === id)?.question, { timeout: 60_000 }).not.toBeNull()
  await expect.poll(badge).toBe(1)
  await page.evaluate((taken) => window.kiln.request('task.cancel', { id: taken }), id)
  await expect.poll(badge).toBe(0)
})

test('the tray tells how things stand and leads to what was made, and is gone when it is switched off', async () => {
  const page = await openConnected(0.02)
  expect(await trayOf(bench.kiln.app)).toBeNull()
  await page.getByRole('button', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'On this computer' })
  await section.getByRole('switch', { name: 'Icon in the tray' }).click()
  await expect.poll(() => trayOf(bench.kiln.app)).toMatchObject({ words: 'Kiln: Nothing is running' })
  await expectAccessible(page)

  await untilPhase(page, await submitPrompt(page, 'A tall vase & a bowl'), 'done')
  await expect
    .poll(async () => (await trayOf(bench.kiln.app))?.menu)
    .toEqual(['Nothing is running', '', 'Open Kiln', 'New task…', 'Made lately', 'A tall vase && a bowl', '', 'Quit Kiln'])
  await chooseInTray(bench.kiln.app, 'New task…')
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await bench.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await chooseInTray(bench.kiln.app, 'A tall vase && a bowl')
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toContainText('A tall vase & a bowl')
  expect(await bench.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(false)

  await page.evaluate(async () => {
    const settings = await window.kiln.request('settings.get', undefined)
    if (settings.ok) await window.kiln.request('settings.change', { desktop: { ...settings.value.desktop, tray: false } })
  })
  expect(await trayOf(bench.kiln.app)).toBeNull()
})

test('quitting while something runs says what goes on, stays when told to, and asks no more when told so', async () => {
  let page = await openConnected(10)
  await untilPhase(page, await submitPrompt(page, 'a vase'), 'running')
  let asked = await answerQuestions(bench.kiln.app, { response: 1, checkboxChecked: false })
  await chooseQuit()
  await expect
    .poll(asked)
    .toEqual([
      'Quit Kiln while there is work under way?\n1 task goes on at the service. Kiln fetches what comes of it when it is open again.'
    ])
  // The window's own cross is the same door.
  await bench.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await expect.poll(async () => (await asked()).length).toBe(2)
  await expect(page.getByRole('main', { name: 'Gallery' })).toBeVisible()

  await answerQuestions(bench.kiln.app, { response: 0, checkboxChecked: true })
  const first = bench.kiln.app.process()
  const gone = once(first, 'exit')
  await chooseQuit()
  await gone
  expect(first.exitCode).toBe(0)

  page = await bench.start()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  expect(await desktopRules(page)).toMatchObject({ asksBeforeQuit: false })
  const second = bench.kiln.app.process()
  const goneAgain = once(second, 'exit')
  asked = await answerQuestions(bench.kiln.app, { response: 1, checkboxChecked: false })
  await chooseQuit()
  await goneAgain
  await bench.start()
})

test('whatever else ends Kiln is not held up by a question', async () => {
  const page = await openConnected(10)
  await untilPhase(page, await submitPrompt(page, 'a vase'), 'running')
  const asked = await answerQuestions(bench.kiln.app, { response: 1, checkboxChecked: false })
  const main = bench.kiln.app.process()
  const gone = once(main, 'exit')
  expect(await asked()).toEqual([])
  // As an update, a signal and the end of a session do.
  await bench.kiln.app.evaluate(({ app }) => app.quit())
  await gone
  expect(main.exitCode).toBe(0)
  await bench.start()
})

test('a window whose screen is gone comes back into sight', async () => {
  bench = await openBench()
  const bounds = () => bench.kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
  await bench.kiln.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 2500, y: 100, width: 1100, height: 700 })
  )
  await bench.kiln.app.close()
  await bench.start()
  await expect.poll(bounds).toEqual({ x: 410, y: 190, width: 1100, height: 700 })

  // While it is open, too.
  await bench.kiln.app.evaluate(({ BrowserWindow, screen }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: -3000, y: 100 })
    ;(screen as unknown as NodeJS.EventEmitter).emit('display-removed', {}, {})
  })
  await expect.poll(bounds).toEqual({ x: 410, y: 190, width: 1100, height: 700 })
})

test('opening at login is a file of the desktop on Linux, and follows what a person does with it there', async () => {
  test.skip(process.platform !== 'linux', 'the other systems keep it themselves')
  bench = await openBench()
  await bench.kiln.app.close()
  const env = { XDG_CONFIG_HOME: join(bench.folder, 'config') }
  let page = await bench.start(env)
  await page.getByRole('button', { name: 'Try it with the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Open at login' }).click()
  const path = join(bench.folder, 'config', 'autostart', 'app.kiln.desktop.desktop')
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toMatch(/^Exec=.* --hidden$/m)

  page = await bench.killAndStart({ ...env })
  await expect.poll(() => desktopRules(page)).toMatchObject({ opensAtLogin: true })
  await bench.kiln.app.close()
  await rm(path)
  page = await bench.start(env)
  await expect.poll(() => desktopRules(page)).toMatchObject({ opensAtLogin: false })
})
