import { describe, expect, it } from 'vitest'
import { sendConfirmationText } from '../../../shared/phrases/send-confirmation-phrases.ts'

describe('the question before a task is sent', () => {
  it('names both prices and the cost of confirming, and says that nothing was charged', () => {
    expect(sendConfirmationText({ kind: 'price', before: 1, now: 1_200 })).toEqual({
      title: 'The price has gone up',
      words: 'The price was 1 credit when this task was queued. The current price is 1,200 credits. Nothing was sent or charged.',
      agree: 'Send for 1,200 credits'
    })
  })

  it('does not invent an unknown price', () => {
    const { words, agree } = sendConfirmationText({ kind: 'price', before: 5, now: null })
    expect(words).toMatch(/^The price was 5 credits .* only known when the task is done\. Nothing was sent/)
    expect(agree).toBe('Send anyway')
  })

  it('can’t be confirmed if a limit blocks the task', () => {
    expect(sendConfirmationText({ kind: 'limit', committed: 8, limit: 10, credits: 5 })).toMatchObject({
      agree: null,
      words: expect.stringMatching(/^You’ve used 8 of 10 credits today\. This task costs 5 credits\./)
    })
    expect(sendConfirmationText({ kind: 'limit', committed: 10, limit: 10, credits: null }).words).not.toMatch(/This task costs/)
  })
})
