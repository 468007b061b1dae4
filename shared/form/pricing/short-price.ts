import type { Coded, NoParams } from '../../coded.ts'
import type { Capability, PriceRules } from '../capability.ts'
import { hasFixedPrice, minCredits } from './min-credits.ts'

/** Parameters of each kind of short price. `from` has the lowest price. */
export type ShortPriceParams = {
  readonly unknown: NoParams
  readonly varies: NoParams
  readonly fixed: { readonly credits: number }
  readonly from: { readonly credits: number }
}
export type ShortPrice = Coded<ShortPriceParams>

/** Returns the price of a capability before values are chosen, as a card shows it. */
export function shortPriceOf(capability: Capability): ShortPrice {
  const least = minCredits(capability)
  if (capability.pricing.kind === 'unknown') return { code: 'unknown', params: {} }
  if (least === null || least === 0) return { code: 'varies', params: {} }
  return { code: hasFixedPrice(capability) ? 'fixed' : 'from', params: { credits: least } }
}

/** Returns the paths of the fields that the price depends on, each once. */
export function pricedFields({ terms }: Pick<PriceRules, 'terms'>): readonly string[] {
  const paths = terms.flatMap(({ by }) => {
    if (by.kind === 'fixed') return []
    return by.kind === 'items' ? by.fields : [by.field]
  })
  return [...new Set(paths)]
}
