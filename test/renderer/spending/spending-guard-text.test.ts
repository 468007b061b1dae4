import { describe, expect, it } from 'vitest'
import { spendingGuardText } from '../../../renderer/spending/spending-guard-text.ts'

const at = new Date(2026, 10, 20, 14, 6).getTime()

describe('the confirmation before credits are spent', () => {
  it('names the earlier task, and says that another one is charged again', () => {
    const { title, words } = spendingGuardText({ kind: 'twin', id: 'a', title: 'A vase', askedAt: at, phase: 'done' }, at + 30_000)
    expect(title).toBe('You already sent these values')
    expect(words).toBe('You sent the same values at 14:06. Status: Done. If you send them again, you’ll be charged again.')
    const { words: later } = spendingGuardText({ kind: 'twin', id: 'a', title: 'A vase', askedAt: at, phase: 'done' }, at + 90_000)
    expect(later).toBe('You sent the same values at 14:06, 1 minute ago. Status: Done. If you send them again, you’ll be charged again.')
  })

  it('shows the price, or says that it isn’t known', () => {
    expect(spendingGuardText({ kind: 'confirm-above', credits: 60, above: 50 }, at).title).toBe('Spend 60 credits now?')
    expect(spendingGuardText({ kind: 'confirm-above', credits: null, above: 50 }, at).title).toBe(
      'The price is only known when the task is done'
    )
  })

  it('names the limit, the credits used, the price and the next steps', () => {
    expect(spendingGuardText({ kind: 'limit', committed: 196, limit: 200, credits: 10 }, at).words).toBe(
      'You’ve used 196 of 200 credits today, and a new task costs 10 credits. The new task wasn’t sent or charged. Raise the limit or try again tomorrow.'
    )
  })
})
