import { inflateRawSync } from 'node:zlib'

/** Returns the files of a zip archive as UTF-8 text, by path. Reads the archive's central directory (APPNOTE 4.3.12). */
export function readZipTexts(zip: Buffer): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1')
  while (at !== -1 && zip.readUInt32LE(at) === 0x02014b50) {
    const [packed, nameLength, extra, comment] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32)
    ]
    const head = zip.readUInt32LE(at + 42)
    const begin = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    const bytes = zip.subarray(begin, begin + packed)
    const text = zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)
    texts.set(zip.toString('utf8', at + 46, at + 46 + nameLength), text.toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return texts
}
