import type { Capability } from './capability.ts'
import { requestBodyOf } from './fields/request-body.ts'
import { placeholderUrl } from './fields/placeholder-urls.ts'
import { computeCharge } from './pricing/compute-charge.ts'
import type { PriceLine } from './pricing/price-lines.ts'
import { priceLinesForCharge } from './pricing/price-lines.ts'
import type { Values } from './values.ts'

export { computeCharge } from './pricing/compute-charge.ts'

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
