import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import type { DevtoolsSession } from '../chromium/devtools-connection.ts'
import type { Protocol } from '../chromium/devtools-protocol.ts'
import type { MessageToMain, MessageToPage } from './isolated-world.ts'
import type { PageScripts } from './page-scripts.ts'

const isolatedWorldName = 'Electron Isolated Context'
const narrowestWindow = 500

export type PageTargetOptions = {
  readonly scripts: PageScripts
  readonly width: number
  readonly height: number
  readonly onMessage: (message: MessageToMain) => void
}

/** Splits a message into its text, which may be long, and the rest. Returns the rest first. */
function taken(message: MessageToPage): readonly [head: object, body: string] {
  switch (message.kind) {
    case 'answer': {
      const { value, ...head } = message
      return [head, value]
    }
    case 'failure': {
      const { message: words, ...head } = message
      return [head, words]
    }
    case 'message': {
      const { args, ...head } = message
      return [head, args]
    }
  }
}

/** A page in Chromium, with scripts that set up both worlds. It exists before its first URL is loaded with `Page.navigate`. */
export class PageTarget {
  readonly targetId: string
  readonly session: DevtoolsSession
  private readonly scripts: PageScripts
  private readonly onMessage: (message: MessageToMain) => void
  private readonly windowId: number
  /** Execution context of the current document's isolated world. Null before its first message. */
  private isolatedContextId: number | null = null
  private ownStyleId: string | null = null
  private lastStyle: Promise<void> = Promise.resolve()

  private constructor(targetId: string, session: DevtoolsSession, windowId: number, options: PageTargetOptions) {
    this.targetId = targetId
    this.session = session
    this.windowId = windowId
    this.scripts = options.scripts
    this.onMessage = options.onMessage
  }

  /** Attaches to the page `targetId`. Its document must be empty, because the setup scripts take effect only in the next document. */
  static async attach(chromium: ChromiumProcess, targetId: string, options: PageTargetOptions): Promise<PageTarget> {
    const { connection } = chromium
    const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true })
    const session = connection.session(sessionId)
    const { windowId } = await connection.browser.send('Browser.getWindowForTarget', { targetId })
    const page = new PageTarget(targetId, session, windowId, options)
    await page.setUp()
    return page
  }

  /** Sets the content size in CSS pixels, unless it is overridden elsewhere. */
  async resize(width: number, height: number): Promise<void> {
    const { result } = await this.session.send('Runtime.evaluate', {
      expression: '[outerWidth - innerWidth, outerHeight - innerHeight]',
      returnByValue: true
    })
    const [frameWidth, frameHeight] = result.value as [number, number]
    // Chromium's own windows have a minimum width. Smaller widths are emulated.
    const isNarrow = width < narrowestWindow
    if (isNarrow) await this.session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false })
    const bounds = { width: Math.max(width, narrowestWindow) + frameWidth, height: height + frameHeight }
    await this.session.send('Browser.setWindowBounds', { windowId: this.windowId, bounds })
    if (!isNarrow) await this.session.send('Emulation.clearDeviceMetricsOverride')
  }

  async setWindowState(windowState: 'normal' | 'minimized' | 'maximized' | 'fullscreen'): Promise<void> {
    await this.session.send('Browser.setWindowBounds', { windowId: this.windowId, bounds: { windowState } })
  }

  /** Applies a style sheet to this document and later ones, before their first paint. Replaces the previous one. */
  setOwnStyle(css: string): Promise<void> {
    // Runs in sequence, because each call replaces the previous style.
    this.lastStyle = this.lastStyle.catch(() => undefined).then(() => this.applyOwnStyle(css))
    return this.lastStyle
  }

  private async applyOwnStyle(css: string): Promise<void> {
    const { session } = this
    const source = `(() => {
      if (globalThis.standInStyle === undefined) document.adoptedStyleSheets.push((globalThis.standInStyle = new CSSStyleSheet()))
      globalThis.standInStyle.replaceSync(${JSON.stringify(css)})
    })()`
    if (this.ownStyleId !== null) await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: this.ownStyleId })
    const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: isolatedWorldName })
    this.ownStyleId = identifier
    if (this.isolatedContextId !== null) await session.send('Runtime.evaluate', { expression: source, contextId: this.isolatedContextId })
  }

  /** Evaluates an expression in the isolated world and resolves to its value, which must be JSON. Null if there is no document. */
  async callInIsolatedWorld(call: string): Promise<unknown> {
    if (this.isolatedContextId === null) return null
    const { result } = await this.session.send('Runtime.evaluate', {
      expression: call,
      contextId: this.isolatedContextId,
      awaitPromise: true,
      returnByValue: true
    })
    return result.value ?? null
  }

  /** Sends a message to the isolated world. As in Electron, the message is lost if there is no document. */
  tell(message: MessageToPage): void {
    if (this.isolatedContextId === null) return
    // Encoded text is passed separately, because each additional layer of JSON would double its backslashes.
    const [head, body] = taken(message)
    const call = {
      functionDeclaration: `function (head, body) { ${this.scripts.names.receiver}(head, body) }`,
      arguments: [{ value: JSON.stringify(head) }, { value: body }],
      executionContextId: this.isolatedContextId
    }
    this.session.send('Runtime.callFunctionOn', call).catch(() => {})
  }

  private async setUp(): Promise<void> {
    const { session, scripts } = this
    session.on('Runtime.bindingCalled', (payload) => this.hear(payload))
    session.on('Debugger.paused', (payload) => void this.answerFilePath(payload).catch(() => {}))
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: scripts.names.binding, executionContextName: isolatedWorldName }),
      // The script for the page's own world comes first. It is then listening when the preload runs.
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.pageWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.isolatedWorld, worldName: isolatedWorldName }),
      ...(scripts.asksForFilePaths ? [session.send('Debugger.enable')] : [])
    ])
  }

  private hear(payload: Protocol.Runtime.bindingCalledPayload): void {
    if (payload.name !== this.scripts.names.binding) return
    const message = JSON.parse(payload.payload) as MessageToMain
    if (message.kind === 'begin') this.isolatedContextId = payload.executionContextId
    this.onMessage(message)
  }

  /** Called when the page is paused at `debugger`, with a File in the variable `file`. Writes the file's path to `path`. */
  private async answerFilePath({ callFrames }: Protocol.Debugger.pausedPayload): Promise<void> {
    const { session } = this
    const frame = callFrames[0]
    try {
      if (frame?.functionName !== this.scripts.names.filePath) return
      const { callFrameId, scopeChain } = frame
      const { result } = await session.send('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'file' })
      // A File created by a script has no path. Electron then returns ''.
      const { path } = await session.send('DOM.getFileInfo', { objectId: result.objectId as string }).catch(() => ({ path: '' }))
      const scopeNumber = scopeChain.findIndex((scope) => scope.type === 'local')
      await session.send('Debugger.setVariableValue', { scopeNumber, variableName: 'path', newValue: { value: path }, callFrameId })
    } finally {
      await session.send('Debugger.resume')
    }
  }
}
