import type { FilePiece, FileRangeReader } from './file-pieces.ts'
import type { RecipeFormat } from './embedded-recipe.ts'
import { recipeFromXmp, recipeToXmp } from './recipe-xmp.ts'

const hasXmp = 0x04
const hasAlpha = 0x10

type Chunk = { readonly type: string; readonly from: number; readonly until: number; readonly length: number }

/**
 * WebP: the recipe is XMP in the last chunk. A simple WebP can't contain XMP, so it is converted to an extended WebP. The pixels stay the
 * same. A file that already has XMP, or is signed, is left unchanged.
 */
export const webpRecipeFormat: RecipeFormat = {
  insert: async (readAt, size, text) => {
    const all = await chunks(readAt, size)
    const [first] = all ?? []
    if (all === null || first === undefined || all.some(({ type }) => type === 'XMP ' || type === 'C2PA')) return null
    const head = first.type === 'VP8X' ? await readAt(first.from, first.until - first.from) : await extendedHead(readAt, first)
    if (head === null) return null
    head.writeUInt8(head.readUInt8(8) | hasXmp, 8)
    const end = all.at(-1)?.until ?? size
    const body = first.type === 'VP8X' ? first.until : 12
    return withSize([head, { from: body, until: end }, chunkOf('XMP ', Buffer.from(recipeToXmp(text)))])
  },
  find: async (readAt, size) => {
    const all = (await chunks(readAt, size)) ?? []
    const [first] = all
    const xmp = all.find(({ type }) => type === 'XMP ')
    if (xmp === undefined || first?.type !== 'VP8X') return null
    const text = recipeFromXmp((await readAt(xmp.from + 8, xmp.length)).toString('utf8'))
    if (text === null) return null
    const head = await readAt(first.from, first.until - first.from)
    head.writeUInt8(head.readUInt8(8) & ~hasXmp, 8)
    const rest = all.slice(1).filter((chunk) => chunk !== xmp)
    const stretches = rest.map(({ from, until }): FilePiece => ({ from, until }))
    const isPlain = rest.length === 1 && ['VP8 ', 'VP8L'].includes(rest[0]?.type ?? '') && (head.readUInt8(8) & ~hasAlpha) === 0
    return { text, without: withSize(isPlain ? stretches : [head, ...stretches]) }
  }
}

function withSize(pieces: readonly FilePiece[]): readonly FilePiece[] {
  const bytes = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.until - piece.from), 0)
  const start = Buffer.from('RIFF....WEBP', 'latin1')
  start.writeUInt32LE(bytes + 4, 4)
  return [start, ...pieces]
}

function chunkOf(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}....`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Creates the header of an extended WebP. The image size and transparency come from the image data. Null if the data isn't readable. */
async function extendedHead(readAt: FileRangeReader, picture: Chunk): Promise<Buffer | null> {
  const start = await readAt(picture.from + 8, 10)
  if (start.length < 10) return null
  const content = Buffer.alloc(10)
  if (picture.type === 'VP8L' && start[0] === 0x2f) {
    const bits = start.readUInt32LE(1)
    content.writeUIntLE(bits & 0x3fff, 4, 3)
    content.writeUIntLE((bits >>> 14) & 0x3fff, 7, 3)
    if (((bits >>> 28) & 1) === 1) content.writeUInt8(hasAlpha, 0)
  } else if (picture.type === 'VP8 ' && start.toString('hex', 3, 6) === '9d012a') {
    content.writeUIntLE((start.readUInt16LE(6) & 0x3fff) - 1, 4, 3)
    content.writeUIntLE((start.readUInt16LE(8) & 0x3fff) - 1, 7, 3)
  } else return null
  return chunkOf('VP8X', content)
}

/** Returns all chunks. Null if the file isn't a WebP or is truncated. */
async function chunks(readAt: FileRangeReader, size: number): Promise<readonly Chunk[] | null> {
  const start = await readAt(0, 12)
  if (start.length < 12 || start.toString('latin1', 0, 4) !== 'RIFF' || start.toString('latin1', 8) !== 'WEBP') return null
  const end = Math.min(size, start.readUInt32LE(4) + 8)
  const found: Chunk[] = []
  for (let from = 12; from + 8 <= end;) {
    const head = await readAt(from, 8)
    const length = head.readUInt32LE(4)
    const until = from + 8 + length + (length % 2)
    if (until > end) return null
    found.push({ type: head.toString('latin1', 0, 4), from, until, length })
    from = until
  }
  return found
}
