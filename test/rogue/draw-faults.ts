import { recoveryHints } from '../../shared/fault.ts'
import { callFault, type CallFault, type CallFaultKind, errorAnswer, fileFault, type FileFault, type RetryAfter } from './personality.ts'
import { pick } from './random.ts'

/** Spec section 7: status, type, and whether a service may say so of a call whose work is done. */
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

/** Faults of calls that come now and then, so that most calls pass. */
export function drawCallFaults(random: () => number): readonly CallFault[] {
  return Array.from({ length: 3 + Math.floor(random() * 6) }, () => {
    const on = pick(random, struck)
    const { does, afterWork } = drawCallFault(random, on)
    // What hangs holds a place of the client until a deadline.
    const times = does.kind === 'hang' ? 1 : null
    return callFault({
      on,
      does,
      afterWork,
      times,
      chance: pick(random, [0.02, 0.05, 0.15]),
      only: on === 'submit' ? pick(random, ['any', 'any', 'first', 'repetition']) : 'any'
    })
  })
}

function drawCallFault(random: () => number, on: (typeof struck)[number]): { readonly does: CallFaultKind; readonly afterWork: boolean } {
  const atByte = Math.floor(random() * random() * 200) - 1
  const isDone = random() < 0.5
  switch (pick(random, ['error', 'error', 'error', 'page', 'reset', 'reset', 'torn', 'hang', 'drip'] as const)) {
    case 'page':
      return { does: { kind: 'page', status: pick(random, [200, 502, 503]) }, afterWork: isDone }
    case 'reset':
      return { does: { kind: 'reset' }, afterWork: isDone }
    case 'torn':
      return { does: { kind: 'torn', atByte: Math.max(0, atByte) }, afterWork: isDone }
    case 'hang':
      return { does: { kind: 'hang', atByte }, afterWork: isDone }
    case 'drip':
      return { does: { kind: 'drip', bytesPerSecond: pick(random, [20, 200, 2_000]) }, afterWork: true }
    case 'error': {
      const [status, errorType, mayBeDone] = pick(random, errors)
      const isOutcomeUnknown = errorType?.endsWith('_OUTCOME_UNKNOWN') === true
      const afterWork = mayBeDone && isDone
      const does = errorAnswer(status, errorType, {
        retryAfter: drawRetryAfter(random),
        recovery: isOutcomeUnknown ? pick(random, [...recoveryHints, null]) : null,
        // Only what was made has a name.
        namesTask: random() < 0.5,
        hasRequestId: random() < 0.8,
        inTool: on === 'select_faces' || on === 'get_task_result' ? random() < 0.5 : false
      })
      return { does, afterWork: errorType === 'TASK_PERSISTENCE_UNCERTAIN' ? true : afterWork }
    }
  }
}

function drawRetryAfter(random: () => number): RetryAfter {
  const form = pick(random, ['imf-fixdate', 'rfc-850', 'asctime'] as const)
  return pick<RetryAfter>(random, [
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

/** Faults of results. Most end after a while; in one personality of eight some results are gone for good. */
export function drawFileFaults(random: () => number): readonly FileFault[] {
  const isForGood = random() < 0.125
  const passing = Array.from({ length: Math.floor(random() * 3) }, () =>
    fileFault({ does: drawFileFault(random), share: pick(random, [0.1, 0.3]), until: drawEnd(random) })
  )
  const dead = pick<FileFault['does']>(random, [
    { kind: 'status', status: 404 },
    { kind: 'page' },
    { kind: 'empty' },
    { kind: 'refused' },
    { kind: 'reset' }
  ])
  return isForGood ? [fileFault({ does: dead, share: 0.1 }), ...passing] : passing
}

function drawFileFault(random: () => number): FileFault['does'] {
  const atByte = 1 + Math.floor(random() * 500)
  return pick<FileFault['does']>(random, [
    { kind: 'status', status: pick(random, [404, 403, 500, 503]) },
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
  return pick<FileFault['until']>(random, [
    { is: 'seconds', count: 30 },
    { is: 'downloads', count: 1 },
    { is: 'downloads', count: 3 },
    { is: 'fresh-address' }
  ])
}
