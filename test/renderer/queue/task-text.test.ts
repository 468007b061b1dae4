import { describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { TaskCredits, TaskFailure } from '../../../shared/task/task.ts'
import {
  taskCreditsText,
  creditSentence,
  taskDetailText,
  shortDateTimeText,
  labelWithProgress,
  taskTimeText
} from '../../../renderer/queue/task-text.ts'
import { aTask } from '../a-task.ts'

const now = new Date(2026, 10, 20, 14, 6, 45).getTime()
const seconds = (count: number): number => count * 1000
const megabytes = (count: number): number => count * 1024 * 1024
const [, versionThree = null] = fallbackCapabilities
const failure: TaskFailure = {
  code: 'failed-at-service',
  params: {},
  serviceMessage: 'content could not be processed',
  errorType: null,
  httpStatus: null,
  requestId: null,
  details: [],
  at: now
}
const credits = (different: Partial<TaskCredits>): TaskCredits => ({
  estimated: 5,
  required: null,
  consumed: null,
  usageDeferred: null,
  state: 'not-sent',
  ...different
})

describe('the second line of a row', () => {
  const own = { capability: 'imgmodel-3-0-image-generator' } as const

  it('shows the capability, the outputs and the references', () => {
    const task = aTask({
      id: 'a',
      ...own,
      phase: 'running',
      values: { prompt: 'A red vase', imageNum: '4', imageUrls: ['https://a', 'https://b'] }
    })
    expect(taskDetailText(task, versionThree)).toBe('Image generator 3.0 · 4 images · 2 references')
    expect(taskDetailText(aTask({ id: 'b', ...own }), versionThree)).toBe('Image generator 3.0 · 1 image')
  })

  it('shows the problem of an unconfirmed or failed task', () => {
    expect(taskDetailText(aTask({ id: 'a', ...own, phase: 'unconfirmed' }), versionThree)).toBe('Image generator 3.0 · sent, no response')
    const answered = { ...failure, errorType: 'SUBMISSION_OUTCOME_UNKNOWN', httpStatus: 503 }
    expect(taskDetailText(aTask({ id: 'a', ...own, phase: 'unconfirmed', failure: answered }), versionThree)).toBe(
      'Image generator 3.0 · sent, may not have been accepted'
    )
    expect(taskDetailText(aTask({ id: 'a', ...own, phase: 'failed', failure }), versionThree)).toBe(
      'Image generator 3.0 · “content could not be processed”'
    )
  })

  it('quotes the reason for a rejected task, as for a failed one', () => {
    const rejected = aTask({ id: 'a', ...own, phase: 'refused', failure })
    expect(taskDetailText(rejected, versionThree)).toBe('Image generator 3.0 · “content could not be processed”')
    const details = [
      { field: 'prompt', message: 'names a brand' },
      { field: '', message: 'too much' }
    ]
    expect(taskDetailText({ ...rejected, failure: { ...failure, details } }, versionThree)).toBe(
      'Image generator 3.0 · “prompt: names a brand; too much”'
    )
    expect(taskTimeText(rejected, null, true, now).lower).toBe('nothing was charged')
    const local = { ...failure, code: 'file-unreadable', params: { fileName: 'vase.png' }, serviceMessage: null } as const
    expect(taskDetailText({ ...rejected, failure: local }, versionThree)).toBe(
      'Image generator 3.0 · vase.png can’t be read. Nothing was sent or charged.'
    )
  })

  it('says what is wrong with the files of a finished task', () => {
    const short = { ...failure, code: 'fewer-files', params: { made: 2, asked: 4 } } as const
    expect(taskDetailText(aTask({ id: 'a', ...own, failure: short }), versionThree)).toBe(
      `Image generator 3.0 · The service generated 2 of 4 files. Every generated file is saved.`
    )
  })

  it('shows the ID of a capability that the service no longer has', () => {
    expect(taskDetailText(aTask({ id: 'a', capability: 'old-thing' }), null)).toBe('old-thing')
  })
})

describe('the time of a task', () => {
  const expected = { p50InMs: seconds(32), p90InMs: seconds(53), runs: 9 }

  it('is the time since the service accepted it, with the expected time', () => {
    const task = aTask({ id: 'a', phase: 'running', acceptedAt: now - seconds(38) })
    expect(taskTimeText(task, expected, true, now)).toEqual({ upper: '0:38', lower: 'usually 32 s to 53 s' })
    expect(taskTimeText(task, null, true, now)).toEqual({ upper: '0:38', lower: 'elapsed' })
    // The clock has meanwhile been set back, so no duration can be shown.
    expect(taskTimeText({ ...task, acceptedAt: now + seconds(86_400) }, null, true, now).upper).toBe('since 21 Nov, 14:06')
  })

  it('says what a waiting task waits for', () => {
    const queued = aTask({ id: 'a', phase: 'queued' })
    expect(taskTimeText(queued, null, true, now).upper).toBe('waiting in the queue')
    expect(taskTimeText({ ...queued, nextAt: now + seconds(61) }, null, true, now).upper).toBe('starts in 1 min 1 s')
    expect(taskTimeText(queued, null, false, now).upper).toBe('waiting for the network')
    expect(taskTimeText(aTask({ id: 'b', phase: 'held', hold: 'credits' }), null, true, now).upper).toBe('resumes automatically')
    expect(taskTimeText(aTask({ id: 'b', phase: 'held', hold: 'account-changed' }), null, true, now).upper).toBe('waiting for confirmation')
    expect(taskTimeText(aTask({ id: 'b', phase: 'held', hold: 'no-connection' }), null, true, now).upper).toBe('account not connected')
    const unconfirmed = aTask({ id: 'e', phase: 'unconfirmed', nextAt: now + seconds(8) })
    expect(taskTimeText(unconfirmed, null, true, now)).toEqual({ upper: 'checking recent tasks', lower: 'next check in 8 s' })
    expect(taskTimeText(unconfirmed, null, false, now)).toEqual({ upper: 'waiting for the network', lower: null })
    for (const phase of ['submitting', 'uploading'] as const)
      expect(taskTimeText(aTask({ id: 'c', phase, nextAt: now + seconds(30) }), null, true, now).upper).toBe('retry in 30 s')
    expect(taskTimeText(aTask({ id: 'd', phase: 'submitting', nextAt: now }), null, true, now).upper).toBe('sending now')
  })

  it('says when it was done and how long it took', () => {
    const task = aTask({ id: 'a', acceptedAt: now - seconds(329), finishedAt: now - seconds(300) })
    expect(taskTimeText(task, null, true, now)).toEqual({ upper: '14:01, took 29 s', lower: null })
    expect(taskTimeText(task, null, true, now + seconds(86_400))).toEqual({ upper: '20 Nov, 14:01', lower: 'took 29 s' })
  })

  it('shows the download progress', () => {
    const progress = { doneBytes: megabytes(41), totalBytes: megabytes(96), bytesPerSecond: megabytes(8) }
    const task = aTask({ id: 'a', phase: 'collecting', acceptedAt: now - seconds(242), progress })
    expect(taskTimeText(task, null, true, now)).toEqual({ upper: '4:02', lower: '8.0 MB/s, 7 s left' })
    expect(labelWithProgress('Saving', progress)).toBe('Saving, 41 of 96 MB')
    expect(labelWithProgress('Saving', { ...progress, doneBytes: 900 })).toBe('Saving, 900 bytes of 96 MB')
    expect(labelWithProgress('Saving', { ...progress, totalBytes: null })).toBe('Saving, 41 MB')
    expect(labelWithProgress('Saving', null)).toBe('Saving')
  })

  it('includes the date on another day', () => {
    expect(shortDateTimeText(now, now)).toBe('14:06')
    expect(shortDateTimeText(now, now + seconds(86_400))).toBe('20 Nov, 14:06')
  })
})

describe('the credits of a task', () => {
  it.each([
    [credits({}), '5 credits', false, 'Estimate: 5 credits'],
    [credits({ estimated: null }), 'price known when done', false, 'Price known when done'],
    [credits({ state: 'pending' }), '5 credits', false, 'Pending: 5 credits'],
    [credits({ state: 'pending', estimated: null }), 'pending', false, 'Pending: unknown number of credits'],
    [credits({ state: 'charged', consumed: 42 }), '42 credits', true, 'Charged: 42 credits'],
    [credits({ state: 'charged', estimated: 5 }), 'amount unknown', true, 'Charged: unknown number of credits'],
    [credits({ state: 'deferred', required: 1 }), '1 credit', false, 'Not charged yet: 1 credit'],
    [credits({ state: 'not-charged' }), '0 credits', true, 'Nothing was charged'],
    [credits({ state: 'refunded', consumed: 0, required: 5 }), '0 credits', true, 'Refunded: 5 credits'],
    [credits({ state: 'refund-expected', consumed: 5 }), '5 credits', false, 'Refund expected: 5 credits']
  ])('%j are shown as %j while it runs', (given, words, isSure, sentence) => {
    expect(taskCreditsText({ credits: given, phase: 'running' })).toEqual({ label: words, isSure })
    expect(creditSentence(given)).toBe(sentence)
  })

  it('are shown as pending if nothing settles them automatically', () => {
    for (const phase of ['unconfirmed', 'support', 'failed'] as const) {
      expect(taskCreditsText({ credits: credits({ state: 'pending' }), phase }).label).toBe('5 credits pending')
    }
  })
})
