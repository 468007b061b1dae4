import { z } from 'zod'
import type { CodeWithParams } from '../../coded.ts'
import { valueSchema } from '../values.ts'
import type { BatchRowName } from './batch-row.ts'

/** Ways to create many tasks from one form. The values are stored, so don't rename them. */
export const batchSourceKinds = ['seeds', 'folder', 'table', 'grid'] as const
export type BatchSourceKind = (typeof batchSourceKinds)[number]

/** Cost of a batch in credits. `known` is the total of the known prices. `unknownRows` is the number of rows with an unknown price. */
export type BatchCredits = { readonly known: number; readonly unknownRows: number }

/** Parameters of each kind of title: "5 files from vases", "27 rows from spring.csv" and any other text. Stored. Don't rename. */
export type BatchTitleParams = {
  readonly files: { readonly count: number; readonly name: string }
  readonly rows: { readonly count: number; readonly name: string }
  readonly text: { readonly text: string }
}
export type BatchTitle = CodeWithParams<BatchTitleParams>

const text = z.object({ code: z.literal('text'), params: z.object({ text: z.string() }) })
const titleSchema: z.ZodType<BatchTitle> = z.discriminatedUnion('code', [
  z.object({ code: z.literal('files'), params: z.object({ count: z.number(), name: z.string() }) }),
  z.object({ code: z.literal('rows'), params: z.object({ count: z.number(), name: z.string() }) }),
  text
])
export const batchRowNameSchema: z.ZodType<BatchRowName> = z.discriminatedUnion('code', [
  z.object({ code: z.literal('task'), params: z.object({ number: z.number() }) }),
  z.object({ code: z.literal('seed'), params: z.object({ seed: z.number() }) }),
  z.object({ code: z.literal('row'), params: z.object({ row: z.number() }) }),
  text
])

/** A field that a grid varies, with its values in order. Stored. Don't rename. */
const axisSchema = z.object({
  field: z.string(),
  /** The field's label as the contract has it, not translated. `sayContract` translates it. */
  label: z.string(),
  /** Local files are given by name only. */
  values: z.array(valueSchema).readonly()
})
export type BatchAxis = z.infer<typeof axisSchema>

/** Tasks that were created together. Each task refers to its batch by `Task.batch`. The keys are stored, so don't rename them. */
export const batchSchema = z.object({
  /** ID of the plan that the batch was created from. A plan can therefore be started only once. */
  id: z.string(),
  connectionId: z.string(),
  capability: z.string(),
  title: titleSchema,
  way: z.enum(batchSourceKinds),
  /** The axes of a grid, the slowest first. Empty if the batch isn't a grid. */
  axes: z.array(axisSchema).readonly(),
  count: z.number(),
  /** Estimate that was made before the first task was sent. */
  credits: z.object({ known: z.number(), unknownRows: z.number() }),
  /** True if unsent tasks wait until the user resumes the batch. */
  isStopped: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number()
})
export type Batch = z.infer<typeof batchSchema>
