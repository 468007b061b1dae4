import type { FaultSpec } from '../../electron/practice/fault-injector.ts'
import { recoveryHints } from '../../shared/task/fault.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'

/** An error response, usually from spec section 7. `mayBeDone`: true if a compliant service may send it even though the work was done. */
type Refusal = { readonly httpStatus: number; readonly errorType: string; readonly mayBeDone: boolean }

const refusals: readonly Refusal[] = [
  ...[
    [400, 'INVALID_JSON'],
    [400, 'VALIDATION_ERROR'],
    [401, 'AUTHENTICATION_REQUIRED'],
    [401, 'AUTHORIZATION_HEADER_INVALID'],
    [401, 'API_KEY_INVALID_OR_REVOKED'],
    [401, 'API_KEY_INVALID_CREDENTIAL'],
    [401, 'ACCOUNT_SESSION_REFRESH_REQUIRED'],
    [401, 'NEED_API_KEY'],
    [402, 'NEED_PURCHASE_CREDITS'],
    [403, 'NEED_SUBSCRIBE'],
    [404, 'CAPABILITY_NOT_ENABLED'],
    [409, 'UPLOAD_NOT_READY'],
    [410, 'UPLOAD_EXPIRED'],
    [429, 'RATE_LIMITED']
  ].map(([httpStatus, errorType]) => ({ httpStatus: Number(httpStatus), errorType: String(errorType), mayBeDone: false })),
  ...[
    [404, 'TASK_NOT_FOUND'],
    [409, 'IDEMPOTENCY_CONFLICT'],
    [409, 'IDEMPOTENCY_IN_PROGRESS'],
    [500, 'SOMETHING_NEW'],
    [502, 'BILLING_INVARIANT_FAILED'],
    [502, 'UPSTREAM_BROKEN'],
    [503, 'CREDENTIAL_STORAGE_UNAVAILABLE'],
    [503, 'SUBMISSION_OUTCOME_UNKNOWN'],
    [503, 'BILLING_OUTCOME_UNKNOWN'],
    [503, 'REFUND_OUTCOME_UNKNOWN'],
    [503, 'TASK_PERSISTENCE_UNCERTAIN'],
    [503, 'TASK_QUERY_INTERRUPTED'],
    [503, 'RESULT_MISSING'],
    [503, 'TASK_SERVICE_UNAVAILABLE'],
    [504, 'UPSTREAM_TIMEOUT']
  ].map(([httpStatus, errorType]) => ({ httpStatus: Number(httpStatus), errorType: String(errorType), mayBeDone: true }))
]

const targets = [
  'submit',
  'submit',
  'submit',
  'query',
  'query',
  'upload',
  'transfer',
  'recent',
  'recent',
  'catalog',
  'openapi',
  'download',
  'mcp',
  'mcp-tool',
  'mcp-tool'
] as const
type Target = (typeof targets)[number]

/** Returns a random fault. If an error response guarantees that no task was created, the fault doesn't create one. */
export function nextFault(random: () => number): FaultSpec {
  const on = pickFrom(random, targets)
  const spec = { on, times: random() < 0.8 ? 1 : 2, skip: Math.floor(random() * 3), do: faultOn(on, random) }
  return on === 'mcp-tool' && random() < 0.8 ? { ...spec, tool: 'select_faces' } : spec
}

function faultOn(on: Target, random: () => number): FaultSpec['do'] {
  // Incomplete lists of recent tasks are frequent, because a client may draw wrong conclusions from them.
  if (on === 'recent' && random() < 0.5) return specialOn(on, random)
  const kinds = ['lose', 'lose', 'tear', 'half-json', 'stall', 'slow', 'html', 'refuse', 'refuse', 'refuse', 'special'] as const
  switch (pickFrom(random, kinds)) {
    case 'lose':
      return { kind: 'lose-answer', workIsDone: random() < 0.5 }
    case 'tear':
      return { kind: 'tear-answer' }
    case 'half-json':
      return { kind: 'half-json' }
    case 'stall':
      // MCP calls aren't delayed, because Kiln can't distinguish a delayed face selection from a lost one. The user might choose again.
      return on === 'mcp-tool' || on === 'mcp'
        ? { kind: 'slow-body', durationInMs: 100 + random() * 400 }
        : { kind: 'delay', delayInMs: 100 + random() * 900 }
    case 'slow':
      return { kind: 'slow-body', durationInMs: 50 + random() * 300 }
    case 'html':
      return { kind: 'html', httpStatus: pickFrom(random, [200, 502, 503]), workIsDone: random() < 0.5 }
    case 'refuse':
      return refusalOn(on, random)
    case 'special':
      return specialOn(on, random)
  }
}

function refusalOn(on: Target, random: () => number): FaultSpec['do'] {
  const { httpStatus, errorType, mayBeDone } = pickFrom(random, refusals)
  const workIsDone = on === 'query' || (mayBeDone && (errorType === 'TASK_PERSISTENCE_UNCERTAIN' || random() < 0.5))
  const isOwn = workIsDone && (errorType === 'TASK_PERSISTENCE_UNCERTAIN' || random() < 0.5)
  return {
    kind: 'error',
    httpStatus,
    errorType,
    workIsDone,
    ...(isOwn && { taskId: 'own' }),
    ...(random() < 0.5 && { retryAfterInSeconds: Math.floor(random() * 5) }),
    ...(errorType.endsWith('_OUTCOME_UNKNOWN') && { recovery: pickFrom(random, recoveryHints), businessId: 'business-1' })
  }
}

function specialOn(on: Target, random: () => number): FaultSpec['do'] {
  switch (on) {
    case 'submit':
      return pickFrom(random, [
        { kind: 'break-request', afterBytes: 1 } as const,
        { kind: 'fail-task', isRefunded: true } as const,
        { kind: 'fail-task', isRefunded: false } as const
      ])
    case 'query':
      return pickFrom(random, [
        { kind: 'expired-result' } as const,
        { kind: 'expired-result' } as const,
        { kind: 'no-result' } as const,
        { kind: 'flat-answer' } as const,
        { kind: 'status', status: 'brewing' } as const,
        { kind: 'fail-task', isRefunded: random() < 0.5 } as const
      ])
    case 'transfer':
      return { kind: 'break-request', afterBytes: 500 }
    case 'recent':
      return { kind: 'recent-shape', shape: pickFrom(random, ['bare-ids', 'bare-list', 'empty']) }
    case 'mcp':
      return { kind: 'event-stream' }
    case 'upload':
    case 'catalog':
    case 'openapi':
    case 'download':
    case 'mcp-tool':
      return { kind: 'lose-answer', workIsDone: random() < 0.5 }
  }
}
