import { describe, expect, it } from 'vitest'
import type { SpendingRequest } from '../../../../electron/tasks/machine/spending-guards.ts'
import { spendingGuards } from '../../../../electron/tasks/machine/spending-guards.ts'
import type { SpendingSettings } from '../../../../shared/task/spending.ts'
import { aTask } from '../../../renderer/a-task.ts'

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

describe('the daily limit', () => {
  const rules = { ...noRules, dailyLimit: 20 }

  it('allows a task that just fits, and stops one that would exceed it', () => {
    expect(spendingGuards(order, rules, [spent(15)], time)).toEqual([])
    expect(spendingGuards(order, rules, [spent(16)], time)).toEqual([{ kind: 'limit', committed: 16, limit: 20, credits: 5 }])
  })

  it('counts unfinished tasks, but not credits charged before today', () => {
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

  it('can’t be overridden by a confirmation', () => {
    expect(spendingGuards({ ...order, consent: ['twin', 'confirm-above'] }, rules, [spent(20)], time)).toMatchObject([{ kind: 'limit' }])
  })

  it('allows an unknown price only while there is room', () => {
    expect(spendingGuards({ ...order, credits: null }, rules, [spent(19)], time)).toEqual([])
    expect(spendingGuards({ ...order, credits: null }, rules, [spent(20)], time)).toHaveLength(1)
  })
})

describe('the confirmation above a price', () => {
  const rules = { ...noRules, confirmAbove: 4 }

  it('is required for a higher or unknown price', () => {
    expect(spendingGuards(order, rules, [], time)).toEqual([{ kind: 'confirm-above', credits: 5, above: 4 }])
    expect(spendingGuards({ ...order, credits: null }, rules, [], time)).toHaveLength(1)
    expect(spendingGuards({ ...order, credits: 4 }, rules, [], time)).toEqual([])
  })

  it('isn’t required again once the user has confirmed', () => {
    expect(spendingGuards({ ...order, consent: ['confirm-above'] }, rules, [], time)).toEqual([])
  })
})

describe('a duplicate request', () => {
  const rules = { ...noRules, asksBeforeTwins: true }
  const duplicate = (changes: object) => aTask({ id: 'first', createdAt: now - 30_000, ...changes })

  it('needs confirmation and shows the first task', () => {
    expect(spendingGuards(order, rules, [duplicate({})], time)).toEqual([
      { kind: 'twin', id: 'first', title: 'A red vase', askedAt: now - 30_000, phase: 'done' }
    ])
    expect(spendingGuards({ ...order, consent: ['twin'] }, rules, [duplicate({})], time)).toEqual([])
  })

  it('is detected even if an empty field is omitted', () => {
    expect(spendingGuards({ ...order, values: { prompt: 'A red vase', negativePrompt: '' } }, rules, [duplicate({})], time)).toHaveLength(1)
  })

  it.each([
    ['other values', { values: { prompt: 'A blue vase' } }],
    ['another capability', { capability: 'face-swap' }],
    ['a task that finished a while ago', { createdAt: now - 120_000 }],
    ['a rejected task', { phase: 'refused' }],
    ['a failed task', { phase: 'failed' }]
  ])('is not detected for %s', (_what, changes) => {
    expect(spendingGuards(order, rules, [duplicate(changes)], time)).toEqual([])
  })

  it('is detected while the first task is unfinished, however old it is', () => {
    expect(spendingGuards(order, rules, [duplicate({ phase: 'unconfirmed', createdAt: 1 })], time)).toHaveLength(1)
  })
})
