import { assertNever } from './assert-never.ts'
import type { Capability } from './capability.ts'
import { fieldsOf } from './fields/fields-of.ts'
import { isEmptyValue } from './fields/media-values.ts'
import { modeOf, valuesInMode } from './fields/modes.ts'
import { counted, numbered } from './fields/say.ts'
import { defaultOf, isRequiredIn, propertyOf } from './fields/schema-reading.ts'
import type { Values } from './values.ts'

/** `credits` null: only the service can tell, after it has run; never a guess. The lines add up to it. */
export type Estimate = { readonly credits: number | null; readonly lines: readonly { readonly label: string; readonly credits: number }[] }

const unknownEstimate: Estimate = { credits: null, lines: [] }

/** What sending these values will cost, by the pricing rules of spec section 8. The task's recorded usage is the final charge. */
export function estimateCredits(capability: Capability, values: Values): Estimate {
  const { pricing } = capability
  switch (pricing.kind) {
    case 'unknown':
      return unknownEstimate
    case 'flat':
      return { credits: pricing.credits, lines: [{ label: capability.title, credits: pricing.credits }] }
    case 'per-output': {
      const sent = valuesInMode(capability, values, modeOf(capability, values))
      const count = countOf(capability, sent, pricing.countField)
      if (count === null) return unknownEstimate
      const references = pricing.referenceFields.reduce((sum, name) => sum + filledIn(sent, name), 0)
      const outputs = {
        label: `${countInWords(capability, pricing.countField, count)}${count > 1 ? ` × ${pricing.base}` : ''}`,
        credits: count * pricing.base
      }
      if (pricing.perReference === 0 || references === 0) return { credits: outputs.credits, lines: [outputs] }
      const inputs = {
        label: `${counted(references, 'reference')}${references > 1 ? ` × ${pricing.perReference}` : ''}`,
        credits: references * pricing.perReference
      }
      return { credits: outputs.credits + inputs.credits, lines: [outputs, inputs] }
    }
    default:
      return assertNever(pricing)
  }
}

/** The price in a few words, for a card: "from 10 credits", "1 credit", "price after it has run". */
export function priceWords(capability: Capability): string {
  const { pricing } = capability
  switch (pricing.kind) {
    case 'unknown':
      return 'price after it has run'
    case 'flat':
      return counted(pricing.credits, 'credit')
    case 'per-output':
      return `from ${counted(pricing.base * smallestCount(capability, pricing.countField), 'credit')}`
    default:
      return assertNever(pricing)
  }
}

/** How much is asked for; null when what stands there is no count. Unset: the contract's default; one, unless the contract requires a choice. */
function countOf(capability: Capability, values: Values, countField: string): number | null {
  const chosen = Object.hasOwn(values, countField) ? values[countField] : undefined
  const standard = isRequiredIn(capability.inputSchema, countField) ? null : 1
  const value =
    chosen === undefined || isEmptyValue(chosen) ? (defaultOf(propertyOf(capability.inputSchema, countField) ?? {}) ?? standard) : chosen
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 ? count : null
}

function filledIn(values: Values, name: string): number {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined || isEmptyValue(value)) return 0
  return Array.isArray(value) ? value.filter((item) => !isEmptyValue(item)).length : 1
}

/** The least that can be asked for: one, unless the contract starts higher. */
function smallestCount(capability: Capability, countField: string): number {
  const field = fieldsOf(capability).find(({ name }) => name === countField)
  if (field?.kind === 'count') return Math.min(...field.options.map((option) => option.count))
  return field?.kind === 'number' && field.minimum !== null ? Math.max(1, field.minimum) : 1
}

/** `4 pictures`; where it is not outputs that are counted, the field with its unit: `Duration 5 seconds`. */
function countInWords(capability: Capability, countField: string, count: number): string {
  const field = fieldsOf(capability).find(({ name }) => name === countField)
  if (field?.kind !== 'number') return outputsInWords(capability, count)
  return `${field.label} ${field.unit === null ? numbered(count) : `${numbered(count)} ${field.unit}`}`
}

/** `4 pictures`, in the word of what the capability makes. */
function outputsInWords(capability: Capability, count: number): string {
  switch (capability.output) {
    case 'image':
      return counted(count, 'picture')
    case 'video':
      return counted(count, 'video')
    case 'audio':
      return counted(count, 'sound')
    case 'model':
      return counted(count, '3D model')
    default:
      return assertNever(capability.output)
  }
}
