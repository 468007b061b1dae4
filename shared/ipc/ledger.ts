import { z } from 'zod'
import type { LedgerEntry } from '../task/ledger.ts'
import type { Reconciliation } from '../task/reconciliation.ts'
import type { Task } from '../task/task.ts'
import { idSchema, pageSchema, declareRequest } from './request.ts'

export const ledgerRequests = {
  /** Returns the credits of all accounts' tasks, newest first, including hidden tasks. */
  'ledger.read': declareRequest(pageSchema).returns<readonly LedgerEntry[]>(),
  /**
   * Saves the ledger as CSV where the user chooses. `connectionId`: null for all accounts. False if the user closed
   * the dialog.
   */
  'ledger.save': declareRequest(z.object({ connectionId: idSchema.nullable() })).returns<boolean>(),
  'recovery.reconcile': declareRequest().returns<Reconciliation | null>(),
  'recovery.report': declareRequest().returns<Reconciliation | null>(),
  /**
   * Imports a task from the service's list. `capability`: chosen by the user if the service doesn't report it. `as`: ID of the local task
   * that the user matched with the service's task.
   */
  'recovery.adopt': declareRequest(
    z.object({ taskId: idSchema, capability: idSchema.optional(), as: idSchema.optional() })
  ).returns<Task>(),
  'recovery.fetchAgain': declareRequest(z.object({ id: idSchema }))
}

export type LedgerEvents = {
  'recovery.changed': Reconciliation
}
