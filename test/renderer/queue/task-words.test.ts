import { describe, expect, it } from 'vitest'
import { floorCapabilities } from '../../../shared/floor-capabilities.ts'
import type { Credits, Failure } from '../../../shared/task.ts'
import { creditFigure, creditSentence, detailWords, momentWords, progressWords, timeWords } from '../../../renderer/queue/task-words.ts'
import { aTask } from '../a-task.ts'

const now = new Date(2026, 10, 20, 14, 6, 45).getTime()
const seconds = (count: number): number => count * 1000
const megabytes = (count: number): number => count * 1024 * 1024
const [, versionThree = null] = floorCapabilities
const failure: Failure = {
  message: 'The service could not make this.',
  advice: 'Change the prompt.',
  serviceMessage: 'content could not be processed',
  errorType: null,
  httpStatus: null,
  requestId: null,
  details: [],
  at: now
}
const credits = (different: Partial<Credits>): Credits => ({
  estimated: 5,
  required: null,
  consumed: null,
  usageDeferred: null,
  state: 'not-sent',
  ...different
})

describe('the second line of a row', () => {
  const own = { capability: 'imgmodel-3-0-image-generator' } as const

  it('says what is made, how many, and from what', () => {
    const task = aTask({ id: 'a', ...own, phase: 'running', values: { prompt: 'x', imageNum: '4', imageUrls: ['https://a', 'https://b'] } })
    expect(detailWords(task, versionThree)).toBe('Image generator 3.0 · 4 pictures · 2 references')
    expect(detailWords(aTask({ id: 'b', ...own }), versionThree)).toBe('Image generator 3.0 · 1 picture')
  })

  it('says what stands in the way instead', () => {
    expect(detailWords(aTask({ id: 'a', ...own, phase: 'unconfirmed' }), versionThree)).toBe(
      'Image generator 3.0 · sent, no answer came back'
    )
    const answered = { ...failure, errorType: 'SUBMISSION_OUTCOME_UNKNOWN', httpStatus: 503 }
    expect(detailWords(aTask({ id: 'a', ...own, phase: 'unconfirmed', failure: answered }), versionThree)).toBe(
      'Image generator 3.0 · sent, not known whether it was taken'
    )
    expect(detailWords(aTask({ id: 'a', ...own, phase: 'failed', failure }), versionThree)).toBe(
      'Image generator 3.0 · “content could not be processed”'
    )
  })

  it('says what is wrong with the files of a finished task', () => {
    const short = { ...failure, message: 'The service made 2 of 4 files. All of them are saved.' }
    expect(detailWords(aTask({ id: 'a', ...own, failure: short }), versionThree)).toBe(`Image generator 3.0 · ${short.message}`)
  })

  it('has a name for a capability that the service no longer has', () => {
    expect(detailWords(aTask({ id: 'a', capability: 'old-thing' }), null)).toBe('old-thing')
  })
})

