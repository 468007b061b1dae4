import { crc32 } from 'node:zlib'

/** Adds texts to a PNG as `iTXt` chunks (UTF-8) directly after the header. A keyword must have 1 to 79 Latin-1 characters. */
export function withPngText(png: Buffer, texts: { readonly [keyword: string]: string }): Buffer {
  // The signature has 8 bytes. IHDR follows and always has 25 bytes.
  const head = png.subarray(0, 33)
  return Buffer.concat([
    head,
    ...Object.entries(texts).map(([keyword, text]) => pngChunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`))),
    png.subarray(33)
  ])
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  content.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8)
  return chunk
}
