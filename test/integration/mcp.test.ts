import { describe, expect, it, onTestFinished } from 'vitest'
import type { FaultSpec } from '../../electron/practice/fault-injector.ts'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import { openSetup, standardImageGenerator, waitFor } from './open-setup.ts'
import { connectTo } from './connect-to.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const upscale = { capability: 'video-upscaler', values: { videoURL: 'https://films.example/a.mp4', scale: 4 } }
const often = { on: 'mcp', times: 1_000_000 } as const

describe('MCP alongside REST', () => {
  it('estimates a price that no rule covers, and the task keeps the estimate', async () => {
    const setup = await openSetup()
    await setup.studio.capabilities()
    expect(await setup.studio.estimate(upscale)).toMatchObject({ credits: 24, source: 'service' })
    const task = await setup.studio.submit(upscale)
    expect(task.credits.estimated).toBe(24)
    await setup.until(task.id, 'done')
    expect(setup.practice.ledger().map(({ credits }) => credits)).toEqual([24])
  })

  it('prices each row of a batch, with one call for rows that cost the same', async () => {
    const setup = await openSetup()
    await setup.studio.capabilities()
    const texts = ['Good day', 'Good eve', 'Good night to all of you']
    const plan = await setup.studio.planBatch({
      capability: 'lip-sync',
      values: { mode: 'text', videoUrl: 'https://films.example/a.mp4', voice: 'ash' },
      source: { way: 'grid', axes: [{ field: 'text', values: texts }] },
      onProgress: () => undefined,
      signal: new AbortController().signal
    })
    expect(plan.credits).toMatchObject({ known: 42, unknownRows: 0 })
    expect(setup.practice.calls().filter(({ tool }) => tool === 'estimate_model_credits')).toHaveLength(2)
  })

  it('is called once for missing information, after both documents are read', async () => {
    const setup = await openSetup()
    await setup.studio.capabilities()
    expect(setup.callsTo('/api/mcp')).toBe(0)
    const listings = (): number => setup.practice.calls().filter(({ tool }) => tool === 'list_capabilities').length
    await waitFor(() => listings() === 1)
    await setup.studio.estimate(upscale)
    expect(listings()).toBe(1)
    expect(setup.callsTo('/capabilities') + setup.callsTo('/openapi.json')).toBe(2)
  })

  it('provides the contract if neither document can be read', async () => {
    const practice = await openPracticeService({ results: 'tiny', timeScale: 0.01 })
    onTestFinished(() => practice.close())
    for (const on of ['catalog', 'openapi'] as const) practice.faults.add({ on, times: 1_000_000, do: { kind: 'html', httpStatus: 502 } })
    const setup = await openSetup({ studio: { connection: { baseUrl: practice.url, apiKey: new Secret(practice.apiKey) } } })
    await expect.poll(async () => (await setup.studio.capabilities()).length, { interval: 20 }).toBe(63)
    const known = await setup.studio.capabilities()
    expect(known.find(({ id }) => id === 'text-to-video')).toMatchObject({ category: 'video', title: 'Text to video' })
    const task = await setup.studio.submit({ capability: 'text-to-video', values: { prompt: 'a tide', duration: 3 } })
    expect(task.credits.estimated).toBe(12)
    expect((await setup.until(task.id, 'done')).results).toHaveLength(1)
    const again = await setup.reopen()
    expect(again.tasks()).toHaveLength(1)
    expect((await again.capabilities()).length).toBe(63)
  })

  it.each<[string, readonly FaultSpec[]]>([
    ['rejected', [{ ...often, do: { kind: 'error', httpStatus: 503, errorType: 'MCP_SERVICE_UNAVAILABLE' } }]],
    ['missing', [{ ...often, do: { kind: 'error', httpStatus: 404, errorType: 'NOT_FOUND' } }]],
    ['an HTML page', [{ ...often, do: { kind: 'html', httpStatus: 200 } }]],
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
  ])('doesn’t affect REST if it’s %s', async (_case, faults) => {
    const setup = await openSetup()
    await setup.studio.capabilities()
    for (const fault of faults) setup.practice.faults.add(fault)
    let estimate: unknown = null
    const estimating = setup.studio.estimate(upscale).then((told) => (estimate = told))
    await waitFor(() => setup.callsTo('/api/mcp') > 0)

    const tasks = await Promise.all(
      ['one', 'two', 'three'].map((prompt) => setup.studio.submit({ capability: standardImageGenerator, values: { prompt } }))
    )
    const dear = await setup.studio.submit(upscale)
    for (const { id } of [...tasks, dear]) await setup.until(id, 'done')
    expect(setup.charges()).toBe(4)
    expect(dear.credits.estimated).toBeNull()
    expect(setup.studio.account()).toMatchObject({ hold: null, isOnline: true })

    await estimating
    expect(estimate).toEqual({ credits: null, lines: [], source: 'none' })
    expect(await setup.studio.estimate(upscale)).toMatchObject({ source: 'none' })
  })

  it('recovers automatically', async () => {
    const setup = await openSetup()
    await setup.studio.capabilities()
    setup.practice.faults.add({ on: 'mcp', times: 2, do: { kind: 'html', httpStatus: 502 } })
    expect(await setup.studio.estimate(upscale)).toMatchObject({ source: 'none' })
    await expect.poll(async () => (await setup.studio.estimate(upscale)).credits, { interval: 20 }).toBe(24)
  })

  it('is disconnected when the account changes, and the new key is used from then on', async () => {
    const setup = await openSetup()
    await setup.studio.capabilities()
    await setup.studio.estimate(upscale)
    await setup.practice.account.change({ apiKey: 'another-key-0123456789' })
    await connectTo(setup.studio, { baseUrl: setup.practice.url, apiKey: new Secret('another-key-0123456789') })
    expect(await setup.studio.estimate(upscale)).toMatchObject({ credits: 24 })
    await setup.studio.disconnect()
    expect(await setup.studio.estimate(upscale)).toMatchObject({ source: 'none' })
  })
})
