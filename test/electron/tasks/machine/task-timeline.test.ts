import { describe, expect, it } from 'vitest'
import { taskTimeline, type TaskHistoryEvent } from '../../../../electron/tasks/machine/task-timeline.ts'

function told(event: Partial<TaskHistoryEvent>): string | undefined {
  const nothing = { at: 0, httpStatus: null, errorType: null, requestId: null, note: null, reference: null }
  return taskTimeline([{ ...nothing, kind: 'submit-failed', phase: 'submitting', ...event }])[0]?.text
}

describe('the timeline of a failed submission', () => {
  it('says that the task was rejected only after a definite rejection', () => {
    expect(told({ phase: 'refused', httpStatus: 400, errorType: 'VALIDATION_ERROR', note: 'Too long' })).toBe(
      'The service rejected the task. Message from the service: Too long. Nothing was charged.'
    )
    expect(told({ httpStatus: 429, errorType: 'RATE_LIMITED' })).toBe(
      'The service rejected the task. Sending again with the same idempotency key.'
    )
    for (const errorType of ['IDEMPOTENCY_IN_PROGRESS', 'UPSTREAM_TIMEOUT', 'CREDENTIAL_STORAGE_UNAVAILABLE'])
      expect(told({ httpStatus: 503, errorType })).toBe('The response was inconclusive. Sending again with the same idempotency key.')
    expect(told({ phase: 'support', httpStatus: 502, errorType: 'BILLING_INVARIANT_FAILED' })).toBe(
      'The response was inconclusive. Contact support.'
    )
    expect(told({ phase: 'running', httpStatus: 503, errorType: 'TASK_PERSISTENCE_UNCERTAIN' })).toBe(
      'The response was inconclusive. Checking the task’s status.'
    )
  })

  it('doesn’t present a system error code as the service’s message', () => {
    expect(told({ phase: 'queued', note: 'ECONNREFUSED' })).toBe('Not sent (ECONNREFUSED). Waiting for the network.')
    expect(told({ phase: 'unconfirmed', note: 'UND_ERR_SOCKET' })).toBe(
      'No response (UND_ERR_SOCKET). Checking the service’s recent tasks.'
    )
  })
})

describe('the timeline of a check of the recent tasks', () => {
  it('says that an unconfirmed task was found only if it was', () => {
    const look = { kind: 'recent-read', phase: 'running' } as const
    expect(told({ ...look, reference: 'T1' })).toBe('Found in the service’s recent tasks.')
    expect(told(look)).toBe('Not in the recent tasks.')
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
    const event = { at: 0, kind, phase: 'running', httpStatus: null, errorType: null, requestId: null, note: null } as const
    expect(taskTimeline([{ ...event, reference: 'ae59' }])[0]?.reference).toEqual({ kind: reference, id: 'ae59' })
    expect(taskTimeline([{ ...event, reference: null }])[0]?.reference).toBeNull()
  })
})
