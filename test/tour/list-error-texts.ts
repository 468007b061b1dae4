import type { QueryResponse } from '../../electron/tasks/machine/responses.ts'
import { lostFaceSelectionFailure } from '../../electron/tasks/machine/failure-from-fault.ts'
import type { TaskEvent } from '../../electron/tasks/machine/task-event.ts'
import { decide } from '../../electron/tasks/machine/task-machine.ts'
import type { SavedResult, TaskRecord } from '../../electron/tasks/machine/task-record.ts'
import { accountBannerContent } from '../../renderer/account/account-banner-content.ts'
import { batchConfirmationText } from '../../renderer/queue/batch-confirmation-text.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import { sendConfirmationText } from '../../shared/phrases/send-confirmation-phrases.ts'
import { spendingGuardText } from '../../renderer/spending/spending-guard-text.ts'
import { newFault, recoveryHints, type Fault } from '../../shared/task/fault.ts'
import { holdReasons } from '../../shared/task/task.ts'
import {
  decisionContextAt,
  collectingTask,
  pendingOutput,
  errorResponseFault,
  runningTask,
  sampleInput,
  sampleTask,
  sentTask
} from '../electron/tasks/machine/sample-task.ts'

/** A user-facing text of an error state. `mayHavePaid`: true if submitting the same values as a new task could charge the user twice. */
export type ErrorText = {
  readonly when: string
  readonly what: string
  readonly message: string
  readonly advice: string
  readonly mayHavePaid: boolean
}

/** Every fault in section 7 of the spec. Also other faults of the connection, the service or this computer. */
const faults: readonly (readonly [string, Fault])[] = [
  ...(
    [
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
      [409, 'IDEMPOTENCY_CONFLICT'],
      [409, 'IDEMPOTENCY_IN_PROGRESS'],
      [410, 'UPLOAD_EXPIRED'],
      [429, 'RATE_LIMITED'],
      [503, 'CREDENTIAL_STORAGE_UNAVAILABLE'],
      [503, 'TASK_PERSISTENCE_UNCERTAIN'],
      [404, 'TASK_NOT_FOUND'],
      [502, 'BILLING_INVARIANT_FAILED'],
      [503, 'TASK_QUERY_INTERRUPTED'],
      [503, 'RESULT_MISSING'],
      [503, 'QUEUE_SERVICE_UNAVAILABLE'],
      [502, 'UPSTREAM_TIMEOUT'],
      [408, null],
      [409, null],
      [418, null],
      [500, null]
    ] as const
  ).map(
    ([httpStatus, errorType]) => [`${httpStatus} ${errorType ?? 'without a type'}`, errorResponseFault(httpStatus, errorType)] as const
  ),
  ...(['SUBMISSION_OUTCOME_UNKNOWN', 'BILLING_OUTCOME_UNKNOWN', 'REFUND_OUTCOME_UNKNOWN'] as const).flatMap((errorType) =>
    [null, ...recoveryHints].map(
      (hint) => [`503 ${errorType}, ${hint === null ? 'no hint' : `hint ${hint}`}`, errorResponseFault(503, errorType, { hint })] as const
    )
  ),
  ['the network is unreachable', newFault('submit', 'not-sent', { message: 'ECONNREFUSED' })],
  ['no response arrived', newFault('submit', 'lost', { message: 'ECONNRESET' })],
  ['the response is unreadable', newFault('submit', 'unreadable', { httpStatus: 200 })],
  ['the network’s sign-in page', newFault('submit', 'unreadable', { httpStatus: 200, networkBlock: 'sign-in-page' })],
  ...(['certificate', 'proxy-password', 'proxy-refusal', 'proxy-script'] as const).map(
    (networkBlock) =>
      [
        `blocked by: ${networkBlock}`,
        newFault('submit', 'not-sent', { networkBlock, message: networkBlock === 'certificate' ? 'CERT_HAS_EXPIRED' : null })
      ] as const
  ),
  ...(
    [
      'file-missing',
      'file-changed',
      'file-unreadable',
      'disk-full',
      'folder-missing',
      'folder-not-writable',
      'upload-command-refused',
      'unexpected'
    ] as const
  ).map((localReason) => {
    const message = localReason === 'unexpected' ? 'EIO' : 'vase.png'
    const uploadRejection = localReason === 'upload-command-refused' ? ({ code: 'pipe', params: {} } as const) : null
    return [`this computer: ${localReason}`, newFault('transfer', 'local', { localReason, message, uploadRejection })] as const
  })
]

