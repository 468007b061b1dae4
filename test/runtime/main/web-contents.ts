import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import type Electron from 'electron'
import { NotImplementedError, throwOnMissingMembers, rejectUnknownEvents } from '../not-implemented.ts'
import type { MessageToMain } from '../page/isolated-world.ts'
import { toAppUrl, toPageUrl } from '../page/page-addresses.ts'
import { createPageScripts } from '../page/page-scripts.ts'
import type { PageScripts } from '../page/page-scripts.ts'
import type { PageTarget } from '../page/page-target.ts'
import { assertDraggable } from './assert-draggable.ts'
import type { Host } from './host.ts'
import { titleBarStyle, type WindowControlsArea } from './title-bar.ts'
import { createNativeImage } from './native-image.ts'
import { createPreventableEvent } from './preventable-event.ts'

type Built = Pick<
  Electron.WebContents,
  | 'capturePage'
  | 'close'
  | 'executeJavaScript'
  | 'focus'
  | 'forcefullyCrashRenderer'
  | 'getTitle'
  | 'getURL'
  | 'getZoomFactor'
  | 'getZoomLevel'
  | 'id'
  | 'isCrashed'
  | 'isDestroyed'
  | 'isDevToolsOpened'
  | 'isFocused'
  | 'isLoading'
  | 'isLoadingMainFrame'
  | 'loadURL'
  | 'mainFrame'
  | 'reload'
  | 'send'
  | 'session'
  | 'setVisualZoomLevelLimits'
  | 'setWindowOpenHandler'
  | 'setWebRTCIPHandlingPolicy'
  | 'setZoomFactor'
  | 'setZoomLevel'
  | 'startDrag'
>

const events = [
  'before-input-event',
  'console-message',
  'context-menu',
  'destroyed',
  'devtools-closed',
  'devtools-opened',
  'did-create-window',
  'did-fail-load',
  'did-finish-load',
  'did-navigate',
  'did-navigate-in-page',
  'did-start-loading',
  'did-stop-loading',
  'dom-ready',
  'page-title-updated',
  'preload-error',
  'render-process-gone',
  'responsive',
  'unresponsive',
  'will-attach-webview',
  'will-frame-navigate',
  'will-navigate',
  'will-prevent-unload',
  'will-redirect',
  'zoom-changed'
]

export type WebContentsOptions = {
  readonly id: number
  readonly webPreferences: Electron.WebPreferences
  readonly width: number
  readonly height: number
  readonly background: string
  /** Handles the window's messages from the page. */
  readonly onWindowMessage: (message: Extract<MessageToMain, { kind: 'resize' | 'focus' | 'blur' }>) => void
  readonly onTitle: (title: string) => void
  readonly onLoaded: () => void
  /** Called when the page and window are gone. */
  readonly onGone: () => void
}

/** A page as the main process sees it. */
export class StandInWebContents extends EventEmitter implements Built {
  readonly id: number
  readonly session: Electron.Session
  readonly mainFrame: Electron.WebFrameMain
  /** The page as the app sees it: a proxy that throws for members that aren't implemented. */
  readonly self: Electron.WebContents
  /** Chromium's ID of the page. Null until the page exists. */
  targetId: string | null = null

  private readonly host: Host
  private readonly options: WebContentsOptions
  private readonly page: Promise<PageTarget>
  private readonly openPage: (firstAddress: string) => void
  private isGone = false
  private hasCrashed = false
  private isLoadingNow = false
  private address = ''
  private title = ''
  private zoomFactor = 1
  /** The URL that the main process itself navigates to. `will-navigate` is emitted for all other URLs. */
  private expectedAddress: string | null = null
  private windowOpenHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null

