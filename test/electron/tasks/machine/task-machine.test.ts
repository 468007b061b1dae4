import { describe, expect, it } from 'vitest'
import { nextSteps } from '../../../../electron/tasks/machine/next-step.ts'
import { decide } from '../../../../electron/tasks/machine/task-machine.ts'
import { taskViewOf } from '../../../../electron/tasks/machine/task-view.ts'
import { newFault } from '../../../../shared/task/fault.ts'
import {
  decisionContextAt,
  collectingTask,
  pendingOutput,
  errorResponseFault,
  runningTask,
  sampleBody,
  sampleInput,
  sampleTask,
  sentTask
} from './sample-task.ts'
import { failureSentences } from '../../../shared/phrases/phrase-texts.ts'

const progress = {
  status: 'processing',
  urls: [],
  failureMessage: null,
  creditsRequired: null,
  creditsConsumed: 0,
  usageDeferred: null,
  retryAfterInMs: null
}

describe('messages about credits', () => {
  it('never say that nothing was charged while an earlier send may have been accepted', () => {
    for (const fault of [
      errorResponseFault(400, 'VALIDATION_ERROR'),
      errorResponseFault(401, 'API_KEY_INVALID_OR_REVOKED'),
      errorResponseFault(402, 'NEED_PURCHASE_CREDITS'),
      errorResponseFault(403, 'NEED_SUBSCRIBE'),
      errorResponseFault(404, 'CAPABILITY_NOT_ENABLED'),
      errorResponseFault(409, 'UPLOAD_NOT_READY'),
      errorResponseFault(410, 'UPLOAD_EXPIRED'),
      errorResponseFault(418, null),
      errorResponseFault(429, 'RATE_LIMITED'),
      newFault('submit', 'not-sent', { message: 'ECONNREFUSED' })
    ]) {
      const { record } = decide(
        sentTask({ inDoubt: true, inputs: [sampleInput] }),
        { kind: 'submit-failed', fault },
        decisionContextAt(5_000)
      )
      expect(failureSentences(record.failure).message, String(fault.errorType)).not.toMatch(
        /nothing was (charged|spent|sent|generated|made)/i
      )
      expect(failureSentences(record.failure).advice, String(fault.errorType)).not.toMatch(
        /(?<!(?:Don’t|won’t|doesn’t) )send (?:it |this |the task )?again/i
      )
    }
  })

  it('say that nothing was charged for a failed upload, whatever the error', () => {
    for (const fault of [
      newFault('upload-ticket', 'lost'),
      newFault('upload-ticket', 'unreadable', { httpStatus: 200 }),
      newFault('transfer', 'lost'),
      newFault('upload-ticket', 'refusal', { httpStatus: 500 })
    ]) {
      const uploading = sampleTask({ inputs: [sampleInput], state: { phase: 'uploading', notBefore: 0, tries: 0, byHand: null } })
      const { record } = decide(uploading, { kind: 'upload-failed', fault }, decisionContextAt(5_000))
      expect(record.failure?.code).toBe('upload-failed-retrying')
    }
  })
})

describe('an upload that never becomes ready', () => {
  const fault = errorResponseFault(409, 'UPLOAD_NOT_READY')
  /** Returns the task after `answers` UPLOAD_NOT_READY responses, each to a separate submission. */
  function after(answers: number, isUnconfirmed: boolean) {
    let record = sentTask({ inDoubt: isUnconfirmed, inputs: [sampleInput] })
    for (let answer = 1; answer <= answers; answer += 1) {
      record = decide(record, { kind: 'submit-failed', fault }, decisionContextAt(answer * 60_000)).record
      if (answer < answers) record = decide(record, { kind: 'sending', body: sampleBody }, decisionContextAt(answer * 60_000 + 1)).record
    }
    return record
  }

  it('is waited for with the same idempotency key at first', () => {
    for (const isUnconfirmed of [false, true])
      expect(after(7, isUnconfirmed).state).toMatchObject({ phase: 'submitting', isSent: false, tries: 7 })
  })

  it('is replaced by a new upload with a new idempotency key if nothing was accepted', () => {
    expect(after(8, false)).toMatchObject({ attempt: 2, body: null, state: { phase: 'uploading' } })
  })

  it('stops resends of a task that may have been accepted, and Kiln only checks the recent tasks', () => {
    const record = after(8, true)
    expect(record).toMatchObject({ idempotencyKey: 'key-1', inDoubt: true, state: { phase: 'unconfirmed', mayResend: false } })
    expect(record.failure?.code).toBe('retry-rejected-checking')
    const looked = { ...record, state: { ...record.state, looks: 9 } } as typeof record
    const late = decide(looked, { kind: 'recent-read', foundTaskId: null, requestId: null }, decisionContextAt(20 * 60_000)).record
    expect(late.state.phase).toBe('support')
  })
})

