import type { JsonSchema, Medium } from './json-schema.ts'

export const capabilityCategories = ['image', 'video', 'audio', '3d', 'face-swap', 'effects'] as const
/** Category of a capability. Spec section 1.1. */
export type Category = (typeof capabilityCategories)[number]

/**
 * Rules for the price in credits. `unknown` means that only the service knows the price, after the task has finished (spec section 8). Its
 * `fields` are the paths of the fields that the price depends on. Absent if the service doesn't name any.
 */
export type Pricing =
  | { readonly kind: 'unknown'; readonly fields?: readonly string[] | undefined }
  | { readonly kind: 'flat'; readonly credits: number }
  /** `base` credits times the value of `countField` (1 if unset). Adds `perReference` credits for each item in `referenceFields`. */
  | {
      readonly kind: 'per-output'
      readonly base: number
      readonly countField: string
      readonly perReference: number
      readonly referenceFields: readonly string[]
    }
  | PriceRules

/**
 * Rules that compute a price. Each term is applied in order to the total so far. If `roundsUp` is true, the total is then rounded up to
 * whole credits. `atLeast` is the minimum price in credits.
 */
export type PriceRules = {
  readonly kind: 'rules'
  readonly terms: readonly PriceTerm[]
  readonly roundsUp: boolean
  readonly atLeast: number
}

/** `add` adds the measure to the total so far. `times` multiplies the total by the measure. */
export type PriceTerm = { readonly does: 'add' | 'times'; readonly by: PriceMeasure }

/**
 * A number that depends on the values. A field is named by its path, such as `duration` or `style.size`. The path `shots[].duration` is the
 * sum over the whole list.
 * - `fixed`: always `amount`.
 * - `amount`: `amount` for every `per` units of the field's value. Units are the number itself, a text's characters, or the megapixels of a
 * size such as `1024*768`. If `startedCounts` is true, a started `per` counts in full. `whenUnset` is the number of units if the field
 * has neither a value nor a default. If `whenUnset` is null, the price is then unknown.
 * - `items`: `amount` for each entry in all `fields` together. A single value is one entry.
 * - `table`: the entry of `amounts` for the field's value. The keys for a switch are `true` and `false`. `otherwise` applies to any other
 * value, and if there is no value. If `otherwise` is null, the price is then unknown.
 */
export type PriceMeasure =
  | { readonly kind: 'fixed'; readonly amount: number }
  | {
      readonly kind: 'amount'
      readonly field: string
      readonly of: 'number' | 'characters' | 'megapixels'
      readonly per: number
      readonly amount: number
      readonly startedCounts: boolean
      readonly whenUnset: number | null
    }
  | { readonly kind: 'items'; readonly fields: readonly string[]; readonly amount: number }
  | {
      readonly kind: 'table'
      readonly field: string
      readonly amounts: { readonly [value: string]: number }
      readonly otherwise: number | null
    }

/** A capability of the service, with its form, price and result as far as known. Spec section 2.2. */
export type Capability = {
  /** ID used in paths, such as `imgmodel-image-generator`. */
  readonly id: string
  readonly title: string
  readonly purpose: string
  readonly category: Category
  readonly output: Medium
  /** Name of the query response's field that holds the result, such as `imageUrl`. */
  readonly resultField: string
  /** Schema of the submit body. Always an object schema. */
  readonly inputSchema: JsonSchema
  readonly pricing: Pricing
}
