import { describe, expect, it } from 'vitest'
import type { Failure, Task } from '../../../shared/task.ts'
import { hasNetworkFailure } from '../../../renderer/queue/network-failure.ts'

const failure: Failure = {
  message: 'It did not arrive.',
  advice: 'Wait.',
  serviceMessage: null,
  errorType: null,
  httpStatus: null,
  requestId: null,
  details: [],
  at: 1
}
const task = (different: Partial<Pick<Task, 'failure' | 'finishedAt' | 'phase'>>): Pick<Task, 'failure' | 'finishedAt' | 'phase'> => ({
  failure: null,
  finishedAt: null,
  phase: 'queued',
  ...different
})

describe('the check of the connection is offered at a task', () => {
  it.each([
    ['that waits while the service is not reached', task({}), false],
    ['whose result does not come through', task({ phase: 'collecting', failure: { ...failure, serviceMessage: 'ECONNRESET' } }), true],
    ['that failed on the way', task({ phase: 'refused', finishedAt: 2, failure: { ...failure, serviceMessage: 'ENOTFOUND' } }), true]
  ])('%s', (_, shown, isOnline) => {
    expect(hasNetworkFailure(shown, isOnline)).toBe(true)
  })

  it.each([
    ['that waits its turn', task({}), true],
    ['that is done, wherever the network is', task({ phase: 'done', finishedAt: 2 }), false],
    ['that was taken back', task({ phase: 'cancelled', finishedAt: 2 }), false],
    ['that failed before the network went away', task({ phase: 'failed', finishedAt: 2 }), false],
    ['that the service refused', task({ phase: 'refused', failure: { ...failure, httpStatus: 400, serviceMessage: 'No.' } }), true],
    ['whose file is gone', task({ phase: 'refused', failure }), true]
  ])('but not at one %s', (_, shown, isOnline) => {
    expect(hasNetworkFailure(shown, isOnline)).toBe(false)
  })
})
