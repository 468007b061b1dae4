import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, BrowserWindow, crashReporter, dialog, nativeTheme, protocol, session, shell } from 'electron'
import { hasActiveConnection } from './accounts/connections.ts'
import { emptyUnfinishedTaskCounts, type UnfinishedTaskCounts } from './desktop/tray/unfinished-task-state.ts'
import { linkScheme } from '../shared/app/deep-link.ts'
import { createAppMenu, type AppMenu } from './desktop/menu/app-menu.ts'
import { createOpenRequestQueue } from './launch/open-requests.ts'
import { createMediaPermissions } from './desktop/window/media-permissions.ts'
import { isOwnPage, pageUrl, appProtocolScheme, serveApp } from './desktop/window/app-protocol.ts'
import { closeBeforeQuit } from './desktop/window/close-before-quit.ts'
import { installKind } from './launch/install-kind.ts'
import { startCrashReporter } from './diagnostics/crash-dumps.ts'
import { dataFolderOverride, developmentApp, makeDataFolder } from './launch/data-folder.ts'
import { rejectedSwitches } from './launch/debugging-switches.ts'
import { restrictWebContents } from './desktop/window/restrict-web-contents.ts'
import { restrictSession } from './desktop/window/restrict-session.ts'
import { parseLaunchArguments, hiddenFlag, parseLaunchTargets } from './launch/launch-arguments.ts'
import type { LaunchTargets } from './launch/launch-arguments.ts'
import { openLog } from './diagnostics/logger.ts'
import { createLoginItem, withLoginItem } from './launch/login-item.ts'
import { openMainWindow } from './desktop/window/main-window.ts'
import { requestCapturePermission } from './desktop/window/system-capture.ts'
import type { SettingsStore } from './settings/settings.ts'
import type { AppServices, AppServicesOptions } from './create-app-services.ts'
import { launchNotificationId } from './notifications/launch-notification-id.ts'
import { broadcastEvent, handleIpc } from './desktop/window/window-ipc.ts'
import { createQuitConfirmation, type QuitConfirmation } from './desktop/dialogs/confirm-quit.ts'
import { recoverRenderer } from './desktop/window/recover-renderer.ts'
import { createRecentDocuments } from './desktop/menu/recent-documents.ts'
import { openOrResetSettings, quarantineSettings } from './settings/recover-settings.ts'
import { openSettingsFile, type SettingsFile } from './settings/settings-file.ts'
import { openSettings } from './settings/settings.ts'
import type { Settings } from '../shared/app/settings.ts'
import { askToReloadPage, askBeforeQuit, askBeforeWindowOpens } from './desktop/dialogs/ask-in-window.ts'
import { enableTextContextMenu } from './desktop/menu/text-context-menu.ts'
import { applySpellingSettings, isSpellChecked, isAllowedDictionaryUrl } from './desktop/window/spelling.ts'
import { startUpErrorText } from './launch/start-up-error-text.ts'
import { createTrayIcon } from './desktop/tray/tray.ts'
import { registerIpcHandlers } from './ipc/register-ipc-handlers.ts'
import { resolveLanguage, type LanguageChoice } from '../shared/i18n/languages.ts'
import { loadLocale } from '../shared/i18n/load-locale.ts'
import { currentLanguage } from '../shared/i18n/say.ts'

/**
 * Maximum time that quitting waits for pending writes, in milliseconds. Nothing is lost after that, because the journal survives a crash.
 */
const longestGoodbyeInMs = 5000

// The code up to `whenReady` must run before Electron is ready, so it must be synchronous.
const isSmokeTest = process.argv.includes('--smoke-test')
const kind = installKind({ isPackaged: app.isPackaged, environment: process.env })
if (kind === 'unpackaged') app.setName(developmentApp.name)
const chosenFolder = isSmokeTest
  ? mkdtempSync(join(tmpdir(), 'kiln-smoke-test-'))
  : dataFolderOverride({ arguments: process.argv, isPackaged: app.isPackaged, appDataFolder: app.getPath('appData') })
