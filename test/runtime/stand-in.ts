import type Electron from 'electron'
import { startChromium } from './chromium/chromium-process.ts'
import type { ChromiumProcess } from './chromium/chromium-process.ts'
import type { LaunchArguments } from './launch-arguments.ts'
import { StandInApp } from './main/app.ts'
import { makeBrowserWindowClass } from './main/browser-window.ts'
import { makeClipboard, StandInClipboardItem } from './main/clipboard.ts'
import { makeDesktop } from './main/desktop.ts'
import { makeDialog } from './main/dialog.ts'
import type { Host, PageOrder } from './main/host.ts'
import { openIpcLog } from './main/ipc-log.ts'
import { StandInIpcMain } from './main/ipc-main.ts'
import { Menu, MenuItem } from './main/menu.ts'
import { nativeImage } from './main/native-image.ts'
import { StandInNativeTheme } from './main/native-theme.ts'
import { StandInProtocol } from './main/protocol.ts'
import { interceptRequests } from './main/request-interception.ts'
import { makeSafeStorage } from './main/safe-storage.ts'
import { StandInSession } from './main/session.ts'
import {
  crashReporter,
  makeNet,
  makeNotificationClass,
  makePowerMonitor,
  makePowerSaveBlocker,
  makeScreen,
  makeShell,
  makeTrayClass,
  type StandInNotification,
  type StandInTray
} from './main/small-modules.ts'
import { WindowStates } from './main/window-state.ts'
import { Windows } from './main/windows.ts'
import { makePreventableEvent } from './main/preventable-event.ts'
import { NotBuiltError, onlyBuilt } from './only-built.ts'
import { AppWindows } from './page/app-windows.ts'
import { toAppAddress } from './page/page-addresses.ts'
import { PageTarget } from './page/page-target.ts'

export type StandInEnvironment = {
  /** A real window opens. */
  readonly isHeaded: boolean
  /** A person is there: links, folders and file dialogs open for real. */
  readonly hasDesktop: boolean
  readonly ipcLogPath: string | null
  /** What comes with `ready`, as on macOS when a notification was clicked. */
  readonly launchInfo: Readonly<Record<string, unknown>>
  readonly storageBackend: ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>
}

/** Something that would have been done outside the app. */
export type StandInCall = { readonly name: string; readonly args: readonly unknown[] }

