import { describe, expect, it } from 'vitest'
import { emptyHistoryEvent, type TaskHistoryEvent } from '../../../../electron/tasks/machine/history-event.ts'
import { taskTimeline } from '../../../../electron/tasks/machine/task-timeline.ts'
import type { TimelineNextStep } from '../../../../shared/task/timeline.ts'

function stepOf(event: Partial<TaskHistoryEvent>) {
  const [step] = taskTimeline([{ ...emptyHistoryEvent, at: 0, kind: 'submit-failed', phase: 'submitting', ...event }])
  return { code: step?.code, params: step?.params }
}

function failed(code: string, next: TimelineNextStep, note: string | null = null) {
  return { code, params: { note, next } }
}

describe('the timeline of a failed submission', () => {
  it('says that the task was rejected only after a definite rejection', () => {
    expect(stepOf({ phase: 'refused', httpStatus: 400, errorType: 'VALIDATION_ERROR', note: 'Too long' })).toEqual(
      failed('rejected', 'nothing-charged', 'Too long')
    )
    expect(stepOf({ httpStatus: 429, errorType: 'RATE_LIMITED' })).toEqual(failed('rejected', 'send-again'))
    for (const errorType of ['IDEMPOTENCY_IN_PROGRESS', 'UPSTREAM_TIMEOUT', 'CREDENTIAL_STORAGE_UNAVAILABLE'])
      expect(stepOf({ httpStatus: 503, errorType })).toEqual(failed('inconclusive', 'send-again'))
    expect(stepOf({ phase: 'support', httpStatus: 502, errorType: 'BILLING_INVARIANT_FAILED' })).toEqual(
      failed('inconclusive', 'contact-support')
    )
    expect(stepOf({ phase: 'running', httpStatus: 503, errorType: 'TASK_PERSISTENCE_UNCERTAIN' })).toEqual(
      failed('inconclusive', 'check-status')
    )
  })

  it('has a system error code as its note', () => {
    expect(stepOf({ phase: 'queued', note: 'ECONNREFUSED' })).toEqual(failed('not-sent', 'wait-for-network', 'ECONNREFUSED'))
    expect(stepOf({ phase: 'unconfirmed', note: 'UND_ERR_SOCKET' })).toEqual(failed('no-response', 'check-recent-tasks', 'UND_ERR_SOCKET'))
  })
})

describe('the timeline of a check of the recent tasks', () => {
  it('says that an unconfirmed task was found only if it was', () => {
    const look = { kind: 'recent-read', phase: 'running' } as const
    expect(stepOf({ ...look, reference: 'T1' }).code).toBe('found-in-recent-tasks')
    expect(stepOf(look).code).toBe('not-in-recent-tasks')
  })
})

describe('the reference of a timeline entry', () => {
  it.each([
    ['asked', 'idempotency-key'],
    ['sending', 'idempotency-key'],
    ['submitted', 'task'],
    ['recent-read', 'task'],
    ['kept', 'file']
  ] as const)('for “%s” is the %s', (kind, reference) => {
    const event = { ...emptyHistoryEvent, at: 0, kind, phase: 'running' } as const
    expect(taskTimeline([{ ...event, reference: 'ae59' }])[0]?.reference).toEqual({ kind: reference, id: 'ae59' })
    expect(taskTimeline([{ ...event, reference: null }])[0]?.reference).toBeNull()
  })
})
