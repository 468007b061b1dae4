import { describe, expect, it } from 'vitest'
import { restoredTask } from '../../../../electron/tasks/machine/restored-task.ts'
import type { TaskRecord, TaskState } from '../../../../electron/tasks/machine/task-record.ts'
import { sampleInput, sampleTask } from './sample-task.ts'

const hour = 3_600_000
const waiting = { phase: 'submitting', isSent: false, notBefore: 0, tries: 1 } as const satisfies TaskState
const now = sampleTask().createdAt + hour

function mayResend(record: TaskRecord, at = now): boolean | null {
  const { state } = restoredTask(record, at)
  return state.phase === 'unconfirmed' ? state.mayResend : null
}

describe('a task in a restored journal', () => {
  it('is resent without confirmation only with the stored body', () => {
    expect(mayResend(sampleTask({ body: '{}', state: waiting }))).toBe(true)
    expect(mayResend(sampleTask({ body: null, state: { phase: 'queued', notBefore: 0, tries: 0 } }))).toBe(false)
  })

  it('isn’t resent without confirmation if it has files, because a later key may have been charged', () => {
    expect(mayResend(sampleTask({ body: '{}', inputs: [sampleInput], state: waiting }))).toBe(false)
  })

  it('isn’t resent without confirmation if the service may have forgotten its idempotency key', () => {
    expect(mayResend(sampleTask({ body: '{}', state: waiting }), now + 12 * hour)).toBe(false)
  })

  it('is followed as usual if the service has it', () => {
    const running = sampleTask({ taskId: 'T1', state: { phase: 'running', notBefore: 0, faultsInARow: 0, doubtedSince: null } })
    expect(restoredTask(running, now)).toBe(running)
  })
})
