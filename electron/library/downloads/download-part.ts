import type { FileHandle } from 'node:fs/promises'
import type { Fault } from '../../../shared/task/fault.ts'
import { newFault } from '../../../shared/task/fault.ts'
import { headerOf, isLoopbackHost, parseErrorResponse } from '../../service/http-client.ts'
import type { ResponseHead, HttpClient } from '../../service/http-client.ts'
import type { ResultWriter } from '../../tasks/ports.ts'
import { hasUndetectableCoding } from './content-encoding.ts'
import { fileSystemFault } from './file-system-fault.ts'
import { readReservation } from './name-reservation.ts'
import type { PartPaths } from './part-file.ts'
import {
  digestFirstBytes,
  hasSecondHardLink,
  openNewPart,
  openPart,
  readPartMetadata,
  removePart,
  resumableByteCount,
  writePartMetadata
} from './part-file.ts'
import { canResume, freshDownloadState, rangeHeaders } from './response-range.ts'
import type { ResponseRange, DownloadState } from './response-range.ts'
import { createBodyReceiver } from './receive-body.ts'
import type { ReceivedBody } from './receive-body.ts'
import { watchSpeed } from './watch-speed.ts'
import type { SpeedClock, SpeedLimits, SpeedWatch } from './watch-speed.ts'

type Order = Pick<Parameters<ResultWriter['save']>[0], 'url' | 'acceptsIncomplete' | 'onProgress' | 'onSlow' | 'signal'>
type Complete = {
  readonly ok: true
  readonly bytes: number
  readonly sha256: string
  readonly contentType: string | null
  /**
   * True if the body couldn't be decoded with its Content-Encoding and was saved as received. False if a coding doesn't have a signature.
   * The body may then never have been encoded.
   */
  readonly isTorn: boolean
}
/** `isGone`: true if the server rejected the URL itself as unknown, forbidden or expired. */
type Incomplete = { readonly ok: false; readonly fault: Fault; readonly isGone: boolean }
export type DownloadOutcome = Complete | Incomplete

export type DownloadDependencies = { readonly http: HttpClient; readonly limits: SpeedLimits; readonly clock: SpeedClock }

type Attempt = {
  readonly start: DownloadState
  /** True to ignore Content-Encoding. */
  readonly isPlain: boolean
  readonly file: FileHandle
  readonly order: Order
  readonly paths: PartPaths
  readonly http: HttpClient
  readonly watch: SpeedWatch
  readonly signal: AbortSignal
}
/**
 * How to repeat a request. `from-zero`: from the beginning. `plain`: without decoding. `DownloadState`: for the rest of a file that the
 * server sends in pieces.
 */
type Again = 'from-zero' | 'plain' | DownloadState

const responseTimeoutInMs = 60_000
const maxRedirects = 5
const plainHeaders = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Kiln' } as const

/**
 * Downloads the rest of a part and flushes the part to disk. Resumes from the existing bytes if they belong to the same file. Otherwise
 * starts from the beginning.
 *
 * @throws file system errors.
 */
export async function downloadPart(order: Order, paths: PartPaths, parts: DownloadDependencies): Promise<DownloadOutcome> {
  {
    await using file = await openPart(paths.part)
    const start = await startFrom(file, order, paths)
    const whole = await wholePart(start, file, paths)
    if (whole !== null) return whole
    if (!(await hasSecondHardLink(file))) return await fetchRest(start, file, order, paths, parts)
  }
  // The part is already hard-linked as a result, so removing the part's path keeps the result. The file is closed first, because Windows
  // can't delete a link to an open file.
  await removePart(paths)
  await using file = await openNewPart(paths.part)
  return await fetchRest(freshDownloadState, file, order, paths, parts)
}

