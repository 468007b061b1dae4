import { joinPhrases, joinSentences } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { GallerySection } from '../gallery-sections.ts'
import type { CapabilitySearchResult } from './search-capabilities.ts'

/** Returns the screen reader announcement after a search. Empty if there is no search. */
export function searchAnnouncement(findings: CapabilitySearchResult | null, sections: readonly GallerySection[]): string {
  if (findings === null) return ''
  const { found, fuzzy } = findings
  if (found.length + fuzzy.length > 0) {
    return joinPhrases(
      say('{count, plural, one {# capability} other {# capabilities}} found', { count: found.length }),
      fuzzy.length === 0 ? null : say('plus {count} with similar spelling', { count: fuzzy.length })
    )
  }
  return joinSentences(
    say('No results.'),
    sections.length === 0
      ? null
      : say('{count, plural, one {# close match} other {# close matches}}.', { count: sections[0]?.cards.length ?? 0 })
  )
}
