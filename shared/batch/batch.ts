import { z } from 'zod'

/** Ways to make many tasks from one form. Stored. Don't rename. */
export const batchSourceKinds = ['seeds', 'folder', 'table', 'grid'] as const
export type BatchSourceKind = (typeof batchSourceKinds)[number]

/**
 * Cost of a batch. `known` is the total of the known prices. `unknownRows` is the number of rows whose price is unknown before they run.
 */
export type BatchCredits = { readonly known: number; readonly unknownRows: number }

/** Many tasks that were created together. Each task refers to it by `Task.batch`. Stored. Don't rename. */
export const batchSchema = z.object({
  /** ID of the plan that the batch was started from. It prevents a second start of the same plan. */
  id: z.string(),
  connectionId: z.string(),
  capability: z.string(),
  /** Title shown to the user: "27 rows of spring.csv". */
  title: z.string(),
  way: z.enum(batchSourceKinds),
  count: z.number(),
  /** Estimate from before anything was sent. */
  credits: z.object({ known: z.number(), unknownRows: z.number() }),
  /** True if unsent tasks wait until the user resumes the batch. */
  isStopped: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number()
})
export type Batch = z.infer<typeof batchSchema>
