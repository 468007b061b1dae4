import { assertNever } from '../../shared/assert-never.ts'
import type { Body, CapabilityDefinition } from './capabilities/definition.ts'

/** Credits that a checked body costs. Spec section 8, credit pricing. */
export function priceOf(definition: CapabilityDefinition, body: Body): number {
  const pricing = definition.pricing
  switch (pricing.kind) {
    case 'unknown':
      if (definition.ownPrice === null) throw new Error(`${definition.id} has no price of its own.`)
      return definition.ownPrice(body)
    case 'flat':
      return pricing.credits
    case 'per-output': {
      const count = Number(body[pricing.countField] ?? 1)
      const references = pricing.referenceFields.flatMap((field) => body[field] ?? []).length
      return pricing.base * count + pricing.perReference * references
    }
    default:
      return assertNever(pricing)
  }
}
