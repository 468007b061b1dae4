import type { ContractChange } from '../../shared/contract-change.ts'
import { say, sayAgain } from '../../shared/words/say.ts'

/** Sentences that fit into a notice. */
const mostSentences = 2

/** A change of the contract in a notice: "3 new capabilities: …; Face swap has a new required field: “Mood”". */
export function contractWords(unseen: readonly ContractChange[]): string {
  const sentences = unseen.flatMap((change) => change.sentences)
  const shown = sentences.slice(0, mostSentences).map((sentence) => sayAgain(sentence).replace(/[.。]$/, ''))
  const rest = sentences.length - shown.length
  return rest === 0
    ? say('{sentences}.', { sentences: shown.join(say('; ')) })
    : say('{sentences}; and {rest, plural, one {# more change} other {# more changes}}.', { sentences: shown.join(say('; ')), rest })
}
