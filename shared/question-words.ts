import { assertNever } from './assert-never.ts'
import { counted, numbered } from './fields/say.ts'
import type { SendingQuestion } from './spending.ts'

/** What is asked before something that has waited is sent. `agree`: the yes; null: a yes alone does not help. */
export type QuestionWords = { readonly title: string; readonly words: string; readonly agree: string | null }

const nothingSent = 'Nothing was sent and nothing was spent.'

export function questionWords(question: SendingQuestion): QuestionWords {
  switch (question.kind) {
    case 'price': {
      const before = `It cost ${counted(question.before, 'credit')} when you asked for it`
      return question.now === null
        ? {
            title: 'The price is not known any more',
            words: `${before}; what it costs now is only known after it has run. ${nothingSent}`,
            agree: 'Send all the same'
          }
        : {
            title: 'The price has gone up',
            words: `${before} and costs ${counted(question.now, 'credit')} now. ${nothingSent}`,
            agree: `Send for ${counted(question.now, 'credit')}`
          }
    }
    case 'limit': {
      const { committed, limit, credits } = question
      const own = credits === null ? '' : `, and this costs ${counted(credits, 'credit')}`
      return {
        title: 'This would pass your limit for today',
        words: `${numbered(committed)} of ${counted(limit, 'credit')} are spent or on their way${own}. ${nothingSent} It goes by itself when you raise the limit, or tomorrow.`,
        agree: null
      }
    }
    default:
      return assertNever(question)
  }
}

/** The rows of a batch that ask, together. `now` null: nobody can tell it of every one. `isLimit`: none of them asks about its price. */
export type AskingRows = { readonly count: number; readonly before: number; readonly now: number | null; readonly isLimit: boolean }

export function batchQuestionWords({ count, before, now, isLimit }: AskingRows): QuestionWords {
  const rows = counted(count, 'row')
  if (isLimit) {
    return {
      title: `${rows} would pass your limit for today`,
      words: `${nothingSent} They go by themselves when you raise the limit, or tomorrow.`,
      agree: null
    }
  }
  const asked = `${rows} cost ${counted(before, 'credit')} when you asked`
  return now === null
    ? {
        title: 'The price is not known any more',
        words: `${asked}; what they cost now is only known after they have run. ${nothingSent}`,
        agree: 'Send them all the same'
      }
    : {
        title: 'The price has gone up',
        words: `${asked} and ${counted(now, 'credit')} now. ${nothingSent}`,
        agree: `Send them for ${counted(now, 'credit')}`
      }
}
