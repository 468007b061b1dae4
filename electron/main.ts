import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { app, BrowserWindow, dialog, nativeTheme, protocol, session } from 'electron'
import { createAccount, restoreConnection } from './account/account.ts'
import type { Account } from './account/account.ts'
import { openConnections } from './account/connections.ts'
import { createKeyVault } from './account/key-vault.ts'
import { createSealing } from './account/sealing.ts'
import { parseBaseUrl } from './api/base-url.ts'
import { setAppMenu } from './desktop/app-menu.ts'
import { isOwnPage, pageUrl, scheme, serveApp } from './desktop/app-protocol.ts'
import { chosenDataFolder } from './desktop/data-folder.ts'
import { desktopShell } from './desktop/desktop-shell.ts'
import { createDialogs } from './desktop/dialogs.ts'
import { guardContents } from './desktop/guard-contents.ts'
import { guardSession } from './desktop/guard-session.ts'
import { openLog } from './desktop/log.ts'
import { openMainWindow } from './desktop/main-window.ts'
import { createMediaDoor } from './desktop/media-door.ts'
import { announceToWindows, handleRequests } from './desktop/page-door.ts'
import { createPracticeDoor } from './desktop/practice-door.ts'
import { systemSecureStore } from './desktop/secure-store.ts'
import { openSettingsFile } from './desktop/settings-file.ts'
import { openSettings } from './desktop/settings.ts'
import { startUpWords } from './desktop/start-up-words.ts'
import { trustSystemCertificates } from './desktop/system-certificates.ts'
import { createSystemProxy } from './desktop/system-proxy.ts'
import { watchMachine } from './desktop/watch-machine.ts'
import { createDrafts } from './ipc/drafts.ts'
import { createHandlers } from './ipc/handlers.ts'
import { publish } from './ipc/publish.ts'
import { register } from './ipc/register.ts'
import { openStudio } from './studio.ts'
import type { Studio } from './studio.ts'

/** How long quitting waits for what is being written. Nothing is lost either way: the journal is made for worse. */
const longestGoodbyeInMs = 5000

// Everything from here to `whenReady` has to be done before Electron is ready, so nothing here may wait.
const chosenFolder = chosenDataFolder(process.argv)
if (chosenFolder !== null) {
  mkdirSync(chosenFolder, { recursive: true })
  app.setPath('userData', chosenFolder)
}
const dataDir = app.getPath('userData')
const log = openLog(join(dataDir, 'logs'))

app.setAppUserModelId('app.kiln.desktop')
app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } }
])

if (app.requestSingleInstanceLock()) {
  void run()
} else {
  process.stderr.write('Kiln is open already on this data folder; its window was brought to the front.\n')
  app.exit(0)
}

async function run(): Promise<void> {
  process.on('uncaughtException', (error) => log.error('main.uncaught', error))
  process.on('unhandledRejection', (error) => log.error('main.unhandled', error))
  app.on('web-contents-created', (_event, contents) => guardContents(contents, isOwnPage, (what) => log.info('page.refused', { what })))
  app.on('second-instance', bringToFront)
  await app.whenReady()
  try {
    open()
  } catch (error) {
    giveUp(error)
  }
}

/** Builds every part by hand and hands each what it needs. The window opens at once; requests wait until the studio is open. */
function open(): void {
  const file = openSettingsFile(dataDir)
  const settings = openSettings({
    section: file.section('settings'),
    defaultLibraryFolder: chosenFolder === null ? join(app.getPath('pictures'), 'Kiln') : join(chosenFolder, 'library'),
    onChange: ({ theme }) => {
      nativeTheme.themeSource = theme
    }
  })
  nativeTheme.themeSource = settings.current().theme
  trustSystemCertificates((error) => log.error('certificates', error))

  const { platform } = process
  const secureStore = systemSecureStore(platform === 'darwin' || platform === 'win32' ? platform : 'linux')
  const vault = createKeyVault({
    store: secureStore,
    shelf: file.section('keys'),
    now: Date.now,
    wait: async (delayInMs) => {
      await sleep(delayInMs)
    },
    onTrouble: (what, error) => log.error(`vault: ${what}`, error)
  })
  const connections = openConnections({ shelf: file.section('connections'), now: Date.now, newId: randomUUID })
  const practice = createPracticeDoor(join(dataDir, 'practice'))
  const proxy = createSystemProxy((url) => session.defaultSession.resolveProxy(url), Date.now)
  const drafts = createDrafts()

  const house = openHouse()
  house.catch(giveUp)

  guardSession(session.defaultSession, isOwnPage, (what) => log.info('page.refused', { what }))
  setAppMenu({ isPackaged: app.isPackaged })
  serveApp(protocol, {
    pageFolder: join(import.meta.dirname, '..', 'renderer'),
    media: house.then(({ studio }) => createMediaDoor({ studio, drafts })),
    onError: (error) => log.error('protocol', error)
  })
  register({
    handle: handleRequests,
    log,
    handlers: house.then(({ studio, account }) =>
      createHandlers({
        studio,
        account,
        settings,
        drafts,
        dialogs: createDialogs({ section: file.section('folders'), downloadsFolder: app.getPath('downloads') }),
        shell: desktopShell,
        announce: announceToWindows,
        appInfo: async () => ({ version: app.getVersion(), platform: secureStore.platform, isKeyStorageSecure: await vault.isSecure() })
      })
    )
  })
  openWindow()

  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  closeOnQuit(async () => {
    const { close } = await house
    await close()
  })

  async function openHouse(): Promise<{ studio: Studio; account: Account; close: () => Promise<void> }> {
    const restored = await restoreConnection({ connections, vault, practice })
    const studio = await openStudio({
      dataDir,
      libraryDir: settings.current().libraryFolder,
      connection: restored.connection,
      appVersion: app.getVersion(),
      dispatcherFor: proxy.dispatcherFor
    })
    const account = createAccount({
      connections,
      vault,
      practice,
      studio,
      parseBaseUrl,
      sealing: createSealing(),
      restored,
      onChange: () => announceToWindows('account.changed', account.state())
    })
    const stopPublishing = publish({ studio, accountState: account.state, announce: announceToWindows, setTimer })
    const stopWatching = watchMachine(() => {
      studio.wake()
      account.wake().catch((error: unknown) => log.error('account.wake', error))
    })
    const close = async (): Promise<void> => {
      stopWatching()
      stopPublishing()
      await studio.close()
      await practice.stop()
      await proxy.close()
    }
    return { studio, account, close }
  }
}

function openWindow(): void {
  openMainWindow({ preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'), pageUrl })
}

function bringToFront(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Holds the first quit back until what is being written is written; the second goes through. */
function closeOnQuit(close: () => Promise<void>): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void Promise.race([close().catch((error: unknown) => log.error('main.close', error)), sleep(longestGoodbyeInMs)]).then(() => {
      state = 'closed'
      app.quit()
    })
  })
}

/** Kiln can't start: says why, and leaves everything as it is. */
function giveUp(error: unknown): void {
  log.error('main.start', error)
  const { message, detail } = startUpWords(error, dataDir)
  process.stderr.write(`${message} ${detail}\n`)
  dialog.showErrorBox(message, detail)
  app.exit(1)
}

function setTimer(delayInMs: number, elapsed: () => void): () => void {
  const timer = setTimeout(elapsed, delayInMs)
  return () => clearTimeout(timer)
}
