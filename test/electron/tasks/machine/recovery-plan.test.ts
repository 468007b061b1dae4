import { describe, expect, it } from 'vitest'
import type { RecentTask } from '../../../../electron/tasks/machine/responses.ts'
import { matchRecentTasks, provesAbsence, type RecentTaskMatchInput } from '../../../../electron/tasks/machine/recovery-plan.ts'
import type { TaskState } from '../../../../electron/tasks/machine/task-record.ts'
import { sampleInput, sampleTask, sentTask } from './sample-task.ts'

const sentAt = 1_000_000
const unconfirmedState = (mayResend: boolean): TaskState => ({
  phase: 'unconfirmed',
  since: 0,
  mayResend,
  isRestored: false,
  notBefore: 0,
  looks: 0
})
const lost = sentTask({ id: 'lost', inDoubt: true, submittedAt: sentAt, state: unconfirmedState(false) })
const entry: RecentTask = { taskId: 'T9', capability: lost.capability, status: null, createdAt: sentAt + 1_000, idempotencyKey: null }
const match = (question: Partial<RecentTaskMatchInput>) =>
  matchRecentTasks({
    records: [],
    recent: [entry],
    knownTaskIds: new Set(),
    keysOf: ({ idempotencyKey }) => [idempotencyKey],
    ...question
  })

describe('a recent task without an idempotency key', () => {
  it.each([true, false])('matches no task by capability and time (may be sent again: %s)', (mayResend) => {
    expect(match({ records: [{ ...lost, state: unconfirmedState(mayResend) }] }).size).toBe(0)
  })
})

describe('a recent task with an idempotency key', () => {
  const named = { ...entry, idempotencyKey: lost.idempotencyKey }

  it('matches the task with this key, even if that was left to support or counts as unsent', () => {
    const waiting = sampleTask({ id: 'waiting', idempotencyKey: lost.idempotencyKey })
    expect(match({ records: [lost], recent: [named] }).get('lost')?.taskId).toBe('T9')
    expect(match({ records: [waiting], recent: [named] }).get('waiting')?.taskId).toBe('T9')
    expect(match({ records: [waiting] }).size).toBe(0)
  })

  it('matches the key of a later attempt by another copy of the journal', () => {
    const keysOf = () => ['key-1', 'key-2', 'key-3']
    const found = match({ records: [{ ...lost, inputs: [sampleInput] }], recent: [{ ...entry, idempotencyKey: 'key-3' }], keysOf })
    expect(found.get('lost')).toEqual({ taskId: 'T9', under: { key: 'key-3', attempt: 3 } })
  })
})

describe('a list of recent tasks', () => {
  const old = { ...entry, taskId: 'T1', createdAt: lost.createdAt - 7_200_000, idempotencyKey: 'of-another' }

  it('proves that a task was never sent if it reaches back far enough and contains every key', () => {
    expect(provesAbsence(lost, [{ ...entry, idempotencyKey: 'someone' }, old], ['key-1'])).toBe(true)
  })

  it.each([
    ['is empty', []],
    ['does not reach back far enough', [{ ...entry, idempotencyKey: 'someone' }]],
    ['has an entry without a key', [entry, old]],
    ['contains the task', [{ ...entry, idempotencyKey: 'key-1' }, old]]
  ])('proves nothing if it %s', (_how, recent) => {
    expect(provesAbsence(lost, recent, ['key-1'])).toBe(false)
  })
})
