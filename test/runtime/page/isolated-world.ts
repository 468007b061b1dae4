import type { ValueCodec } from './value-codec.ts'
import type { WorldPeer } from './world-peer.ts'

/** Messages from the isolated world to the main process. `args` are encoded by the value codec. */
export type MessageToMain =
  | { readonly kind: 'begin'; readonly url: string }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: string; readonly url: string }
  | { readonly kind: 'send'; readonly channel: string; readonly args: string; readonly url: string }
  | { readonly kind: 'window-open'; readonly url: string; readonly frameName: string; readonly features: string }
  | {
      readonly kind: 'permission'
      readonly id: number
      readonly permission: 'media' | 'notifications' | 'geolocation' | 'clipboard-read'
      readonly mediaTypes: readonly ('video' | 'audio')[]
      readonly url: string
    }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'resize'; readonly width: number; readonly height: number }
  | { readonly kind: 'focus' | 'blur' }
  | {
      readonly kind: 'context-menu'
      readonly x: number
      readonly y: number
      readonly isEditable: boolean
      readonly selectionText: string
      readonly isSpellChecked: boolean
    }
  | {
      readonly kind: 'key'
      readonly code: string
      readonly ctrlKey: boolean
      readonly metaKey: boolean
      readonly shiftKey: boolean
      readonly altKey: boolean
    }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string }

/** Messages from the main process to the isolated world. `value` and `args` are encoded by the value codec. */
export type MessageToPage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: string }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'message'; readonly channel: string; readonly args: string }

export type IsolatedWorldNames = {
  /** Name of the global function through which this world calls the main process. Chromium defines the function. */
  readonly binding: string
  /** Name of the global function through which the main process calls this world. */
  readonly receiver: string
  /** Name of the function that asks for a file's path. It has a `debugger` statement, at which the main process sets the path. */
  readonly filePath: string
}

type Preload = { readonly run: (require: unknown, module: unknown, exports: unknown, process: unknown) => void }
type Listener = (event: unknown, ...values: readonly unknown[]) => void

/**
 * Sets up the isolated world: `ipcRenderer`, `contextBridge`, `webUtils` and the preload that uses them. This function is injected into the
 * page as source text. It must not use anything outside itself.
 */