const uploading = sampleTask({ inputs: [sampleInput], state: { phase: 'uploading', notBefore: 0, tries: 0, byHand: null } })
const asked = runningTask({ state: { phase: 'needs_input', notBefore: 0, faultsInARow: 0 } })
const collecting = collectingTask([pendingOutput()])

/** Moments at which a fault can occur, with the task's state at that moment. `isFor`: true if the fault can occur then. */
const moments: readonly {
  readonly when: string
  readonly task: TaskRecord
  readonly event: (fault: Fault) => TaskEvent
  readonly isFor: (fault: Fault) => boolean
}[] = [
  {
    when: 'While files are uploaded',
    task: uploading,
    event: (fault) => ({ kind: 'upload-failed', fault: { ...fault, step: fault.kind === 'local' ? 'transfer' : 'upload-ticket' } }),
    isFor: ({ kind, localReason }) => kind !== 'local' || !isOfLibrary(localReason)
  },
  {
    when: 'When it is sent',
    task: sentTask({ inputs: [sampleInput] }),
    event: (fault) => ({ kind: 'submit-failed', fault }),
    isFor: isFromOutside
  },
  {
    when: 'When it is sent again after a lost response',
    task: sentTask({ inputs: [sampleInput], inDoubt: true }),
    event: (fault) => ({ kind: 'submit-failed', fault }),
    isFor: isFromOutside
  },
  {
    when: 'When its status is checked',
    task: runningTask(),
    event: (fault) => ({ kind: 'query-failed', fault: { ...fault, step: 'query' } }),
    isFor: isFromOutside
  },
  {
    when: 'When faces are chosen',
    task: decide(asked, { kind: 'faces-chosen', arguments: '{}' }, decisionContextAt(1)).record,
    event: (fault) => ({ kind: 'choice-failed', fault: { ...fault, step: 'select-faces' } }),
    isFor: isFromOutside
  },
  {
    when: 'When a result is downloaded',
    task: collecting,
    event: (fault) => ({ kind: 'keep-failed', index: 0, fault: { ...fault, step: 'download' } }),
    isFor: ({ kind, localReason }) => kind !== 'local' || isOfLibrary(localReason) || localReason === 'unexpected'
  }
]

function isOfLibrary(reason: Fault['localReason']): boolean {
  return reason === 'disk-full' || reason === 'folder-missing' || reason === 'folder-not-writable'
}

function isFromOutside({ kind }: Fault): boolean {
  return kind !== 'local'
}

/** Returns every text of an error state, as generated by the task state machine. */
export function listErrorTexts(): readonly ErrorText[] {
  const fromFaults = moments.flatMap(({ when, task, event, isFor }) =>
    faults
      .filter(([, fault]) => isFor(fault))
      .flatMap(([what, fault]) => {
        const { record } = decide(task, event(fault), decisionContextAt(5_000))
        const { failure } = record
        if (failure === null) return []
        const isAtService = record.taskId !== null || record.inDoubt || record.state.phase === 'support'
        return [{ when, what, ...failureText(failure), mayHavePaid: isAtService && record.state.phase !== 'failed' }]
      })
  )
  const lostChoice = lostFaceSelectionFailure(0)
  return [
    ...fromFaults,
    ...lastText(),
    { when: 'When faces are chosen', what: 'the service reports that it is still waiting', ...failureText(lostChoice), mayHavePaid: false },
    ...bannerText(),
    ...askedFirst(),
    ...askedAfterWaiting()
  ]
}

