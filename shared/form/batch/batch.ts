import { z } from 'zod'

/** Ways to create many tasks from one form. The values are stored, so don't rename them. */
export const batchSourceKinds = ['seeds', 'folder', 'table', 'grid'] as const
export type BatchSourceKind = (typeof batchSourceKinds)[number]

/** Cost of a batch in credits. `known` is the total of the known prices. `unknownRows` is the number of rows with an unknown price. */
export type BatchCredits = { readonly known: number; readonly unknownRows: number }

/** Tasks that were created together. Each task refers to its batch by `Task.batch`. The keys are stored, so don't rename them. */
export const batchSchema = z.object({
  /** ID of the plan that the batch was created from. A plan can therefore be started only once. */
  id: z.string(),
  connectionId: z.string(),
  capability: z.string(),
  /** Title shown to the user: "27 rows of spring.csv". */
  title: z.string(),
  way: z.enum(batchSourceKinds),
  count: z.number(),
  /** Estimate that was made before the first task was sent. */
  credits: z.object({ known: z.number(), unknownRows: z.number() }),
  /** True if unsent tasks wait until the user resumes the batch. */
  isStopped: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number()
})
export type Batch = z.infer<typeof batchSchema>
