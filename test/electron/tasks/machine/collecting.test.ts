import { describe, expect, it } from 'vitest'
import type { QueryResponse } from '../../../../electron/tasks/machine/responses.ts'
import { acceptsIncompleteFile } from '../../../../electron/tasks/machine/collecting.ts'
import { nextSteps } from '../../../../electron/tasks/machine/next-step.ts'
import type { TaskEvent } from '../../../../electron/tasks/machine/task-event.ts'
import { decide } from '../../../../electron/tasks/machine/task-machine.ts'
import type { SavedResult, TaskOutput, TaskRecord } from '../../../../electron/tasks/machine/task-record.ts'
import { newFault, type Fault } from '../../../../shared/task/fault.ts'
import { decisionContextAt, collectingTask, pendingOutput, runningTask } from './sample-task.ts'

const minute = 60_000
const outputs = ['a', 'b', 'c'].map((name) => pendingOutput({ url: `https://x/${name}.png`, stem: `/library/${name}` }))
const dead = newFault('download', 'refusal', { httpStatus: 404 })
const unreachable = newFault('download', 'not-sent', { message: 'ECONNREFUSED' })
const queryFault = (errorType: string, more: Partial<Fault> = {}): Fault =>
  newFault('query', 'refusal', { httpStatus: 503, errorType, ...more })

function told(status: string, urls: readonly string[] = []): TaskEvent {
  const answer: QueryResponse = {
    status,
    urls,
    failureMessage: null,
    creditsRequired: null,
    creditsConsumed: status === 'failed' ? 0 : 5,
    usageDeferred: null,
    retryAfterInMs: null
  }
  return { kind: 'queried', answer, stems: [], httpStatus: 200, requestId: null }
}
function kept(index: number): TaskEvent {
  return { kind: 'kept', index, result: { index } as SavedResult, downloadSha256: `bytes ${index}`, isTorn: false }
}
function failed(index: number, fault: Fault = dead): TaskEvent {
  return { kind: 'keep-failed', index, fault }
}
function after(record: TaskRecord, ...events: readonly (readonly [TaskEvent, number?])[]): TaskRecord {
  return events.reduce((now, [event, time = 1_000]) => decide(now, event, decisionContextAt(time)).record, record)
}
const lanesOf = (record: TaskRecord): readonly string[] =>
  nextSteps(record).map((step) => (step.lane === 'collect' ? `collect ${step.index}` : step.lane))

describe('a task with several outputs', () => {
  it('downloads the other outputs while the address of one is dead', () => {
    expect(lanesOf(after(collectingTask(outputs), [failed(0)]))).toEqual(['collect 1', 'collect 2', 'poll'])
  })

  it('backs off only for the dead output', () => {
    let record: TaskRecord = collectingTask(outputs)
    for (let times = 0; times < 8; times += 1)
      record = after(
        record,
        [failed(0)],
        [
          told(
            'completed',
            outputs.map(({ url }) => url)
          )
        ]
      )
    const steps = nextSteps(record)
    expect(steps[0]?.at).toBeGreaterThan(minute)
    expect(steps.slice(1).map((step) => step.at)).toEqual([0, 0])
  })

  it('is done when all are saved, in any order', () => {
    const record = after(
      collectingTask(outputs),
      [kept(2)],
      [failed(0)],
      [kept(1)],
      [
        told(
          'completed',
          outputs.map(({ url }) => url)
        )
      ],
      [kept(0)]
    )
    expect(record).toMatchObject({ failure: null, state: { phase: 'done' } })
  })
})

