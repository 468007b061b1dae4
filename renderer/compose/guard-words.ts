import { assertNever } from '../../shared/assert-never.ts'
import type { SpendingGuard } from '../../shared/spending.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { clockWords, countWords, creditWords, durationWords } from '../ui/figures.ts'

/** What is asked before credits are spent: the question, and what it is about. */
export function guardWords(guard: SpendingGuard, now: number): { readonly title: string; readonly words: string } {
  switch (guard.kind) {
    case 'twin':
      return {
        title: 'You asked for this a moment ago',
        words: `The same values were sent at ${clockWords(guard.askedAt)}${agoWords(now - guard.askedAt)}: ${phaseWords({ phase: guard.phase, hold: null }).words.toLowerCase()}. Another one is paid for again.`
      }
    case 'confirm-above':
      return guard.credits === null
        ? {
            title: 'The price is not known before it has run',
            words: `You asked to be asked above ${creditWords(guard.above)}. Nothing was sent yet.`
          }
        : {
            title: `Spend ${creditWords(guard.credits)} at once?`,
            words: `You asked to be asked above ${creditWords(guard.above)}. Nothing was sent yet.`
          }
    case 'limit':
      return {
        title: 'This would pass your limit for today',
        words: `${countWords(guard.committed)} of ${creditWords(guard.limit)} are spent or on their way${guard.credits === null ? '' : `, and this costs ${creditWords(guard.credits)}`}. Nothing was sent. Raise the limit, or send it tomorrow.`
      }
    default:
      return assertNever(guard)
  }
}

function agoWords(passedInMs: number): string {
  return passedInMs < 1_000 || passedInMs >= 3_600_000 ? '' : `, ${durationWords(passedInMs)} ago`
}