  constructor(host: Host, options: WebContentsOptions) {
    super()
    this.host = host
    this.options = options
    this.id = options.id
    this.session = host.session
    this.mainFrame = this.makeMainFrame()
    this.self = throwOnMissingMembers<Electron.WebContents>('webContents', this)
    rejectUnknownEvents('webContents', this, events)

    const firstAddress = Promise.withResolvers<string>()
    this.openPage = firstAddress.resolve
    const scripts = this.readScripts(options.webPreferences.preload ?? null)
    const { width, height, background } = options
    this.page = host.openPage({
      firstAddress: firstAddress.promise,
      scripts,
      width,
      height,
      background,
      onMessage: (message) => this.receive(message)
    })
    this.page.then(
      (page) => this.watch(page),
      () => {}
    )
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  isCrashed(): boolean {
    return this.hasCrashed
  }

  /** Kills the page's process. Afterwards, only the main process can reload the page. */
  forcefullyCrashRenderer(): void {
    this.assertAlive()
    // Not awaited: the call ends the page's process, so it never gets a response.
    void this.page.then((page) => page.session.send('Page.crash')).catch(() => {})
  }

  getURL(): string {
    return this.address
  }

  getTitle(): string {
    return this.title
  }

  isLoading(): boolean {
    return this.isLoadingNow
  }

  isLoadingMainFrame(): boolean {
    return this.isLoadingNow
  }

  isFocused(): boolean {
    return this.host.windows.current()?.contents === this
  }

  /** Undocumented in Electron. */
  getLastWebPreferences(): Electron.WebPreferences {
    return {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      ...this.options.webPreferences
    }
  }

  async loadURL(url: string): Promise<void> {
    this.assertAlive()
    const address = toPageUrl(url)
    this.openPage(address)
    const page = await this.page
    const { origin } = new URL(address)
    if (origin !== 'null')
      await this.host.session.applyPermissions(this.host.chromium(), { webContents: this.self, pageOrigin: origin, appUrl: url })
    const loaded = new Promise<void>((resolve) => page.session.on('Page.loadEventFired', () => this.address !== '' && resolve()))
    this.expectedAddress = withoutFragment(address)
    const { errorText } = await page.session.send('Page.navigate', { url: address })
    if (errorText) {
      this.emit('did-fail-load', createPreventableEvent({}), -2, errorText, url, true, 1, 1)
      throw Object.assign(new Error(`${errorText.replace('net::', '')} (-2) loading '${url}'`), {
        code: errorText.replace('net::', ''),
        errno: -2,
        url
      })
    }
    await loaded
    // Prevents navigating back to the empty first page.
    await page.session.send('Page.resetNavigationHistory').catch(() => {})
  }

  loadFile(path: string): Promise<void> {
    return this.loadURL(pathToFileURL(path).href)
  }

  reload(): void {
    this.assertAlive()
    void this.page.then((page) => page.session.send('Page.reload'))
  }

  send(channel: string, ...values: unknown[]): void {
    this.assertAlive()
    const message = this.host.ipcMain.makeMessage(channel, values)
    void this.page.then((page) => page.tell(message))
  }

  /** Evaluates an expression in the page's own world and resolves to its value, which must be JSON. Rejects with the page's error. */
  async executeJavaScript(expression: string, userGesture = false): Promise<unknown> {
    this.assertAlive()
    const page = await this.page
    const { result, exceptionDetails } = await page.session.send('Runtime.evaluate', {
      expression,
      userGesture,
      awaitPromise: true,
      returnByValue: true
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async capturePage(): Promise<Electron.NativeImage> {
    const page = await this.page
    const { data } = await page.session.send('Page.captureScreenshot', { format: 'png' })
    return createNativeImage(Buffer.from(data, 'base64'))
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.windowOpenHandler = handler
  }

  focus(): void {
    void this.page.then((page) => page.session.send('Page.bringToFront'))
  }

  getZoomFactor(): number {
    return this.zoomFactor
  }

  /** Does nothing, because DevTools can't change this Chromium setting. Tests of the policy need real Electron. */
  setWebRTCIPHandlingPolicy(_policy: string): void {}

  setZoomFactor(factor: number): void {
    this.zoomFactor = factor
    void this.page.then((page) => page.session.send('Emulation.setPageScaleFactor', { pageScaleFactor: factor }))
  }

  getZoomLevel(): number {
    return Math.log(this.zoomFactor) / Math.log(1.2)
  }

  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level)
  }

  async setVisualZoomLevelLimits(): Promise<void> {}

  isDevToolsOpened(): boolean {
    return false
  }

  /** Only records the call in `standInCalls`, because there is no other program that could receive the file. */
  startDrag(item: Electron.Item): void {
    assertDraggable(item)
    this.host.noteCall('webContents.startDrag', [item])
  }

  close(options?: Electron.CloseOpts): void {
    if (this.isGone) return
    const isShowing = this.targetId !== null
    const closePage = (page: PageTarget): Promise<unknown> =>
      isShowing && options?.waitForBeforeUnload ? page.session.send('Page.close') : this.host.closeTarget(page.targetId)
    this.page.then(closePage).catch(() => {})
    // The page doesn't exist yet, so Chromium won't report that it closed.
    if (!isShowing) this.markGone()
  }

  /** Sets the page's colour scheme. Null selects the system's colour scheme. */
  setColorScheme(scheme: 'light' | 'dark' | null): void {
    const features = scheme === null ? [] : [{ name: 'prefers-color-scheme', value: scheme }]
    void this.page.then((page) => page.session.send('Emulation.setEmulatedMedia', { features })).catch(() => {})
  }

  /** Sets the part of the page that the system's window controls cover. Null if the system doesn't draw any. */
  placeControls(area: WindowControlsArea | null): void {
    void this.page.then((page) => page.setOwnStyle(titleBarStyle(area))).catch(() => {})
  }

  whenOpen(): Promise<PageTarget> {
    return this.page
  }

  /** Called when Chromium reports that the page is gone. */
  markGone(): void {
    if (this.isGone) return
    this.isGone = true
    this.emit('destroyed')
    this.options.onGone()
  }

  /**
   * True if the main document may navigate to `url`. Emits `will-navigate`, whose listeners may prevent the navigation. Emits nothing for
   * reloads and for navigation by the main process.
   */
  mayNavigate(url: string): boolean {
    const address = withoutFragment(toPageUrl(url))
    const isExpected = address === this.expectedAddress || url === withoutFragment(this.address)
    this.expectedAddress = null
    if (isExpected) return true
    const event = createPreventableEvent({
      url,
      isMainFrame: true,
      isSameDocument: false,
      frame: this.mainFrame,
      initiator: this.mainFrame
    })
    this.emit('will-frame-navigate', event)
    this.emit('will-navigate', event, url, false, true, 1, 1)
    return !event.defaultPrevented
  }

  private assertAlive(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed')
  }

  private readScripts(preloadPath: string | null): PageScripts {
    try {
      return createPageScripts(preloadPath)
    } catch (error) {
      queueMicrotask(() => this.failPreload(error instanceof Error ? error : new Error(String(error))))
      return createPageScripts(null)
    }
  }

  private failPreload(error: Error): void {
    console.error(`Unable to load preload script: ${this.options.webPreferences.preload}\n${error.stack}`)
    this.emit('preload-error', createPreventableEvent({}), this.options.webPreferences.preload, error)
  }

  private makeMainFrame(): Electron.WebFrameMain {
    const address = (): string => this.address
    const frame: object = {
      get url() {
        return address()
      },
      get origin() {
        return /^[^:]+:\/\/[^/?#]+/.exec(address())?.[0] ?? 'null'
      },
      get top() {
        return guarded
      },
      parent: null,
      name: '',
      detached: false,
      frames: [],
      routingId: 1,
      processId: 1,
      isDestroyed: () => this.isGone,
      executeJavaScript: (code: string, userGesture?: boolean) => this.executeJavaScript(code, userGesture),
      send: (channel: string, ...values: unknown[]) => this.send(channel, ...values)
    }
    const guarded = throwOnMissingMembers<Electron.WebFrameMain>('WebFrameMain', frame)
    return guarded
  }

  /**
   * Sends an IPC response to the page. First updates Chromium's permissions, because the handler may have enabled or disabled the camera
   * and microphone.
   */
  private async answer(answer: Parameters<PageTarget['tell']>[0], pageOrigin: string): Promise<void> {
    const page = await this.page
    if (pageOrigin !== 'null' && !this.isGone)
      await this.host.session
        .applyCapture(this.host.chromium(), { webContents: this.self, pageOrigin, appUrl: this.address })
        .catch(() => undefined)
    page.tell(answer)
  }

  /** Handles a permission request. The page waits until Chromium has received main's decision. */
  private async requestPermission(asked: Extract<MessageToMain, { kind: 'permission' }>): Promise<void> {
    const asker = { webContents: this.self, pageOrigin: new URL(asked.url).origin, appUrl: toAppUrl(asked.url) }
    await this.host.session.requestPermission(this.host.chromium(), asker, asked.permission, asked.mediaTypes)
    const page = await this.page
    page.tell({ kind: 'answer', id: asked.id, value: 'null' })
  }

  private receive(message: MessageToMain): void {
    switch (message.kind) {
      case 'begin':
        this.address = toAppUrl(message.url)
        return
      case 'invoke':
      case 'send': {
        this.address = toAppUrl(message.url)
        const reply = (answer: Parameters<PageTarget['tell']>[0]): void => void this.answer(answer, new URL(message.url).origin)
        const caller = { sender: this.self, senderFrame: this.mainFrame, reply }
        if (message.kind === 'invoke') void this.host.ipcMain.receiveInvoke(caller, message.channel, message.id, message.args)
        else this.host.ipcMain.receiveSend(caller, message.channel, message.args)
        return
      }
      case 'window-open': {
        const details = {
          url: toAppUrl(message.url),
          frameName: message.frameName,
          features: message.features,
          disposition: 'foreground-tab',
          referrer: { url: '', policy: 'default' }
        } as const
        const isDenied = this.windowOpenHandler?.(details).action === 'deny'
        if (!isDenied) throw new NotImplementedError('a window that a page opens')
        return
      }
      case 'key':
        this.host.pressMenuKey(message)
        return
      case 'permission':
        void this.requestPermission(message)
        return
      case 'context-menu': {
        const { x, y, isEditable, selectionText, isSpellChecked } = message
        // The stand-in doesn't have a dictionary, so it never reports a misspelled word.
        const params = { x, y, isEditable, selectionText, spellcheckEnabled: isSpellChecked, misspelledWord: '', dictionarySuggestions: [] }
        const canCopy = selectionText !== ''
        const editFlags = {
          canUndo: isEditable,
          canRedo: isEditable,
          canCut: isEditable && canCopy,
          canCopy,
          canPaste: isEditable,
          canSelectAll: true
        }
        this.emit('context-menu', createPreventableEvent({}), throwOnMissingMembers('context menu params', { ...params, editFlags }))
        return
      }
      case 'preload-error':
        return this.failPreload(Object.assign(new Error(message.message), { stack: message.stack }))
      case 'title':
        return this.markTitle(message.title)
      default:
        this.options.onWindowMessage(message)
    }
  }

  private markTitle(title: string): void {
    if (title === this.title || title === '') return
    this.title = title
    const event = createPreventableEvent({})
    this.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.options.onTitle(title)
  }

  private watch(page: PageTarget): void {
    const { session } = page
    this.targetId = page.targetId
    const isMain = (frameId: string): boolean => frameId === page.targetId
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined || frame.url === 'about:blank') return
      this.address = toAppUrl(frame.url + (frame.urlFragment ?? ''))
      this.emit('did-navigate', createPreventableEvent({}), this.address, 200, 'OK')
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (!isMain(frameId)) return
      this.address = toAppUrl(url)
      this.emit('did-navigate-in-page', createPreventableEvent({}), this.address, true, 1, 1)
    })
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      if (!isMain(frameId)) return
      this.isLoadingNow = true
      this.emit('did-start-loading')
    })
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (!isMain(frameId)) return
      this.isLoadingNow = false
      this.emit('did-stop-loading')
    })
    session.on('Page.domContentEventFired', () => this.address !== '' && this.emit('dom-ready', createPreventableEvent({})))
    session.on('Page.loadEventFired', () => {
      if (this.address === '') return
      this.emit('did-finish-load')
      this.options.onLoaded()
    })
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      if (type !== 'beforeunload') return
      const event = createPreventableEvent({})
      this.emit('will-prevent-unload', event)
      session.send('Page.handleJavaScriptDialog', { accept: event.defaultPrevented }).catch(() => {})
      if (!event.defaultPrevented) this.host.cancelQuitting()
    })
    session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
      const level = ({ error: 'error', warning: 'warning', debug: 'debug' } as Record<string, string>)[type] ?? 'info'
      const message = args.map((argument) => String(argument.value ?? argument.description)).join(' ')
      const { lineNumber = 0, url: sourceId = '' } = stackTrace?.callFrames[0] ?? {}
      this.emit('console-message', createPreventableEvent({ level, message, lineNumber, sourceId, frame: this.mainFrame }))
    })
    session.on('Inspector.targetCrashed', () => {
      const details = { reason: 'crashed', exitCode: 1 }
      this.hasCrashed = true
      this.emit('render-process-gone', createPreventableEvent({}), details)
      this.host.emitOnApp('render-process-gone', createPreventableEvent({}), this.self, details)
    })
    session.on('Inspector.targetReloadedAfterCrash', () => {
      this.hasCrashed = false
    })
    session.send('Inspector.enable').catch(() => {})
  }
}

function withoutFragment(url: string): string {
  return url.split('#')[0] as string
}
