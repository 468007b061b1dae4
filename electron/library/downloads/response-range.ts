import { headerOf } from '../../service/http-client.ts'
import type { ResponseHead } from '../../service/http-client.ts'
import { parseContentEncoding } from './content-encoding.ts'
import type { SupportedContentCoding } from './content-encoding.ts'
import type { PartMetadata } from './part-file.ts'

/**
 * State of a download before a request. `bytes`: length of the part to resume from. `note`: identifies the file that these bytes belong to.
 * `isInPieces`: true if Kiln requested the whole file but the server sent only the first piece.
 */
export type DownloadState = { readonly bytes: number; readonly note: PartMetadata | null; readonly isInPieces: boolean }
export const freshDownloadState: DownloadState = { bytes: 0, note: null, isInPieces: false }

/**
 * Position of a response's bytes in the file. `from`, `until` and `totalBytes` count the bytes of the file as stored on the server. `until`
 * is exclusive. Null if the server doesn't send the value.
 */
export type ResponseRange = {
  readonly from: number
  readonly until: number | null
  readonly totalBytes: number | null
  readonly codings: readonly SupportedContentCoding[]
  readonly note: PartMetadata
}

/**
 * Returns the offsets of a response's bytes in the file. `misfit`: the response has part of a file, but not the requested part. Null if the
 * response doesn't contain any bytes of a file.
 */
export function parseResponseRange(
  head: ResponseHead,
  start: DownloadState,
  wanted: Pick<PartMetadata, 'of' | 'address'>
): ResponseRange | 'misfit' | null {
  const header = (name: string): string | null => headerOf(head.headers, name)
  const encoding = [head.headers['content-encoding'] ?? []].flat().join(', ') || null
  const codings = parseContentEncoding(encoding)
  const fresh: PartMetadata = {
    ...wanted,
    etag: header('etag'),
    lastModified: header('last-modified'),
    totalBytes: null,
    contentType: header('content-type'),
    encoding
  }
  // 203 is a 200 that a proxy has modified.
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
 * True if a part may be resumed, because it has a strong ETag or a modification date. A weak ETag (`W/…`) doesn't guarantee equal bytes,
 * and a length alone proves nothing (RFC 9110, 8.8.1). Files at different URLs may have the same validator, so it counts only for the same
 * URL.
 */
export function canResume({ etag, lastModified }: PartMetadata): boolean {
  return isStrong(etag) || lastModified !== null
}

/**
 * Returns the headers that request the rest of a part. With `If-Range`, a server sends the whole file if the file has changed (RFC 9110,
 * 13.1.5). Some servers ignore `If-Range`, so `isOfSameFile` checks the response too.
 */
export function rangeHeaders({ bytes, note }: DownloadState): Record<string, string> {
  if (bytes === 0 || note === null) return {}
  const validator = isStrong(note.etag) ? note.etag : note.lastModified
  return { range: `bytes=${bytes}-`, ...(validator === null ? {} : { 'if-range': validator }) }
}

/**
 * True if the validators of a 206 response match the part. A 206 has the same ETag as a 200 (RFC 9110, 15.3.7). It may omit Last-Modified
 * and Content-Encoding if the request had `If-Range`. A missing date is accepted only with an equal strong ETag.
 */
function isOfSameFile(said: PartMetadata, known: PartMetadata): boolean {
  if (said.etag !== known.etag || (said.encoding !== null && said.encoding !== known.encoding)) return false
  return said.lastModified === known.lastModified || (said.lastModified === null && isStrong(known.etag))
}

function isStrong(etag: string | null): etag is string {
  return etag !== null && etag.startsWith('"')
}

function numberIn(text: string | null): number | null {
  return text === null || !/^\d{1,16}$/.test(text) ? null : Number(text)
}
