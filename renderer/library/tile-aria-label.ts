import { assertNever } from '../../shared/assert-never.ts'
import type { LibraryItem } from '../../shared/library/library.ts'
import { joinNames, joinPhrases } from '../../shared/i18n/join.ts'
import { currentLocale, say } from '../../shared/i18n/say.ts'
import { mediumText } from '../media/capability-text.ts'
import { starText } from '../media/star-text.ts'
import { formatBytes, formatDuration } from '../ui/format.ts'

/**
 * Describes a tile for screen readers, with its title, medium, date and tags. Omits the selection, because `aria-selected` states it.
 * `count`: number of results in the tile.
 */
export function tileAriaLabel(item: LibraryItem, count = 1): string {
  return joinPhrases(
    item.title,
    count === 1 ? '' : say('{count, plural, one {# result} other {# results}}', { count }),
    mediumText(item.medium),
    item.durationInSeconds === null ? '' : formatDuration(item.durationInSeconds * 1000),
    dayOfMaking(item.madeAt),
    starText(item.stars),
    item.tags.length === 0 ? '' : say('tagged {tags}', { tags: joinNames(item.tags) }),
    stateText(item.state)
  )
}

/** Formats a creation date in milliseconds since 1970. Always includes the year, because spoken text has no context. */
function dayOfMaking(at: number): string {
  return new Date(at).toLocaleDateString(currentLocale(), { day: 'numeric', month: 'long', year: 'numeric' })
}

/** Names the problem with the file. Empty if there is no problem. */
function stateText(state: LibraryItem['state']): string {
  switch (state) {
    case 'here':
      return ''
    case 'missing':
      return say('file is missing')
    case 'changed':
      return say('changed by another app')
    default:
      return assertNever(state)
  }
}

/** Returns text such as "3 selected, 41 MB". `bytes` is null until the total size is known. */
export function selectionText(count: number, bytes: number | null): string {
  if (count === 0) return say('Nothing selected')
  return joinPhrases(say('{count, number} selected', { count }), bytes === null ? null : formatBytes(bytes))
}

/** Returns "1,904 matches in 12,408 results" if a filter hides items, else "12,408 results". */
export function shownCountText(shown: number, total: number): string {
  return shown === total
    ? say('{count, plural, one {# result} other {# results}}', { count: total })
    : say('{shown, plural, one {# match} other {# matches}} in {total, plural, one {# result} other {# results}}', { shown, total })
}

/** Maximum length of a tooltip in characters. A longer tooltip would cover the tiles. */
const longestHover = 300

/** Returns the tooltip of a tile: the prompt, shortened if it is long. Without a prompt, the title. */
export function tileTooltip({ title, prompt }: Pick<LibraryItem, 'title' | 'prompt'>): string {
  const words = [...(prompt ?? title)]
  return words.length <= longestHover ? words.join('') : `${words.slice(0, longestHover).join('')}…`
}
