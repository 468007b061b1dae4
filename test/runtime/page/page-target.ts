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

/** A message and the text in it that may be long. */
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

/** One page of Chromium, with the two worlds set up. It exists before its first address: call `navigate`. */
export class PageTarget {
  readonly targetId: string
  readonly session: DevtoolsSession
  private readonly scripts: PageScripts
  private readonly onMessage: (message: MessageToMain) => void
  private readonly windowId: number
  /** Context of the newest document's isolated world; null before its first words. */
  private isolatedContextId: number | null = null

  private constructor(targetId: string, session: DevtoolsSession, windowId: number, options: PageTargetOptions) {
    this.targetId = targetId
    this.session = session
    this.windowId = windowId
    this.scripts = options.scripts
    this.onMessage = options.onMessage
  }

  /** Takes the page `targetId` over. Its document must be empty: scripts come with the next one. */
  static async attach(chromium: ChromiumProcess, targetId: string, options: PageTargetOptions): Promise<PageTarget> {
    const { connection } = chromium
    const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true })
    const session = connection.session(sessionId)
    const { windowId } = await connection.browser.send('Browser.getWindowForTarget', { targetId })
    const page = new PageTarget(targetId, session, windowId, options)
    await page.setUp()
    return page
  }

  /** Content size in CSS pixels, as long as nobody else overrides it. */
  async resize(width: number, height: number): Promise<void> {
    const { result } = await this.session.send('Runtime.evaluate', {
      expression: '[outerWidth - innerWidth, outerHeight - innerHeight]',
      returnByValue: true
    })
    const [frameWidth, frameHeight] = result.value as [number, number]
    // Chromium's own windows cannot be narrower; what is narrower is overridden.
    const isNarrow = width < narrowestWindow
    if (isNarrow) await this.session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false })
    const bounds = { width: Math.max(width, narrowestWindow) + frameWidth, height: height + frameHeight }
    await this.session.send('Browser.setWindowBounds', { windowId: this.windowId, bounds })
    if (!isNarrow) await this.session.send('Emulation.clearDeviceMetricsOverride')
  }

  async setWindowState(windowState: 'normal' | 'minimized' | 'maximized' | 'fullscreen'): Promise<void> {
    await this.session.send('Browser.setWindowBounds', { windowId: this.windowId, bounds: { windowState } })
  }

  /** Tells the isolated world; what comes before or after a document's life is lost, as in Electron. */
  tell(message: MessageToPage): void {
    if (this.isolatedContextId === null) return
    // What is encoded already goes beside the message: within it, each layer of JSON would double its backslashes.
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
      // The page's own world first: the preload finds it listening.
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

  /** The page stands still at `debugger`, with a File in the variable `file`: writes the path of it into `path`. */
  private async answerFilePath({ callFrames }: Protocol.Debugger.pausedPayload): Promise<void> {
    const { session } = this
    const frame = callFrames[0]
    try {
      if (frame?.functionName !== this.scripts.names.filePath) return
      const { callFrameId, scopeChain } = frame
      const { result } = await session.send('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'file' })
      // A File that a script made has no path: Electron says '' then.
      const { path } = await session.send('DOM.getFileInfo', { objectId: result.objectId as string }).catch(() => ({ path: '' }))
      const scopeNumber = scopeChain.findIndex((scope) => scope.type === 'local')
      await session.send('Debugger.setVariableValue', { scopeNumber, variableName: 'path', newValue: { value: path }, callFrameId })
    } finally {
      await session.send('Debugger.resume')
    }
  }
}
