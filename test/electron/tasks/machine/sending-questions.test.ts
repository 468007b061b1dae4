import { describe, expect, it } from 'vitest'
import { isSentSince, limitConfirmation, priceConfirmation } from '../../../../electron/tasks/machine/sending-questions.ts'
import type { EstimateSource } from '../../../../shared/form/pricing.ts'
import { runningTask, sampleTask } from './sample-task.ts'

function asked(estimated: number | null, estimatedBy: EstimateSource = 'rules') {
  return { credits: { ...sampleTask().credits, estimated }, estimatedBy }
}

describe('the price of a task that has waited', () => {
  it.each([
    ['needs no confirmation if it’s the same', asked(5), 5, null],
    ['needs no confirmation if it’s lower', asked(5), 4, null],
    ['needs confirmation if it’s higher', asked(5), 6, { kind: 'price', before: 5, now: 6 }],
    ['needs confirmation if it was zero', asked(0), 1, { kind: 'price', before: 0, now: 1 }],
    ['needs confirmation if it’s no longer known', asked(5), null, { kind: 'price', before: 5, now: null }],
    ['needs no confirmation if the estimating service is unavailable', asked(5, 'service'), null, null],
    ['needs confirmation if the service’s estimate was lower', asked(5, 'service'), 6, { kind: 'price', before: 5, now: 6 }],
    ['needs no confirmation if it was never known', asked(null, 'none'), 6, null]
  ] as const)('%s', (_case, task, credits, question) => {
    expect(priceConfirmation(task, { credits, source: credits === null ? 'none' : 'rules' })).toEqual(question)
  })
})

describe('the daily limit when a task is sent', () => {
  const sent = (consumed: number) => ({ ...sampleTask().credits, consumed, state: 'charged', phase: 'done' }) as const

  it.each([
    ['allows a task if it isn’t set', 5, null, [100], null],
    ['allows a task that just reaches it', 5, 12, [3, 4], null],
    ['blocks a task that would exceed it', 5, 11, [3, 4], { kind: 'limit', committed: 7, limit: 11, credits: 5 }],
    ['allows an unknown price while there is room', null, 8, [7], null],
    ['blocks an unknown price when it’s reached', null, 7, [7], { kind: 'limit', committed: 7, limit: 7, credits: null }]
  ] as const)('%s', (_case, estimated, limit, others, question) => {
    expect(limitConfirmation(asked(estimated), limit, others.map(sent))).toEqual(question)
  })

  it('counts tasks sent since the day began, but not waiting or earlier ones', () => {
    const startOfDay = 10_000
    const since = (changes: Parameters<typeof runningTask>[0]): boolean => isSentSince(runningTask(changes), startOfDay)
    const pending = { ...sampleTask().credits, state: 'pending' } as const
    expect(since({ submittedAt: 10_000, credits: pending })).toBe(true)
    expect(since({ submittedAt: 9_999, credits: pending })).toBe(false)
    expect(isSentSince(sampleTask(), startOfDay)).toBe(false)
    // The task was sent, rejected because of the account, not charged, and queued again.
    expect(since({ submittedAt: 10_000, credits: { ...pending, state: 'not-sent' } })).toBe(false)
  })
})
