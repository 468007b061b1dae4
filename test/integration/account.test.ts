import { describe, expect, it, onTestFinished } from 'vitest'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import { createSharedManualClock } from './shared-manual-clock.ts'
import { openSetup, standardImageGenerator, waitFor } from './open-setup.ts'
import { openObservedConnection } from './observed-connection.ts'
import { connectTo } from './connect-to.ts'
import type { ConnectionTestResult } from '../../shared/app/connection.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const prompt = { prompt: 'a celadon vase' }

describe('an account that blocks tasks', () => {
  it('puts a task on hold for a wrong key, and resumes it with the same idempotency key once the key is right', async () => {
    const setup = await openSetup()
    await connectTo(setup.studio, { baseUrl: setup.practice.url, apiKey: new Secret('not-the-key') })
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    const held = await setup.until(task.id, 'held')
    expect(held.hold).toBe('key')
    expect(setup.studio.account()).toMatchObject({ hold: 'key' })
    expect(JSON.stringify(held.failure)).not.toContain('not-the-key')
    await connectTo(setup.studio, { baseUrl: setup.practice.url, apiKey: new Secret(setup.practice.apiKey) })
    const done = await setup.until(task.id, 'done')
    expect(done.idempotencyKey).toBe(task.idempotencyKey)
    expect(setup.charges()).toBe(1)
    expect(setup.studio.account().hold).toBeNull()
  })

  it('resumes automatically once the subscription is renewed', async () => {
    const setup = await openSetup()
    await setup.practice.account.change({ isSubscribed: false })
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    expect((await setup.until(task.id, 'held')).hold).toBe('subscription')
    await setup.practice.account.change({ isSubscribed: true })
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('rejects submissions without an account, and resumes queued tasks automatically when the network is back', async () => {
    const setup = await openSetup()
    const { url } = setup.practice
    await setup.studio.disconnect()
    await expect(setup.studio.submit({ capability: standardImageGenerator, values: prompt })).rejects.toThrow('No account is connected.')

    const elsewhere = await openPracticeService({ results: 'tiny', timeScale: 0.01 })
    const port = Number(new URL(elsewhere.url).port)
    await connectTo(setup.studio, { baseUrl: elsewhere.url, apiKey: new Secret(elsewhere.apiKey) })
    await setup.studio.capabilities()
    await elsewhere.close()
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await waitFor(() => !setup.studio.account().isOnline)
    await waitFor(() => setup.studio.task(task.id)?.phase === 'queued' && setup.studio.task(task.id)?.failure !== null)
    expect(setup.studio.task(task.id)?.isUnconfirmed).toBe(false)
    const back = await openPracticeService({ results: 'tiny', timeScale: 0.01, port, apiKey: elsewhere.apiKey })
    try {
      expect(new URL(back.url).port).toBe(String(port))
      await setup.until(task.id, 'done')
      expect(setup.studio.account().isOnline).toBe(true)
      expect(back.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(1)
      expect(url).not.toBe(back.url)
    } finally {
      await back.close()
    }
  })

  it('never sends the tasks of one account to another', async () => {
    const setup = await openSetup()
    await connectTo(setup.studio, { id: 'first', baseUrl: setup.practice.url, apiKey: new Secret('wrong') })
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await setup.until(task.id, 'held')
    const other = await openPracticeService({ results: 'tiny', timeScale: 0.01 })
    try {
      await connectTo(setup.studio, { id: 'second', baseUrl: other.url, apiKey: new Secret(other.apiKey) })
      const own = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
      await setup.until(own.id, 'done')
      expect(setup.studio.task(task.id)?.phase).toBe('held')
      expect(other.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  it('reports problems with an address or a key before connecting', async () => {
    const setup = await openSetup()
    const test = async (baseUrl: string, apiKey: string): Promise<ConnectionTestResult> =>
      setup.studio.test(setup.studio.openService({ baseUrl, apiKey: new Secret(apiKey) }))
    await expect(test('not an address', 'k')).rejects.toThrow(/address/)
    await expect(test('http://api.example.com', 'k')).rejects.toThrow(/doesn’t use HTTPS/)
    await expect(test(setup.practice.url, 'wrong')).rejects.toMatchObject({ field: 'apiKey' })
    await expect(test('http://127.0.0.1:9', 'k')).rejects.toMatchObject({
      field: 'baseUrl',
      // The advice doesn't mention an automatic retry, because no task is queued.
      advice: 'Check the address and your network, then connect again.'
    })
    await expect(test(setup.practice.storageUrl, setup.practice.apiKey)).rejects.toThrow(/wasn’t found at this address/)
    const report = await test(`${setup.practice.url}/api/v1/`, setup.practice.apiKey)
    expect(report.capabilities).toBeGreaterThanOrEqual(5)
  })
})

describe('an account on hold', () => {
  const changes = {
    credits: [{ balance: 0 }, { balance: 1_000 }],
    subscription: [{ isSubscribed: false }, { isSubscribed: true }]
  } as const

  async function openTimedSetup() {
    const wire = openObservedConnection()
    onTestFinished(() => wire.close())
    const time = createSharedManualClock(Date.now(), wire.isBusy)
    const setup = await openSetup({
      practice: { clock: time.serviceClock, timeScale: 1 },
      studio: { clock: time.machineClock(), timeScale: 1, dispatcherFor: () => wire.dispatcher }
    })
    return { setup, time }
  }

  it.each(['credits', 'subscription'] as const)('for %s resumes automatically within a minute of being fixed', async (hold) => {
    const { setup, time } = await openTimedSetup()
    const [broken, fixed] = changes[hold]
    await setup.practice.account.change(broken)
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await time.passUntil(time.now() + 10 * 60_000)
    expect(setup.studio.task(id)?.hold).toBe(hold)
    await setup.practice.account.change(fixed)
    // Waits a minute for the next check, and a second for its response.
    await time.passUntil(time.now() + 61_000)
    expect(setup.studio.task(id)?.acceptedAt).not.toBeNull()
    expect(setup.charges()).toBe(1)
  })

  it.each(['credits', 'subscription'] as const)('for %s stays on hold if the user resumes too early', async (hold) => {
    const { setup, time } = await openTimedSetup()
    const [broken] = changes[hold]
    await setup.practice.account.change(broken)
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await time.passUntil(time.now() + 5_000)
    const before = setup.studio.account()
    expect(before.hold).toBe(hold)
    await setup.studio.resume()
    await time.passUntil(time.now() + 5_000)
    const after = setup.studio.account()
    expect(after.hold).toBe(hold)
    expect(after.holdCheckedAt).toBeGreaterThan(before.holdCheckedAt ?? Number.POSITIVE_INFINITY)
    expect(setup.studio.task(id)?.phase).toBe('held')
    expect(setup.charges()).toBe(0)
  })
})