describe('a failed upload request', () => {
  it('is retried once after CREDENTIAL_STORAGE_UNAVAILABLE, then the task is rejected', () => {
    const uploading = sampleTask({ inputs: [sampleInput], state: { phase: 'uploading', notBefore: 0, tries: 0, byHand: null } })
    const fault = { ...errorResponseFault(503, 'CREDENTIAL_STORAGE_UNAVAILABLE'), step: 'upload-ticket' as const }
    const once = decide(uploading, { kind: 'upload-failed', fault }, decisionContextAt(5_000)).record
    expect(once.state.phase).toBe('uploading')
    expect(decide(once, { kind: 'upload-failed', fault }, decisionContextAt(9_000)).record.state.phase).toBe('refused')
  })
})

describe('recent tasks that cannot be read', () => {
  const unconfirmedTask = (mayResend: boolean) =>
    sentTask({ inDoubt: true, state: { phase: 'unconfirmed', since: 0, mayResend, isRestored: false, notBefore: 0, looks: 3 } })
  const minutes = 60_000
  const told = (mayResend: boolean, now: number, fault = newFault('recent', 'refusal', { httpStatus: 500 })) =>
    decide(unconfirmedTask(mayResend), { kind: 'recent-failed', fault }, decisionContextAt(now)).record

  it('are requested again, and after ten minutes the task is resent with its idempotency key', () => {
    expect(told(true, 9 * minutes).state.phase).toBe('unconfirmed')
    expect(told(true, 11 * minutes)).toMatchObject({
      idempotencyKey: 'key-1',
      inDoubt: true,
      state: { phase: 'submitting', isSent: false }
    })
  })

  it('are requested only twice without a response before the task is resent', () => {
    const state = { phase: 'unconfirmed', since: 0, mayResend: true, isRestored: false, notBefore: 0, looks: 0 } as const
    const fault = newFault('recent', 'lost', { message: 'deadline-passed' })
    const once = decide({ ...unconfirmedTask(true), state }, { kind: 'recent-failed', fault }, decisionContextAt(minutes)).record
    expect(once.state.phase).toBe('unconfirmed')
    expect(decide(once, { kind: 'recent-failed', fault }, decisionContextAt(3 * minutes)).record.state.phase).toBe('submitting')
  })

  it('leave the task to support if it must not be resent', () => {
    expect(told(false, 11 * minutes)).toMatchObject({ inDoubt: true, state: { phase: 'support', recheck: null, outputs: [] } })
  })

  it('are waited for while the network, the account or the rate limit blocks them', () => {
    for (const fault of [
      newFault('recent', 'not-sent'),
      errorResponseFault(401, 'NEED_API_KEY'),
      errorResponseFault(429, 'RATE_LIMITED')
    ]) {
      for (const mayResend of [true, false]) expect(told(mayResend, 60 * minutes, fault).state.phase).toBe('unconfirmed')
    }
  })
})

const notFound = newFault('query', 'refusal', { httpStatus: 404, errorType: 'TASK_NOT_FOUND' })