if (chosenFolder !== null) {
  const failure = makeDataFolder(chosenFolder)
  if (failure !== null) {
    // Nothing can be logged yet.
    dialog.showErrorBox('Kiln', failure)
    process.exit(1)
  }
  app.setPath('userData', chosenFolder)
}
const dataDir = app.getPath('userData')
const log = openLog(join(dataDir, 'logs'))
const crashDumps = startCrashReporter({ app, crashReporter, dataDir, now: Date.now() })
if (crashDumps.count > 0) log.info('crash.dumps', crashDumps)

// Only the installed Kiln writes Windows registry entries. Another copy, such as a portable one, would register its temporary path.
if (process.platform === 'win32' && kind === 'installed') {
  app.setAppUserModelId('app.kiln.desktop')
  // This ID must never change. Windows uses it to find Kiln when the user clicks a notification from an earlier run.
  app.setToastActivatorCLSID('{6D1F6A0B-3C0E-4C55-9B1B-7E5B0A4C2F19}')
  // On other systems the package registers the scheme. Arguments after `--` are never read as switches.
  app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--'])
}
// `enableSandbox` removes the switch, but processes that are already running stay without a sandbox.
if (app.commandLine.hasSwitch('no-sandbox')) log.info('start.no-sandbox')
app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  { scheme: appProtocolScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } }
])

const gate = createMediaPermissions(requestCapturePermission)
let openedBy: string | null = null
let isOpen = false
let isQuitting = false
let menu: AppMenu | null = null
let onWindowClose = (_event: { readonly preventDefault: () => void }): void => undefined
const platform = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
app.once('ready', (_event, launchInfo) => {
  openedBy = launchNotificationId(launchInfo)
})

const openRequests = createOpenRequestQueue(() => broadcastEvent('arrivals.came', null))
// macOS reports links and files through these events, possibly before Kiln is ready.
app.on('open-url', (event, link) => {
  event.preventDefault()
  called({ links: [link], files: [] })
})
app.on('open-file', (event, path) => {
  event.preventDefault()
  called({ links: [], files: [path] })
})
const callsOfStart = parseLaunchArguments(process.argv, {
  isPackaged: app.isPackaged,
  workingDirectory: process.cwd(),
  platform: process.platform
})
openRequests.add(callsOfStart)

const refused = rejectedSwitches({ isPackaged: app.isPackaged, hasSwitch: (name) => app.commandLine.hasSwitch(name) })

if (refused.length > 0) {
  process.stderr.write(`Kiln can’t start with --${refused.join(' or --')}. Another program could use this switch to spend your credits.\n`)
  app.exit(1)
} else if (app.requestSingleInstanceLock(callsOfStart)) {
  void run()
} else {
  process.stderr.write('Kiln is already open on this data folder. Its window was brought to the front.\n')
  app.exit(0)
}

async function run(): Promise<void> {
  process.on('uncaughtException', (error) => log.error('main.uncaught', error))
  process.on('unhandledRejection', (error) => log.error('main.unhandled', error))
  app.on('web-contents-created', (_event, contents) => {
    restrictWebContents(contents, isOwnPage, (what) => log.info('page.refused', { what }))
    enableTextContextMenu(contents)
    recoverRenderer(contents, {
      ask: (trouble, signal) => askToReloadPage(contents, trouble, signal),
      isQuitting: () => isQuitting,
      onFailure: log.info,
      now: Date.now
    })
    // After a reload, no recorder is open and nothing is selected.
    contents.on('did-navigate', (_navigation, url) => {
      gate.close()
      if (isOwnPage(url)) menu?.setAvailable([])
    })
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode, name = '' }) =>
    log.info('process.gone', { type, reason, exitCode, name })
  )
  // Electron may pass the other arguments in a different order, so only the additional data is used.
  app.on('second-instance', (_event, _words, _folder, handed) => called(parseLaunchTargets(handed)))
  await app.whenReady()
  try {
    await open()
  } catch (error) {
    giveUp(error)
  }
}

