import { type LedgerEntry, ledgerEntryOf } from '../../shared/task/ledger.ts'
import type { Reconciliation } from '../../shared/task/reconciliation.ts'
import type { TaskQuery } from '../../shared/task/task.ts'
import type { Reconciler } from '../tasks/engine/create-reconciler.ts'
import { selectTasks } from '../tasks/engine/select-tasks.ts'
import { withUnreadableTasks } from '../tasks/machine/with-unreadable-tasks.ts'
import { taskForUser } from './find-task.ts'
import type { StudioParts } from './studio-parts.ts'

/** The ledger, and its reconciliation with the service and the result files. */
export type LedgerOperations = {
  /** Returns every task of every account as a ledger entry, newest first, including hidden tasks. */
  readonly ledger: (query?: Pick<TaskQuery, 'limit' | 'olderThan'>) => readonly LedgerEntry[]
  /** Compares the journal with the service's recent tasks and the result files. Doesn't cost credits. Null if no account is active. */
  readonly reconcile: () => Promise<Reconciliation | null>
  /** Returns the active account's last reconciliation. Null before the first one. */
  readonly reconciliation: () => Reconciliation | null
  /** Returns the number of tasks in the journal that can't be read. They are kept unchanged and never sent. */
  readonly unreadableTasks: () => number
  /**
   * Adds a task created elsewhere to the queue. `capability` is the user's choice if the service didn't name a capability. If the
   * capability is unknown, the task is checked over MCP, which doesn't need a capability. Throws `TaskProblemError` if the task can't be
   * added.
   */
  readonly adopt: Reconciler['adopt']
  /** Downloads files of a finished task that are missing on this computer. Rejects with `TaskProblemError` if no file is missing. */
  readonly fetchAgain: (id: string) => Promise<void>
}

export function ledgerOperations(parts: Pick<StudioParts, 'clock' | 'engine' | 'journal' | 'reconciler'>): LedgerOperations {
  const { engine, journal, reconciler } = parts
  return {
    ledger: (query = {}) =>
      selectTasks(engine.tasks, { ...query, includeHidden: true }).map((record) => ledgerEntryOf(taskForUser(parts, record))),
    reconcile: async () => withUnreadableTasks(await reconciler.reconcile(), journal.unreadable().tasks),
    reconciliation: () => withUnreadableTasks(reconciler.report(), journal.unreadable().tasks),
    unreadableTasks: () => journal.unreadable().tasks,
    adopt: reconciler.adopt,
    fetchAgain: reconciler.fetchAgain
  }
}
