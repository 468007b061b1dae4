import { assertNever } from '../../shared/assert-never.ts'
import type { MediaFacts } from '../../shared/media-facts.ts'
import { say } from '../../shared/words/say.ts'
import { byteWords, durationWords, pixelWords } from '../ui/figures.ts'

/** What is worth knowing of a file, the most telling first: "1024 × 768", "2.1 MB"; "0:12", "1280 × 720", "no sound", "4.5 MB". */
export function factsInWords(facts: MediaFacts): readonly string[] {
  const { medium, width, height, durationInSeconds, format } = facts
  const pixels = width === null || height === null ? [] : [pixelWords(width, height)]
  const length = durationInSeconds === null ? [] : [durationWords(durationInSeconds * 1000)]
  const weight = byteWords(facts.bytes)
  switch (medium) {
    case 'image':
      return [...pixels, ...(facts.isAnimated ? ['moves'] : []), weight]
    case 'video':
      return [...length, ...pixels, ...(facts.hasSound === false ? [say('no sound')] : []), weight]
    case 'audio':
      return [...length, weight]
    case 'model':
    case null:
      return [...(format === null ? [] : [format.toUpperCase()]), weight]
    default:
      return assertNever(medium)
  }
}
