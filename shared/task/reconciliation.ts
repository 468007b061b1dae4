import type { CodeWithParams, NoParams } from '../coded.ts'
import type { Failure } from './failure.ts'

/** A task in the service's list without a journal entry. It was probably created on the website or on another computer. */
export type UntrackedTask = {
  readonly taskId: string
  readonly capability: string | null
  readonly status: string | null
  /** Milliseconds since 1970. Null if unknown. */
  readonly createdAt: number | null
  /** True if Kiln is still looking up a local task that may be this task. This task can't be imported until the lookup has finished. */
  readonly isAwaited: boolean
  /** Local tasks without a task ID that could be this task. Only the user can decide. */
  readonly candidates: readonly LocalTaskCandidate[]
}

/** A local task that may be the task in the service's list. `sentAt`: milliseconds since 1970. */
export type LocalTaskCandidate = { readonly id: string; readonly title: string; readonly sentAt: number }

/** A finished task with missing files. `files`: number of files that are missing on this computer. */
export type TaskWithMissingFiles = { readonly id: string; readonly title: string; readonly files: number }

/** Result of comparing the journal with the service's recent tasks and with the files on disk. */
export type Reconciliation = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Number of tasks of this connection in the journal. */
  readonly tasks: number
  /** Why the recent tasks couldn't be read. Null if they were read. */
  readonly unread: Failure | null
  /** IDs of unconfirmed tasks that were found among the recent tasks. */
  readonly found: readonly string[]
  /** IDs of tasks that are still unconfirmed. */
  readonly unknown: readonly string[]
  readonly untrackedTasks: readonly UntrackedTask[]
  readonly missingFiles: readonly TaskWithMissingFiles[]
  /** Most important first, and at least one. */
  readonly findings: readonly ReconciliationFinding[]
}

/** Parameters of each finding. `count`: number of tasks or files. */
export type FindingParams = {
  'unreadable-tasks': { readonly count: number }
  'recent-tasks-unread': { readonly failure: Failure }
  'found-tasks': { readonly count: number }
  /** `sentAt`: milliseconds since 1970. `mayResend`: true if Kiln may send the task again. */
  'unanswered-task': { readonly sentAt: number; readonly mayResend: boolean }
  'more-unanswered-tasks': { readonly count: number }
  'tasks-for-support': { readonly count: number }
  'missing-files': { readonly count: number }
  'tasks-from-elsewhere': { readonly count: number }
  'possible-matches': { readonly count: number }
  'awaited-matches': { readonly count: number }
  'nothing-to-check': NoParams
  'all-match': { readonly count: number }
}

export type FindingCode = keyof FindingParams
export type ReconciliationFinding = CodeWithParams<FindingParams>
