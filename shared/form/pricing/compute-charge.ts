import { assertNever } from '../../assert-never.ts'
import type { PriceRules, PriceTerm, Pricing } from '../capability.ts'
import { resolveConditions } from '../fields/resolve-schema.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Values } from '../values.ts'
import type { PriceMeasurement } from './measure-price.ts'
import { measurePrice } from './measure-price.ts'

/** A part of a charge, added by a term, by rounding or by the minimum price. */
export type ChargePart = { readonly credits: number } & (
  | { readonly kind: 'term'; readonly term: PriceTerm; readonly measured: PriceMeasurement }
  | { readonly kind: 'rounded-up' }
  | { readonly kind: 'at-least' }
)

/** A charge in credits, with the parts that add up to it. Parts of 0 credits are omitted. */
export type Charge = { readonly credits: number; readonly parts: readonly ChargePart[] }

/**
 * Computes the charge for a request body. The form's estimate and the practice service's ledger both use this function. Null if the rules
 * or the body don't determine the charge.
 */
export function computeCharge(pricing: Pricing, schema: JsonSchema, body: Values): Charge | null {
  const rules = toPriceRules(pricing)
  if (rules === null) return null
  const flat = resolveConditions(schema, body).schema
  const parts: ChargePart[] = []
  let credits = 0
  const comeTo = (
    sum: number,
    part: { readonly kind: 'rounded-up' | 'at-least' } | Omit<Extract<ChargePart, { kind: 'term' }>, 'credits'>
  ): void => {
    const difference = exact(sum - credits)
    if (difference !== 0) parts.push({ ...part, credits: difference })
    credits = exact(sum)
  }
  for (const term of rules.terms) {
    const measured = measurePrice(term.by, flat, body)
    if (measured === null) return null
    comeTo(term.does === 'add' ? credits + measured.amount : credits * measured.amount, { kind: 'term', term, measured })
  }
  if (rules.roundsUp) comeTo(Math.ceil(credits), { kind: 'rounded-up' })
  comeTo(Math.max(credits, rules.atLeast), { kind: 'at-least' })
  return { credits, parts }
}

/** Returns a capability's pricing as a list of terms. Null if the price is unknown. */
export function toPriceRules(pricing: Pricing): PriceRules | null {
  switch (pricing.kind) {
    case 'unknown':
      return null
    case 'flat':
      return { kind: 'rules', terms: [{ does: 'add', by: { kind: 'fixed', amount: pricing.credits } }], roundsUp: false, atLeast: 0 }
    case 'per-output': {
      const { base, countField, perReference, referenceFields } = pricing
      const count = { kind: 'amount', field: countField, of: 'number', per: 1, amount: base, startedCounts: false, whenUnset: 1 } as const
      const references = { kind: 'items', fields: referenceFields, amount: perReference } as const
      return {
        kind: 'rules',
        terms: [{ does: 'add', by: count }, ...(perReference === 0 ? [] : [{ does: 'add', by: references } as const])],
        roundsUp: false,
        atLeast: 0
      }
    }
    case 'rules':
      return pricing
    default:
      return assertNever(pricing)
  }
}

/** Removes the floating-point error that accumulates when tenths are added. */
function exact(credits: number): number {
  return Number(credits.toFixed(6))
}
