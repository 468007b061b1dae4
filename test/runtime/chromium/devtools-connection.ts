import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from './devtools-protocol.ts'

export type DevtoolsMethod = keyof Protocol.CommandParameters & keyof Protocol.CommandReturnValues
export type DevtoolsEventName = keyof Protocol.Events

/** A session with the browser itself, which has no session ID, or with one of its pages. */
export type DevtoolsSession = {
  /** Rejects with the protocol's error message if Chromium rejects the call, or if Chromium has exited. */
  readonly send: <Name extends DevtoolsMethod>(
    method: Name,
    parameters?: Protocol.CommandParameters[Name]
  ) => Promise<Protocol.CommandReturnValues[Name]>
  readonly on: <Name extends DevtoolsEventName>(event: Name, listener: (payload: Protocol.Events[Name]) => void) => void
}

type Waiting = { readonly method: string; readonly resolve: (result: never) => void; readonly reject: (error: Error) => void }
type Message = { id?: number; sessionId?: string; method?: string; params?: unknown; result?: unknown; error?: { message: string } }

/** Connection over Chromium's `--remote-debugging-pipe`: JSON messages, each terminated by a null byte. */
export class DevtoolsConnection {
  readonly browser: DevtoolsSession
  private readonly waiting = new Map<number, Waiting>()
  private readonly sessions = new Map<string, EventEmitter>()
  private readonly toChromium: Writable
  private lastId = 0
  private unread: Buffer[] = []
  private isOpen = true

  constructor(toChromium: Writable, fromChromium: Readable) {
    this.toChromium = toChromium
    this.browser = this.session('')
    fromChromium.on('data', (chunk: Buffer) => this.read(chunk))
    fromChromium.on('close', () => this.end())
    // Writing fails after Chromium has exited. The pending calls are then rejected.
    toChromium.on('error', () => this.end())
  }

  session(sessionId: string): DevtoolsSession {
    const emitter = new EventEmitter()
    this.sessions.set(sessionId, emitter)
    return {
      send: (method, parameters) => this.send(sessionId, method, parameters),
      on: (event, listener) => void emitter.on(event, listener as (payload: unknown) => void)
    }
  }

  forget(sessionId: string): void {
    this.sessions.delete(sessionId)
  }

  private send<Name extends DevtoolsMethod>(
    sessionId: string,
    method: Name,
    parameters: unknown
  ): Promise<Protocol.CommandReturnValues[Name]> {
    if (!this.isOpen) return Promise.reject(new Error(`${method}: Chromium has exited`))
    const id = ++this.lastId
    const message = JSON.stringify({ id, method, params: parameters, ...(sessionId === '' ? {} : { sessionId }) })
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { method, resolve, reject })
      this.toChromium.write(`${message}\0`)
    })
  }

  private read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...this.unread, chunk.subarray(start, end)]).toString()
      this.unread = []
      start = end + 1
      this.dispatch(JSON.parse(message) as Message)
    }
    if (start < chunk.length) this.unread.push(chunk.subarray(start))
  }

  private dispatch(message: Message): void {
    if (message.id === undefined) {
      if (message.method !== undefined) this.sessions.get(message.sessionId ?? '')?.emit(message.method, message.params)
      return
    }
    const waiting = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result as never)
  }

  private end(): void {
    this.isOpen = false
    for (const { method, reject } of this.waiting.values()) reject(new Error(`${method}: Chromium has exited`))
    this.waiting.clear()
  }
}