/** Opens the window immediately. The services load while the page loads. Requests from the page wait until the services have loaded. */
async function open(): Promise<void> {
  const isHidden = process.argv.includes(hiddenFlag) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
  const file = await openOrAskSettings()
  const tray = createTrayIcon(bringUp)
  const apply = ({ theme, desktop, spelling, network }: Settings): void => {
    nativeTheme.themeSource = theme
    tray.show(desktop.tray)
    applySpellingSettings(session.defaultSession, spelling, network.way, platform)
  }
  const settings = withLoginItem(
    openSettings({
      section: file.section('settings'),
      defaultLibraryFolder: chosenFolder === null ? join(app.getPath('pictures'), 'Kiln') : join(chosenFolder, 'library'),
      platform,
      onChange: apply
    }),
    createLoginItem()
  )
  apply(settings.current())
  session.defaultSession.on('spellcheck-dictionary-download-failure', (_event, language) => {
    if (isSpellChecked(language, settings.current().spelling)) broadcastEvent('spelling.failed', language)
  })

  const services = Promise.withResolvers<AppServices>()
  let counts = (): UnfinishedTaskCounts => emptyUnfinishedTaskCounts
  services.promise.catch(giveUp)
  restrictSession(
    session.defaultSession,
    isOwnPage,
    gate,
    (what) => log.info('page.refused', { what }),
    (url) => isAllowedDictionaryUrl(url, settings.current())
  )
  const question = confirmQuit(settings, () => counts())
  await speakAs(settings.current().language)
  const recent = createRecentDocuments(file, () => menu?.draw())
  menu = createAppMenu({
    isPackaged: app.isPackaged,
    kind,
    isConnected: () => hasActiveConnection(file.section('connections')),
    recentFiles: recent.files,
    recentFolders: recent.folders,
    onChosen: () => {
      bringUp()
      broadcastEvent('menu.chosen', null)
    },
    onOpenRecent: (path) => called({ links: [], files: [path] }),
    onClearRecent: recent.clear,
    onRefusal: (what) => log.info('jump-list.refused', { what }),
    onQuit: question.quit
  })
  serveApp(protocol, {
    pageFolder: join(import.meta.dirname, '..', 'renderer'),
    media: services.promise.then(({ media }) => media),
    language: currentLanguage,
    platform,
    opensWithWelcome: () => !hasActiveConnection(file.section('connections')),
    onError: (error) => log.error('protocol', error)
  })
  registerIpcHandlers({ handle: handleIpc, log, handlers: services.promise.then(({ handlers }) => handlers) })
  /**
   * True if Kiln keeps running without a window and the user can reopen it. False on Linux, where the desktop may not show the tray icon.
   */
  const outlivesWindow = (): boolean => platform === 'darwin' || (platform === 'win32' && settings.current().desktop.tray)
  onWindowClose = (event) => {
    if (isQuitting || outlivesWindow() || !question.isAsking()) return
    event.preventDefault()
    question.quit()
  }
  const isSeen = !isHidden || !settings.current().desktop.tray
  const window = isSeen || platform === 'linux' ? openWindow(isSeen ? 'shown' : 'minimised') : null
  isOpen = true
  const close = closeBeforeQuit({
    app,
    close: async () => (await services.promise).close(),
    onQuit: () => {
      isQuitting = true
    },
    onError: (error) => log.error('main.close', error),
    limitInMs: longestGoodbyeInMs
  })
  services.resolve(
    openAppServices({
      dataDir,
      file,
      settings,
      log,
      capture: gate,
      arrivals: {
        ...openRequests,
        opened: recent.addFile
      },
      noteFolder: recent.addFolder,
      menu,
      tray,
      quit: question.quit,
      quitActions: { close, quit: () => app.quit() },
      kind,
      bringUp,
      openedBy,
      setLanguage: speakAs
    })
  )
  services.promise.then(
    (opened) => {
      counts = opened.counts
    },
    () => undefined
  )
  if (isSmokeTest && window !== null) void testSmoke(window, services.promise)

  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => {
    if (!outlivesWindow()) app.quit()
  })
}

function confirmQuit(settings: SettingsStore, counts: () => UnfinishedTaskCounts): QuitConfirmation {
  return createQuitConfirmation({
    counts,
    isWanted: () => settings.current().desktop.asksBeforeQuit,
    ask: askBeforeQuit,
    stopAsking: () => {
      const { desktop } = settings.current()
      broadcastEvent('settings.changed', settings.change({ desktop: { ...desktop, asksBeforeQuit: false } }))
    },
    quit: () => app.quit()
  })
}

