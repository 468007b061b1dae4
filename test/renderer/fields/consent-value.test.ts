import { expect, it } from 'vitest'
import { consentValue } from '../../../renderer/fields/consent-value.ts'
import { allFieldsOf, fieldsOf } from '../../../shared/form/fields.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { practiceCapabilities } from '../actions/practice-capabilities.ts'

const [capability] = practiceCapabilities
if (capability === undefined) throw new Error('The practice contract is empty.')

function valueFor(name: string, schema: JsonSchema, isRequired = true): unknown {
  const inputSchema = { type: 'object', properties: { [name]: schema }, required: isRequired ? [name] : [] } satisfies JsonSchema
  return consentValue(fieldsOf({ ...capability!, inputSchema })[0]!)
}

it('only the consent to voice cloning is a statement in the contract', () => {
  const found = practiceCapabilities.flatMap((one) =>
    allFieldsOf(one).flatMap((field) => (consentValue(field) === null ? [] : [`${one.id}.${field.name}`]))
  )
  expect(found).toEqual(['voice-cloning.consent'])
})

it.each<[string, string, JsonSchema, boolean, unknown]>([
  ['a switch that must be on', 'anything', { type: 'boolean', const: true }, true, true],
  ['an optional switch that must be on', 'anything', { type: 'boolean', enum: [true] }, false, true],
  ['a switch that must be off', 'consent', { type: 'boolean', const: false }, true, null],
  ['a free switch', 'consent', { type: 'boolean' }, true, null],
  ['a text with one value and the name of a confirmation', 'rightsConfirmed', { type: 'string', enum: ['yes'] }, true, 'yes'],
  ['an optional text with one value', 'rightsConfirmed', { type: 'string', enum: ['yes'] }, false, null],
  ['a text with one value and another name', 'model', { type: 'string', enum: ['v2'] }, true, null],
  ['a text with two values', 'consent', { type: 'string', enum: ['yes', 'no'] }, true, null]
])('%s', (_, name, schema, isRequired, expected) => {
  expect(valueFor(name, schema, isRequired)).toBe(expected)
})
