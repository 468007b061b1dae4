import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { NotImplementedError, throwOnMissingMembers, rejectUnknownEvents } from '../not-implemented.ts'
import type { LaunchArguments } from '../launch-arguments.ts'
import type { DesktopPlatform } from '../host-platform.ts'
import { AppPaths } from './app-paths.ts'
import { platformMembers } from './platform-members.ts'
import { createPreventableEvent } from './preventable-event.ts'
import { SingleInstanceLock } from './single-instance-lock.ts'

type Built = Pick<
  Electron.App,
  | 'commandLine'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'
  | 'exit'
  | 'focus'
  | 'getAppPath'
  | 'getBadgeCount'
  | 'getLocale'
  | 'getName'
  | 'getPath'
  | 'getPreferredSystemLanguages'
  | 'getSystemLocale'
  | 'getVersion'
  | 'hasSingleInstanceLock'
  | 'isPackaged'
  | 'isReady'
  | 'name'
  | 'quit'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAboutPanelOptions'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setName'
  | 'setPath'
  | 'whenReady'
>

const events = [
  'activate',
  'before-quit',
  'browser-window-blur',
  'browser-window-created',
  'browser-window-focus',
  'child-process-gone',
  'gpu-info-update',
  'open-file',
  'open-url',
  'quit',
  'ready',
  'render-process-gone',
  'second-instance',
  'web-contents-created',
  'will-finish-launching',
  'will-quit',
  'window-all-closed'
]

export type AppOptions = {
  readonly launch: LaunchArguments
  readonly executable: string
  readonly platform: DesktopPlatform
  readonly isPackaged: boolean
  /** Records a call that real Electron would pass to the operating system. */
  readonly noteCall: (name: string, args: readonly unknown[]) => void
  /** Asks every window to close. */
  readonly closeWindows: () => void
  readonly countWindows: () => number
  readonly focusWindow: () => void
  /** Stops Chromium and everything else outside this process. */
  readonly stop: () => Promise<void>
}

/** Lifecycle of the app: startup, quitting, paths and the single-instance lock. */
export class StandInApp extends EventEmitter implements Built {
  declare whenReady: () => Promise<void>
  readonly commandLine: Electron.CommandLine
  readonly isPackaged: boolean
  /** Defined only on macOS. */
  readonly dock: Electron.Dock | undefined = undefined
  name: string
  badgeCount = 0

  private readonly options: AppOptions
  private readonly paths: AppPaths
  private readonly single: SingleInstanceLock
  private isReadyNow = false
  private isQuitting = false
  private isLeaving = false
  private settleReady!: () => void
  private tellAskedWhenReady: () => void = () => {}
  private letters: (() => void)[] = []

  constructor(options: AppOptions) {
    super()
    this.options = options
    this.isPackaged = options.isPackaged
    Object.assign(this, platformMembers(options.platform, options.noteCall))
    this.name = options.launch.appName
    this.paths = new AppPaths({ appName: () => this.name, executable: options.executable, userDataDir: options.launch.userDataDir })
    this.commandLine = makeCommandLine()
    this.single = new SingleInstanceLock((second) => {
      const tell = (): void =>
        void this.emit('second-instance', createPreventableEvent({}), second.argv, second.workingDirectory, second.additionalData)
      if (this.isReadyNow) tell()
      else this.letters.push(tell)
    })

    const ready = new Promise<void>((resolve) => (this.settleReady = resolve))
    let whenReady = (): Promise<void> => ready
    // Playwright's loader reads this property once and replaces it with its own function. The app then calls that function.
    Object.defineProperty(this, 'whenReady', {
      get: () => {
        this.tellAskedWhenReady()
        return whenReady
      },
      set: (replaced: () => Promise<void>) => {
        whenReady = replaced
      }
    })
    rejectUnknownEvents('app', this, events)
  }

  /** Emits `ready` before `whenReady` resolves. Calls the current `emit`, which Playwright's loader replaces to delay the event. */
  becomeReady(launchInfo: Readonly<Record<string, unknown>>): void {
    this.isReadyNow = true
    this.emit('will-finish-launching')
    this.emit('ready', createPreventableEvent({}), launchInfo)
    this.settleReady()
    for (const tell of this.letters.splice(0)) tell()
  }

