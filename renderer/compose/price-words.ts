import type { Capability } from '../../shared/capability.ts'
import type { SourcedEstimate } from '../../shared/pricing.ts'
import { say } from '../../shared/words/say.ts'
import { creditWords } from '../ui/figures.ts'

/** An estimate as the form knows it now; `isAsking`: the service has not answered yet. */
export type FormEstimate = SourcedEstimate & { readonly isAsking: boolean }

/** The price on the button. The service's own figure is told as what it is: about right. */
export function buttonPriceWords({ pricing }: Capability, estimate: FormEstimate, isFilledIn: boolean): string {
  if (estimate.credits !== null)
    return estimate.source === 'service'
      ? say('about {credits}', { credits: creditWords(estimate.credits) })
      : creditWords(estimate.credits)
  if (estimate.isAsking) return say('asking the price')
  return pricing.kind !== 'unknown' && !isFilledIn ? say('price by what you choose') : say('price after it has run')
}

/** Where a price comes from that no rule of the contract gives; null: the rules gave it. */
export function priceNote(estimate: FormEstimate): string | null {
  if (estimate.credits === null || estimate.source !== 'service') return null
  return say('The service’s own estimate for these choices. What it charges in the end is what counts.')
}
