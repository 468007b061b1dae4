import { assertNever } from '../assert-never.ts'
import type { Medium } from '../form/json-schema.ts'
import { say } from '../i18n/say.ts'

/** Returns a count with its noun, such as "4 images". */
export function formatMediaCount(count: number, medium: Medium): string {
  switch (medium) {
    case 'image':
      return say('{count, plural, one {# image} other {# images}}', { count })
    case 'video':
      return say('{count, plural, one {# video} other {# videos}}', { count })
    case 'audio':
      return say('{count, plural, one {# audio file} other {# audio files}}', { count })
    case 'model':
      return say('{count, plural, one {# 3D model} other {# 3D models}}', { count })
    case 'text':
      return say('{count, plural, one {# text file} other {# text files}}', { count })
    default:
      return assertNever(medium)
  }
}
