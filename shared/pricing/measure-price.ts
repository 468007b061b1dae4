import { assertNever } from '../assert-never.ts'
import type { PriceMeasure } from '../capability.ts'
import { defaultOf } from '../fields/schema-reading.ts'
import { readSize } from '../fields/size-groups.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Values } from '../values.ts'
import type { Place } from './places-at.ts'
import { placesAt } from './places-at.ts'

/** What a measure came to. `units`: how much of the field there was, such as seconds; `value`: what a table was asked with. */
export type Measured = { readonly amount: number; readonly units: number; readonly value: unknown }

/** Measures a body. Null: the values do not tell, because something is not chosen yet or is not what it should be. */
export function measurePrice(measure: PriceMeasure, schema: JsonSchema, body: Values): Measured | null {
  switch (measure.kind) {
    case 'fixed':
      return { amount: measure.amount, units: 1, value: undefined }
    case 'amount':
      return sumOf(placesAt(schema, body, measure.field), (place) => {
        const units = unitsAt(place, measure)
        return units === null ? null : { amount: amountFor(units, measure), units, value: undefined }
      })
    case 'items':
      return sumOf(
        measure.fields.flatMap((field) => placesAt(schema, body, field)),
        (place) => {
          const units = entriesAt(place)
          return units === null ? null : { amount: units * measure.amount, units, value: undefined }
        }
      )
    case 'table':
      return sumOf(placesAt(schema, body, measure.field), (place) => {
        const chosen = chosenAt(place)
        if (chosen === null) return null
        const key = String(chosen.value)
        const amount = Object.hasOwn(measure.amounts, key) ? (measure.amounts[key] ?? null) : measure.otherwise
        return amount === null ? null : { amount, units: 1, value: chosen.value }
      })
    default:
      return assertNever(measure)
  }
}

/** Credits for so much of a field. */
export function amountFor(units: number, measure: Extract<PriceMeasure, { kind: 'amount' }>): number {
  const parts = units / measure.per
  // What a division leaves behind the sixth place has begun nothing.
  return measure.amount * (measure.startedCounts ? Math.ceil(Number(parts.toFixed(6))) : parts)
}

/** How much a value is, in the measure's own units; null when it is no such thing. */
export function unitsOf(value: unknown, of: Extract<PriceMeasure, { kind: 'amount' }>['of']): number | null {
  switch (of) {
    case 'number': {
      const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
      return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null
    }
    case 'characters':
      return typeof value === 'string' ? [...value].length : null
    case 'megapixels': {
      const size = readSize(value)
      return size === null ? null : (size.width * size.height) / 1_000_000
    }
    default:
      return assertNever(of)
  }
}

function unitsAt(place: Place, measure: Extract<PriceMeasure, { kind: 'amount' }>): number | null {
  const chosen = chosenAt(place)
  if (chosen === null) return null
  return chosen.value === null ? measure.whenUnset : unitsOf(chosen.value, measure.of)
}

function entriesAt(place: Place): number | null {
  const chosen = chosenAt(place)
  if (chosen === null) return null
  if (chosen.value === null) return 0
  return Array.isArray(chosen.value) ? chosen.value.length : 1
}

/** What was chosen, else what the contract puts there, else `value` null: nothing. Null: it has to be chosen first. */
function chosenAt({ schema, value, isRequired }: Place): { readonly value: unknown } | null {
  if (value !== undefined) return { value }
  const standard = schema === null ? undefined : defaultOf(schema)
  return standard === undefined && isRequired ? null : { value: standard ?? null }
}

function sumOf(places: readonly Place[], measure: (place: Place) => Measured | null): Measured | null {
  let sum: Measured = { amount: 0, units: 0, value: undefined }
  for (const place of places) {
    const one = measure(place)
    if (one === null) return null
    sum = { amount: sum.amount + one.amount, units: sum.units + one.units, value: places.length === 1 ? one.value : undefined }
  }
  return sum
}
