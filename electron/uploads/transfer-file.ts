import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { type Fault, newFault } from '../../shared/fault.ts'
import { createProgressMeter } from '../../shared/progress-meter.ts'
import { headerOf, isSignInPage, refusalFrom } from '../api/http-client.ts'
import type { CallEnd, HttpClient } from '../api/http-client.ts'
import type { TransferFile } from '../core/ports.ts'
import { fileFault, localFault } from './file-fault.ts'
import { parseUploadCommand } from './parse-upload-command.ts'
import type { UploadCommand } from './parse-upload-command.ts'
import { FileChanged, readFileInRing } from './read-file-in-ring.ts'
import { watchSocketBuffer } from './socket-buffer.ts'

export type TransferOptions = {
  readonly http: HttpClient
  /** Bytes read and sent at a time; at least 256 KiB. Default 512 KiB. */
  readonly chunkBytes?: number
}

type Transfer = Parameters<TransferFile>[0]

/** How long storage may take nothing, and how long it may take to answer after the last byte. */
const answerTimeoutInMs = 120_000
const maxRedirects = 3

/** Makes the port that sends files to storage. The upload command is parsed, never run; the API key is not known here. */
export function createTransferFile(options: TransferOptions): TransferFile {
  return async (transfer) => {
    const command = parseUploadCommand(transfer.uploadCommand, { fileName: transfer.fileName, path: transfer.path })
    if (!command.ok) return { ok: false, fault: localFault('upload-command-refused', command.reason) }
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

/** Sends, and sends again where storage points to another path of the same origin. */
async function sendFollowing(
  options: TransferOptions,
  transfer: Transfer,
  command: UploadCommand,
  file: FileHandle
): ReturnType<TransferFile> {
  let url = new URL(command.url)
  for (let redirects = 0; ; redirects += 1) {
    const sent = await send(options, transfer, command, url, file)
    if (!sent.end.ok) return { ok: false, fault: sent.fileFault ?? sent.end.fault }
    const { answer } = sent.end
    if (answer.status >= 200 && answer.status <= 299) {
      // A page instead of a word from storage: the network wants people to sign in first, and the file is not there.
      const isPage = isSignInPage(answer, url.origin)
      const fault = newFault('transfer', 'unreadable', { httpStatus: answer.status, obstacle: 'sign-in-page' })
      return isPage ? { ok: false, fault } : { ok: true }
    }
    const next = redirects === maxRedirects ? null : redirectWithin(url, answer.status, headerOf(answer.headers, 'location'))
    if (next === null) return { ok: false, fault: refusalFrom('transfer', answer) }
    url = next
  }
}

/** One request. `fileFault`: what became of the file meanwhile, where that ended the request. */
async function send(
  options: TransferOptions,
  transfer: Transfer,
  command: UploadCommand,
  url: URL,
  file: FileHandle
): Promise<{ end: CallEnd; fileFault: Fault | null }> {
  const { bytes } = transfer.expected
  const meter = createProgressMeter(bytes, performance.now())
  const report = (doneBytes: number, isLast: boolean): void => {
    const progress = meter(doneBytes, performance.now(), isLast)
    if (progress !== null) transfer.onProgress?.(progress)
  }
  let fault: Fault | null = null

  async function* readBody(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* readFileInRing({
        file,
        bytes,
        ...(options.chunkBytes === undefined ? {} : { chunkBytes: options.chunkBytes }),
        mayRecycle: (chunkBytes) => chunkBytes >= (socketBuffer.bytes() ?? Number.POSITIVE_INFINITY),
        beforeLast: async () => {
          if (await hasChanged(file, transfer)) throw new FileChanged()
        },
        onTaken: (doneBytes) => report(doneBytes, false)
      })
    } catch (error) {
      fault = error instanceof FileChanged ? localFault('file-changed') : fileFault(error)
      throw error
    }
  }

  const body = readBody()
  const socketBuffer = watchSocketBuffer(body)
  try {
    const end = await options.http.send({
      step: 'transfer',
      method: command.method,
      origin: url.origin,
      path: url.pathname + url.search,
      headers: { ...wireHeaders(command, transfer.contentType), 'content-length': String(bytes) },
      ...(bytes === 0 ? {} : { body }),
      answerTimeoutInMs,
      ...(transfer.signal === undefined ? {} : { signal: transfer.signal })
    })
    if (end.ok && end.answer.status >= 200 && end.answer.status <= 299) report(bytes, true)
    return { end, fileFault: fault }
  } finally {
    socketBuffer.stop()
    await body.return()
  }
}

/** Whether the file behind an open handle is another than the one that was chosen, by size and time of change. */
async function hasChanged(file: FileHandle, { expected }: Transfer): Promise<boolean> {
  const { size, mtimeMs } = await file.stat()
  return size !== expected.bytes || Math.floor(mtimeMs) !== Math.floor(expected.modifiedAt)
}

/** Headers as the command gives them. Text beyond Latin-1 goes out as the UTF-8 bytes that curl would send. */
function wireHeaders(command: UploadCommand, contentType: string): Record<string, string> {
  const headers: Record<string, string> = {}
  // Curl would call the body of `--data-binary` a web form; the file's own type is what was meant.
  if (command.bodyKind === 'data-binary') headers['content-type'] = contentType
  for (const [name, value] of Object.entries(command.headers)) headers[name] = Buffer.from(value, 'utf8').toString('latin1')
  return headers
}

function redirectWithin(url: URL, status: number, location: string | null): URL | null {
  if (location === null || ![301, 302, 307, 308].includes(status) || !URL.canParse(location, url.href)) return null
  const next = new URL(location, url)
  return next.origin === url.origin ? next : null
}
