import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { eventChannel, requestChannels } from '../shared/ipc/channels.ts'
import type { DroppedBatchSource } from '../shared/form/batch/batch-source.ts'
import type { KilnBridge } from '../shared/ipc/ipc.ts'
import type { LocalMedia } from '../shared/form/media-facts.ts'
import type { FailedOutcome, Outcome } from '../shared/ipc/outcome.ts'

/**
 * Sends the page's requests to the main process, which rejects unknown names. The page can't send file paths. Requests with a path
 * therefore have their own channel. Their functions get the path from the system.
 */
const bridge: KilnBridge = {
  request: async (name, input) => ipcRenderer.invoke(requestChannels.page, name, input),
  inspectFile: async (file) => {
    const path = pathOf(file)
    if (path === '') return refusal('This isn’t a file on this computer.')
    const outcome: Outcome<LocalMedia> = await ipcRenderer.invoke(requestChannels.path, 'media.inspect', { path })
    return outcome
  },
  readDroppedSource: async (file, options) => {
    const path = pathOf(file)
    if (path === '') return refusal('This isn’t a file or folder on this computer.')
    const outcome: Outcome<DroppedBatchSource> = await ipcRenderer.invoke(requestChannels.path, 'batch.takeDropped', {
      ...options,
      path
    })
    return outcome
  },
  listen: (name, listener) => {
    const hear = (_event: unknown, payload: Parameters<typeof listener>[0]): void => listener(payload)
    ipcRenderer.on(eventChannel(name), hear)
    return () => {
      ipcRenderer.off(eventChannel(name), hear)
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

function refusal(message: string): FailedOutcome {
  return { ok: false, message, advice: null, requestId: null, problems: [] }
}
