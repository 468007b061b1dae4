import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SavedFile } from '../tasks/ports.ts'
import { imageThreadPool } from '../images/image-thread-pool.ts'

/** Longest side in pixels. `large` is for tiles drawn larger than the small thumbnail. */
const edges = { small: 256, large: 640 } as const
export type ThumbnailSize = keyof typeof edges
/** Number of concurrent decodes. A decode uses a whole core and much memory. Two at a time fill a gallery without delaying other work. */
const atOnce = 2

export type Thumbnails = {
  /**
   * Returns the path of a WebP thumbnail. `small` (default) is at most 256 x 256 pixels, `large` at most 640 x 640. Creates the thumbnail
   * if it is missing. Null if an image can't be decoded. Also null if a file of another medium doesn't have a poster. A poster is always
   * small.
   */
  readonly thumbnailOf: (result: Pick<SavedFile, 'path' | 'sha256' | 'medium'>, size?: ThumbnailSize) => Promise<string | null>
  /**
   * Saves a poster: the thumbnail of an image that represents a file of another medium. False if it can't be saved, or if the bytes aren't
   * PNG, JPEG or WebP.
   */
  readonly savePoster: (result: Pick<SavedFile, 'sha256' | 'medium'>, bytes: Uint8Array) => Promise<boolean>
}

/**
 * Creates the thumbnail cache. `folder` may be deleted at any time. Thumbnails are named by the file's digest, so that equal files share a
 * thumbnail.
 */
export function createThumbnails(options: { readonly folder: string }): Thumbnails {
  const underWay = new Map<string, Promise<string | null>>()
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  function placeOf(sha256: string, size: ThumbnailSize): string {
    return join(options.folder, `${sha256}${size === 'small' ? '' : `-${size}`}.webp`)
  }

  /** Creates a thumbnail. Only decoding waits for its turn, so that a core isn't idle during file operations. Null if it fails. */
  async function make(picture: string | Uint8Array, target: string, size: ThumbnailSize): Promise<string | null> {
    const unfinished = `${target}.part`
    try {
      await mkdir(options.folder, { recursive: true })
      await inTurn(() => imageThreadPool.run('drawThumbnail', picture, unfinished, edges[size]))
      await rename(unfinished, target)
      return target
    } catch {
      await rm(unfinished, { force: true })
      return null
    }
  }

  return {
    thumbnailOf: async ({ path, sha256, medium }, wanted = 'small') => {
      if (!isDigest(sha256)) return null
      const size = medium === 'image' ? wanted : 'small'
      const target = placeOf(sha256, size)
      if (await exists(target)) return target
      if (medium !== 'image') return null
      const already = underWay.get(target)
      if (already !== undefined) return already
      const making = make(path, target, size).finally(() => underWay.delete(target))
      underWay.set(target, making)
      return making
    },
    savePoster: async ({ sha256, medium }, bytes) => {
      if (medium === 'image' || !isDigest(sha256) || !isPicture(bytes)) return false
      return (await make(bytes, placeOf(sha256, 'small'), 'small')) !== null
    }
  }
}

function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** True if the first bytes are those of PNG, JPEG or WebP. Excludes formats that can reference other files, such as SVG. */
function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1')
  return start.startsWith('\u0089PNG') || start.startsWith('\u00ff\u00d8\u00ff') || (start.startsWith('RIFF') && start.endsWith('WEBP'))
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0
  } catch {
    return false
  }
}
