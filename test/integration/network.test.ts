import { describe, expect, it, onTestFinished } from 'vitest'
import { openNetwork, type SimulatedNetwork, type NetworkConditions } from './open-network.ts'
import { openSetup, standardImageGenerator, type Setup, imageGenerator3, waitFor } from './open-setup.ts'
import { failureSentences, reportSentences } from '../shared/phrases/phrase-texts.ts'
import { connectTo } from './connect-to.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const prompt = { prompt: 'a celadon vase' }

/** Opens a setup whose studio reaches the service through a network with changeable conditions. */
async function openBehindNetwork(): Promise<Setup & { readonly network: SimulatedNetwork }> {
  const setup = await openSetup({ practice: { timeScale: 0.05 } })
  const network = await openNetwork(setup.practice.url)
  onTestFinished(network.close)
  await connectTo(setup.studio, { baseUrl: network.url, apiKey: new Secret(setup.practice.apiKey) })
  await setup.studio.capabilities()
  return Object.assign(setup, { network })
}

const networkBlockOf = (setup: Setup): string | null => setup.studio.account().networkBlock
const signIns = ['page', 'redirect', '511'] as const satisfies readonly NetworkConditions[]

describe('a network that requires a sign-in', () => {
  it.each(signIns)('is reported (%s), and its responses don’t count as the service’s', async (conditions) => {
    const setup = await openBehindNetwork()
    const running = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await setup.until(running.id, 'running')
    setup.network.change(conditions)
    await waitFor(() => networkBlockOf(setup) === 'sign-in-page')
    expect(setup.studio.account().isOnline).toBe(false)
    expect(setup.studio.task(running.id)?.phase).toBe('running')
    setup.network.change('clear')
    await setup.until(running.id, 'done')
    expect(networkBlockOf(setup)).toBeNull()
    expect(setup.charges()).toBe(1)
  })

  it.each(signIns)('that responds to a submission (%s) leaves it unconfirmed, and the task is charged once', async (conditions) => {
    const setup = await openBehindNetwork()
    setup.network.change(conditions)
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    const unconfirmed = await setup.until(task.id, 'unconfirmed')
    expect(failureSentences(unconfirmed.failure).message).toBe(
      'The network’s sign-in page may have responded instead of the service. It’s not yet known whether the task was charged.'
    )
    expect(unconfirmed.credits.state).toBe('pending')
    setup.network.change('clear')
    const done = await setup.until(task.id, 'done')
    expect(done.idempotencyKey).toBe(task.idempotencyKey)
    expect(setup.charges()).toBe(1)
  })

  it('that hides only the response to a submission causes no second charge', async () => {
    const setup = await openBehindNetwork()
    setup.network.change('page-behind')
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await setup.until(task.id, 'unconfirmed')
    expect(setup.charges()).toBe(1)
    setup.network.change('clear')
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
    expect(setup.callsTo('/submit')).toBe(1)
  })

  it('gets only occasional free calls, while new tasks wait unsent', async () => {
    const setup = await openBehindNetwork()
    const first = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await setup.until(first.id, 'running')
    setup.network.change('page')
    await waitFor(() => networkBlockOf(setup) === 'sign-in-page')
    const before = setup.network.answered.length
    const waiting = await Promise.all(
      Array.from({ length: 20 }, async () => setup.studio.submit({ capability: standardImageGenerator, values: prompt }))
    )
    await waitFor(() => setup.network.answered.length >= before + 4)
    // Ignores the first call, because it may have started before the sign-in page appeared.
    expect(new Set(setup.network.answered.slice(before + 1))).toEqual(
      new Set(['GET /api/v1/capabilities', 'GET /api/v1/tasks/recent?limit=1'])
    )
    expect(waiting.map(({ id }) => setup.studio.task(id)?.phase)).toEqual(waiting.map(() => 'queued'))
    setup.network.change('clear')
    for (const { id } of [first, ...waiting]) await setup.until(id, 'done')
    expect(setup.charges()).toBe(21)
  })

  it('is detected at startup without any tasks, and ends as soon as the user checks', async () => {
    const setup = await openBehindNetwork()
    setup.network.change('page')
    await setup.reopen({ connection: { baseUrl: setup.network.url, apiKey: new Secret(setup.practice.apiKey) } })
    await waitFor(() => networkBlockOf(setup) === 'sign-in-page')
    setup.network.change('clear')
    await setup.studio.resume()
    expect([networkBlockOf(setup), setup.studio.account().isOnline]).toEqual([null, true])
  })

  it('that is active on wake delays the reconciliation until it’s gone', async () => {
    const setup = await openBehindNetwork()
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await setup.until(task.id, 'done')
    setup.network.change('page')
    setup.studio.wake()
    await waitFor(() => (setup.studio.reconciliation()?.unread ?? null) !== null)
    expect(reportSentences(setup.studio.reconciliation())?.[0]).toBe(
      'Kiln couldn’t read the service’s recent tasks. The network’s sign-in page may have responded instead of the service.'
    )
    await waitFor(() => networkBlockOf(setup) === 'sign-in-page')
    setup.network.change('clear')
    await waitFor(() => setup.studio.reconciliation()?.unread === null)
    expect(reportSentences(setup.studio.reconciliation())).toEqual(['Your tasks match the service’s records. 1 task was checked.'])
  })

  it('that responds to an upload request doesn’t end the task', async () => {
    const setup = await openBehindNetwork()
    const photo = await setup.picture('photo.png')
    setup.network.change('page')
    const task = await setup.studio.submit({ capability: imageGenerator3, values: { ...prompt, imageUrls: [{ file: photo }] } })
    await waitFor(() => networkBlockOf(setup) === 'sign-in-page')
    expect(['queued', 'uploading']).toContain(setup.studio.task(task.id)?.phase)
    setup.network.change('clear')
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('still counts after a successful download, because storage is another host', async () => {
    const setup = await openBehindNetwork()
    setup.practice.faults.add({ on: 'download', do: { kind: 'delay', delayInMs: 5_000 } })
    const fetched = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await setup.until(fetched.id, 'collecting')
    setup.network.change('page')
    await expect(setup.studio.checkContract('now')).rejects.toThrow()
    const waiting = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    expect([networkBlockOf(setup), setup.studio.task(fetched.id)?.phase]).toEqual(['sign-in-page', 'collecting'])
    await setup.until(fetched.id, 'done')
    // The successful download didn't end the network block. Kiln continues with free calls, but doesn't send the task.
    const before = setup.network.answered.length
    await waitFor(() => setup.network.answered.length >= before + 4)
    expect([networkBlockOf(setup), setup.studio.task(waiting.id)?.phase]).toEqual(['sign-in-page', 'queued'])
    expect(setup.network.answered.filter((call) => call.endsWith('/submit'))).toEqual([])
    setup.network.change('clear')
    await setup.until(waiting.id, 'done')
    expect(setup.charges()).toBe(2)
  })

  it('that appears during an upload puts the task back in the queue with its uploaded file', async () => {
    const setup = await openBehindNetwork()
    const photo = await setup.picture('photo.png')
    setup.practice.faults.add({ on: 'transfer', do: { kind: 'delay', delayInMs: 5_000 } })
    const task = await setup.studio.submit({ capability: imageGenerator3, values: { ...prompt, imageUrls: [{ file: photo }] } })
    await setup.until(task.id, 'uploading')
    await waitFor(() => setup.callsTo('/files/upload') === 1)
    setup.network.change('page')
    await expect(setup.studio.checkContract('now')).rejects.toThrow()
    expect(networkBlockOf(setup)).toBe('sign-in-page')
    await waitFor(() => setup.practice.calls().some(({ on, httpStatus }) => on === 'transfer' && httpStatus !== null))
    const before = setup.network.answered.length
    await waitFor(() => setup.network.answered.length >= before + 4)
    expect(setup.studio.task(task.id)?.phase).toBe('queued')
    setup.network.change('clear')
    await setup.until(task.id, 'done')
    expect(setup.network.answered.filter((call) => call.endsWith('/submit'))).toEqual([])
    expect([setup.charges(), setup.callsTo('/files/upload')]).toEqual([1, 1])
  })

  it('is distinguished from a service error, which has a request ID', async () => {
    const setup = await openBehindNetwork()
    setup.practice.faults.add({ on: 'query', do: { kind: 'html', httpStatus: 200 } })
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await setup.until(task.id, 'done')
    expect(setup.studio.timeline(task.id).some(({ httpStatus, requestId }) => httpStatus === 200 && requestId !== null)).toBe(true)
    expect(networkBlockOf(setup)).toBeNull()
  })
})
