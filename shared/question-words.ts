import { assertNever } from './assert-never.ts'
import type { SendingQuestion } from './spending.ts'
import { sentences } from './words/join.ts'
import { say } from './words/say.ts'

/** What is asked before something that has waited is sent. `agree`: the yes; null: a yes alone does not help. */
export type QuestionWords = { readonly title: string; readonly words: string; readonly agree: string | null }

export function questionWords(question: SendingQuestion): QuestionWords {
  const nothingSent = say('Nothing was sent and nothing was spent.')
  switch (question.kind) {
    case 'price': {
      const { before, now } = question
      return now === null
        ? {
            title: say('The price is not known any more'),
            words: sentences(
              say(
                'It cost {before, plural, one {# credit} other {# credits}} when you asked for it; what it costs now is only known after it has run.',
                { before }
              ),
              nothingSent
            ),
            agree: say('Send all the same')
          }
        : {
            title: say('The price has gone up'),
            words: sentences(
              say(
                'It cost {before, plural, one {# credit} other {# credits}} when you asked for it and costs {now, plural, one {# credit} other {# credits}} now.',
                { before, now }
              ),
              nothingSent
            ),
            agree: say('Send for {now, plural, one {# credit} other {# credits}}', { now })
          }
    }
    case 'limit': {
      const { committed, limit, credits } = question
      return {
        title: say('This would pass your limit for today'),
        words: sentences(
          credits === null
            ? say('{committed, number} of {limit, plural, one {# credit} other {# credits}} are spent or on their way.', {
                committed,
                limit
              })
            : say(
                '{committed, number} of {limit, plural, one {# credit} other {# credits}} are spent or on their way, and this costs {credits, plural, one {# credit} other {# credits}}.',
                { committed, limit, credits }
              ),
          nothingSent,
          say('It goes by itself when you raise the limit, or tomorrow.')
        ),
        agree: null
      }
    }
    case 'copy':
      return {
        title: say('This may have been sent already'),
        words: say(
          'Kiln’s data was restored or copied, and the service’s recent tasks don’t show whether this task was sent before. If it was, sending it again may charge you twice.'
        ),
        agree: say('Send anyway')
      }
    default:
      return assertNever(question)
  }
}

/** The rows of a batch that ask, together. `now` null: nobody can tell it of every one. `isLimit`: none of them asks about its price. */
export type AskingRows = { readonly count: number; readonly before: number; readonly now: number | null; readonly isLimit: boolean }

export function batchQuestionWords({ count, before, now, isLimit }: AskingRows): QuestionWords {
  const nothingSent = say('Nothing was sent and nothing was spent.')
  if (isLimit) {
    return {
      title: say('{count, plural, one {# row} other {# rows}} would pass your limit for today', { count }),
      words: sentences(nothingSent, say('They go by themselves when you raise the limit, or tomorrow.')),
      agree: null
    }
  }
  return now === null
    ? {
        title: say('The price is not known any more'),
        words: sentences(
          say(
            '{count, plural, one {# row} other {# rows}} cost {before, plural, one {# credit} other {# credits}} when you asked; what they cost now is only known after they have run.',
            { count, before }
          ),
          nothingSent
        ),
        agree: say('Send them all the same')
      }
    : {
        title: say('The price has gone up'),
        words: sentences(
          say(
            '{count, plural, one {# row} other {# rows}} cost {before, plural, one {# credit} other {# credits}} when you asked and {now, plural, one {# credit} other {# credits}} now.',
            { count, before, now }
          ),
          nothingSent
        ),
        agree: say('Send them for {now, plural, one {# credit} other {# credits}}', { now })
      }
}
