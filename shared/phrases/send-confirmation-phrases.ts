import { assertNever } from '../assert-never.ts'
import type { SendConfirmation } from '../task/spending.ts'
import { joinSentences } from '../i18n/join.ts'
import { say } from '../i18n/say.ts'

/**
 * The question for the user before a waiting task is sent. `agree`: label of the button that sends the task. Null if the user can't accept
 * the question.
 */
export type SendConfirmationText = { readonly title: string; readonly words: string; readonly agree: string | null }

export function sendConfirmationText(question: SendConfirmation): SendConfirmationText {
  const nothingSent = say('Nothing was sent or charged.')
  switch (question.kind) {
    case 'price': {
      const { before, now } = question
      const earlier = say('The price was {before, plural, one {# credit} other {# credits}} when this task was queued.', { before })
      return now === null
        ? {
            title: say('Price no longer known'),
            words: joinSentences(earlier, say('The price is now only known when the task is done.'), nothingSent),
            agree: say('Send anyway')
          }
        : {
            title: say('The price has gone up'),
            words: joinSentences(earlier, currentPriceText(now), nothingSent),
            agree: say('Send for {now, plural, one {# credit} other {# credits}}', { now })
          }
    }
    case 'limit': {
      const { committed, limit, credits } = question
      return {
        title: say('This would exceed your daily limit'),
        words: joinSentences(
          say('You’ve used {committed, number} of {limit, plural, one {# credit} other {# credits}} today.', { committed, limit }),
          credits === null ? null : say('This task costs {credits, plural, one {# credit} other {# credits}}.', { credits }),
          nothingSent,
          say('The task is sent automatically when you raise the limit, or tomorrow.')
        ),
        agree: null
      }
    }
    case 'copy':
      return {
        title: say('This task may have been sent already'),
        words: say(
          'Kiln’s data was restored or copied. The service’s recent tasks don’t show whether this task was sent before. If it was, sending it again may charge you twice.'
        ),
        agree: say('Send anyway')
      }
    default:
      return assertNever(question)
  }
}

/** Returns a sentence with the current price, in credits. */
export function currentPriceText(now: number): string {
  return say('The current price is {now, plural, one {# credit} other {# credits}}.', { now })
}
