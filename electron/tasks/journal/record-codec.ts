import { z } from 'zod'
import { type Batch, batchRowNameSchema, batchSchema } from '../../../shared/form/batch/batch.ts'
import { type Failure, failureParamSchemas } from '../../../shared/task/failure.ts'
import { creditsStates, holdReasons, phases, requesters, type TaskFailure } from '../../../shared/task/task.ts'
import { type TimelineDetail, timelineDetailSchema } from '../../../shared/task/timeline.ts'
import { taskSourceSchema } from '../../../shared/form/task-source-schema.ts'
import type { EstimateSource } from '../../../shared/form/pricing.ts'
import { valuesSchema } from '../../../shared/form/values.ts'
import { mediums } from '../../../shared/form/json-schema.ts'
import type { TaskHistoryEvent } from '../machine/history-event.ts'
import type { TaskRecord } from '../machine/task-record.ts'

/** Stored values that have a different name in the code. They can't change, because earlier versions must be able to read new rows. */
const storedNone = 'nobody'
const storedAccountFixed = 'account-mended'

/** Rows are validated as strictly as service responses, because the file may be older, newer or damaged. */
const resultSchema = z.object({
  id: z.string(),
  index: z.number(),
  path: z.string(),
  contentType: z.string(),
  medium: z.enum(mediums),
  bytes: z.number(),
  sha256: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  savedAt: z.number()
})
const sendingQuestionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('price'), before: z.number(), now: z.number().nullable() }),
  z.object({ kind: z.literal('limit'), committed: z.number(), limit: z.number(), credits: z.number().nullable() }),
  z.object({ kind: z.literal('copy') })
])
// Versions without independent downloads stored only the first three fields of an output.
const outputSchema = z.object({
  url: z.string(),
  stem: z.string(),
  result: resultSchema.nullable(),
  tries: z.number().default(0),
  tornTries: z.number().default(0),
  notBefore: z.number().default(0),
  failingSince: z.number().nullable().default(null),
  needsFreshUrl: z.boolean().default(false),
  isAddressCertain: z.boolean().default(true),
  isProven: z.boolean().default(true),
  downloadSha256: z.string().nullable().default(null),
  isTorn: z.boolean().default(false)
})
const collectingSchema = z
  .object({
    phase: z.literal('collecting'),
    outputs: z.array(outputSchema),
    notBefore: z.number(),
    tries: z.number(),
    latest: z.array(z.string()).default([]),
    recounts: z.number().default(0),
    rechecks: z.number().default(0),
    doubtedSince: z.number().nullable().default(null),
    /** Earlier versions stored this for the whole task instead of for each output. */
    needsFreshUrls: z.boolean().default(false)
  })
  .transform(({ needsFreshUrls, ...state }) => ({
    ...state,
    outputs: state.outputs.map((output) => ({
      ...output,
      needsFreshUrl: output.needsFreshUrl || (needsFreshUrls && output.result === null)
    }))
  }))
const pendingCheckSchema = z.object({ at: z.number(), looks: z.number() }).nullable().default(null)
const heldSchema = z.union([
  z.object({ phase: z.literal('held'), reason: z.enum(holdReasons), question: z.null().default(null) }),
  z.object({ phase: z.literal('held'), reason: z.null(), question: sendingQuestionSchema })
])
const stateSchema = z.union([
  heldSchema,
  collectingSchema,
  z.discriminatedUnion('phase', [
    z.object({ phase: z.literal('queued'), notBefore: z.number(), tries: z.number() }),
    z.object({
      phase: z.literal('uploading'),
      notBefore: z.number(),
      tries: z.number(),
      byHand: z
        .object({ field: z.string(), path: z.string(), fileName: z.string(), command: z.string(), fileUrl: z.string() })
        .nullable()
        .default(null)
    }),
    z.object({ phase: z.literal('submitting'), isSent: z.boolean(), notBefore: z.number(), tries: z.number() }),
    z.object({
      phase: z.literal('unconfirmed'),
      since: z.number(),
      mayResend: z.boolean(),
      isRestored: z.boolean().default(false),
      notBefore: z.number(),
      looks: z.number()
    }),
    z.object({ phase: z.literal('running'), notBefore: z.number(), faultsInARow: z.number(), doubtedSince: z.number().nullable() }),
    z.object({ phase: z.literal('needs_input'), notBefore: z.number(), faultsInARow: z.number() }),
    z.object({ phase: z.literal('selecting'), notBefore: z.number(), faultsInARow: z.number() }),
    z.object({ phase: z.literal('done'), outputs: z.array(outputSchema) }),
    z.object({ phase: z.literal('failed'), refundLook: pendingCheckSchema, outputs: z.array(outputSchema).default([]) }),
    z.object({ phase: z.literal('refused') }),
    z.object({ phase: z.literal('support'), recheck: pendingCheckSchema, outputs: z.array(outputSchema).default([]) }),
    z.object({ phase: z.literal('cancelled') })
  ])
])
const failureSchema = z
  .object({
    code: z.string(),
    params: z.record(z.string(), z.unknown()),
    serviceMessage: z.string().nullable(),
    errorType: z.string().nullable(),
    httpStatus: z.number().nullable(),
    requestId: z.string().nullable(),
    details: z.array(z.object({ field: z.string(), message: z.string() })),
    at: z.number()
  })
  .transform(({ code, params, ...evidence }): TaskFailure => ({ ...knownFailure(code, params), ...evidence }))

