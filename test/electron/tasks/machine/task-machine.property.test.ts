import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextSteps } from '../../../../electron/tasks/machine/next-step.ts'
import type { TaskEvent } from '../../../../electron/tasks/machine/task-event.ts'
import { decide } from '../../../../electron/tasks/machine/task-machine.ts'
import type { SavedResult, TaskRecord } from '../../../../electron/tasks/machine/task-record.ts'
import { newFault, recoveryHints, type Fault } from '../../../../shared/task/fault.ts'
import { sampleBody, sampleTask } from './sample-task.ts'

const errorTypes = [
  'VALIDATION_ERROR',
  'API_KEY_INVALID_OR_REVOKED',
  'ACCOUNT_SESSION_REFRESH_REQUIRED',
  'NEED_PURCHASE_CREDITS',
  'NEED_SUBSCRIBE',
  'CAPABILITY_NOT_ENABLED',
  'UPLOAD_NOT_READY',
  'IDEMPOTENCY_CONFLICT',
  'IDEMPOTENCY_IN_PROGRESS',
  'UPLOAD_EXPIRED',
  'RATE_LIMITED',
  'CREDENTIAL_STORAGE_UNAVAILABLE',
  'SUBMISSION_OUTCOME_UNKNOWN',
  'TASK_PERSISTENCE_UNCERTAIN',
  'TASK_NOT_FOUND',
  'BILLING_INVARIANT_FAILED',
  'RESULT_MISSING',
  'UPSTREAM_TIMEOUT',
  'X_SERVICE_UNAVAILABLE',
  'SOMETHING_NEW',
  null
] as const

const faults: fc.Arbitrary<Fault> = fc
  .record({
    kind: fc.constantFrom('refusal', 'not-sent', 'lost', 'unreadable', 'local' as const),
    errorType: fc.constantFrom(...errorTypes),
    httpStatus: fc.constantFrom(200, 400, 401, 402, 403, 404, 409, 410, 429, 500, 502, 503, null),
    hint: fc.constantFrom(...recoveryHints, null),
    taskId: fc.constantFrom('T1', null),
    retryAfterInMs: fc.option(fc.nat(10_000))
  })
  .map(({ kind, ...known }) =>
    kind === 'refusal'
      ? newFault('submit', kind, known)
      : newFault('submit', kind, { localReason: kind === 'local' ? 'file-missing' : null })
  )

const refusedUpload = {
  field: 'imageUrls',
  path: '/photo.png',
  fileName: 'photo.png',
  command: 'curl | sh',
  fileUrl: 'https://x/photo.png'
}
const answered = { creditsRequired: null, creditsConsumed: 5, usageDeferred: null }
const result: SavedResult = {
  id: 'r',
  index: 0,
  path: '/x.png',
  contentType: 'image/png',
  medium: 'image',
  bytes: 1,
  sha256: 'ab',
  width: 1,
  height: 1,
  savedAt: 1
}

const events: fc.Arbitrary<TaskEvent> = fc.oneof(
  fc.constantFrom<TaskEvent>(
    { kind: 'restarted' },
    { kind: 'upload-began' },
    { kind: 'upload-refused', fault: newFault('transfer', 'local', { localReason: 'upload-command-refused' }), upload: refusedUpload },
    { kind: 'uploaded' },
    { kind: 'uploaded-by-hand' },
    { kind: 'sending', body: sampleBody },
    { kind: 'sending', body: sampleBody },
    { kind: 'submitted', answer: { taskId: 'T1', ...answered }, httpStatus: 200, requestId: 'r' },
    { kind: 'recent-read', foundTaskId: null, requestId: null },
    { kind: 'recent-read', foundTaskId: 'T1', requestId: null },
    { kind: 'faces-chosen', arguments: '{"faceIds":["a"]}' },
    { kind: 'faces-taken' },
    { kind: 'kept', index: 0, result, downloadSha256: 'ab', isTorn: false },
    { kind: 'account-held', reason: 'key' },
    { kind: 'account-fixed' },
    { kind: 'questioned', question: { kind: 'price', before: 5, now: 6 } },
    { kind: 'questioned', question: { kind: 'limit', committed: 5, limit: 9, credits: 5 } },
    { kind: 'price-agreed' },
    { kind: 'copy-agreed' },
    { kind: 'question-dropped', about: 'price' },
    { kind: 'question-dropped', about: 'limit' },
    { kind: 'cancelled' },
    { kind: 'cancel-undone' },
    { kind: 'look-again' },
    { kind: 'woke' },
    { kind: 'twin-found', index: 0, sha256: 'ab' },
    { kind: 'recent-read', foundTaskId: null, isAbsent: true, requestId: null },
    { kind: 'questioned', question: { kind: 'copy' } },
    { kind: 'fetch-again', indexes: [0] },
    { kind: 'hidden' },
    { kind: 'unhidden' }
  ),
  faults.map((fault): TaskEvent => ({ kind: 'upload-failed', fault: { ...fault, step: 'transfer' } })),
  faults.map((fault): TaskEvent => ({ kind: 'submit-failed', fault })),
  faults.map((fault): TaskEvent => ({ kind: 'recent-failed', fault: { ...fault, step: 'recent' } })),
  faults.map((fault): TaskEvent => ({ kind: 'query-failed', fault: { ...fault, step: 'query' } })),
  faults.map((fault): TaskEvent => ({ kind: 'choice-failed', fault: { ...fault, step: 'select-faces' } })),
  faults.map((fault): TaskEvent => ({ kind: 'keep-failed', index: 0, fault: { ...fault, step: 'download' } })),
  fc
    .record({
      status: fc.constantFrom('processing', 'COMPLETED', ' success ', 'failed', 'NEEDS_INPUT', null),
      urls: fc.constantFrom([], ['https://x/a.png'])
    })
    .map(({ status, urls }): TaskEvent => ({
      kind: 'queried',
      answer: { status, urls, failureMessage: null, retryAfterInMs: null, ...answered },
      stems: urls.map(() => '/library/a'),
      httpStatus: 200,
      requestId: null
    }))
)

