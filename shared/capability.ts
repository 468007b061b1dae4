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
