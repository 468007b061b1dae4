import { z } from 'zod'
import type { LedgerEntry } from '../task/ledger.ts'
import type { Reconciliation } from '../task/reconciliation.ts'
import type { Task } from '../task/task.ts'
import { id, page, request } from './request.ts'

export const ledgerRequests = {
  /** Credits of every task of every account, newest first, including hidden tasks. */
  'ledger.read': request(page).returns<readonly LedgerEntry[]>(),
  /**
   * Saves the ledger as CSV where the user chooses. `connectionId`: null for all accounts. False if the user closed
   * the dialog.
   */
  'ledger.save': request(z.object({ connectionId: id.nullable() })).returns<boolean>(),
  'recovery.reconcile': request().returns<Reconciliation | null>(),
  'recovery.report': request().returns<Reconciliation | null>(),
  /**
   * `capability`: chosen by the user if the service doesn't report it. `as`: ID of the local task that the user matched with the service's
   * task.
   */
  'recovery.adopt': request(z.object({ taskId: id, capability: id.optional(), as: id.optional() })).returns<Task>(),
  'recovery.fetchAgain': request(z.object({ id }))
}

export type LedgerEvents = {
  'recovery.changed': Reconciliation
}
