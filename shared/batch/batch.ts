import { z } from 'zod'

/** The ways to make many tasks of one form. Stored; do not rename. */
export const batchWays = ['seeds', 'folder', 'table', 'grid'] as const
export type BatchWay = (typeof batchWays)[number]

/** What a batch costs. `known`: the sum over the rows whose price is known; `unknownRows`: how many rows have none before they have run. */
export type BatchCredits = { readonly known: number; readonly unknownRows: number }

/** Many tasks that were asked for at once. Its tasks name it by `Task.batch`. Stored; do not rename. */
export const batchSchema = z.object({
  /** The same as that of the plan that it was started from: a plan is started once, however often one asks. */
  id: z.string(),
  connectionId: z.string(),
  capability: z.string(),
  /** What a person calls it: "27 rows of spring.csv". */
  title: z.string(),
  way: z.enum(batchWays),
  count: z.number(),
  /** Estimated before anything was sent. */
  credits: z.object({ known: z.number(), unknownRows: z.number() }),
  /** True: what is not sent yet stays here until a person lets it go on. */
  isStopped: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number()
})
export type Batch = z.infer<typeof batchSchema>
