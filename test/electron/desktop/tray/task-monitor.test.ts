import { beforeEach, describe, expect, it } from 'vitest'
import { createTaskMonitor, type OverallTaskStatus } from '../../../../electron/desktop/tray/task-monitor.ts'
import { createSleepBlocker } from '../../../../electron/desktop/tray/sleep-blocker.ts'
import type { StudioEvent } from '../../../../electron/studio.ts'
import type { Phase, Task } from '../../../../shared/task/task.ts'
import { createManualClock } from '../../service/mcp/manual-clock.ts'
import { aTask } from '../../../renderer/a-task.ts'

let clock: ReturnType<typeof createManualClock>
let tasks: Map<string, Task>
let listeners: Set<(event: StudioEvent) => void>
let blockers: Set<number>
let starts: number
let workStatus: OverallTaskStatus | null
let work: ReturnType<typeof createTaskMonitor>

beforeEach(() => {
  clock = createManualClock()
  tasks = new Map()
  listeners = new Set()
  blockers = new Set()
  starts = 0
  work = follow()
})

function follow(): ReturnType<typeof createTaskMonitor> {
  const keepAwake = createSleepBlocker({
    start: () => {
      blockers.add(++starts)
      return starts
    },
    stop: (id) => blockers.delete(id)
  })
  return createTaskMonitor({
    studio: {
      tasks: () => [...tasks.values()],
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }
    },
    now: clock.now,
    setTimer: clock.setTimer,
    onChange: (changed) => {
      workStatus = changed
      keepAwake(changed.isTransferring)
    }
  })
}

function put(id: string, phase: Phase): void {
  const task = aTask({ id, phase })
  tasks.set(id, task)
  for (const listener of listeners) listener({ kind: 'task', task })
}

function move(id: string, doneBytes: number, totalBytes: number | null = 100): void {
  for (const listener of listeners) listener({ kind: 'progress', id, progress: { doneBytes, totalBytes, bytesPerSecond: null } })
}

describe('the work status', () => {
  it('is reported immediately, and then only when it changes', () => {
    expect(workStatus?.progress).toBeNull()
    put('a', 'running')
    clock.pass(1_000)
    expect(workStatus).toMatchObject({ counts: { 'at-service': 1 }, progress: 'unknown', isTransferring: false })
    workStatus = null
    put('a', 'running')
    clock.pass(1_000)
    expect(workStatus).toBeNull()
  })

  it('measures progress over a round, from the first running task to the last', () => {
    for (const id of ['a', 'b', 'c', 'd']) put(id, 'running')
    put('a', 'done')
    clock.pass(1_000)
    expect(workStatus?.progress).toBe(0.25)
    for (const id of ['b', 'c', 'd']) put(id, 'done')
    clock.pass(1_000)
    expect(workStatus?.progress).toBeNull()
    put('e', 'running')
    put('f', 'running')
    clock.pass(1_000)
    expect(workStatus?.progress).toBe(0)
  })

  it('is restored from the journal after a restart', () => {
    work.close()
    tasks.set('a', aTask({ id: 'a', phase: 'running' })).set('b', aTask({ id: 'b', phase: 'queued' }))
    work = follow()
    expect(work.counts()).toEqual({ 'at-service': 1, sending: 0, fetching: 0, waiting: 1, asking: 0 })
  })
})

describe('keeping the computer awake', () => {
  it('happens once for all running transfers', () => {
    put('a', 'uploading')
    put('b', 'collecting')
    clock.pass(1_000)
    expect(blockers.size).toBe(0)
    move('a', 10)
    move('b', 10)
    clock.pass(1_000)
    expect([blockers.size, starts]).toEqual([1, 1])
    put('a', 'submitting')
    clock.pass(1_000)
    expect(blockers.size).toBe(1)
    put('b', 'done')
    clock.pass(1_000)
    expect([blockers.size, starts]).toEqual([0, 1])
  })

  it.each(['submitting', 'queued', 'held', 'failed', 'refused', 'cancelled', 'unconfirmed', 'support', 'running'] as const)(
    'ends with the transfer, whatever its outcome: %s',
    (phase) => {
      put('a', 'uploading')
      move('a', 10)
      clock.pass(1_000)
      expect(blockers.size).toBe(1)
      put('a', phase)
      clock.pass(1_000)
      expect(blockers.size).toBe(0)
    }
  )

  it('ends if a transfer makes no progress', () => {
    put('a', 'collecting')
    move('a', 10, null)
    clock.pass(30_000)
    move('a', 20, null)
    clock.pass(59_000)
    expect(blockers.size).toBe(1)
    clock.pass(2_000)
    expect(blockers.size).toBe(0)
    move('a', 30, null)
    clock.pass(1_000)
    expect(blockers.size).toBe(1)
  })

  it('ends for a hidden task and when Kiln closes', () => {
    put('a', 'collecting')
    move('a', 10)
    clock.pass(1_000)
    const hidden = aTask({ id: 'a', phase: 'collecting', hidden: true })
    for (const listener of listeners) listener({ kind: 'task', task: hidden })
    clock.pass(1_000)
    expect(blockers.size).toBe(0)
    put('b', 'collecting')
    move('b', 10)
    clock.pass(1_000)
    expect(blockers.size).toBe(1)
    work.close()
    expect([blockers.size, clock.waiting(), listeners.size]).toEqual([0, 0, 0])
  })
})
