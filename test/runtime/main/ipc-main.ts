import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { throwOnMissingMembers } from '../not-implemented.ts'
import type { MessageToPage } from '../page/isolated-world.ts'
import { createValueCodec } from '../page/value-codec.ts'
import type { IpcLog } from './ipc-log.ts'
import { createPreventableEvent } from './preventable-event.ts'

type Built = Pick<Electron.IpcMain, 'handle' | 'handleOnce' | 'removeHandler'>
type InvokeHandler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown
type Caller = { readonly sender: object; readonly senderFrame: object; readonly reply: (message: MessageToPage) => void }

const codec = createValueCodec()

/** The main process's side of IPC. Values are transferred as structured clones. Each value is also passed to `ipcLog`. */
export class StandInIpcMain extends EventEmitter implements Built {
  private readonly handlers = new Map<string, InvokeHandler>()
  private readonly ipcLog: IpcLog

  constructor(ipcLog: IpcLog) {
    super()
    this.ipcLog = ipcLog
  }

  handle(channel: string, handler: InvokeHandler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  /** Handles `ipcRenderer.invoke`. Responds through `caller.reply`. */
  async receiveInvoke(caller: Caller, channel: string, id: number, encodedArgs: string): Promise<void> {
    const args = codec.decode(encodedArgs) as unknown[]
    this.ipcLog('page to main', 'invoke', channel, args)
    try {
      const handler = this.handlers.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      const value = await handler(throwOnMissingMembers('IpcMainInvokeEvent', makeEvent(caller)), ...args)
      const encoded = codec.encode(value)
      this.ipcLog('main to page', 'answer', channel, value)
      caller.reply({ kind: 'answer', id, value: encoded })
    } catch (error) {
      const message = `Error invoking remote method '${channel}': ${String(error)}`
      this.ipcLog('main to page', 'failure', channel, message)
      caller.reply({ kind: 'failure', id, message })
    }
  }

  /** Handles `ipcRenderer.send`. */
  receiveSend(caller: Caller, channel: string, encodedArgs: string): void {
    const args = codec.decode(encodedArgs) as unknown[]
    this.ipcLog('page to main', 'send', channel, args)
    const reply = (replyChannel: string, ...values: unknown[]): void => caller.reply(this.makeMessage(replyChannel, values))
    this.emit(channel, throwOnMissingMembers('IpcMainEvent', { ...makeEvent(caller), reply, ports: [] }), ...args)
  }

  /** Creates the message for `webContents.send`. Throws if a value can't be cloned. */
  makeMessage(channel: string, values: readonly unknown[]): MessageToPage {
    const args = codec.encode(values)
    this.ipcLog('main to page', 'send', channel, values)
    return { kind: 'message', channel, args }
  }
}

function makeEvent(caller: Caller): object {
  return createPreventableEvent({ type: 'frame', sender: caller.sender, senderFrame: caller.senderFrame, frameId: 1, processId: 1 })
}
