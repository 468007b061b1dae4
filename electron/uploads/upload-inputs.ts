import { stat } from 'node:fs/promises'
import { type Fault, newFault } from '../../shared/task/fault.ts'
import type { TransferProgress } from '../../shared/task/task.ts'
import type { FileDigester, ServiceClient, FileUploader } from '../tasks/ports.ts'
import type { RejectedUpload, TaskInput } from '../tasks/machine/task-record.ts'

/** Time for which an upload's URL is reused, in milliseconds. The spec doesn't state a lifetime, so older URLs aren't trusted. */
const freshForInMs = 10 * 60_000

/** File digests and uploads, remembered across restarts. */
export type UploadCache = {
  readonly digestOf: (file: { path: string; bytes: number; modifiedAt: number }) => string | null
  readonly rememberDigest: (file: { path: string; bytes: number; modifiedAt: number; sha256: string }) => void
  readonly uploadOf: (key: UploadKey, since: number) => string | null
  readonly rememberUpload: (key: UploadKey, fileUrl: string, at: number) => void
}
type UploadKey = { readonly connectionId: string; readonly sha256: string; readonly capability: string; readonly parameter: string }

type Order = {
  readonly connectionId: string
  readonly capability: string
  readonly inputs: readonly TaskInput[]
  readonly client: ServiceClient
  readonly onProgress: (progress: TransferProgress) => void
  readonly signal: AbortSignal
}
type Outcome =
  | { readonly ok: true; readonly urls: readonly string[] }
  | { readonly ok: false; readonly fault: Fault; readonly refused: RejectedUpload | null }
type Sent = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly fault: Fault; readonly refused?: RejectedUpload }

/**
 * Uploads a task's local files to storage, one after another. Returns their URLs in order. The same bytes for the same field of the same
 * capability are sent once. A recent or running upload for another task is reused.
 */
export function createInputUploader(ports: {
  readonly memory: UploadCache
  readonly digestFile: FileDigester
  readonly transferFile: FileUploader
  readonly now: () => number
}): (order: Order) => Promise<Outcome> {
  const underWay = new Map<string, { readonly sent: Promise<Sent>; readonly signal: AbortSignal }>()

  async function send(order: Order, input: TaskInput, onProgress: (progress: TransferProgress) => void): Promise<Sent> {
    const fault = await differenceOf(input)
    if (fault !== null) return { ok: false, fault }
    const digest = await digestOf(input, order.signal)
    if (!digest.ok) return digest
    const key: UploadKey = { connectionId: order.connectionId, sha256: digest.sha256, capability: order.capability, parameter: input.field }
    const known = ports.memory.uploadOf(key, ports.now() - freshForInMs)
    if (known !== null) return { ok: true, url: known }
    const name = JSON.stringify(key)
    for (let shared = underWay.get(name); shared !== undefined; shared = underWay.get(name)) {
      const outcome = await shared.sent
      // The other task may be cancelled during the upload. One of the waiting tasks then sends the file and the others wait for it.
      if (outcome.ok || !shared.signal.aborted || order.signal.aborted) return outcome
    }
    const sent = transfer(order, input, key, onProgress).finally(() => underWay.delete(name))
    underWay.set(name, { sent, signal: order.signal })
    return sent
  }

  async function transfer(order: Order, input: TaskInput, key: UploadKey, onProgress: (progress: TransferProgress) => void): Promise<Sent> {
    const { signal } = order
    const ticket = await order.client.requestUpload({
      capability: order.capability,
      parameter: input.field,
      fileName: input.name,
      contentType: input.contentType,
      fileSize: input.bytes,
      durationInSeconds: input.durationInSeconds,
      signal
    })
    if (!ticket.ok) return ticket
    const sent = await ports.transferFile({
      path: input.path,
      fileName: input.name,
      contentType: input.contentType,
      expected: { bytes: input.bytes, modifiedAt: input.modifiedAt },
      uploadCommand: ticket.value.uploadCommand,
      onProgress,
      signal
    })
    if (!sent.ok) {
      if (sent.fault.localReason !== 'upload-command-refused') return sent
      const { uploadCommand: command, fileUrl } = ticket.value
      return { ...sent, refused: { field: input.field, path: input.path, fileName: input.name, command, fileUrl } }
    }
    remember(() => ports.memory.rememberUpload(key, ticket.value.fileUrl, ports.now()))
    return { ok: true, url: ticket.value.fileUrl }
  }

  async function digestOf(input: TaskInput, signal: AbortSignal): Promise<{ ok: true; sha256: string } | { ok: false; fault: Fault }> {
    const file = { path: input.path, bytes: input.bytes, modifiedAt: input.modifiedAt }
    const known = ports.memory.digestOf(file)
    if (known !== null) return { ok: true, sha256: known }
    const digest = await ports.digestFile(input.path, signal)
    if (digest.ok) remember(() => ports.memory.rememberDigest({ ...file, sha256: digest.sha256 }))
    return digest
  }

  return async (order) => {
    const urls: string[] = []
    const totalBytes = order.inputs.reduce((sum, input) => sum + input.bytes, 0)
    let finishedBytes = 0
    for (const input of order.inputs) {
      const report = (progress: TransferProgress): void =>
        order.onProgress({ doneBytes: finishedBytes + progress.doneBytes, totalBytes, bytesPerSecond: progress.bytesPerSecond })
      const sent = await send(order, input, report)
      if (!sent.ok) return { ok: false, fault: naming(sent.fault, input), refused: sent.refused ?? null }
      urls.push(sent.url)
      finishedBytes += input.bytes
    }
    return { ok: true, urls }
  }
}

/** Replaces the `message` of a file fault with the file name. The message was the system's error code. */
function naming(fault: Fault, input: TaskInput): Fault {
  const isOfFile = fault.localReason === 'file-missing' || fault.localReason === 'file-changed' || fault.localReason === 'file-unreadable'
  return isOfFile ? { ...fault, message: input.name } : fault
}

/** Writes to the cache. If writing fails, the upload continues, because the cache is optional. */
function remember(write: () => void): void {
  try {
    write()
  } catch {
    // The next task uploads the file again.
  }
}

/** Returns a fault if the file has changed or is missing. The file must not be sent in that case. Null if the file is unchanged. */
async function differenceOf(input: TaskInput): Promise<Fault | null> {
  try {
    const found = await stat(input.path)
    const isSame = found.isFile() && found.size === input.bytes && Math.abs(found.mtimeMs - input.modifiedAt) < 1
    return isSame ? null : newFault('transfer', 'local', { localReason: 'file-changed', message: input.name })
  } catch {
    return newFault('transfer', 'local', { localReason: 'file-missing', message: input.name })
  }
}
