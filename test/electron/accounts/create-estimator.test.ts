import { describe, expect, it, onTestFinished } from 'vitest'
import { createEstimator } from '../../../electron/accounts/create-estimator.ts'
import { createHttpClient } from '../../../electron/service/http-client.ts'
import { openToolClient } from '../../../electron/service/mcp/open-tool-client.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import type { Values } from '../../../shared/form/values.ts'
import { createManualClock } from '../service/mcp/manual-clock.ts'
import { openTestService } from '../../practice-service/practice-client.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { baseUrlOf } from '../service/base-url-of.ts'

const upscaler = deployedCapabilities.get('video-upscaler')!
const dubbing = deployedCapabilities.get('video-dubbing')!

async function open() {
  const service = await openTestService()
  const clock = createManualClock()
  const http = createHttpClient()
  const tools = openToolClient({
    baseUrl: baseUrlOf(service.url),
    apiKey: new Secret(service.apiKey),
    http,
    clock,
    pauseInMs: () => 10_000
  })
  onTestFinished(async () => {
    await tools.close()
    await http.close()
  })
  const estimator = createEstimator({ clock })
  const ask = (values: Values, capability = upscaler) => estimator.estimate({ tools, capability, values })
  const asked = (): number => service.calls().filter(({ tool }) => tool === 'estimate_model_credits').length
  return { service, clock, tools, estimator, ask, asked }
}

const times = (count: number) => ({ times: count })

describe('an estimate', () => {
  it('comes from the pricing rules if they apply, without a request', async () => {
    const { ask, service } = await open()
    expect(await ask({ duration: 5, prompt: 'x' }, deployedCapabilities.get('text-to-video'))).toMatchObject({
      credits: 20,
      source: 'rules'
    })
    expect(service.calls()).toEqual([])
  })

  it('comes from the service if the rules don’t know the price, with one request for the same values', async () => {
    const { ask, asked, estimator, tools } = await open()
    expect(await ask({ scale: 4 })).toEqual({ credits: 24, lines: [], source: 'service' })
    expect(await Promise.all([ask({ scale: 4 }), ask({ scale: 2 }), ask({ scale: 2 })])).toMatchObject([
      { credits: 24 },
      { credits: 12 },
      { credits: 12 }
    ])
    expect(asked()).toBe(2)
    expect(estimator.knownPrice({ tools, capability: upscaler, values: { scale: 4 } })).toEqual({ credits: 24, source: 'service' })
    expect(estimator.knownPrice({ tools, capability: upscaler, values: {} })).toEqual({ credits: null, source: 'none' })
  })

  it('is unknown if the service doesn’t know it either, and that result is cached', async () => {
    const { ask, asked } = await open()
    expect(await ask({ targetLanguages: ['de'] }, dubbing)).toEqual({ credits: null, lines: [], source: 'none' })
    await ask({ targetLanguages: ['de'] }, dubbing)
    expect(asked()).toBe(1)
  })

  it('is requested again when the contract changes', async () => {
    const { ask, asked } = await open()
    await ask({ scale: 4 })
    await ask({ scale: 4 }, { ...upscaler })
    expect(asked()).toBe(2)
  })

  it('is requested again after a failure, once a pause has passed', async () => {
    const { ask, clock, service } = await open()
    service.faults.add({ on: 'mcp', ...times(1), do: { kind: 'error', httpStatus: 503, errorType: 'MCP_SERVICE_UNAVAILABLE' } })
    expect(await ask({ scale: 4 })).toMatchObject({ source: 'none' })
    expect(await ask({ scale: 4 })).toMatchObject({ source: 'none' })
    clock.pass(10_000)
    expect(await ask({ scale: 4 })).toMatchObject({ credits: 24 })
  })

  it('times out after four seconds, pauses requests for half a minute, and still accepts a late response', async () => {
    const { ask, asked, clock, service, estimator, tools } = await open()
    await ask({ scale: 2 })
    service.faults.add({ on: 'mcp-tool', ...times(4), do: { kind: 'delay', delayInMs: 1_000 } })
    const many = [4, 5, 6, 7, 8, 9].map((scale) => ask({ scale }))
    await expect.poll(asked, { interval: 5 }).toBe(5)
    clock.pass(4_000)
    expect((await Promise.all(many)).map(({ source }) => source)).toEqual(Array(6).fill('none'))
    expect(asked()).toBe(5)
    expect(await ask({ scale: 10 })).toMatchObject({ source: 'none' })
    expect(asked()).toBe(5)
    await expect.poll(() => estimator.knownPrice({ tools, capability: upscaler, values: { scale: 4 } }).credits, { interval: 5 }).toBe(24)
    expect(await ask({ scale: 4 })).toMatchObject({ credits: 24, source: 'service' })
  })

  it('is returned for 40 simultaneous requests', async () => {
    const { ask, asked } = await open()
    const values = Array.from({ length: 40 }, (_, prompt) => ({ mode: 'text', text: 'x'.repeat(prompt + 1) }))
    const estimates = await Promise.all(values.map((one) => ask(one, deployedCapabilities.get('lip-sync'))))
    expect(estimates.every(({ credits }) => credits === 14)).toBe(true)
    expect(asked()).toBe(40)
  })
})
