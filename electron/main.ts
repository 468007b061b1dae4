import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { app, BrowserWindow, crashReporter, dialog, nativeTheme, protocol, session, shell } from 'electron'
import { isConnected } from './account/connections.ts'
import { noWork, type WorkCounts } from './core/work-under-way.ts'
import { linkScheme } from '../shared/deep-link.ts'
import { createAppMenu } from './desktop/app-menu.ts'
import { createArrivals } from './desktop/arrivals.ts'
import { createCaptureGate } from './desktop/capture-gate.ts'
import { isOwnPage, pageUrl, scheme, serveApp } from './desktop/app-protocol.ts'
import { keepCrashDumpsHere } from './desktop/crash-dumps.ts'
import { chosenDataFolder } from './desktop/data-folder.ts'
import { guardContents } from './desktop/guard-contents.ts'
import { guardSession } from './desktop/guard-session.ts'
import { callsOf, hiddenWord, readCalls } from './desktop/launch-words.ts'
import type { Calls } from './desktop/launch-words.ts'
import { openLog } from './desktop/log.ts'
import { createLoginItem, withLoginItem } from './desktop/login-item.ts'
import { openMainWindow } from './desktop/main-window.ts'
import { askSystemForCapture } from './desktop/system-capture.ts'
import type { House, HouseParts } from './desktop/open-house.ts'
import { noticeOfLaunch } from './desktop/notice-of-launch.ts'
import { announceToWindows, handleRequests } from './desktop/page-door.ts'
import { createQuitQuestion, type QuitAnswer } from './desktop/quit-question.ts'
import { createRecentPaths } from './desktop/recent-paths.ts'
import { openSettingsFile } from './desktop/settings-file.ts'
import { openSettings } from './desktop/settings.ts'
import { showTextMenu } from './desktop/show-text-menu.ts'
import { applySpelling, mayFetch } from './desktop/spelling.ts'
import { startUpWords } from './desktop/start-up-words.ts'
import { createTrayIcon } from './desktop/tray.ts'
import { register } from './ipc/register.ts'
import { languageFor, type LanguageChoice } from '../shared/words/languages.ts'
import { learnLanguage } from '../shared/words/learn-language.ts'
import { languageInForce, say } from '../shared/words/say.ts'

/** How long quitting waits for what is being written. Nothing is lost either way: the journal is made for worse. */
const longestGoodbyeInMs = 5000

// Everything from here to `whenReady` has to be done before Electron is ready, so nothing here may wait.
const isSmokeTest = process.argv.includes('--smoke-test')
const chosenFolder = isSmokeTest ? mkdtempSync(join(tmpdir(), 'kiln-smoke-test-')) : chosenDataFolder(process.argv)
if (chosenFolder !== null) {
  mkdirSync(chosenFolder, { recursive: true })
  app.setPath('userData', chosenFolder)
}
const dataDir = app.getPath('userData')
const log = openLog(join(dataDir, 'logs'))
const crashDumps = keepCrashDumpsHere({ app, crashReporter, dataDir, now: Date.now() })
if (crashDumps.count > 0) log.info('crash.dumps', crashDumps)

app.setAppUserModelId('app.kiln.desktop')
// Always the same: Windows finds Kiln by it when a notice of an earlier run is clicked.
if (process.platform === 'win32') app.setToastActivatorCLSID('{6D1F6A0B-3C0E-4C55-9B1B-7E5B0A4C2F19}')
app.enableSandbox()
// Elsewhere the package says so. Unpackaged it would be Electron that is called. What stands after `--` is no switch, whatever it looks like.
if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--'])
protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } }
])

const gate = createCaptureGate(askSystemForCapture)
let openedBy: string | null = null
let isOpen = false
let isQuitting = false
let drawMenu = (): void => undefined
let onWindowClose = (_event: { readonly preventDefault: () => void }): void => undefined
const platform = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
app.once('ready', (_event, launchInfo) => {
  openedBy = noticeOfLaunch(launchInfo)
})

const arrivals = createArrivals(() => announceToWindows('arrivals.came', null))
// macOS tells of both in this way, maybe before Kiln is ready.
app.on('open-url', (event, link) => {
  event.preventDefault()
  called({ links: [link], files: [] })
})
app.on('open-file', (event, path) => {
  event.preventDefault()
  called({ links: [], files: [path] })
})
const callsOfStart = callsOf(process.argv, { isPackaged: app.isPackaged, workingDirectory: process.cwd() })
arrivals.add(callsOfStart)

