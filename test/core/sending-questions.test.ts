import { describe, expect, it } from 'vitest'
import { isSentSince, limitQuestion, priceQuestion } from '../../electron/core/sending-questions.ts'
import type { EstimateSource } from '../../shared/pricing.ts'
import { runningTask, sampleTask } from './sample-task.ts'

function asked(estimated: number | null, estimatedBy: EstimateSource = 'rules') {
  return { credits: { ...sampleTask().credits, estimated }, estimatedBy }
}

describe('the price of a task that has waited', () => {
  it.each([
    ['is the same', asked(5), 5, null],
    ['has gone down', asked(5), 4, null],
    ['has gone up', asked(5), 6, { kind: 'price', before: 5, now: 6 }],
    ['has gone up from nothing', asked(0), 1, { kind: 'price', before: 0, now: 1 }],
    ['is no longer known', asked(5), null, { kind: 'price', before: 5, now: null }],
    ['was estimated by a service that cannot just now', asked(5, 'service'), null, null],
    ['was estimated by the service, and has gone up', asked(5, 'service'), 6, { kind: 'price', before: 5, now: 6 }],
    ['was not known when it was asked for', asked(null, 'none'), 6, null]
  ] as const)('%s', (_case, task, credits, question) => {
    expect(priceQuestion(task, { credits, source: credits === null ? 'none' : 'rules' })).toEqual(question)
  })
})

describe('the limit of the day on which a task is sent', () => {
  const sent = (consumed: number) => ({ ...sampleTask().credits, consumed, state: 'charged', phase: 'done' }) as const

  it.each([
    ['is not set', 5, null, [100], null],
    ['is just reached', 5, 12, [3, 4], null],
    ['would be passed', 5, 11, [3, 4], { kind: 'limit', committed: 7, limit: 11, credits: 5 }],
    ['has room for an unknown price', null, 8, [7], null],
    ['has no room for an unknown price', null, 7, [7], { kind: 'limit', committed: 7, limit: 7, credits: null }]
  ] as const)('%s', (_case, estimated, limit, others, question) => {
    expect(limitQuestion(asked(estimated), limit, others.map(sent))).toEqual(question)
  })

  it('counts what was sent since it began, and not what waits or was sent before', () => {
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
