import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import type { MessageToMain } from '../page/isolated-world.ts'
import type { PageScripts } from '../page/page-scripts.ts'
import type { PageTarget } from '../page/page-target.ts'
import type { DesktopPlatform } from '../host-platform.ts'
import type { UnhandledKey } from './accelerators.ts'
import type { StandInIpcMain } from './ipc-main.ts'
import type { StandInNativeTheme } from './native-theme.ts'
import type { StandInSession } from './session.ts'
import type { WindowStateStore } from './window-state.ts'
import type { Windows } from './windows.ts'

export type PageOptions = {
  /** Resolves to the page's first URL. A headed window opens only once this URL is known. */
  readonly firstAddress: Promise<string>
  readonly scripts: PageScripts
  readonly width: number
  readonly height: number
  /** Background colour shown until the page has content. */
  readonly background: string
  readonly onMessage: (message: MessageToMain) => void
}

/** The parts of the stand-in that windows and pages need. */
export type Host = {
  readonly windows: Windows
  readonly session: Electron.Session & StandInSession
  readonly ipcMain: StandInIpcMain
  readonly nativeTheme: StandInNativeTheme
  readonly windowStates: WindowStateStore
  readonly isReady: () => boolean
  readonly isHeaded: boolean
  /** The platform that the app sees. */
  readonly platform: DesktopPlatform
  /** True if the system's language is written from right to left. */
  readonly isRightToLeft: boolean
  /** Throws before the app is ready. */
  readonly chromium: () => ChromiumProcess
  readonly openPage: (order: PageOptions) => Promise<PageTarget>
  readonly closeTarget: (targetId: string) => Promise<unknown>
  readonly emitOnApp: (event: string, ...values: unknown[]) => void
  readonly cancelQuitting: () => void
  /** Passes a key that the page didn't handle to the app's menu. */
  readonly pressMenuKey: (key: UnhandledKey) => void
  /** Records a call that real Electron would pass to the operating system. */
  readonly noteCall: (name: string, args: readonly unknown[]) => void
}
