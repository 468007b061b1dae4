import type { MediaFacts } from '../media-facts.ts'

/** Formats that Kiln can cut without encoding them again. */
const cuttableFormats: readonly string[] = ['wav', 'mp3', 'm4a']
/** Larger files aren't cut, because the copy is held in memory. */
const maxCutBytes = 256 * 1024 * 1024

/** True if Kiln can save a part of the file as a separate file. False for a video, because a video can only be cut at key frames. */
export function canCutAudio({ medium, format, bytes, durationInSeconds, isTorn }: MediaFacts): boolean {
  return (
    medium === 'audio' &&
    !isTorn &&
    durationInSeconds !== null &&
    format !== null &&
    cuttableFormats.includes(format) &&
    bytes <= maxCutBytes
  )
}
