import type { Capability } from './capability.ts'
import { requestBodyOf } from './fields/request-body.ts'
import { placeholderUrl } from './fields/placeholder-urls.ts'
import { computeCharge } from './pricing/compute-charge.ts'
import type { PriceLine } from './pricing/charge-text.ts'
import { priceLinesForCharge } from './pricing/charge-text.ts'
import { hasFixedPrice, minCredits } from './pricing/min-credits.ts'
import type { Values } from './values.ts'
import { kept, translateStored } from '../i18n/say.ts'

export { computeCharge } from './pricing/compute-charge.ts'
export { minCredits } from './pricing/min-credits.ts'

/**
 * The estimated cost of a task. `credits`: null if only the service knows the price or a choice is missing. Kiln never guesses a price. The
 * lines add up to `credits`.
 */
export type Estimate = { readonly credits: number | null; readonly lines: readonly PriceLine[] }

/** Source of an estimate: the contract's rules, the service's response for these exact values, or none. Stored by `record-codec.ts`. */
export type EstimateSource = 'rules' | 'service' | 'none'
export type SourcedEstimate = Estimate & { readonly source: EstimateSource }
/** An estimate's total and source, without the lines. */
export type EstimatedPrice = Pick<SourcedEstimate, 'credits' | 'source'>

const unknownEstimate: Estimate = { credits: null, lines: [] }

/**
 * Estimates the cost of `values` from the capability's pricing (spec section 8). Counts files without opening them. The final charge is the
 * usage that the service records.
 */
export function estimateCredits(capability: Capability, values: Values): Estimate {
  const { pricing, inputSchema } = capability
  if (pricing.kind === 'unknown') return unknownEstimate
  const body = pricing.kind === 'flat' ? {} : (requestBodyOf(capability, values, () => placeholderUrl) as Values)
  const charge = computeCharge(pricing, inputSchema, body)
  return charge === null ? unknownEstimate : { credits: charge.credits, lines: priceLinesForCharge(capability, charge) }
}

/** Returns a short price for a card, such as "from 10 credits" or "1 credit". */
export function priceText(capability: Capability): string {
  return translateStored(keptPriceText(capability))
}

function keptPriceText(capability: Capability): string {
  const least = minCredits(capability)
  if (capability.pricing.kind === 'unknown') return kept('price known when done')
  if (least === null || least === 0) return kept('price varies')
  return hasFixedPrice(capability)
    ? kept('{credits, plural, one {# credit} other {# credits}}', { credits: least })
    : kept('from {least, plural, one {# credit} other {# credits}}', { least })
}
