import { app, BrowserWindow, Notification, safeStorage, session } from 'electron'
import type { LanguageChoice } from '../shared/i18n/languages.ts'
import type { Account } from './accounts/account.ts'
import { createKeyVault } from './accounts/key-vault.ts'
import { createProxyCredentialStore } from './network/proxy-credential-store.ts'
import { createUnsealer } from './accounts/unsealer.ts'
import type { DispatcherResolver } from './service/http-client.ts'
import { trayStatusText } from './desktop/tray/tray-text.ts'
import type { UnfinishedTaskCounts } from './desktop/tray/unfinished-task-state.ts'
import { createFileTokens } from './ipc/file-tokens.ts'
import { createWindowFlush } from './ipc/flush-windows.ts'
import { createHandlers } from './ipc/handlers.ts'
import type { Handlers } from './ipc/handlers.ts'
import type { OpenRequestsPort, CapturePort } from './ipc/ports.ts'
import { publishStudioEvents } from './ipc/publish-studio-events.ts'
import type { Studio } from './studio.ts'
import type { NoUpdateReason } from '../shared/app/update.ts'
import type { MediaResolver } from './desktop/window/app-protocol.ts'
import type { AppMenu } from './desktop/menu/app-menu.ts'
import type { InstallKind } from './launch/install-kind.ts'
import { desktopShell } from './desktop/dialogs/desktop-shell.ts'
import { createDiagnostics } from './diagnostics/diagnostics.ts'
import type { Logger } from './diagnostics/logger.ts'
import { createDialogs } from './desktop/dialogs/dialogs.ts'
import { createMediaResolver } from './desktop/window/media-resolver.ts'
import { broadcastEvent, countOpenPages } from './desktop/window/window-ipc.ts'
import { createTaskMonitor } from './desktop/tray/task-monitor.ts'
import { createPastedFileSaver, pastedFolder } from './uploads/pasted-files.ts'
import { updateBlocker, readUpdateSource } from './updates/update-support.ts'
import { openAccountServices, wait } from './create-account-services.ts'
import { createNetwork } from './create-network.ts'
import { createNotifications, type Notifications } from './notifications/notifications.ts'
import { createProxyPort } from './network/proxy-port.ts'
import { createSystemSecureStore } from './accounts/secure-store.ts'
import type { SettingsStore } from './settings/settings.ts'
import type { SettingsFile } from './settings/settings-file.ts'
import { createSystemNotifications } from './notifications/system-notifications.ts'
import type { QuitActions } from './updates/system-updater.ts'
import { createUpdateController, type Updater } from './updates/update-controller.ts'
import { createStatusIndicators } from './desktop/tray/os-status-indicators.ts'
import { trayMenuTemplate, type TrayIcon } from './desktop/tray/tray.ts'
import { watchPowerAndNetwork } from './network/power-and-network-events.ts'

/** Maximum number of finished tasks in the tray menu. */
const mostRecent = 5

/** The services behind the window: IPC handlers, media files and task counts. `close` ends them when Kiln quits. */
export type AppServices = {
  readonly handlers: Handlers
  readonly media: MediaResolver
  readonly counts: () => UnfinishedTaskCounts
  readonly close: () => Promise<void>
}

export type AppServicesOptions = {
  readonly dataDir: string
  readonly file: SettingsFile
  readonly settings: SettingsStore
  readonly log: Logger
  readonly capture: CapturePort
  readonly arrivals: OpenRequestsPort
  /** Called with a folder that files were opened from or saved to. */
  readonly noteFolder: (folder: string) => void
  readonly menu: AppMenu
  readonly tray: TrayIcon
  /** Quits at the user's request. */
  readonly quit: () => void
  readonly quitActions: QuitActions
  readonly kind: InstallKind
  /** Brings the window to the front. Opens one if none is open. */
  readonly bringUp: () => void
  /** Sets the language of the main process. */
  readonly setLanguage: (choice: LanguageChoice) => Promise<void>
  /** ID of the clicked notification that made the system start Kiln. Null if Kiln was started in another way. */
  readonly openedBy: string | null
}

