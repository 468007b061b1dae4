import type Electron from 'electron'
import type { DesktopPlatform } from '../host-platform.ts'
import { throwOnMissingMembers } from '../not-implemented.ts'

type NoteCall = (name: string, args: readonly unknown[]) => void

/** Returns members of `app` that Electron defines only on some platforms. Calls to the system are recorded in `standInCalls`. */
export function platformMembers(platform: DesktopPlatform, noteCall: NoteCall): object {
  let opensAtLogin = false
  const onMacAndWindows = {
    addRecentDocument: (path: string) => noteCall('app.addRecentDocument', [path]),
    clearRecentDocuments: () => noteCall('app.clearRecentDocuments', []),
    getLoginItemSettings: () => ({
      openAtLogin: opensAtLogin,
      wasOpenedAtLogin: false,
      executableWillLaunchAtLogin: opensAtLogin,
      status: opensAtLogin ? 'enabled' : 'not-registered',
      launchItems: []
    }),
    setLoginItemSettings: (settings: Electron.Settings) => {
      opensAtLogin = settings.openAtLogin ?? false
      noteCall('app.setLoginItemSettings', [settings])
    }
  }
  switch (platform) {
    case 'darwin':
      return { ...onMacAndWindows, dock: makeDock(noteCall) }
    case 'win32':
      return {
        ...onMacAndWindows,
        setJumpList: (list: Electron.JumpListCategory[] | null) => {
          noteCall('app.setJumpList', [list])
          return 'ok'
        },
        setToastActivatorCLSID: (id: string) => noteCall('app.setToastActivatorCLSID', [id])
      }
    case 'linux':
      return {}
  }
}

function makeDock(noteCall: NoteCall): Electron.Dock {
  let menu: Electron.Menu | null = null
  return throwOnMissingMembers<Electron.Dock>('app.dock', {
    setMenu: (changed: Electron.Menu) => {
      menu = changed
    },
    getMenu: () => menu,
    setBadge: (text: string) => noteCall('app.dock.setBadge', [text])
  })
}
