import { describe, expect, it, onTestFinished } from 'vitest'
import type { FaultWish } from '../../electron/practice/faults.ts'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import { openStory, standard, waitFor } from './open-story.ts'

const upscale = { capability: 'video-upscaler', values: { videoURL: 'https://films.example/a.mp4', scale: 4 } }
const often = { on: 'mcp', times: 1_000_000 } as const

describe('MCP beside REST', () => {
  it('estimates what no rule tells, and the task remembers it', async () => {
    const story = await openStory()
    await story.studio.capabilities()
    expect(await story.studio.estimate(upscale)).toMatchObject({ credits: 24, source: 'service' })
    const task = await story.studio.submit(upscale)
    expect(task.credits.estimated).toBe(24)
    await story.until(task.id, 'done')
    expect(story.practice.ledger().map(({ credits }) => credits)).toEqual([24])
  })

  it('prices each row of a batch, asked once for rows that cost the same', async () => {
    const story = await openStory()
    await story.studio.capabilities()
    const texts = ['Good day', 'Good eve', 'Good night to all of you']
    const plan = await story.studio.planBatch({
      capability: 'lip-sync',
      values: { mode: 'text', videoUrl: 'https://films.example/a.mp4', voice: 'ash' },
      source: { way: 'grid', axes: [{ field: 'text', values: texts }] },
      onProgress: () => undefined,
      signal: new AbortController().signal
    })
    expect(plan.credits).toMatchObject({ known: 42, unknownRows: 0 })
    expect(story.practice.calls().filter(({ tool }) => tool === 'estimate_model_credits')).toHaveLength(2)
  })

  it('is asked once for what neither document tells, after both were read', async () => {
    const story = await openStory()
    await story.studio.capabilities()
    expect(story.callsTo('/api/mcp')).toBe(0)
    const listings = (): number => story.practice.calls().filter(({ tool }) => tool === 'list_capabilities').length
    await waitFor(() => listings() === 1)
    await story.studio.estimate(upscale)
    expect(listings()).toBe(1)
    expect(story.callsTo('/capabilities') + story.callsTo('/openapi.json')).toBe(2)
  })

  it('is where the contract comes from when neither document can be read', async () => {
    const practice = await openPracticeService({ results: 'tiny', timeScale: 0.01 })
    onTestFinished(() => practice.close())
    for (const on of ['catalog', 'openapi'] as const) practice.faults.add({ on, times: 1_000_000, do: { kind: 'html', httpStatus: 502 } })
    const story = await openStory({ studio: { connection: { baseUrl: practice.url, apiKey: practice.apiKey } } })
    await expect.poll(async () => (await story.studio.capabilities()).length, { timeout: 60_000, interval: 20 }).toBe(63)
    const known = await story.studio.capabilities()
    expect(known.find(({ id }) => id === 'text-to-video')).toMatchObject({ category: 'video', title: 'Text to video' })
    const task = await story.studio.submit({ capability: 'text-to-video', values: { prompt: 'a tide', duration: 3 } })
    expect(task.credits.estimated).toBe(12)
    expect((await story.until(task.id, 'done')).results).toHaveLength(1)
    const again = await story.reopen()
    expect(again.tasks()).toHaveLength(1)
    expect((await again.capabilities()).length).toBe(63)
  })

  it.each<[string, readonly FaultWish[]]>([
    ['refused', [{ ...often, do: { kind: 'error', httpStatus: 503, errorType: 'MCP_SERVICE_UNAVAILABLE' } }]],
    ['absent', [{ ...often, do: { kind: 'error', httpStatus: 404, errorType: 'NOT_FOUND' } }]],
    ['a page of HTML', [{ ...often, do: { kind: 'html', httpStatus: 200 } }]],
    ['nonsense', [{ ...often, do: { kind: 'answer', httpStatus: 200, body: '{"hello":"world"}' } }]],
    ['dropped', [{ ...often, do: { kind: 'lose-answer' } }]],
    ['stalled', [{ ...often, do: { kind: 'delay', delayInMs: 3_600_000 } }]],
    ['killed in the middle of a call', [{ on: 'mcp-tool', times: 1_000_000, do: { kind: 'tear-answer' } }]],
    [
      'killed in the middle of a stream',
      [
        { ...often, do: { kind: 'event-stream' } },
        { on: 'mcp-tool', times: 1_000_000, do: { kind: 'tear-answer' } }
      ]
    ]
  ])('costs REST nothing where it is %s', async (_case, faults) => {
    const story = await openStory()
    await story.studio.capabilities()
    for (const fault of faults) story.practice.faults.add(fault)
    let estimate: unknown = null
    const estimating = story.studio.estimate(upscale).then((told) => (estimate = told))
    await waitFor(() => story.callsTo('/api/mcp') > 0)

    const tasks = await Promise.all(
      ['one', 'two', 'three'].map((prompt) => story.studio.submit({ capability: standard, values: { prompt } }))
    )
    const dear = await story.studio.submit(upscale)
    for (const { id } of [...tasks, dear]) await story.until(id, 'done')
    expect(story.charges()).toBe(4)
    expect(dear.credits.estimated).toBeNull()
    expect(story.studio.account()).toMatchObject({ hold: null, isOnline: true })

    await estimating
    expect(estimate).toEqual({ credits: null, lines: [], source: 'nobody' })
    expect(await story.studio.estimate(upscale)).toMatchObject({ source: 'nobody' })
  })

  it('comes back by itself', async () => {
    const story = await openStory()
    await story.studio.capabilities()
    story.practice.faults.add({ on: 'mcp', times: 2, do: { kind: 'html', httpStatus: 502 } })
    expect(await story.studio.estimate(upscale)).toMatchObject({ source: 'nobody' })
    await expect.poll(async () => (await story.studio.estimate(upscale)).credits, { timeout: 60_000, interval: 20 }).toBe(24)
  })

  it('is let go of when the account changes, and the new key is used from then on', async () => {
    const story = await openStory()
    await story.studio.capabilities()
    await story.studio.estimate(upscale)
    await story.practice.account.change({ apiKey: 'another-key-0123456789' })
    await story.studio.connect({ baseUrl: story.practice.url, apiKey: 'another-key-0123456789' })
    expect(await story.studio.estimate(upscale)).toMatchObject({ credits: 24 })
    await story.studio.disconnect()
    expect(await story.studio.estimate(upscale)).toMatchObject({ source: 'nobody' })
  })
})
