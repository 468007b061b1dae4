import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { type Fault, newFault } from '../../shared/task/fault.ts'
import { createProgressMeter } from '../../shared/task/progress-meter.ts'
import { headerOf, isCaptivePortal, parseErrorResponse } from '../service/http-client.ts'
import type { HttpCallResult, HttpClient } from '../service/http-client.ts'
import type { FileUploader } from '../tasks/ports.ts'
import { fileFault, localFault } from './file-fault.ts'
import { parseUploadCommand } from './parse-upload-command.ts'
import type { UploadCommand } from './parse-upload-command.ts'
import { FileChangedError, readFileWithRingBuffer } from './read-file-ring-buffer.ts'
import { watchSocketHighWaterMark } from './socket-buffer.ts'

export type FileUploaderOptions = {
  readonly http: HttpClient
  /** Number of bytes read and sent at a time, at least 256 KiB. The default is 512 KiB. */
  readonly chunkBytes?: number
}

type Transfer = Parameters<FileUploader>[0]

/** Maximum time without progress, in milliseconds. Applies while bytes are sent, and while Kiln waits for the storage's response. */
const responseTimeoutInMs = 120_000
const maxRedirects = 3

/** Returns a function that sends files to storage. The upload command is parsed, never run. The API key is never sent. */
export function createFileUploader(options: FileUploaderOptions): FileUploader {
  return async (transfer) => {
    const command = parseUploadCommand(transfer.uploadCommand, { fileName: transfer.fileName, path: transfer.path })
    if (!command.ok)
      return { ok: false, fault: newFault('transfer', 'local', { localReason: 'upload-command-refused', uploadRejection: command.reason }) }
    try {
      await using file = await open(transfer.path, 'r')
      if (!(await file.stat()).isFile()) return { ok: false, fault: localFault('file-unreadable', 'EISDIR') }
      if (await hasChanged(file, transfer)) return { ok: false, fault: localFault('file-changed') }
      return await sendFollowing(options, transfer, command, file)
    } catch (error) {
      return { ok: false, fault: fileFault(error) }
    }
  }
}

/** Sends a file and follows redirects within the same origin. */
async function sendFollowing(
  options: FileUploaderOptions,
  transfer: Transfer,
  command: UploadCommand,
  file: FileHandle
): ReturnType<FileUploader> {
  let url = new URL(command.url)
  for (let redirects = 0; ; redirects += 1) {
    const sent = await send(options, transfer, command, url, file)
    if (!sent.end.ok) return { ok: false, fault: sent.fileFault ?? sent.end.fault }
    const { response } = sent.end
    if (response.status >= 200 && response.status <= 299) {
      // An HTML page in place of a storage response comes from a captive portal. In that case, the file wasn't uploaded.
      const isPage = isCaptivePortal(response, url.origin)
      const fault = newFault('transfer', 'unreadable', { httpStatus: response.status, networkBlock: 'sign-in-page' })
      return isPage ? { ok: false, fault } : { ok: true }
    }
    const next = redirects === maxRedirects ? null : redirectWithin(url, response.status, headerOf(response.headers, 'location'))
    if (next === null) return { ok: false, fault: parseErrorResponse('transfer', response) }
    url = next
  }
}

/** Sends a single request. `fileFault`: why the file couldn't be read, which ended the request. Null if the file was read. */
async function send(
  options: FileUploaderOptions,
  transfer: Transfer,
  command: UploadCommand,
  url: URL,
  file: FileHandle
): Promise<{ end: HttpCallResult; fileFault: Fault | null }> {
  const { bytes } = transfer.expected
  const meter = createProgressMeter(bytes, performance.now())
  const report = (doneBytes: number, isLast: boolean): void => {
    const progress = meter(doneBytes, performance.now(), isLast)
    if (progress !== null) transfer.onProgress?.(progress)
  }
  let fault: Fault | null = null

  async function* readBody(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* readFileWithRingBuffer({
        file,
        bytes,
        ...(options.chunkBytes === undefined ? {} : { chunkBytes: options.chunkBytes }),
        mayRecycle: (chunkBytes) => chunkBytes >= (socketBuffer.bytes() ?? Number.POSITIVE_INFINITY),
        beforeLast: async () => {
          if (await hasChanged(file, transfer)) throw new FileChangedError()
        },
        onConsumed: (doneBytes) => report(doneBytes, false)
      })
    } catch (error) {
      fault = error instanceof FileChangedError ? localFault('file-changed') : fileFault(error)
      throw error
    }
  }

  const body = readBody()
  const socketBuffer = watchSocketHighWaterMark(body)
  try {
    const end = await options.http.send({
      step: 'transfer',
      method: command.method,
      origin: url.origin,
      path: url.pathname + url.search,
      headers: { ...wireHeaders(command, transfer.contentType), 'content-length': String(bytes) },
      ...(bytes === 0 ? {} : { body }),
      responseTimeoutInMs,
      ...(transfer.signal === undefined ? {} : { signal: transfer.signal })
    })
    if (end.ok && end.response.status >= 200 && end.response.status <= 299) report(bytes, true)
    return { end, fileFault: fault }
  } finally {
    socketBuffer.stop()
    await body.return()
  }
}

/** True if the open file's size or modification time differs from the expected values. */
async function hasChanged(file: FileHandle, { expected }: Transfer): Promise<boolean> {
  const { size, mtimeMs } = await file.stat()
  return size !== expected.bytes || Math.floor(mtimeMs) !== Math.floor(expected.modifiedAt)
}

/** Returns the command's headers. Their values are encoded as UTF-8 bytes, as curl would send them. */
function wireHeaders(command: UploadCommand, contentType: string): Record<string, string> {
  const headers: Record<string, string> = {}
  // For `--data-binary`, curl's default is the content type of a web form. Kiln's default is the file's content type.
  if (command.bodyKind === 'data-binary') headers['content-type'] = contentType
  for (const [name, value] of Object.entries(command.headers)) headers[name] = Buffer.from(value, 'utf8').toString('latin1')
  return headers
}

function redirectWithin(url: URL, status: number, location: string | null): URL | null {
  if (location === null || ![301, 302, 307, 308].includes(status) || !URL.canParse(location, url.href)) return null
  const next = new URL(location, url)
  return next.origin === url.origin ? next : null
}
