const maxWords = 10
/** Names have to stay below 255 bytes with an ending, and whole paths below 260 characters on Windows. */
const maxTitleBytes = 90
const maxCapabilityLength = 48

export type ResultNameParts = {
  readonly capability: string
  readonly title: string
  /** Zero-based. */
  readonly index: number
  readonly count: number
  /** Milliseconds since 1970; the name has the day of it in local time. */
  readonly at: number
}

/**
 * `2026-11-20_face-swap_a-red-fox-in-the-snow_2`: day, capability, first words of the title, and which of several it is. Made of letters and
 * digits of any script, `-` and `_` only, in NFC, never empty and never a name that Windows keeps for itself, so that any file system takes it.
 */
export function resultName(parts: ResultNameParts): string {
  const day = new Date(parts.at)
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((number) => String(number).padStart(2, '0')).join('-')
  const capability = wordsOf(parts.capability).join('-').slice(0, maxCapabilityLength)
  const title = withinBytes(wordsOf(parts.title).slice(0, maxWords).join('-'), maxTitleBytes)
  const index = parts.count > 1 ? String(parts.index + 1).padStart(String(parts.count).length, '0') : ''
  return [date, capability, title, index].filter((part) => part !== '').join('_')
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, 2_000)
      .normalize('NFC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  )
}

/** Cut between characters, and at a word's end where the last word would be cut short. */
function withinBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let cut = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    cut += character
  }
  const lastBreak = cut.lastIndexOf('-')
  return lastBreak > 0 ? cut.slice(0, lastBreak) : cut
}
