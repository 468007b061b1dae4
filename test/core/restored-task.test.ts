import { describe, expect, it } from 'vitest'
import { restoredTask } from '../../electron/core/restored-task.ts'
import type { TaskRecord, TaskState } from '../../electron/core/task-record.ts'
import { sampleInput, sampleTask } from './sample-task.ts'

const hour = 3_600_000
const waiting = { phase: 'submitting', isSent: false, notBefore: 0, tries: 1 } as const satisfies TaskState
const now = sampleTask().createdAt + hour

function mayResend(record: TaskRecord, at = now): boolean | null {
  const { state } = restoredTask(record, at)
  return state.phase === 'unconfirmed' ? state.mayResend : null
}

describe('a task in a restored copy', () => {
  it('is sent again without a question only as the bytes that the copy holds', () => {
    expect(mayResend(sampleTask({ body: '{}', state: waiting }))).toBe(true)
    expect(mayResend(sampleTask({ body: null, state: { phase: 'queued', notBefore: 0, tries: 0 } }))).toBe(false)
  })

  it('is not sent again without a question if it has files, since it may have been paid under a later key', () => {
    expect(mayResend(sampleTask({ body: '{}', inputs: [sampleInput], state: waiting }))).toBe(false)
  })

  it('is not sent again without a question when the service may have forgotten its key', () => {
    expect(mayResend(sampleTask({ body: '{}', state: waiting }), now + 12 * hour)).toBe(false)
  })

  it('is followed as ever when the service has it', () => {
    const running = sampleTask({ taskId: 'T1', state: { phase: 'running', notBefore: 0, faultsInARow: 0, doubtedSince: null } })
    expect(restoredTask(running, now)).toBe(running)
  })
})
