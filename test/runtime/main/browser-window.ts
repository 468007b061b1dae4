import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { NotImplementedError, throwOnMissingMembers, rejectUnknownEvents } from '../not-implemented.ts'
import type { PageTarget } from '../page/page-target.ts'
import type { Host } from './host.ts'
import { createPreventableEvent } from './preventable-event.ts'
import { assertOverlayColors, windowControlsArea } from './title-bar.ts'
import { StandInWebContents } from './web-contents.ts'
import type { WindowState } from './window-state.ts'

type Built = Pick<
  Electron.BrowserWindow,
  | 'blur'
  | 'capturePage'
  | 'center'
  | 'close'
  | 'destroy'
  | 'flashFrame'
  | 'focus'
  | 'getBackgroundColor'
  | 'getBounds'
  | 'getContentBounds'
  | 'getContentSize'
  | 'getMinimumSize'
  | 'getNormalBounds'
  | 'getPosition'
  | 'getSize'
  | 'getTitle'
  | 'hide'
  | 'id'
  | 'isDestroyed'
  | 'isFocused'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadFile'
  | 'loadURL'
  | 'maximize'
  | 'minimize'
  | 'reload'
  | 'removeMenu'
  | 'restore'
  | 'setAutoHideMenuBar'
  | 'setBackgroundColor'
  | 'setBounds'
  | 'setContentSize'
  | 'setFullScreen'
  | 'setMenu'
  | 'setMenuBarVisibility'
  | 'setMinimumSize'
  | 'setOverlayIcon'
  | 'setPosition'
  | 'setProgressBar'
  | 'setSize'
  | 'setTitle'
  | 'setTitleBarOverlay'
  | 'show'
  | 'showInactive'
  | 'unmaximize'
>

const events = [
  'blur',
  'close',
  'closed',
  'enter-full-screen',
  'focus',
  'hide',
  'leave-full-screen',
  'maximize',
  'minimize',
  'move',
  'moved',
  'page-title-updated',
  'persisted-state-restored',
  'query-session-end',
  'ready-to-show',
  'resize',
  'resized',
  'responsive',
  'restore',
  'session-end',
  'show',
  'unmaximize',
  'unresponsive'
]

/** Preferences that have no effect in the stand-in. For each preference in `onlySafePreferences`, only the listed value is implemented. */
const indifferentPreferences = [
  'preload',
  'devTools',
  'spellcheck',
  'backgroundThrottling',
  'navigateOnDragDrop',
  'safeDialogs',
  'disableDialogs',
  'enableWebSQL',
  'v8CacheOptions',
  'autoplayPolicy'
]
const onlySafePreferences: Electron.WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false
}

/** A window with one page. The window's size equals its content's size, because the stand-in ignores frames. */
export class StandInBrowserWindow extends EventEmitter implements Built {
  readonly id: number
  /** The page as the app sees it: a proxy that throws for members that aren't implemented. */
  readonly webContents: Electron.WebContents
  /** The page as the stand-in uses it, without the proxy. */
  readonly contents: StandInWebContents

  private readonly host: Host
  private readonly self: StandInBrowserWindow
  /** True if the system draws a title bar, which contains the menu except on macOS. */
  readonly hasFrame: boolean

  private readonly options: Electron.BrowserWindowConstructorOptions
  /** Name under which the window's position is saved. Null if the position isn't saved. */
  private readonly rememberedAs: string | null
  private bounds: Electron.Rectangle
  private minimumSize: [number, number]
  private state: WindowState['state'] = 'normal'
  private stateBeforeMinimized: WindowState['state'] = 'normal'
  /** A saved state that is applied when the window is first shown (native_window.cc, FlushPendingDisplayMode). */
  private pendingState: WindowState['state'] | null = null
  private isShown: boolean
  private isGone = false
  private isLoadedOnce = false
  private title: string
  private backgroundColor: string

