import { z } from 'zod'
import type { CodeWithParams } from '../coded.ts'
import { valueKinds } from '../form/fields/value-change.ts'
import { mediums } from '../form/json-schema.ts'

/** `shown`: the first names. `more`: the number of other names. */
const nameList = z.object({ shown: z.array(z.string()), more: z.number() })
const capability = { title: z.string() }
const field = { ...capability, label: z.string() }
const price = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['unknown', 'varies']), params: z.object({}) }),
  z.object({ code: z.enum(['fixed', 'from']), params: z.object({ credits: z.number() }) })
])

/** The limits of a field. Stored. Don't rename. */
export const fieldLimits = [
  'minimum',
  'maximum',
  'step',
  'minimum-characters',
  'maximum-characters',
  'minimum-files',
  'maximum-files',
  'maximum-bytes',
  'minimum-short-edge',
  'maximum-seconds',
  'minimum-items',
  'maximum-items'
] as const
export type FieldLimit = (typeof fieldLimits)[number]

/**
 * Kinds of difference between two versions of a contract, each with its parameters. Stored. Don't rename. Titles, labels and names are the
 * contract's own. A limit or a default is null if it isn't set.
 */
const differenceParamSchemas = {
  'capabilities-added': z.object({ count: z.number(), names: nameList }),
  'capabilities-removed': z.object({ names: nameList }),
  'capability-renamed': z.object({ ...capability, formerly: z.string() }),
  'output-changed': z.object({ ...capability, before: z.enum(mediums), now: z.enum(mediums) }),
  'price-changed': z.object({ ...capability, before: price, now: price }),
  'pricing-rules-changed': z.object({ ...capability, now: price }),
  'field-added': z.object(field),
  'required-field-added': z.object(field),
  'fields-removed': z.object({ ...capability, names: nameList }),
  'field-now-required': z.object(field),
  'field-now-optional': z.object(field),
  'field-kind-changed': z.object({ ...field, before: z.enum(valueKinds), now: z.enum(valueKinds) }),
  'limit-changed': z.object({ ...field, limit: z.enum(fieldLimits), before: z.number().nullable(), now: z.number().nullable() }),
  'choices-added': z.object({ ...field, names: nameList }),
  'choices-removed': z.object({ ...field, names: nameList }),
  'default-changed': z.object({ ...field, before: z.string().nullable(), now: z.string().nullable() }),
  'more-changes': z.object({ count: z.number() }),
  /** A sentence that an earlier version stored and that no code matches. Shown unchanged. */
  'legacy-text': z.object({ text: z.string() })
} as const

type Schemas = typeof differenceParamSchemas
export type ContractDifferenceParams = { readonly [Code in keyof Schemas]: Readonly<z.infer<Schemas[Code]>> }

/** A difference between two versions of a contract. `shared/phrases` has the sentences. */
export type ContractDifference = CodeWithParams<ContractDifferenceParams>
export type NameList = z.infer<typeof nameList>

export const contractDifferenceSchema = z.union(
  Object.entries(differenceParamSchemas).map(([code, params]) => z.object({ code: z.literal(code), params }))
) as z.ZodType as z.ZodType<ContractDifference>
