import { assertNever } from '../assert-never.ts'
import type { InputMedium } from '../form/json-schema.ts'
import { say, word } from '../i18n/say.ts'
import { formatMediaCount } from './format-media-count.ts'

/** Nouns for a medium in a sentence: `a` with its article, `one` without. */
const mediumText: { readonly [medium in InputMedium]: { readonly a: string; readonly one: string } } = {
  image: { a: word('an image'), one: word('image') },
  video: { a: word('a video'), one: word('video') },
  audio: { a: word('audio'), one: word('audio file') },
  model: { a: word('a 3D model'), one: word('3D model') }
}
const anyMedium = { a: word('a media file'), one: word('file') }

/** Returns nouns for one item of a medium: `a` with its article, `one` without. If `medium` is null, any medium is meant. */
export function mediumNouns(medium: InputMedium | null): { readonly a: string; readonly one: string } {
  const { a, one } = medium === null ? anyMedium : mediumText[medium]
  return { a: say(a), one: say(one) }
}

/** Returns a count with its noun, such as "3 images". If `medium` is null, counts files. */
export function formatInputCount(count: number, medium: InputMedium | null): string {
  switch (medium) {
    case 'image':
      return say('{count, plural, one {# image} other {# images}}', { count })
    case 'video':
    case 'audio':
    case 'model':
      return formatMediaCount(count, medium)
    case null:
      return say('{count, plural, one {# file} other {# files}}', { count })
    default:
      return assertNever(medium)
  }
}
