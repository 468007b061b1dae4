import { assertNever } from '../../assert-never.ts'
import type { PriceMeasure } from '../capability.ts'
import { defaultOf } from '../fields/schema-reading.ts'
import { parsePixelSize } from '../fields/size-groups.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Values } from '../values.ts'
import type { ValueAtPath } from './values-at-path.ts'
import { valuesAtPath } from './values-at-path.ts'

/**
 * Result of applying a measure. `amount`: credits, or the factor of a `times` term. `units`: the field's amount, such as seconds. `value`:
 * the value that was looked up in a table. `entries`: number of list entries, each measured and rounded separately.
 */
export type PriceMeasurement = { readonly amount: number; readonly units: number; readonly value: unknown; readonly entries: number }

/** Applies a measure to a body. Null if a value is missing or invalid. */
export function measurePrice(measure: PriceMeasure, schema: JsonSchema, body: Values): PriceMeasurement | null {
  switch (measure.kind) {
    case 'fixed':
      return { amount: measure.amount, units: 1, value: undefined, entries: 1 }
    case 'amount':
      return sumOf(valuesAtPath(schema, body, measure.field), (valueAtPath) => {
        const units = unitsAt(valueAtPath, measure)
        return units === null ? null : { amount: creditsForUnits(units, measure), units, value: undefined, entries: 1 }
      })
    case 'items':
      return sumOf(
        measure.fields.flatMap((field) => valuesAtPath(schema, body, field)),
        (valueAtPath) => {
          const units = entriesAt(valueAtPath)
          return units === null ? null : { amount: units * measure.amount, units, value: undefined, entries: 1 }
        }
      )
    case 'table':
      return sumOf(valuesAtPath(schema, body, measure.field), (valueAtPath) => {
        const chosen = chosenAt(valueAtPath)
        if (chosen === null) return null
        const key = String(chosen.value)
        const amount = Object.hasOwn(measure.amounts, key) ? (measure.amounts[key] ?? null) : measure.otherwise
        return amount === null ? null : { amount, units: 1, value: chosen.value, entries: 1 }
      })
    default:
      return assertNever(measure)
  }
}

/** Returns the credits for `units` of a field. */
export function creditsForUnits(units: number, measure: Extract<PriceMeasure, { kind: 'amount' }>): number {
  const parts = units / measure.per
  // Ignores rounding errors below 1e-6, so that they don't start another unit.
  return measure.amount * (measure.startedCounts ? Math.ceil(Number(parts.toFixed(6))) : parts)
}

/** Returns a value's amount in the unit `of`. Null if the value can't be measured in this unit. */
export function countPriceUnits(value: unknown, of: Extract<PriceMeasure, { kind: 'amount' }>['of']): number | null {
  switch (of) {
    case 'number': {
      const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
      return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null
    }
    case 'characters':
      return typeof value === 'string' ? [...value].length : null
    case 'megapixels': {
      const size = parsePixelSize(value)
      return size === null ? null : (size.width * size.height) / 1_000_000
    }
    default:
      return assertNever(of)
  }
}

function unitsAt(valueAtPath: ValueAtPath, measure: Extract<PriceMeasure, { kind: 'amount' }>): number | null {
  const chosen = chosenAt(valueAtPath)
  if (chosen === null) return null
  return chosen.value === null ? measure.whenUnset : countPriceUnits(chosen.value, measure.of)
}

function entriesAt(valueAtPath: ValueAtPath): number | null {
  const chosen = chosenAt(valueAtPath)
  if (chosen === null) return null
  if (chosen.value === null) return 0
  return Array.isArray(chosen.value) ? chosen.value.length : 1
}

/**
 * Returns the user's value, otherwise the contract's default. The returned `value` is null if there is neither. Returns null if the value
 * is required but missing.
 */
function chosenAt({ schema, value, isRequired }: ValueAtPath): { readonly value: unknown } | null {
  if (value !== undefined) return { value }
  const standard = schema === null ? undefined : defaultOf(schema)
  return standard === undefined && isRequired ? null : { value: standard ?? null }
}

function sumOf(
  valueAtPaths: readonly ValueAtPath[],
  measure: (valueAtPath: ValueAtPath) => PriceMeasurement | null
): PriceMeasurement | null {
  let sum: PriceMeasurement = { amount: 0, units: 0, value: undefined, entries: 0 }
  for (const valueAtPath of valueAtPaths) {
    const one = measure(valueAtPath)
    if (one === null) return null
    sum = {
      amount: sum.amount + one.amount,
      units: sum.units + one.units,
      value: valueAtPaths.length === 1 ? one.value : undefined,
      entries: sum.entries + one.entries
    }
  }
  return sum
}
