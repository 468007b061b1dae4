import { describe, expect, it } from 'vitest'
import { adoptedTask } from '../../electron/core/adopted-task.ts'
import type { RecentTask } from '../../electron/core/answers.ts'
import { nextSteps } from '../../electron/core/next-step.ts'
import type { Evidence } from '../../electron/core/reconcile.ts'
import { reconcile } from '../../electron/core/reconcile.ts'
import type { TaskRecord, TaskState } from '../../electron/core/task-record.ts'
import { runningTask, sentTask } from './sample-task.ts'

const sentAt = 1_000_000
const lookedFor = (changes: Partial<TaskRecord> = {}): TaskRecord =>
  sentTask({
    id: 'lost',
    idempotencyKey: 'key-lost',
    inDoubt: true,
    submittedAt: sentAt,
    state: { phase: 'unconfirmed', since: 0, mayResend: true, isRestored: false, notBefore: 0, looks: 0 },
    ...changes
  })

function entry(changes: Partial<RecentTask>): RecentTask {
  return { taskId: 'T9', capability: lookedFor().capability, status: 'completed', createdAt: null, idempotencyKey: null, ...changes }
}

function report(changes: Partial<Evidence>) {
  return reconcile({
    at: 2_000_000,
    tasks: changes.records?.length ?? 0,
    records: [],
    recent: [],
    unread: null,
    found: [],
    lost: [],
    timeOfDay: (at) => `minute ${Math.round(at / 60_000)}`,
    ...changes
  })
}

describe('what a reconciliation says', () => {
  it('is that all adds up, when it does', () => {
    expect(report({ records: [runningTask()] }).sentences).toEqual(['All adds up: 1 task, each accounted for.'])
    expect(report({}).sentences).toEqual(['There is nothing to hold against the service yet.'])
  })

  it('names paid results that are not on this computer', () => {
    const lost = [
      { id: 'a', title: 'A vase', files: 2 },
      { id: 'b', title: 'A bowl', files: 1 }
    ]
    expect(report({ lost }).sentences).toEqual(['3 paid results are not on this computer: fetch them.'])
  })

  it('tells of a task without an answer when it was sent and what is done about it', () => {
    expect(report({ records: [lookedFor()] }).sentences).toEqual(['1 task of minute 17 has no answer yet; checking with the same key.'])
    const forbidden = lookedFor({ state: { phase: 'unconfirmed', since: 0, mayResend: false, isRestored: false, notBefore: 0, looks: 0 } })
    expect(report({ records: [forbidden] }).sentences).toEqual([
      '1 task of minute 17 has no answer yet; looking for it, and not sending it again.'
    ])
  })

  it('says that the list could not be read, and still what the disk shows', () => {
    const { sentences } = report({ recent: null, unread: 'The service cannot be reached.', lost: [{ id: 'a', title: 'A', files: 1 }] })
    expect(sentences).toEqual([
      'The recent tasks could not be read: The service cannot be reached.',
      '1 paid result is not on this computer: fetch it.'
    ])
  })
})

describe('a listed task that is not ours', () => {
  it('can be taken in', () => {
    const { strangers, sentences } = report({
      records: [runningTask()],
      recent: [entry({}), entry({ taskId: runningTask().taskId ?? '' })]
    })
    expect(strangers).toMatchObject([{ taskId: 'T9', isAwaited: false, candidates: [] }])
    expect(sentences).toEqual(['1 task was made elsewhere with this account: take it in.'])
  })

  it('is not ours to take in while it could be one of those that are looked for', () => {
    const near = entry({ createdAt: sentAt + 1_000 })
    expect(report({ records: [lookedFor()], recent: [near] }).strangers).toMatchObject([{ taskId: 'T9', isAwaited: true }])
    expect(report({ records: [lookedFor()], recent: [{ ...near, idempotencyKey: 'of the website' }] }).strangers).toMatchObject([
      { isAwaited: false, candidates: [] }
    ])
  })

  it.each([
    ['must not be sent again', { phase: 'unconfirmed', since: 0, mayResend: false, isRestored: false, notBefore: 0, looks: 0 }],
    ['was left to support', { phase: 'support', recheck: null, outputs: [] }],
    ['may have been sent by another copy of Kiln', { phase: 'held', reason: null, question: { kind: 'copy' } }]
  ] satisfies [string, TaskState][])('may be one that %s, and only the person can tell', (_which, state) => {
    const near = entry({ createdAt: sentAt + 1_000 })
    const { strangers, sentences } = report({ records: [lookedFor({ title: 'Vase', state })], recent: [near] })
    expect(strangers).toMatchObject([{ taskId: 'T9', isAwaited: false, candidates: [{ id: 'lost', title: 'Vase', sentAt }] }])
    expect(sentences).toContain('1 listed task may be one of yours that has no answer. Say which one it is.')
    for (const other of [
      { ...near, capability: 'face-swap' },
      { ...near, createdAt: sentAt + 600_000 },
      { ...near, idempotencyKey: 'of the website' }
    ])
      expect(report({ records: [lookedFor({ state })], recent: [other] }).strangers).toMatchObject([{ candidates: [] }])
  })

  it.each(['refused', 'cancelled'] as const)('is none that was %s', (phase) => {
    const near = entry({ createdAt: sentAt + 1_000 })
    expect(report({ records: [lookedFor({ state: { phase } })], recent: [near] }).strangers).toMatchObject([
      { isAwaited: false, candidates: [] }
    ])
  })

  it('is no stranger when it names one of our keys', () => {
    expect(report({ records: [lookedFor()], recent: [entry({ idempotencyKey: 'key-lost' })] }).strangers).toEqual([])
  })

  it('is followed once it is taken in, and can never be sent', () => {
    const stranger = { taskId: 'T9', capability: 'face-swap', status: null, createdAt: 5, isAwaited: false, candidates: [] }
    const task = adoptedTask(stranger, { id: 'x', connectionId: 'default', title: 'Face swap', now: 10 })
    expect(task).toMatchObject({ taskId: 'T9', body: null, createdAt: 5, state: { phase: 'running' } })
    expect(nextSteps(task)).toEqual([{ lane: 'poll', at: 10 }])
  })
})