describe('the task machine, over any sequence of events', () => {
  it('keeps invariants I1 to I5', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(events, fc.nat(120_000)), { maxLength: 60 }), (history) => {
        let record = sampleTask()
        let now = 1_000
        let keys = 0
        const bodyOfKey = new Map<string, string>()
        for (const [event, passedInMs] of history) {
          now += passedInMs
          keys += 1
          const before = record
          record = decide(before, event, { now, random: 0.3, timeScale: 1, nextKey: `next-${keys}` }).record
          holdInvariants(before, event, record, bodyOfKey)
        }
      }),
      { numRuns: 3_000 }
    )
  })
})

const settled = ['done', 'failed', 'refused', 'cancelled']

function holdInvariants(before: TaskRecord, event: TaskEvent, after: TaskRecord, bodyOfKey: Map<string, string>): void {
  const was = before.state.phase
  const is = after.state.phase
  // I1: the record of a sent request contains its body and time. Only the `sending` event, which is journaled first, marks it as sent.
  if (after.state.phase === 'submitting' && after.state.isSent) {
    expect(after.body).not.toBeNull()
    expect(after.submittedAt).not.toBeNull()
    if (!(before.state.phase === 'submitting' && before.state.isSent)) expect(event.kind).toBe('sending')
  }
  // I2: each key has one body. A task gets a new key only after a definite rejection, and never while it is unconfirmed.
  if (after.body !== null) {
    expect(bodyOfKey.get(after.idempotencyKey) ?? after.body).toBe(after.body)
    bodyOfKey.set(after.idempotencyKey, after.body)
  }
  if (after.idempotencyKey !== before.idempotencyKey) {
    expect(before.inDoubt).toBe(false)
    expect(event.kind === 'submit-failed' && ['UPLOAD_EXPIRED', 'UPLOAD_NOT_READY', null].includes(event.fault.errorType)).toBe(true)
  }
  // I3: only evidence or the user's decision makes a task's outcome certain. Until then, no outcome is reported. If the user cancels the
  // task, it isn't reported as not charged.
  if (before.inDoubt && !after.inDoubt) {
    const isProof = event.kind === 'recent-read' && (event.foundTaskId !== null || event.isAbsent === true)
    expect(event.kind === 'submitted' || isProof || event.kind === 'copy-agreed').toBe(true)
  }
  if (after.inDoubt && after.taskId === null) expect(['submitting', 'unconfirmed', 'held', 'support', 'cancelled']).toContain(is)
  if (after.inDoubt && is === 'cancelled') expect(after.credits.state).not.toBe('not-charged')
  // I4: a task never loses its task ID. A task with a task ID never returns to a phase before submission.
  if (before.taskId !== null) {
    expect(after.taskId).toBe(before.taskId)
    expect(['running', 'needs_input', 'selecting', 'collecting', 'done', 'failed', 'support']).toContain(is)
  }
  // A face selection is sent only while the service waits for one. It isn't sent while an earlier selection may have arrived.
  if (is === 'selecting' && was !== 'selecting') {
    expect(event.kind).toBe('faces-chosen')
    expect(was).toBe('needs_input')
    expect(after.choice?.fate).toBe('on-the-way')
  }
  if (is === 'needs_input') expect(['taken', 'not-taken', undefined]).toContain(after.choice?.fate)
  // I5: done means that every output is on disk.
  if (after.state.phase === 'done') {
    for (const output of after.state.outputs) expect(output.result).not.toBeNull()
  }
  // A final state stays final, unless the user reopens the task. Every other state has a next step, or waits for the user or the service.
  const isReopened = (was === 'done' && event.kind === 'fetch-again') || (was === 'cancelled' && event.kind === 'cancel-undone')
  if (isReopened) expect(['collecting', 'queued', 'submitting']).toContain(is)
  else if (settled.includes(was)) expect(is).toBe(was)
  const isByHand = after.state.phase === 'uploading' && after.state.byHand !== null
  const needsUserOrService = isByHand || is === 'held' || is === 'support' || (after.state.phase === 'submitting' && after.state.isSent)
  if (!settled.includes(is) && !needsUserOrService) expect(nextSteps(after)).not.toEqual([])
}

