import { z } from 'zod'
import type { PriceMeasure, Pricing } from '../../shared/capability.ts'

export const mostCredits = 1_000_000
export const creditsSchema = z.number().nonnegative().max(mostCredits)
const fieldPath = z.string().min(1).max(300)
export const amountsSchema = z.record(z.string(), creditsSchema)

const measureSchema: z.ZodType<PriceMeasure> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), amount: creditsSchema }),
  z.object({
    kind: z.literal('amount'),
    field: fieldPath,
    of: z.enum(['number', 'characters', 'megapixels']).default('number'),
    per: z.number().positive().default(1),
    amount: creditsSchema,
    startedCounts: z.boolean().default(false),
    whenUnset: z.number().nonnegative().nullable().default(null)
  }),
  z.object({ kind: z.literal('items'), fields: z.array(fieldPath), amount: creditsSchema }),
  z.object({ kind: z.literal('table'), field: fieldPath, amounts: amountsSchema, otherwise: creditsSchema.nullable().default(null) })
])

/** Our own words for a price, as the practice service writes them. What is left out has its plainest meaning. */
export const pricingSchema: z.ZodType<Pricing> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('flat'), credits: creditsSchema }),
  z.object({
    kind: z.literal('per-output'),
    base: creditsSchema,
    countField: z.string(),
    perReference: creditsSchema.default(0),
    referenceFields: z.array(z.string()).default([])
  }),
  z.object({
    kind: z.literal('rules'),
    terms: z.array(z.object({ does: z.enum(['add', 'times']), by: measureSchema })).min(1),
    roundsUp: z.boolean().default(false),
    atLeast: creditsSchema.default(0)
  })
])
