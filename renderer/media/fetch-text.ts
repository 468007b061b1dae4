export type TextFetchResult =
  | { readonly state: 'read'; readonly text: string; /** False if the file has more text than requested. */ readonly isWhole: boolean }
  | { readonly state: 'missing' }
  /** The bytes aren't text. */
  | { readonly state: 'not-text' }

/** Downloads at most the first `mostBytes` bytes of the text file at the URL `address`. Rejects only if `signal` aborts the request. */
export async function fetchText(address: string, mostBytes: number, signal: AbortSignal): Promise<TextFetchResult> {
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

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Bytes that aren't valid UTF-8 are decoded as Windows-1252, as in old subtitles. Null if
 * the bytes can't be text.
 */
function textOf(bytes: Uint8Array, isWhole: boolean): string | null {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  if (utf16 === null && bytes.includes(0)) return null
  for (const encoding of utf16 === null ? ['utf-8', 'windows-1252'] : [utf16]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
    } catch {
      // The bytes aren't valid in this encoding. Try the next one.
    }
  }
  return null
}
