import { describe, expect, it } from 'vitest'
import { guardWords } from '../../../renderer/compose/guard-words.ts'

const at = new Date(2026, 10, 20, 14, 6).getTime()

describe('a question before credits are spent', () => {
  it('names the first of two twins and what another one means', () => {
    const { title, words } = guardWords({ kind: 'twin', id: 'a', title: 'A vase', askedAt: at, phase: 'done' }, at + 30_000)
    expect(title).toBe('You asked for this a moment ago')
    expect(words).toBe('The same values were sent at 14:06, 0:30 ago: on this computer. Another one is paid for again.')
  })

  it('says the figure, or that there is none', () => {
    expect(guardWords({ kind: 'confirm-above', credits: 60, above: 50 }, at).title).toBe('Spend 60 credits at once?')
    expect(guardWords({ kind: 'confirm-above', credits: null, above: 50 }, at).title).toBe('The price is not known before it has run')
  })

  it('says of a limit what is spent, what it would cost, and what to do', () => {
    expect(guardWords({ kind: 'limit', committed: 196, limit: 200, credits: 10 }, at).words).toBe(
      '196 of 200 credits are spent or on their way, and this costs 10 credits. Nothing was sent. Raise the limit, or send it tomorrow.'
    )
  })
})
