import type { Failure } from '../../../shared/task/failure.ts'
import type {
  FindingCode,
  FindingParams,
  Reconciliation,
  ReconciliationFinding,
  TaskWithMissingFiles,
  UntrackedTask
} from '../../../shared/task/reconciliation.ts'
import type { RecentTask } from './responses.ts'
import { isPossibleMatch, isMatchCandidate } from './recovery-plan.ts'
import type { TaskRecord } from './task-record.ts'

/**
 * Data from the journal, the service and the disk. `recent`: the service's recent tasks. Null if they couldn't be read, for the reason in
 * `unread`.
 */
export type ReconciliationInput = {
  readonly at: number
  /** Number of the connection's tasks in the journal. */
  readonly tasks: number
  /**
   * The connection's unfinished tasks, tasks in `recent`, and sent tasks without a task ID. Each task is listed once. The data from the
   * recent tasks is already applied.
   */
  readonly records: readonly TaskRecord[]
  readonly recent: readonly RecentTask[] | null
  readonly unread: Failure | null
  /** Kiln's IDs of unconfirmed tasks that were just found in the recent tasks. */
  readonly found: readonly string[]
  readonly missing: readonly TaskWithMissingFiles[]
}

/** Compares the journal, the recent tasks and the disk. Returns a report with its findings. Has no side effects. */
export function reconcile(reconciliationInput: ReconciliationInput): Reconciliation {
  const { at, tasks, records, recent, unread, found, missing } = reconciliationInput
  const unknown = records.filter(({ taskId, state }) => taskId === null && (state.phase === 'unconfirmed' || state.phase === 'support'))
  const untrackedTasks = recent === null ? [] : untrackedAmong(recent, records)
  const report = { at, tasks, unread, found, unknown: unknown.map(({ id }) => id), untrackedTasks, missingFiles: missing }
  return { ...report, findings: findingsOf(report, unknown) }
}

/** Returns the recent tasks whose task ID and idempotency key aren't in `records`. Each may belong to one of its `candidates`. */
function untrackedAmong(recent: readonly RecentTask[], records: readonly TaskRecord[]): readonly UntrackedTask[] {
  const taskIds = new Set(records.map(({ taskId }) => taskId))
  const keys = new Set(records.map(({ idempotencyKey }) => idempotencyKey))
  const open = records.filter(mayHaveEntry)
  return recent
    .filter((entry) => !taskIds.has(entry.taskId) && !(entry.idempotencyKey !== null && keys.has(entry.idempotencyKey)))
    .map(({ taskId, capability, status, createdAt, idempotencyKey }) => {
      const entry = { capability, createdAt }
      // An entry with an idempotency key belongs to another client. Entries with Kiln's own keys were filtered out above.
      const possible = idempotencyKey === null ? open.filter((record) => isPossibleMatch(record, entry)) : []
      const candidates = possible.filter((record) => needsManualMatch(record) && isMatchCandidate(record, entry))
      return {
        taskId,
        capability,
        status,
        createdAt,
        // Tasks in `support` are ignored here. Otherwise an entry with only an ID would match them for ever and could never be added.
        isAwaited: possible.some((record) => record.state.phase !== 'support' && !candidates.includes(record)),
        candidates: candidates.map(({ id, title, submittedAt, createdAt: askedAt }) => ({ id, title, sentAt: submittedAt ?? askedAt }))
      }
    })
}

/** True if the service may have this task although Kiln doesn't know its task ID. */
function mayHaveEntry({ taskId, submittedAt, state }: TaskRecord): boolean {
  return taskId === null && submittedAt !== null && state.phase !== 'refused' && state.phase !== 'cancelled'
}

/** True if Kiln must not resend the task to learn its outcome. Only the user can then recognise the task in the list of recent tasks. */
export function needsManualMatch({ taskId, state }: TaskRecord): boolean {
  if (taskId !== null) return false
  if (state.phase === 'held') return state.question?.kind === 'copy'
  return state.phase === 'support' || (state.phase === 'unconfirmed' && !state.mayResend)
}

function findingsOf(report: Omit<Reconciliation, 'findings'>, unknown: readonly TaskRecord[]): readonly ReconciliationFinding[] {
  const { found, missingFiles, untrackedTasks, tasks, unread } = report
  const files = missingFiles.reduce((sum, one) => sum + one.files, 0)
  const looking = unknown.filter(({ state }) => state.phase === 'unconfirmed')
  const awaited = untrackedTasks.filter(({ isAwaited }) => isAwaited).length
  const unclear = untrackedTasks.filter(({ isAwaited, candidates }) => !isAwaited && candidates.length > 0).length
  const findings = [
    ...(unread === null ? [] : [{ code: 'recent-tasks-unread', params: { failure: unread } } as const]),
    ...counted('found-tasks', found.length),
    ...looking.slice(0, mostNamed).map(unansweredTask),
    ...counted('more-unanswered-tasks', looking.length - mostNamed),
    ...counted('tasks-for-support', unknown.length - looking.length),
    ...counted('missing-files', files),
    ...counted('tasks-from-elsewhere', untrackedTasks.length - awaited - unclear),
    ...counted('possible-matches', unclear),
    ...counted('awaited-matches', awaited)
  ]
  if (findings.length > 0) return findings
  return tasks === 0 ? [{ code: 'nothing-to-check', params: {} }] : counted('all-match', tasks)
}

/** Maximum number of tasks with their own finding. The others are only counted. */
const mostNamed = 3

type CountedCode = { [Code in FindingCode]: FindingParams[Code] extends { readonly count: number } ? Code : never }[FindingCode]

function counted(code: CountedCode, count: number): readonly ReconciliationFinding[] {
  return count > 0 ? [{ code, params: { count } }] : []
}

function unansweredTask({ state, submittedAt, createdAt }: TaskRecord): ReconciliationFinding {
  const mayResend = state.phase === 'unconfirmed' && state.mayResend
  return { code: 'unanswered-task', params: { sentAt: submittedAt ?? createdAt, mayResend } }
}
