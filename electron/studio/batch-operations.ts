import { randomUUID } from 'node:crypto'
import type { BatchPlan } from '../../shared/form/batch/batch-plan.ts'
import type { BatchSource, FolderPreview, TablePreview } from '../../shared/form/batch/batch-source.ts'
import type { Batch } from '../../shared/form/batch/batch.ts'
import type { GivenSource } from '../../shared/form/task-source.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { MediaReference, Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import type { ConfirmableQuestionKind, SpendingConsent } from '../../shared/task/spending.ts'
import { badRowsCsv } from '../forms/batch/bad-rows-csv.ts'
import { isCapabilityUnchanged } from '../forms/batch/batch-planner.ts'
import { mediaInCells } from '../forms/batch/media-in-cells.ts'
import { requireSpendingConsent } from '../tasks/engine/spending-limits.ts'
import { newBatch } from '../tasks/machine/new-batch.ts'
import { confirmationEventKinds } from '../tasks/machine/sending-questions.ts'
import { canCancel } from '../tasks/machine/held-task.ts'
import type { TaskRecord } from '../tasks/machine/task-record.ts'
import { offeredCapability, requireConfirmedAccount, requireNotClosing } from './check-submission.ts'
import { activeConnection } from './connection-pool.ts'
import type { StudioParts } from './studio-parts.ts'
import { writeSubmission } from './write-submission.ts'

type BatchDependencies = Pick<StudioParts, 'clock' | 'connections' | 'engine' | 'options' | 'pauses' | 'planner' | 'state'>

