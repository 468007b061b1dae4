import { describe, expect, it } from 'vitest'
import { groupThousands, rangeText, numberAfterKey } from '../../../renderer/fields/number-steps.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { fieldsOf, numberStepSize } from '../../../shared/form/fields.ts'
import type { NumberField } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'

function numberOf(schema: JsonSchema): NumberField {
  const capability = { ...fallbackCapabilities[0], inputSchema: { type: 'object', properties: { amount: schema } } } as Capability
  return fieldsOf(capability)[0] as NumberField
}
const part = numberOf({ type: 'number', minimum: 0, maximum: 1 })
const whole = numberOf({ type: 'integer', minimum: 5, maximum: 180, multipleOf: 5 })
const open = numberOf({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 100 })
const endless = numberOf({ type: 'number' })

describe('a number field', () => {
  it('shows its bounds and steps before you type', () => {
    const sides = numberOf({ type: 'integer', minimum: 0, maximum: 2048, multipleOf: 8 })
    expect([part, whole, sides, open, endless].map(rangeText)).toEqual([
      '0 to 1',
      '5 to 180, in steps of 5',
      '0 to 2,048, in steps of 8',
      'more than 0, less than 100',
      undefined
    ])
  })

  it('groups digits as in its bounds, and is never rounded', () => {
    expect([groupThousands('30000', 30_000), groupThousands('0.00025', 0.000_25), groupThousands('7', 7)]).toEqual([
      '30,000',
      '0.00025',
      '7'
    ])
  })

  it.each([
    [part, 0.01],
    [whole, 5],
    [open, 1],
    [endless, 1],
    [numberOf({ type: 'number', minimum: 0, maximum: 30 }), 0.1],
    [numberOf({ type: 'number', minimum: -0.5, maximum: 0.5, multipleOf: 0.05 }), 0.05]
  ])('has the round step $1 (case %#)', (field, step) => {
    expect(numberStepSize(field)).toBe(step)
  })

  it.each<[NumberField, number | null, string, boolean, number | null]>([
    [part, 0.1, 'ArrowUp', false, 0.11],
    [part, 0.29, 'ArrowRight', false, 0.3],
    [part, 0.1, 'ArrowDown', true, 0],
    [part, 0.5, 'PageUp', false, 0.6],
    [part, 0.99, 'PageUp', true, 1],
    [part, null, 'ArrowUp', false, 0],
    [whole, 30, 'ArrowUp', true, 80],
    [whole, null, 'ArrowDown', false, 5],
    [open, 1, 'ArrowDown', false, 1],
    [open, 95, 'ArrowUp', true, 99],
    [endless, null, 'ArrowUp', false, 0],
    [endless, 2, 'ArrowDown', false, 1],
    [part, 0.5, 'Home', false, null],
    [part, 0.5, 'toString', false, null]
  ])('goes from $1 to $4 with $2 (Shift: $3, case %#)', (field, now, key, isFar, next) => {
    expect(numberAfterKey(field, now, key, isFar)).toBe(next)
  })
})
