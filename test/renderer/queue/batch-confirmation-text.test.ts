import { describe, expect, it } from 'vitest'
import { batchConfirmationText } from '../../../renderer/queue/batch-confirmation-text.ts'

describe('the question about several rows of a batch', () => {
  it('names the total prices', () => {
    expect(batchConfirmationText({ kind: 'price', count: 12, before: 60, now: 72 })).toEqual({
      title: 'The price has gone up',
      words:
        'The total price of these 12 rows was 60 credits when they were queued. The current price is 72 credits. Nothing was sent or charged.',
      agree: 'Send rows for 72 credits'
    })
  })

  it('says if the total is unknown, and can’t be confirmed if a limit blocks it', () => {
    expect(batchConfirmationText({ kind: 'price', count: 2, before: 10, now: null }).agree).toBe('Send rows anyway')
    expect(batchConfirmationText({ kind: 'limit', count: 2, before: 0, now: 0 })).toMatchObject({
      title: '2 rows would exceed your daily limit',
      agree: null
    })
  })

  it('warns if rows may have been sent already', () => {
    expect(batchConfirmationText({ kind: 'copy', count: 2, before: 0, now: 0 })).toMatchObject({
      title: '2 rows may have been sent already',
      words: expect.stringMatching(/may charge you twice\.$/),
      agree: 'Send rows anyway'
    })
  })
})
