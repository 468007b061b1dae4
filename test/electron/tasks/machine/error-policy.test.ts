import { describe, expect, it } from 'vitest'
import { errorPolicy, policyFor } from '../../../../electron/tasks/machine/error-policy.ts'
import { decide } from '../../../../electron/tasks/machine/task-machine.ts'
import { newFault, type Fault } from '../../../../shared/task/fault.ts'
import type { HoldReason, Phase } from '../../../../shared/task/task.ts'
import { decisionContextAt, errorResponseFault, runningTask, sampleInput, sentTask } from './sample-task.ts'

type Row = {
  readonly fault: Fault
  readonly known: 'refused' | 'accepted' | 'unknown'
  /** The task's phase after this response to a submission. */
  readonly submit: Phase
  readonly hold?: HoldReason
  /** True if Kiln may automatically resend the request with the same idempotency key. */
  readonly resends: boolean
  /** The task's phase after this response to a status query. */
  readonly query: Phase
}

/** The errors of spec section 7 in the same order, followed by transport errors. */
const rows: Readonly<Record<string, Row>> = {
  '400 INVALID_JSON': {
    fault: errorResponseFault(400, 'INVALID_JSON'),
    known: 'refused',
    submit: 'refused',
    resends: false,
    query: 'running'
  },
  '400 VALIDATION_ERROR': {
    fault: errorResponseFault(400, 'VALIDATION_ERROR'),
    known: 'refused',
    submit: 'refused',
    resends: false,
    query: 'running'
  },
  '401 AUTHENTICATION_REQUIRED': {
    fault: errorResponseFault(401, 'AUTHENTICATION_REQUIRED'),
    known: 'refused',
    submit: 'held',
    hold: 'key',
    resends: false,
    query: 'running'
  },
  '401 AUTHORIZATION_HEADER_INVALID': {
    fault: errorResponseFault(401, 'AUTHORIZATION_HEADER_INVALID'),
    known: 'refused',
    submit: 'held',
    hold: 'key',
    resends: false,
    query: 'running'
  },
  '401 API_KEY_INVALID_OR_REVOKED': {
    fault: errorResponseFault(401, 'API_KEY_INVALID_OR_REVOKED'),
    known: 'refused',
    submit: 'held',
    hold: 'key',
    resends: false,
    query: 'running'
  },
  '401 API_KEY_INVALID_CREDENTIAL': {
    fault: errorResponseFault(401, 'API_KEY_INVALID_CREDENTIAL'),
    known: 'refused',
    submit: 'held',
    hold: 'key',
    resends: false,
    query: 'running'
  },
  '401 ACCOUNT_SESSION_REFRESH_REQUIRED': {
    fault: errorResponseFault(401, 'ACCOUNT_SESSION_REFRESH_REQUIRED'),
    known: 'refused',
    submit: 'held',
    hold: 'sign-in',
    resends: false,
    query: 'running'
  },
  '401 NEED_API_KEY': {
    fault: errorResponseFault(401, 'NEED_API_KEY'),
    known: 'refused',
    submit: 'held',
    hold: 'key',
    resends: false,
    query: 'running'
  },
  '401 without a type': {
    fault: errorResponseFault(401, null),
    known: 'refused',
    submit: 'held',
    hold: 'key',
    resends: false,
    query: 'running'
  },
  '402 NEED_PURCHASE_CREDITS': {
    fault: errorResponseFault(402, 'NEED_PURCHASE_CREDITS'),
    known: 'refused',
    submit: 'held',
    hold: 'credits',
    resends: false,
    query: 'running'
  },
  '403 NEED_SUBSCRIBE': {
    fault: errorResponseFault(403, 'NEED_SUBSCRIBE'),
    known: 'refused',
    submit: 'held',
    hold: 'subscription',
    resends: false,
    query: 'running'
  },
  '404 CAPABILITY_NOT_ENABLED': {
    fault: errorResponseFault(404, 'CAPABILITY_NOT_ENABLED'),
    known: 'refused',
    submit: 'refused',
    resends: false,
    query: 'running'
  },
  '409 UPLOAD_NOT_READY': {
    fault: errorResponseFault(409, 'UPLOAD_NOT_READY'),
    known: 'refused',
    submit: 'submitting',
    resends: true,
    query: 'running'
  },
  '409 IDEMPOTENCY_CONFLICT': {
    fault: errorResponseFault(409, 'IDEMPOTENCY_CONFLICT'),
    known: 'unknown',
    submit: 'unconfirmed',
    resends: false,
    query: 'running'
  },
  '409 IDEMPOTENCY_IN_PROGRESS': {
    fault: errorResponseFault(409, 'IDEMPOTENCY_IN_PROGRESS'),
    known: 'unknown',
    submit: 'submitting',
    resends: true,
    query: 'running'
  },
  '410 UPLOAD_EXPIRED': {
    fault: errorResponseFault(410, 'UPLOAD_EXPIRED'),
    known: 'refused',
    submit: 'uploading',
    resends: false,
    query: 'running'
  },
  '429 RATE_LIMITED': {
    fault: errorResponseFault(429, 'RATE_LIMITED'),
    known: 'refused',
    submit: 'submitting',
    resends: true,
    query: 'running'
  },
  '503 CREDENTIAL_STORAGE_UNAVAILABLE': {
    fault: errorResponseFault(503, 'CREDENTIAL_STORAGE_UNAVAILABLE'),
    known: 'unknown',
    submit: 'submitting',
    resends: true,
    query: 'running'
  },
  '503 SUBMISSION_OUTCOME_UNKNOWN': {
    fault: errorResponseFault(503, 'SUBMISSION_OUTCOME_UNKNOWN', { hint: 'GET_RECENT_TASKS' }),
    known: 'unknown',
    submit: 'unconfirmed',
    resends: false,
    query: 'running'
  },
  '503 BILLING_OUTCOME_UNKNOWN with a task id': {
    fault: errorResponseFault(503, 'BILLING_OUTCOME_UNKNOWN', { hint: 'QUERY_TASK_ID_OR_CONTACT_SUPPORT', taskId: 'T9' }),
    known: 'unknown',
    submit: 'running',
    resends: false,
    query: 'running'
  },
  '503 REFUND_OUTCOME_UNKNOWN without a hint': {
    fault: errorResponseFault(503, 'REFUND_OUTCOME_UNKNOWN'),
    known: 'unknown',
    submit: 'unconfirmed',
    resends: false,
    query: 'running'
  },
  '503 BILLING_OUTCOME_UNKNOWN for support': {
    fault: errorResponseFault(503, 'BILLING_OUTCOME_UNKNOWN', {
      hint: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID',
      businessId: 'B1'
    }),
    known: 'unknown',
    submit: 'support',
    resends: false,
    query: 'support'
  },
  '503 TASK_PERSISTENCE_UNCERTAIN': {
    fault: errorResponseFault(503, 'TASK_PERSISTENCE_UNCERTAIN', { taskId: 'T9' }),
    known: 'accepted',
    submit: 'running',
    resends: false,
    query: 'running'
  },
  '404 TASK_NOT_FOUND': {
    fault: errorResponseFault(404, 'TASK_NOT_FOUND'),
    known: 'unknown',
    submit: 'unconfirmed',
    resends: false,
    query: 'running'
  },
  '502 BILLING_INVARIANT_FAILED': {
    fault: errorResponseFault(502, 'BILLING_INVARIANT_FAILED'),
    known: 'unknown',
    submit: 'support',
    resends: false,
    query: 'support'
  },
  TASK_QUERY_INTERRUPTED: {
    fault: errorResponseFault(503, 'TASK_QUERY_INTERRUPTED'),
    known: 'accepted',
    submit: 'unconfirmed',
    resends: false,
    query: 'running'
  },
  RESULT_MISSING: {
    fault: errorResponseFault(503, 'RESULT_MISSING'),
    known: 'accepted',
    submit: 'unconfirmed',
    resends: false,
    query: 'running'
  },
  '503 STORAGE_SERVICE_UNAVAILABLE': {
    fault: errorResponseFault(503, 'STORAGE_SERVICE_UNAVAILABLE'),
    known: 'unknown',
    submit: 'submitting',
    resends: true,
    query: 'running'
  },
  '504 UPSTREAM_TIMEOUT': {
    fault: errorResponseFault(504, 'UPSTREAM_TIMEOUT'),
    known: 'unknown',
    submit: 'submitting',
    resends: true,
    query: 'running'
  },
  'a request that was never sent': {
    fault: newFault('submit', 'not-sent', { message: 'ECONNREFUSED' }),
    known: 'refused',
    submit: 'queued',
    resends: true,
    query: 'running'
  },
  'a lost response': {
    fault: newFault('submit', 'lost', { message: 'UND_ERR_SOCKET' }),
    known: 'unknown',
    submit: 'unconfirmed',
    resends: true,
    query: 'running'
  },
  'a truncated body': {
    fault: newFault('submit', 'unreadable', { httpStatus: 200 }),
    known: 'unknown',
    submit: 'unconfirmed',
    resends: true,
    query: 'running'
  },
  'an unknown 4xx': { fault: errorResponseFault(418, 'TEAPOT'), known: 'refused', submit: 'refused', resends: false, query: 'running' },
  'an unknown 5xx': {
    fault: errorResponseFault(500, 'WHO_KNOWS'),
    known: 'unknown',
    submit: 'unconfirmed',
    resends: true,
    query: 'running'
  },
  'a 2xx error without a type': {
    fault: errorResponseFault(200, null),
    known: 'unknown',
    submit: 'unconfirmed',
    resends: true,
    query: 'running'
  }
}

