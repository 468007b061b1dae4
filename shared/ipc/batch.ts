import { z } from 'zod'
import type { ShownBatchPlan } from '../form/batch/batch-plan.ts'
import { batchSourceSchema, type DroppedBatchSource, type FolderPreview, type TablePreview } from '../form/batch/batch-source.ts'
import type { Batch } from '../form/batch/batch.ts'
import { givenSourcesSchema } from '../form/task-source-schema.ts'
import { valuesSchema } from '../form/values.ts'
import { confirmableQuestionKinds } from '../task/spending.ts'
import { spendingConsentSchema, idSchema, declareRequest } from './request.ts'

export const batchRequests = {
  /** Opens the system's own file dialog. Null if the user closed the dialog. */
  'batch.chooseTable': declareRequest(z.object({ capability: idSchema })).returns<TablePreview | null>(),
  'batch.chooseFolder': declareRequest(z.object({ capability: idSchema, field: idSchema })).returns<FolderPreview | null>(),
  /** Reads the same table or folder again, with another header setting or for another field. */
  'batch.inspectTable': declareRequest(z.object({ capability: idSchema, table: idSchema, hasHeader: z.boolean() })).returns<TablePreview>(),
  'batch.inspectFolder': declareRequest(z.object({ capability: idSchema, field: idSchema, folder: idSchema })).returns<FolderPreview>(),
  /** Creates and checks the rows. Nothing is sent. `ticket` is repeated in progress events. A newer call cancels this one. */
  'batch.plan': declareRequest(
    z.object({ ticket: idSchema, capability: idSchema, values: valuesSchema, source: batchSourceSchema })
  ).returns<ShownBatchPlan>(),
  'batch.giveUpCounting': declareRequest(),
  /**
   * Saves the invalid rows where the user chooses in the system's dialog. `name` is the suggested file name. Returns false if the user
   * closed the dialog.
   */
  'batch.saveBadRows': declareRequest(z.object({ plan: idSchema, name: z.string().min(1).max(300) })).returns<boolean>(),
  /** Starts the batch of a plan. Idempotent: the same plan returns the same batch. */
  'batch.start': declareRequest(
    z.object({
      plan: idSchema,
      skipInvalid: z.boolean(),
      /** The results that every row comes from. */
      from: givenSourcesSchema.optional(),
      /** True if each row applies the capability to the library items among its media. */
      isAction: z.boolean().optional(),
      consent: spendingConsentSchema
    })
  ).returns<Batch>(),
  'batch.list': declareRequest().returns<readonly Batch[]>(),
  /** Stops sending rows until the batch is resumed. Running rows continue. */
  'batch.stop': declareRequest(z.object({ id: idSchema })),
  'batch.resume': declareRequest(z.object({ id: idSchema })),
  'batch.cancelRest': declareRequest(z.object({ id: idSchema })).returns<{ readonly ids: readonly string[] }>(),
  /** Accepts `question` for the rows on hold because of it, and sends only those rows. */
  'batch.agree': declareRequest(z.object({ id: idSchema, question: z.enum(confirmableQuestionKinds) }))
}

/** Requests with a path from the system. Only the preload script can send them. */
export const batchPathRequests = {
  /**
   * Reads a dropped table or folder. `field`: the media field to fill with the folder's files. Null if the form doesn't have a media field.
   */
  'batch.takeDropped': declareRequest(
    z.object({ capability: idSchema, field: idSchema.nullable(), path: z.string().min(1).max(32_768) })
  ).returns<DroppedBatchSource>()
}

export type BatchEvents = {
  'batch.changed': Batch
  /** Progress of counting a batch, in rows. */
  'batch.counting': { readonly ticket: string; readonly done: number; readonly total: number }
}
