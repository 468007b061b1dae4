import { describe, expect, it, onTestFinished } from 'vitest'
import { openNetwork, type Network, type Weather } from './open-network.ts'
import { openStory, standard, type Story, third, waitFor } from './open-story.ts'

const prompt = { prompt: 'a celadon vase' }

/** A story whose service is reached through a network that may be anything. */
async function openBehindNetwork(): Promise<Story & { readonly network: Network }> {
  const story = await openStory({ practice: { timeScale: 0.05 } })
  const network = await openNetwork(story.practice.url)
  onTestFinished(network.close)
  await story.studio.connect({ baseUrl: network.url, apiKey: story.practice.apiKey })
  await story.studio.capabilities()
  return Object.assign(story, { network })
}

const obstacleOf = (story: Story): string | null => story.studio.account().obstacle
const signIns = ['page', 'redirect', '511'] as const satisfies readonly Weather[]

describe('a network that wants one to sign in first', () => {
  it.each(signIns)('is said (%s), and nothing that it answers counts as an answer of the service', async (weather) => {
    const story = await openBehindNetwork()
    const running = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(running.id, 'running')
    story.network.change(weather)
    await waitFor(() => obstacleOf(story) === 'sign-in-page')
    expect(story.studio.account().isOnline).toBe(false)
    expect(story.studio.task(running.id)?.phase).toBe('running')
    story.network.change('clear')
    await story.until(running.id, 'done')
    expect(obstacleOf(story)).toBeNull()
    expect(story.charges()).toBe(1)
  })

  it.each(signIns)('that answers a submission (%s) leaves it not confirmed, then sent once under its one key', async (weather) => {
    const story = await openBehindNetwork()
    story.network.change(weather)
    const task = await story.studio.submit({ capability: standard, values: prompt })
    const unconfirmed = await story.until(task.id, 'unconfirmed')
    expect(unconfirmed.failure?.message).toBe(
      'Something else than the service answered: this network may want you to sign in first. Whether this was taken is not known yet.'
    )
    expect(unconfirmed.credits.state).toBe('pending')
    story.network.change('clear')
    const done = await story.until(task.id, 'done')
    expect(done.idempotencyKey).toBe(task.idempotencyKey)
    expect(story.charges()).toBe(1)
  })

  it('that let a submission through, and only hid the answer, is not paid for twice', async () => {
    const story = await openBehindNetwork()
    story.network.change('page-behind')
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'unconfirmed')
    expect(story.charges()).toBe(1)
    story.network.change('clear')
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
    expect(story.callsTo('/submit')).toBe(1)
  })

  it('is asked for nothing but one free call now and then: what is sent meanwhile waits, and no other key is tried on it', async () => {
    const story = await openBehindNetwork()
    const first = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(first.id, 'running')
    story.network.change('page')
    await waitFor(() => obstacleOf(story) === 'sign-in-page')
    const before = story.network.answered.length
    const waiting = await Promise.all(Array.from({ length: 20 }, async () => story.studio.submit({ capability: standard, values: prompt })))
    await waitFor(() => story.network.answered.length >= before + 4)
    // A question that was on its way already may still have met the page.
    expect(new Set(story.network.answered.slice(before + 1))).toEqual(
      new Set(['GET /api/v1/capabilities', 'GET /api/v1/tasks/recent?limit=1'])
    )
    expect(waiting.map(({ id }) => story.studio.task(id)?.phase)).toEqual(waiting.map(() => 'queued'))
    story.network.change('clear')
    for (const { id } of [first, ...waiting]) await story.until(id, 'done')
    expect(story.charges()).toBe(21)
  })

  it('is found out at a start with nothing to do, and is over as soon as somebody looks', async () => {
    const story = await openBehindNetwork()
    story.network.change('page')
    await story.reopen({ connection: { baseUrl: story.network.url, apiKey: story.practice.apiKey } })
    await waitFor(() => obstacleOf(story) === 'sign-in-page')
    story.network.change('clear')
    await story.studio.resume()
    expect([obstacleOf(story), story.studio.account().isOnline]).toEqual([null, true])
  })

  it('that stood in the way when the machine woke: journal and service are held against each other once it is gone', async () => {
    const story = await openBehindNetwork()
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'done')
    story.network.change('page')
    story.studio.wake()
    await waitFor(() => (story.studio.reconciliation()?.unread ?? null) !== null)
    expect(story.studio.reconciliation()?.sentences[0]).toBe(
      'The recent tasks could not be read: Something else than the service answered: this network may want you to sign in first.'
    )
    await waitFor(() => obstacleOf(story) === 'sign-in-page')
    story.network.change('clear')
    await waitFor(() => story.studio.reconciliation()?.unread === null)
    expect(story.studio.reconciliation()?.sentences).toEqual(['All adds up: 1 task, each accounted for.'])
  })

  it('that answers an upload request does not end the task', async () => {
    const story = await openBehindNetwork()
    const photo = await story.picture('photo.png')
    story.network.change('page')
    const task = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file: photo }] } })
    await waitFor(() => obstacleOf(story) === 'sign-in-page')
    expect(['queued', 'uploading']).toContain(story.studio.task(task.id)?.phase)
    story.network.change('clear')
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('is not over because a result could be fetched: where files are is another place than the service', async () => {
    const story = await openBehindNetwork()
    story.practice.faults.add({ on: 'download', do: { kind: 'delay', delayInMs: 5_000 } })
    const fetched = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(fetched.id, 'collecting')
    story.network.change('page')
    await expect(story.studio.lookAtContract('now')).rejects.toThrow()
    const waiting = await story.studio.submit({ capability: standard, values: prompt })
    expect([obstacleOf(story), story.studio.task(fetched.id)?.phase]).toEqual(['sign-in-page', 'collecting'])
    await story.until(fetched.id, 'done')
    // Free calls went on after the file came; the task did not go with them.
    const before = story.network.answered.length
    await waitFor(() => story.network.answered.length >= before + 4)
    expect([obstacleOf(story), story.studio.task(waiting.id)?.phase]).toEqual(['sign-in-page', 'queued'])
    expect(story.network.answered.filter((call) => call.endsWith('/submit'))).toEqual([])
    story.network.change('clear')
    await story.until(waiting.id, 'done')
    expect(story.charges()).toBe(2)
  })

  it('that was met while the files of a task were on their way lets that task wait with them', async () => {
    const story = await openBehindNetwork()
    const photo = await story.picture('photo.png')
    story.practice.faults.add({ on: 'transfer', do: { kind: 'delay', delayInMs: 5_000 } })
    const task = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file: photo }] } })
    await story.until(task.id, 'uploading')
    await waitFor(() => story.callsTo('/files/upload') === 1)
    story.network.change('page')
    await expect(story.studio.lookAtContract('now')).rejects.toThrow()
    expect(obstacleOf(story)).toBe('sign-in-page')
    await waitFor(() => story.practice.calls().some(({ on, httpStatus }) => on === 'transfer' && httpStatus !== null))
    const before = story.network.answered.length
    await waitFor(() => story.network.answered.length >= before + 4)
    expect(story.studio.task(task.id)?.phase).toBe('queued')
    story.network.change('clear')
    await story.until(task.id, 'done')
    expect(story.network.answered.filter((call) => call.endsWith('/submit'))).toEqual([])
    expect([story.charges(), story.callsTo('/files/upload')]).toEqual([1, 1])
  })

  it('is told from a glitch of the service, which carries a request id', async () => {
    const story = await openBehindNetwork()
    story.practice.faults.add({ on: 'query', do: { kind: 'html', httpStatus: 200 } })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'done')
    expect(story.studio.timeline(task.id).some(({ httpStatus, requestId }) => httpStatus === 200 && requestId !== null)).toBe(true)
    expect(obstacleOf(story)).toBeNull()
  })
})