/** Returns the texts for states in which Kiln no longer retries automatically. */
function lastText(): readonly ErrorText[] {
  const storage = errorResponseFault(503, 'CREDENTIAL_STORAGE_UNAVAILABLE')
  const unconfirmed = decide(
    sentTask(),
    { kind: 'submit-failed', fault: errorResponseFault(409, 'IDEMPOTENCY_CONFLICT') },
    decisionContextAt(5_000)
  ).record
  const notFound = decide(
    runningTask(),
    { kind: 'query-failed', fault: errorResponseFault(404, 'TASK_NOT_FOUND') },
    decisionContextAt(5_000)
  ).record
  const twice = (task: TaskRecord, event: TaskEvent): TaskRecord => {
    const once = decide(task, event, decisionContextAt(5_000)).record
    const again =
      event.kind === 'submit-failed' ? decide(once, { kind: 'sending', body: once.body ?? '' }, decisionContextAt(6_000)).record : once
    return decide(again, event, decisionContextAt(7_000)).record
  }
  /** Applies the event repeatedly, until long after every limit. */
  const often = (task: TaskRecord, event: TaskEvent): TaskRecord => {
    let record = task
    for (let times = 0; times < 8; times += 1) record = decide(record, event, decisionContextAt(times * 20 * 60_000)).record
    return record
  }
  const result = { index: 0 } as SavedResult
  const finished: QueryResponse = {
    status: 'completed',
    urls: [],
    failureMessage: null,
    creditsRequired: null,
    creditsConsumed: null,
    usageDeferred: null,
    retryAfterInMs: null
  }
  const waiting = collectingTask([pendingOutput({ needsFreshUrl: true })])
  const three = { ...collectingTask([pendingOutput({ result: { index: 0 } as SavedResult })]), body: '{"imageNum":"3"}' }
  const ends: readonly (readonly [string, TaskRecord])[] = [
    ['ten minutes of checking the recent tasks', often(unconfirmed, { kind: 'recent-read', foundTaskId: null, requestId: 'req-2' })],
    ['ten minutes without the recent tasks', often(unconfirmed, { kind: 'recent-failed', fault: errorResponseFault(500, null) })],
    ['ten minutes of queries', often(notFound, { kind: 'query-failed', fault: errorResponseFault(404, 'TASK_NOT_FOUND') })],
    ['an hour of failed downloads', often(collecting, { kind: 'keep-failed', index: 0, fault: errorResponseFault(404, null) })],
    [
      'no working URL',
      decide(waiting, { kind: 'queried', answer: finished, stems: [], httpStatus: 200, requestId: null }, decisionContextAt(5_000)).record
    ],
    ['an hour without a file', often(runningTask(), { kind: 'queried', answer: finished, stems: [], httpStatus: 200, requestId: null })],
    ['fewer files than requested', often(three, { kind: 'queried', answer: finished, stems: [], httpStatus: 200, requestId: null })],
    [
      'a file that looks incomplete',
      decide(collecting, { kind: 'kept', index: 0, result, downloadSha256: 'ab', isTorn: true }, decisionContextAt(5_000)).record
    ],
    ['503 CREDENTIAL_STORAGE_UNAVAILABLE twice, sent', twice(sentTask(), { kind: 'submit-failed', fault: storage })],
    ['503 CREDENTIAL_STORAGE_UNAVAILABLE twice, queried', twice(runningTask(), { kind: 'query-failed', fault: storage })],
    ['503 CREDENTIAL_STORAGE_UNAVAILABLE twice, in the recent tasks', twice(unconfirmed, { kind: 'recent-failed', fault: storage })],
    [
      '503 CREDENTIAL_STORAGE_UNAVAILABLE twice, uploading',
      twice(uploading, { kind: 'upload-failed', fault: { ...storage, step: 'upload-ticket' } })
    ]
  ]
  return ends.flatMap(([what, { failure, state }]) =>
    failure === null ? [] : [{ when: 'When Kiln stops trying', what, ...failureText(failure), mayHavePaid: state.phase === 'support' }]
  )
}

