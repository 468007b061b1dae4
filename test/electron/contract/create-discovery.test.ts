import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openServiceClient } from '../../../electron/service/open-service-client.ts'
import type { ServiceClient, ToolClient } from '../../../electron/tasks/ports.ts'
import type { Discovery } from '../../../electron/contract/discovery.ts'
import { createDiscovery } from '../../../electron/contract/discovery.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import { openPracticeService } from '../../../electron/practice/practice-service.ts'
import { fieldsOf, modesOf } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { baseUrlOf } from '../service/base-url-of.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kiln-discovery-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
async function openService(): Promise<{ practice: PracticeService; client: ServiceClient }> {
  const practice = await openPracticeService()
  const client = openServiceClient({ baseUrl: baseUrlOf(practice.url), apiKey: new Secret(practice.apiKey) })
  onTestFinished(async () => {
    await client.close()
    await practice.close()
  })
  return { practice, client }
}
const idsOf = (discovery: Discovery): readonly string[] => discovery.current().map((capability) => capability.id)
const floorIds = fallbackCapabilities.map((capability) => capability.id)

describe('discovery', () => {
  it('starts with the fallback capabilities, or with those read last time', async () => {
    const [cacheDir, { client }] = [await newFolder(), await openService()]
    const first = await createDiscovery({ cacheDir, connectionId: 'default' })
    expect(first.hasCache()).toBe(false)
    expect(first.current()).toEqual(fallbackCapabilities)
    expect(await first.refresh(client)).toBe('changed')
    expect(first.hasCache()).toBe(true)

    const second = await createDiscovery({ cacheDir, connectionId: 'default' })
    expect(second.hasCache()).toBe(true)
    expect(second.current()).toEqual(first.current())
    expect(await second.refresh(client)).toBe('same')
  })

  it('reports changes together with the previous capabilities, but not a document’s first read', async () => {
    const [cacheDir, { practice, client }] = [await newFolder(), await openService()]
    const told: [number, number][] = []
    const discovery = await createDiscovery({
      cacheDir,
      connectionId: 'default',
      onMoved: (before, after) => told.push([before.length, after.length])
    })
    practice.faults.add({ on: 'openapi', do: { kind: 'html' } })
    expect(await discovery.refresh(client)).toBe('changed')
    expect(await discovery.refresh(client)).toBe('changed')
    expect(told).toEqual([])
    practice.contract.move([{ kind: 'remove-capability', id: 'face-swap' }])
    expect(await Promise.all([discovery.refresh(client), discovery.refresh(client)])).toEqual(['changed', 'same'])
    expect(told).toEqual([[63, 62]])
  })

  it('keeps connections separate', async () => {
    const [cacheDir, { client }] = [await newFolder(), await openService()]
    await (await createDiscovery({ cacheDir, connectionId: 'default' })).refresh(client)
    expect((await createDiscovery({ cacheDir, connectionId: '../default' })).current()).toEqual(fallbackCapabilities)
    expect(await readdir(cacheDir)).toHaveLength(1)
  })

  it('changes nothing if the service can’t be read, and returns the fault', async () => {
    const [cacheDir, { practice, client }] = [await newFolder(), await openService()]
    const discovery = await createDiscovery({ cacheDir, connectionId: 'default' })
    await discovery.refresh(client)
    const before = discovery.current()
    await practice.account.change({ keyCondition: 'revoked' })
    expect(await discovery.refresh(client)).toMatchObject({ step: 'catalog', kind: 'refusal', httpStatus: 401 })
    expect(discovery.current()).toBe(before)
  })

  it('continues with one document and the last version of the other', async () => {
    const [cacheDir, { client }] = [await newFolder(), await openService()]
    const discovery = await createDiscovery({ cacheDir, connectionId: 'default' })
    await discovery.refresh(client)
    const nonsense: Pick<ServiceClient, 'catalog' | 'openapi'> = {
      catalog: async () => ({ ok: true, value: [{ id: 'face-swap' }], httpStatus: 200, requestId: null }),
      openapi: async () => ({ ok: true, value: 'under construction', httpStatus: 200, requestId: null })
    }
    expect(await discovery.refresh(nonsense)).toBe('changed')
    expect(idsOf(discovery)).toEqual(['face-swap'])
    expect(fieldsOf(discovery.current()[0]!).map((field) => field.label)).toEqual(['Target photo', 'Reference face'])
  })

  it('reports a response without a capability as unreadable', async () => {
    const discovery = await createDiscovery({ cacheDir: await newFolder(), connectionId: 'default' })
    const answer = async () => ({ ok: true, value: { hello: 'world' }, httpStatus: 200, requestId: 'req-1' }) as const
    expect(await discovery.refresh({ catalog: answer, openapi: answer })).toMatchObject({
      kind: 'unreadable',
      httpStatus: 200,
      requestId: 'req-1'
    })
    expect(idsOf(discovery)).toEqual(floorIds)
  })

  it('ignores a damaged, modified or incompatible cache', async () => {
    const [cacheDir, { client }] = [await newFolder(), await openService()]
    await (await createDiscovery({ cacheDir, connectionId: 'default' })).refresh(client)
    const file = path.join(cacheDir, (await readdir(cacheDir))[0]!)
    const whole = await readFile(file, 'utf8')
    for (const torn of ['', whole.slice(0, -20), whole.replaceAll('face-swap', 'face-swop'), '{"version":9}']) {
      await writeFile(file, torn)
      expect(idsOf(await createDiscovery({ cacheDir, connectionId: 'default' }))).toEqual(floorIds)
    }
  })

  it('continues without a cache if it can’t be saved', async () => {
    const { client } = await openService()
    const discovery = await createDiscovery({ cacheDir: '/dev/null/contracts', connectionId: 'default' })
    expect(await discovery.refresh(client)).toBe('changed')
    expect(discovery.current().length).toBeGreaterThan(5)
  })

  it('leaves no temporary cache file behind, even after concurrent refreshes', async () => {
    const [cacheDir, { client }] = [await newFolder(), await openService()]
    const discovery = await createDiscovery({ cacheDir, connectionId: 'default' })
    const outcomes = await Promise.all([discovery.refresh(client), discovery.refresh(client), discovery.refresh(client)])
    expect(outcomes).toEqual(['changed', 'same', 'same'])
    expect((await readdir(cacheDir)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('the practice service’s contract', () => {
  it('gives every capability a form, with JSON only for untyped fields', async () => {
    const [cacheDir, { client }] = [await newFolder(), await openService()]
    const discovery = await createDiscovery({ cacheDir, connectionId: 'default' })
    await discovery.refresh(client)
    expect(idsOf(discovery)).toEqual(expect.arrayContaining([...floorIds]))
    const asJson = discovery
      .current()
      .flatMap((capability) => fieldsOf(capability).flatMap(({ kind, name }) => (kind === 'json' ? [`${capability.id} ${name}`] : [])))
    expect(asJson).toEqual(['pose-to-image skeletons'])
    for (const capability of discovery.current()) {
      const fields = fieldsOf(capability)
      expect(fields.length).toBeGreaterThan(0)
      for (const field of fields) if (field.kind === 'media') expect([capability.id, field.name, field.medium]).not.toContain(null)
    }
    expect(new Set(discovery.current().map((capability) => capability.category))).toEqual(
      new Set(['image', 'video', 'audio', '3d', 'face-swap', 'effects'])
    )
  })

  it('agrees with the fallback on every field, limit and price of the fully specified capabilities', async () => {
    const [cacheDir, { client }] = [await newFolder(), await openService()]
    const discovery = await createDiscovery({ cacheDir, connectionId: 'default' })
    await discovery.refresh(client)
    for (const floor of fallbackCapabilities.slice(0, 3)) {
      const told = discovery.current().find((capability) => capability.id === floor.id)!
      const withoutText = (fields: ReturnType<typeof fieldsOf>): readonly unknown[] =>
        fields.map((field) => ({ ...field, label: '', help: '', options: null, rule: null }))
      expect(withoutText(fieldsOf(told))).toEqual(withoutText(fieldsOf(floor)))
      expect(modesOf(told)).toEqual(modesOf(floor))
      expect(told.pricing).toEqual(floor.pricing)
      expect(told.resultField).toBe(floor.resultField)
    }
  })
})

describe('the MCP list of capabilities', () => {
  const listing = (capabilities: unknown): { listCapabilities: ToolClient['listCapabilities'] } => ({
    listCapabilities: async () => ({ ok: true, value: { capabilities }, httpStatus: 200, requestId: null })
  })
  const film = {
    capability: 'film',
    title: 'Film',
    purpose: 'Makes a film.',
    category: 'video',
    credits: 30,
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } } }
  }

  it('is used and cached if neither document was ever read', async () => {
    const cacheDir = await newFolder()
    const discovery = await createDiscovery({ cacheDir, connectionId: 'default' })
    expect(discovery.mayNeedTools()).toBe(true)
    expect(await discovery.requestTools(listing([film]))).toBe('changed')
    expect(discovery.current()).toMatchObject([{ id: 'film', title: 'Film', pricing: { kind: 'flat', credits: 30 } }])
    expect(await discovery.requestTools(listing([film]))).toBe('same')
    expect((await createDiscovery({ cacheDir, connectionId: 'default' })).current()).toEqual(discovery.current())
  })

  it('has a lower priority than the documents, and adds only omitted details', async () => {
    const [cacheDir, { client }] = [await newFolder(), await openService()]
    const discovery = await createDiscovery({ cacheDir, connectionId: 'default' })
    const tools = listing([
      film,
      { id: 'slow-motion', title: 'Other words', credits: 9 },
      { id: 'text-to-video', title: 'Other words', credits: 999 }
    ])
    await discovery.requestTools(tools)
    expect(idsOf(discovery)).toEqual(['film', 'slow-motion', 'text-to-video'])
    expect(await discovery.refresh(client)).toBe('changed')
    expect(discovery.current()).toHaveLength(63)
    const found = (id: string) => discovery.current().find((capability) => capability.id === id)
    expect(found('slow-motion')).toMatchObject({ title: 'Slow motion', pricing: { kind: 'flat', credits: 9 } })
    expect(found('text-to-video')).toMatchObject({ title: 'Text to video', pricing: { kind: 'per-output', base: 4 } })
    expect(await discovery.requestTools(listing('nonsense'))).toMatchObject({ step: 'mcp', kind: 'unreadable' })
    expect(discovery.current()).toHaveLength(63)
  })
})