function openOrAskSettings(): Promise<SettingsFile> {
  return openOrResetSettings({
    open: () => openSettingsFile(dataDir),
    setAside: () => quarantineSettings(dataDir, Date.now()),
    ask: async (question) => {
      if (isSmokeTest) return question.cancelId
      await speakAs('system')
      return askBeforeWindowOpens(question)
    },
    showFolder: () => void shell.openPath(dataDir),
    onSetAside: (path) => log.info('settings.set-aside', { path })
  })
}

/** Activates a language in the main process. The page uses it after its next load. */
async function speakAs(choice: LanguageChoice): Promise<void> {
  await loadLocale(resolveLanguage(choice, app.getPreferredSystemLanguages()), process.platform)
  menu?.draw()
}

/** Loads the services' modules and creates the services. If the journal is damaged or missing, asks the user what to do. */
async function openAppServices(parts: AppServicesOptions): Promise<AppServices> {
  const [{ createAppServices }, { openOrRecoverJournal }, { listJournalBackups, restoreJournal }] = await Promise.all([
    import('./create-app-services.ts'),
    import('./launch/recover-journal.ts'),
    import('./studio.ts'),
    // The schemas in this module validate the page's first requests.
    import('../shared/ipc/ipc.ts')
  ])
  return openOrRecoverJournal({
    open: () => createAppServices(parts),
    backups: () => listJournalBackups(dataDir),
    restore: (backup) => restoreJournal(dataDir, backup),
    ask: askBeforeWindowOpens,
    showFolder: () => void shell.openPath(dataDir),
    onRestored: (quarantine) => log.info('journal.restored', { quarantine })
  })
}

function openWindow(look: 'shown' | 'minimised' = 'shown'): BrowserWindow {
  const window = openMainWindow({ preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'), pageUrl, look })
  window.on('close', (event) => onWindowClose(event))
  // Windows ends a session without `before-quit`, but waits for an app that blocks the shutdown. The shutdown continues once Kiln has quit.
  window.on('query-session-end', (event) => {
    log.info('session.ending', { reasons: event.reasons.join(' ') })
    event.preventDefault()
    app.quit()
  })
  // A forced session end can't be delayed. Data on disk is safe, and Kiln completes as much pending work as it can.
  window.on('session-end', () => app.quit())
  // Without a window, nothing is selected. On macOS, the menu stays available.
  window.once('closed', () => menu?.setAvailable([]))
  return window
}

/** Brings the window to the front. Opens one if none exists, as on macOS after the window was closed. */
function bringUp(): void {
  if (BrowserWindow.getAllWindows().length === 0) openWindow()
  else bringToFront()
}

/** Handles an external request: a link, a file or a second start. Kiln comes to the front, and the page asks the user what to do. */
function called(calls: LaunchTargets): void {
  openRequests.add(calls)
  // During startup, the window opens anyway.
  if (isOpen) bringUp()
}

function bringToFront(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Runs the smoke test. If it passes, exits with 0 and a line of JSON. Otherwise exits with 1 and the reason. */
async function testSmoke(window: BrowserWindow, services: Promise<AppServices>): Promise<void> {
  try {
    const { runSmokeTest } = await import('./run-smoke-test.ts')
    const report = await runSmokeTest({ window, app, dataDir })
    await (await services).close()
    process.stdout.write(`Smoke test passed: ${JSON.stringify(report)}\n`)
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
    app.exit(0)
  } catch (error) {
    giveUp(error)
  }
}

/** Reports why Kiln can't start, then exits. Doesn't change any data. */
function giveUp(error: unknown): void {
  log.error('main.start', error)
  const { message, detail } = startUpErrorText(error, dataDir)
  process.stderr.write(`${message} ${detail}\n`)
  // A smoke test can't close a dialog. Its caller reads the reason from stderr.
  if (isSmokeTest) process.stderr.write(`Smoke test failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  else dialog.showErrorBox(message, detail)
  app.exit(1)
}
