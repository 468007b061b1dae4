import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { ElectronApplication } from '@playwright/test'
import { descendantsOf, waitForExit } from '../process-tree.ts'
import { chooseRuntime, launcherDir } from '../choose-runtime.ts'
import { launchSelfTest, createTemporaryFolder, selfTestAppFolder } from './launch-self-test.ts'
import type { SelfTest } from './launch-self-test.ts'

declare global {
  // Globals in the self-test app's main process.
  var second: { readonly argv: readonly string[]; readonly workingDirectory: string; readonly additionalData: unknown } | undefined
}

test.describe('an app on the stand-in', () => {
  test.skip(chooseRuntime() === 'electron', 'real Electron is installed')

  const folder = createTemporaryFolder()
  test.afterAll(() => folder.remove())

  test('leaves no process behind when it’s closed or killed', async () => {
    const closed = await launchSelfTest(join(folder.path, 'closed'))
    const main = closed.app.process()
    const processes = descendantsOf(main.pid!)
    expect(processes.length).toBeGreaterThan(2)
    await closed.app.close()
    await waitForExit(processes)
    expect(main.exitCode).toBe(0)

    const killed = await launchSelfTest(join(folder.path, 'killed'))
    const orphans = descendantsOf(killed.app.process().pid!)
    killed.app.process().kill('SIGKILL')
    await waitForExit(orphans)
  })

  test('starts on the same folder immediately after a kill, with its page’s stored data', async () => {
    const userDataDir = join(folder.path, 'again')
    const first = await launchSelfTest(userDataDir)
    await first.page.evaluate(() => localStorage.setItem('kept', 'yes'))
    // Chromium saves local storage several seconds later. Only a clean exit guarantees that it is saved.
    await first.app.close()
    const second = await launchSelfTest(userDataDir)
    expect(await second.page.evaluate(() => localStorage.getItem('kept'))).toBe('yes')
    second.app.process().kill('SIGKILL')
    const third = await launchSelfTest(userDataDir)
    expect(await third.app.evaluate(({ app }) => app.hasSingleInstanceLock())).toBe(true)
    await third.app.close()
  })

  test('lets only one process use the folder, and notifies it of a second', async () => {
    const userDataDir = join(folder.path, 'single')
    const { app } = await launchSelfTest(userDataDir)
    const second = spawn(join(launcherDir, 'electron'), [selfTestAppFolder, `--user-data-dir=${userDataDir}`, '--word'], {
      cwd: folder.path
    })
    const exitCode = await new Promise((resolve) => second.once('close', resolve))
    expect(exitCode).toBe(0)
    await expect.poll(() => app.evaluate(() => globalThis.second?.additionalData)).toEqual({ sent: 'by the second' })
    const told = await app.evaluate(() => globalThis.second!)
    expect(told.argv).toContain('--word')
    expect(told.workingDirectory).toBe(folder.path)
    await app.close()
  })

  test('encrypts values that the next start can decrypt', async () => {
    const userDataDir = join(folder.path, 'safe')
    const first = await launchSelfTest(userDataDir)
    const sealed = await first.app.evaluate(async ({ safeStorage }) =>
      (await safeStorage.encryptStringAsync('a secret')).toString('base64')
    )
    const bytes = Buffer.from(sealed, 'base64')
    expect(bytes.toString('latin1')).not.toContain('secret')
    expect(bytes.subarray(0, 3).toString()).toBe('v11')
    await first.app.close()

    const second = await launchSelfTest(userDataDir, { STANDIN_STORAGE_BACKEND: 'basic_text', STANDIN_STORAGE_TAG: 'v10' })
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

  test('can prevent quitting and closing a window', async () => {
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

  test('quits when its last window closes, unless the app handles that event', async () => {
    const { app, page } = await launchSelfTest(join(folder.path, 'last window'))
    const ended = new Promise((resolve) => app.process().once('exit', resolve))
    await page.close()
    expect(await ended).toBe(0)

    const staying = await launchSelfTest(join(folder.path, 'staying'))
    await staying.app.evaluate(({ app: main }) => main.on('window-all-closed', () => {}))
    await staying.page.close()
    await expect.poll(() => countWindows(staying.app)).toBe(0)
    await staying.app.close()
  })

  test('restores the size and state of a named window', async () => {
    const userDataDir = join(folder.path, 'remembered')
    const openNamed = async ({ app }: SelfTest): Promise<readonly unknown[]> =>
      app.evaluate(({ BrowserWindow }) => {
        const window = new BrowserWindow({ name: 'named', windowStatePersistence: true, width: 640, height: 480 })
        const restored = [window.getSize(), window.isMaximized()]
        window.setSize(720, 500)
        window.maximize()
        return restored
      })
    const first = await launchSelfTest(userDataDir)
    expect(await openNamed(first)).toEqual([[640, 480], false])
    await first.app.close()
    const second = await launchSelfTest(userDataDir)
    expect(await openNamed(second)).toEqual([[720, 500], true])
    await second.app.close()
  })

  test('uses the browser’s file dialog and copies text in desktop mode', async () => {
    const { app, page } = await launchSelfTest(join(folder.path, 'desktop'), { STANDIN_DESKTOP: '1' })
    const path = join(folder.path, 'chosen.png')
    writeFileSync(path, 'content')
    const asked = page.waitForEvent('filechooser')
    // The browser emits `filechooser` only once it has processed the new listener. It processes this call after the listener.
    await page.evaluate(() => undefined)
    const answer = app.evaluate(({ dialog }) =>
      dialog.showOpenDialog({ properties: ['openFile', 'multiSelections'], filters: [{ name: 'Images', extensions: ['png'] }] })
    )
    const chooser = await asked
    expect(chooser.isMultiple()).toBe(true)
    await chooser.setFiles([path])
    expect(await answer).toEqual({ canceled: false, filePaths: [path] })

    const saved = await app.evaluate(({ dialog }, defaultPath) => dialog.showSaveDialog({ defaultPath }), path)
    expect(saved.filePath).toBe(join(folder.path, 'chosen (2).png'))

    await app.evaluate(({ clipboard }) => clipboard.writeText('from main'))
    await page.evaluate(() => document.body.append(document.createElement('textarea')))
    await page.locator('textarea').focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(page.locator('textarea')).toHaveValue('from main')
    await app.close()
  })

  test('suggests the tour if npm start finds no screen', async () => {
    test.skip(process.platform !== 'linux', 'other systems always have a display')
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env
    const child = spawn(process.execPath, [join(launcherDir, '..', 'start.ts')], { env })
    let words = ''
    child.stderr.on('data', (text: Buffer) => (words += text.toString()))
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
    expect(words).toBe('No display is available (DISPLAY isn’t set). `npm run tour` runs the main job without one and saves screenshots.\n')
  })

  test('says why it doesn’t start', async () => {
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
