import { afterEach, describe, expect, it } from 'vitest'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import { failureText } from '../../../shared/phrases/failure-phrases.ts'
import { findingText } from '../../../shared/phrases/reconciliation-phrases.ts'
import { taskProblemText } from '../../../shared/phrases/task-problem-phrases.ts'
import { timelineDetailText, timelineText } from '../../../shared/phrases/timeline-phrases.ts'
import { uploadRejectionPhrases, uploadRejectionText } from '../../../shared/phrases/upload-rejection-phrases.ts'
import { type Failure, failureParamSchemas, type FailureCode, plainFailure } from '../../../shared/task/failure.ts'
import type { FindingCode, FindingParams, ReconciliationFinding } from '../../../shared/task/reconciliation.ts'
import type { TaskProblem, TaskProblemParams } from '../../../shared/task/task-problem.ts'
import type { UploadRejection } from '../../../shared/task/upload-rejection.ts'
import type { TimelineCode, TimelineDetail, TimelineParams, TimelineStep } from '../../../shared/task/timeline.ts'

afterEach(() => loadLocale('en'))

const allParams = { count: 2, made: 1, asked: 3, fileName: 'vase.png', reason: 'EIO', message: 'It broke.', advice: 'Fix it.' }

/** A failure for each code. */
const failures = Object.entries(failureParamSchemas).map(([code, schema]) => {
  const reason = code === 'upload-command-rejected' ? { code: 'pipe', params: {} } : allParams.reason
  return { code, params: schema.parse({ ...allParams, reason }) } as Failure
})

const none = {}
const failed = { note: 'ECONNRESET', next: 'retry' } as const
const charged: TimelineDetail = { code: 'charged', params: { consumed: 5 } }

const timelineParams: TimelineParams = {
  'task-saved': none,
  restored: none,
  'created-elsewhere': none,
  'closed-while-sending': none,
  resumed: none,
  'uploading-files': none,
  'upload-failed': failed,
  'upload-command-rejected': none,
  'files-uploaded': none,
  'upload-confirmed': none,
  sent: none,
  'too-old-to-resend': none,
  accepted: { detail: charged, note: null },
  'not-sent': failed,
  'no-response': failed,
  rejected: failed,
  inconclusive: failed,
  'found-in-recent-tasks': none,
  'resending-after-search': none,
  'not-in-recent-tasks': none,
  'recent-tasks-unread': { note: null, next: null },
  'status-unread': failed,
  'faces-selected': none,
  'faces-accepted': none,
  'faces-rejected': { note: 'ECONNRESET' },
  'faces-inconclusive': { note: null, isForSupport: false },
  'result-saved': { fileName: null },
  'disk-full': none,
  'folder-missing': none,
  'folder-not-writable': none,
  'result-not-saved': none,
  'download-interrupted': { note: null },
  'duplicate-download': none,
  'downloading-again': none,
  'folder-changed': none,
  'on-hold': none,
  'account-fixed': none,
  'waiting-for-confirmation': { detail: null, note: null },
  'price-approved': none,
  'copy-approved': none,
  'question-resolved': none,
  cancelled: { detail: null, note: null },
  'cancellation-undone': none,
  'checked-by-user': none,
  'checked-by-kiln': none,
  hidden: none,
  unhidden: none,
  'failed-at-service': { note: null },
  finished: none,
  'files-not-downloadable': none,
  'waiting-for-faces': none,
  running: none,
  'service-status': { status: 'queued' },
  refunded: none,
  'no-credits-charged': none,
  'not-refunded-yet': none,
  'credits-unknown': none
}

const details: readonly TimelineDetail[] = [
  { code: 'charged-later', params: {} },
  { code: 'not-charged-yet', params: {} },
  charged,
  { code: 'price-unknown', params: { before: 5 } },
  { code: 'price-changed', params: { before: 5, now: 7 } },
  { code: 'over-daily-limit', params: { limit: 900 } },
  { code: 'not-sent-because-of-copy', params: {} },
  { code: 'cancelled-despite-copy', params: {} }
]

const count = { count: 2 }
const findingParams: FindingParams = {
  'unreadable-tasks': count,
  'recent-tasks-unread': { failure: plainFailure('read-unavailable') },
  'found-tasks': count,
  'unanswered-task': { sentAt: 0, mayResend: true },
  'more-unanswered-tasks': count,
  'tasks-for-support': count,
  'missing-files': count,
  'tasks-from-elsewhere': count,
  'possible-matches': count,
  'awaited-matches': count,
  'nothing-to-check': none,
  'all-match': count
}

const problemParams: TaskProblemParams = {
  'no-valid-rows': none,
  'invalid-rows': count,
  'not-in-recent-tasks': none,
  'task-awaited': none,
  'task-not-sought': none,
  'task-unknown': none,
  'no-missing-files': none
}

type Codes = TimelineCode | FindingCode | keyof TaskProblemParams

/** Returns one value for each code. */
function each<Coded extends { readonly code: Codes }>(params: Readonly<Partial<Record<Codes, unknown>>>): readonly Coded[] {
  return Object.entries(params).map(([code, given]) => ({ code, params: given }) as unknown as Coded)
}

