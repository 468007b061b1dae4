import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { standardImageGenerator } from './open-setup.ts'
import {
  respondWithJson,
  openIndependentSetup,
  type IndependentService,
  type IndependentSetup,
  type ResponseOverride
} from './open-independent-service.ts'

const others = 150

/**
 * Opens a setup with a task whose outcome is unknown. `recent`: responds to requests for the recent tasks. In the list, 150 newer tasks
 * come before the task.
 */
async function aTaskFarBack(recent: ResponseOverride): Promise<{ readonly setup: IndependentSetup; readonly id: string }> {
  const setup = await openIndependentSetup({
    recent,
    submit: (call, response, service) => {
      service.take(call)
      respondWithJson(response, 503, {
        errorType: 'SUBMISSION_OUTCOME_UNKNOWN',
        recovery: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID'
      })
    }
  })
  const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
  await setup.until(id, 'support')
  return { setup, id }
}

/** Responds with the newest `limit` tasks, newest first. */
function list(response: ServerResponse, service: IndependentService, limit: number): void {
  const after = Array.from({ length: others }, (_, index) => ({ taskId: `other-${index}`, idempotencyKey: `other-key-${index}` }))
  const own = [...service.taskOfKey].map(([idempotencyKey, taskId]) => ({ taskId, idempotencyKey }))
  const tasks = [...after, ...own].slice(0, limit).map((entry) => ({ ...entry, capability: standardImageGenerator, status: 'completed' }))
  respondWithJson(response, 200, { tasks })
}

const limitsAsked = ({ service }: IndependentSetup): readonly number[] =>
  service.calls.filter(({ path }) => path.endsWith('/tasks/recent')).map(({ query }) => Number(query.get('limit')))

const honest: ResponseOverride = ({ query }, response, service) => list(response, service, Number(query.get('limit')))

describe('a task that is no longer among the newest ones', () => {
  it('is found further back when the user checks again', async () => {
    const { setup, id } = await aTaskFarBack(honest)
    setup.studio.checkNow(id)
    expect((await setup.until(id, 'done')).results).toHaveLength(1)
    expect(setup.service.taskOfKey.size).toBe(1)
  })

  it('is found further back by a reconciliation, which still lists only 100 untracked tasks', async () => {
    const { setup, id } = await aTaskFarBack(honest)
    const report = await setup.studio.reconcile()
    expect(report?.found).toEqual([id])
    expect(report?.untrackedTasks).toHaveLength(100)
    await setup.until(id, 'done')
  })

  it('is found further back even if the longer list must be requested again', async () => {
    let failures = 2
    const { setup, id } = await aTaskFarBack((call, response, service) => {
      if (call.query.get('limit') === '100' || failures === 0) return honest(call, response, service)
      failures -= 1
      respondWithJson(response, 503, { errorType: 'TASK_SERVICE_UNAVAILABLE' })
    })
    setup.studio.checkNow(id)
    await setup.until(id, 'done')
    expect(failures).toBe(0)
  })

  it('is left to support if the service rejects the longer list, which is requested only once', async () => {
    const { setup, id } = await aTaskFarBack((call, response, service) => {
      if (call.query.get('limit') === '100') return honest(call, response, service)
      respondWithJson(response, 400, { errorType: 'VALIDATION_ERROR', error: 'limit must be 100 or less' })
    })
    setup.studio.checkNow(id)
    await setup.until(id, 'unconfirmed')
    await setup.until(id, 'support')
    expect(limitsAsked(setup).filter((limit) => limit > 100)).toEqual([1_000])
    expect(setup.service.callsTo('/submit')).toBe(1)
  })

  it('needs only the short list if that isn’t full', async () => {
    const { setup, id } = await aTaskFarBack((call, response, service) => {
      list(response, service, Math.min(99, Number(call.query.get('limit'))))
    })
    await setup.studio.reconcile()
    expect(setup.studio.task(id)?.phase).toBe('support')
    expect(new Set(limitsAsked(setup))).toEqual(new Set([100]))
  })
})
