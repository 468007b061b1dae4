import type { Capability } from './capability.ts'
import { requestBodyOf } from './fields/request-body.ts'
import { standInUrl } from './fields/stand-ins.ts'
import { chargeFor } from './pricing/charge-for.ts'
import type { PriceLine } from './pricing/charge-words.ts'
import { linesOf } from './pricing/charge-words.ts'
import { isFixedPrice, leastCredits } from './pricing/least-credits.ts'
import type { Values } from './values.ts'
import { kept, sayAgain } from './words/say.ts'

export { chargeFor } from './pricing/charge-for.ts'
export { leastCredits } from './pricing/least-credits.ts'

/** `credits` null: only the service can tell, or something is not chosen yet; never a guess. The lines add up to it. */
export type Estimate = { readonly credits: number | null; readonly lines: readonly PriceLine[] }

/** Whose figure an estimate is: ours by the contract's rules, the service's own answer for these very values, or nobody knows. Stored; do not rename. */
export const estimateSources = ['rules', 'service', 'nobody'] as const
export type EstimateSource = (typeof estimateSources)[number]
export type SourcedEstimate = Estimate & { readonly source: EstimateSource }
/** The sum alone, and whose it is. */
export type Price = Pick<SourcedEstimate, 'credits' | 'source'>

const unknownEstimate: Estimate = { credits: null, lines: [] }

/**
 * What sending these values will cost, by the spec's pricing (section 8) and the rules of the contract. Files count, but are not opened.
 * The task's recorded usage is the final charge.
 */
export function estimateCredits(capability: Capability, values: Values): Estimate {
  const { pricing, inputSchema } = capability
  if (pricing.kind === 'unknown') return unknownEstimate
  const body = pricing.kind === 'flat' ? {} : (requestBodyOf(capability, values, () => standInUrl) as Values)
  const charge = chargeFor(pricing, inputSchema, body)
  return charge === null ? unknownEstimate : { credits: charge.credits, lines: linesOf(capability, charge) }
}

/** The price in a few words, for a card: "from 10 credits", "1 credit", "price after it has run". */
export function priceWords(capability: Capability): string {
  return sayAgain(keptPriceWords(capability))
}

function keptPriceWords(capability: Capability): string {
  const least = leastCredits(capability)
  if (capability.pricing.kind === 'unknown') return kept('price after it has run')
  if (least === null || least === 0) return kept('price varies')
  return isFixedPrice(capability)
    ? kept('{credits, plural, one {# credit} other {# credits}}', { credits: least })
    : kept('from {least, plural, one {# credit} other {# credits}}', { least })
}
