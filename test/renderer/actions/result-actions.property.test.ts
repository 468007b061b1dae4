import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { jsonSchemaErrors } from '../../../electron/practice/json-schema-errors.ts'
import { actionLabels } from '../../../renderer/actions/action-label.ts'
import { actionValues, resultActions } from '../../../renderer/actions/result-actions.ts'
import { requestBodyOf } from '../../../shared/form/fields.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { mediums } from '../../../shared/form/json-schema.ts'
import type { Values } from '../../../shared/form/values.ts'
import { validValueArbitrary } from '../../electron/practice/schema-values.ts'
import { practiceCapabilities } from './practice-capabilities.ts'

const bodiesPerCapability = 150
const url = 'https://storage.example/1'
type Body = { readonly [name: string]: unknown }

const actionsOf = new Map(mediums.map((medium) => [medium, resultActions(practiceCapabilities, [{ id: 'r1', medium }], new Map())]))
const schemaOf = (id: string): JsonSchema => deployedCapabilities.get(id)?.inputSchema ?? {}
const isValid = (id: string, body: unknown): boolean => jsonSchemaErrors(schemaOf(id), body).length === 0

/**
 * Returns the media properties in a body, at the top level and inside objects, with their paths. A property inside a list of objects is
 * `listed` and has the path of the list.
 */
function mediaIn(
  schema: JsonSchema,
  body: Body,
  path: readonly string[] = []
): readonly { path: readonly string[]; medium: string; listed: boolean }[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const property =
      (schema.properties ?? {})[name] ?? (schema.oneOf ?? []).map((one) => one.properties?.[name]).find((one) => one !== undefined)
    if (property === undefined) return []
    const rule = property['x-media'] ?? property.items?.['x-media']
    const here = [...path, name]
    if (rule !== undefined) return [{ path: here, medium: rule.medium, listed: false }]
    if (Array.isArray(value))
      return value.flatMap((item: unknown) =>
        typeof item === 'object' && item !== null
          ? mediaIn(property.items ?? {}, item as Body, here).map((one) => ({ ...one, path: here, listed: true }))
          : []
      )
    return typeof value === 'object' && value !== null ? mediaIn(property, value as Body, here) : []
  })
}

function without(body: Body, [name = '', ...rest]: readonly string[]): Body {
  const { [name]: value, ...others } = body
  return rest.length === 0 ? others : { ...others, [name]: without(value as Body, rest) }
}

/** Returns the body without the media properties that the body doesn't need. */
function pruned(id: string, body: Body): Body {
  for (const { path } of mediaIn(schemaOf(id), body)) {
    const smaller = without(body, path)
    if (isValid(id, smaller)) return pruned(id, smaller)
  }
  return body
}

describe('the actions of a result, for each of the 63 capabilities', () => {
  it.each(practiceCapabilities.map((capability) => [capability.id, capability] as const))('%s', (id, capability) => {
    const bodies = fc.sample(validValueArbitrary(schemaOf(id)) as fc.Arbitrary<Body>, { numRuns: bodiesPerCapability, seed: 7 })
    const needed = bodies.filter((body) => isValid(id, body)).map((body) => mediaIn(schemaOf(id), pruned(id, body)))
    const alone = needed.flatMap(([only, ...others]) => (only === undefined || others.length > 0 || only.listed ? [] : [only]))
    const isMask = (path: readonly string[]): boolean => /mask/i.test(path.at(-1) ?? '')
    const expected = new Set(alone.filter(({ path }) => !isMask(path)).map(({ medium, path }) => `${medium} ${path.join('›')}`))
    // Editing images is a way to use an image generator, although its schema doesn’t require images.
    const edits = capability.title.startsWith('Image generator') ? ['image imageUrls'] : []
    const offered = mediums.flatMap((medium) =>
      (actionsOf.get(medium) ?? []).filter((action) => action.capability.id === id).map(({ field }) => `${medium} ${field.name}`)
    )
    expect(offered.toSorted()).toEqual([...expected, ...edits].toSorted())
    for (const action of mediums.flatMap((medium) => actionsOf.get(medium)?.filter((one) => one.capability.id === id) ?? []))
      expect(
        isValid(
          id,
          requestBodyOf(capability, actionValues(action, ['r1']), () => url)
        ),
        `${id} is sent in one press`
      ).toBe(action.isReady)
  })

  it('have different labels within each medium', () => {
    for (const actions of actionsOf.values()) {
      const labels = [...actionLabels(actions).values()]
      expect(new Set(labels).size).toBe(actions.length)
    }
  })

  it('stay valid with the settings of any earlier task', () => {
    const invalid = practiceCapabilities.flatMap((capability) => {
      const { id } = capability
      const earlier = fc.sample(validValueArbitrary(schemaOf(id)) as fc.Arbitrary<Values>, { numRuns: 15, seed: 3 })
      return earlier.flatMap((values) =>
        mediums
          .flatMap((medium) => resultActions([capability], [{ id: 'r1', medium }], new Map([[id, { count: 1, values }]])))
          .filter(
            (action) =>
              action.isReady &&
              !isValid(
                id,
                requestBodyOf(capability, actionValues(action, ['r1']), () => url)
              )
          )
          .map(({ settings }) => ({ id, settings }))
      )
    })
    expect(invalid).toEqual([])
  })
})
