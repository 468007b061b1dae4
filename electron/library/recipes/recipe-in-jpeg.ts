import type { FilePiece, FileRangeReader } from './file-pieces.ts'
import type { RecipeFormat } from './embedded-recipe.ts'
import { recipeFromXmp, recipeToXmp } from './recipe-xmp.ts'

const xmpHead = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
const exifHead = Buffer.from('Exif\0', 'latin1')
/** Largest payload of a segment, in bytes, without its length field. */
const mostInSegment = 65_533

type Segment = { readonly marker: number; readonly from: number; readonly until: number; readonly start: Buffer }

/** JPEG: the recipe is XMP in a segment after JFIF and Exif. A file that already has XMP, or is signed (APP11), is left unchanged. */
export const jpegRecipeFormat: RecipeFormat = {
  insert: async (readAt, size, text) => {
    const content = Buffer.concat([xmpHead, Buffer.from(recipeToXmp(text))])
    if (content.length > mostInSegment) return null
    let place = 2
    let isAtStart = true
    const all = await segments(readAt, size)
    if (all === null) return null
    for (const { marker, until, start } of all) {
      const isXmp = marker === 0xe1 && start.equals(xmpHead)
      if (isXmp || marker === 0xeb) return null
      isAtStart &&= marker === 0xe0 || (marker === 0xe1 && start.subarray(0, exifHead.length).equals(exifHead))
      if (isAtStart) place = until
    }
    const head = Buffer.from([0xff, 0xe1, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return [{ from: 0, until: place }, Buffer.concat([head, content]), { from: place, until: size }]
  },
  find: async (readAt, size) => {
    for (const { marker, from, until, start } of (await segments(readAt, size)) ?? []) {
      if (marker !== 0xe1 || !start.equals(xmpHead)) continue
      const text = recipeFromXmp((await readAt(from + 4 + xmpHead.length, until - from - 4 - xmpHead.length)).toString('utf8'))
      if (text === null) continue
      const without: FilePiece[] = [
        { from: 0, until: from },
        { from: until, until: size }
      ]
      return { text, without }
    }
    return null
  }
}

/**
 * Returns the segments before the image data. Null if the file isn't a complete JPEG. `start`: first bytes of a segment's content, enough
 * to recognise XMP.
 */
async function segments(readAt: FileRangeReader, size: number): Promise<readonly Segment[] | null> {
  const begin = await readAt(0, 3)
  if (begin.length < 3 || begin[0] !== 0xff || begin[1] !== 0xd8 || begin[2] !== 0xff) return null
  const found: Segment[] = []
  for (let from = 2; from + 4 <= size;) {
    const head = await readAt(from, 4 + xmpHead.length)
    const marker = head[1] ?? 0
    if (head[0] !== 0xff) return null
    if (marker === 0xff) {
      // Fill bytes may precede a marker.
      from += 1
      continue
    }
    if (marker === 0xda || marker === 0xd9) return found
    const until = from + 2 + head.readUInt16BE(2)
    if (until > size) return null
    found.push({ marker, from, until, start: head.subarray(4, Math.min(4 + xmpHead.length, until - from)) })
    from = until
  }
  return null
}