  constructor(host: Host, options: Electron.BrowserWindowConstructorOptions) {
    super()
    if (!host.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    const webPreferences = options.webPreferences ?? {}
    refuseUnbuiltPreferences(webPreferences)
    this.host = host
    this.options = options
    if (options.name && host.windows.all().some((window) => window.options.name === options.name))
      throw new Error(`stand-in: a window named “${options.name}” is already open`)
    this.hasFrame = options.frame !== false && (options.titleBarStyle ?? 'default') === 'default'
    if (typeof options.titleBarOverlay === 'object') assertOverlayColors(options.titleBarOverlay)
    this.id = host.windows.nextId()
    const { x = 0, y = 0, width = 800, height = 600, minWidth = 0, minHeight = 0 } = options
    this.rememberedAs = options.windowStatePersistence ? (options.name ?? null) : null
    const remembered = this.rememberedAs === null ? null : host.windowStates.read(this.rememberedAs)
    this.bounds = remembered?.bounds ?? { x, y, width: Math.max(width, minWidth), height: Math.max(height, minHeight) }
    this.minimumSize = [minWidth, minHeight]
    this.isShown = options.show !== false
    this.title = options.title ?? ''
    this.backgroundColor = options.backgroundColor ?? '#FFFFFF'
    rejectUnknownEvents('BrowserWindow', this, events)

    this.contents = new StandInWebContents(host, {
      id: this.id,
      webPreferences,
      width: this.bounds.width,
      height: this.bounds.height,
      background: this.backgroundColor,
      onWindowMessage: (message) => {
        // Without a screen, only the main process resizes a window. Emulated page sizes are ignored.
        if (message.kind === 'resize') {
          if (host.isHeaded) this.markSize(message.width, message.height)
        } else if (message.kind === 'focus') this.markFocused()
        else this.markBlurred()
      },
      onTitle: (title) => {
        this.title = title
        this.emit('page-title-updated', createPreventableEvent({}), title, true)
      },
      onLoaded: () => {
        if (!this.isLoadedOnce) this.emit('ready-to-show')
        this.isLoadedOnce = true
      },
      onGone: () => this.markGone()
    })
    this.webContents = this.contents.self
    this.self = throwOnMissingMembers<StandInBrowserWindow>('BrowserWindow', this)
    if (host.nativeTheme.themeSource !== 'system') this.contents.setColorScheme(host.nativeTheme.themeSource)
    host.windows.add(this.self)
    if (this.isShown) host.windows.setFocused(this.self)
    if (remembered?.state === 'maximized' || remembered?.state === 'fullscreen') this.pendingState = remembered.state
    if (this.isShown) this.applyPendingState()
    this.placeControls()
    if (remembered !== null) queueMicrotask(() => this.emit('persisted-state-restored'))
    host.emitOnApp('browser-window-created', createPreventableEvent({}), this.self)
    host.emitOnApp('web-contents-created', createPreventableEvent({}), this.webContents)
    return this.self
  }

  loadURL(url: string): Promise<void> {
    return this.contents.loadURL(url)
  }

  loadFile(path: string): Promise<void> {
    return this.contents.loadFile(path)
  }

  reload(): void {
    this.contents.reload()
  }

  capturePage(): Promise<Electron.NativeImage> {
    return this.contents.capturePage()
  }

  show(): void {
    this.showInactive()
    this.focus()
  }

  showInactive(): void {
    this.assertAlive()
    this.applyPendingState()
    if (this.isShown) return
    this.isShown = true
    this.emit('show')
  }

  hide(): void {
    this.assertAlive()
    if (!this.isShown) return
    this.isShown = false
    this.emit('hide')
    this.markBlurred()
  }

  isVisible(): boolean {
    return this.isShown && this.state !== 'minimized'
  }

  focus(): void {
    this.assertAlive()
    this.contents.focus()
    this.markFocused()
  }

  blur(): void {
    this.markBlurred()
  }

  isFocused(): boolean {
    return this.host.windows.current() === this.self
  }

  minimize(): void {
    if (this.state === 'minimized') return
    this.stateBeforeMinimized = this.state
    this.changeState('minimized', 'minimize')
    this.markBlurred()
  }

  isMinimized(): boolean {
    return this.state === 'minimized'
  }

  restore(): void {
    this.assertAlive()
    if (this.state === 'minimized') this.changeState(this.stateBeforeMinimized, 'restore')
  }

  maximize(): void {
    if (this.state !== 'maximized') this.changeState('maximized', 'maximize')
  }

  unmaximize(): void {
    if (this.state === 'maximized') this.changeState('normal', 'unmaximize')
  }

  isMaximized(): boolean {
    return this.state === 'maximized'
  }

  setFullScreen(isWanted: boolean): void {
    if (isWanted === this.isFullScreen()) return
    this.changeState(isWanted ? 'fullscreen' : 'normal', isWanted ? 'enter-full-screen' : 'leave-full-screen')
  }

  isFullScreen(): boolean {
    return this.state === 'fullscreen'
  }

  getBounds(): Electron.Rectangle {
    return { ...this.bounds }
  }

  getContentBounds(): Electron.Rectangle {
    return this.getBounds()
  }

  getNormalBounds(): Electron.Rectangle {
    return this.getBounds()
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const [minimumWidth, minimumHeight] = this.minimumSize
    const { x = this.bounds.x, y = this.bounds.y, width = this.bounds.width, height = this.bounds.height } = bounds
    const isMoved = x !== this.bounds.x || y !== this.bounds.y
    this.bounds = { ...this.bounds, x, y }
    if (isMoved) this.emit('move')
    this.remember()
    const wide = Math.max(width, minimumWidth)
    const high = Math.max(height, minimumHeight)
    if (wide === this.bounds.width && high === this.bounds.height) return
    this.markSize(wide, high)
    this.onPage((page) => page.resize(wide, high))
  }

  getSize(): number[] {
    return [this.bounds.width, this.bounds.height]
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getContentSize(): number[] {
    return this.getSize()
  }

  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getMinimumSize(): number[] {
    return [...this.minimumSize]
  }

  setMinimumSize(width: number, height: number): void {
    this.minimumSize = [width, height]
    this.setBounds({})
  }

  getPosition(): number[] {
    return [this.bounds.x, this.bounds.y]
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }

  center(): void {
    this.setBounds({ x: 0, y: 0 })
  }

  getTitle(): string {
    return this.title
  }

  setTitle(title: string): void {
    this.title = title
  }

  getBackgroundColor(): string {
    return this.backgroundColor
  }

  setBackgroundColor(color: string): void {
    this.backgroundColor = color
  }

  /** Records the call in `standInCalls`. */
  setProgressBar(progress: number): void {
    this.host.noteCall('BrowserWindow.setProgressBar', [progress])
  }

  /** Records the call in `standInCalls`. Windows only. */
  setOverlayIcon(icon: Electron.NativeImage | null, description: string): void {
    if (this.host.platform !== 'win32') throw new TypeError('window.setOverlayIcon is not a function')
    this.host.noteCall('BrowserWindow.setOverlayIcon', [icon !== null, description])
  }

  setTitleBarOverlay(options: Electron.TitleBarOverlayOptions): void {
    if (this.host.platform === 'darwin') throw new TypeError('window.setTitleBarOverlay is not a function')
    if (!this.options.titleBarOverlay) throw new Error('Titlebar overlay is not enabled')
    assertOverlayColors(options)
  }

  // These methods do nothing, because the stand-in has no frame, dock or taskbar.
  setMenu(_menu: Electron.Menu | null): void {}
  removeMenu(): void {}
  setMenuBarVisibility(_isVisible: boolean): void {}
  setAutoHideMenuBar(_hide: boolean): void {}
  flashFrame(_flag: boolean): void {}

  isDestroyed(): boolean {
    return this.isGone
  }

  close(): void {
    if (this.isGone) return
    const event = createPreventableEvent({})
    this.emit('close', event)
    if (event.defaultPrevented) this.host.cancelQuitting()
    else this.contents.close({ waitForBeforeUnload: true })
  }

  destroy(): void {
    if (this.isGone) return
    this.contents.close()
    this.contents.markGone()
  }

  private assertAlive(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed')
  }

  /** Runs `act` once the page is open. Does nothing if the page has already closed. */
  private onPage(act: (page: PageTarget) => Promise<void>): void {
    this.contents
      .whenOpen()
      .then(act)
      .catch(() => {})
  }

  private changeState(state: WindowState['state'], event: string): void {
    const isDirect = state === 'normal' || this.state === 'normal'
    this.state = state
    if (state === 'maximized' || state === 'fullscreen') this.pendingState = null
    this.placeControls()
    this.onPage(async (page) => {
      // Chromium can't switch directly between, for example, maximised and full screen. The normal state must come in between.
      if (!isDirect) await page.setWindowState('normal')
      await page.setWindowState(state)
    })
    this.remember()
    this.emit(event)
  }

  private markSize(width: number, height: number): void {
    if (this.state !== 'normal' || (width === this.bounds.width && height === this.bounds.height)) return
    this.bounds = { ...this.bounds, width, height }
    this.remember()
    this.emit('resize')
    this.emit('resized')
  }

  private remember(): void {
    // Electron saves the maximised and full-screen states, but not the minimised state.
    const state = this.pendingState ?? (this.state === 'minimized' ? this.stateBeforeMinimized : this.state)
    if (this.rememberedAs !== null) this.host.windowStates.write(this.rememberedAs, { bounds: this.bounds, state })
  }

  private applyPendingState(): void {
    if (this.pendingState === null || this.state === 'minimized') return
    const state = this.pendingState
    this.pendingState = null
    if (state === 'maximized') this.maximize()
    else this.setFullScreen(true)
  }

  private placeControls(): void {
    this.contents.placeControls(
      windowControlsArea(this.host.platform, this.options, { isFullScreen: this.isFullScreen(), isRightToLeft: this.host.isRightToLeft })
    )
  }

  private markFocused(): void {
    if (this.isFocused()) return
    this.host.windows.current()?.blur()
    this.host.windows.setFocused(this.self)
    this.emit('focus')
    this.host.emitOnApp('browser-window-focus', createPreventableEvent({}), this.self)
  }

  private markBlurred(): void {
    if (!this.isFocused()) return
    this.host.windows.setFocused(null)
    this.emit('blur')
    this.host.emitOnApp('browser-window-blur', createPreventableEvent({}), this.self)
  }

  private markGone(): void {
    this.isGone = true
    this.emit('closed')
    this.host.windows.remove(this.self)
  }
}

function refuseUnbuiltPreferences(preferences: Electron.WebPreferences): void {
  for (const [name, value] of Object.entries(preferences)) {
    const isBuilt =
      indifferentPreferences.includes(name) ||
      (name in onlySafePreferences && onlySafePreferences[name as keyof Electron.WebPreferences] === value)
    if (!isBuilt) throw new NotImplementedError(`webPreferences.${name} = ${JSON.stringify(value)}`)
  }
}

/** Creates the `BrowserWindow` class that the app uses, bound to `host`. */
export function createBrowserWindowClass(host: Host): typeof Electron.BrowserWindow {
  class BrowserWindow extends StandInBrowserWindow {
    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      super(host, options)
    }

    static getAllWindows(): StandInBrowserWindow[] {
      return host.windows.all()
    }

    static getFocusedWindow(): StandInBrowserWindow | null {
      return host.windows.current()
    }

    static fromWebContents(webContents: Electron.WebContents): StandInBrowserWindow | null {
      return host.windows.all().find((window) => window.webContents === webContents) ?? null
    }

    static fromId(id: number): StandInBrowserWindow | null {
      return host.windows.byId(id)
    }
  }
  return throwOnMissingMembers<typeof Electron.BrowserWindow>('BrowserWindow', BrowserWindow)
}
