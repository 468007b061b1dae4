import { assertNever } from '../../assert-never.ts'
import type { Capability, PriceMeasure, PriceTerm } from '../capability.ts'
import type { CodeWithParams, NoParams } from '../../coded.ts'
import type { Field } from '../fields/field.ts'
import { nestedFieldName } from '../fields/field-name.ts'
import { fieldNamed } from '../fields/fields-of.ts'
import { isSameJson } from '../fields/schema-reading.ts'
import type { Medium } from '../json-schema.ts'
import type { Charge, ChargePart } from './compute-charge.ts'
import type { PriceMeasurement } from './measure-price.ts'

/** How a line's credits are calculated from its amount. Null if the amount is the price, or if there is nothing to multiply. */
export type PriceRate =
  | { readonly kind: 'factor'; readonly factor: number }
  | { readonly kind: 'each'; readonly credits: number }
  | { readonly kind: 'per'; readonly credits: number; readonly per: number }
  | null

/** An amount that the price depends on, such as 4 images or a duration of 5 seconds. `unit` is null if the number doesn't have a unit. */
export type PricedAmount =
  | { readonly of: 'outputs'; readonly count: number; readonly medium: Medium }
  | { readonly of: 'characters' | 'megapixels'; readonly count: number; readonly label: string }
  | { readonly of: 'number'; readonly count: number; readonly label: string; readonly unit: string | null }

/** Parameters of each part of a price. */
export type PricePartParams = {
  readonly whole: { readonly title: string }
  readonly 'rounded-up': NoParams
  readonly 'minimum-price': NoParams
  readonly 'base-price': NoParams
  readonly factor: { readonly factor: number }
  /** `roundedFor` is the number of items that were rounded up separately, or null if nothing was rounded. */
  readonly amount: { readonly amount: PricedAmount; readonly rate: PriceRate; readonly roundedFor: number | null }
  readonly references: { readonly count: number; readonly rate: PriceRate }
  readonly items: { readonly label: string; readonly count: number; readonly rate: PriceRate }
  /** `option` is the label of the chosen option. Empty if the field's label is sufficient. */
  readonly option: { readonly label: string; readonly option: string; readonly rate: PriceRate }
}
export type PricePart = CodeWithParams<PricePartParams>

export type PriceLine = PricePart & { readonly credits: number }

/** Returns the parts of a charge as lines that add up to it. Equal parts are combined. */
export function priceLinesForCharge(capability: Capability, charge: Charge): readonly PriceLine[] {
  if (charge.parts.length === 0) return [{ code: 'whole', params: { title: capability.title }, credits: 0 }]
  const isAlone = charge.parts.length === 1
  const lines: PriceLine[] = []
  for (const chargePart of charge.parts) {
    const part = partOf(capability, chargePart, isAlone)
    const index = lines.findIndex((line) => isSameJson({ ...line, credits: 0 }, { ...part, credits: 0 }))
    const before = lines[index]
    if (before === undefined) lines.push({ ...part, credits: chargePart.credits })
    else lines[index] = { ...before, credits: Number((before.credits + chargePart.credits).toFixed(6)) }
  }
  return lines
}

function partOf(capability: Capability, part: ChargePart, isAlone: boolean): PricePart {
  switch (part.kind) {
    case 'rounded-up':
      return { code: 'rounded-up', params: {} }
    case 'at-least':
      return { code: 'minimum-price', params: {} }
    case 'term':
      return partOfTerm(capability, part.term, part.measured, isAlone)
    default:
      return assertNever(part)
  }
}

function partOfTerm(capability: Capability, { does, by }: PriceTerm, measured: PriceMeasurement, isAlone: boolean): PricePart {
  const factor: PriceRate = does === 'times' ? { kind: 'factor', factor: measured.amount } : null
  switch (by.kind) {
    case 'fixed':
      if (factor !== null) return { code: 'factor', params: { factor: measured.amount } }
      return isAlone ? { code: 'whole', params: { title: capability.title } } : { code: 'base-price', params: {} }
    case 'amount':
      return {
        code: 'amount',
        params: {
          amount: amountOf(capability, by, measured.units),
          rate: factor ?? rateOf(by, measured.units),
          roundedFor: roundedItems(by, measured)
        }
      }
    case 'items': {
      const [field] = by.fields.map((path) => fieldAt(capability, path))
      const rate: PriceRate = factor ?? (measured.units > 1 ? { kind: 'each', credits: by.amount } : null)
      return field === undefined || field === null || field.kind === 'media'
        ? { code: 'references', params: { count: measured.units, rate } }
        : { code: 'items', params: { label: field.label, count: measured.units, rate } }
    }
    case 'table': {
      const field = fieldAt(capability, by.field)
      const option = field === null ? '' : optionLabelOf(field, measured.value)
      return { code: 'option', params: { label: field?.label ?? by.field, option, rate: factor } }
    }
    default:
      return assertNever(by)
  }
}

/** Returns the amount of a term. For outputs, this is their number. For any other field, it has the field's label and unit. */
function amountOf(capability: Capability, { field: path, of }: Extract<PriceMeasure, { kind: 'amount' }>, units: number): PricedAmount {
  const field = fieldAt(capability, path)
  if (of === 'number' && (field === null || field.kind === 'count')) return { of: 'outputs', count: units, medium: capability.output }
  const label = field?.label ?? path
  return of === 'number' ? { of, count: units, label, unit: field?.kind === 'number' ? field.unit : null } : { of, count: units, label }
}

function rateOf({ per, amount }: Extract<PriceMeasure, { kind: 'amount' }>, units: number): PriceRate {
  if (per !== 1) return { kind: 'per', credits: amount, per }
  return units === 1 || amount === 1 ? null : { kind: 'each', credits: amount }
}

/**
 * Returns the number of items that were rounded up separately. Each item's units are rounded up to a multiple of `per`. Null if nothing was
 * rounded.
 */
function roundedItems({ per, amount }: Extract<PriceMeasure, { kind: 'amount' }>, measured: PriceMeasurement): number | null {
  return Math.abs(measured.amount - (measured.units / per) * amount) < 1e-6 ? null : measured.entries
}

/** Returns the value's label in the form. Empty for a list, and for a switch, whose field label is sufficient. */
function optionLabelOf(field: Field, value: unknown): string {
  if (field.kind === 'choice') return field.options.find((option) => String(option.value) === String(value))?.label ?? ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Returns the field at `path` in the price rules. If the path leads through a list, uses the list's first entry. Null if the field doesn't
 * exist.
 */
function fieldAt(capability: Capability, path: string): Field | null {
  const [first = '', ...inner] = path.split('.').flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), '0'] : [step]))
  return fieldNamed(
    capability,
    inner.reduce((name, step) => nestedFieldName(name, step), first)
  )
}
