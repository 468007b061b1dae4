import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

export type FileRequest = {
  readonly path: string
  readonly contentType: string
  /** The `Range` header as received. Null if it is missing. */
  readonly rangeHeader: string | null
  readonly method: string
  /**
   * True for a user's own file, which may be a symbolic link. A file saved by Kiln is never a link. A link at its path comes from another
   * program and may point anywhere.
   */
  readonly mayBeLink: boolean
}
export type FileResponse = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: ReadableStream<Uint8Array> | null
}

const chunkBytes = 256 * 1024

/**
 * Responds to a GET or HEAD request for one file. The status is 200, 206 (one range), 404, 405 or 416. Players seek by range requests and
 * often abort them. The file is closed in every case. The caller decides which file a URL refers to.
 */
export async function serveFile({ path, contentType, rangeHeader, method, mayBeLink }: FileRequest): Promise<FileResponse> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' }, body: null }
  let file: FileHandle
  let size: number
  try {
    file = await openToRead(path, mayBeLink)
  } catch {
    return { status: 404, headers: {}, body: null }
  }
  try {
    const about = await file.stat()
    if (!about.isFile()) {
      await file.close()
      return { status: 404, headers: {}, body: null }
    }
    size = about.size
  } catch {
    await file.close()
    return { status: 404, headers: {}, body: null }
  }

  const common = { 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  const range = parseRange(rangeHeader, size)
  if (range === 'unsatisfiable') {
    await file.close()
    return { status: 416, headers: { ...common, 'content-range': `bytes */${size}`, 'content-length': '0' }, body: null }
  }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  const headers: Record<string, string> = { ...common, 'content-type': contentType, 'content-length': String(last - first + 1) }
  if (range !== null) headers['content-range'] = `bytes ${first}-${last}/${size}`
  const status = range === null ? 200 : 206
  if (method === 'HEAD' || last < first) {
    await file.close()
    return { status, headers, body: null }
  }
  return { status, headers, body: streamOf(file, first, last) }
}

/**
 * Opens a file for reading. Rejects a symbolic link unless `mayBeLink` is true. Doesn't block on a named pipe without a writer. Windows
 * doesn't have a flag that rejects links on opening, so the path is checked first.
 */
async function openToRead(path: string, mayBeLink: boolean): Promise<FileHandle> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants as Partial<typeof constants>
  if (!mayBeLink && O_NOFOLLOW === undefined && (await lstat(path)).isSymbolicLink())
    throw new Error('The path is a symbolic link, not a file.')
  return open(path, (O_RDONLY ?? 0) | (O_NONBLOCK ?? 0) | (mayBeLink ? 0 : (O_NOFOLLOW ?? 0)))
}

/**
 * Parses a header with a single range: `bytes=a-b`, `bytes=a-` or `bytes=-n`. Null if the header is missing or invalid, because servers
 * must ignore an invalid header.
 */
function parseRange(header: string | null, size: number): { readonly first: number; readonly last: number } | 'unsatisfiable' | null {
  const match = /^\s*bytes\s*=\s*(\d{0,16})\s*-\s*(\d{0,16})\s*$/i.exec(header ?? '')
  if (match === null) return null
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}

function streamOf(file: FileHandle, first: number, last: number): ReadableStream<Uint8Array> {
  let position = first
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { bytesRead, buffer } = await file.read(
            Buffer.allocUnsafeSlow(Math.min(chunkBytes, last - position + 1)),
            0,
            null,
            position
          )
          if (bytesRead === 0) throw new Error('The file was truncated while it was being read.')
          position += bytesRead
          controller.enqueue(buffer.subarray(0, bytesRead))
          if (position <= last) return
          await file.close()
          controller.close()
        } catch (error) {
          await file.close().catch(() => undefined)
          controller.error(error)
        }
      },
      cancel: () => file.close()
    },
    { highWaterMark: 2 }
  )
}
