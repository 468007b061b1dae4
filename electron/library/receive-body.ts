import type { FileHandle } from 'node:fs/promises'
import { createProgressMeter } from '../../shared/progress-meter.ts'
import type { Progress } from '../../shared/task.ts'
import type { AnswerHead, ByteSink } from '../api/http-client.ts'
import { codingStartBytes, createDecoder, isEncoded } from './content-encoding.ts'
import type { Decoder } from './content-encoding.ts'
import { DecodingError } from './decoding-error.ts'
import { isErrorText } from './error-text.ts'
import { openPartWriter, writeNote } from './part-file.ts'
import type { PartPaths, PartWriter } from './part-file.ts'
import { planOf } from './response-plan.ts'
import type { Plan, Start } from './response-plan.ts'
import { textInBytes } from './text-in-bytes.ts'

export type Received =
  /** The response had no bytes of the file: it was a page or a message, or its status says so. */
  | { readonly as: 'page' }
  /** It was to have bytes and had none. */
  | { readonly as: 'nothing' }
  /** `receivedUpTo` counts bytes as they are stored, `bytes` those of the file after decoding. */
  | { readonly as: 'bytes'; readonly bytes: number; readonly sha256: string; readonly receivedUpTo: number; readonly plan: Plan }
  /** A part of a file, but not the part that was due. */
  | { readonly as: 'misfit' }
  /** The bytes are not what Content-Encoding says. */
  | { readonly as: 'undecodable'; readonly reason: DecodingError['reason']; readonly plan: Plan }
  | { readonly as: 'failed'; readonly error: unknown }

export type BodyReceiver = {
  readonly sinkFor: (head: AnswerHead) => ByteSink | null
  /** Waits for the last write, whatever came before. Never rejects. */
  readonly finish: () => Promise<Received>
}

/** As many first bytes as tell a page from a file. */
const pageStartBytes = 512

/** Puts the bytes of a response where they belong in the part, decoded. `isPlain`: they are written as they come, whatever Content-Encoding says. */
export function createBodyReceiver(parts: {
  readonly start: Start
  readonly file: FileHandle
  readonly paths: PartPaths
  readonly address: string
  readonly isPlain: boolean
  readonly onBytes: (bytes: number) => void
  readonly onProgress: (progress: Progress) => void
}): BodyReceiver {
  const { start, file, paths } = parts
  let plan: Plan | 'misfit' | null = null
  let writer: PartWriter | null = null
  let decoder: Decoder | null = null
  let body: GatheringSink | null = null
  let decoded: GatheringSink | null = null
  let receivedUpTo = 0
  let isPage = false

  const openWriter = async ({ from, note }: Plan): Promise<PartWriter> => {
    if ((await file.stat()).size !== from) await file.truncate(from)
    if (from === 0) await writeNote(paths.note, note)
    writer = await openPartWriter(file, from)
    return writer
  }

  /** Without validators a part is never resumed: no range begins in the middle of a coding. */
  const asReceived = (filePlan: Plan): Plan =>
    decoder === null ? filePlan : { ...filePlan, note: { ...filePlan.note, etag: null, lastModified: null, totalBytes: null } }

  const sinkOf = (filePlan: Plan): ByteSink => {
    const { from, totalBytes } = filePlan
    receivedUpTo = from
    const meter = createProgressMeter(totalBytes, performance.now(), from)
    decoded = gather(from === 0 ? pageStartBytes : 0, async (first) => {
      isPage = from === 0 && isErrorPage(first)
      // What is there of the file may still be resumed.
      return isPage ? () => null : (await openWriter(asReceived(filePlan))).write
    })
    const { write } = decoded
    const codings = parts.isPlain ? [] : filePlan.codings
    body = gather(codings.length > 0 ? codingStartBytes : 0, (first) => {
      if (!isEncoded(codings, first)) return write
      decoder = createDecoder(codings, write)
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
      plan = planOf(head, start, { of: paths.of, address: parts.address })
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

/** Holds the first bytes back until there are `atLeast` so many or no more come; `sinkFor` says by them where everything goes. */
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
    // A connection can end while the sink is being opened.
    finish: async () => {
      if (bytes > 0) await (opening ??= open())
    }
  }
}

/** Whether a response begins like a web page or an error. Its declared type decides nothing: storages get that wrong. */
function isErrorPage(start: Buffer): boolean {
  const text = textInBytes(start, false)
  return text !== null && isErrorText(text, false)
}
