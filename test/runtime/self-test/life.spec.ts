import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { ElectronApplication } from '@playwright/test'
import { descendantsOf, untilGone } from '../process-tree.ts'
import { chooseRuntime, launcherDir } from '../which-runtime.ts'
import { launchSelfTest, makeFolder, selfTestApp } from './launch-self-test.ts'

declare global {
  // What the self-test's main has in its global scope.
  var second: { readonly argv: readonly string[]; readonly workingDirectory: string; readonly additionalData: unknown } | undefined
  var told: unknown[]
}

test.describe('the life of an app on the stand-in', () => {
  test.skip(chooseRuntime() === 'electron', 'Electron itself is here')

  const folder = makeFolder()
  test.afterAll(() => folder.remove())

  test('has the name, version and places that its manifest and command line say', async () => {
    const userDataDir = join(folder.path, 'places')
    const { app } = await launchSelfTest(userDataDir)
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
      appPath: selfTestApp,
      isPackaged: false,
      type: 'browser'
    })
    await app.close()
  })

  test('leaves no process behind when it is closed, nor when it is killed', async () => {
    const closed = await launchSelfTest(join(folder.path, 'closed'))
    const main = closed.app.process()
    const processes = descendantsOf(main.pid!)
    expect(processes.length).toBeGreaterThan(2)
    await closed.app.close()
    await untilGone(processes)
    expect(main.exitCode).toBe(0)

    const killed = await launchSelfTest(join(folder.path, 'killed'))
    const orphans = descendantsOf(killed.app.process().pid!)
    killed.app.process().kill('SIGKILL')
    await untilGone(orphans)
  })

  test('starts again on the same folder at once after it was killed, with what its page had stored', async () => {
    const userDataDir = join(folder.path, 'again')
    const first = await launchSelfTest(userDataDir)
    await first.page.evaluate(() => localStorage.setItem('kept', 'yes'))
    // Chromium writes local storage down some seconds later; only a tidy end makes sure of it.
    await first.app.close()
    const second = await launchSelfTest(userDataDir)
    expect(await second.page.evaluate(() => localStorage.getItem('kept'))).toBe('yes')
    second.app.process().kill('SIGKILL')
    const third = await launchSelfTest(userDataDir)
    expect(await third.app.evaluate(({ app }) => app.hasSingleInstanceLock())).toBe(true)
    await third.app.close()
  })

  test('lets one process have the folder, and tells it of the second', async () => {
    const userDataDir = join(folder.path, 'single')
    const { app } = await launchSelfTest(userDataDir)
    const second = spawn(join(launcherDir, 'electron'), [selfTestApp, `--user-data-dir=${userDataDir}`, '--word'], { cwd: folder.path })
    const exitCode = await new Promise((resolve) => second.once('close', resolve))
    expect(exitCode).toBe(0)
    await expect.poll(() => app.evaluate(() => globalThis.second?.additionalData)).toEqual({ sent: 'by the second' })
    const told = await app.evaluate(() => globalThis.second!)
    expect(told.argv).toContain('--word')
    expect(told.workingDirectory).toBe(folder.path)
    await app.close()
  })

  test('encrypts for real, and for the next start too', async () => {
    const userDataDir = join(folder.path, 'safe')
    const first = await launchSelfTest(userDataDir)
    const sealed = await first.app.evaluate(async ({ safeStorage }) =>
      (await safeStorage.encryptStringAsync('a secret')).toString('base64')
    )
    const bytes = Buffer.from(sealed, 'base64')
    expect(bytes.toString('latin1')).not.toContain('secret')
    expect(bytes.subarray(0, 3).toString()).toBe('v11')
    await first.app.close()

    const second = await launchSelfTest(userDataDir, { STANDIN_STORAGE_BACKEND: 'basic_text' })
    const [opened, torn, backend, tag] = await second.app.evaluate(async ({ safeStorage }, text) => {
      const tampered = Buffer.from(text, 'base64')
      tampered[tampered.length - 1]! ^= 1
      return [
        (await safeStorage.decryptStringAsync(Buffer.from(text, 'base64'))).result,
        await safeStorage.decryptStringAsync(tampered).catch(String),
        safeStorage.getSelectedStorageBackend(),
        (await safeStorage.encryptStringAsync('x')).subarray(0, 3).toString()
      ]
    }, sealed)
    expect([opened, backend, tag]).toEqual(['a secret', 'basic_text', 'v10'])
    expect(torn).toContain('Error while decrypting')
    await second.app.close()
  })

  test('names every member and event that is not built', async () => {
    const { app } = await launchSelfTest(join(folder.path, 'members'))
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
    await app.close()
  })

  test('gives its window the size, state, title and picture that main asks for', async () => {
    const { app, page } = await launchSelfTest(join(folder.path, 'window'))
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
    await app.close()
  })

  test("shows pages the theme that main chose, and the system's again", async () => {
    const { app, page } = await launchSelfTest(join(folder.path, 'theme'))
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
    await app.close()
  })

  test('opens a second window that is a page of its own, and closes it when main does', async () => {
    const { app, page } = await launchSelfTest(join(folder.path, 'second window'))
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
    await expect.poll(() => countWindows(app)).toBe(1)
    await app.close()
  })

  test('asks before it quits and before it closes a window, and heeds the answer', async () => {
    const { app } = await launchSelfTest(join(folder.path, 'quit'))
    const told = await app.evaluate(async ({ app: main, BrowserWindow }) => {
      const said: string[] = []
      const window = BrowserWindow.getAllWindows()[0]!
      main.once('before-quit', (event) => {
        said.push('before-quit')
        event.preventDefault()
      })
      main.quit()
      main.once('before-quit', () => said.push('before-quit again'))
      window.once('close', (event) => {
        said.push('close')
        event.preventDefault()
      })
      main.quit()
      return said
    })
    expect(told).toEqual(['before-quit', 'before-quit again', 'close'])
    expect(await countWindows(app)).toBe(1)
    const file = join(folder.path, 'will-quit')
    await app.evaluate(({ app: main }, path) => {
      main.on('will-quit', () => process.getBuiltinModule('node:fs').writeFileSync(path, 'will-quit'))
      main.on('quit', (_event, exitCode) => process.getBuiltinModule('node:fs').appendFileSync(path, ` quit ${exitCode}`))
    }, file)
    await app.close()
    expect(readFileSync(file, 'utf8')).toBe('will-quit quit 0')
  })

  test('quits when its last window closes, unless the app wants to stay', async () => {
    const { app, page } = await launchSelfTest(join(folder.path, 'last window'))
    const ended = new Promise((resolve) => app.process().once('exit', resolve))
    await page.close()
    expect(await ended).toBe(0)

    const staying = await launchSelfTest(join(folder.path, 'staying'))
    await staying.app.evaluate(({ app: main }) => main.on('window-all-closed', () => {}))
    await staying.page.close()
    expect(await countWindows(staying.app)).toBe(0)
    await staying.app.close()
  })

  test('keeps the clipboard in memory, writes down what would leave the app, and lets a test answer dialogs', async () => {
    const { app } = await launchSelfTest(join(folder.path, 'outside'))
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
      unanswered: 'Error: stand-in: nobody is there to answer dialog.showOpenDialog; replace it with electronApp.evaluate',
      filePaths: ['/chosen']
    })
    await app.close()
  })

  test('says why when the app does not start', async () => {
    const child = spawn(join(launcherDir, 'electron'), [join(folder.path, 'nowhere')])
    let words = ''
    child.stderr.on('data', (text: Buffer) => (words += text.toString()))
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
    expect(words).toContain('nowhere')
    expect(existsSync(join(folder.path, 'nowhere'))).toBe(false)
  })
})

function countWindows(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
}
