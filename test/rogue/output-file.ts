import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { ImageKind, TextKind } from './personality.ts'
import { seededRandom } from './random.ts'

type OutputKind = ImageKind | TextKind

/**
 * A result as the service created it. `sha256`: lower-case hexadecimal. `marksItsEnd`: true if a truncated file can be detected by its
 * format.
 */
export type OutputFile = {
  readonly bytes: Buffer
  readonly sha256: string
  readonly contentType: string
  readonly extension: string
  readonly marksItsEnd: boolean
}

/** Creates an output file of the given kind. Its content depends only on `kind` and `identity`. */
export function createOutputFile(kind: OutputKind, identity: string): OutputFile {
  const file = fileOf(kind, identity)
  return { ...file, sha256: createHash('sha256').update(file.bytes).digest('hex') }
}

function fileOf(kind: OutputKind, identity: string): Omit<OutputFile, 'sha256'> {
  const of = (bytes: Buffer | string, contentType: string, extension: string): Omit<OutputFile, 'sha256'> => ({
    bytes: Buffer.from(bytes),
    contentType,
    extension,
    marksItsEnd: kind === 'png' || kind === 'large-png'
  })
  switch (kind) {
    case 'png':
      return of(png(16, identity), 'image/png', 'png')
    case 'large-png':
      return of(png(256, identity), 'image/png', 'png')
    case 'text':
      return of(`Transcript ${identity}\n\nThe kettle is on, and the clay is drying.\n`.repeat(3), 'text/plain; charset=utf-8', 'txt')
    case 'subtitles':
      return of(`1\n00:00:00,000 --> 00:00:02,500\nThe kettle is on (${identity}).\n`, 'application/x-subrip', 'srt')
    case 'json':
      return of(JSON.stringify({ frames: [{ at: 0, x: 1 }], fps: 24, of: identity }), 'application/json', 'json')
    case 'unknown':
      return of(noise(3_000, identity), 'image/png', 'png')
  }
}

/** Creates a square PNG of noise, which compresses poorly. `edge`: side length in pixels. */
function png(edge: number, identity: string): Buffer {
  const rows = noise(edge * (edge * 3 + 1), identity)
  for (let row = 0; row < edge; row += 1) rows[row * (edge * 3 + 1)] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(data.length, 0)
  typed.copy(framed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}

function noise(length: number, identity: string): Buffer {
  const random = seededRandom(createHash('sha256').update(identity).digest().readInt32LE(0))
  // Contains an early zero byte, so that no reader mistakes it for text.
  return Buffer.from(Array.from({ length }, (_, place) => (place === 1 ? 0 : Math.floor(random() * 256))))
}
