import type { FileHandle } from 'node:fs/promises'
import type { Fault } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { createProgressMeter } from '../../shared/progress-meter.ts'
import { headerOf, isLoopbackHost, refusalFrom } from '../api/http-client.ts'
import type { AnswerHead, ByteSink, HttpClient } from '../api/http-client.ts'
import type { ResultKeeper } from '../core/ports.ts'
import { libraryFault } from './library-fault.ts'
import { readClaim } from './name-claim.ts'
import type { PartNote, PartPaths, PartWriter } from './part-file.ts'
import {
  digestOf,
  hasOtherName,
  openNewPart,
  openPart,
  openPartWriter,
  readNote,
  removePart,
  trustedBytes,
  writeNote
} from './part-file.ts'

type Order = Pick<Parameters<ResultKeeper['keep']>[0], 'url' | 'expectedMedium' | 'onProgress' | 'signal'>
type Complete = { readonly ok: true; readonly bytes: number; readonly sha256: string; readonly contentType: string | null }
/** `isGone`: the address itself was refused as unknown or expired. */
type Incomplete = { readonly ok: false; readonly fault: Fault; readonly isGone: boolean }
export type DownloadEnd = Complete | Incomplete

/** Where a download stands before a request: this many bytes of the part can be built upon. */
type Start = { readonly bytes: number; readonly note: PartNote | null }

const answerTimeoutInMs = 60_000
const maxRedirects = 5
const plainHeaders = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Kiln' } as const

/**
 * Brings the part to its full length and flushes it to the disk. Goes on from what is there when that is known to be of the same file, else begins
 * anew.
 *
 * @throws what the file system throws.
 */
export async function downloadPart(order: Order, paths: PartPaths, http: HttpClient): Promise<DownloadEnd> {
  {
    await using file = await openPart(paths.part)
    const start = await startFrom(file, order, paths)
    const whole = await wholePart(start, file, paths)
    if (whole !== null) return whole
    if (!(await hasOtherName(file))) return await fetchRest(start, file, order, paths, http)
  }
  // It is a result already, under its other name, and gives up this one. It was closed before: Windows takes a name only from what nobody has open.
  await removePart(paths)
  await using file = await openNewPart(paths.part)
  return await fetchRest(fromZero, file, order, paths, http)
}

/** The part as it is, when its note says that it has its full length, or when it was claimed a name with just these bytes. */
async function wholePart(start: Start, file: FileHandle, paths: PartPaths): Promise<Complete | null> {
  if (start.note !== null && start.note.totalBytes === start.bytes) return completed(file, start.bytes, start.note.contentType)
  const claim = await readClaim(paths.claim)
  if (claim === null || (await file.stat()).size !== claim.download.bytes) return null
  const { contentType } = (await readNote(paths.note)) ?? { contentType: null }
  const whole = await completed(file, claim.download.bytes, contentType)
  return whole.sha256 === claim.download.sha256 ? whole : null
}

async function fetchRest(start: Start, file: FileHandle, order: Order, paths: PartPaths, http: HttpClient): Promise<DownloadEnd> {
  const end = await request(start, file, order, paths, http)
  const last = end === 'start-anew' ? await request(fromZero, file, order, paths, http) : end
  if (last === 'start-anew') return lost('unexpected-partial-answer', null)
  if (!last.ok && (await file.stat()).size === 0) await removePart(paths)
  return last
}

/** What is there can be built upon when its note says what it is of, and there is a way to see that the rest belongs to it. */
async function startFrom(file: FileHandle, order: Order, paths: PartPaths): Promise<Start> {
  const bytes = await trustedBytes(file, Date.now())
  const note = bytes === 0 ? null : await readNote(paths.note)
  if (note === null) return fromZero
  const isSameAddress = note.address === withoutQuery(order.url)
  const canBeChecked = isStrong(note.etag) || (isSameAddress && (note.lastModified !== null || note.totalBytes !== null))
  return canBeChecked ? { bytes, note } : fromZero
}

const fromZero: Start = { bytes: 0, note: null }

