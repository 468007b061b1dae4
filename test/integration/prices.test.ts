import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinCapabilities, readCatalog, readOpenapi } from '../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../electron/practice/capabilities/deployed-capabilities.ts'
import { catalogEntry } from '../../electron/practice/catalog.ts'
import { openapiDocument } from '../../electron/practice/openapi-document.ts'
import { priceInCredits } from '../../electron/practice/price.ts'
import { requestBodyOf } from '../../shared/form/fields.ts'
import { estimateCredits } from '../../shared/form/pricing.ts'
import { minCredits } from '../../shared/form/pricing/min-credits.ts'
import type { Values } from '../../shared/form/values.ts'
import { validValueArbitrary } from '../electron/practice/schema-values.ts'
import { openSetup } from './open-setup.ts'

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
/** The capabilities that the app reads from the service's catalogue and OpenAPI document. */
const capabilities = joinCapabilities({
  catalog: readCatalog(json({ capabilities: [...deployedCapabilities.values()].map(catalogEntry) })),
  openapi: readOpenapi(json(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1')))
})
const priced = capabilities.filter(({ pricing }) => pricing.kind !== 'unknown')
const definitionOf = (id: string) => deployedCapabilities.get(id)!
/** Generates values that a form could hold. Only one of the two image fields has a value. */
const valuesFor = (id: string): fc.Arbitrary<Values> =>
  (validValueArbitrary(definitionOf(id).inputSchema) as fc.Arbitrary<Values>).map((values) =>
    'imageUrl' in values && 'imageUrls' in values
      ? Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'imageUrl'))
      : values
  )

describe('prices of the practice contract', () => {
  it('are in the catalog for most capabilities, only available over MCP for some, and unknown for a few', () => {
    const hidden = [...deployedCapabilities.values()].filter(({ hiddenPrice }) => hiddenPrice !== null)
    expect(priced.length).toBe(63 - hidden.length)
    expect(priced.filter(({ pricing }) => pricing.kind === 'rules').length).toBeGreaterThanOrEqual(20)
    expect(hidden.filter(({ hiddenPrice }) => hiddenPrice?.isEstimated).length).toBeGreaterThanOrEqual(8)
    expect(hidden.filter(({ hiddenPrice }) => hiddenPrice?.isEstimated === false).map(({ id }) => id)).toEqual([
      'video-face-swap',
      'slow-motion',
      'video-dubbing'
    ])
  })

  it.each(priced.map((capability) => [capability.id, capability] as const))('of %s are estimated exactly', (id, capability) => {
    fc.assert(
      fc.property(valuesFor(id), (values) => {
        const body = requestBodyOf(capability, values, () => 'https://storage.example/1')
        const { credits, lines } = estimateCredits(capability, values)
        expect(credits, JSON.stringify(values)).toBe(priceInCredits(definitionOf(id), body))
        expect(lines.reduce((sum, line) => sum + line.credits, 0)).toBeCloseTo(credits ?? Number.NaN, 6)
        expect(minCredits(capability)).toBeLessThanOrEqual(credits ?? 0)
      }),
      { numRuns: 60 }
    )
  })

  it('match the ledger', async () => {
    const setup = await openSetup({ practice: { startingCredits: 1_000_000 } })
    const known = (await setup.studio.capabilities()).filter(({ pricing }) => pricing.kind !== 'unknown')
    const asked: { readonly id: string; readonly credits: number | null }[] = []
    for (const capability of known) {
      for (const values of fc.sample(valuesFor(capability.id), { numRuns: 2, seed: 11 })) {
        const estimate = await setup.studio.estimate({ capability: capability.id, values })
        const task = await setup.studio.submit({ capability: capability.id, values })
        expect(task.credits.estimated).toBe(estimate.credits)
        asked.push({ id: task.id, credits: estimate.credits })
      }
    }
    for (const { id, credits } of asked) {
      const done = await setup.until(id, 'done')
      expect([done.capability, setup.practice.ledger().find(({ taskId }) => taskId === done.taskId)?.credits]).toEqual([
        done.capability,
        credits
      ])
    }
    expect(setup.charges()).toBe(asked.length)
  }, 120_000)
})
