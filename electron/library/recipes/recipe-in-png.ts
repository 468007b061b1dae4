import { crc32 } from 'node:zlib'
import type { FilePiece, FileRangeReader } from './file-pieces.ts'
import type { RecipeFormat } from './embedded-recipe.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const afterHeader = 33
/** Keyword of the text chunk. Stored. Don't rename. */
const keyword = 'Kiln recipe'
/** Keyword, null terminator, compression flag (off), compression method, empty language tag, empty translated keyword. */
const textStart = Buffer.concat([Buffer.from(keyword, 'latin1'), Buffer.from([0, 0, 0, 0, 0])])

type Chunk = { readonly type: string; readonly from: number; readonly until: number }

/**
 * PNG: the recipe is international text (iTXt) directly after the header. Signed images (`caBX`) are left unchanged, because an extra byte
 * would make the signature invalid.
 */
export const pngRecipeFormat: RecipeFormat = {
  insert: async (readAt, size, text) => {
    if (!(await isPng(readAt))) return null
    for await (const { type } of chunks(readAt, size)) {
      if (type === 'caBX') return null
      if (type === 'IDAT') break
    }
    const body = Buffer.concat([Buffer.from('iTXt', 'latin1'), textStart, Buffer.from(text)])
    const chunk = Buffer.alloc(body.length + 8)
    chunk.writeUInt32BE(body.length - 4, 0)
    body.copy(chunk, 4)
    chunk.writeUInt32BE(crc32(body), body.length + 4)
    return [{ from: 0, until: afterHeader }, chunk, { from: afterHeader, until: size }]
  },
  find: async (readAt, size) => {
    if (!(await isPng(readAt))) return null
    for await (const { type, from, until } of chunks(readAt, size)) {
      if (type !== 'iTXt') continue
      const content = await readAt(from + 8, until - from - 12)
      if (!content.subarray(0, textStart.length).equals(textStart)) continue
      const without: FilePiece[] = [
        { from: 0, until: from },
        { from: until, until: size }
      ]
      return { text: content.subarray(textStart.length).toString('utf8'), without }
    }
    return null
  }
}

async function isPng(readAt: FileRangeReader): Promise<boolean> {
  const start = await readAt(0, afterHeader)
  return start.subarray(0, 8).equals(signature) && start.toString('latin1', 12, 16) === 'IHDR' && start.readUInt32BE(8) === 13
}

/** Yields chunks up to the end of the image. Stops early if the file is truncated. */
async function* chunks(readAt: FileRangeReader, size: number): AsyncGenerator<Chunk> {
  for (let from = 8; from + 12 <= size;) {
    const head = await readAt(from, 8)
    const until = from + 12 + head.readUInt32BE(0)
    if (until > size) return
    const type = head.toString('latin1', 4, 8)
    yield { type, from, until }
    if (type === 'IEND') return
    from = until
  }
}
