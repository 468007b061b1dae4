import { assertNever } from '../../shared/assert-never.ts'
import type { SpendingGuard } from '../../shared/task/spending.ts'
import { say } from '../../shared/i18n/say.ts'
import { phaseAppearance } from '../tasks/phase-appearance.ts'
import { formatTime, formatCredits } from '../ui/format.ts'

/** Returns the title and explanation of a confirmation before credits are spent. `now` is in milliseconds since 1970. */
export function spendingGuardText(guard: SpendingGuard, now: number): { readonly title: string; readonly words: string } {
  switch (guard.kind) {
    case 'twin':
      return {
        title: say('You already sent these values'),
        words: twinText(formatTime(guard.askedAt), now - guard.askedAt, phaseAppearance({ phase: guard.phase, hold: null }).label)
      }
    case 'confirm-above':
      return guard.credits === null
        ? {
            title: say('The price is only known when the task is done'),
            words: say('You set Kiln to ask before spending more than {credits}. Nothing was sent or charged.', {
              credits: formatCredits(guard.above)
            })
          }
        : {
            title: say('Spend {credits} now?', { credits: formatCredits(guard.credits) }),
            words: say('You set Kiln to ask before spending more than {credits}. Nothing was sent or charged.', {
              credits: formatCredits(guard.above)
            })
          }
    case 'limit':
      return {
        title: say('This would exceed your daily limit'),
        words:
          guard.credits === null
            ? say('You’ve used {committed, number} of {limit} today. Nothing was sent or charged. Raise the limit or try again tomorrow.', {
                committed: guard.committed,
                limit: formatCredits(guard.limit)
              })
            : say(
                'You’ve used {committed, number} of {limit} today, and a new task costs {credits}. The new task wasn’t sent or charged. Raise the limit or try again tomorrow.',
                { committed: guard.committed, limit: formatCredits(guard.limit), credits: formatCredits(guard.credits) }
              )
      }
    default:
      return assertNever(guard)
  }
}

function twinText(time: string, passedInMs: number, state: string): string {
  return passedInMs < 60_000 || passedInMs >= 3_600_000
    ? say('You sent the same values at {time}. Status: {state}. If you send them again, you’ll be charged again.', { time, state })
    : say(
        'You sent the same values at {time}, {minutes, plural, one {# minute} other {# minutes}} ago. Status: {state}. If you send them again, you’ll be charged again.',
        {
          time,
          minutes: Math.floor(passedInMs / 60_000),
          state
        }
      )
}
