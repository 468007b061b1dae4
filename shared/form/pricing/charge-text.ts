import { assertNever } from '../../assert-never.ts'
import type { Capability, PriceMeasure, PriceTerm } from '../capability.ts'
import type { Field } from '../fields/field.ts'
import { nestedFieldName } from '../fields/field-name.ts'
import { fieldNamed } from '../fields/fields-of.ts'
import { formatGroupedNumber } from '../fields/format-list.ts'
import { appendUnit } from '../fields/append-unit.ts'
import type { Charge, ChargePart } from './compute-charge.ts'
import type { PriceMeasurement } from './measure-price.ts'
import { say, sayContract } from '../../i18n/say.ts'
import { formatMediaCount } from '../format-media-count.ts'

export type PriceLine = { readonly label: string; readonly credits: number }

/** Returns the parts of a charge as labelled lines that add up to it. Parts with the same label are combined. */
export function priceLinesForCharge(capability: Capability, charge: Charge): readonly PriceLine[] {
  if (charge.parts.length === 0) return [{ label: sayContract(capability.title), credits: 0 }]
  const isAlone = charge.parts.length === 1
  const lines = new Map<string, number>()
  for (const part of charge.parts) {
    const label = labelOf(capability, part, isAlone)
    lines.set(label, Number(((lines.get(label) ?? 0) + part.credits).toFixed(6)))
  }
  return [...lines].map(([label, credits]) => ({ label, credits }))
}

function labelOf(capability: Capability, part: ChargePart, isAlone: boolean): string {
  switch (part.kind) {
    case 'rounded-up':
      return say('Rounded up to whole credits')
    case 'at-least':
      return say('Raised to the minimum price')
    case 'term':
      return labelOfTerm(capability, part.term, part.measured, isAlone)
    default:
      return assertNever(part)
  }
}

function labelOfTerm(capability: Capability, { does, by }: PriceTerm, measured: PriceMeasurement, isAlone: boolean): string {
  const times = does === 'times' ? say(', price × {factor}', { factor: formatGroupedNumber(measured.amount) }) : null
  switch (by.kind) {
    case 'fixed':
      return times === null
        ? isAlone
          ? sayContract(capability.title)
          : say('Base price')
        : say('Price × {factor}', { factor: formatGroupedNumber(measured.amount) })
    case 'amount':
      return `${amountInText(capability, by, measured.units)}${times ?? rateInText(by, measured.units)}${roundingInText(by, measured)}`
    case 'items': {
      const [field] = by.fields.map((path) => fieldAt(capability, path))
      const isMedia = field === undefined || field === null || field.kind === 'media'
      const label = isMedia
        ? say('{count, plural, one {# reference} other {# references}}', { count: measured.units })
        : `${field.label}: ${formatGroupedNumber(measured.units)}`
      return `${label}${times ?? (measured.units > 1 ? ` × ${formatGroupedNumber(by.amount)}` : '')}`
    }
    case 'table': {
      const field = fieldAt(capability, by.field)
      const label = field?.label ?? by.field
      return `${[label, field === null ? '' : optionInText(field, measured.value)].filter(Boolean).join(' ')}${times ?? ''}`
    }
    default:
      return assertNever(by)
  }
}

/**
 * Returns the amount of a term. For outputs, this is their number, such as `4 images`. Otherwise, it is the field with its unit, such as
 * `Duration 5 seconds`.
 */
function amountInText(capability: Capability, { field: path, of }: Extract<PriceMeasure, { kind: 'amount' }>, units: number): string {
  const field = fieldAt(capability, path)
  if (of === 'number' && (field === null || field.kind === 'count')) return formatMediaCount(units, capability.output)
  const label = field?.label ?? path
  if (of === 'characters') return say('{label} {count, plural, one {# character} other {# characters}}', { label, count: units })
  if (of === 'megapixels')
    return say('{label} {count, plural, one {# megapixel} other {# megapixels}}', { label, count: Number(units.toFixed(2)) })
  return `${label} ${appendUnit(formatGroupedNumber(units), field?.kind === 'number' ? field.unit : null)}`
}

/** Factor such as ` × 4` or ` at 2 per 15`. Empty if there is nothing to multiply. */
function rateInText({ per, amount }: Extract<PriceMeasure, { kind: 'amount' }>, units: number): string {
  if (per !== 1) return say(' at {amount, plural, one {# credit} other {# credits}} per {per, number}', { amount, per })
  return units === 1 || amount === 1 ? '' : ` × ${formatGroupedNumber(amount)}`
}

/**
 * Explains why the amount exceeds units × rate. Units are rounded up to a multiple of `per`, separately for each list entry. Empty if
 * nothing was rounded.
 */
function roundingInText({ per, amount }: Extract<PriceMeasure, { kind: 'amount' }>, measured: PriceMeasurement): string {
  if (Math.abs(measured.amount - (measured.units / per) * amount) < 1e-6) return ''
  return measured.entries > 1 ? say(', rounded up for each of {count} items', { count: measured.entries }) : say(', rounded up')
}

/** Returns the value's label in the form. Empty for a list, and for a switch, whose field label is sufficient. */
function optionInText(field: Field, value: unknown): string {
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
