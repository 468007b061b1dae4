import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { ipcEventNames, ipcChannel, ipcRequestNames } from '../shared/ipc/ipc-names.ts'
import type { DroppedBatchSource } from '../shared/form/batch/batch-source.ts'
import type { KilnBridge } from '../shared/ipc/ipc.ts'
import type { LocalMedia } from '../shared/form/media-facts.ts'
import type { Outcome } from '../shared/ipc/outcome.ts'

/**
 * Requests that need a file path. The page can't name paths. Each of these requests has its own function that gets the path from the
 * system.
 */
const withPath: ReadonlySet<string> = new Set(['media.inspect', 'batch.takeDropped'])
const askable: ReadonlySet<string> = new Set(ipcRequestNames.filter((name) => !withPath.has(name)))
const announced: ReadonlySet<string> = new Set(ipcEventNames)

const bridge: KilnBridge = {
  request: async (name, input) => {
    if (!askable.has(name)) return refusal('This page isn’t allowed to make that request.')
    return ipcRenderer.invoke(ipcChannel(name), input)
  },
  inspectFile: async (file) => {
    const path = pathOf(file)
    if (path === '') return refusal('This isn’t a file on this computer.')
    const outcome: Outcome<LocalMedia> = await ipcRenderer.invoke(ipcChannel('media.inspect'), { path })
    return outcome
  },
  readDroppedSource: async (file, options) => {
    const path = pathOf(file)
    if (path === '') return refusal('This isn’t a file or folder on this computer.')
    const outcome: Outcome<DroppedBatchSource> = await ipcRenderer.invoke(ipcChannel('batch.takeDropped'), { ...options, path })
    return outcome
  },
  listen: (name, listener) => {
    if (!announced.has(name)) return () => undefined
    const hear = (_event: unknown, payload: Parameters<typeof listener>[0]): void => listener(payload)
    ipcRenderer.on(ipcChannel(name), hear)
    return () => {
      ipcRenderer.off(ipcChannel(name), hear)
    }
  }
}

contextBridge.exposeInMainWorld('kiln', bridge)

/** Returns the file's path. Empty if the file isn't on disk, for example because the page created it. */
function pathOf(file: unknown): string {
  try {
    return webUtils.getPathForFile(file as File)
  } catch {
    return ''
  }
}

function refusal(message: string): Extract<Outcome<never>, { ok: false }> {
  return { ok: false, message, advice: null, requestId: null, problems: [] }
}
