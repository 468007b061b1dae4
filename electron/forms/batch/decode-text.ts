import { isUtf8 } from 'node:buffer'

/** The Windows-1252 characters for the bytes 0x80 to 0x9F, which are control characters in Latin-1. Unassigned bytes are spaces here. */
const windowsCharacters = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/**
 * Decodes a table file as spreadsheets save it. Detects UTF-8 and UTF-16, with or without a byte order mark. Decodes any other file as
 * Windows-1252, which never fails.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return bytes.toString('utf8', 3)
  const sixteen = byteOrderOf(bytes)
  if (sixteen !== null) return utf16(bytes, sixteen)
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252(bytes)
}

/**
 * Detects UTF-16 and its byte order. Uses the byte order mark if there is one. Otherwise uses the zero bytes, because every second byte of
 * Western text is zero in UTF-16. Null if the text isn't UTF-16.
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
