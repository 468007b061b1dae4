import { readLaunchArguments } from './launch-arguments.ts'
import { onlyBuilt } from './only-built.ts'
import { makeStandIn } from './stand-in.ts'
import type { StandInEnvironment } from './stand-in.ts'

/** What `import 'electron'` and `require('electron')` give in main; boot.ts sees to that. One per process, as Electron's is. */
export const launch = readLaunchArguments(process.argv.slice(1))
export const standIn = makeStandIn(
  launch,
  {
    isHeaded: process.env.STANDIN_HEADED === '1',
    hasDesktop: process.env.STANDIN_DESKTOP === '1',
    ipcLogPath: process.env.STANDIN_IPC_LOG || null,
    launchInfo: JSON.parse(process.env.STANDIN_LAUNCH_INFO || '{}') as Record<string, unknown>,
    storageBackend: (process.env.STANDIN_STORAGE_BACKEND || 'gnome_libsecret') as StandInEnvironment['storageBackend']
  },
  process.argv[0] as string
)

const notBuilt = <Name extends string>(name: Name): object => onlyBuilt(name, {})

export const {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  standInCalls,
  standInNotifications,
  standInTrays,
  Tray,
  webContents
} = standIn.electron

// Known by name so that an import of them links; any use says what is missing.
export const autoUpdater = notBuilt('autoUpdater')
export const BaseWindow = notBuilt('BaseWindow')
export const contentTracing = notBuilt('contentTracing')
export const desktopCapturer = notBuilt('desktopCapturer')
export const globalShortcut = notBuilt('globalShortcut')
export const inAppPurchase = notBuilt('inAppPurchase')
export const MessageChannelMain = notBuilt('MessageChannelMain')
export const netLog = notBuilt('netLog')
export const pushNotifications = notBuilt('pushNotifications')
export const ShareMenu = notBuilt('ShareMenu')
export const systemPreferences = notBuilt('systemPreferences')
export const TouchBar = notBuilt('TouchBar')
export const utilityProcess = notBuilt('utilityProcess')
export const View = notBuilt('View')
export const webFrameMain = notBuilt('webFrameMain')
export const WebContentsView = notBuilt('WebContentsView')

const electron = onlyBuilt('electron', {
  ...standIn.electron,
  autoUpdater,
  BaseWindow,
  contentTracing,
  desktopCapturer,
  globalShortcut,
  inAppPurchase,
  MessageChannelMain,
  netLog,
  pushNotifications,
  ShareMenu,
  systemPreferences,
  TouchBar,
  utilityProcess,
  View,
  webFrameMain,
  WebContentsView
})
// `import electron from 'electron'` is how some packages ask for it.
// oxlint-disable-next-line import/no-default-export
export { electron as default, electron as 'module.exports' }
