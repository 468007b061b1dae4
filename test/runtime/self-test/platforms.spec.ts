import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { chooseRuntime } from '../choose-runtime.ts'
import { launchSelfTest, createTemporaryFolder } from './launch-self-test.ts'

test.describe('the stand-in on another platform', () => {
  test.skip(chooseRuntime() === 'electron', 'real Electron is installed')

  const folder = createTemporaryFolder()
  test.afterAll(() => folder.remove())

  for (const { platform, own } of [
    { platform: 'darwin', own: ['dock', 'addRecentDocument', 'getLoginItemSettings'] },
    { platform: 'win32', own: ['addRecentDocument', 'getLoginItemSettings', 'setJumpList', 'setToastActivatorCLSID'] },
    { platform: 'linux', own: [] }
  ] as const)
    test(`has the same members as Electron on ${platform}`, async () => {
      const { app, page } = await launchSelfTest(join(folder.path, platform), { STANDIN_PLATFORM: platform, STANDIN_PACKAGED: '1' })
      const facts = await app.evaluate(({ app: main, BrowserWindow }) => {
        const attempt = (act: () => unknown): string => {
          try {
            act()
            return 'done'
          } catch (error) {
            return (error as Error).message
          }
        }
        const names = ['dock', 'addRecentDocument', 'getLoginItemSettings', 'setJumpList', 'setToastActivatorCLSID'] as const
        const make = (options: Electron.BrowserWindowConstructorOptions) => new BrowserWindow({ show: false, ...options })
        const plain = make({ name: 'plain' })
        const overlaid = make({ titleBarStyle: 'hidden', titleBarOverlay: { height: 36 } })
        const found = {
          platform: process.platform,
          isPackaged: main.isPackaged,
          names: names.filter((name) => name in main && (main as unknown as Record<string, unknown>)[name] !== undefined),
          withoutOverlay: attempt(() => plain.setTitleBarOverlay({ height: 40 })),
          badColour: attempt(() => overlaid.setTitleBarOverlay({ color: 'kiln' })),
          goodColour: attempt(() => overlaid.setTitleBarOverlay({ color: '#00000000' })),
          sameName: attempt(() => make({ name: 'plain' }))
        }
        plain.destroy()
        overlaid.destroy()
        return found
      })
      const isMac = platform === 'darwin'
      expect(facts).toEqual({
        platform,
        isPackaged: true,
        names: own,
        withoutOverlay: isMac ? 'window.setTitleBarOverlay is not a function' : 'Titlebar overlay is not enabled',
        badColour: isMac ? 'window.setTitleBarOverlay is not a function' : 'Could not parse color as CSS color: kiln',
        goodColour: isMac ? 'window.setTitleBarOverlay is not a function' : 'done',
        sameName: 'stand-in: a window named “plain” is already open'
      })
      expect(await page.title()).toBe('Self-test')
      await app.close()
    })

  test('reports a crashed page to main, and lets main reload it', async () => {
    const { app } = await launchSelfTest(join(folder.path, 'crash'))
    const told = await app.evaluate(async ({ app: main, BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const heard: unknown[] = []
      main.on('render-process-gone', (_event, _contents, { reason }) => heard.push(`app: ${reason}`))
      const gone = new Promise<void>((resolve) =>
        contents.once('render-process-gone', (_event, { reason }) => {
          heard.push(reason)
          resolve()
        })
      )
      contents.forcefullyCrashRenderer()
      await gone
      heard.push(contents.isCrashed())
      const loaded = new Promise<void>((resolve) => contents.once('did-finish-load', () => resolve()))
      contents.reload()
      await loaded
      return [...heard, contents.isCrashed(), await contents.executeJavaScript('document.title + typeof bridge')]
    })
    expect(told).toEqual(['crashed', 'app: crashed', true, false, 'Self-testobject'])
    await app.close()
  })

  test('draws an open menu for pointer and keyboard in desktop mode', async () => {
    const { app, page } = await launchSelfTest(join(folder.path, 'menu'), { STANDIN_DESKTOP: '1' })
    const open = () =>
      app.evaluate(({ BrowserWindow, Menu }) => {
        const chosen: string[] = []
        Object.assign(globalThis, { chosen })
        const item = (label: string) => ({ label, click: () => void chosen.push(label) })
        const menu = Menu.buildFromTemplate([
          item('First'),
          { type: 'separator' },
          { ...item('Grey'), enabled: false },
          { label: 'More', submenu: [item('Inner'), item('Last')] }
        ])
        menu.popup({ window: BrowserWindow.getAllWindows()[0]!, x: 20, y: 40, callback: () => void chosen.push('closed') })
      })
    const chosen = () => app.evaluate(() => (globalThis as unknown as { chosen: readonly string[] }).chosen)
    const isDrawn = () => page.evaluate(() => document.querySelector(':popover-open') !== null)

    await open()
    await expect.poll(isDrawn).toBe(true)
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await expect.poll(chosen).toEqual(['closed', 'Last'])

    await open()
    await expect.poll(isDrawn).toBe(true)
    await page.mouse.click(60, 60)
    await expect.poll(chosen).toEqual(['closed', 'First'])

    await open()
    await expect.poll(isDrawn).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(chosen).toEqual(['closed'])
    await app.close()
  })
})
