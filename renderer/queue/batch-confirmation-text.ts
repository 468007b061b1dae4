import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { currentPriceText, type SendConfirmationText } from '../../shared/phrases/send-confirmation-phrases.ts'
import type { SendConfirmation } from '../../shared/task/spending.ts'

/**
 * The rows of a batch that need the same confirmation. `before` and `now` are their total prices in credits. `now` is null if a current
 * price is unknown.
 */
export type BatchConfirmation = {
  readonly kind: SendConfirmation['kind']
  readonly count: number
  readonly before: number
  readonly now: number | null
}

export function batchConfirmationText({ kind, count, before, now }: BatchConfirmation): SendConfirmationText {
  const nothingSent = say('Nothing was sent or charged.')
  if (kind === 'copy') {
    return {
      title: say('{count, plural, one {# row} other {# rows}} may have been sent already', { count }),
      words: say(
        'Kiln’s data was restored or copied. The service’s recent tasks don’t show whether these rows were sent before. If they were, sending them again may charge you twice.'
      ),
      agree: say('Send {count, plural, one {row} other {rows}} anyway', { count })
    }
  }
  if (kind === 'limit') {
    return {
      title: say('{count, plural, one {# row} other {# rows}} would exceed your daily limit', { count }),
      words: joinSentences(nothingSent, say('The rows are sent automatically when you raise the limit, or tomorrow.')),
      agree: null
    }
  }
  const earlier = say(
    'The total price of {count, plural, one {this row} other {these # rows}} was {before, plural, one {# credit} other {# credits}} when {count, plural, one {it was} other {they were}} queued.',
    {
      count,
      before
    }
  )
  return now === null
    ? {
        title: say('Price no longer known'),
        words: joinSentences(
          earlier,
          say('The price is now only known when {count, plural, one {the task is} other {the tasks are}} done.', { count }),
          nothingSent
        ),
        agree: say('Send {count, plural, one {row} other {rows}} anyway', { count })
      }
    : {
        title: say('The price has gone up'),
        words: joinSentences(earlier, currentPriceText(now), nothingSent),
        agree: say('Send {count, plural, one {row} other {rows}} for {now, plural, one {# credit} other {# credits}}', { count, now })
      }
}
