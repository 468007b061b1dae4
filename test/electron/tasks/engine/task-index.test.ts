import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TaskIndex } from '../../../../electron/tasks/engine/task-index.ts'
import type { TaskRecord } from '../../../../electron/tasks/machine/task-record.ts'
import { sampleTask } from '../machine/sample-task.ts'

const hourInMs = 3_600_000
const now = 1_000 * hourInMs
const connections = ['a', 'b']

function isAtEnd({ state }: TaskRecord): boolean {
  return state.phase === 'cancelled'
}

type Change = {
  readonly number: number
  readonly hour: number
  readonly isAccepted: boolean
  readonly isSent: boolean
  readonly isOver: boolean
  readonly consumed: number | null
  readonly retries: number
}

/** Generates changes with few IDs, so that most tasks change more than once. Times range from 40 hours before `now` to 5 hours after it. */
const change = fc.record({
  number: fc.nat(7),
  hour: fc.integer({ min: -40, max: 5 }),
  isAccepted: fc.boolean(),
  isSent: fc.boolean(),
  isOver: fc.boolean(),
  consumed: fc.constantFrom(null, 3, 5),
  retries: fc.nat(2)
})

/** Returns a task record. Values that never change for a task depend only on its number. */
function recordOf({ number, hour, isAccepted, isSent, isOver, consumed, retries }: Change): TaskRecord {
  const at = now + hour * hourInMs
  const base = sampleTask()
  return sampleTask({
    id: `task-${number}`,
    connectionId: connections[number % 2] ?? 'a',
    createdAt: now - (number % 3) * 20 * hourInMs,
    batch: number < 4 ? { id: `batch-${number % 2}`, row: number, name: { code: 'row', params: { row: number } }, cell: null } : null,
    idempotencyKey: `key-${number}-${retries}`,
    submittedAt: isSent || isAccepted ? at : null,
    acceptedAt: isAccepted ? at : null,
    taskId: isAccepted ? `T${number}` : null,
    finishedAt: isOver ? at : null,
    credits: { ...base.credits, consumed },
    state: isOver ? { phase: 'cancelled' } : base.state
  })
}

function idsOf(records: Iterable<TaskRecord>): string[] {
  return Array.from(records, ({ id }) => id)
}

function sorted(records: Iterable<TaskRecord>): string[] {
  return idsOf(records).toSorted()
}

describe('the task index', () => {
  it('returns the same as a full scan after any sequence of changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ change, askedHour: fc.integer({ min: -50, max: 5 }), asks: fc.boolean() }), { minLength: 1, maxLength: 40 }),
        (steps) => {
          const index = new TaskIndex({ isAtEnd, now })
          const all = new Map<string, TaskRecord>()
          for (const { change: next, askedHour, asks } of steps) {
            const record = recordOf(next)
            index.set(record)
            all.set(record.id, record)
            if (asks) expectSame(index, [...all.values()], now + askedHour * hourInMs)
          }
          expectSame(index, [...all.values()], now)
        }
      )
    )
  })

  it('visits only one page’s tasks, and continues after its last task', () => {
    const index = new TaskIndex({ isAtEnd, now })
    for (let number = 0; number < 1_000; number += 1) index.set(sampleTask({ id: `task-${number}`, createdAt: Math.floor(number / 3) }))
    let visited = 0
    const page = (olderThan?: string): string[] => {
      const ids: string[] = []
      for (const { id } of index.newestFirst(olderThan)) {
        visited += 1
        ids.push(id)
        if (ids.length === 10) break
      }
      return ids
    }
    const first = page()
    const second = page(first.at(-1))
    expect([...first, ...second]).toEqual(Array.from({ length: 20 }, (_, place) => `task-${999 - place}`))
    expect(visited).toBe(20)
    expect(page('task-0')).toEqual([])
    expect(page('unknown')).toEqual([])
  })
})

function expectSame(index: TaskIndex, all: readonly TaskRecord[], at: number): void {
  const oldestFirst = all.toSorted((one, other) => one.createdAt - other.createdAt)
  const touched = all.filter(({ createdAt, submittedAt, acceptedAt }) => Math.max(createdAt, submittedAt ?? 0, acceptedAt ?? 0) >= at)
  expect(idsOf(index.newestFirst())).toEqual(idsOf(oldestFirst.toReversed()))
  expect(idsOf(index.oldestFirst(all.toReversed()))).toEqual(idsOf(oldestFirst))
  expect(sorted(index.since(at))).toEqual(sorted(touched))
  expect(sorted(index.sinceOrUnended(at))).toEqual(sorted(all.filter((record) => touched.includes(record) || record.finishedAt === null)))
  expect(sorted(index.unfinished(null))).toEqual(sorted(all.filter((record) => !isAtEnd(record))))
  for (const phases of [['queued'], ['cancelled'], ['queued', 'queued', 'cancelled']] as const) {
    const inThem = all.filter(({ state }) => phases.some((phase) => phase === state.phase))
    expect(sorted(index.inPhases(phases))).toEqual(sorted(inThem))
    expect(index.countIn(phases)).toBe(inThem.length)
  }
  for (const batch of ['batch-0', 'batch-1'])
    expect(idsOf(index.ofBatch(batch))).toEqual(idsOf(all.filter((record) => record.batch?.id === batch)))
  for (const connection of connections) {
    const own = all.filter(({ connectionId }) => connectionId === connection)
    expect(index.countOf(connection)).toBe(own.length)
    expect(sorted(index.unfinished(connection))).toEqual(sorted(own.filter((record) => !isAtEnd(record))))
    expect(sorted(index.sentWithoutTaskId(connection))).toEqual(
      sorted(own.filter(({ taskId, submittedAt }) => taskId === null && submittedAt !== null))
    )
    const charged = own.filter(({ acceptedAt }) => acceptedAt !== null && acceptedAt >= at)
    expect(index.chargedSince(connection, at)).toBe(charged.reduce((sum, { credits }) => sum + (credits.consumed ?? 0), 0))
  }
  for (const record of all) {
    expect(index.get(record.id)).toBe(record)
    expect(index.withKey(record.idempotencyKey)).toBe(record)
    if (record.taskId !== null) expect(index.withTaskId(record.connectionId, record.taskId)).toBe(record)
  }
}
