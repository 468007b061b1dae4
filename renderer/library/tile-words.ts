import { assertNever } from '../../shared/assert-never.ts'
import type { LibraryItem } from '../../shared/library.ts'
import { inARow, phrases } from '../../shared/words/join.ts'
import { localeInForce, say } from '../../shared/words/say.ts'
import { mediumWords } from '../bridge/capability-words.ts'
import { byteWords, countWords, durationWords } from '../ui/figures.ts'

/** A tile as it is spoken: what it is, when it was made, what a person gave it. That it is chosen is said by its state. */
export function tileWords(item: LibraryItem): string {
  return phrases(
    item.title,
    mediumWords(item.medium),
    item.durationInSeconds === null ? '' : durationWords(item.durationInSeconds * 1000),
    dayOfMaking(item.madeAt),
    starWords(item.stars),
    item.tags.length === 0 ? '' : say('tagged {tags}', { tags: inARow(item.tags) }),
    stateWords(item.state)
  )
}

/** With the year: what is spoken stands alone. */
function dayOfMaking(at: number): string {
  return new Date(at).toLocaleDateString(localeInForce(), { day: 'numeric', month: 'long', year: 'numeric' })
}

/** "3 stars"; empty for none. */
export function starWords(stars: number): string {
  return stars === 0 ? '' : say('{stars, plural, one {# star} other {# stars}}', { stars })
}

/** What is not as it was left; empty when all is well. */
function stateWords(state: LibraryItem['state']): string {
  switch (state) {
    case 'here':
      return ''
    case 'missing':
      return say('file is missing')
    case 'changed':
      return say('changed outside Kiln')
    default:
      return assertNever(state)
  }
}

/** "3 selected, 41 MB". `bytes` null: not known yet. */
export function selectionWords(count: number, bytes: number | null): string {
  if (count === 0) return say('Nothing selected')
  return phrases(say('{count, number} selected', { count }), bytes === null ? null : byteWords(bytes))
}

/** "1,904 of 12,408", or "12,408" where everything is shown. */
export function shownWords(shown: number, total: number): string {
  return shown === total ? countWords(total) : say('{shown, number} of {total, number}', { shown, total })
}