describe('waiting', () => {
  it('is shortened at startup if the clock was wrong', () => {
    const far = runningTask({ state: { phase: 'running', notBefore: 9e12, faultsInARow: 0, doubtedSince: null } })
    expect(decide(far, { kind: 'restarted' }, decisionContextAt(10_000)).record.state).toMatchObject({ notBefore: 70_000 })
  })

  it('for evidence ends in time even if the clock was set back', () => {
    const state = { phase: 'unconfirmed', since: 9e12, mayResend: false, isRestored: false, notBefore: 9e12, looks: 3 } as const
    const unconfirmed = decide(sentTask({ inDoubt: true, state }), { kind: 'restarted' }, decisionContextAt(10_000)).record
    const later = decide(unconfirmed, { kind: 'recent-read', foundTaskId: null, requestId: null }, decisionContextAt(10_000 + 11 * 60_000))
    expect(later.record.state.phase).toBe('support')
    const unsure = runningTask({ state: { phase: 'running', notBefore: 9_000, faultsInARow: 1, doubtedSince: 9e12 } })
    expect(decide(unsure, { kind: 'restarted' }, decisionContextAt(10_000)).record.state).toMatchObject({ doubtedSince: 10_000 })
  })

  it('for evidence starts over at startup, because the service wasn’t queried while Kiln was closed', () => {
    const hours = 3_600_000
    const state = { phase: 'unconfirmed', since: 0, mayResend: false, isRestored: false, notBefore: 2_000, looks: 5 } as const
    const unsure = runningTask({ state: { phase: 'running', notBefore: 9_000, faultsInARow: 5, doubtedSince: 0 } })
    const awake = decide(sentTask({ inDoubt: true, state }), { kind: 'restarted' }, decisionContextAt(8 * hours)).record
    const broken = decide(awake, { kind: 'recent-failed', fault: newFault('recent', 'lost') }, decisionContextAt(8 * hours + 100)).record
    expect(broken.state.phase).toBe('unconfirmed')
    const asked = decide(
      decide(unsure, { kind: 'restarted' }, decisionContextAt(8 * hours)).record,
      { kind: 'query-failed', fault: notFound },
      decisionContextAt(8 * hours + 100)
    )
    expect(asked.record.state).toMatchObject({ phase: 'running', doubtedSince: 8 * hours })
  })

  it('for evidence needs several responses, however long the computer slept', () => {
    let record = runningTask({ state: { phase: 'running', notBefore: 9_000, faultsInARow: 1, doubtedSince: 0 } })
    const phases = Array.from({ length: 4 }, (_, times) => {
      record = decide(record, { kind: 'woke' }, decisionContextAt(8 * 3_600_000 + times * 10_000)).record
      record = decide(record, { kind: 'query-failed', fault: notFound }, decisionContextAt(8 * 3_600_000 + times * 10_000)).record
      return record.state.phase
    })
    expect(phases).toEqual(['running', 'running', 'support', 'support'])
  })

  it('doesn’t start over each time the computer wakes', () => {
    let record = runningTask({ state: { phase: 'running', notBefore: 9_000, faultsInARow: 0, doubtedSince: null } })
    for (let minute = 0; minute <= 11; minute += 1) {
      record = decide(record, { kind: 'woke' }, decisionContextAt(minute * 60_000)).record
      record = decide(record, { kind: 'query-failed', fault: notFound }, decisionContextAt(minute * 60_000)).record
    }
    expect(record.state.phase).toBe('support')
  })

  it('for a face selection ends in time even if the clock was set back', () => {
    const choice = { arguments: '{}', fate: 'on-the-way', since: 9e12 } as const
    const sent = runningTask({ choice, state: { phase: 'selecting', notBefore: 9e12, faultsInARow: 0 } })
    const started = decide(sent, { kind: 'restarted' }, decisionContextAt(10_000)).record
    expect(started).toMatchObject({ choice: { fate: 'unknown', since: 10_000 }, state: { notBefore: 10_000 } })
    const unknown = { ...sent, choice: { ...choice, fate: 'unknown' as const } }
    expect(decide(unknown, { kind: 'restarted' }, decisionContextAt(10_000)).record.choice).toMatchObject({
      fate: 'unknown',
      since: 10_000
    })
  })

  it('ends without a second send if the clock was set back, because the elapsed time is then unknown', () => {
    const state = { phase: 'submitting', isSent: false, notBefore: 0, tries: 1 } as const
    const unconfirmed = sentTask({ inDoubt: true, submittedAt: 20 * 3_600_000, state })
    const resent = (now: number) => decide(unconfirmed, { kind: 'sending', body: sampleBody }, decisionContextAt(now)).record.state
    expect(resent(10 * 3_600_000)).toMatchObject({ phase: 'unconfirmed', mayResend: false })
    expect(resent(20 * 3_600_000 - 1_000)).toMatchObject({ phase: 'submitting', isSent: true })
    expect(resent(33 * 3_600_000)).toMatchObject({ phase: 'unconfirmed', mayResend: false })
  })

  it('honours Retry-After for at most a day', () => {
    const after = decide(
      runningTask(),
      { kind: 'queried', answer: { ...progress, retryAfterInMs: 1e15 }, stems: [], httpStatus: 200, requestId: null },
      decisionContextAt(10_000)
    )
    expect(after.record.state).toMatchObject({ notBefore: 10_000 + 86_400_000 })
  })
})

describe('a second send', () => {
  it('never uses the same idempotency key for another body', () => {
    const again = sentTask({ inDoubt: true, state: { phase: 'submitting', isSent: false, notBefore: 0, tries: 1 } })
    expect(() => decide(again, { kind: 'sending', body: '{"prompt":"another vase"}' }, decisionContextAt(3_000))).toThrow(
      /different body for this idempotency key/
    )
    expect(decide(again, { kind: 'sending', body: sampleBody }, decisionContextAt(3_000)).record).toMatchObject({
      idempotencyKey: 'key-1',
      state: { isSent: true }
    })
  })
})