if (app.requestSingleInstanceLock(callsOfStart)) {
  void run()
} else {
  process.stderr.write('Kiln is open already on this data folder; its window was brought to the front.\n')
  app.exit(0)
}

async function run(): Promise<void> {
  process.on('uncaughtException', (error) => log.error('main.uncaught', error))
  process.on('unhandledRejection', (error) => log.error('main.unhandled', error))
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, isOwnPage, (what) => log.info('page.refused', { what }))
    showTextMenu(contents)
    // A page that is loaded anew has no recorder open.
    contents.on('did-navigate', () => gate.close())
  })
  // The other words of a second start may come in another order: only what it handed over counts.
  app.on('second-instance', (_event, _words, _folder, handed) => called(readCalls(handed)))
  await app.whenReady()
  try {
    await open()
  } catch (error) {
    giveUp(error)
  }
}

/** The window opens at once; what stands behind it is read in while the page is, and requests wait for it. */
async function open(): Promise<void> {
  const isHidden = process.argv.includes(hiddenWord) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
  const file = openSettingsFile(dataDir)
  const tray = createTrayIcon(bringUp)
  const settings = withLoginItem(
    openSettings({
      section: file.section('settings'),
      defaultLibraryFolder: chosenFolder === null ? join(app.getPath('pictures'), 'Kiln') : join(chosenFolder, 'library'),
      platform,
      onChange: ({ theme, desktop, spelling, network }) => {
        nativeTheme.themeSource = theme
        tray.show(desktop.tray)
        applySpelling(session.defaultSession, spelling, network.way, platform)
      }
    }),
    createLoginItem()
  )
  nativeTheme.themeSource = settings.current().theme
  tray.show(settings.current().desktop.tray)
  applySpelling(session.defaultSession, settings.current().spelling, settings.current().network.way, platform)
  session.defaultSession.on('spellcheck-dictionary-download-failure', (_event, language) => announceToWindows('spelling.failed', language))

  const house = Promise.withResolvers<House>()
  let counts = (): WorkCounts => noWork
  house.promise.catch(giveUp)
  guardSession(
    session.defaultSession,
    isOwnPage,
    gate,
    (what) => log.info('page.refused', { what }),
    (url) => mayFetch(url, settings.current())
  )
  const question = createQuitQuestion({
    counts: () => counts(),
    isWanted: () => settings.current().desktop.asksBeforeQuit,
    ask: askBeforeQuit,
    stopAsking: () => {
      const { desktop } = settings.current()
      announceToWindows('settings.changed', settings.change({ desktop: { ...desktop, asksBeforeQuit: false } }))
    },
    quit: () => app.quit()
  })
  await speakAs(settings.current().language)
  const system = {
    // Linux has no such list.
    add: (path: string) => platform !== 'linux' && app.addRecentDocument(path),
    clear: () => platform !== 'linux' && app.clearRecentDocuments()
  }
  const recent = createRecentPaths({ section: file.section('recent'), system, onChange: () => menu.draw() })
  const recentFolders = createRecentPaths({
    section: file.section('recent-folders'),
    // Windows lists files alone.
    system: { add: (path) => platform === 'darwin' && system.add(path), clear: () => undefined },
    onChange: () => menu.draw()
  })
  const menu = createAppMenu({
    isPackaged: app.isPackaged,
    recentFiles: recent.list,
    recentFolders: recentFolders.list,
    onChoose: (name) => {
      bringUp()
      announceToWindows('app.menu', name)
    },
    onOpenRecent: (path) => called({ links: [], files: [path] }),
    onClearRecent: () => {
      recent.clear()
      recentFolders.clear()
    },
    onRefusal: (what) => log.info('jump-list.refused', { what }),
    onQuit: question.quit
  })
  drawMenu = menu.draw
  serveApp(protocol, {
    pageFolder: join(import.meta.dirname, '..', 'renderer'),
    media: house.promise.then(({ media }) => media),
    language: languageInForce,
    opensWithWelcome: () => !isConnected(file.section('connections')),
    onError: (error) => log.error('protocol', error)
  })
  register({ handle: handleRequests, log, handlers: house.promise.then(({ handlers }) => handlers) })
  /** Whether Kiln goes on without a window, and can be had back. On Linux nobody knows whether the tray is drawn. */
  const outlivesWindow = (): boolean => platform === 'darwin' || (platform === 'win32' && settings.current().desktop.tray)
  onWindowClose = (event) => {
    if (isQuitting || outlivesWindow() || !question.isAsking()) return
    event.preventDefault()
    question.quit()
  }
  const isSeen = !isHidden || !settings.current().desktop.tray
  const window = isSeen || platform === 'linux' ? openWindow(isSeen ? 'shown' : 'minimised') : null
  isOpen = true
  house.resolve(
    openMendedHouse({
      dataDir,
      file,
      settings,
      log,
      capture: gate,
      arrivals: {
        ...arrivals,
        opened: (path) => {
          recent.add(path)
          recentFolders.add(dirname(path))
        }
      },
      noteFolder: recentFolders.add,
      menu,
      tray,
      quit: question.quit,
      bringUp,
      openedBy,
      speakAs
    })
  )
  house.promise.then(
    (opened) => {
      counts = opened.counts
    },
    () => undefined
  )
  if (isSmokeTest && window !== null) void testSmoke(window, house.promise)

  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => {
    if (!outlivesWindow()) app.quit()
  })
  closeOnQuit(async () => {
    const { close } = await house.promise
    await close()
  })
}

