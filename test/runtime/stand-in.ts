import type Electron from 'electron'
import { startChromium } from './chromium/chromium-process.ts'
import type { ChromiumProcess } from './chromium/chromium-process.ts'
import type { DesktopPlatform } from './host-platform.ts'
import type { LaunchArguments } from './launch-arguments.ts'
import { StandInApp } from './main/app.ts'
import { createBrowserWindowClass } from './main/browser-window.ts'
import { createClipboard, StandInClipboardItem } from './main/clipboard.ts'
import { createDesktop } from './main/desktop.ts'
import { createDialog } from './main/dialog.ts'
import type { Host, PageOptions } from './main/host.ts'
import { openIpcLog } from './main/ipc-log.ts'
import { StandInIpcMain } from './main/ipc-main.ts'
import { createMenuClasses } from './main/menu.ts'
import { performMenuRole } from './main/menu-roles.ts'
import { nativeImage } from './main/native-image.ts'
import { StandInNativeTheme } from './main/native-theme.ts'
import { createNotificationClass, type NotificationOptions, type StandInNotification } from './main/notification.ts'
import { StandInProtocol } from './main/protocol.ts'
import { interceptRequests } from './main/request-interception.ts'
import { createSafeStorage, type SafeStorageState } from './main/safe-storage.ts'
import { StandInSession } from './main/session.ts'
import {
  crashReporter,
  createNet,
  createPowerMonitor,
  createPowerSaveBlocker,
  createScreen,
  createShell,
  createTrayClass,
  type StandInTray
} from './main/small-modules.ts'
import { simulateShutdown } from './main/system-shutdown.ts'
import { throwUntilReady } from './main/when-ready.ts'
import { WindowStateStore } from './main/window-state.ts'
import { Windows } from './main/windows.ts'
import { createPreventableEvent } from './main/preventable-event.ts'
import { NotImplementedError, throwOnMissingMembers } from './not-implemented.ts'
import { AppWindows } from './page/app-windows.ts'
import { toAppUrl } from './page/page-addresses.ts'
import { showMenu } from './page/show-menu.ts'
import { PageTarget } from './page/page-target.ts'

export type StandInEnvironment = {
  /** True if windows are visible, false if Chromium runs without a window. */
  readonly isHeaded: boolean
  /** True if links, folders and file dialogs open in the operating system. False in tests, which have no user. */
  readonly hasDesktop: boolean
  readonly ipcLogPath: string | null
  /** `launchInfo` of the `ready` event. On macOS, it has details if the user clicked a notification. */
  readonly launchInfo: Readonly<Record<string, unknown>>
  /** Value of `process.platform` in the app. */
  readonly platform: DesktopPlatform
  readonly isPackaged: boolean
  readonly isRightToLeft: boolean
  readonly storageBackend: ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>
  /** Prefix of every ciphertext. */
  readonly storageTag: string
  readonly storageState: SafeStorageState
  readonly notifications: Pick<NotificationOptions, 'platform' | 'support' | 'history'>
}

const sessionBeforeReady = 'Session can only be received when app is ready'

/** A call that real Electron would pass to the operating system. */
export type StandInCall = { readonly name: string; readonly args: readonly unknown[] }