/** One GET, with the redirects it leads to. `start-anew`: the part cannot be built upon. */
async function request(
  start: Start,
  file: FileHandle,
  order: Order,
  paths: PartPaths,
  http: HttpClient
): Promise<DownloadEnd | 'start-anew'> {
  let url = order.url
  for (let redirects = 0; ; redirects += 1) {
    if (!isWebAddress(url)) return incomplete(newFault('download', 'refusal', { message: 'address-not-allowed' }))
    const { origin, pathname, search } = new URL(url)
    const taker = createTaker(start, file, order, paths)
    const end = await http.receive(
      {
        step: 'download',
        method: 'GET',
        origin,
        path: pathname + search,
        headers: { ...plainHeaders, ...rangeHeaders(start) },
        answerTimeoutInMs,
        ...(order.signal === undefined ? {} : { signal: order.signal })
      },
      taker.sinkFor
    )
    const taken = await taker.finish()
    if (taken.as === 'misfit') return 'start-anew'
    if (taken.as === 'failed') return incomplete(libraryFault(taken.error))
    if (!end.ok) return incomplete(end.fault)
    const { answer } = end
    if (taken.as === 'nothing') return lost('empty-body', answer)
    if (taken.as === 'bytes') {
      const { bytes, sha256, plan } = taken
      if (plan.totalBytes !== null && plan.totalBytes !== bytes) return lost('length-differs', answer)
      await file.sync()
      await writeNote(paths.note, { ...plan.note, totalBytes: bytes })
      return { ok: true, bytes, sha256, contentType: plan.note.contentType }
    }
    if (answer.status === 416 && start.bytes > 0) {
      const isWhole = headerOf(answer.headers, 'content-range') === `bytes */${start.bytes}`
      return isWhole ? await completed(file, start.bytes, start.note?.contentType ?? null) : 'start-anew'
    }
    if (answer.status >= 200 && answer.status <= 299) {
      return incomplete({ ...refusalFrom('download', answer), message: 'not-media' })
    }
    const location = headerOf(answer.headers, 'location')
    const next =
      location !== null && [301, 302, 303, 307, 308].includes(answer.status) && URL.canParse(location, url) ? new URL(location, url) : null
    if (next === null || redirects === maxRedirects) {
      return { ok: false, isGone: [403, 404, 410].includes(answer.status), fault: refusalFrom('download', answer) }
    }
    // What was asked for in secret is not fetched in the open.
    if (url.startsWith('https:') && next.protocol === 'http:' && !isLoopbackHost(next.hostname))
      return lost('redirect-not-encrypted', answer)
    url = next.href
  }
}

/** The part is whole as it is. */
async function completed(file: FileHandle, bytes: number, contentType: string | null): Promise<Complete> {
  await file.sync()
  return { ok: true, bytes, sha256: await digestOf(file, bytes), contentType }
}

function incomplete(fault: Fault): Incomplete {
  return { ok: false, fault, isGone: false }
}

function lost(message: string, head: AnswerHead | null): Incomplete {
  return incomplete(newFault('download', 'lost', { message, httpStatus: head?.status ?? null }))
}

type Plan = { readonly from: number; readonly totalBytes: number | null; readonly note: PartNote }

type Taken =
  /** The answer had no bytes of the file; it is text. */
  | { readonly as: 'text' }
  /** It was to have bytes and had none. */
  | { readonly as: 'nothing' }
  | { readonly as: 'bytes'; readonly bytes: number; readonly sha256: string; readonly plan: Plan }
  /** A part of the file, but not the one that was asked for. */
  | { readonly as: 'misfit' }
  | { readonly as: 'failed'; readonly error: unknown }

type Taker = {
  readonly sinkFor: (head: AnswerHead) => ByteSink | null
  /** Waits for the last write, whatever came before. */
  readonly finish: () => Promise<Taken>
}

