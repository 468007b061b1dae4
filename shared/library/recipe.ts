import { z } from 'zod'
import { mediums } from '../form/json-schema.ts'
import { creditsStates } from '../task/task.ts'
import { valuesSchema } from '../form/values.ts'

/**
 * How a result was made, as stored beside the file and inside it. Other programs also read recipes, so fields may be added but never
 * renamed. Fields of newer versions are ignored. Times are in milliseconds since 1970. Local files are given by name only, without a path.
 */
export const recipeSchema = z.object({
  format: z.literal('kiln-recipe'),
  version: z.literal(1),
  /** Library item ID. */
  id: z.string().min(1).max(200),
  /** Kiln's own task ID. Null for a file imported from elsewhere. */
  task: z.string().max(200).nullable(),
  /** Zero-based index among the task's outputs. */
  index: z.number().int().nonnegative(),
  connectionId: z.string().max(200).nullable(),
  capability: z.string().max(200),
  capabilityTitle: z.string().max(400),
  medium: z.enum(mediums),
  contentType: z.string().max(200),
  title: z.string(),
  prompt: z.string().nullable(),
  /** Everything that was filled in, including the prompt. */
  values: valuesSchema,
  seed: z.number().nullable(),
  credits: z.object({
    estimated: z.number().nullable(),
    consumed: z.number().nullable(),
    state: z.enum(creditsStates)
  }),
  /** IDs that support asks for. `taskId` and `businessId` are the service's. */
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
        /** SHA-256 in lower-case hex. Null if unknown. */
        sha256: z.string().nullable(),
        /** Library item ID of the input. Null for a file from elsewhere. */
        item: z.string().nullable()
      })
    )
    .readonly(),
  /** Results that this result was made from. */
  parents: z.array(z.object({ id: z.string(), sha256: z.string().nullable() })).readonly(),
  /**
   * The results that the task came from, as in `TaskSource`. Earlier versions didn't store them. Newer versions may have other values for
   * `how` and `askedBy`.
   */
  from: z
    .array(z.object({ item: z.string().max(200), how: z.string().max(40) }))
    .readonly()
    .optional(),
  /** A `Requester`. */
  askedBy: z.string().max(40).optional(),
  times: z.object({
    askedAt: z.number(),
    sentAt: z.number().nullable(),
    acceptedAt: z.number().nullable()
  }),
  app: z.object({ version: z.string() }),
  /** Digest of the capability's contract when the result was saved. Null if unknown. */
  contract: z.string().nullable()
})
export type Recipe = Readonly<z.infer<typeof recipeSchema>>
