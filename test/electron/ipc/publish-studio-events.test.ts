import { describe, expect, it } from 'vitest'
import { publishStudioEvents } from '../../../electron/ipc/publish-studio-events.ts'
import type { StudioEvent } from '../../../electron/studio.ts'
import type { AccountState } from '../../../shared/app/connection.ts'
import type { TransferProgress, Task } from '../../../shared/task/task.ts'

/** Returns a task with only an ID and a number of polls. `publish` reads only the ID. The test compares the number. */
function task(id: string, polls: number): Task {
  return { id, polls } as Task
}

function bytes(doneBytes: number): TransferProgress {
  return { doneBytes, totalBytes: 100, bytesPerSecond: null }
}

type Timer = { readonly dueAt: number; readonly run: () => void }

function openLine() {
  const said: [string, unknown][] = []
  const listeners = new Set<(event: StudioEvent) => void>()
  let timers: Timer[] = []
  let now = 0
  const stop = publishStudioEvents({
    studio: {
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }
    },
    accountState: () => ({ hold: 'key' }) as AccountState,
    announce: (name, payload) => said.push([name, payload]),
    setTimer: (delayInMs, run) => {
      const timer = { dueAt: now + delayInMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    }
  })
  return {
    said,
    stop,
    tell: (event: StudioEvent) => {
      for (const listener of listeners) listener(event)
    },
    pass: (milliseconds: number) => {
      now += milliseconds
      const due = timers.filter((timer) => timer.dueAt <= now)
      timers = timers.filter((timer) => timer.dueAt > now)
      for (const timer of due) timer.run()
    }
  }
}

describe('events for the window', () => {
  it('contain only each task’s newest state, in the order of the first changes', () => {
    const line = openLine()
    for (const [id, polls] of [
      ['a', 1],
      ['b', 1],
      ['a', 2],
      ['c', 1],
      ['a', 3]
    ] as const)
      line.tell({ kind: 'task', task: task(id, polls) })
    expect(line.said).toEqual([])
    line.pass(16)
    expect(line.said).toEqual([['tasks.changed', [task('a', 3), task('b', 1), task('c', 1)]]])
  })

  it('arrive in portions when thousands of tasks change, each task once in its newest state', () => {
    const line = openLine()
    for (let place = 0; place < 600; place += 1) line.tell({ kind: 'task', task: task(`row ${place}`, 1) })
    line.pass(16)
    line.tell({ kind: 'task', task: task('row 599', 2) })
    line.pass(16)
    line.pass(16)
    line.pass(16)
    const portions = line.said.map(([, portion]) => portion as readonly Task[])
    expect(portions.map(({ length }) => length)).toEqual([250, 250, 100])
    expect(portions.flat().map(({ id }) => id)).toEqual(Array.from({ length: 600 }, (_, place) => `row ${place}`))
    expect(portions.flat().at(-1)?.polls).toBe(2)
  })

  it('report progress at most ten times a second', () => {
    const line = openLine()
    for (let count = 0; count < 100; count += 1) {
      line.tell({ kind: 'progress', id: 'a', progress: bytes(count) })
      line.pass(10)
    }
    expect(line.said.length).toBeGreaterThanOrEqual(9)
    expect(line.said.length).toBeLessThanOrEqual(10)
    expect(line.said.at(0)).toEqual(['task.progress', { id: 'a', progress: bytes(9) }])
  })

  it('exclude progress that is older than the task’s state', () => {
    const line = openLine()
    line.tell({ kind: 'progress', id: 'a', progress: bytes(5) })
    line.tell({ kind: 'progress', id: 'b', progress: bytes(6) })
    line.tell({ kind: 'task', task: task('a', 1) })
    line.pass(100)
    expect(line.said.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ['task.progress', { id: 'b', progress: bytes(6) }],
      ['tasks.changed', [task('a', 1)]]
    ])
  })

  it('include the account and the capabilities immediately', () => {
    const line = openLine()
    line.tell({ kind: 'capabilities', capabilities: [] })
    line.tell({ kind: 'account', account: { hold: null } as Extract<StudioEvent, { kind: 'account' }>['account'] })
    expect(line.said).toEqual([
      ['capabilities.changed', '[]'],
      ['account.changed', { hold: 'key' }]
    ])
  })

  it('stop after stop() is called', () => {
    const line = openLine()
    line.tell({ kind: 'task', task: task('a', 1) })
    line.tell({ kind: 'progress', id: 'b', progress: bytes(1) })
    line.stop()
    line.tell({ kind: 'capabilities', capabilities: [] })
    line.pass(1000)
    expect(line.said).toEqual([])
  })
})
