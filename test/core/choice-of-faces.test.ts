import { describe, expect, it } from 'vitest'
import type { TaskEvent } from '../../electron/core/task-event.ts'
import { decide } from '../../electron/core/task-machine.ts'
import type { TaskRecord } from '../../electron/core/task-record.ts'
import { newFault } from '../../shared/fault.ts'
import { at, runningTask } from './sample-task.ts'

const text = '{"taskId":"T1","faceIds":["a"]}'

function says(status: string): TaskEvent {
  const credits = { creditsRequired: null, creditsConsumed: null, usageDeferred: null }
  const answer = { status, urls: [], failureMessage: null, retryAfterInMs: null, ...credits }
  return { kind: 'queried', answer, stems: [], httpStatus: 200, requestId: null }
}

/** A task after these events, each with the time at which it comes, in milliseconds. */
function after(...history: readonly (readonly [number, TaskEvent])[]): TaskRecord {
  return history.reduce((record, [now, event]) => decide(record, event, at(now)).record, runningTask())
}

const waits = [1_000, says('NEEDS_INPUT')] as const
const chosen = [2_000, { kind: 'faces-chosen', arguments: text }] as const
const lost = [3_000, { kind: 'choice-failed', fault: newFault('select-faces', 'lost') }] as const

describe('a choice of faces', () => {
  it('is written down before it leaves', () => {
    const { record, isNews } = decide(after(waits), chosen[1], at(2_000))
    expect(isNews).toBe(true)
    expect(record).toMatchObject({ state: { phase: 'selecting' }, choice: { arguments: text, fate: 'on-the-way' } })
  })

  it('is not taken from a person while the service does not wait for one', () => {
    expect(after(chosen).state.phase).toBe('running')
    const twice = decide(after(waits, chosen), { kind: 'faces-chosen', arguments: '{}' }, at(2_500)).record
    expect(twice.choice?.arguments).toBe(text)
  })

  it('lets the task go on once it is taken', () => {
    expect(after(waits, chosen, [3_000, { kind: 'faces-taken' }])).toMatchObject({ state: { phase: 'running' }, choice: { fate: 'taken' } })
  })

  it('may be made again after a definite refusal, or when it never left', () => {
    for (const fault of [
      newFault('select-faces', 'refusal', { httpStatus: 400, errorType: 'VALIDATION_ERROR' }),
      newFault('select-faces', 'not-sent', { message: 'ECONNREFUSED' })
    ]) {
      const refused = after(waits, chosen, [3_000, { kind: 'choice-failed', fault }])
      expect(refused).toMatchObject({ state: { phase: 'needs_input' }, choice: { arguments: text, fate: 'not-taken' } })
      expect(refused.failure?.message).toMatch(/waits/)
    }
  })

  it('is looked for when no certain answer came, and never sent again by itself', () => {
    const doubted = after(waits, chosen, lost)
    expect(doubted).toMatchObject({ state: { phase: 'selecting' }, choice: { fate: 'unknown' } })
    expect(doubted.failure?.advice).toMatch(/not sent a second time/)
  })

  it('was taken, whatever its answer, when the service goes on', () => {
    expect(after(waits, chosen, lost, [4_000, says('processing')])).toMatchObject({
      state: { phase: 'running' },
      choice: { fate: 'taken' },
      failure: null
    })
  })

  it('counts as lost only after the service has said for a while that it waits', () => {
    expect(after(waits, chosen, lost, [8_000, says('needs_input')]).state.phase).toBe('selecting')
    const back = after(waits, chosen, lost, [8_000, says('needs_input')], [18_000, says('needs_input')])
    expect(back).toMatchObject({ state: { phase: 'needs_input' }, choice: { arguments: text, fate: 'not-taken' } })
    expect(back.failure?.advice).toMatch(/Use them once more/)
    expect(decide(back, says('needs_input'), at(60_000)).record.failure).toEqual(back.failure)
  })

  it('is in doubt after a restart that came before its answer', () => {
    expect(after(waits, chosen, [3_000, { kind: 'restarted' }])).toMatchObject({
      state: { phase: 'selecting', notBefore: 3_000 },
      choice: { fate: 'unknown' }
    })
  })

  it('is not asked for again because of an old word of the service', () => {
    const taken = [3_000, { kind: 'faces-taken' }] as const
    expect(after(waits, chosen, taken, [8_000, says('needs_input')]).state.phase).toBe('running')
    expect(after(waits, chosen, taken, [8_000, says('needs_input')], [70_000, says('needs_input')]).state.phase).toBe('needs_input')
  })

  it('stays taken when its answer comes after the task went on', () => {
    const ahead = after(waits, chosen, [2_500, says('processing')], [3_000, { kind: 'faces-taken' }])
    expect(ahead).toMatchObject({ state: { phase: 'running' }, choice: { fate: 'taken' } })
  })
})