export function setUpIsolatedWorld(
  names: IsolatedWorldNames,
  makePeer: () => WorldPeer,
  makeCodec: () => ValueCodec,
  askFilePath: (file: File) => string,
  platform: string,
  preload: Preload | null
): void {
  if (window.parent !== window) return
  const peer = makePeer()
  const codec = makeCodec()
  const world = globalThis as unknown as Record<string, (text: string, body?: string) => void>
  const tell = (message: MessageToMain): void => world[names.binding]?.(JSON.stringify(message))

  const onlyBuilt = <T extends object>(name: string, built: T): T =>
    new Proxy(built, {
      get(target, member, receiver) {
        if (typeof member === 'symbol' || member in target || member === 'then') return Reflect.get(target, member, receiver)
        throw new Error(`stand-in: ${name}.${member} is not implemented`)
      }
    })

  const listeners = new Map<string, { readonly listener: Listener; readonly isOnce: boolean }[]>()
  const unanswered = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let invocations = 0

  const ipcRenderer = {
    invoke: (channel: string, ...values: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const args = codec.encode(values)
        const id = ++invocations
        unanswered.set(id, { resolve, reject })
        tell({ kind: 'invoke', id, channel, args, url: location.href })
      }),
    send: (channel: string, ...values: unknown[]): void => tell({ kind: 'send', channel, args: codec.encode(values), url: location.href }),
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce: false }])
      return ipcRenderer
    },
    once(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce: true }])
      return ipcRenderer
    },
    addListener: (channel: string, listener: Listener) => ipcRenderer.on(channel, listener),
    removeListener(channel: string, listener: Listener) {
      const kept = [...(listeners.get(channel) ?? [])]
      const index = kept.findLastIndex((entry) => entry.listener === listener)
      if (index !== -1) kept.splice(index, 1)
      listeners.set(channel, kept)
      return ipcRenderer
    },
    off: (channel: string, listener: Listener) => ipcRenderer.removeListener(channel, listener),
    removeAllListeners(channel?: string) {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0
  }

  const hear = (message: MessageToPage): void => {
    if (message.kind === 'message') {
      const heard = listeners.get(message.channel) ?? []
      listeners.set(
        message.channel,
        heard.filter((entry) => !entry.isOnce)
      )
      for (const { listener } of heard)
        listener(onlyBuilt('ipcRenderer event', { sender: ipcRenderer, ports: [] }), ...(codec.decode(message.args) as unknown[]))
      return
    }
    const waiting = unanswered.get(message.id)
    unanswered.delete(message.id)
    if (message.kind === 'answer') waiting?.resolve(codec.decode(message.value))
    else waiting?.reject(new Error(message.message))
  }
  /**
   * True while `askFilePath` pauses the page. Blink drops events that are dispatched meanwhile, so messages are queued until the page
   * resumes.
   */
  let isStopped = false
  const late: MessageToPage[] = []
  const bodyNames = { answer: 'value', failure: 'message', message: 'args' } as const
  world[names.receiver] = (text, body) => {
    const head = JSON.parse(text) as { readonly kind: MessageToPage['kind'] }
    const message = { ...head, [bodyNames[head.kind]]: body } as MessageToPage
    if (isStopped) late.push(message)
    else hear(message)
  }

  peer.handle('window-open', (url, frameName, features) =>
    tell({ kind: 'window-open', url: url as string, frameName: frameName as string, features: features as string })
  )
  peer.handle(
    'permission',
    (permission, mediaTypes) =>
      new Promise((resolve, reject) => {
        const id = ++invocations
        unanswered.set(id, { resolve, reject })
        tell({ kind: 'permission', id, permission, mediaTypes, url: location.href } as MessageToMain)
      })
  )
  window.addEventListener('resize', () => tell({ kind: 'resize', width: innerWidth, height: innerHeight }))
  // Runs after the page's own listeners. If the page shows its own menu, Chromium doesn't request one from the main process.
  window.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return
    const target = event.target instanceof HTMLElement ? event.target : document.body
    const isField = target.matches('textarea, input:not([type]), input[type=text], input[type=search], input[type=password]')
    tell({
      kind: 'context-menu',
      x: Math.round(event.clientX),
      y: Math.round(event.clientY),
      isEditable: isField || target.isContentEditable,
      selectionText: String(getSelection()),
      isSpellChecked: target.spellcheck
    })
  })
  const mayBeAccelerator = ({ isTrusted, ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean =>
    isTrusted && (ctrlKey || metaKey || altKey || /^F\d/.test(key))
  window.addEventListener(
    'keydown',
    (event) => {
      if (!mayBeAccelerator(event)) return
      const { code, ctrlKey, metaKey, shiftKey, altKey } = event
      // The menu receives keys that the page didn't handle. This is known only after all listeners have run.
      setTimeout(() => {
        if (!event.defaultPrevented) tell({ kind: 'key', code, ctrlKey, metaKey, shiftKey, altKey })
      })
    },
    true
  )
  window.addEventListener('focus', () => tell({ kind: 'focus' }))
  window.addEventListener('blur', () => tell({ kind: 'blur' }))
  window.addEventListener('DOMContentLoaded', () => {
    const tellTitle = (): void => tell({ kind: 'title', title: document.title })
    new MutationObserver(tellTitle).observe(document.head, { subtree: true, childList: true, characterData: true })
    tellTitle()
  })
  tell({ kind: 'begin', url: location.href })
  if (preload === null) return

  const electron = onlyBuilt('electron in the preload', {
    contextBridge: onlyBuilt('contextBridge', { exposeInMainWorld: (key: string, api: unknown) => void peer.ask('expose', key, api) }),
    ipcRenderer: onlyBuilt('ipcRenderer', ipcRenderer),
    webUtils: onlyBuilt('webUtils', {
      getPathForFile: (file: unknown) => {
        if (!(file instanceof File)) throw new TypeError('webUtils.getPathForFile needs a File')
        isStopped = true
        try {
          return askFilePath(file)
        } finally {
          isStopped = false
          queueMicrotask(() => late.splice(0).forEach(hear))
        }
      }
    })
  })
  const requireInSandbox = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`stand-in: require('${name}') in a sandboxed preload is not implemented`)
  }
  const process = onlyBuilt('process in the preload', { type: 'renderer', platform, sandboxed: true, contextIsolated: true })
  const module = { exports: {} }
  try {
    preload.run(requireInSandbox, module, module.exports, process)
  } catch (error) {
    tell({ kind: 'preload-error', message: String(error), stack: error instanceof Error ? (error.stack ?? '') : '' })
  }
}