/** `source` has absolute paths. Its media values refer to files or library items, never to file tokens. */
export type BatchOptions = {
  readonly capability: string
  readonly values: Values
  readonly source: BatchSource
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

/** Operations that plan, send and stop batches. */
export type BatchOperations = {
  /**
   * Builds a batch's rows and checks each as `submit` would. Sends nothing. Paths in `source` are absolute. Rejects with `UserFacingError`
   * if no rows can be built. Rejects with the signal's reason on abort.
   */
  readonly planBatch: (options: BatchOptions) => Promise<BatchPlan>
  /**
   * Returns the first file or library item in each cell of the plan's first rows. Null if the cell has neither. Empty if the plan is
   * outdated.
   */
  readonly mediaOfPlan: (planId: string) => readonly (readonly (MediaReference | null)[])[]
  /** Returns a table's preview. If `hasHeader` is null, the header is detected from the file. */
  readonly inspectTable: (options: {
    readonly capability: string
    readonly path: string
    readonly hasHeader?: boolean | null
  }) => Promise<TablePreview>
  readonly inspectFolder: (options: {
    readonly capability: string
    readonly path: string
    readonly field: string
  }) => Promise<FolderPreview>
  /** Returns the rows that can't be sent, with the reasons, as delimited text. Throws `UserFacingError` if the plan was discarded. */
  readonly badRows: (planId: string) => string
  /**
   * Saves the batch and all its tasks in one transaction, and starts the tasks. Idempotent: the same plan returns the same batch. Rejects
   * with `UserFacingError` or `TaskProblemError` if the plan can't be started. Rejects with `SpendingConfirmationError` as `submit` does.
   * Nothing was sent in either case.
   */
  readonly startBatch: (
    planId: string,
    options: {
      readonly skipInvalid: boolean
      /** Source results of every row. Library items among a row's media are added. */
      readonly from?: readonly GivenSource[] | undefined
      /** True if each row applies the capability to the library items among its media. */
      readonly isAction?: boolean | undefined
      readonly consent?: readonly SpendingConsent[]
    }
  ) => Promise<Batch>
  /** Returns all batches, newest first. */
  readonly batches: () => readonly Batch[]
  /** Stops a batch. Its unsent tasks wait until `resumeBatch` is called. Its sent tasks continue. The change is saved on return. */
  readonly stopBatch: (id: string) => void
  readonly resumeBatch: (id: string) => void
  /** Cancels every unsent task of the batch. Returns their IDs, for `undoCancel`. */
  readonly cancelRestOfBatch: (id: string) => readonly string[]
  /** Confirms `question` for all of the batch's tasks that wait for it. Those tasks are then sent at their current price. */
  readonly agreeInBatch: (id: string, question: ConfirmableQuestionKind) => void
}

export function batchOperations(parts: BatchDependencies): BatchOperations {
  const { engine, planner } = parts
  return {
    planBatch: async ({ capability: id, values, source, onProgress, signal }) => {
      const { connection, capability } = await offeredCapability(parts, id)
      return planner.plan({ connectionId: connection.id, capability, values, source, onProgress, signal })
    },
    mediaOfPlan: (planId) => {
      const planned = planner.kept(planId)
      return planned === null ? [] : mediaInCells(planned)
    },
    inspectTable: async ({ capability, path, hasHeader = null }) =>
      planner.inspectTable(path, (await offeredCapability(parts, capability)).capability, hasHeader),
    inspectFolder: async ({ capability, path, field }) =>
      planner.inspectFolder(path, (await offeredCapability(parts, capability)).capability, field),
    badRows: (planId) => {
      const planned = planner.kept(planId)
      if (planned === null) throw outdatedCheckError()
      return badRowsCsv(planned)
    },
    startBatch: (planId, options) => startBatch(parts, planId, options),
    batches: () => [...engine.batches().values()].toReversed(),
    stopBatch: (id) => engine.stopBatch(id, true),
    resumeBatch: (id) => engine.stopBatch(id, false),
    cancelRestOfBatch: (id) => {
      const ids = rowsOf(parts, id)
        .filter(canCancel)
        .map((record) => record.id)
      engine.dispatchAll(ids, { kind: 'cancelled' })
      return ids
    },
    agreeInBatch: (id, question) => {
      engine.dispatchAll(
        rowsOf(parts, id).map((record) => record.id),
        { kind: confirmationEventKinds[question] }
      )
    }
  }
}

async function startBatch(
  parts: BatchDependencies,
  planId: string,
  { skipInvalid, from = [], isAction = false, consent = [] }: Parameters<BatchOperations['startBatch']>[1]
): Promise<Batch> {
  const { clock, connections, engine, planner } = parts
  // A second click, or a retry after a lost response, returns the same batch.
  const started = engine.batches().get(planId)
  if (started !== undefined) return started
  const planned = planner.kept(planId)
  const now = activeConnection(connections)?.discovery.current()
  const isAsCounted = planned !== null && planned.connectionId === connections.activeId && isCapabilityUnchanged(planned.capability, now)
  if (!isAsCounted) throw outdatedCheckError()
  requireConfirmedAccount(parts, planned.connectionId)
  requireNotClosing(parts)
  const { batch, entries } = newBatch(planned, { skipInvalid, from, isAction, now: clock.now(), newId: randomUUID })
  const order = { capability: batch.capability, values: null, consent }
  return writeSubmission(parts, {
    mayWrite: () => {
      requireNotClosing(parts)
      // Another call may have saved the batch while this call waited for the journal.
      if (engine.batches().has(planId)) return
      requireSpendingConsent(parts, connections.activeId, { ...order, credits: batch.credits.known })
      if (batch.credits.unknownRows > 0) requireSpendingConsent(parts, connections.activeId, { ...order, credits: null })
    },
    write: () => {
      const written = engine.batches().get(planId)
      if (written === undefined) engine.addBatch(batch, entries)
      return written ?? batch
    }
  })
}

function rowsOf({ engine }: BatchDependencies, batchId: string): readonly TaskRecord[] {
  if (!engine.batches().has(batchId)) throw new UserFacingError(say('Kiln can’t find this batch.'))
  return engine.tasks.ofBatch(batchId)
}

/** Returns the error for a batch that can't be sent as checked. The account or capability has changed since, or Kiln was restarted. */
function outdatedCheckError(): UserFacingError {
  return new UserFacingError(say('This batch’s check is out of date. Nothing was sent.'), {
    advice: say('Check the batch again, then send it.')
  })
}
