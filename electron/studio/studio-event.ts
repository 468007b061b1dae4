import type { AccountState } from '../../shared/app/connection.ts'
import type { ContractChange } from '../../shared/app/contract-change.ts'
import type { Batch } from '../../shared/form/batch/batch.ts'
import type { Capability } from '../../shared/form/capability.ts'
import type { LibraryChangedEvent } from '../../shared/library/library.ts'
import type { StorageState } from '../../shared/library/storage.ts'
import type { Reconciliation } from '../../shared/task/reconciliation.ts'
import type { Task, TransferProgress } from '../../shared/task/task.ts'
import { reportDefect } from './report-defect.ts'

export type StudioEvent =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'progress'; readonly id: string; readonly progress: TransferProgress }
  | { readonly kind: 'account'; readonly account: StudioAccount }
  | { readonly kind: 'reconciliation'; readonly reconciliation: Reconciliation }
  | { readonly kind: 'library'; readonly changes: LibraryChangedEvent }
  /** A new library index is being filled. `count` is the number of items so far. */
  | { readonly kind: 'library-filling'; readonly count: number }
  | { readonly kind: 'storage'; readonly storage: StorageState }
  | { readonly kind: 'contract-change'; readonly change: ContractChange }
  | { readonly kind: 'capabilities'; readonly capabilities: readonly Capability[] }

/** The account without the data that only the app has, such as the account's name. */
export type StudioAccount = Omit<AccountState, 'connection' | 'others' | 'holdProblem'> & {
  readonly connectionId: string | null
  readonly baseUrl: string | null
}

export type StudioListeners = Set<(event: StudioEvent) => void>

export function publishStudioEvent(listeners: StudioListeners, event: StudioEvent): void {
  for (const listener of listeners) {
    try {
      listener(event)
    } catch (error) {
      // An error in a listener must not interrupt the task that published the event.
      reportDefect(error)
    }
  }
}