/** Creates the app's services and passes each one its dependencies. Must be called after Electron is ready. */
export async function createAppServices(parts: AppServicesOptions): Promise<AppServices> {
  const {
    dataDir,
    file,
    settings,
    log,
    capture,
    arrivals: openRequests,
    noteFolder,
    openedBy,
    setLanguage,
    tray,
    menu,
    quitActions
  } = parts
  const { platform } = process
  const store = createSystemSecureStore(safeStorage, platform === 'darwin' || platform === 'win32' ? platform : 'linux')
  const vault = createKeyVault({
    store,
    keyStore: file.section('keys'),
    now: Date.now,
    wait,
    onTrouble: (what, error) => log.error(`vault: ${what}`, error)
  })
  const unsealer = createUnsealer()
  const network = createNetwork({ dataDir, settings, log, passwords: createProxyCredentialStore(vault) })
  const { dispatcherFor } = network
  const fileTokens = createFileTokens()

  const { studio, account, practice } = await openAccountServices({ ...parts, vault, unsealer, dispatcherFor })
  const windowFlush = createWindowFlush({ announce: broadcastEvent, openPages: countOpenPages, setTimer })
  const stopPublishing = publishStudioEvents({ studio, accountState: () => account.state(), announce: broadcastEvent, setTimer })
  const notifications = createAppNotifications(parts, studio, account)
  const updater = await openUpdater(log, dispatcherFor, quitActions)
  const updates = createUpdateController({
    updater,
    source: typeof updater === 'string' ? null : readUpdateSource(process.resourcesPath),
    studio,
    rules: () => settings.current().updates,
    announce: broadcastEvent,
    onTrouble: (error) => log.error('updates', error),
    now: Date.now,
    setTimer
  })
  const showStanding = createStatusIndicators()
  const work = createTaskMonitor({
    studio,
    now: Date.now,
    setTimer,
    onChange: (workStatus) => {
      showStanding(workStatus)
      const { counts } = workStatus
      const recent = studio.tasks({ phases: ['done'], limit: mostRecent })
      tray.update(trayMenuTemplate({ counts, recent, ...trayActions(parts, notifications) }), trayStatusText(counts))
    }
  })
  if (openedBy !== null) notifications.lead(openedBy)
  // Runs when the window gets the focus. Clears the notifications. Checks the contract and the library's files, at most every few minutes.
  // Also checks whether the library and data folders are writable.
  const lookAround = (): void => {
    notifications.windowFocused()
    studio.checkContract('when-due').catch((error: unknown) => log.error('contract.look', error))
    void studio.checkStorage()
    studio.library.verifyWhenDue().catch((error: unknown) => log.error('library.look', error))
  }
  app.on('browser-window-focus', lookAround)
  const stopWatching = watchPowerAndNetwork(() => {
    network.reset()
    studio.wake()
    account.wake().catch((error: unknown) => log.error('account.wake', error))
  })

  return {
    counts: work.counts,
    media: createMediaResolver({ studio, fileTokens }),
    handlers: createHandlers({
      studio,
      account,
      settings,
      diagnostics: createAppDiagnostics(dataDir, settings, studio),
      network: network.portFor(studio),
      proxy: createProxyPort(network.router, unsealer),
      fileTokens,
      dialogs: createDialogs({ section: file.section('folders'), downloadsFolder: app.getPath('downloads'), noteFolder }),
      shell: desktopShell,
      savePastedFile: createPastedFileSaver(pastedFolder(dataDir), Date.now, studio.workspace.mentions),
      capture,
      notifications,
      updates,
      arrivals: openRequests,
      menu,
      announce: broadcastEvent,
      windowFlush,
      changeLanguage: async (choice) => {
        await windowFlush.say()
        await setLanguage(choice)
        for (const window of BrowserWindow.getAllWindows()) window.reload()
      },
      isKeyStorageSecure: vault.isSecure,
      appInfo: async () => ({
        version: app.getVersion(),
        platform: store.platform,
        spellingLanguages: process.platform === 'darwin' ? [] : session.defaultSession.availableSpellCheckerLanguages
      })
    }),
    close: async () => {
      await windowFlush.say()
      app.off('browser-window-focus', lookAround)
      stopWatching()
      work.close()
      tray.show(false)
      notifications.close()
      updates.close()
      stopPublishing()
      await studio.close()
      await practice.stop()
      await network.router.close()
    }
  }
}

/** Creates the updater. Loads electron-updater only if this copy can update itself. Otherwise returns the reason why it can't. */
async function openUpdater(log: Logger, dispatcherFor: DispatcherResolver, quitActions: QuitActions): Promise<Updater | NoUpdateReason> {
  const { platform, env: environment, resourcesPath } = process
  const reason = updateBlocker({ isPackaged: app.isPackaged, platform, environment, resourcesPath })
  if (reason !== null) return reason
  const { createUpdater, createPlatformUpdater } = await import('./updates/system-updater.ts')
  return createUpdater(createPlatformUpdater(platform), dispatcherFor, quitActions, (error) => log.error('updates', error))
}

function setTimer(delayInMs: number, elapsed: () => void): () => void {
  const timer = setTimeout(elapsed, delayInMs)
  return () => clearTimeout(timer)
}

function createAppDiagnostics(dataDir: string, settings: SettingsStore, studio: Studio): ReturnType<typeof createDiagnostics> {
  return createDiagnostics({
    dataDir,
    crashDumps: app.getPath('crashDumps'),
    versions: {
      Kiln: app.getVersion(),
      Electron: process.versions['electron'] ?? null,
      Chromium: process.versions['chrome'] ?? null,
      Node: process.versions.node,
      SQLite: process.versions['sqlite'] ?? null
    },
    settings: settings.current,
    studio,
    saveCopy: desktopShell.saveCopy,
    onProgress: (progress) => broadcastEvent('diagnostics.progress', progress)
  })
}

function createAppNotifications(
  { file, settings, log, kind, bringUp }: AppServicesOptions,
  studio: Studio,
  account: Account
): Notifications {
  const { platform } = process
  const systemNotifications = createSystemNotifications({
    Notification,
    platform,
    onFailed: (error) => log.error('notice', new Error(error))
  })
  const notifications = createNotifications({
    studio,
    rules: () => settings.current().notices,
    isWindowFocused: () => BrowserWindow.getFocusedWindow() !== null,
    // Before the first notification, Electron creates a shortcut to this executable. A portable copy runs from a temporary folder, so the
    // shortcut would break. A portable copy therefore doesn't show notifications.
    show: kind === 'portable' ? () => () => undefined : systemNotifications.show,
    bringUp,
    announce: broadcastEvent,
    memory: file.section('notices'),
    untold: file.section('untold'),
    accountName: (connectionId) => {
      const { connection, others } = account.state()
      return [connection, ...others].find((one) => one?.id === connectionId)?.name ?? connectionId
    },
    now: Date.now,
    setTimer
  })
  if (kind !== 'portable') systemNotifications.followOld(notifications.lead)
  return notifications
}

function trayActions({ bringUp, menu, quit }: AppServicesOptions, { lead }: Notifications) {
  return {
    onOpen: bringUp,
    onNewTask: () => menu.choose('gallery'),
    onQueue: () => lead('queue'),
    onResult: (id: string) => lead(`task-${id}`),
    onQuit: quit
  }
}
