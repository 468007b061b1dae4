import { assertNever } from '../../assert-never.ts'
import type { CodeWithParams, NoParams } from '../../coded.ts'
import type { Capability, PriceRules, Pricing } from '../capability.ts'
import { hasFixedPrice, minCredits } from './min-credits.ts'

/** Parameters of each kind of short price. `from` has the lowest price. */
export type ShortPriceParams = {
  readonly unknown: NoParams
  readonly varies: NoParams
  readonly fixed: { readonly credits: number }
  readonly from: { readonly credits: number }
}
export type ShortPrice = CodeWithParams<ShortPriceParams>

/** Returns the price of a capability before values are chosen, as a card shows it. */
export function shortPriceOf(capability: Capability): ShortPrice {
  const least = minCredits(capability)
  if (capability.pricing.kind === 'unknown') return { code: 'unknown', params: {} }
  if (least === null || least === 0) return { code: 'varies', params: {} }
  return { code: hasFixedPrice(capability) ? 'fixed' : 'from', params: { credits: least } }
}

/** Returns the names of the top-level fields that the price depends on, each once. Empty if the contract doesn’t name them. */
export function pricedFieldNames(pricing: Pricing): readonly string[] {
  return [...new Set(pricedPaths(pricing).map((path) => path.replace(/[[.].*$/, '')))]
}

function pricedPaths(pricing: Pricing): readonly string[] {
  switch (pricing.kind) {
    case 'flat':
      return []
    case 'unknown':
      return pricing.fields ?? []
    case 'per-output':
      return [pricing.countField, ...(pricing.perReference === 0 ? [] : pricing.referenceFields)]
    case 'rules':
      return pricedFields(pricing)
    default:
      return assertNever(pricing)
  }
}

/** Returns the paths of the fields that the price depends on, each once. */
export function pricedFields({ terms }: Pick<PriceRules, 'terms'>): readonly string[] {
  const paths = terms.flatMap(({ by }) => {
    if (by.kind === 'fixed') return []
    return by.kind === 'items' ? by.fields : [by.field]
  })
  return [...new Set(paths)]
}
