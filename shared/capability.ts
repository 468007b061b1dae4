import type { JsonSchema, Medium } from './json-schema.ts'

export const categories = ['image', 'video', 'audio', '3d', 'face-swap', 'effects'] as const
/** Category of a capability. Spec section 1.3. */
export type Category = (typeof categories)[number]

/** How the price in credits depends on the values. `unknown`: only the service knows the price, after the task has run (spec section 8). */
export type Pricing =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'flat'; readonly credits: number }
  /** `base` credits times the count in `countField` (1 if unset). Adds `perReference` for each item in `referenceFields`. */
  | {
      readonly kind: 'per-output'
      readonly base: number
      readonly countField: string
      readonly perReference: number
      readonly referenceFields: readonly string[]
    }
  | PriceRules

/**
 * Terms in order, each applied to the total so far. `roundsUp`: rounds up to whole credits after the last term. `atLeast`: minimum charge.
 */
export type PriceRules = {
  readonly kind: 'rules'
  readonly terms: readonly PriceTerm[]
  readonly roundsUp: boolean
  readonly atLeast: number
}

/** `add`: adds credits. `times`: multiplies the total so far. */
export type PriceTerm = { readonly does: 'add' | 'times'; readonly by: PriceMeasure }

/**
 * A number that depends on the values. A field is named by its path: `duration`, `style.size` or `shots[].duration` (the sum over the whole
 * list).
 * - `fixed`: always the same number.
 * - `amount`: `amount` for every `per` of the field's value: its number, its text's characters, or the megapixels of a size such as
 * `1024*768`. `startedCounts`: a started unit is charged in full. `whenUnset`: used if the field has neither a value nor a default, or
 * isn't in the form. Null if the number is then unknown.
 * - `items`: `amount` for each entry in all of the fields together. A single value is one entry.
 * - `table`: looked up by the field's value, with `true` and `false` for a switch. `otherwise`: used for any other value and for no value.
 * Null if the number is then unknown.
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
