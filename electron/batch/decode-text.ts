import { isUtf8 } from 'node:buffer'

/** Windows-1252 characters where Latin-1 has control characters, from 0x80 on. Its five unassigned codes are spaces. */
const windowsCharacters = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/**
 * Decodes the text of a table as spreadsheets write it. It is UTF-8 or UTF-16, with or without a byte order mark. Otherwise it is
 * Windows-1252, which maps every byte and so never fails.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return bytes.toString('utf8', 3)
  const sixteen = byteOrderOf(bytes)
  if (sixteen !== null) return utf16(bytes, sixteen)
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252(bytes)
}

/**
 * Recognises UTF-16 by its byte order mark. Without a mark, it is recognised by the zero bytes, which are every second byte of Western
 * text.
 */
function byteOrderOf(bytes: Buffer): 'little' | 'big' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'little'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'big'
  const head = bytes.subarray(0, 2_048)
  let evens = 0
  let odds = 0
  for (const [place, byte] of head.entries()) {
    if (byte !== 0) continue
    if (place % 2 === 0) evens += 1
    else odds += 1
  }
  const most = head.length / 4
  return odds > most && evens < odds / 4 ? 'little' : evens > most && odds < evens / 4 ? 'big' : null
}

function utf16(bytes: Buffer, order: 'little' | 'big'): string {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const text = (order === 'little' ? whole : Buffer.from(whole).swap16()).toString('utf16le')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function windows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (character) => windowsCharacters.charAt(character.charCodeAt(0) - 0x80) || character)
}
