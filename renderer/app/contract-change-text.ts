import type { ContractChange } from '../../shared/app/contract-change.ts'
import { say } from '../../shared/i18n/say.ts'
import { contractDifferenceText } from '../../shared/phrases/contract-difference-phrases.ts'

/** Maximum number of differences that a toast describes. */
const maxSentences = 2

/** Returns the text of a toast about contract changes, such as "3 new capabilities: …". Further changes are only counted. */
export function contractChangeText(unseen: readonly ContractChange[]): string {
  const differences = unseen.flatMap((change) => change.differences)
  const shown = differences.slice(0, maxSentences).map((difference) => contractDifferenceText(difference).replace(/[.。]$/, ''))
  const rest = differences.length - shown.length
  return rest === 0
    ? say('{sentences}.', { sentences: shown.join(say('. ')) })
    : say('{sentences}. {rest, plural, one {# more change} other {# more changes}}.', { sentences: shown.join(say('. ')), rest })
}