  /**
   * Resolves at the next access to `whenReady`. The app may await `whenReady` in its main module, before that module has finished loading.
   */
  untilAskedWhenReady(): Promise<void> {
    return new Promise((resolve) => (this.tellAskedWhenReady = () => void setImmediate(resolve)))
  }

  isReady(): boolean {
    return this.isReadyNow
  }

  quit(): void {
    if (this.isQuitting || this.isLeaving) return
    this.isQuitting = true
    const event = createPreventableEvent({})
    this.emit('before-quit', event)
    if (event.defaultPrevented) this.isQuitting = false
    else if (this.options.countWindows() === 0) this.finishQuitting()
    else this.options.closeWindows()
  }

  /** Called if a window prevents closing. */
  cancelQuitting(): void {
    this.isQuitting = false
  }

  lastWindowClosed(): void {
    if (this.isLeaving) return
    if (this.isQuitting) this.finishQuitting()
    else if (!this.emit('window-all-closed')) this.quit()
  }

  exit(exitCode = 0): void {
    if (this.isLeaving) return
    this.isLeaving = true
    this.emit('quit', createPreventableEvent({}), exitCode)
    void this.options.stop().finally(() => process.exit(exitCode))
  }

  getVersion(): string {
    return this.options.launch.appVersion
  }

  getName(): string {
    return this.name
  }

  setName(name: string): void {
    this.name = name
  }

  getAppPath(): string {
    return this.options.launch.appDir
  }

  getPath(name: string): string {
    return this.paths.get(name)
  }

  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }

  getLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale
  }

  getSystemLocale(): string {
    return this.getLocale()
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()]
  }

  focus(): void {
    this.options.focusWindow()
  }

  requestSingleInstanceLock(additionalData: Record<PropertyKey, unknown> = {}): boolean {
    return this.single.request(this.getPath('userData'), { argv: process.argv, workingDirectory: process.cwd(), additionalData })
  }

  hasSingleInstanceLock(): boolean {
    return this.single.isHeld()
  }

  releaseSingleInstanceLock(): void {
    this.single.release()
  }

  setBadgeCount(count = 0): boolean {
    this.badgeCount = count
    return true
  }

  getBadgeCount(): number {
    return this.badgeCount
  }

  /** Only checks that the app isn't ready yet. Chromium already sandboxes each page. */
  enableSandbox(): void {
    if (this.isReadyNow) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  disableHardwareAcceleration(): void {
    if (this.isReadyNow) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
  }

  setAsDefaultProtocolClient(scheme: string, path?: string, args?: string[]): boolean {
    this.options.noteCall('app.setAsDefaultProtocolClient', [scheme, path, args])
    return true
  }

  /** Does nothing, because only the Windows shell uses this ID. */
  setAppUserModelId(_id: string): void {}

  /** Does nothing, because the stand-in can't show the About panel. In the app, only a menu role opens it. */
  setAboutPanelOptions(_options: Electron.AboutPanelOptionsOptions): void {}

  private finishQuitting(): void {
    const event = createPreventableEvent({})
    this.emit('will-quit', event)
    if (event.defaultPrevented) this.isQuitting = false
    else this.exit(0)
  }
}

function makeCommandLine(): Electron.CommandLine {
  const switches = new Map<string, string>()
  for (const argument of process.argv.slice(1)) {
    const match = /^--([^=]+)=?(.*)$/.exec(argument)
    if (match) switches.set((match[1] as string).toLowerCase(), match[2] as string)
  }
  return throwOnMissingMembers<Electron.CommandLine>('app.commandLine', {
    appendSwitch: (name: string, value = '') => {
      // Unsupported: Chromium reads this switch at startup, when the stand-in has already parsed the command line.
      if (name === 'user-data-dir') throw new NotImplementedError('app.commandLine.appendSwitch of user-data-dir')
      switches.set(name.toLowerCase(), value)
    },
    appendArgument: () => {},
    hasSwitch: (name: string) => switches.has(name.toLowerCase()),
    getSwitchValue: (name: string) => switches.get(name.toLowerCase()) ?? '',
    removeSwitch: (name: string) => void switches.delete(name.toLowerCase())
  } satisfies Partial<Electron.CommandLine>)
}
