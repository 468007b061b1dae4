import type { ContractChange } from '../../shared/contract-change.ts'

/** Sentences that fit into a notice. */
const mostSentences = 2

/** A change of the contract in a notice: "3 new capabilities: …; Face swap has a new required field: “Mood”". */
export function contractWords(unseen: readonly ContractChange[]): string {
  const sentences = unseen.flatMap((change) => change.sentences)
  const shown = sentences.slice(0, mostSentences).map((sentence) => sentence.replace(/\.$/, ''))
  const rest = sentences.length - shown.length
  return `${shown.join('; ')}${rest === 0 ? '.' : `; and ${rest} more ${rest === 1 ? 'change' : 'changes'}.`}`
}