describe('the time of a task', () => {
  const expected = { p50InMs: seconds(32), p90InMs: seconds(53), runs: 9 }

  it('is how long the service has had it, beside what is usual', () => {
    const task = aTask({ id: 'a', phase: 'running', acceptedAt: now - seconds(38) })
    expect(timeWords(task, expected, true, now)).toEqual({ upper: '0:38', lower: 'mostly 0:32 to 0:53' })
    expect(timeWords(task, null, true, now)).toEqual({ upper: '0:38', lower: null })
    // The clock was set back since: there is no figure for it.
    expect(timeWords({ ...task, acceptedAt: now + seconds(86_400) }, null, true, now).upper).toBe('since 21 Nov, 14:06')
  })

  it('says what a waiting task waits for', () => {
    const queued = aTask({ id: 'a', phase: 'queued' })
    expect(timeWords(queued, null, true, now).upper).toBe('waits for its turn')
    expect(timeWords({ ...queued, nextAt: now + seconds(61) }, null, true, now).upper).toBe('starts in 1:01')
    expect(timeWords(queued, null, false, now).upper).toBe('waits for the network')
    expect(timeWords(aTask({ id: 'b', phase: 'held' }), null, true, now).upper).toBe('goes on by itself')
    const doubted = aTask({ id: 'e', phase: 'unconfirmed', nextAt: now + seconds(8) })
    expect(timeWords(doubted, null, true, now)).toEqual({ upper: 'looking in recent tasks', lower: 'next look in 0:08' })
    expect(timeWords(doubted, null, false, now)).toEqual({ upper: 'waits for the network', lower: null })
    for (const phase of ['submitting', 'uploading'] as const)
      expect(timeWords(aTask({ id: 'c', phase, nextAt: now + seconds(30) }), null, true, now).upper).toBe('again in 0:30')
    expect(timeWords(aTask({ id: 'd', phase: 'submitting', nextAt: now }), null, true, now).upper).toBe('on its way')
  })

  it('says when it was done and how long it took', () => {
    const task = aTask({ id: 'a', acceptedAt: now - seconds(329), finishedAt: now - seconds(300) })
    expect(timeWords(task, null, true, now)).toEqual({ upper: '14:01, took 0:29', lower: null })
    expect(timeWords(task, null, true, now + seconds(86_400))).toEqual({ upper: '20 Nov, 14:01', lower: 'took 0:29' })
  })

  it('says what is still to be saved', () => {
    const progress = { doneBytes: megabytes(41), totalBytes: megabytes(96), bytesPerSecond: megabytes(8) }
    const task = aTask({ id: 'a', phase: 'collecting', acceptedAt: now - seconds(242), progress })
    expect(timeWords(task, null, true, now)).toEqual({ upper: '4:02', lower: '8.0 MB/s, 0:06 left' })
    expect(progressWords('Saving', progress)).toBe('Saving, 41 of 96 MB')
    expect(progressWords('Saving', { ...progress, doneBytes: 900 })).toBe('Saving, 900 bytes of 96 MB')
    expect(progressWords('Saving', { ...progress, totalBytes: null })).toBe('Saving, 41 MB')
    expect(progressWords('Saving', null)).toBe('Saving')
  })

  it('names the day where it is another one', () => {
    expect(momentWords(now, now)).toBe('14:06')
    expect(momentWords(now, now + seconds(86_400))).toBe('20 Nov, 14:06')
  })
})

describe('the credits of a task', () => {
  it.each([
    [credits({}), '5', false, 'Estimate: 5 credits'],
    [credits({ estimated: null }), 'later', false, 'Price not known before it has run'],
    [credits({ state: 'pending' }), '5', false, 'Not settled yet: 5 credits'],
    [credits({ state: 'pending', estimated: null }), 'pending', false, 'Not settled yet: credits, figure not told'],
    [credits({ state: 'charged', consumed: 42 }), '42', true, 'Charged: 42 credits'],
    [credits({ state: 'charged', estimated: 5 }), 'not told', true, 'Charged: credits, figure not told'],
    [credits({ state: 'deferred', required: 1 }), '1', false, 'Charged later: 1 credit'],
    [credits({ state: 'not-charged' }), '0', true, 'Nothing was charged'],
    [credits({ state: 'refunded', consumed: 0, required: 5 }), '0', true, 'Given back: 5 credits'],
    [credits({ state: 'refund-expected', consumed: 5 }), '5', false, 'Refund expected: 5 credits']
  ])('%j reads %j while it runs', (given, words, isSure, sentence) => {
    expect(creditFigure({ credits: given, phase: 'running' })).toEqual({ words, isSure })
    expect(creditSentence(given)).toBe(sentence)
  })

  it('are said to be pending where nothing settles them by itself', () => {
    for (const phase of ['unconfirmed', 'support', 'failed'] as const) {
      expect(creditFigure({ credits: credits({ state: 'pending' }), phase }).words).toBe('5 pending')
    }
  })
})