/** A service that behaves as the spec promises. An idempotency key gives one task and one charge, however often it is sent. */
class HonestService {
  readonly charges = new Map<string, number>()
  readonly taskOfKey = new Map<string, string>()
  take(key: string): string {
    const known = this.taskOfKey.get(key)
    if (known !== undefined) return known
    const taskId = `T${this.taskOfKey.size + 1}`
    this.taskOfKey.set(key, taskId)
    this.charges.set(key, 1)
    return taskId
  }
}

describe('the task machine with an unpredictable service and network', () => {
  const conditions = fc.constantFrom(
    'well',
    'lost-before',
    'lost-after',
    'refused',
    'credits',
    'expired',
    'busy',
    'in-progress',
    'killed-before',
    'killed-after',
    'not-sent',
    'torn'
  )

  it('charges a task at most once, and never reports charged credits as not charged', () => {
    fc.assert(
      fc.property(fc.array(conditions, { minLength: 1, maxLength: 30 }), fc.boolean(), (days, recentNamesKeys) => {
        const service = new HonestService()
        let record = sampleTask()
        let now = 1_000
        let keys = 0
        const tell = (event: TaskEvent): void => {
          keys += 1
          record = decide(record, event, { now, random: 0.3, timeScale: 1, nextKey: `next-${keys}` }).record
        }
        for (const day of days) {
          now += 90_000
          if (record.state.phase === 'held') tell({ kind: 'account-fixed' })
          const [step] = nextSteps(record)
          if (step?.lane === 'look') {
            const taskId = service.taskOfKey.get(record.idempotencyKey) ?? null
            tell({ kind: 'recent-read', foundTaskId: recentNamesKeys ? taskId : null, requestId: null })
            continue
          }
          if (step?.lane !== 'send') continue
          tell({ kind: 'sending', body: sampleBody })
          if (record.state.phase !== 'submitting') continue
          answer(day, service, record.idempotencyKey, tell)
        }
        const total = [...service.charges.values()].reduce((sum, one) => sum + one, 0)
        expect(total).toBeLessThanOrEqual(1)
        if (record.state.phase === 'refused' || record.state.phase === 'cancelled') expect(total).toBe(0)
        if (record.credits.state === 'not-charged' || record.credits.state === 'not-sent') expect(total).toBe(0)
        if (total === 1) expect(['submitting', 'unconfirmed', 'running', 'support']).toContain(record.state.phase)
      }),
      { numRuns: 3_000 }
    )
  })
})

function answer(day: string, service: HonestService, key: string, tell: (event: TaskEvent) => void): void {
  const refused = (httpStatus: number, errorType: string): void =>
    tell({ kind: 'submit-failed', fault: newFault('submit', 'refusal', { httpStatus, errorType }) })
  const accepted = (): void =>
    tell({
      kind: 'submitted',
      answer: { taskId: service.take(key), creditsRequired: null, creditsConsumed: 5, usageDeferred: null },
      httpStatus: 200,
      requestId: null
    })
  switch (day) {
    case 'well':
      return accepted()
    case 'lost-before':
      return tell({ kind: 'submit-failed', fault: newFault('submit', 'lost') })
    case 'lost-after':
      service.take(key)
      return tell({ kind: 'submit-failed', fault: newFault('submit', 'lost') })
    case 'torn':
      service.take(key)
      return tell({ kind: 'submit-failed', fault: newFault('submit', 'unreadable', { httpStatus: 200 }) })
    case 'refused':
      return refused(400, 'VALIDATION_ERROR')
    case 'credits':
      return refused(402, 'NEED_PURCHASE_CREDITS')
    case 'expired':
      return refused(410, 'UPLOAD_EXPIRED')
    case 'busy':
      service.take(key)
      return refused(503, 'UPSTREAM_TIMEOUT')
    case 'in-progress':
      service.take(key)
      return refused(409, 'IDEMPOTENCY_IN_PROGRESS')
    case 'not-sent':
      return tell({ kind: 'submit-failed', fault: newFault('submit', 'not-sent') })
    case 'killed-before':
      return tell({ kind: 'restarted' })
    case 'killed-after':
      service.take(key)
      return tell({ kind: 'restarted' })
    default:
      throw new Error(day)
  }
}
