import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kept } from '../core/ports.ts'

/** Pixels of the longest side. `large` is for tiles that are drawn larger than the small one has pixels. */
const edges = { small: 256, large: 640 } as const
export type ThumbnailSize = keyof typeof edges
const quality = 82
/** Decoding takes a core and much memory each; two keep a gallery filling without the rest waiting. */
const atOnce = 2
/** Larger pictures get no thumbnail: 16,000 x 16,000. */
const maxPixels = 256_000_000

export type Thumbnails = {
  /**
   * Path of a WebP of at most 256 x 256, or 640 x 640, made when it is not there; null for what is no picture or cannot be decoded. A poster is kept small
   * alone, and stands for both. Default: small.
   */
  readonly thumbnailOf: (result: Pick<Kept, 'path' | 'sha256' | 'medium'>, size?: ThumbnailSize) => Promise<string | null>
  /** Keeps the thumbnail of a picture that stands for a file which is none itself; false: its bytes are no PNG, JPEG or WebP. */
  readonly keepPoster: (result: Pick<Kept, 'sha256' | 'medium'>, bytes: Uint8Array) => Promise<boolean>
}

/** `folder` is a cache: it may be thrown away at any time. Pictures are told apart by their digest, so equal ones share a thumbnail. */
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

  /** Only the drawing waits its turn: what is done with files meanwhile leaves no core idle. */
  async function make(picture: string | Uint8Array, target: string, size: ThumbnailSize): Promise<string | null> {
    const unfinished = `${target}.part`
    try {
      await mkdir(options.folder, { recursive: true })
      await inTurn(() => draw(picture, unfinished, size))
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
    keepPoster: async ({ sha256, medium }, bytes) => {
      if (medium === 'image' || !isDigest(sha256) || !isPicture(bytes)) return false
      return (await make(bytes, placeOf(sha256, 'small'), 'small')) !== null
    }
  }
}

async function draw(picture: string | Uint8Array, target: string, size: ThumbnailSize): Promise<void> {
  const { default: sharp } = await import('sharp')
  await sharp(picture, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize(edges[size], edges[size], { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toFile(target)
}

function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** By their first bytes: what a page draws, and none of the formats that name other files. */
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
