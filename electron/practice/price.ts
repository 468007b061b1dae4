import { computeCharge } from '../../shared/form/pricing.ts'
import type { Values } from '../../shared/form/values.ts'
import type { SubmitBody, CapabilityDefinition } from './capabilities/definition.ts'

/** Returns the price of a valid body in credits. An unpublished price takes precedence over the published price. */
export function priceInCredits(definition: CapabilityDefinition, body: SubmitBody): number {
  const pricing = definition.hiddenPrice?.pricing ?? definition.pricing
  const charge = computeCharge(pricing, definition.inputSchema, body as Values)
  if (charge === null) throw new Error(`The pricing of ${definition.id} doesn’t cover this body.`)
  return charge.credits
}