/** Returns every text with its code, in the active language. */
function allTexts(): readonly (readonly [string, string])[] {
  const ofFailures = failures
    .filter(({ code }) => code !== 'legacy-text')
    .flatMap((failure) => Object.values(failureText(failure)).map((text) => [failure.code, text] as const))
  const ofProblems = each<TaskProblem>(problemParams).flatMap((problem) =>
    Object.values(taskProblemText(problem)).flatMap((text) => (text === null ? [] : [[problem.code, text] as const]))
  )
  return [
    ...ofFailures,
    ...ofProblems,
    ...each<TimelineStep>(timelineParams).map((step) => [step.code, timelineText(step)] as const),
    ...details.map((detail) => [detail.code, timelineDetailText(detail)] as const),
    ...each<ReconciliationFinding>(findingParams).map((finding) => [finding.code, findingText(finding)] as const)
  ]
}

describe('the phrases', () => {
  it('have whole sentences in English for every code, without a placeholder', () => {
    for (const [code, text] of allTexts()) expect(text, code).toMatch(/^[A-Z\d][^{}]*[.]$|^vase\.png [^{}]*[.]$/)
  })

  it('have whole sentences in Chinese for every code, without a placeholder', async () => {
    await loadLocale('zh-Hans')
    for (const [code, text] of allTexts()) {
      expect(text, code).toMatch(/^[^{}]*。$/)
      expect(text.replaceAll(/Kiln|vase\.png|EIO|ECONNRESET|queued|PAC|API/g, ''), code).not.toMatch(/[A-Za-z]{3}/)
    }
  })

  it('show a former sentence in its last wording, and other sentences as stored', async () => {
    const message = 'The service couldn’t generate the result.'
    const failure: Failure = { code: 'legacy-text', params: { message, advice: 'Wait {here}.' } }
    expect(failureText(failure)).toEqual({ message, advice: 'Wait {here}.' })
    await loadLocale('zh-Hans')
    expect(failureText(failure)).toEqual({ message: '服务未能生成结果。', advice: 'Wait {here}.' })
  })
})

describe('the phrase of a failure', () => {
  const wordsFor = (code: FailureCode, params: object): string => failureText({ code, params } as Failure).message

  it('has the parameters', () => {
    expect(wordsFor('file-missing', { fileName: 'vase.png' })).toBe('vase.png can’t be found. Nothing was sent or charged.')
    expect(wordsFor('file-missing', { fileName: null })).toBe('A file can’t be found. Nothing was sent or charged.')
    expect(wordsFor('files-not-downloadable', { count: 1 })).toContain('1 file can’t be downloaded.')
    expect(wordsFor('not-saved', { reason: 'EIO' })).toContain('(EIO)')
    expect(wordsFor('not-saved', { reason: null })).toContain('(no reason given)')
  })
})

describe('the phrase of a timeline entry', () => {
  it('adds an error code in brackets, and the service’s message as a sentence', () => {
    const next = 'nothing-charged'
    expect(timelineText({ code: 'rejected', params: { note: 'Too long', next } })).toBe(
      'The service rejected the task. Message from the service: Too long. Nothing was charged.'
    )
    expect(timelineText({ code: 'not-sent', params: { note: 'ECONNREFUSED', next: 'wait-for-network' } })).toBe(
      'Not sent (ECONNREFUSED). Waiting for the network.'
    )
  })

  it('ends with the name of a saved file', () => {
    expect(timelineText({ code: 'result-saved', params: { fileName: 'vase.png' } })).toBe('Result saved on this computer: vase.png')
  })

  it('shows a former sentence as stored if it has no code', () => {
    const former = { detail: null, note: 'It waits.' }
    expect(timelineText({ code: 'waiting-for-confirmation', params: former })).toBe('It waits.')
    expect(timelineText({ code: 'cancelled', params: former })).toBe('It waits.')
    expect(timelineText({ code: 'accepted', params: former })).toBe('The service accepted the task. It waits.')
  })
})

/** A sample of each reason. `legacy-text` is a sentence of an earlier version. */
const reasons = Object.keys(uploadRejectionPhrases)
  .filter((code) => code !== 'legacy-text')
  .map((code) => ({ code, params: { name: '--proxy' } }) as unknown as UploadRejection)

describe('a rejected upload command', () => {
  const messageFor = (reason: UploadRejection | null): string =>
    failureText({ code: 'upload-command-rejected', params: { reason } }).message

  it('is reported with its reason in complete sentences', () => {
    expect(reasons.length).toBeGreaterThan(40)
    for (const sentence of reasons.map(uploadRejectionText)) expect(sentence).toMatch(/^[A-Z].*[^.]\.$/)
    for (const reason of reasons) expect(messageFor(reason)).toContain(`. ${uploadRejectionText(reason)} Nothing was sent`)
    expect(messageFor(null)).not.toMatch(/\.\.|: Nothing/)
  })

  it('is also reported in complete Chinese sentences', async () => {
    await loadLocale('zh-Hans')
    for (const message of [...reasons, null].map(messageFor)) {
      expect(message).toMatch(/^[^。]+。[^。]+。没有发送任何内容，也没有扣除积分。$/)
      expect(message).not.toMatch(/Nothing|\b(?:The|A|No)\b/)
    }
  })
})