/** Puts a language into force in main; a page takes it from its next start on. */
async function speakAs(choice: LanguageChoice): Promise<void> {
  await learnLanguage(languageFor(choice, app.getPreferredSystemLanguages()))
  drawMenu()
}

/** The parts behind the window, read in now. A damaged journal is a question to the person, never an end by itself. */
async function openMendedHouse(parts: HouseParts): Promise<House> {
  const [{ openHouse }, { openOrMend }, { journalBackups, restoreJournal }] = await Promise.all([
    import('./desktop/open-house.ts'),
    import('./desktop/mend-journal.ts'),
    import('./studio.ts'),
    // Its schemas are what the page's first requests are held against.
    import('../shared/ipc.ts')
  ])
  return openOrMend({
    open: () => openHouse(parts),
    backups: () => journalBackups(dataDir),
    restore: (backup) => restoreJournal(dataDir, backup),
    ask: async (question) =>
      (await dialog.showMessageBox({ type: 'warning', ...question, buttons: [...question.buttons], noLink: true })).response,
    showFolder: () => void shell.openPath(dataDir),
    onRestored: (quarantine) => log.info('journal.restored', { quarantine })
  })
}

function openWindow(look: 'shown' | 'minimised' = 'shown'): BrowserWindow {
  const window = openMainWindow({ preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'), pageUrl, look })
  window.on('close', (event) => onWindowClose(event))
  return window
}

/** Over the window where there is one. */
async function askBeforeQuit(words: { readonly message: string; readonly detail: string }): Promise<QuitAnswer> {
  const options = {
    type: 'question',
    ...words,
    buttons: [say('Quit'), say('Stay')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
    checkboxLabel: say('Don’t ask again')
  } as const
  const [window] = BrowserWindow.getAllWindows()
  const shown = { ...options, buttons: [...options.buttons] }
  const { response, checkboxChecked } = await (window === undefined ? dialog.showMessageBox(shown) : dialog.showMessageBox(window, shown))
  return { quits: response === 0, isForGood: checkboxChecked }
}

/** Opens the window where there is none, as on macOS once it was closed. */
function bringUp(): void {
  if (BrowserWindow.getAllWindows().length === 0) openWindow()
  else bringToFront()
}

/** Something outside wants Kiln: it comes to the front, and the page asks what for. */
function called(calls: Calls): void {
  arrivals.add(calls)
  // Before that the window comes by itself, and asks.
  if (isOpen) bringUp()
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
    isQuitting = true
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

/** Ends with 0 and a line of JSON when all is well, else with 1 and the reason. */
async function testSmoke(window: BrowserWindow, house: Promise<House>): Promise<void> {
  try {
    const { smokeTest } = await import('./desktop/smoke-test.ts')
    const report = await smokeTest({ window, app, dataDir })
    await (await house).close()
    process.stdout.write(`Smoke test passed: ${JSON.stringify(report)}\n`)
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
    app.exit(0)
  } catch (error) {
    giveUp(error)
  }
}

/** Kiln can't start: says why, and leaves everything as it is. */
function giveUp(error: unknown): void {
  log.error('main.start', error)
  const { message, detail } = startUpWords(error, dataDir)
  process.stderr.write(`${message} ${detail}\n`)
  // Nobody is there to close a dialog of a smoke test, but to read its reason.
  if (isSmokeTest) process.stderr.write(`Smoke test failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  else dialog.showErrorBox(message, detail)
  app.exit(1)
}
