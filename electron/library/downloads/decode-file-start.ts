/**
 * Returns the start of a file as text without a byte order mark. Null if it isn't text. The encoding may be UTF-8, or Windows-1252, as in
 * old subtitles. UTF-16 requires a byte order mark. `isWhole`: true if `start` is the whole file.
 */
export function decodeFileStart(start: Uint8Array, isWhole: boolean): string | null {
  const utf16 = start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : null
  if (utf16 === null && start.some((byte) => isControl(byte))) return null
  for (const encoding of utf16 === null ? ['utf-8', 'windows-1252'] : [utf16]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(start, { stream: !isWhole }).trim()
    } catch {
      // The bytes aren't valid in this encoding.
    }
  }
  return null
}

/** True for control characters that never occur in text. Tab, line ends, form feed and escape do occur. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte)) || byte === 0x7f
}