describe('the error policy', () => {
  for (const [name, row] of Object.entries(rows)) {
    it(`${name}: ${row.submit} after a submission, ${row.query} after a status query`, () => {
      expect(policyFor(row.fault).outcome).toBe(row.known)

      const submitted = decide(
        sentTask({ inputs: [sampleInput] }),
        { kind: 'submit-failed', fault: row.fault },
        decisionContextAt(5_000)
      ).record
      expect(submitted.state.phase).toBe(row.submit)
      if (submitted.state.phase === 'held') expect(submitted.state.reason).toBe(row.hold)
      const resends =
        submitted.state.phase === 'queued' ||
        submitted.state.phase === 'submitting' ||
        (submitted.state.phase === 'unconfirmed' && submitted.state.mayResend)
      expect(resends).toBe(row.resends)
      expect(submitted.failure?.requestId ?? null).toBe(row.fault.requestId)
      if (row.known === 'refused' && submitted.state.phase !== 'uploading') expect(submitted.idempotencyKey).toBe('key-1')
      if (row.known !== 'refused') expect(submitted.inDoubt).toBe(true)

      const queried = decide(
        runningTask(),
        { kind: 'query-failed', fault: { ...row.fault, step: 'query' } },
        decisionContextAt(9_000)
      ).record
      expect(queried.state.phase).toBe(row.query)
      expect(queried.taskId).toBe('T1')
    })
  }

  it('doesn’t treat a rejection as final while an earlier send with the same idempotency key is unconfirmed', () => {
    for (const [name, row] of Object.entries(rows)) {
      if (row.known !== 'refused') continue
      const after = decide(sentTask({ inDoubt: true }), { kind: 'submit-failed', fault: row.fault }, decisionContextAt(5_000)).record
      expect(['unconfirmed', 'submitting'], name).toContain(after.state.phase)
      expect(after.idempotencyKey, name).toBe('key-1')
      expect(after.body, name).toBe(sentTask().body)
    }
  })

  it('honours Retry-After, and delays all tasks after a 429 but only the task itself after other errors', () => {
    const limited = decide(
      sentTask(),
      { kind: 'submit-failed', fault: errorResponseFault(429, 'RATE_LIMITED', { retryAfterInMs: 7_000 }) },
      decisionContextAt(5_000)
    )
    expect(limited.record.state).toMatchObject({ phase: 'submitting', isSent: false, notBefore: 12_000 })
    expect(limited.effects).toContainEqual({ kind: 'slow-down', delayInMs: 7_000 })
    const upstream = decide(
      sentTask(),
      { kind: 'submit-failed', fault: errorResponseFault(503, 'UPSTREAM_ERROR', { retryAfterInMs: 7_000 }) },
      decisionContextAt(5_000)
    )
    expect(upstream.effects).toEqual([])
  })

  it('retries once after CREDENTIAL_STORAGE_UNAVAILABLE, then leaves the task to support with its idempotency key', () => {
    const fault = errorResponseFault(503, 'CREDENTIAL_STORAGE_UNAVAILABLE', { retryAfterInMs: 3_000 })
    const once = decide(sentTask(), { kind: 'submit-failed', fault }, decisionContextAt(5_000)).record
    expect(once.state).toMatchObject({ phase: 'submitting', isSent: false, notBefore: 8_000 })
    const sent = decide(once, { kind: 'sending', body: once.body ?? '' }, decisionContextAt(8_000)).record
    const twice = decide(sent, { kind: 'submit-failed', fault }, decisionContextAt(8_100)).record
    expect(twice.state.phase).toBe('support')
    expect(twice.idempotencyKey).toBe('key-1')
    expect(twice.failure?.requestId).toBe('req-1')
  })

  it('checks a task that isn’t found for ten minutes, then leaves it to support and never sends it again', () => {
    const fault = { ...errorResponseFault(404, 'TASK_NOT_FOUND'), step: 'query' as const }
    const first = decide(runningTask(), { kind: 'query-failed', fault }, decisionContextAt(10_000))
    expect(first.effects).toContainEqual({ kind: 'read-recent' })
    const asked = decide(first.record, { kind: 'query-failed', fault }, decisionContextAt(20_000)).record
    const later = decide(asked, { kind: 'query-failed', fault }, decisionContextAt(10_000 + 599_000)).record
    expect(later.state.phase).toBe('running')
    const last = decide(later, { kind: 'query-failed', fault }, decisionContextAt(10_000 + 601_000)).record
    expect(last.state.phase).toBe('support')
    expect(last.taskId).toBe('T1')
  })

  it('doesn’t promise further checks once they have ended', () => {
    const fault = { ...errorResponseFault(404, 'TASK_NOT_FOUND'), step: 'query' as const }
    let unconfirmed = runningTask()
    for (let times = 1; times < 4; times += 1)
      unconfirmed = decide(unconfirmed, { kind: 'query-failed', fault }, decisionContextAt(times * 10_000)).record
    const last = decide(
      unconfirmed,
      { kind: 'query-failed', fault: { ...fault, requestId: 'req-9' } },
      decisionContextAt(10_000 + 601_000)
    ).record
    expect(last.failure).toMatchObject({ errorType: 'TASK_NOT_FOUND', requestId: 'req-9' })
    expect(last.failure?.code).toBe('status-timeout')
  })

  it('reads the contract again after the first query that returns CAPABILITY_NOT_ENABLED, but not after the others', () => {
    const fault = { ...errorResponseFault(404, 'CAPABILITY_NOT_ENABLED'), step: 'query' as const }
    const first = decide(runningTask(), { kind: 'query-failed', fault }, decisionContextAt(9_000))
    expect(first.effects).toContainEqual({ kind: 'capabilities-moved' })
    expect(decide(first.record, { kind: 'query-failed', fault }, decisionContextAt(19_000)).effects).toEqual([])
  })

  it('follows the hint GET_RECENT_TASKS even if the response names the task', () => {
    const named = { hint: 'GET_RECENT_TASKS', taskId: 'T9' } as const
    const after = decide(
      sentTask(),
      { kind: 'submit-failed', fault: errorResponseFault(503, 'SUBMISSION_OUTCOME_UNKNOWN', named) },
      decisionContextAt(5_000)
    )
    expect(after.record).toMatchObject({ taskId: 'T9', state: { phase: 'running', doubtedSince: 5_000 } })
    expect(after.effects).toContainEqual({ kind: 'read-recent' })
  })

  it('keeps the message about a face selection if a later query fails', () => {
    const asked = runningTask({ state: { phase: 'needs_input', notBefore: 0, faultsInARow: 0 } })
    const chosen = decide(asked, { kind: 'faces-chosen', arguments: '{}' }, decisionContextAt(4_000)).record
    const refused = decide(
      chosen,
      { kind: 'choice-failed', fault: errorResponseFault(429, 'RATE_LIMITED', { retryAfterInMs: 7_000 }) },
      decisionContextAt(5_000)
    )
    expect(refused.effects).toContainEqual({ kind: 'slow-down', delayInMs: 7_000 })
    expect(refused.record).toMatchObject({ state: { phase: 'needs_input' }, failure: { errorType: 'RATE_LIMITED' } })
    const fault = { ...errorResponseFault(503, 'UPSTREAM_ERROR'), step: 'query' as const }
    const after = decide(refused.record, { kind: 'query-failed', fault }, decisionContextAt(9_000)).record
    expect(after.failure).toEqual(refused.record.failure)
  })

  it('leaves a face selection to support if only support can help', () => {
    const asked = runningTask({ state: { phase: 'needs_input', notBefore: 0, faultsInARow: 0 } })
    const chosen = decide(asked, { kind: 'faces-chosen', arguments: '{}' }, decisionContextAt(4_000)).record
    const after = decide(
      chosen,
      { kind: 'choice-failed', fault: errorResponseFault(502, 'BILLING_INVARIANT_FAILED', { businessId: 'B7' }) },
      decisionContextAt(5_000)
    )
    expect(after.record).toMatchObject({ state: { phase: 'support' }, businessId: 'B7', choice: { fate: 'unknown' } })
  })

  describe('while the recent tasks are read', () => {
    const lost = decide(sentTask(), { kind: 'submit-failed', fault: newFault('submit', 'lost') }, decisionContextAt(5_000)).record
    const recent = (fault: Fault): Fault => ({ ...fault, step: 'recent' })

    it('retries once after CREDENTIAL_STORAGE_UNAVAILABLE, then stops and sends nothing', () => {
      const fault = recent(errorResponseFault(503, 'CREDENTIAL_STORAGE_UNAVAILABLE', { retryAfterInMs: 3_000 }))
      const once = decide(lost, { kind: 'recent-failed', fault }, decisionContextAt(8_000)).record
      expect(once.state).toMatchObject({ phase: 'unconfirmed', notBefore: 11_000 })
      const twice = decide(once, { kind: 'recent-failed', fault }, decisionContextAt(11_000)).record
      expect(twice).toMatchObject({ state: { phase: 'support' }, idempotencyKey: 'key-1', failure: { requestId: 'req-1' } })
    })

    it('stops at once if only support can help', () => {
      const fault = recent(errorResponseFault(502, 'BILLING_INVARIANT_FAILED'))
      expect(decide(lost, { kind: 'recent-failed', fault }, decisionContextAt(8_000)).record.state.phase).toBe('support')
    })

    it('doesn’t resend after a response that forbids it', () => {
      const fault = recent(errorResponseFault(503, 'SUBMISSION_OUTCOME_UNKNOWN'))
      const after = decide(lost, { kind: 'recent-failed', fault }, decisionContextAt(8_000)).record
      expect(after.state).toMatchObject({ phase: 'unconfirmed', mayResend: false })
    })

    it('resends with the same idempotency key if the service has no such list', () => {
      const after = decide(
        lost,
        { kind: 'recent-failed', fault: recent(errorResponseFault(404, 'NOT_FOUND')) },
        decisionContextAt(8_000)
      ).record
      expect(after).toMatchObject({ state: { phase: 'submitting', isSent: false }, idempotencyKey: 'key-1' })
    })
  })

  it('uploads again with a new idempotency key after UPLOAD_EXPIRED, because that is a definite rejection', () => {
    const after = decide(
      sentTask({ inputs: [sampleInput] }),
      { kind: 'submit-failed', fault: errorResponseFault(410, 'UPLOAD_EXPIRED') },
      decisionContextAt(5_000)
    )
    expect(after.record).toMatchObject({ idempotencyKey: 'key-next', attempt: 2, body: null })
    expect(after.effects).toContainEqual({ kind: 'forget-uploads' })
  })

  it('has a reason in every row', () => {
    for (const row of errorPolicy) expect(row.because, row.name).toMatch(/[A-Za-z].*[.]$/)
  })
})