describe('an address that fails', () => {
  it.each([
    ['three failed connections', unreachable, 3],
    ['three lost connections', newFault('download', 'lost'), 3],
    ['one rejected download', dead, 1],
    ['one file that looks incomplete', newFault('download', 'unreadable', { message: 'torn' }), 1]
  ])('is requested again after %s', (_how, fault, tries) => {
    let record: TaskRecord = collectingTask(outputs.slice(0, 1))
    for (let times = 1; times < tries; times += 1) {
      record = after(record, [failed(0, fault)])
      expect(lanesOf(record)).toEqual(['collect 0'])
    }
    expect(lanesOf(after(record, [failed(0, fault)]))).toEqual(['poll'])
  })

  it('may result in an incomplete file only after three incomplete downloads, whatever else failed before', () => {
    const torn = newFault('download', 'unreadable', { message: 'torn' })
    const accepts = ({ state }: TaskRecord): boolean =>
      state.phase === 'collecting' && acceptsIncompleteFile(state.outputs[0] as TaskOutput)
    let record: TaskRecord = collectingTask(outputs.slice(0, 1))
    for (const fault of [dead, unreachable, dead, torn, dead, torn]) record = after(record, [failed(0, fault)])
    expect(accepts(record)).toBe(false)
    expect(accepts(after(record, [failed(0, torn)]))).toBe(true)
  })

  it('is requested again after a restart, and when the user checks', () => {
    const record = after(collectingTask(outputs.slice(0, 1)), [failed(0, unreachable)])
    expect(lanesOf(after(record, [{ kind: 'look-again' }]))).toEqual(['poll'])
    // The file may already be on disk. The download step can find such a file without a request to the service.
    const restarted = after(record, [{ kind: 'restarted' }])
    expect(lanesOf(restarted)).toEqual(['collect 0'])
    expect(lanesOf(after(restarted, [failed(0, unreachable)]))).toEqual(['poll'])
  })

  it('is kept if only this computer caused the fault', () => {
    const full = newFault('download', 'local', { localReason: 'disk-full' })
    expect(lanesOf(after(collectingTask(outputs.slice(0, 1)), ...Array.from({ length: 9 }, () => [failed(0, full)] as const)))).toEqual([
      'collect 0'
    ])
  })

  it('does not fill the journal', () => {
    let record: TaskRecord = collectingTask(outputs.slice(0, 1))
    let rows = 0
    for (let times = 0; times < 500; times += 1) {
      for (const event of [failed(0), told('completed', [`https://x/a.png?signature=${times}`])]) {
        const decision = decide(record, event, decisionContextAt(times * 1_000))
        rows += decision.mustPersist ? 1 : 0
        record = decision.record
      }
    }
    expect(rows).toBeLessThan(30)
  })
})

