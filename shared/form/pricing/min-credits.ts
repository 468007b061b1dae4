import { assertNever } from '../../assert-never.ts'
import type { Capability, PriceMeasure, PriceRules } from '../capability.ts'
import { findSchemaChoice } from '../fields/schema-choice.ts'
import { resolveConditions, findPropertySchema } from '../fields/resolve-schema.ts'
import { defaultOf, isRecord, isRequiredIn, enumValues, ownPropertySchema } from '../fields/schema-reading.ts'
import type { JsonSchema } from '../json-schema.ts'
import { toPriceRules } from './compute-charge.ts'
import { creditsForUnits, countPriceUnits } from './measure-price.ts'

const known = new WeakMap<Capability, number | null>()

/** Returns the lowest cost that a capability can have. Null if the contract doesn't determine it. Computed once per capability. */
export function minCredits(capability: Capability): number | null {
  const before = known.get(capability)
  if (before !== undefined) return before
  const rules = toPriceRules(capability.pricing)
  const least = rules === null ? null : leastOf(rules, capability.inputSchema)
  known.set(capability, least)
  return least
}

/** True if the capability always costs the same. */
export function hasFixedPrice(capability: Capability): boolean {
  return toPriceRules(capability.pricing)?.terms.every((term) => term.by.kind === 'fixed') ?? false
}

function leastOf(rules: PriceRules, schema: JsonSchema): number | null {
  const forms = findSchemaChoice(schema)?.variants.map((_variant, index) => resolveConditions(schema, {}, index).schema) ?? [schema]
  const sums = forms.map((form) => leastInForm(rules, form)).filter((sum) => sum !== null)
  return sums.length === 0 ? null : Math.min(...sums)
}

function leastInForm({ terms, roundsUp, atLeast }: PriceRules, form: JsonSchema): number | null {
  let sum = 0
  for (const term of terms) {
    const amount = leastAmount(term.by, form)
    if (amount === null) return null
    sum = Number((term.does === 'add' ? sum + amount : sum * amount).toFixed(6))
  }
  return Math.max(roundsUp ? Math.ceil(sum) : sum, atLeast)
}

function leastAmount(measure: PriceMeasure, form: JsonSchema): number | null {
  switch (measure.kind) {
    case 'fixed':
      return measure.amount
    case 'amount': {
      const range = rangeAt(form, measure.field)
      const least = [
        ...(range.schema === null ? [] : [leastUnits(range.schema, measure.of)]),
        ...(range.isRequired ? [] : [unsetUnits(range, measure)])
      ]
      const units = least.filter((one) => one !== null)
      return units.length === 0 ? null : creditsForUnits(Math.min(...units) * range.entries, measure)
    }
    case 'items':
      return measure.fields.reduce((sum, field) => sum + leastEntries(rangeAt(form, field)), 0) * measure.amount
    case 'table': {
      const range = rangeAt(form, measure.field)
      const listed =
        range.schema === null
          ? []
          : (enumValues(range.schema) ?? (range.schema.type === 'boolean' ? [true, false] : Object.keys(measure.amounts)))
      const standard = range.schema === null ? undefined : defaultOf(range.schema)
      const unset = range.isRequired || standard !== undefined ? [] : [measure.otherwise]
      const amounts = [...listed.map((value) => measure.amounts[String(value)] ?? measure.otherwise), ...unset].filter(
        (amount) => amount !== null
      )
      return amounts.length === 0 ? measure.otherwise : Math.min(...amounts) * range.entries
    }
    default:
      return assertNever(measure)
  }
}

/** A priced field of an empty form. `entries`: minimum number of list entries if the field is inside a list, otherwise 1. */
type Range = { readonly schema: JsonSchema | null; readonly isRequired: boolean; readonly entries: number }

function rangeAt(form: JsonSchema, path: string): Range {
  let range: Range = { schema: form, isRequired: true, entries: 1 }
  for (const step of path.split('.')) {
    const name = step.replace(/\[\]$/, '')
    const holder: JsonSchema = range.schema ?? {}
    const property = ownPropertySchema(holder, name) ?? findPropertySchema(holder, name) ?? null
    const isRequired = range.isRequired && isRequiredIn(holder, name)
    range = { schema: property, isRequired, entries: range.entries }
    if (step === name || property === null) continue
    const items = isRecord(property.items) ? property.items : {}
    range = { schema: items, isRequired: true, entries: range.entries * (isRequired ? (property.minItems ?? 0) : 0) }
  }
  return range
}

function leastUnits(schema: JsonSchema, of: Extract<PriceMeasure, { kind: 'amount' }>['of']): number | null {
  const listed = enumValues(schema)
  if (listed !== null) {
    const units = listed.map((value) => countPriceUnits(value, of)).filter((one) => one !== null)
    return units.length === 0 ? null : Math.min(...units)
  }
  if (of === 'characters') return typeof schema.minLength === 'number' ? schema.minLength : 0
  if (of === 'megapixels') return null
  // Without a minimum, 1 is the smallest meaningful number.
  return typeof schema.minimum === 'number' ? Math.max(0, schema.minimum) : 1
}

function unsetUnits({ schema }: Range, measure: Extract<PriceMeasure, { kind: 'amount' }>): number | null {
  const standard = schema === null ? undefined : defaultOf(schema)
  return standard === undefined || standard === null ? measure.whenUnset : countPriceUnits(standard, measure.of)
}

function leastEntries({ schema, isRequired, entries }: Range): number {
  if (!isRequired || schema === null) return 0
  return entries * (schema.type === 'array' ? (schema.minItems ?? 0) : 1)
}
