import { assertNever } from '../../shared/assert-never.ts'
import type { MediaFacts } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatBytes, formatDuration, formatPixelSize } from '../ui/format.ts'

/**
 * Returns a file's key facts as separate texts, most important first. An image has "1024 × 768" and "2.1 MB". A video has "0:12", "1280 ×
 * 720", "No audio" and "4.5 MB".
 */
export function mediaFactTexts(facts: MediaFacts): readonly string[] {
  const { medium, width, height, durationInSeconds, format } = facts
  const pixels = width === null || height === null ? [] : [formatPixelSize(width, height)]
  const length = durationInSeconds === null ? [] : [formatDuration(durationInSeconds * 1000)]
  const weight = formatBytes(facts.bytes)
  switch (medium) {
    case 'image':
      return [...pixels, ...(facts.isAnimated ? [say('Animated')] : []), weight]
    case 'video':
      return [...length, ...pixels, ...(facts.hasSound === false ? [say('No audio')] : []), weight]
    case 'audio':
      return [...length, weight]
    case 'model':
    case null:
      return [...(format === null ? [] : [format.toUpperCase()]), weight]
    default:
      return assertNever(medium)
  }
}
