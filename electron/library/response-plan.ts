import { headerOf } from '../api/http-client.ts'
import type { AnswerHead } from '../api/http-client.ts'
import { codingsOf } from './content-encoding.ts'
import type { Coding } from './content-encoding.ts'
import type { PartNote } from './part-file.ts'

/**
 * Where a download is before a request: this many bytes of the part can be built upon, and `note` says of what. `isInPieces`: the server gave
 * the first piece although the whole file was asked for.
 */
export type Start = { readonly bytes: number; readonly note: PartNote | null; readonly isInPieces: boolean }
export const fromZero: Start = { bytes: 0, note: null, isInPieces: false }

/** What a response brings. `from`, `until` and `totalBytes` are places in the file as it is stored; null if they are not told. */
export type Plan = {
  readonly from: number
  readonly until: number | null
  readonly totalBytes: number | null
  readonly codings: readonly Coding[]
  readonly note: PartNote
}

/** Where the bytes of a response belong. `misfit`: it is a part of a file, but not the part that was due; null: it has no bytes of a file. */
export function planOf(head: AnswerHead, start: Start, wanted: Pick<PartNote, 'of' | 'address'>): Plan | 'misfit' | null {
  const header = (name: string): string | null => headerOf(head.headers, name)
  const encoding = [head.headers['content-encoding'] ?? []].flat().join(', ') || null
  const codings = codingsOf(encoding)
  const fresh: PartNote = {
    ...wanted,
    etag: header('etag'),
    lastModified: header('last-modified'),
    totalBytes: null,
    contentType: header('content-type'),
    encoding
  }
  // 203 is a 200 that a proxy has changed on its way.
  if (head.status === 200 || head.status === 203) {
    const totalBytes = numberIn(header('content-length'))
    return { from: 0, until: totalBytes, totalBytes, codings, note: { ...fresh, totalBytes } }
  }
  if (head.status !== 206) return null
  const range = /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16}|\*)$/.exec(header('content-range')?.trim() ?? '')
  if (range === null || Number(range[1]) !== start.bytes) return 'misfit'
  const place = { from: start.bytes, until: Number(range[2]) + 1, totalBytes: numberIn(range[3] ?? null) }
  if (start.note === null) return { ...place, codings, note: { ...fresh, totalBytes: place.totalBytes } }
  const known = start.note.totalBytes
  const isOfSameLength = known === null || place.totalBytes === null || known === place.totalBytes
  if (!isOfSameLength || !isOfSameFile(fresh, start.note)) return 'misfit'
  return { ...place, totalBytes: place.totalBytes ?? known, codings: [], note: { ...start.note, totalBytes: place.totalBytes ?? known } }
}

/**
 * Whether a part may be resumed at all. RFC 9110, 8.8.1: a strong validator changes with every change of the bytes, but two resources may have the
 * same one, so that it proves nothing at another address. A weak ETag (`W/…`) promises no equal bytes, and a length alone proves nothing.
 */
export function canResume({ etag, lastModified }: PartNote): boolean {
  return isStrong(etag) || lastModified !== null
}

/** RFC 9110, 13.1.5: with `If-Range` a server sends the whole file if it is another one by now. Some ignore it, hence `isOfSameFile`. */
export function rangeHeaders({ bytes, note }: Start): Record<string, string> {
  if (bytes === 0 || note === null) return {}
  const validator = isStrong(note.etag) ? note.etag : note.lastModified
  return { range: `bytes=${bytes}-`, ...(validator === null ? {} : { 'if-range': validator }) }
}

/**
 * Whether the validators of a 206 are those of the part. RFC 9110, 15.3.7: a 206 repeats the ETag that a 200 would have. Where the request had
 * `If-Range`, it may leave out Last-Modified and Content-Encoding. A missing date is enough only beside an equal strong ETag.
 */
function isOfSameFile(said: PartNote, known: PartNote): boolean {
  if (said.etag !== known.etag || (said.encoding !== null && said.encoding !== known.encoding)) return false
  return said.lastModified === known.lastModified || (said.lastModified === null && isStrong(known.etag))
}

function isStrong(etag: string | null): etag is string {
  return etag !== null && etag.startsWith('"')
}

function numberIn(text: string | null): number | null {
  return text === null || !/^\d{1,16}$/.test(text) ? null : Number(text)
}
