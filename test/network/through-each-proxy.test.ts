import { describe, expect, it, onTestFinished } from 'vitest'
import { askForFaces } from '../stories/ask-for-faces.ts'
import { openStory, standard } from '../stories/open-story.ts'
import { proxyCases, trustTestAuthority, wayThrough } from './each-proxy.ts'
import { openSecureFront } from './open-secure-front.ts'

trustTestAuthority()

describe.each(proxyCases)('through $name', ({ open, rules: rulesFor, wantsPassword }) => {
  it('go submissions, questions, MCP, uploads and downloads, and it sees nothing but where to', async () => {
    const story = await openStory({ studio: { connection: null } })
    const names = { 'api.kiln.test': story.practice.url, 'storage.kiln.test': story.practice.storageUrl }
    const front = await openSecureFront(names)
    onTestFinished(front.close)
    const proxy = await open(Object.fromEntries(Object.keys(names).map((name) => [name, front.port])))
    const rules = await rulesFor(proxy)
    const way = wayThrough(proxy, rules, wantsPassword)
    await story.reopen({
      connection: { baseUrl: 'https://api.kiln.test', apiKey: story.practice.apiKey },
      dispatcherFor: way.dispatcherFor
    })

    const plain = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    const swap = await askForFaces(story)
    const shown = await story.studio.faces(swap.id)
    expect(shown.faces).toHaveLength(4)
    await story.studio.selectFaces(swap.id, { kind: 'faces', picks: [{ faceId: 'face-3', reference: 0 }] })
    for (const { id } of [plain, swap]) expect((await story.until(id, 'done')).results[0]?.path).toBeDefined()
    expect(story.charges()).toBe(2)

    // Nothing has reached service or storage but by this proxy.
    const heard = new Set(front.heard.map((call) => call.replace(/\/(?:results|uploads)\/.*/, '/$&').split('?')[0]))
    expect([...heard].some((call) => call === `api.kiln.test POST /api/v1/${standard}/submit`)).toBe(true)
    expect([...heard].some((call) => call === 'api.kiln.test POST /api/mcp')).toBe(true)
    expect([...heard].some((call) => call?.startsWith('storage.kiln.test PUT '))).toBe(true)
    expect([...heard].some((call) => call?.startsWith('storage.kiln.test GET '))).toBe(true)
    expect(new Set(proxy.ways())).toEqual(new Set(['api.kiln.test:443', 'storage.kiln.test:443']))
    expect(way.state()).toMatchObject({ host: proxy.host, source: rules.way, hasPassword: wantsPassword })

    expect(proxy.strange()).toEqual([])
    expect(proxy.seen().length).toBeGreaterThan(5_000)
    const secrets = [
      story.practice.apiKey,
      Buffer.from(story.practice.apiKey).toString('base64'),
      'Bearer',
      'celadon',
      standard,
      'idempotency-key'
    ]
    for (const secret of secrets) expect(proxy.seen().toLowerCase()).not.toContain(secret.toLowerCase())
  }, 120_000)
})
