import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { standard } from './open-story.ts'
import { json, openForeignStory, type ForeignService, type ForeignStory, type Manner } from './open-foreign-service.ts'

const others = 150

/** A service that has the task and says that it does not know; then so many others are made that it is not among the newest hundred. */
async function aTaskFarBack(recent: Manner): Promise<{ readonly story: ForeignStory; readonly id: string }> {
  const story = await openForeignStory({
    recent,
    submit: (call, response, service) => {
      service.take(call)
      json(response, 503, { errorType: 'SUBMISSION_OUTCOME_UNKNOWN', recovery: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID' })
    }
  })
  const { id } = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
  await story.until(id, 'support')
  return { story, id }
}

/** The newest first, at most `limit`. */
function list(response: ServerResponse, service: ForeignService, limit: number): void {
  const after = Array.from({ length: others }, (_, index) => ({ taskId: `other-${index}`, idempotencyKey: `other-key-${index}` }))
  const own = [...service.taskOfKey].map(([idempotencyKey, taskId]) => ({ taskId, idempotencyKey }))
  const tasks = [...after, ...own].slice(0, limit).map((entry) => ({ ...entry, capability: standard, status: 'completed' }))
  json(response, 200, { tasks })
}

const limitsAsked = ({ service }: ForeignStory): readonly number[] =>
  service.calls.filter(({ path }) => path.endsWith('/tasks/recent')).map(({ query }) => Number(query.get('limit')))

const honest: Manner = ({ query }, response, service) => list(response, service, Number(query.get('limit')))

describe('a task that is not among the newest ones any more', () => {
  it('is found further back when a person looks again', async () => {
    const { story, id } = await aTaskFarBack(honest)
    story.studio.lookAgain(id)
    expect((await story.until(id, 'done')).results).toHaveLength(1)
    expect(story.service.taskOfKey.size).toBe(1)
  })

  it('is found further back by a reconciliation, which lists what was made elsewhere no longer than before', async () => {
    const { story, id } = await aTaskFarBack(honest)
    const report = await story.studio.reconcile()
    expect(report?.found).toEqual([id])
    expect(report?.strangers).toHaveLength(100)
    await story.until(id, 'done')
  })

  it('is found further back also when the longer list has to be asked for again', async () => {
    let failures = 2
    const { story, id } = await aTaskFarBack((call, response, service) => {
      if (call.query.get('limit') === '100' || failures === 0) return honest(call, response, service)
      failures -= 1
      json(response, 503, { errorType: 'TASK_SERVICE_UNAVAILABLE' })
    })
    story.studio.lookAgain(id)
    await story.until(id, 'done')
    expect(failures).toBe(0)
  })

  it('is left to support where the service gives no longer list, which is asked for but once', async () => {
    const { story, id } = await aTaskFarBack((call, response, service) => {
      if (call.query.get('limit') === '100') return honest(call, response, service)
      json(response, 400, { errorType: 'VALIDATION_ERROR', error: 'limit must be 100 or less' })
    })
    story.studio.lookAgain(id)
    await story.until(id, 'unconfirmed')
    await story.until(id, 'support')
    expect(limitsAsked(story).filter((limit) => limit > 100)).toEqual([1_000])
    expect(story.service.callsTo('/submit')).toBe(1)
  })

  it('costs one short reading where the list is not full', async () => {
    const { story, id } = await aTaskFarBack((call, response, service) => {
      list(response, service, Math.min(99, Number(call.query.get('limit'))))
    })
    await story.studio.reconcile()
    expect(story.studio.task(id)?.phase).toBe('support')
    expect(new Set(limitsAsked(story))).toEqual(new Set([100]))
  })
})
