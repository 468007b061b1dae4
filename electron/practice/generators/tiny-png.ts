import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { pngChunk, withPngText } from './png-text.ts'

const edge = 8

/** Returns a valid PNG of 8 by 8 pixels, different for each `identity`. Test harnesses generate thousands of them. */
export function tinyPng(identity: string, words: string): Buffer {
  const digest = createHash('sha512').update(identity).digest()
  const rows = Buffer.alloc(edge * (edge * 3 + 1))
  for (let y = 0; y < edge; y += 1)
    for (let x = 0; x < edge; x += 1) {
      const at = y * (edge * 3 + 1) + 1 + x * 3
      const shade = digest[y * edge + x] ?? 0
      rows[at] = 160 + (shade >> 2)
      rows[at + 1] = 110 + (shade >> 2)
      rows[at + 2] = 80 + (shade >> 3)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const png = Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))])
  return withPngText(png, { Comment: 'PRACTICE', Title: identity, Description: words })
}
