import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinCapabilities, readCatalog, readOpenapi } from '../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../electron/practice/capabilities/deployed-capabilities.ts'
import { catalogEntry } from '../../electron/practice/catalog.ts'
import { jsonSchemaErrors } from '../../electron/practice/json-schema-errors.ts'
import { openapiDocument } from '../../electron/practice/openapi-document.ts'
import { inputKindsOf } from '../../renderer/gallery/capability-inputs.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { checkValues, fieldNameOf, fieldsInGroup, fieldsOf, modesOf, topLevelFieldName, requestBodyOf } from '../../shared/form/fields.ts'
import type { Field } from '../../shared/form/fields.ts'
import type { Values } from '../../shared/form/values.ts'
import { invalidBodies, validValueArbitrary } from '../electron/practice/schema-values.ts'
import { openSetup } from './open-setup.ts'

/** Number of request bodies checked for each capability. Set `KILN_VALUES_PER_CAPABILITY=2000` for long runs. */
const bodiesPerCapability = Number(process.env['KILN_VALUES_PER_CAPABILITY'] ?? 60)

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
/** The capabilities that the app reads from the service's catalogue and OpenAPI document. */
const capabilities = joinCapabilities({
  catalog: readCatalog(json({ capabilities: [...deployedCapabilities.values()].map(catalogEntry) })),
  openapi: readOpenapi(json(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1')))
})
const sent = (capability: Capability, values: Values): unknown => requestBodyOf(capability, values, () => 'https://storage.example/1')
const serviceSays = (capability: Capability, body: unknown): readonly string[] =>
  jsonSchemaErrors(deployedCapabilities.get(capability.id)?.inputSchema ?? {}, body).map(({ field }) => field.split(/[.[]/)[0] ?? '')
const schemaOf = (capability: Capability) => deployedCapabilities.get(capability.id)?.inputSchema ?? {}

function formSays(capability: Capability, values: Values): readonly string[] {
  return checkValues(capability, values, () => null).map(({ field }) => topLevelFieldName(field ?? ''))
}
const shown = (capability: Capability, names: readonly string[]): readonly string[] =>
  [...new Set(names.map((name) => fieldNameOf(capability, name) ?? name))].toSorted()

describe('the contract of the practice service', () => {
  it('has 63 capabilities in six categories', () => {
    expect(capabilities).toHaveLength(63)
    expect(new Set(capabilities.map((capability) => capability.category)).size).toBe(6)
    expect(new Set(capabilities.map((capability) => capability.title)).size).toBe(63)
  })

  it('has input kinds for every capability’s card', () => {
    expect(capabilities.filter((capability) => inputKindsOf(capability).length === 0).map(({ id }) => id)).toEqual([])
    const kindsOf = (id: string): readonly string[] => inputKindsOf(capabilities.find((capability) => capability.id === id)!)
    expect(kindsOf('lip-sync')).toEqual(['video', 'audio', 'text'])
    expect(kindsOf('multi-view-to-3d')).toEqual(['image'])
  })

  it('has one field that only the JSON editor can fill', () => {
    const kindsWithin = (field: Field): readonly string[] =>
      field.kind === 'group' ? fieldsInGroup(field, undefined).flatMap(kindsWithin) : [field.kind]
    const places = capabilities.flatMap((capability) => {
      const modes = modesOf(capability)
      const forms = modes.length === 0 ? [fieldsOf(capability)] : modes.map(({ sets, variant }) => fieldsOf(capability, sets, variant))
      return forms.flatMap((fields) =>
        fields.flatMap((field) => kindsWithin(field).map((kind) => `${capability.id} ${field.name} ${kind}`))
      )
    })
    expect(places.filter((place) => place.endsWith(' json'))).toEqual(['pose-to-image skeletons json'])
  })
})

describe('the form and the service', () => {
  let judged = 0
  it.each(capabilities.map((capability) => [capability.id, capability] as const))('agree on every body of %s', (_id, capability) => {
    const schema = schemaOf(capability)
    const bodies = validValueArbitrary(schema) as fc.Arbitrary<Values>
    fc.assert(
      fc.property(bodies, fc.nat(), (valid, turn) => {
        expect(serviceSays(capability, valid), JSON.stringify(valid)).toEqual([])
        // Image capabilities accept at most three images in both image fields together. A JSON Schema can't express this limit.
        const whole = 'imageUrl' in valid && 'imageUrls' in valid ? withoutField(valid, 'imageUrl') : valid
        expect(formSays(capability, whole), JSON.stringify(whole)).toEqual([])
        expect(serviceSays(capability, sent(capability, whole)), JSON.stringify(whole)).toEqual([])

        const ways = invalidBodies(schema, whole)
        const [rule, broken] = ways[turn % ways.length] ?? ['none', whole]
        const form = formSays(capability, broken as Values)
        const service = serviceSays(capability, sent(capability, broken as Values))
        const told = `${rule} ${JSON.stringify(broken)} ${form.join()} ${service.join()}`
        expect(form.length === 0, told).toBe(service.length === 0)
        expect(shown(capability, form), told).toEqual(shown(capability, service))
        judged += 2
      }),
      { numRuns: bodiesPerCapability / 2 }
    )
  })

  it('have checked the expected number of bodies', () => {
    console.log(`Form and service agree on ${judged} bodies.`)
    expect(judged).toBeGreaterThanOrEqual(63 * bodiesPerCapability)
  })
})

describe('every capability', () => {
  it('generates a file of its medium from form values', async () => {
    const setup = await openSetup({ practice: { startingCredits: 100_000 } })
    const known = await setup.studio.capabilities()
    expect(known).toHaveLength(63)
    const tasks = []
    for (const capability of known) {
      const [values] = fc.sample(validValueArbitrary(schemaOf(capability)) as fc.Arbitrary<Values>, { numRuns: 1, seed: 3 })
      const whole = values && 'imageUrl' in values && 'imageUrls' in values ? withoutField(values, 'imageUrl') : (values ?? {})
      tasks.push({ capability, task: await setup.studio.submit({ capability: capability.id, values: whole }) })
    }
    for (const { capability, task } of tasks) {
      const done = await setup.until(task.id, 'done')
      expect([capability.id, done.results[0]?.contentType.split('/')[0]]).toEqual([capability.id, capability.output])
    }
    expect(setup.charges()).toBe(63)
  }, 120_000)
})

describe('a file inside a list of groups', () => {
  it('is validated, uploaded for its list and sent as its URL', async () => {
    const setup = await openSetup()
    const [crowd, face, small] = await Promise.all([
      setup.picture('crowd.png'),
      setup.picture('face.png', { width: 300, height: 300 }),
      setup.picture('small.png', { width: 64, height: 64 })
    ])
    const swap = (path: string) =>
      setup.studio.submit({
        capability: 'multi-face-swap',
        values: { targetImageUrl: { file: crowd }, pairs: [{ faceIndex: 1, faceImageUrl: { file: path } }] }
      })
    await expect(swap(small)).rejects.toMatchObject({ problems: [{ params: { problem: { code: 'short-edge-too-short' } } }] })
    const task = await swap(face)
    const done = await setup.until(task.id, 'done')
    expect(done.results).toHaveLength(1)
    expect(setup.practice.tasks()[0]?.body).toMatchObject({ pairs: [{ faceIndex: 1, faceImageUrl: expect.stringMatching(/^http/) }] })
    expect(setup.callsTo('/files/upload')).toBe(2)
    expect(setup.charges()).toBe(1)
  })
})

function withoutField(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
}
