import type { JsonSchema, Medium } from './json-schema.ts'

export const categories = ['image', 'video', 'audio', '3d', 'face-swap', 'effects'] as const
/** Spec section 1.3. */
export type Category = (typeof categories)[number]

/** How a price in credits follows from the values. `unknown`: only the service can tell, after it has run (spec section 8). */
export type Pricing =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'flat'; readonly credits: number }
  /** `base` credits, times the count in `countField` (1 when unset), plus `perReference` for each item in `referenceFields`. */
  | {
      readonly kind: 'per-output'
      readonly base: number
      readonly countField: string
      readonly perReference: number
      readonly referenceFields: readonly string[]
    }
  | PriceRules

/**
 * Terms in order; each goes by what the ones before it came to. `roundsUp`: to whole credits, after the last. `atLeast`: what is charged in
 * any case.
 */
export type PriceRules = {
  readonly kind: 'rules'
  readonly terms: readonly PriceTerm[]
  readonly roundsUp: boolean
  readonly atLeast: number
}

/** `add`: so many credits more. `times`: everything so far, so many times. */
export type PriceTerm = { readonly does: 'add' | 'times'; readonly by: PriceMeasure }

/**
 * A number that the values give. A field is named by its path: `duration`, `style.size`, `shots[].duration` (the sum over all of the list).
 * - `fixed`: always the same.
 * - `amount`: `amount` for every `per` of the field: of the number in it, of the characters of its text, or of the megapixels of a size such
 *   as `1024*768`. `startedCounts`: a unit that was begun counts whole. `whenUnset`: what stands for a field that has neither value nor
 *   default, or is not asked for; null: nobody knows.
 * - `items`: `amount` for each entry of the fields together; a single value is one entry.
 * - `table`: by the value of the field, `true` and `false` for a switch; `otherwise` for every other value and for none; null: nobody knows.
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

/** One thing the service can do, as its form, its price and its result are known. Spec section 2.2. */
export type Capability = {
  /** Identifier used in paths, such as `imgmodel-image-generator`. */
  readonly id: string
  readonly title: string
  readonly purpose: string
  readonly category: Category
  readonly output: Medium
  /** Name of the field of the query answer that holds the result, such as `imageUrl`. */
  readonly resultField: string
  /** Schema of the submit body: always an object schema. */
  readonly inputSchema: JsonSchema
  readonly pricing: Pricing
}
