export type TextRead =
  | { readonly state: 'read'; readonly text: string; /** False: there is more than was asked for. */ readonly isWhole: boolean }
  | { readonly state: 'missing' }
  /** Its bytes are no text. */
  | { readonly state: 'not-text' }

/** Reads a text file from its beginning, up to so many bytes. Rejects only when `signal` ends it. */
export async function readText(address: string, mostBytes: number, signal: AbortSignal): Promise<TextRead> {
  try {
    const response = await fetch(address, { signal })
    if (!response.ok || response.body === null) return { state: 'missing' }
    const { bytes, isWhole } = await firstBytes(response.body, mostBytes)
    const text = textOf(bytes, isWhole)
    return text === null ? { state: 'not-text' } : { state: 'read', text, isWhole }
  } catch (error) {
    if (signal.aborted) throw error
    return { state: 'missing' }
  }
}

async function firstBytes(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const bytes = new Uint8Array(mostBytes)
  let length = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { bytes: bytes.subarray(0, length), isWhole: true }
    const room = value.subarray(0, mostBytes - length)
    bytes.set(room, length)
    length += room.length
    if (room.length === value.length) continue
    await reader.cancel()
    return { bytes, isWhole: false }
  }
}

/** UTF-8, UTF-16 with its mark, or else one byte for each character, as old subtitles have it. Null: it has bytes that no text has. */
function textOf(bytes: Uint8Array, isWhole: boolean): string | null {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  if (utf16 === null && bytes.includes(0)) return null
  for (const encoding of utf16 === null ? ['utf-8', 'windows-1252'] : [utf16]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
    } catch {
      // Not in this encoding.
    }
  }
  return null
}