/** Looks at the head of an answer and puts its bytes where they belong in the part. */
function createTaker(start: Start, file: FileHandle, order: Order, paths: PartPaths): Taker {
  let plan: Plan | 'misfit' | null = null
  let writer: PartWriter | null = null
  let prepared: Promise<PartWriter> | null = null

  const prepare = async ({ from, note }: Plan): Promise<PartWriter> => {
    if ((await file.stat()).size !== from) await file.truncate(from)
    if (from === 0) await writeNote(paths.note, note)
    return openPartWriter(file, from)
  }

  const sinkOf = (bytesPlan: Plan): ByteSink => {
    const { from, totalBytes, note } = bytesPlan
    const meter = createProgressMeter(totalBytes, performance.now(), from)
    const take = (partWriter: PartWriter, chunk: Buffer): Promise<void> | null => {
      const wait = partWriter.write(chunk)
      const progress = meter(partWriter.bytes(), performance.now(), partWriter.bytes() === totalBytes)
      if (progress !== null) order.onProgress?.(progress)
      return wait
    }
    return (chunk) => {
      if (writer !== null) return take(writer, chunk)
      if (plan === null) return null
      if (from === 0 && isPage(chunk, note.contentType, order.expectedMedium)) {
        // What is there of the file may still be gone on with.
        plan = null
        return null
      }
      prepared = prepare(bytesPlan)
      return prepared.then((opened) => {
        writer = opened
        return take(opened, chunk) ?? undefined
      })
    }
  }

  return {
    sinkFor: (head) => {
      plan = planOf(head, start, order, paths.of)
      if (plan === 'misfit') return () => Promise.reject(new Error('misfit'))
      return plan === null ? null : sinkOf(plan)
    },
    finish: async () => {
      if (plan === 'misfit') return { as: 'misfit' }
      try {
        await prepared
        if (writer === null || plan === null) return { as: plan === null ? 'text' : 'nothing' }
        return { as: 'bytes', sha256: await writer.finish(), bytes: writer.bytes(), plan }
      } catch (error) {
        return { as: 'failed', error }
      }
    }
  }
}

/** Where the bytes of an answer go; null where it has none of the file. */
function planOf(head: AnswerHead, start: Start, order: Order, of: string | null): Plan | 'misfit' | null {
  const from = beginningOf(head, start)
  if (from === null || from === 'misfit') return from
  const totalBytes = totalOf(head)
  const known = from > 0 ? (start.note?.totalBytes ?? null) : null
  if (known !== null && totalBytes !== null && known !== totalBytes) return 'misfit'
  const note: PartNote = {
    of,
    address: withoutQuery(order.url),
    etag: headerOf(head.headers, 'etag'),
    lastModified: headerOf(head.headers, 'last-modified'),
    totalBytes,
    contentType: headerOf(head.headers, 'content-type')
  }
  return { from, totalBytes, note }
}

/** The place in the file that the bytes of an answer begin at; null where the answer is not the file. */
function beginningOf(head: AnswerHead, start: Start): number | 'misfit' | null {
  const encoding = headerOf(head.headers, 'content-encoding')
  if (encoding !== null && encoding !== 'identity') return null
  if (head.status === 206) {
    const first = /^bytes (\d+)-\d+\//.exec(headerOf(head.headers, 'content-range') ?? '')?.[1]
    return start.bytes > 0 && Number(first) === start.bytes ? start.bytes : 'misfit'
  }
  return head.status === 200 ? 0 : null
}

/** Whether an answer begins like a web page or a message and not like media. Its declared type alone decides nothing: storages get that wrong. */
function isPage(start: Buffer, contentType: string | null, expectedMedium: Medium): boolean {
  const text = start.subarray(0, 256).toString('latin1').trimStart()
  if (/^(?:<!doctype html|<html|<head|<body)/i.test(text)) return true
  return expectedMedium !== 'model' && /json/i.test(contentType ?? '') && /^[{[]/.test(text)
}

function totalOf(head: AnswerHead): number | null {
  const text =
    head.status === 206
      ? /\/(\d+)$/.exec(headerOf(head.headers, 'content-range') ?? '')?.[1]
      : (headerOf(head.headers, 'content-length') ?? undefined)
  return text === undefined || !/^\d{1,16}$/.test(text) ? null : Number(text)
}

/** `If-Range` makes the server send the whole file when it is another by now. */
function rangeHeaders({ bytes, note }: Start): Record<string, string> {
  if (bytes === 0 || note === null) return {}
  const validator = isStrong(note.etag) ? note.etag : note.lastModified
  return { range: `bytes=${bytes}-`, ...(validator === null ? {} : { 'if-range': validator }) }
}

/** A weak ETag (`W/…`) does not promise the same bytes. */
function isStrong(etag: string | null): etag is string {
  return etag !== null && etag.startsWith('"')
}

function withoutQuery(url: string): string {
  return url.replace(/[?#][^]*$/, '')
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}