describe('a finished task whose status changes', () => {
  const waiting = collectingTask(outputs.slice(0, 2).map((output) => ({ ...output, needsFreshUrl: true })))
  const half = after(waiting, [kept(1)])

  it('fails if the service reports a failure, and keeps its saved results', () => {
    const record = after(half, [told('failed')])
    expect(record).toMatchObject({ credits: { state: 'not-charged' }, state: { phase: 'failed', outputs: [{ result: { index: 1 } }] } })
    expect(decide(half, told('failed'), decisionContextAt(0)).effects).toContainEqual({
      kind: 'discard-parts',
      outputs: [{ stem: '/library/a', index: 0 }]
    })
  })

  it.each([
    ['BILLING_INVARIANT_FAILED', {}],
    ['REFUND_OUTCOME_UNKNOWN', { hint: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID' as const }]
  ])('is left to support after %s, with pending credits and its saved results', (errorType, more) => {
    const record = after(half, [{ kind: 'query-failed', fault: queryFault(errorType, more) }])
    expect(record).toMatchObject({ failure: { errorType }, credits: { state: 'pending' }, state: { phase: 'support', recheck: null } })
    expect(record.state.phase === 'support' && record.state.outputs[1]?.result).toMatchObject({ index: 1 })
  })

  it('is left to support after ten minutes of TASK_NOT_FOUND, and checked again later', () => {
    const fault = queryFault('TASK_NOT_FOUND')
    const unconfirmed = after(half, [{ kind: 'query-failed', fault }, 0], [{ kind: 'query-failed', fault }, 9 * minute])
    expect(unconfirmed).toMatchObject({ failure: { errorType: 'TASK_NOT_FOUND' }, state: { phase: 'collecting' } })
    const left = after(unconfirmed, [{ kind: 'query-failed', fault }, 11 * minute])
    expect(left).toMatchObject({ state: { phase: 'support', recheck: { at: 71 * minute } } })
    const back = after(left, [told('completed', ['https://x/a.png?s=2', 'https://x/b.png?s=2']), 71 * minute])
    expect(lanesOf(back)).toEqual(['collect 0'])
  })

  it('is left to support only after its working addresses have been tried', () => {
    const mixed = collectingTask([{ ...pendingOutput(), needsFreshUrl: true }, pendingOutput({ url: 'https://x/b.png' })])
    const record = after(mixed, [{ kind: 'query-failed', fault: queryFault('BILLING_INVARIANT_FAILED') }])
    expect(lanesOf(record)).toEqual(['collect 1', 'poll'])
  })

  it('is followed again if the service resumes it, unless a result is saved', () => {
    expect(after(waiting, [told('processing')]).state.phase).toBe('running')
    expect(after(waiting, [told('needs_input')]).state.phase).toBe('needs_input')
    expect(after(half, [told('processing')]).state.phase).toBe('collecting')
  })
})

describe('a result that can’t be downloaded', () => {
  it('does not wait for a time saved by a wrong clock, even if its address came after the restart', () => {
    const day = 24 * 60 * minute
    const vacant = pendingOutput({ url: '', stem: '/library/b', needsFreshUrl: true, isProven: false, notBefore: day })
    const restarted = after(collectingTask([pendingOutput({ result: { index: 0 } as SavedResult }), vacant]), [{ kind: 'restarted' }])
    expect(restarted.state.phase === 'collecting' && restarted.state.outputs[1]?.notBefore).toBeLessThanOrEqual(1_000 + minute)
  })

  it('is checked again less and less often while its download keeps failing', () => {
    const first = ['https://x/a.png?s=2']
    let record: TaskRecord = after(
      collectingTask(outputs.slice(0, 1)),
      [failed(0), 0],
      [told('completed', first), 0],
      [failed(0), 61 * minute]
    )
    const delays: number[] = []
    for (let looks = 0; looks < 5; looks += 1) {
      if (record.state.phase !== 'support' || record.state.recheck === null) throw new Error(`The task’s phase is ${record.state.phase}.`)
      const { at: checkedAt } = record.state.recheck
      delays.push((checkedAt - (record.failure?.at ?? 0)) / minute)
      const again = after(record, [told('completed', first), checkedAt], [failed(0), checkedAt])
      expect(lanesOf(again)).toContain('poll')
      record = after(again, [told('completed', first), checkedAt], [failed(0), checkedAt + 61 * minute])
    }
    expect(delays).toEqual([60, 360, 1_440, 4_320, 4_320])
    expect(after(record, [{ kind: 'look-again' }, 0])).toMatchObject({ state: { phase: 'collecting', rechecks: 5 } })
  })

  it('is left to support after an hour with the saved results, and a later download still counts', () => {
    const urls = outputs.slice(0, 2).map(({ url }) => url)
    let record = after(collectingTask(outputs.slice(0, 2)), [kept(1), 0], [failed(0), 0])
    for (let passed = 5; passed <= 65; passed += 5)
      record = after(record, [told('completed', urls), passed * minute], [failed(0), passed * minute])
    expect(record).toMatchObject({ state: { phase: 'support' } })
    expect(after(record, [kept(0)]).state.phase).toBe('done')
    expect(lanesOf(after(record, [{ kind: 'look-again' }]))).toEqual(['poll'])
  })
})

describe('fewer outputs than requested', () => {
  const asked = { ...runningTask(), body: '{"prompt":"bowls","imageNum":"3"}' }
  const collecting = (): TaskRecord => after(asked, [told('completed', ['https://x/a.png'])], [kept(0)])

  it('make Kiln check again and save the outputs that are listed later', () => {
    expect(lanesOf(collecting())).toEqual(['poll'])
    const more = {
      ...told('completed', ['https://x/b.png', 'https://x/a.png', 'https://x/c.png']),
      stems: ['/library/2', '/library/3']
    } as TaskEvent
    const record = after(collecting(), [more])
    expect(lanesOf(record)).toEqual(['collect 1', 'collect 2'])
    expect(after(record, [kept(1)], [kept(2)])).toMatchObject({ failure: null, state: { phase: 'done' } })
  })

  it('are also detected from the values alone, such as for a task found after a restore', () => {
    const found = { ...runningTask(), body: null, values: { prompt: 'bowls', imageNum: '3' } }
    expect(lanesOf(after(found, [told('completed', ['https://x/a.png'])], [kept(0)]))).toEqual(['poll'])
  })

  it('are reported after a few checks, and checked again when the user asks', () => {
    let record = collecting()
    for (let checks = 0; record.state.phase === 'collecting'; checks += 1) {
      expect(checks).toBeLessThan(6)
      record = after(record, [told('completed', ['https://x/a.png'])])
    }
    expect(record).toMatchObject({
      failure: { code: 'fewer-files', params: { made: 1, asked: 3 } },
      state: { phase: 'done' }
    })
    expect(lanesOf(after(record, [{ kind: 'look-again' }]))).toEqual(['poll'])
  })
})
