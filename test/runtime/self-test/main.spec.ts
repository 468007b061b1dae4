import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { chooseRuntime } from '../choose-runtime.ts'
import { launchSelfTest, createTemporaryFolder, selfTestAppFolder } from './launch-self-test.ts'
import type { SelfTest } from './launch-self-test.ts'

declare global {
  // Globals that the tests create in the main process.
  var told: unknown[]
  // Globals in the self-test app's main process.
  var screenBeforeReady: string | undefined
}

test.describe('main on the stand-in', () => {
  test.skip(chooseRuntime() === 'electron', 'real Electron is installed')

  const folder = createTemporaryFolder()
  const userDataDir = join(folder.path, 'user data')
  let { app, page } = {} as SelfTest

  test.beforeAll(async () => {
    ;({ app, page } = await launchSelfTest(userDataDir))
  })
  test.afterAll(async () => {
    await app.close()
    folder.remove()
  })

  test('has the name, version and paths from its manifest and command line', async () => {
    const facts = await app.evaluate(({ app: main }) => ({
      name: main.getName(),
      version: main.getVersion(),
      userData: main.getPath('userData'),
      appPath: main.getAppPath(),
      isPackaged: main.isPackaged,
      type: process.type
    }))
    expect(facts).toEqual({
      name: 'Stand-in self-test',
      version: '1.2.3',
      userData: userDataDir,
      appPath: selfTestAppFolder,
      isPackaged: false,
      type: 'browser'
    })
  })

  test('has no screen before it is ready', async () => {
    expect(await app.evaluate(() => globalThis.screenBeforeReady)).toBe("The 'screen' module can't be used before the app 'ready' event")
    expect(await app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea.width)).toBe(1920)
  })

  test('names every member and event that isn’t implemented', async () => {
    const words = await app.evaluate((electron) => {
      const said: string[] = []
      const attempt = (act: () => unknown): void => {
        try {
          said.push(String(act()))
        } catch (error) {
          said.push((error as Error).message)
        }
      }
      const [window] = electron.BrowserWindow.getAllWindows()
      attempt(() => electron.app.relaunch())
      attempt(() => electron.BrowserWindow.clearPersistedState)
      attempt(() => window!.setOpacity(0.5))
      attempt(() => window!.webContents.print())
      attempt(() => electron.globalShortcut.register)
      attempt(() => electron.safeStorage.encryptString('x'))
      attempt(() => electron.session.fromPartition('x'))
      attempt(() => electron.app.on('certificate-error', () => {}))
      attempt(() => new electron.BrowserWindow({ webPreferences: { sandbox: false } }))
      attempt(() => (electron as unknown as { never: unknown }).never)
      return said
    })
    expect(words).toEqual([
      'stand-in: app.relaunch is not implemented',
      'stand-in: BrowserWindow.clearPersistedState is not implemented',
      'stand-in: BrowserWindow.setOpacity is not implemented',
      'stand-in: webContents.print is not implemented',
      'stand-in: globalShortcut.register is not implemented',
      'stand-in: safeStorage.encryptString is not implemented',
      'stand-in: session.fromPartition is not implemented',
      "stand-in: event 'certificate-error' of app is not implemented",
      'stand-in: webPreferences.sandbox = false is not implemented',
      'stand-in: electron.never is not implemented'
    ])
  })

  test('keeps the clipboard in memory, records external actions, and lets a test answer dialogs', async () => {
    const found = await app.evaluate(async (electron) => {
      const { clipboard, ClipboardItem, dialog, shell } = electron
      await clipboard.writeText('copied')
      const text = await clipboard.readText()
      await clipboard.write([new ClipboardItem({ 'image/png': new Blob([new Uint8Array([1, 2])], { type: 'image/png' }) })])
      const [item] = await clipboard.read()
      const size = (await item!.getType('image/png')).size
      await shell.openExternal('https://example.com/')
      shell.showItemInFolder('/some/file')
      const unanswered = await dialog.showOpenDialog({}).catch(String)
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/chosen'] })
      const { filePaths } = await dialog.showOpenDialog({})
      return { text, size, calls: (electron as unknown as { standInCalls: unknown }).standInCalls, unanswered, filePaths }
    })
    expect(found).toEqual({
      text: 'copied',
      size: 2,
      calls: [
        { name: 'shell.openExternal', args: ['https://example.com/'] },
        { name: 'shell.showItemInFolder', args: ['/some/file'] }
      ],
      unanswered: 'Error: stand-in: dialog.showOpenDialog isn’t stubbed. Replace it with electronApp.evaluate',
      filePaths: ['/chosen']
    })
  })

  test("sets the theme of pages, and resets it to the system's theme", async () => {
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    const choose = (source: 'system' | 'dark') =>
      app.evaluate(({ nativeTheme }, chosen) => {
        nativeTheme.themeSource = chosen
        return nativeTheme.shouldUseDarkColors
      }, source)
    expect(await isDark()).toBe(false)
    expect(await choose('dark')).toBe(true)
    await expect.poll(isDark).toBe(true)
    await page.reload()
    expect(await isDark()).toBe(true)
    await choose('system')
    await expect.poll(isDark).toBe(false)
  })

  test('gives its window the size, state, title and screenshot that main asks for', async () => {
    const innerSize = () => page.evaluate(() => [innerWidth, innerHeight])
    expect(await innerSize()).toEqual([900, 700])
    await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      globalThis.told = []
      for (const event of ['resize', 'minimize', 'restore', 'blur', 'focus'] as const) window!.on(event as 'resize', () => told.push(event))
      window!.setSize(1000, 600)
    })
    await expect.poll(innerSize).toEqual([1000, 600])
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.setSize(100, 500))
    await expect.poll(innerSize).toEqual([300, 500])
    const state = await app.evaluate(async ({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]!
      window.minimize()
      const minimized = [window.isMinimized(), window.isVisible(), window.isFocused()]
      window.restore()
      window.focus()
      return { minimized, restored: [window.isMinimized(), window.isVisible(), window.isFocused()], events: told }
    })
    expect(state).toEqual({
      minimized: [true, false, false],
      restored: [false, true, true],
      events: ['resize', 'resize', 'minimize', 'blur', 'restore', 'focus']
    })
    await page.evaluate(() => (document.title = 'Another title'))
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getTitle())).toBe('Another title')
    const picture = await app.evaluate(async ({ BrowserWindow }) => (await BrowserWindow.getAllWindows()[0]!.capturePage()).getSize())
    expect(picture.height).toBe(500)
  })

  test('opens a second window with its own page, and closes it', async () => {
    const opened = app.waitForEvent('window')
    await app.evaluate(({ BrowserWindow }) => void new BrowserWindow({ width: 600, height: 400 }).loadURL('app://other/'))
    const other = await opened
    await other.waitForURL('https://other.app.invalid/')
    expect(await other.evaluate(() => 'bridge' in globalThis)).toBe(false)
    const handle = await app.browserWindow(other)
    const closed = other.waitForEvent('close')
    await handle.evaluate((window) => window.close())
    await closed
    expect(app.windows()).toEqual([page])
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  test('reports a download, which main can cancel', async () => {
    await app.evaluate(({ session }) => {
      globalThis.told = []
      session.defaultSession.on('will-download', (event, item) => {
        told.push(item.getURL())
        event.preventDefault()
      })
    })
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/dot.png'
      link.download = 'dot.png'
      link.click()
    })
    await expect.poll(() => app.evaluate(() => told)).toEqual(['app://self/dot.png'])
  })
})
