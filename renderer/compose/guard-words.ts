import { assertNever } from '../../shared/assert-never.ts'
import type { SpendingGuard } from '../../shared/spending.ts'
import { say } from '../../shared/words/say.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { clockWords, creditWords, durationWords } from '../ui/figures.ts'

/** What is asked before credits are spent: the question, and what it is about. */
export function guardWords(guard: SpendingGuard, now: number): { readonly title: string; readonly words: string } {
  switch (guard.kind) {
    case 'twin':
      return {
        title: say('You asked for this a moment ago'),
        words: twinWords(clockWords(guard.askedAt), now - guard.askedAt, phaseWords({ phase: guard.phase, hold: null }).words.toLowerCase())
      }
    case 'confirm-above':
      return guard.credits === null
        ? {
            title: say('The price is not known before it has run'),
            words: say('You asked to be asked above {credits}. Nothing was sent yet.', { credits: creditWords(guard.above) })
          }
        : {
            title: say('Spend {credits} at once?', { credits: creditWords(guard.credits) }),
            words: say('You asked to be asked above {credits}. Nothing was sent yet.', { credits: creditWords(guard.above) })
          }
    case 'limit':
      return {
        title: say('This would pass your limit for today'),
        words:
          guard.credits === null
            ? say('{committed, number} of {limit} are spent or on their way. Nothing was sent. Raise the limit, or send it tomorrow.', {
                committed: guard.committed,
                limit: creditWords(guard.limit)
              })
            : say(
                '{committed, number} of {limit} are spent or on their way, and this costs {credits}. Nothing was sent. Raise the limit, or send it tomorrow.',
                { committed: guard.committed, limit: creditWords(guard.limit), credits: creditWords(guard.credits) }
              )
      }
    default:
      return assertNever(guard)
  }
}

function twinWords(time: string, passedInMs: number, state: string): string {
  return passedInMs < 1_000 || passedInMs >= 3_600_000
    ? say('The same values were sent at {time}: {state}. Another one is paid for again.', { time, state })
    : say('The same values were sent at {time}, {passed} ago: {state}. Another one is paid for again.', {
        time,
        passed: durationWords(passedInMs),
        state
      })
}
