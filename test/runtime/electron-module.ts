import { parseAppPlatform } from './host-platform.ts'
import { parseElectronArguments } from './launch-arguments.ts'
import { throwOnMissingMembers } from './not-implemented.ts'
import { createElectronStandIn } from './stand-in.ts'
import type { StandInEnvironment } from './stand-in.ts'

/** Exports of `import 'electron'` and `require('electron')` in main, installed by boot.ts. One instance per process, as in Electron. */
export const electronLaunchArguments = parseElectronArguments(process.argv.slice(1))
export const electronStandIn = createElectronStandIn(
  electronLaunchArguments,
  {
    isHeaded: process.env.STANDIN_HEADED === '1',
    hasDesktop: process.env.STANDIN_DESKTOP === '1',
    platform: parseAppPlatform(process.env.STANDIN_PLATFORM),
    isPackaged: process.env.STANDIN_PACKAGED === '1',
    isRightToLeft: process.env.STANDIN_RTL === '1',
    ipcLogPath: process.env.STANDIN_IPC_LOG || null,
    launchInfo: JSON.parse(process.env.STANDIN_LAUNCH_INFO || '{}') as Record<string, unknown>,
    storageBackend: (process.env.STANDIN_STORAGE_BACKEND || 'gnome_libsecret') as StandInEnvironment['storageBackend'],
    storageTag: process.env.STANDIN_STORAGE_TAG || 'v11',
    storageState: (process.env.STANDIN_STORAGE_STATE || 'open') as StandInEnvironment['storageState'],
    notifications: {
      platform: parseAppPlatform(process.env.STANDIN_PLATFORM),
      support: (process.env.STANDIN_NOTIFICATIONS || 'shown') as StandInEnvironment['notifications']['support'],
      history: JSON.parse(process.env.STANDIN_NOTIFICATION_HISTORY || '[]') as StandInEnvironment['notifications']['history']
    }
  },
  process.argv[0] as string
)

const notBuilt = <Name extends string>(name: Name): object => throwOnMissingMembers(name, {})

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
  standInMenus,
  standInNotifications,
  standInShutDown,
  standInTrays,
  Tray,
  webContents
} = electronStandIn.electron

// Modules that aren't implemented. They are exported so that `import` doesn't fail. Any use throws an error with the export's name.
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

const electron = throwOnMissingMembers('electron', {
  ...electronStandIn.electron,
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
// Some packages use `import electron from 'electron'`.
// oxlint-disable-next-line import/no-default-export
export { electron as default, electron as 'module.exports' }