describe('a poll without changes', () => {
  it('is not saved', () => {
    const event = { kind: 'queried', answer: progress, stems: [], httpStatus: 200, requestId: null } as const
    const first = decide(runningTask(), event, decisionContextAt(10_000))
    expect(first.mustPersist).toBe(true)
    expect(decide(first.record, event, decisionContextAt(15_000)).mustPersist).toBe(false)
  })
})

describe('a finished task without files', () => {
  const event = {
    kind: 'queried',
    answer: { ...progress, status: 'success', urls: [] },
    stems: [],
    httpStatus: 200,
    requestId: null
  } as const
  const minute = 60_000

  it('says so, is polled without a journal row for each response, and is left to support after an hour', () => {
    let { record, mustPersist } = decide(runningTask(), event, decisionContextAt(0))
    expect(mustPersist).toBe(true)
    for (const minutes of [1, 20, 60]) {
      ;({ record, mustPersist } = decide(record, event, decisionContextAt(minutes * minute)))
      expect([record.state.phase, mustPersist]).toEqual(['running', false])
    }
    expect(record.failure?.code).toBe('no-files-listed')
    record = decide(record, event, decisionContextAt(61 * minute)).record
    expect(record).toMatchObject({ state: { phase: 'support', recheck: { at: 121 * minute, looks: 0 } } })
    record = decide(record, event, decisionContextAt(121 * minute)).record
    expect(record).toMatchObject({ state: { phase: 'support', recheck: { at: (121 + 360) * minute, looks: 1 } } })
  })

  it('resumes when the service lists one', () => {
    const waiting = decide(runningTask(), event, decisionContextAt(0)).record
    const named = { ...event, answer: { ...event.answer, urls: ['https://x/a.png'] }, stems: ['/library/a'] }
    expect(decide(waiting, named, decisionContextAt(minute)).record).toMatchObject({ failure: null, state: { phase: 'collecting' } })
    expect(decide(waiting, { ...event, answer: progress }, decisionContextAt(minute)).record).toMatchObject({
      failure: null,
      state: { doubtedSince: null }
    })
  })
})

describe('a task that was left to support', () => {
  const forsaken = sentTask({ inDoubt: true, submittedAt: 1_000_000, state: { phase: 'support', recheck: null, outputs: [] } })

  it('resumes when the recent tasks name it', () => {
    const { record } = decide(forsaken, { kind: 'recent-read', foundTaskId: 'T9', requestId: null }, decisionContextAt(5_000))
    expect(record).toMatchObject({ taskId: 'T9', inDoubt: false, state: { phase: 'running' } })
  })

  it('is checked again from time to time if the service knows its id, and resumes when the service answers', () => {
    let record = runningTask({ state: { phase: 'running', notBefore: 0, faultsInARow: 3, doubtedSince: 0 } })
    record = decide(record, { kind: 'query-failed', fault: notFound }, decisionContextAt(11 * 60_000)).record
    expect(record).toMatchObject({ credits: { state: 'pending' }, state: { phase: 'support', recheck: { at: 71 * 60_000 } } })
    record = decide(record, { kind: 'query-failed', fault: notFound }, decisionContextAt(71 * 60_000)).record
    expect(nextSteps(record)).toEqual([{ lane: 'poll', at: (71 + 360) * 60_000 }])
    record = decide(
      record,
      { kind: 'queried', answer: progress, stems: [], httpStatus: 200, requestId: null },
      decisionContextAt(8 * 3_600_000)
    ).record
    expect(record.state.phase).toBe('running')
  })
})

describe('credits that the service doesn’t know', () => {
  it.each(['REFUND_OUTCOME_UNKNOWN', 'BILLING_OUTCOME_UNKNOWN', 'BILLING_INVARIANT_FAILED'])('are pending after %s', (errorType) => {
    const charged = runningTask({ credits: { estimated: 5, required: null, consumed: 5, usageDeferred: false, state: 'charged' } })
    const fault = newFault('query', 'refusal', { httpStatus: 503, errorType })
    expect(decide(charged, { kind: 'query-failed', fault }, decisionContextAt(10_000)).record.credits.state).toBe('pending')
  })
})

