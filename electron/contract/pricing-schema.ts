import { z } from 'zod'
import type { PriceMeasure, Pricing } from '../../shared/form/capability.ts'

export const maxCredits = 1_000_000
export const priceCreditsSchema = z.number().nonnegative().max(maxCredits)
const fieldPath = z.string().min(1).max(300)
export const amountsSchema = z.record(z.string(), priceCreditsSchema)

const measureSchema: z.ZodType<PriceMeasure> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), amount: priceCreditsSchema }),
  z.object({
    kind: z.literal('amount'),
    field: fieldPath,
    of: z.enum(['number', 'characters', 'megapixels']).default('number'),
    per: z.number().positive().default(1),
    amount: priceCreditsSchema,
    startedCounts: z.boolean().default(false),
    whenUnset: z.number().nonnegative().nullable().default(null)
  }),
  z.object({ kind: z.literal('items'), fields: z.array(fieldPath), amount: priceCreditsSchema }),
  z.object({ kind: z.literal('table'), field: fieldPath, amounts: amountsSchema, otherwise: priceCreditsSchema.nullable().default(null) })
])

/** Kiln's own price format, as written by the practice service. Omitted properties get the defaults below. */
export const pricingSchema: z.ZodType<Pricing> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown'), fields: z.array(fieldPath).max(20).optional() }),
  z.object({ kind: z.literal('flat'), credits: priceCreditsSchema }),
  z.object({
    kind: z.literal('per-output'),
    base: priceCreditsSchema,
    countField: z.string(),
    perReference: priceCreditsSchema.default(0),
    referenceFields: z.array(z.string()).default([])
  }),
  z.object({
    kind: z.literal('rules'),
    terms: z.array(z.object({ does: z.enum(['add', 'times']), by: measureSchema })).min(1),
    roundsUp: z.boolean().default(false),
    atLeast: priceCreditsSchema.default(0)
  })
])
