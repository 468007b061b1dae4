import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { IpcEventSender, KilnBridge } from '../../shared/ipc/ipc.ts'

type Invoked = (event: unknown, ...values: unknown[]) => unknown

/** A fake of Electron's API for both processes. Handlers receive events from the main frame of Kiln's own page. */
const electron = vi.hoisted(() => {
  const handlers = new Map<string, Invoked>()
  const listeners = new Map<string, Set<Invoked>>()
  const sent: unknown[][] = []
  const webContents = {
    isCrashed: () => false,
    send: (channel: string, payload: unknown) => listeners.get(channel)?.forEach((listener) => listener({}, payload))
  }
  const window = { webContents, isDestroyed: () => false }
  return {
    bridge: {},
    sent,
    ipcMain: { handle: (channel: string, handler: Invoked) => handlers.set(channel, handler) },
    ipcRenderer: {
      invoke: async (channel: string, ...values: unknown[]) => {
        sent.push([channel, ...values])
        const event = { sender: webContents, senderFrame: { parent: null, url: 'app://kiln/' } }
        return handlers.get(channel)?.(event, ...structuredClone(values))
      },
      on: (channel: string, listener: Invoked) => listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener)),
      off: (channel: string, listener: Invoked) => listeners.get(channel)?.delete(listener)
    },
    BrowserWindow: { fromWebContents: () => window, getAllWindows: () => [window] },
    contextBridge: {
      exposeInMainWorld: (_name: string, bridge: object) => {
        electron.bridge = bridge
      }
    },
    webUtils: { getPathForFile: (file: { readonly path: string }) => file.path }
  }
})
vi.mock('electron', () => electron)

let kiln: KilnBridge
let broadcastEvent: IpcEventSender

beforeAll(async () => {
  const { registerIpcHandlers } = await import('../../electron/ipc/register-ipc-handlers.ts')
  const windowIpc = await import('../../electron/desktop/window/window-ipc.ts')
  broadcastEvent = windowIpc.broadcastEvent
  const handlers = new Proxy({}, { get: (_handlers, name) => (name === 'then' ? undefined : (input: unknown) => ({ name, input })) })
  registerIpcHandlers({
    handle: windowIpc.handleIpc,
    handlers: Promise.resolve(handlers as never),
    log: { info: () => undefined, error: () => undefined }
  })
  await import('../../electron/preload.ts')
  kiln = electron.bridge as KilnBridge
})

describe('the preload script', () => {
  const refused = { ok: false, message: 'This page isn’t allowed to make that request.' }

  it('sends a request with its input to main', async () => {
    expect(await kiln.request('task.cancel', { id: 'a' })).toEqual({ ok: true, value: { name: 'task.cancel', input: { id: 'a' } } })
    expect(await kiln.request('task.list', undefined)).toMatchObject({ ok: true, value: { name: 'task.list' } })
  })

  it.each(['media.inspect', 'batch.takeDropped', 'app.quit', 'constructor'])('can’t be used by the page to send %s', async (name) => {
    expect(await kiln.request(name as 'app.info', { path: '/etc/passwd' } as never)).toMatchObject(refused)
  })

  it('gets the path of a file from the system', async () => {
    expect(await kiln.inspectFile({ path: '/a.png' })).toMatchObject({ value: { name: 'media.inspect', input: { path: '/a.png' } } })
    const options = { capability: 'face-swap', field: null }
    expect(await kiln.readDroppedSource({ path: '/folder' }, { ...options, path: '/etc' } as never)).toMatchObject({
      value: { name: 'batch.takeDropped', input: { ...options, path: '/folder' } }
    })
  })

  it('sends nothing for a file without a path', async () => {
    electron.sent.length = 0
    expect(await kiln.inspectFile({ path: '' })).toMatchObject({ ok: false })
    expect(await kiln.readDroppedSource({ path: '' }, { capability: 'face-swap', field: null })).toMatchObject({ ok: false })
    expect(electron.sent).toEqual([])
  })

  it('passes an event’s payload to its listeners until they are removed', () => {
    const heard: unknown[] = []
    const stop = kiln.listen('spelling.failed', (payload) => heard.push(payload))
    broadcastEvent('spelling.failed', 'en-GB')
    broadcastEvent('menu.chosen', null)
    stop()
    broadcastEvent('spelling.failed', 'en-US')
    expect(heard).toEqual(['en-GB'])
  })
})