/** Returns the stored failure. A code that this version doesn't know, as from a newer version, is shown as text. */
function knownFailure(code: string, params: Readonly<Record<string, unknown>>): Failure {
  const schemas: Readonly<Record<string, z.ZodType>> = failureParamSchemas
  const read = Object.hasOwn(schemas, code) ? schemas[code]?.safeParse(params) : undefined
  return read?.success === true ? ({ code, params: read.data } as Failure) : { code: 'legacy-text', params: { message: code, advice: '' } }
}

/** A task as stored in the journal, without its body. `test/migrations` covers every earlier shape. */
export const storedTaskSchema = z.object({
  id: z.string(),
  connectionId: z.string(),
  capability: z.string(),
  title: z.string(),
  values: valuesSchema,
  // Missing in rows of versions without batches.
  batch: z
    .object({ id: z.string(), row: z.number(), name: batchRowNameSchema, cell: z.array(z.number()).nullable() })
    .nullable()
    .default(null),
  inputs: z.array(
    z
      .object({
        field: z.string(),
        index: z.number().nullable(),
        // The first journals have only the path.
        reference: z.union([z.object({ file: z.string() }), z.object({ item: z.string() })]).optional(),
        path: z.string(),
        name: z.string(),
        contentType: z.string(),
        bytes: z.number(),
        modifiedAt: z.number(),
        durationInSeconds: z.number().nullable()
      })
      .transform((input) => ({ ...input, reference: input.reference ?? { file: input.path } }))
  ),
  from: z.array(taskSourceSchema),
  askedBy: z.enum(requesters),
  idempotencyKey: z.string(),
  attempt: z.number(),
  inDoubt: z.boolean(),
  taskId: z.string().nullable(),
  businessId: z.string().nullable(),
  status: z.string().nullable(),
  credits: z.object({
    estimated: z.number().nullable(),
    required: z.number().nullable(),
    consumed: z.number().nullable(),
    usageDeferred: z.boolean().nullable(),
    state: z.enum(creditsStates)
  }),
  // Earlier versions didn't store this, so the service is assumed.
  estimatedBy: z
    .enum(['rules', 'service', storedNone])
    .default('service')
    .transform((source): EstimateSource => (source === storedNone ? 'none' : source)),
  failure: failureSchema.nullable(),
  choice: z
    .object({ arguments: z.string(), fate: z.enum(['on-the-way', 'taken', 'not-taken', 'unknown']), since: z.number() })
    .nullable()
    .default(null),
  polls: z.number(),
  createdAt: z.number(),
  submittedAt: z.number().nullable(),
  acceptedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  hidden: z.boolean(),
  formerStems: z.array(z.string()).optional(),
  state: stateSchema
}) satisfies z.ZodType<Omit<TaskRecord, 'body'>>

/** Encodes a record without its body. The body is stored once per idempotency key instead of with every event. */
export function encodeRecord(record: TaskRecord): string {
  const { body: _keptApart, ...stored } = record
  return JSON.stringify({ ...stored, estimatedBy: record.estimatedBy === 'none' ? storedNone : record.estimatedBy })
}

/** @throws SyntaxError if the row isn't JSON, or ZodError if it isn't a task. */
export function decodeRecord(text: string, body: string | null): TaskRecord {
  return { ...storedTaskSchema.parse(JSON.parse(text)), body }
}

/** @throws SyntaxError if the row isn't JSON, or ZodError if it isn't a batch. */
export function decodeBatch(text: string): Batch {
  return batchSchema.parse(JSON.parse(text))
}

/** Parses an event's detail. `text`: JSON. Null if the event has no detail, or if a newer version stored it in an unknown format. */
function readDetail(text: string | null): TimelineDetail | null {
  if (text === null) return null
  try {
    return timelineDetailSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const historyEventSchema = z.object({
  at: z.number(),
  kind: z.string(),
  phase: z.enum(phases),
  httpStatus: z.number().nullable(),
  errorType: z.string().nullable(),
  requestId: z.string().nullable(),
  note: z.string().nullable(),
  detail: z.string().nullable().transform(readDetail),
  reference: z.string().nullable()
})

/** Parses a row of the `events` table. Null if the row is invalid. */
export function decodeHistoryEvent(row: unknown): TaskHistoryEvent | null {
  const read = historyEventSchema.safeParse(row)
  if (!read.success) return null
  const { kind } = read.data
  return { ...read.data, kind: kind === storedAccountFixed ? 'account-fixed' : (kind as TaskHistoryEvent['kind']) }
}

/** Returns the event's kind as the journal stores it. */
export function encodeEventKind(kind: TaskHistoryEvent['kind']): string {
  return kind === 'account-fixed' ? storedAccountFixed : kind
}
