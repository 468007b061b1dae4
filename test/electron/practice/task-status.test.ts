import { describe, expect, it } from 'vitest'
import type { ServiceTask } from '../../../electron/practice/ledger-store.ts'
import { taskStatus } from '../../../electron/practice/task-status.ts'

const task: ServiceTask = {
  taskId: 'task_1',
  capability: 'imgmodel-image-generator',
  idempotencyKey: 'k',
  bodyText: '{}',
  bodySha256: '',
  createdAt: 1000,
  durationInMs: 100,
  credits: 5,
  isDeferred: false,
  inputs: [],
  fate: null,
  asked: null,
  choice: null,
  end: null
}

describe('a task’s status', () => {
  it.each([
    [1000, 'queued'],
    [1014, 'queued'],
    [1015, 'preparing'],
    [1034, 'preparing'],
    [1035, 'processing'],
    [1084, 'processing'],
    [1085, 'finishing'],
    [1100, 'finishing'],
    [9000, 'finishing']
  ])('at %i ms is %s', (now, status) => {
    expect(taskStatus(task, now)).toBe(status)
  })

  it('is final once the task has ended', () => {
    expect(taskStatus({ ...task, end: { kind: 'completed', at: 1100, outputs: [] } }, 1000)).toBe('completed')
    expect(
      taskStatus(
        { ...task, end: { kind: 'failed', at: 1100, fate: { errorDetail: 'x', isRefunded: true, refundAfterInMs: 0 }, refundedAt: null } },
        1000
      )
    ).toBe('failed')
  })
})
