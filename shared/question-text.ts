import { assertNever } from './assert-never.ts'
import type { SendingQuestion } from './spending.ts'
import { sentences } from './i18n/join.ts'
import { say } from './i18n/say.ts'

/** The question before a waiting task is sent. `agree`: label of the button that accepts it. Null if accepting isn't enough. */
export type QuestionText = { readonly title: string; readonly words: string; readonly agree: string | null }

export function questionText(question: SendingQuestion): QuestionText {
  const nothingSent = say('Nothing was sent or charged.')
  switch (question.kind) {
    case 'price': {
      const { before, now } = question
      const earlier = say('The price was {before, plural, one {# credit} other {# credits}} when this task was queued.', { before })
      return now === null
        ? {
            title: say('Price no longer known'),
            words: sentences(earlier, say('The current price is only known when the task is done.'), nothingSent),
            agree: say('Send anyway')
          }
        : {
            title: say('The price has gone up'),
            words: sentences(earlier, currentPrice(now), nothingSent),
            agree: say('Send for {now, plural, one {# credit} other {# credits}}', { now })
          }
    }
    case 'limit': {
      const { committed, limit, credits } = question
      return {
        title: say('This would exceed your daily limit'),
        words: sentences(
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

/** Batch rows with the same open question, combined. `before` and `now`: their total price. `now` is null if it is unknown for any row. */
export type AskingRows = {
  readonly kind: SendingQuestion['kind']
  readonly count: number
  readonly before: number
  readonly now: number | null
}

export function batchQuestionText({ kind, count, before, now }: AskingRows): QuestionText {
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
      words: sentences(nothingSent, say('The rows are sent automatically when you raise the limit, or tomorrow.')),
      agree: null
    }
  }
  const earlier = say(
    'The price was {before, plural, one {# credit} other {# credits}} when {count, plural, one {# row was} other {# rows were}} queued.',
    {
      count,
      before
    }
  )
  return now === null
    ? {
        title: say('Price no longer known'),
        words: sentences(
          earlier,
          say('The current price is only known when {count, plural, one {the task is} other {the tasks are}} done.', { count }),
          nothingSent
        ),
        agree: say('Send {count, plural, one {row} other {rows}} anyway', { count })
      }
    : {
        title: say('The price has gone up'),
        words: sentences(earlier, currentPrice(now), nothingSent),
        agree: say('Send {count, plural, one {row} other {rows}} for {now, plural, one {# credit} other {# credits}}', { count, now })
      }
}

function currentPrice(now: number): string {
  return say('The current price is {now, plural, one {# credit} other {# credits}}.', { now })
}
