import type { FileHandle } from 'node:fs/promises'
import { createProgressMeter } from '../../../shared/task/progress-meter.ts'
import type { TransferProgress } from '../../../shared/task/task.ts'
import type { ResponseHead, ByteSink } from '../../service/http-client.ts'
import { codingStartBytes, createContentDecoder, isEncoded } from './content-encoding.ts'
import type { ContentDecoder } from './content-encoding.ts'
import { DecodingError } from './decoding-error.ts'
import { isErrorText } from './error-text.ts'
import { openPartWriter, writePartMetadata } from './part-file.ts'
import type { PartPaths, PartWriter } from './part-file.ts'
import { parseResponseRange } from './response-range.ts'
import type { ResponseRange, DownloadState } from './response-range.ts'
import { decodeFileStart } from './decode-file-start.ts'

export type ReceivedBody =
  /** The response doesn't contain any bytes of the file. Its body is an error page or message, or its status isn't a success. */
  | { readonly as: 'page' }
  /** The body is empty, although a file was expected. */
  | { readonly as: 'nothing' }
  /** `receivedUpTo`: offset in the file as stored on the server. `bytes`: size of the file after decoding. */
  | { readonly as: 'bytes'; readonly bytes: number; readonly sha256: string; readonly receivedUpTo: number; readonly plan: ResponseRange }
  /** The response has part of a file, but not the requested part. */
  | { readonly as: 'misfit' }
  /** The body can't be decoded with its Content-Encoding. */
  | { readonly as: 'undecodable'; readonly reason: DecodingError['reason']; readonly plan: ResponseRange }
  | { readonly as: 'failed'; readonly error: unknown }

export type BodyReceiver = {
  readonly sinkFor: (head: ResponseHead) => ByteSink | null
  /** Waits for the last write, even after an error. Never rejects. */
  readonly finish: () => Promise<ReceivedBody>
}

/** Number of leading bytes that distinguish an error page from a file. */
const pageStartBytes = 512

/**
 * Decodes a response body and writes it to its position in the part. `isPlain`: true to ignore Content-Encoding and write the bytes as
 * received.
 */
export function createBodyReceiver(parts: {
  readonly start: DownloadState
  readonly file: FileHandle
  readonly paths: PartPaths
  readonly address: string
  readonly isPlain: boolean
  readonly onBytes: (bytes: number) => void
  readonly onProgress: (progress: TransferProgress) => void
}): BodyReceiver {
  const { start, file, paths } = parts
  let plan: ResponseRange | 'misfit' | null = null
  let writer: PartWriter | null = null
  let decoder: ContentDecoder | null = null
  let body: GatheringSink | null = null
  let decoded: GatheringSink | null = null
  let receivedUpTo = 0
  let isPage = false

  const openWriter = async ({ from, note }: ResponseRange): Promise<PartWriter> => {
    if ((await file.stat()).size !== from) await file.truncate(from)
    if (from === 0) await writePartMetadata(paths.note, note)
    writer = await openPartWriter(file, from)
    return writer
  }

  /** Removes the validators of a decoded part, so that its download is never resumed. A range can't begin in the middle of encoded data. */
  const asReceived = (filePlan: ResponseRange): ResponseRange =>
    decoder === null ? filePlan : { ...filePlan, note: { ...filePlan.note, etag: null, lastModified: null, totalBytes: null } }

  const sinkOf = (filePlan: ResponseRange): ByteSink => {
    const { from, totalBytes } = filePlan
    receivedUpTo = from
    const meter = createProgressMeter(totalBytes, performance.now(), from)
    decoded = gather(from === 0 ? pageStartBytes : 0, async (first) => {
      isPage = from === 0 && isErrorPage(first)
      // An error page must not overwrite an existing part, because a later download may resume it.
      return isPage ? () => null : (await openWriter(asReceived(filePlan))).write
    })
    const { write } = decoded
    const codings = parts.isPlain ? [] : filePlan.codings
    body = gather(codings.length > 0 ? codingStartBytes : 0, (first) => {
      if (!isEncoded(codings, first)) return write
      decoder = createContentDecoder(codings, write)
      return decoder.write
    })
    const take = body.write
    return (chunk) => {
      receivedUpTo += chunk.length
      parts.onBytes(chunk.length)
      const progress = meter(receivedUpTo, performance.now(), receivedUpTo === totalBytes)
      if (progress !== null) parts.onProgress(progress)
      return take(chunk)
    }
  }

  return {
    sinkFor: (head) => {
      plan = parseResponseRange(head, start, { of: paths.of, address: parts.address })
      if (plan === 'misfit') return () => Promise.reject(new Error('misfit'))
      return plan === null ? null : sinkOf(plan)
    },
    finish: async () => {
      if (plan === 'misfit') return { as: 'misfit' }
      if (plan === null) return { as: 'page' }
      try {
        await body?.finish()
        await decoder?.finish()
        await decoded?.finish()
        if (isPage) return { as: 'page' }
        if (writer === null) return { as: 'nothing' }
        return { as: 'bytes', sha256: await writer.finish(), bytes: writer.bytes(), receivedUpTo, plan: asReceived(plan) }
      } catch (error) {
        return error instanceof DecodingError ? { as: 'undecodable', reason: error.reason, plan } : { as: 'failed', error }
      }
    }
  }
}

type GatheringSink = { readonly write: ByteSink; readonly finish: () => Promise<void> }

/**
 * Buffers the first bytes until there are at least `atLeast` or the body ends. Passes them to `sinkFor`, which chooses the sink for the
 * whole body.
 */
function gather(atLeast: number, sinkFor: (first: Buffer) => ByteSink | Promise<ByteSink>): GatheringSink {
  let gathered: Buffer[] = []
  let bytes = 0
  let sink: ByteSink | null = null
  let opening: Promise<void> | null = null

  const open = async (): Promise<void> => {
    const first = Buffer.concat(gathered)
    gathered = []
    sink = await sinkFor(first)
    await sink(first)
  }

  return {
    write: (chunk) => {
      if (sink !== null) return sink(chunk)
      gathered.push(chunk)
      bytes += chunk.length
      return bytes < atLeast ? null : (opening ??= open())
    },
    // The body may be shorter than `atLeast`, or may end while the sink is being opened.
    finish: async () => {
      if (bytes > 0) await (opening ??= open())
    }
  }
}

/**
 * True if a response begins like a web page or an error. Ignores the declared content type, because storage services often declare a wrong
 * one.
 */
function isErrorPage(start: Buffer): boolean {
  const text = decodeFileStart(start, false)
  return text !== null && isErrorText(text, false)
}
