import { describe, expect, it } from 'vitest'
import { batchQuestionWords, questionWords } from '../../shared/question-words.ts'

describe('what is asked before a task is sent', () => {
  it('names both prices, says that nothing was spent, and the yes says what it costs', () => {
    expect(questionWords({ kind: 'price', before: 1, now: 1_200 })).toEqual({
      title: 'The price has gone up',
      words: 'It cost 1 credit when you asked for it and costs 1,200 credits now. Nothing was sent and nothing was spent.',
      agree: 'Send for 1,200 credits'
    })
  })

  it('does not make up a price that nobody knows', () => {
    const { words, agree } = questionWords({ kind: 'price', before: 5, now: null })
    expect(words).toMatch(/^It cost 5 credits .* only known after it has run\. Nothing was sent/)
    expect(agree).toBe('Send all the same')
  })

  it('cannot be answered with yes where a limit stands in the way', () => {
    expect(questionWords({ kind: 'limit', committed: 8, limit: 10, credits: 5 })).toMatchObject({
      agree: null,
      words: expect.stringMatching(/^8 of 10 credits are spent or on their way, and this costs 5 credits\./)
    })
    expect(questionWords({ kind: 'limit', committed: 10, limit: 10, credits: null }).words).not.toMatch(/this costs/)
  })
})

describe('what is asked for the rows of a batch together', () => {
  it('names the sums', () => {
    expect(batchQuestionWords({ count: 12, before: 60, now: 72, isLimit: false })).toEqual({
      title: 'The price has gone up',
      words: '12 rows cost 60 credits when you asked and 72 credits now. Nothing was sent and nothing was spent.',
      agree: 'Send them for 72 credits'
    })
  })

  it('says where there is no sum, and where only the limit helps', () => {
    expect(batchQuestionWords({ count: 2, before: 10, now: null, isLimit: false }).agree).toBe('Send them all the same')
    expect(batchQuestionWords({ count: 2, before: 0, now: 0, isLimit: true })).toMatchObject({
      title: '2 rows would pass your limit for today',
      agree: null
    })
  })
})