/** Everything that `import 'electron'` gives, built by hand; `start` brings Chromium up and makes the app ready. */
export function makeStandIn(launch: LaunchArguments, environment: StandInEnvironment, executable: string) {
  let chromium: ChromiumProcess | null = null
  const calls: StandInCall[] = []
  const notifications = new Set<StandInNotification>()
  const trays = new Set<StandInTray>()
  const noteCall = (name: string, args: readonly unknown[]): void => void calls.push({ name, args })

  const windows = new Windows(() => app.lastWindowClosed())
  const app = new StandInApp({
    launch,
    executable,
    closeWindows: () => windows.all().forEach((window) => window.close()),
    countWindows: () => windows.all().length,
    focusWindow: () => windows.all().at(-1)?.focus(),
    stop: async () => chromium?.close()
  })
  const isReady = (): boolean => app.isReady()
  const protocol = new StandInProtocol(isReady)
  const session = new StandInSession(protocol)
  const guardedSession = onlyBuilt<Electron.Session & StandInSession>('session', session)
  const ipcMain = new StandInIpcMain(openIpcLog(environment.ipcLogPath))
  const nativeTheme = new StandInNativeTheme((scheme) => windows.all().forEach((window) => window.contents.setColorScheme(scheme)))

  const runningChromium = (): ChromiumProcess => {
    if (chromium === null) throw new Error('stand-in: Chromium is not running yet')
    return chromium
  }
  const appWindows = new AppWindows()
  const openPage = async (order: PageOrder): Promise<PageTarget> => {
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
    ? makeDesktop(async () => {
        const window = windows.current() ?? windows.all()[0]
        return window === undefined ? null : (await window.contents.whenOpen()).session
      })
    : null
  const host: Host = {
    windows,
    windowStates: new WindowStates(() => app.getPath('userData')),
    isHeaded: environment.isHeaded,
    session: guardedSession,
    ipcMain,
    nativeTheme,
    isReady,
    chromium: runningChromium,
    openPage,
    closeTarget: (targetId) => runningChromium().connection.browser.send('Target.closeTarget', { targetId }),
    emitOnApp: (event, ...values) => void app.emit(event, ...values),
    cancelQuitting: () => app.cancelQuitting(),
    noteCall
  }

  const electron = {
    app: onlyBuilt<Electron.App>('app', app),
    BrowserWindow: makeBrowserWindowClass(host),
    clipboard: makeClipboard(desktop),
    ClipboardItem: StandInClipboardItem,
    crashReporter,
    dialog: makeDialog(desktop),
    ipcMain: onlyBuilt<Electron.IpcMain>('ipcMain', ipcMain),
    Menu,
    MenuItem,
    nativeImage,
    nativeTheme: onlyBuilt<Electron.NativeTheme>('nativeTheme', nativeTheme),
    net: makeNet((scheme) => protocol.handlerOf(scheme)),
    Notification: makeNotificationClass(noteCall, notifications),
    powerMonitor: makePowerMonitor(),
    powerSaveBlocker: makePowerSaveBlocker(noteCall),
    protocol: session.protocol,
    safeStorage: makeSafeStorage({ isReady, userDataDir: () => app.getPath('userData'), backend: environment.storageBackend }),
    screen: makeScreen(),
    session: onlyBuilt<typeof Electron.session>('session', { defaultSession: guardedSession }),
    shell: makeShell(noteCall, desktop),
    Tray: makeTrayClass(trays),
    webContents: onlyBuilt<typeof Electron.webContents>('webContents', {
      getAllWebContents: () => windows.all().map((window) => window.webContents),
      getFocusedWebContents: () => windows.current()?.webContents ?? null,
      fromId: (id: number) => windows.byId(id)?.webContents,
      fromDevToolsTargetId: (targetId: string) => windows.byTargetId(targetId)?.webContents
    }),
    /** Not Electron's: what was asked of the world outside, for tests that only this runtime can serve. */
    standInCalls: calls,
    /** Not Electron's: the notifications that are shown. */
    standInNotifications: notifications,
    /** Not Electron's: the icons in the tray. */
    standInTrays: trays
  }

  /** Brings Chromium up, says where Playwright finds it, and makes the app ready. */
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
      // Whatever way a page found around `window.open`: a window is main's to open.
      if (targetInfo.openerId !== undefined) host.closeTarget(targetInfo.targetId).catch(() => {})
    })
    // Nothing is ever saved: the app may only refuse.
    browser.on('Browser.downloadWillBegin', ({ frameId, guid, url }) => {
      const event = makePreventableEvent({})
      const item = onlyBuilt<Electron.DownloadItem>('DownloadItem', { getURL: () => toAppAddress(url) })
      session.emit('will-download', event, item, contentsOf(frameId)?.self)
      browser.send('Browser.cancelDownload', { guid }).catch(() => {})
      if (!event.defaultPrevented) throw new NotBuiltError('a download that main does not prevent')
    })
    const contentsOf = (targetId: string) => windows.byTargetId(targetId)?.contents ?? null
    await Promise.all([
      browser.send('Target.setDiscoverTargets', { discover: true }),
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }),
      interceptRequests(chromium, {
        handlerOf: (scheme) => protocol.handlerOf(scheme),
        mayNavigate: (targetId, url) => contentsOf(targetId)?.mayNavigate(url) ?? true,
        mayRequest: (targetId, url, method, resourceType) =>
          session.mayRequest(contentsOf(targetId)?.self ?? null, url, method, resourceType),
        ownDocument: (address, targetId) => appWindows.answer(address, targetId),
        addressOf: (targetId) => contentsOf(targetId)?.getURL() ?? null
      })
    ])
    void chromium.exited.then((trouble) => {
      if (trouble !== null) {
        console.error(`stand-in: Chromium ended: ${trouble}`)
        process.exit(1)
      }
      windows.all().forEach((window) => window.contents.markGone())
    })
    if (chromium.devtoolsLine !== null) process.stderr.write(`${chromium.devtoolsLine}\n`)
    app.becomeReady(environment.launchInfo)
  }

  return { app, electron, start }
}
