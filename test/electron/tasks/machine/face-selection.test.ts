import { describe, expect, it } from 'vitest'
import type { TaskEvent } from '../../../../electron/tasks/machine/task-event.ts'
import { decide } from '../../../../electron/tasks/machine/task-machine.ts'
import type { TaskRecord } from '../../../../electron/tasks/machine/task-record.ts'
import { newFault } from '../../../../shared/task/fault.ts'
import { decisionContextAt, runningTask } from './sample-task.ts'

const text = '{"taskId":"T1","faceIds":["a"]}'

function says(status: string): TaskEvent {
  const credits = { creditsRequired: null, creditsConsumed: null, usageDeferred: null }
  const answer = { status, urls: [], failureMessage: null, retryAfterInMs: null, ...credits }
  return { kind: 'queried', answer, stems: [], httpStatus: 200, requestId: null }
}

/** Returns a running task to which the events in `history` were applied. Each event is preceded by its time in milliseconds. */
function after(...history: readonly (readonly [number, TaskEvent])[]): TaskRecord {
  return history.reduce((record, [now, event]) => decide(record, event, decisionContextAt(now)).record, runningTask())
}

const waits = [1_000, says('NEEDS_INPUT')] as const
const chosen = [2_000, { kind: 'faces-chosen', arguments: text }] as const
const lost = [3_000, { kind: 'choice-failed', fault: newFault('select-faces', 'lost') }] as const

describe('a face selection', () => {
  it('is saved before it is sent', () => {
    const { record, mustPersist } = decide(after(waits), chosen[1], decisionContextAt(2_000))
    expect(mustPersist).toBe(true)
    expect(record).toMatchObject({ state: { phase: 'selecting' }, choice: { arguments: text, fate: 'on-the-way' } })
  })

  it('isn’t accepted from the user while the service isn’t waiting for one', () => {
    expect(after(chosen).state.phase).toBe('running')
    const twice = decide(after(waits, chosen), { kind: 'faces-chosen', arguments: '{}' }, decisionContextAt(2_500)).record
    expect(twice.choice?.arguments).toBe(text)
  })

  it('lets the task resume once it is accepted', () => {
    expect(after(waits, chosen, [3_000, { kind: 'faces-taken' }])).toMatchObject({ state: { phase: 'running' }, choice: { fate: 'taken' } })
  })

  it('can be made again after a definite rejection, or if it was never sent', () => {
    for (const fault of [
      newFault('select-faces', 'refusal', { httpStatus: 400, errorType: 'VALIDATION_ERROR' }),
      newFault('select-faces', 'not-sent', { message: 'ECONNREFUSED' })
    ]) {
      const refused = after(waits, chosen, [3_000, { kind: 'choice-failed', fault }])
      expect(refused).toMatchObject({ state: { phase: 'needs_input' }, choice: { arguments: text, fate: 'not-taken' } })
      expect(refused.failure?.code).toBe(fault.kind === 'not-sent' ? 'faces-not-sent' : 'faces-rejected')
    }
  })

  it('is checked after an inconclusive response and never sent again automatically', () => {
    const unconfirmed = after(waits, chosen, lost)
    expect(unconfirmed).toMatchObject({ state: { phase: 'selecting' }, choice: { fate: 'unknown' } })
    expect(unconfirmed.failure?.code).toBe('faces-unconfirmed')
  })

  it('counts as accepted if the service continues, whatever the response was', () => {
    expect(after(waits, chosen, lost, [4_000, says('processing')])).toMatchObject({
      state: { phase: 'running' },
      choice: { fate: 'taken' },
      failure: null
    })
  })

  it('counts as lost only after the service has reported for a while that it’s waiting', () => {
    expect(after(waits, chosen, lost, [8_000, says('needs_input')]).state.phase).toBe('selecting')
    const back = after(waits, chosen, lost, [8_000, says('needs_input')], [18_000, says('needs_input')])
    expect(back).toMatchObject({ state: { phase: 'needs_input' }, choice: { arguments: text, fate: 'not-taken' } })
    expect(back.failure?.code).toBe('faces-lost')
    expect(decide(back, says('needs_input'), decisionContextAt(60_000)).record.failure).toEqual(back.failure)
  })

  it('is unconfirmed if Kiln restarts before the response', () => {
    expect(after(waits, chosen, [3_000, { kind: 'restarted' }])).toMatchObject({
      state: { phase: 'selecting', notBefore: 3_000 },
      choice: { fate: 'unknown' }
    })
  })

  it('isn’t requested again because of an outdated status', () => {
    const taken = [3_000, { kind: 'faces-taken' }] as const
    expect(after(waits, chosen, taken, [8_000, says('needs_input')]).state.phase).toBe('running')
    expect(after(waits, chosen, taken, [8_000, says('needs_input')], [70_000, says('needs_input')]).state.phase).toBe('needs_input')
  })

  it('stays accepted if its response arrives after the task has resumed', () => {
    const ahead = after(waits, chosen, [2_500, says('processing')], [3_000, { kind: 'faces-taken' }])
    expect(ahead).toMatchObject({ state: { phase: 'running' }, choice: { fate: 'taken' } })
  })
})
