import { describe, expect, it } from 'vitest'
import { adoptedTask } from '../../../../electron/tasks/machine/adopted-task.ts'
import type { RecentTask } from '../../../../electron/tasks/machine/responses.ts'
import { nextSteps } from '../../../../electron/tasks/machine/next-step.ts'
import type { ReconciliationInput } from '../../../../electron/tasks/machine/reconcile.ts'
import { reconcile } from '../../../../electron/tasks/machine/reconcile.ts'
import type { TaskRecord, TaskState } from '../../../../electron/tasks/machine/task-record.ts'
import { runningTask, sentTask } from './sample-task.ts'
import { plainFailure } from '../../../../shared/task/failure.ts'

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

function report(changes: Partial<ReconciliationInput>) {
  return reconcile({
    at: 2_000_000,
    tasks: changes.records?.length ?? 0,
    records: [],
    recent: [],
    unread: null,
    found: [],
    missing: [],
    ...changes
  })
}

describe('a reconciliation report', () => {
  it('says whether everything matches', () => {
    expect(report({ records: [runningTask()] }).findings).toEqual([{ code: 'all-match', params: { count: 1 } }])
    expect(report({}).findings).toEqual([{ code: 'nothing-to-check', params: {} }])
  })

  it('counts paid results that are not on this computer', () => {
    const missing = [
      { id: 'a', title: 'A vase', files: 2 },
      { id: 'b', title: 'A bowl', files: 1 }
    ]
    expect(report({ missing }).findings).toEqual([{ code: 'missing-files', params: { count: 3 } }])
  })

  it('says when an unanswered task was sent and what Kiln does about it', () => {
    expect(report({ records: [lookedFor()] }).findings).toEqual([{ code: 'unanswered-task', params: { sentAt, mayResend: true } }])
    const forbidden = lookedFor({ state: { phase: 'unconfirmed', since: 0, mayResend: false, isRestored: false, notBefore: 0, looks: 0 } })
    expect(report({ records: [forbidden] }).findings).toEqual([{ code: 'unanswered-task', params: { sentAt, mayResend: false } }])
  })

  it('says that the recent tasks couldn’t be read, and still counts missing results', () => {
    const unread = plainFailure('read-unavailable')
    const { findings } = report({ recent: null, unread, missing: [{ id: 'a', title: 'A', files: 1 }] })
    expect(findings).toEqual([
      { code: 'recent-tasks-unread', params: { failure: unread } },
      { code: 'missing-files', params: { count: 1 } }
    ])
  })
})

describe('a listed task that Kiln doesn’t know', () => {
  it('can be added to the queue', () => {
    const { untrackedTasks, findings } = report({
      records: [runningTask()],
      recent: [entry({}), entry({ taskId: runningTask().taskId ?? '' })]
    })
    expect(untrackedTasks).toMatchObject([{ taskId: 'T9', isAwaited: false, candidates: [] }])
    expect(findings).toEqual([{ code: 'tasks-from-elsewhere', params: { count: 1 } }])
  })

  it('can’t be added while it could be a task that Kiln is looking for', () => {
    const near = entry({ createdAt: sentAt + 1_000 })
    expect(report({ records: [lookedFor()], recent: [near] }).untrackedTasks).toMatchObject([{ taskId: 'T9', isAwaited: true }])
    expect(report({ records: [lookedFor()], recent: [{ ...near, idempotencyKey: 'of the website' }] }).untrackedTasks).toMatchObject([
      { isAwaited: false, candidates: [] }
    ])
  })

  it.each([
    ['must not be sent again', { phase: 'unconfirmed', since: 0, mayResend: false, isRestored: false, notBefore: 0, looks: 0 }],
    ['was left to support', { phase: 'support', recheck: null, outputs: [] }],
    ['may have been sent by another copy of Kiln', { phase: 'held', reason: null, question: { kind: 'copy' } }]
  ] satisfies [string, TaskState][])('may match a task that %s, and only the user can decide', (_which, state) => {
    const near = entry({ createdAt: sentAt + 1_000 })
    const { untrackedTasks, findings } = report({ records: [lookedFor({ title: 'Vase', state })], recent: [near] })
    expect(untrackedTasks).toMatchObject([{ taskId: 'T9', isAwaited: false, candidates: [{ id: 'lost', title: 'Vase', sentAt }] }])
    expect(findings).toContainEqual({ code: 'possible-matches', params: { count: 1 } })
    for (const other of [
      { ...near, capability: 'face-swap' },
      { ...near, createdAt: sentAt + 600_000 },
      { ...near, idempotencyKey: 'of the website' }
    ])
      expect(report({ records: [lookedFor({ state })], recent: [other] }).untrackedTasks).toMatchObject([{ candidates: [] }])
  })

  it.each(['refused', 'cancelled'] as const)('is not matched with a task that was %s', (phase) => {
    const near = entry({ createdAt: sentAt + 1_000 })
    expect(report({ records: [lookedFor({ state: { phase } })], recent: [near] }).untrackedTasks).toMatchObject([
      { isAwaited: false, candidates: [] }
    ])
  })

  it('isn’t untracked if it has one of Kiln’s idempotency keys', () => {
    expect(report({ records: [lookedFor()], recent: [entry({ idempotencyKey: 'key-lost' })] }).untrackedTasks).toEqual([])
  })

  it('is followed once it is added, and can never be sent', () => {
    const stranger = { taskId: 'T9', capability: 'face-swap', status: null, createdAt: 5, isAwaited: false, candidates: [] }
    const task = adoptedTask(stranger, { id: 'x', connectionId: 'default', title: 'Face swap', now: 10 })
    expect(task).toMatchObject({ taskId: 'T9', body: null, createdAt: 5, from: [], askedBy: 'another-client', state: { phase: 'running' } })
    expect(nextSteps(task)).toEqual([{ lane: 'poll', at: 10 }])
  })
})
