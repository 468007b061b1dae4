import { recoveryHints } from '../../shared/task/fault.ts'
import {
  createCallFault,
  type CallFault,
  type CallFaultKind,
  createErrorFaultKind,
  createFileFault,
  type FileFault,
  type RetryAfter
} from './personality.ts'
import { pickRandom } from './random.ts'

/** Errors of spec section 7, and errors without a type. `mayBeDone` is true if the work may be done despite the error. */
const errors: readonly (readonly [status: number, errorType: string | null, mayBeDone: boolean])[] = [
  [400, 'INVALID_JSON', false],
  [400, 'VALIDATION_ERROR', false],
  [401, 'AUTHENTICATION_REQUIRED', false],
  [401, 'AUTHORIZATION_HEADER_INVALID', false],
  [401, 'API_KEY_INVALID_OR_REVOKED', false],
  [401, 'API_KEY_INVALID_CREDENTIAL', false],
  [401, 'ACCOUNT_SESSION_REFRESH_REQUIRED', false],
  [401, 'NEED_API_KEY', false],
  [402, 'NEED_PURCHASE_CREDITS', false],
  [403, 'NEED_SUBSCRIBE', false],
  [404, 'CAPABILITY_NOT_ENABLED', false],
  [404, 'TASK_NOT_FOUND', true],
  [409, 'UPLOAD_NOT_READY', false],
  [409, 'IDEMPOTENCY_CONFLICT', true],
  [409, 'IDEMPOTENCY_IN_PROGRESS', true],
  [409, null, true],
  [410, 'UPLOAD_EXPIRED', false],
  [429, 'RATE_LIMITED', false],
  [502, 'BILLING_INVARIANT_FAILED', true],
  [502, 'UPSTREAM_BROKEN', true],
  [503, 'CREDENTIAL_STORAGE_UNAVAILABLE', true],
  [503, 'SUBMISSION_OUTCOME_UNKNOWN', true],
  [503, 'BILLING_OUTCOME_UNKNOWN', true],
  [503, 'REFUND_OUTCOME_UNKNOWN', true],
  [503, 'TASK_PERSISTENCE_UNCERTAIN', true],
  [503, 'QUEUE_SERVICE_UNAVAILABLE', true],
  [503, 'TASK_QUERY_INTERRUPTED', true],
  [503, 'RESULT_MISSING', true],
  [500, null, true],
  [504, null, true]
]

const struck = [
  'submit',
  'submit',
  'submit',
  'query',
  'query',
  'recent',
  'upload',
  'transfer',
  'mcp',
  'get_task_result',
  'select_faces',
  'catalog'
] as const

/** Draws faults of calls. They are rare enough that most calls succeed. */
export function drawCallFaults(random: () => number): readonly CallFault[] {
  return Array.from({ length: 3 + Math.floor(random() * 6) }, () => {
    const on = pickRandom(random, struck)
    const { does, afterWork } = drawCallFault(random, on)
    // Limited to one call, because a hanging call occupies one of the client's slots until a deadline.
    const times = does.kind === 'hang' ? 1 : null
    return createCallFault({
      on,
      does,
      afterWork,
      times,
      chance: pickRandom(random, [0.02, 0.05, 0.15]),
      only: on === 'submit' ? pickRandom(random, ['any', 'any', 'first', 'repetition']) : 'any'
    })
  })
}

function drawCallFault(random: () => number, on: (typeof struck)[number]): { readonly does: CallFaultKind; readonly afterWork: boolean } {
  const atByte = Math.floor(random() * random() * 200) - 1
  const isDone = random() < 0.5
  switch (pickRandom(random, ['error', 'error', 'error', 'page', 'reset', 'reset', 'torn', 'hang', 'drip'] as const)) {
    case 'page':
      return { does: { kind: 'page', status: pickRandom(random, [200, 502, 503]) }, afterWork: isDone }
    case 'reset':
      return { does: { kind: 'reset' }, afterWork: isDone }
    case 'torn':
      return { does: { kind: 'torn', atByte: Math.max(0, atByte) }, afterWork: isDone }
    case 'hang':
      return { does: { kind: 'hang', atByte }, afterWork: isDone }
    case 'drip':
      return { does: { kind: 'drip', bytesPerSecond: pickRandom(random, [20, 200, 2_000]) }, afterWork: true }
    case 'error': {
      const [status, errorType, mayBeDone] = pickRandom(random, errors)
      const isOutcomeUnknown = errorType?.endsWith('_OUTCOME_UNKNOWN') === true
      const afterWork = mayBeDone && isDone
      const does = createErrorFaultKind(status, errorType, {
        retryAfter: drawRetryAfter(random),
        recovery: isOutcomeUnknown ? pickRandom(random, [...recoveryHints, null]) : null,
        // Has no effect if no task was created.
        namesTask: random() < 0.5,
        hasRequestId: random() < 0.8,
        inTool: on === 'select_faces' || on === 'get_task_result' ? random() < 0.5 : false
      })
      return { does, afterWork: errorType === 'TASK_PERSISTENCE_UNCERTAIN' ? true : afterWork }
    }
  }
}

function drawRetryAfter(random: () => number): RetryAfter {
  const form = pickRandom(random, ['imf-fixdate', 'rfc-850', 'asctime'] as const)
  return pickRandom<RetryAfter>(random, [
    { as: 'absent' },
    { as: 'absent' },
    { as: 'seconds', seconds: 0 },
    { as: 'seconds', seconds: 3 },
    { as: 'date', form, inSeconds: 2 },
    { as: 'date', form, inSeconds: -120 },
    { as: 'text', text: 'abc 1' },
    { as: 'text', text: '-5' }
  ])
}

/** Draws faults of results. Most are temporary. In one of eight personalities, some results are permanently lost. */
export function drawFileFaults(random: () => number): readonly FileFault[] {
  const isForGood = random() < 0.125
  const passing = Array.from({ length: Math.floor(random() * 3) }, () =>
    createFileFault({ does: drawFileFault(random), share: pickRandom(random, [0.1, 0.3]), until: drawEnd(random) })
  )
  const dead = pickRandom<FileFault['does']>(random, [
    { kind: 'status', status: 404 },
    { kind: 'page' },
    { kind: 'empty' },
    { kind: 'refused' },
    { kind: 'reset' }
  ])
  return isForGood ? [createFileFault({ does: dead, share: 0.1 }), ...passing] : passing
}

function drawFileFault(random: () => number): FileFault['does'] {
  const atByte = 1 + Math.floor(random() * 500)
  return pickRandom<FileFault['does']>(random, [
    { kind: 'status', status: pickRandom(random, [404, 403, 500, 503]) },
    { kind: 'page' },
    { kind: 'empty' },
    { kind: 'refused' },
    { kind: 'reset' },
    { kind: 'torn', atByte, saysLength: true },
    { kind: 'torn', atByte, saysLength: false },
    { kind: 'drip', bytesPerSecond: 2_000 },
    { kind: 'replaced', atByte }
  ])
}

function drawEnd(random: () => number): FileFault['until'] {
  return pickRandom<FileFault['until']>(random, [
    { is: 'seconds', count: 30 },
    { is: 'downloads', count: 1 },
    { is: 'downloads', count: 3 },
    { is: 'fresh-address' }
  ])
}
