import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import type { MessageToMain } from '../page/isolated-world.ts'
import type { PageScripts } from '../page/page-scripts.ts'
import type { PageTarget } from '../page/page-target.ts'
import type { StandInIpcMain } from './ipc-main.ts'
import type { StandInNativeTheme } from './native-theme.ts'
import type { StandInSession } from './session.ts'
import type { WindowStates } from './window-state.ts'
import type { Windows } from './windows.ts'

export type PageOrder = {
  /** Where the page will go first; a page with a frame of its own needs to know before it is opened. */
  readonly firstAddress: Promise<string>
  readonly scripts: PageScripts
  readonly width: number
  readonly height: number
  /** Shown until the page has something to show. */
  readonly background: string
  readonly onMessage: (message: MessageToMain) => void
}

/** What windows and pages need of the runtime. */
export type Host = {
  readonly windows: Windows
  readonly session: Electron.Session & StandInSession
  readonly ipcMain: StandInIpcMain
  readonly nativeTheme: StandInNativeTheme
  readonly windowStates: WindowStates
  readonly isReady: () => boolean
  readonly isHeaded: boolean
  /** Throws before the app is ready. */
  readonly chromium: () => ChromiumProcess
  readonly openPage: (order: PageOrder) => Promise<PageTarget>
  readonly closeTarget: (targetId: string) => Promise<unknown>
  readonly emitOnApp: (event: string, ...values: unknown[]) => void
  readonly cancelQuitting: () => void
  /** Writes down what would have been done outside the app. */
  readonly noteCall: (name: string, args: readonly unknown[]) => void
}