/** Returns the part if it is complete, otherwise null. A complete part has its note's total length, or its claim's length and digest. */
async function wholePart(start: DownloadState, file: FileHandle, paths: PartPaths): Promise<Complete | null> {
  if (start.note !== null && start.note.totalBytes === start.bytes) return completed(file, start.bytes, start.note.contentType)
  const claim = await readReservation(paths.claim)
  if (claim === null || (await file.stat()).size !== claim.download.bytes) return null
  const { contentType } = (await readPartMetadata(paths.note)) ?? { contentType: null }
  const whole = await completed(file, claim.download.bytes, contentType)
  return whole.sha256 === claim.download.sha256 ? whole : null
}

/** Returns where the download starts. Uses existing bytes only if the note has the same URL. */
async function startFrom(file: FileHandle, order: Order, paths: PartPaths): Promise<DownloadState> {
  const bytes = await resumableByteCount(file, Date.now())
  const note = bytes === 0 ? null : await readPartMetadata(paths.note)
  return note === null || note.address !== withoutQuery(order.url) ? freshDownloadState : { bytes, note, isInPieces: false }
}

async function fetchRest(
  start: DownloadState,
  file: FileHandle,
  order: Order,
  paths: PartPaths,
  parts: DownloadDependencies
): Promise<DownloadOutcome> {
  const { http, limits, clock } = parts
  const tooSlow = new AbortController()
  const watch = watchSpeed({ limits, clock, onSlow: () => order.onSlow?.(), onTooSlow: () => tooSlow.abort() })
  const signal = order.signal === undefined ? tooSlow.signal : AbortSignal.any([order.signal, tooSlow.signal])
  const isResumable = start.note !== null && canResume(start.note)
  try {
    const end = await fetchInTurns({
      start: isResumable ? start : freshDownloadState,
      isPlain: false,
      file,
      order,
      paths,
      http,
      watch,
      signal
    })
    if (!end.ok && (await file.stat()).size === 0) await removePart(paths)
    return tooSlow.signal.aborted && !end.ok && end.fault.kind !== 'local' ? lost('too-slow', null) : end
  } finally {
    watch.stop()
  }
}

/**
 * Repeats requests until the part is complete or a request fails. The loop always ends. `from-zero` and `plain` each cause one repetition
 * at most. Every other repetition follows received bytes.
 */
async function fetchInTurns(first: Attempt): Promise<DownloadOutcome> {
  let { start, isPlain } = first
  let hasStartedAgain = false
  for (;;) {
    const end = await request({ ...first, start, isPlain })
    if (typeof end === 'object' && 'ok' in end) return end
    if (end === 'from-zero') {
      if (hasStartedAgain) return lost('unexpected-partial-answer', null)
      hasStartedAgain = true
    }
    start = typeof end === 'string' ? freshDownloadState : end
    isPlain ||= end === 'plain'
  }
}

/** Sends one GET request and follows its redirects. */
async function request(attempt: Attempt): Promise<DownloadOutcome | Again> {
  const { start, order, watch } = attempt
  let url = order.url
  for (let redirects = 0; ; redirects += 1) {
    if (!isWebAddress(url)) return incomplete(newFault('download', 'refusal', { message: 'address-not-allowed' }))
    const { origin, pathname, search } = new URL(url)
    const receiver = createBodyReceiver({
      ...attempt,
      address: withoutQuery(order.url),
      onBytes: watch.noteBytes,
      onProgress: (progress) => order.onProgress?.(progress)
    })
    const end = await attempt.http.receive(
      {
        step: 'download',
        method: 'GET',
        origin,
        path: pathname + search,
        headers: { ...plainHeaders, ...rangeHeaders(start) },
        responseTimeoutInMs,
        signal: attempt.signal
      },
      (head) => {
        watch.noteHead()
        return receiver.sinkFor(head)
      }
    )
    const received = await receiver.finish()
    if (received.as === 'misfit') return 'from-zero'
    if (received.as === 'failed') return incomplete(fileSystemFault(received.error))
    if (received.as === 'undecodable' && received.reason === 'broken') return afterBrokenCoding(received.plan, attempt)
    if (!end.ok) return incomplete(end.fault)
    const { response } = end
    if (received.as === 'undecodable') return lost('encoding-cut-off', response)
    if (received.as === 'nothing') return lost('empty-body', response)
    if (received.as === 'bytes') return await afterBytes(received, response, attempt)
    if (response.status === 416 && start.bytes > 0) return await afterUnsatisfiedRange(response, attempt)
    if (response.status >= 200 && response.status <= 299) {
      return incomplete({ ...parseErrorResponse('download', response), message: 'not-media' })
    }
    const location = headerOf(response.headers, 'location')
    const next =
      location !== null && [301, 302, 303, 307, 308].includes(response.status) && URL.canParse(location, url)
        ? new URL(location, url)
        : null
    if (next === null || redirects === maxRedirects) {
      return { ok: false, isGone: [403, 404, 410].includes(response.status), fault: parseErrorResponse('download', response) }
    }
    // Never follow a redirect from HTTPS to HTTP, except to this computer.
    if (url.startsWith('https:') && next.protocol === 'http:' && !isLoopbackHost(next.hostname))
      return lost('redirect-not-encrypted', response)
    url = next.href
  }
}