describe('the retry after CREDENTIAL_STORAGE_UNAVAILABLE', () => {
  it('isn’t repeated if Kiln restarts meanwhile', () => {
    const first = decide(
      sentTask(),
      { kind: 'submit-failed', fault: errorResponseFault(503, 'CREDENTIAL_STORAGE_UNAVAILABLE') },
      decisionContextAt(5_000)
    ).record
    const second = decide(first, { kind: 'sending', body: sampleBody }, decisionContextAt(9_000)).record
    const restarted = decide(second, { kind: 'restarted' }, decisionContextAt(20_000)).record
    expect(restarted.state).toMatchObject({ phase: 'unconfirmed', mayResend: false })
  })
})

describe('a repeated error', () => {
  it('isn’t saved to the journal with every attempt', () => {
    let record = sentTask()
    const fault = errorResponseFault(503, 'QUEUE_SERVICE_UNAVAILABLE', { retryAfterInMs: 0 })
    let rows = 0
    let now = 5_000
    for (let tries = 0; tries < 1_000; tries += 1) {
      const failed = decide(record, { kind: 'submit-failed', fault }, decisionContextAt(now))
      rows += failed.mustPersist ? 1 : 0
      now += 60_000
      record = decide(failed.record, { kind: 'sending', body: sampleBody }, decisionContextAt(now)).record
    }
    expect(rows).toBeLessThan(15)
  })
})

describe('a retry', () => {
  const waitAfter = (retryAfterInMs: number | null): number => {
    const { state } = decide(
      sentTask(),
      { kind: 'submit-failed', fault: errorResponseFault(429, 'RATE_LIMITED', { retryAfterInMs }) },
      decisionContextAt(5_000)
    ).record
    return 'notBefore' in state ? state.notBefore - 5_000 : 0
  }

  it.each([null, 0, 1])('waits at least for the backoff, whatever Retry-After says (%s)', (retryAfterInMs) => {
    expect(waitAfter(retryAfterInMs)).toBeGreaterThanOrEqual(1_000)
  })

  it('waits for Retry-After if that is longer', () => {
    expect(waitAfter(90_000)).toBe(90_000)
  })
})

describe('a poll', () => {
  it.each([0, 1, -1])('waits at least a second, even if the service says %s ms', (retryAfterInMs) => {
    const event = { kind: 'queried', answer: { ...progress, retryAfterInMs }, stems: [], httpStatus: 200, requestId: null } as const
    expect(decide(runningTask(), event, decisionContextAt(10_000)).record.state).toMatchObject({ notBefore: 11_000 })
  })
})

describe('a transfer that always fails', () => {
  it('is abandoned after a few attempts, because each one starts over', () => {
    let record = sampleTask({ inputs: [sampleInput], state: { phase: 'uploading', notBefore: 0, tries: 0, byHand: null } })
    for (let tries = 0; tries < 8; tries += 1)
      record = decide(record, { kind: 'upload-failed', fault: newFault('transfer', 'lost') }, decisionContextAt(5_000)).record
    expect(record).toMatchObject({ credits: { state: 'not-charged' }, state: { phase: 'refused' } })
  })
})

describe('hiding', () => {
  const finished = ['done', 'failed', 'refused', 'cancelled']

  it('is possible for finished tasks only, and can be undone', () => {
    for (const record of [
      sampleTask(),
      sentTask(),
      runningTask(),
      sampleTask({ state: { phase: 'held', reason: 'credits', question: null } }),
      runningTask({ state: { phase: 'support', recheck: null, outputs: [] } }),
      collectingTask([pendingOutput()]),
      runningTask({ state: { phase: 'done', outputs: [] } }),
      runningTask({ state: { phase: 'failed', refundLook: null, outputs: [] } }),
      sampleTask({ state: { phase: 'refused' } }),
      sampleTask({ state: { phase: 'cancelled' } })
    ]) {
      const { phase } = record.state
      const hidden = decide(record, { kind: 'hidden' }, decisionContextAt(5_000)).record
      expect([phase, hidden.hidden, taskViewOf(record, null).can.hide]).toEqual([phase, finished.includes(phase), finished.includes(phase)])
      expect(decide(hidden, { kind: 'unhidden' }, decisionContextAt(6_000)).record).toEqual(record)
    }
  })

  it('never applies to an unfinished task, even if an older version hid it', () => {
    expect(taskViewOf(runningTask({ hidden: true }), null).hidden).toBe(false)
    expect(taskViewOf(sampleTask({ hidden: true, state: { phase: 'support', recheck: null, outputs: [] } }), null).hidden).toBe(false)
    expect(taskViewOf(sampleTask({ hidden: true, state: { phase: 'cancelled' } }), null).hidden).toBe(true)
  })
})
