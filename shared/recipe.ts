import { z } from 'zod'
import { mediums } from './json-schema.ts'
import { creditsStates } from './task.ts'
import { valuesSchema } from './values.ts'

/**
 * How a result was made, as it is kept beside the file and inside it. Stored, and read by other programs too: never rename a field, only
 * add; what a newer Kiln added is overlooked. Times in milliseconds since 1970. Of files on this computer only the bare name is told.
 */
export const recipeSchema = z.object({
  format: z.literal('kiln-recipe'),
  version: z.literal(1),
  /** Library item id. */
  id: z.string().min(1).max(200),
  /** Our own task; null for a file that was taken in from elsewhere. */
  task: z.string().max(200).nullable(),
  /** Zero-based place among the task's outputs. */
  index: z.number().int().nonnegative(),
  connectionId: z.string().max(200).nullable(),
  capability: z.string().max(200),
  capabilityTitle: z.string().max(400),
  medium: z.enum(mediums),
  contentType: z.string().max(200),
  title: z.string(),
  prompt: z.string().nullable(),
  /** Everything that was filled in, the prompt too. */
  values: valuesSchema,
  seed: z.number().nullable(),
  credits: z.object({
    estimated: z.number().nullable(),
    consumed: z.number().nullable(),
    state: z.enum(creditsStates)
  }),
  /** What a support desk asks for. `taskId`, `businessId`: the service's. */
  ids: z.object({
    taskId: z.string().nullable(),
    businessId: z.string().nullable(),
    requestIds: z.array(z.string()).readonly()
  }),
  inputs: z
    .array(
      z.object({
        field: z.string(),
        index: z.number().int().nonnegative().nullable(),
        name: z.string(),
        contentType: z.string(),
        bytes: z.number().nonnegative(),
        /** SHA-256 in lower-case hex; null: not known. */
        sha256: z.string().nullable(),
        /** Library item that it is; null: a file from elsewhere. */
        item: z.string().nullable()
      })
    )
    .readonly(),
  /** Results that it was made from. */
  parents: z.array(z.object({ id: z.string(), sha256: z.string().nullable() })).readonly(),
  times: z.object({
    askedAt: z.number(),
    sentAt: z.number().nullable(),
    acceptedAt: z.number().nullable()
  }),
  app: z.object({ version: z.string() }),
  /** Digest of the capability's contract as it was when the result was saved; null: not known. */
  contract: z.string().nullable()
})
export type Recipe = Readonly<z.infer<typeof recipeSchema>>
