import { describe, expect, it } from 'vitest'
import { nextSteps } from '../../../../electron/tasks/machine/next-step.ts'
import type { TaskEvent } from '../../../../electron/tasks/machine/task-event.ts'
import { decide } from '../../../../electron/tasks/machine/task-machine.ts'
import type { TaskRecord } from '../../../../electron/tasks/machine/task-record.ts'
import { newFault } from '../../../../shared/task/fault.ts'
import { decisionContextAt, runningTask } from './sample-task.ts'

const minutes = 60_000

type Said = { readonly creditsConsumed?: number; readonly usageDeferred?: boolean; readonly status?: string }

function answer({ creditsConsumed, usageDeferred, status }: Said) {
  return {
    status: status ?? 'failed',
    urls: [],
    failureMessage: 'cracked',
    creditsRequired: null,
    creditsConsumed: creditsConsumed ?? null,
    usageDeferred: usageDeferred ?? null,
    retryAfterInMs: null
  }
}

const told = (kind: 'queried' | 'credits-read', said: Said): TaskEvent => ({
  kind,
  answer: answer(said),
  httpStatus: 200,
  requestId: null,
  stems: []
})

function paid(consumed: number | null): TaskRecord {
  const credits = { estimated: 5, required: 5, consumed, usageDeferred: null, state: consumed === null ? 'pending' : 'charged' } as const
  return runningTask({ credits })
}

const failed = (task: TaskRecord, said: Said): TaskRecord => decide(task, told('queried', said), decisionContextAt(10_000)).record

describe('the credits of a failed task', () => {
  it.each([
    ['need a refund if they were charged and aren’t reported', 5, {}, 'refund-expected'],
    ['need a refund if they’re still charged', 5, { creditsConsumed: 5 }, 'refund-expected'],
    ['are refunded if they’re no longer charged', 5, { creditsConsumed: 0 }, 'refunded'],
    ['aren’t charged if they never were', null, { creditsConsumed: 0 }, 'not-charged'],
    ['are pending while usage is deferred', null, { creditsConsumed: 0, usageDeferred: true }, 'pending'],
    ['are pending while they’re unknown', null, {}, 'pending']
  ] as const)('%s', (_what, before, said, state) => {
    expect(failed(paid(before), said).credits.state).toBe(state)
  })

  it('are checked until they’re refunded', () => {
    const expected = failed(paid(5), { creditsConsumed: 5 })
    expect(nextSteps(expected)).toEqual([{ lane: 'poll', at: 10_000 + minutes }])
    const still = decide(expected, told('credits-read', { creditsConsumed: 5 }), decisionContextAt(2 * minutes)).record
    expect(still).toMatchObject({ credits: { state: 'refund-expected' }, state: { refundLook: { at: 12 * minutes, looks: 1 } } })
    const back = decide(still, told('credits-read', { creditsConsumed: 0 }), decisionContextAt(13 * minutes)).record
    expect(back).toMatchObject({ state: { phase: 'failed', refundLook: null }, credits: { state: 'refunded' } })
    expect(nextSteps(back)).toEqual([])
  })

  it('are checked automatically only for a while, and at once when the user asks', () => {
    let task = failed(paid(5), {})
    for (let looks = 0; nextSteps(task).length > 0; looks += 1) {
      expect(looks).toBeLessThan(20)
      task = decide(task, told('credits-read', {}), decisionContextAt(nextSteps(task)[0]?.at ?? 0)).record
    }
    expect(task.credits.state).toBe('refund-expected')
    expect(nextSteps(decide(task, { kind: 'look-again' }, decisionContextAt(77)).record)).toEqual([{ lane: 'poll', at: 77 }])
  })

  it('are checked again after a failed status query', () => {
    const expected = failed(paid(5), {})
    const after = decide(expected, { kind: 'query-failed', fault: newFault('query', 'lost') }, decisionContextAt(2 * minutes)).record
    expect(after).toMatchObject({ state: { phase: 'failed', refundLook: { looks: 1 } }, credits: { state: 'refund-expected' } })
  })

  it('aren’t updated from a response that reports another status', () => {
    const expected = failed(paid(5), {})
    const odd = decide(expected, told('credits-read', { status: 'processing', creditsConsumed: 0 }), decisionContextAt(2 * minutes)).record
    expect(odd.credits.state).toBe('refund-expected')
  })
})