function bannerText(): readonly ErrorText[] {
  const account = {
    connection: { id: 'default', name: 'Studio account', baseUrl: 'https://api.example.com', isPractice: false },
    others: [],
    hold: null,
    holdMessage: null,
    holdProblem: null,
    holdRequestId: 'req-1',
    holdCheckedAt: 0,
    isOnline: true,
    networkBlock: null,
    offlineSince: null,
    slowedUntil: null,
    creditsToday: 0
  }
  const states = [
    ...holdReasons.map(
      (hold) =>
        [
          `the account is on hold: ${hold}`,
          { ...account, hold, holdMessage: hold === 'credits' ? 'Your balance is too low.' : null }
        ] as const
    ),
    ['the network is unavailable', { ...account, isOnline: false, offlineSince: new Date(2026, 10, 20, 14, 6).getTime() }] as const,
    ...(['sign-in-page', 'certificate', 'proxy-password', 'proxy-refusal', 'proxy-script'] as const).map(
      (networkBlock) => [`blocked by: ${networkBlock}`, { ...account, isOnline: false, networkBlock }] as const
    ),
    ['the service asks to slow down', { ...account, slowedUntil: 65_000 }] as const
  ]
  return states.flatMap(([what, state]) => {
    const banner = accountBannerContent(state, 3, 5_000)
    return banner === null
      ? []
      : [{ when: 'Above every view', what, message: banner.title, advice: banner.description, mayHavePaid: false }]
  })
}

function askedFirst(): readonly ErrorText[] {
  const now = new Date(2026, 10, 20, 14, 6).getTime()
  const guards = [
    { kind: 'twin', id: 'a', title: 'A vase', askedAt: now, phase: 'running' },
    { kind: 'confirm-above', credits: 60, above: 50 },
    { kind: 'confirm-above', credits: null, above: 50 },
    { kind: 'limit', committed: 196, limit: 200, credits: 10 }
  ] as const
  return guards.map((guard) => {
    const { title, words } = spendingGuardText(guard, now + 30_000)
    return { when: 'Before credits are spent', what: guard.kind, message: title, advice: words, mayHavePaid: false }
  })
}

function askedAfterWaiting(): readonly ErrorText[] {
  const questions = [
    { kind: 'price', before: 5, now: 7 },
    { kind: 'price', before: 5, now: null },
    { kind: 'limit', committed: 196, limit: 200, credits: 10 },
    { kind: 'copy' }
  ] as const
  const askedFor = [
    ...questions.map((question) => [question.kind, sendConfirmationText(question)] as const),
    ['rows of a batch', batchConfirmationText({ kind: 'price', count: 12, before: 60, now: 84 })] as const,
    ['rows of a batch after a restore', batchConfirmationText({ kind: 'copy', count: 12, before: 0, now: 0 })] as const
  ]
  return askedFor.map(([what, { title, words }]) => ({
    when: 'Before a waiting task is sent',
    what,
    message: title,
    advice: words,
    mayHavePaid: false
  }))
}

/** Returns all error texts as a plain-text page, each with the states that it describes. */
export function errorTextsPage(): string {
  const byMoment = Map.groupBy(listErrorTexts(), ({ when }) => when)
  const sections = [...byMoment].map(([when, all]) => {
    const alike = Map.groupBy(all, ({ message, advice }) => `${message}\n  ${advice}`)
    const rows = [...alike].map(([words, own]) => `  ${words}\n    [${own.map(({ what }) => what).join('; ')}]`)
    return [when.toUpperCase(), ...rows].join('\n\n')
  })
  return [
    'Texts that users see when something goes wrong',
    'Generated from the rules by test/tour/list-error-texts.ts. Its test keeps this page current.',
    ...sections,
    ''
  ].join('\n\n')
}