/** Creates all exports of `import 'electron'`. `start` starts Chromium and makes the app ready. */
export function createElectronStandIn(launch: LaunchArguments, environment: StandInEnvironment, executable: string) {
  let chromium: ChromiumProcess | null = null
  const calls: StandInCall[] = []
  const notifications = new Set<StandInNotification>()
  const trays = new Set<StandInTray>()
  const noteCall = (name: string, args: readonly unknown[]): void => void calls.push({ name, args })

  const windows = new Windows(() => app.lastWindowClosed())
  const app = new StandInApp({
    launch,
    executable,
    platform: environment.platform,
    isPackaged: environment.isPackaged,
    noteCall,
    closeWindows: () => windows.all().forEach((window) => window.close()),
    countWindows: () => windows.all().length,
    focusWindow: () => windows.all().at(-1)?.focus(),
    stop: async () => chromium?.close()
  })
  const isReady = (): boolean => app.isReady()
  const { Menu, MenuItem, standInMenus, press, act } = createMenuClasses({
    platform: environment.platform,
    windows,
    dockMenu: () => app.dock?.getMenu() ?? null,
    draw: environment.hasDesktop
      ? async (window, items, x, y) => {
          const page = await window.contents.whenOpen()
          const places = [JSON.stringify(items), x, y].join()
          return (await page.callInIsolatedWorld(`(${showMenu})(${places})`)) as readonly number[] | null
        }
      : null,
    performRole: (role, window) => {
      if (!performMenuRole(role, window)) noteCall('Menu.role', [role])
    }
  })
  const powerMonitor = createPowerMonitor()
  const protocol = new StandInProtocol(isReady)
  const session = new StandInSession(protocol)
  const guardedSession = throwOnMissingMembers<Electron.Session & StandInSession>('session', session)
  const ipcMain = new StandInIpcMain(openIpcLog(environment.ipcLogPath))
  const nativeTheme = new StandInNativeTheme((scheme) => windows.all().forEach((window) => window.contents.setColorScheme(scheme)))

  const runningChromium = (): ChromiumProcess => {
    if (chromium === null) throw new Error('stand-in: Chromium is not running yet')
    return chromium
  }
  const appWindows = new AppWindows()
  const openPage = async (order: PageOptions): Promise<PageTarget> => {
    const running = runningChromium()
    const { width, height } = order
    const openTarget = async (): Promise<string> =>
      (await running.connection.browser.send('Target.createTarget', { url: 'about:blank', newWindow: true, width, height })).targetId
    const targetId = environment.isHeaded ? await appWindows.open(running, await order.firstAddress, order.background) : await openTarget()
    const page = await PageTarget.attach(running, targetId, order)
    await page.resize(width, height)
    return page
  }
  const desktop = environment.hasDesktop
    ? createDesktop(async () => {
        const window = windows.current() ?? windows.all()[0]
        return window === undefined ? null : (await window.contents.whenOpen()).session
      })
    : null
  const host: Host = {
    windows,
    windowStates: new WindowStateStore(() => app.getPath('userData')),
    isHeaded: environment.isHeaded,
    platform: environment.platform,
    isRightToLeft: environment.isRightToLeft,
    session: guardedSession,
    ipcMain,
    nativeTheme,
    isReady,
    chromium: runningChromium,
    openPage,
    closeTarget: (targetId) => runningChromium().connection.browser.send('Target.closeTarget', { targetId }),
    emitOnApp: (event, ...values) => void app.emit(event, ...values),
    cancelQuitting: () => app.cancelQuitting(),
    pressMenuKey: press,
    noteCall
  }

  const electron = {
    app: throwOnMissingMembers<Electron.App>('app', app),
    BrowserWindow: createBrowserWindowClass(host),
    clipboard: createClipboard(desktop),
    ClipboardItem: StandInClipboardItem,
    crashReporter,
    dialog: throwUntilReady(createDialog(desktop), isReady, 'dialog module can only be used after app is ready', ['showErrorBox']),
    ipcMain: throwOnMissingMembers<Electron.IpcMain>('ipcMain', ipcMain),
    Menu,
    MenuItem,
    nativeImage,
    nativeTheme: throwOnMissingMembers<Electron.NativeTheme>('nativeTheme', nativeTheme),
    net: throwUntilReady(
      createNet((scheme) => protocol.handlerOf(scheme)),
      isReady,
      sessionBeforeReady,
      ['isOnline']
    ),
    Notification: createNotificationClass({ ...environment.notifications, isReady, noteCall, onScreen: notifications }),
    powerMonitor,
    powerSaveBlocker: createPowerSaveBlocker(noteCall),
    protocol: session.protocol,
    safeStorage: createSafeStorage({
      isReady,
      userDataDir: () => app.getPath('userData'),
      backend: environment.storageBackend,
      tag: environment.storageTag,
      state: environment.storageState
    }),
    screen: createScreen(isReady),
    session: throwOnMissingMembers<typeof Electron.session>('session', {
      get defaultSession() {
        if (!isReady()) throw new Error(sessionBeforeReady)
        return guardedSession
      }
    }),
    shell: createShell(noteCall, desktop),
    Tray: throwUntilReady(createTrayClass(trays, act), isReady, 'Cannot create Tray before app is ready'),
    webContents: throwOnMissingMembers<typeof Electron.webContents>('webContents', {
      getAllWebContents: () => windows.all().map((window) => window.webContents),
      getFocusedWebContents: () => windows.current()?.webContents ?? null,
      fromId: (id: number) => windows.byId(id)?.webContents,
      fromDevToolsTargetId: (targetId: string) => windows.byTargetId(targetId)?.webContents
    }),
    /**
     * Not part of Electron's API: calls that real Electron would pass to the operating system. For tests that only the stand-in supports.
     */
    standInCalls: calls,
    /** Not part of Electron's API: the menus on the screen. */
    standInMenus,
    /** Not part of Electron's API: the notifications that are shown. */
    standInNotifications: notifications,
    /** Not part of Electron's API: simulates a shutdown by the user, with the platform's events. */
    standInShutDown: () =>
      simulateShutdown({
        platform: process.platform,
        windows: () => windows.all(),
        powerMonitor,
        quit: () => app.quit(),
        end: () => process.exit(0)
      }),
    /** Not part of Electron's API: the icons in the tray. */
    standInTrays: trays
  }

  /** Starts Chromium, prints its DevTools URL for Playwright, and makes the app ready. */
  const start = async (): Promise<void> => {
    chromium = await startChromium({
      profileDir: `${app.getPath('userData')}/standin-chromium`,
      isHeaded: environment.isHeaded,
      devtoolsPort: launch.devtoolsPort,
      isSandboxed: launch.isSandboxed,
      switches: launch.chromiumSwitches
    })
    const { browser } = chromium.connection
    browser.on('Target.targetDestroyed', ({ targetId }) => windows.byTargetId(targetId)?.contents.markGone())
    browser.on('Target.targetCreated', ({ targetInfo }) => {
      // Closes windows that a page opened without `window.open`, because only the main process may open windows.
      if (targetInfo.openerId !== undefined) host.closeTarget(targetInfo.targetId).catch(() => {})
    })
    // Cancels every download, because the app must prevent downloads.
    browser.on('Browser.downloadWillBegin', ({ frameId, guid, url }) => {
      const event = createPreventableEvent({})
      const item = throwOnMissingMembers<Electron.DownloadItem>('DownloadItem', { getURL: () => toAppUrl(url) })
      session.emit('will-download', event, item, contentsOf(frameId)?.self)
      browser.send('Browser.cancelDownload', { guid }).catch(() => {})
      if (!event.defaultPrevented) throw new NotImplementedError('a download that main doesn’t prevent')
    })
    const contentsOf = (targetId: string) => windows.byTargetId(targetId)?.contents ?? null
    await Promise.all([
      browser.send('Target.setDiscoverTargets', { discover: true }),
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }),
      interceptRequests(chromium, {
        handlerOf: (scheme) => protocol.handlerOf(scheme),
        mayNavigate: (targetId, url) => contentsOf(targetId)?.mayNavigate(url) ?? true,
        mayRequest: (targetId, asked) => session.mayRequest(contentsOf(targetId)?.self ?? null, asked),
        ownDocument: (address, targetId) => appWindows.answer(address, targetId),
        addressOf: (targetId) => contentsOf(targetId)?.getURL() ?? null
      })
    ])
    void chromium.exited.then((trouble) => {
      if (trouble !== null) {
        console.error(`stand-in: Chromium exited: ${trouble}`)
        process.exit(1)
      }
      windows.all().forEach((window) => window.contents.markGone())
    })
    if (chromium.devtoolsLine !== null) process.stderr.write(`${chromium.devtoolsLine}\n`)
    app.becomeReady(environment.launchInfo)
  }

  return { app, electron, environment, start }
}
