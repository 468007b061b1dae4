import { describe, expect, it } from 'vitest'
import type { TaskFailure, Task } from '../../../shared/task/task.ts'
import { hasNetworkFailure } from '../../../renderer/queue/network-failure.ts'

const failure: TaskFailure = {
  code: 'service-unreachable',
  params: {},
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

describe('the connection check is offered for a task', () => {
  it.each([
    ['that waits while the service is unreachable', task({}), false],
    ['whose result can’t be downloaded', task({ phase: 'collecting', failure: { ...failure, serviceMessage: 'ECONNRESET' } }), true],
    ['with a network error', task({ phase: 'refused', finishedAt: 2, failure: { ...failure, serviceMessage: 'ENOTFOUND' } }), true]
  ])('%s', (_, shown, isOnline) => {
    expect(hasNetworkFailure(shown, isOnline)).toBe(true)
  })

  it.each([
    ['that waits in the queue', task({}), true],
    ['that is done, even if Kiln is offline', task({ phase: 'done', finishedAt: 2 }), false],
    ['that was cancelled', task({ phase: 'cancelled', finishedAt: 2 }), false],
    ['that failed before Kiln went offline', task({ phase: 'failed', finishedAt: 2 }), false],
    ['that the service rejected', task({ phase: 'refused', failure: { ...failure, httpStatus: 400, serviceMessage: 'No.' } }), true],
    ['whose file is missing', task({ phase: 'refused', failure }), true]
  ])('but not for one %s', (_, shown, isOnline) => {
    expect(hasNetworkFailure(shown, isOnline)).toBe(false)
  })
})
