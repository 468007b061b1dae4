import { describe, expect, it } from 'vitest'
import type { SpendingRequest } from '../../electron/core/spending-guards.ts'
import { spendingGuards } from '../../electron/core/spending-guards.ts'
import type { SpendingSettings } from '../../shared/spending.ts'
import { aTask } from '../renderer/a-task.ts'

const now = 10_000_000
const time = { now, startOfDay: 5_000_000 }
const noRules: SpendingSettings = { dailyLimit: null, confirmAbove: null, asksBeforeTwins: false }
const order: SpendingRequest = { capability: 'imgmodel-image-generator', values: { prompt: 'A red vase' }, credits: 5, consent: [] }
const spent = (credits: number, createdAt = 6_000_000) =>
  aTask({
    id: `spent ${credits}`,
    createdAt,
    credits: { estimated: credits, required: null, consumed: credits, usageDeferred: null, state: 'charged' }
  })

describe('a limit per day', () => {
  const rules = { ...noRules, dailyLimit: 20 }

  it('lets pass what just fits, and stops what would pass it', () => {
    expect(spendingGuards(order, rules, [spent(15)], time)).toEqual([])
    expect(spendingGuards(order, rules, [spent(16)], time)).toEqual([{ kind: 'limit', committed: 16, limit: 20, credits: 5 }])
  })

  it('counts what is still on its way, and not what was spent before today', () => {
    const waiting = aTask({
      id: 'w',
      createdAt: 6_000_000,
      phase: 'queued',
      credits: { estimated: 18, required: null, consumed: null, usageDeferred: null, state: 'not-sent' }
    })
    expect(spendingGuards(order, rules, [waiting], time)).toHaveLength(1)
    expect(spendingGuards(order, rules, [spent(100, 4_000_000)], time)).toEqual([])
  })

  it('stops a batch as a whole, before its first task', () => {
    expect(spendingGuards({ ...order, values: null, credits: 21 }, rules, [], time)).toMatchObject([{ kind: 'limit' }])
  })

  it('is passed by no yes', () => {
    expect(spendingGuards({ ...order, consent: ['twin', 'confirm-above'] }, rules, [spent(20)], time)).toMatchObject([{ kind: 'limit' }])
  })

  it('lets an unknown price pass only while there is room', () => {
    expect(spendingGuards({ ...order, credits: null }, rules, [spent(19)], time)).toEqual([])
    expect(spendingGuards({ ...order, credits: null }, rules, [spent(20)], time)).toHaveLength(1)
  })
})

describe('a question above a figure', () => {
  const rules = { ...noRules, confirmAbove: 4 }

  it('appears for more, and for an unknown price', () => {
    expect(spendingGuards(order, rules, [], time)).toEqual([{ kind: 'confirm-above', credits: 5, above: 4 }])
    expect(spendingGuards({ ...order, credits: null }, rules, [], time)).toHaveLength(1)
    expect(spendingGuards({ ...order, credits: 4 }, rules, [], time)).toEqual([])
  })

  it('is answered by a yes', () => {
    expect(spendingGuards({ ...order, consent: ['confirm-above'] }, rules, [], time)).toEqual([])
  })
})

describe('the same asked for twice', () => {
  const rules = { ...noRules, asksBeforeTwins: true }
  const duplicate = (changes: object) => aTask({ id: 'first', createdAt: now - 30_000, ...changes })

  it('shows the first one and asks', () => {
    expect(spendingGuards(order, rules, [duplicate({})], time)).toEqual([
      { kind: 'twin', id: 'first', title: 'A red vase', askedAt: now - 30_000, phase: 'done' }
    ])
    expect(spendingGuards({ ...order, consent: ['twin'] }, rules, [duplicate({})], time)).toEqual([])
  })

  it('is the same when an empty field is omitted', () => {
    expect(spendingGuards({ ...order, values: { prompt: 'A red vase', negativePrompt: '' } }, rules, [duplicate({})], time)).toHaveLength(1)
  })

  it.each([
    ['other values', { values: { prompt: 'A blue vase' } }],
    ['another capability', { capability: 'face-swap' }],
    ['one that is done for a while', { createdAt: now - 120_000 }],
    ['one that was refused', { phase: 'refused' }],
    ['one that failed', { phase: 'failed' }]
  ])('is not %s', (_what, changes) => {
    expect(spendingGuards(order, rules, [duplicate(changes)], time)).toEqual([])
  })

  it('is one that is still being made, however long ago it was asked for', () => {
    expect(spendingGuards(order, rules, [duplicate({ phase: 'unconfirmed', createdAt: 1 })], time)).toHaveLength(1)
  })
})
