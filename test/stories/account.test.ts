import { describe, expect, it } from 'vitest'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import { openStory, standard, waitFor } from './open-story.ts'

const prompt = { prompt: 'a celadon vase' }

describe('the account stands in the way', () => {
  it('holds a task for a wrong key and goes on with the same key of the task once the right one is there', async () => {
    const story = await openStory()
    await story.studio.connect({ baseUrl: story.practice.url, apiKey: 'not-the-key' })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    const held = await story.until(task.id, 'held')
    expect(held.hold).toBe('key')
    expect(story.studio.account()).toMatchObject({ hold: 'key' })
    expect(held.failure?.message).not.toContain('not-the-key')
    await story.studio.connect({ baseUrl: story.practice.url, apiKey: story.practice.apiKey })
    const done = await story.until(task.id, 'done')
    expect(done.idempotencyKey).toBe(task.idempotencyKey)
    expect(story.charges()).toBe(1)
    expect(story.studio.account().hold).toBeNull()
  })

  it('goes on by itself once the subscription is renewed', async () => {
    const story = await openStory()
    await story.practice.account.change({ isSubscribed: false })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    expect((await story.until(task.id, 'held')).hold).toBe('subscription')
    await story.practice.account.change({ isSubscribed: true })
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('waits without an account and without a network, and leaves by itself when they are back', async () => {
    const story = await openStory()
    const { url } = story.practice
    await story.studio.disconnect()
    await expect(story.studio.submit({ capability: standard, values: prompt })).rejects.toThrow('No account is connected.')

    const elsewhere = await openPracticeService({ results: 'tiny', timeScale: 0.01 })
    const port = Number(new URL(elsewhere.url).port)
    await story.studio.connect({ baseUrl: elsewhere.url, apiKey: elsewhere.apiKey })
    await story.studio.capabilities()
    await elsewhere.close()
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await waitFor(() => !story.studio.account().isOnline)
    await waitFor(() => story.studio.task(task.id)?.phase === 'queued' && story.studio.task(task.id)?.failure !== null)
    expect(story.studio.task(task.id)?.inDoubt).toBe(false)
    const back = await openPracticeService({ results: 'tiny', timeScale: 0.01, port, apiKey: elsewhere.apiKey })
    try {
      expect(new URL(back.url).port).toBe(String(port))
      await story.until(task.id, 'done')
      expect(story.studio.account().isOnline).toBe(true)
      expect(back.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(1)
      expect(url).not.toBe(back.url)
    } finally {
      await back.close()
    }
  })

  it('never sends the tasks of one account to another', async () => {
    const story = await openStory()
    await story.studio.connect({ id: 'first', baseUrl: story.practice.url, apiKey: 'wrong' })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'held')
    const other = await openPracticeService({ results: 'tiny', timeScale: 0.01 })
    try {
      await story.studio.connect({ id: 'second', baseUrl: other.url, apiKey: other.apiKey })
      const own = await story.studio.submit({ capability: standard, values: prompt })
      await story.until(own.id, 'done')
      expect(story.studio.task(task.id)?.phase).toBe('held')
      expect(other.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  it('says in plain words what is wrong with an address or a key', async () => {
    const story = await openStory()
    await expect(story.studio.test({ baseUrl: 'not an address', apiKey: 'k' })).rejects.toThrow(/address/)
    await expect(story.studio.test({ baseUrl: 'http://api.example.com', apiKey: 'k' })).rejects.toThrow(/not encrypted/)
    await expect(story.studio.test({ baseUrl: story.practice.url, apiKey: 'wrong' })).rejects.toMatchObject({ field: 'apiKey' })
    await expect(story.studio.test({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k' })).rejects.toMatchObject({
      field: 'baseUrl',
      // There is no task yet that would leave by itself.
      advice: 'Look at the address, and whether the network is there; then connect again.'
    })
    await expect(story.studio.test({ baseUrl: story.practice.storageUrl, apiKey: story.practice.apiKey })).rejects.toThrow(
      /not this service/
    )
    const report = await story.studio.test({ baseUrl: `${story.practice.url}/api/v1/`, apiKey: story.practice.apiKey })
    expect(report.capabilities).toBeGreaterThanOrEqual(5)
  })
})