async function afterBytes(
  received: ReceivedBody & { as: 'bytes' },
  head: ResponseHead,
  attempt: Attempt
): Promise<DownloadOutcome | Again> {
  const { bytes, sha256, receivedUpTo, plan } = received
  const { start, file, paths, isPlain } = attempt
  const isPiece = head.status === 206 && receivedUpTo === plan.until && receivedUpTo !== plan.totalBytes
  // After the first piece of a whole file, the rest is requested in pieces.
  if (isPiece && (start.bytes === 0 || start.isInPieces)) {
    return canResume(plan.note) && bytes === receivedUpTo
      ? { bytes, note: plan.note, isInPieces: true }
      : lost('unexpected-partial-answer', head)
  }
  if (plan.totalBytes !== null && plan.totalBytes !== receivedUpTo) return lost('length-differs', head)
  await file.sync()
  await writePartMetadata(paths.note, { ...plan.note, totalBytes: bytes })
  return { ok: true, bytes, sha256, contentType: plan.note.contentType, isTorn: isPlain && !hasUndetectableCoding(plan.codings) }
}

/** Handles status 416. The part may be complete although its note lacks the total length. */
async function afterUnsatisfiedRange({ headers }: ResponseHead, { start, file }: Attempt): Promise<DownloadOutcome | Again> {
  const etag = headerOf(headers, 'etag')
  const isOfPart = (etag === null || etag === start.note?.etag) && (start.note?.totalBytes ?? start.bytes) === start.bytes
  const isWhole = isOfPart && headerOf(headers, 'content-range') === `bytes */${start.bytes}`
  return isWhole ? await completed(file, start.bytes, start.note?.contentType ?? null) : 'from-zero'
}

/**
 * Decides what follows a body with invalid bytes. Brotli and deflate don't have magic bytes, so Kiln can't detect a wrong Content-Encoding.
 * The bytes may never have been encoded, or may already be decoded. For these codings, the request is repeated without decoding. The same
 * applies to all codings if the caller accepts an incomplete file.
 */
async function afterBrokenCoding({ codings }: ResponseRange, { file, order, isPlain }: Attempt): Promise<DownloadOutcome | Again> {
  if (!isPlain && (hasUndetectableCoding(codings) || order.acceptsIncomplete === true)) return 'plain'
  await file.truncate(0)
  return incomplete(newFault('download', 'unreadable', { message: 'torn' }))
}

/** Flushes the existing part and returns it as complete. */
async function completed(file: FileHandle, bytes: number, contentType: string | null): Promise<Complete> {
  await file.sync()
  return { ok: true, bytes, sha256: await digestFirstBytes(file, bytes), contentType, isTorn: false }
}

function incomplete(fault: Fault): Incomplete {
  return { ok: false, fault, isGone: false }
}

function lost(message: string, head: ResponseHead | null): Incomplete {
  return incomplete(newFault('download', 'lost', { message, httpStatus: head?.status ?? null }))
}

function withoutQuery(url: string): string {
  return url.replace(/[?#][^]*$/, '')
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}
