import type { ContractChange } from '../../shared/app/contract-change.ts'
import { say, translateStored } from '../../shared/i18n/say.ts'

/** Maximum number of changes that a toast describes. */
const maxSentences = 2

/** Returns the text of a toast about contract changes, such as "3 new capabilities: …". Further changes are only counted. */
export function contractChangeText(unseen: readonly ContractChange[]): string {
  const sentences = unseen.flatMap((change) => change.sentences)
  const shown = sentences.slice(0, maxSentences).map((sentence) => translateStored(sentence).replace(/[.。]$/, ''))
  const rest = sentences.length - shown.length
  return rest === 0
    ? say('{sentences}.', { sentences: shown.join(say('. ')) })
    : say('{sentences}. {rest, plural, one {# more change} other {# more changes}}.', { sentences: shown.join(say('. ')), rest })
}
