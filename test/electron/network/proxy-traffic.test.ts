import { describe, expect, it, onTestFinished } from 'vitest'
import { submitFaceSwap } from '../../integration/submit-face-swap.ts'
import { openSetup, standardImageGenerator } from '../../integration/open-setup.ts'
import { proxyCases, trustTestCa, openTestProxyRouter } from './each-proxy.ts'
import { openTlsReverseProxy } from './open-tls-reverse-proxy.ts'
import { Secret } from '../../../electron/accounts/secret.ts'

trustTestCa()

describe.each(proxyCases)('through $name', ({ open, rules: rulesFor, needsPassword }) => {
  it('submissions, queries, MCP, uploads and downloads work, and the proxy sees only their targets', async () => {
    const setup = await openSetup({ studio: { connection: null } })
    const names = { 'api.kiln.test': setup.practice.url, 'storage.kiln.test': setup.practice.storageUrl }
    const front = await openTlsReverseProxy(names)
    onTestFinished(front.close)
    const proxy = await open(Object.fromEntries(Object.keys(names).map((name) => [name, front.port])))
    const rules = await rulesFor(proxy)
    const way = openTestProxyRouter(proxy, rules, needsPassword)
    await setup.reopen({
      connection: { baseUrl: 'https://api.kiln.test', apiKey: new Secret(setup.practice.apiKey) },
      dispatcherFor: way.dispatcherFor
    })

    const plain = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    const swap = await submitFaceSwap(setup)
    const shown = await setup.studio.faces(swap.id)
    expect(shown.faces).toHaveLength(4)
    await setup.studio.selectFaces(swap.id, { kind: 'faces', picks: [{ faceId: 'face-3', reference: 0 }] })
    for (const { id } of [plain, swap]) expect((await setup.until(id, 'done')).results).toHaveLength(1)
    expect(setup.charges()).toBe(2)

    // All traffic to the service and storage went through this proxy.
    const heard = new Set(front.heard.map((call) => call.replace(/\/(?:results|uploads)\/.*/, '/$&').split('?')[0]))
    expect([...heard].some((call) => call === `api.kiln.test POST /api/v1/${standardImageGenerator}/submit`)).toBe(true)
    expect([...heard].some((call) => call === 'api.kiln.test POST /api/mcp')).toBe(true)
    expect([...heard].some((call) => call?.startsWith('storage.kiln.test PUT '))).toBe(true)
    expect([...heard].some((call) => call?.startsWith('storage.kiln.test GET '))).toBe(true)
    expect(new Set(proxy.ways())).toEqual(new Set(['api.kiln.test:443', 'storage.kiln.test:443']))
    expect(way.state()).toMatchObject({ host: proxy.host, source: rules.way, hasPassword: needsPassword })

    expect(proxy.strange()).toEqual([])
    expect(proxy.seen().length).toBeGreaterThan(5_000)
    const secrets = [
      setup.practice.apiKey,
      Buffer.from(setup.practice.apiKey).toString('base64'),
      'Bearer',
      'celadon',
      standardImageGenerator,
      'idempotency-key'
    ]
    for (const secret of secrets) expect(proxy.seen().toLowerCase()).not.toContain(secret.toLowerCase())
  }, 120_000)
})
