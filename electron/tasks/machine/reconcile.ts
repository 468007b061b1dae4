import type { TaskWithMissingFiles, Reconciliation, UntrackedTask } from '../../../shared/task/reconciliation.ts'
import type { RecentTask } from './responses.ts'
import { isPossibleMatch, isMatchCandidate } from './recovery-plan.ts'
import type { TaskRecord } from './task-record.ts'
import { say } from '../../../shared/i18n/say.ts'

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
  readonly unread: string | null
  /** Kiln's IDs of unconfirmed tasks that were just found in the recent tasks. */
  readonly found: readonly string[]
  readonly missing: readonly TaskWithMissingFiles[]
  /** Formats a time of day, such as `14:02`. */
  readonly timeOfDay: (at: number) => string
}

/** Compares the journal, the recent tasks and the disk. Returns a report with sentences for the user. Has no side effects. */
export function reconcile(reconciliationInput: ReconciliationInput): Reconciliation {
  const { at, tasks, records, recent, unread, found, missing } = reconciliationInput
  const unknown = records.filter(({ taskId, state }) => taskId === null && (state.phase === 'unconfirmed' || state.phase === 'support'))
  const untrackedTasks = recent === null ? [] : untrackedAmong(recent, records)
  const report = { at, tasks, unread, found, unknown: unknown.map(({ id }) => id), untrackedTasks, missingFiles: missing }
  return { ...report, sentences: sentencesOf(report, unknown, reconciliationInput.timeOfDay) }
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
      // An entry with a key belongs to another client. Entries with Kiln's keys were filtered out above.
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

function sentencesOf(
  report: Omit<Reconciliation, 'sentences'>,
  unknown: readonly TaskRecord[],
  timeOfDay: ReconciliationInput['timeOfDay']
): readonly string[] {
  const { found, missingFiles, untrackedTasks, tasks, unread } = report
  const files = missingFiles.reduce((sum, one) => sum + one.files, 0)
  const looking = unknown.filter(({ state }) => state.phase === 'unconfirmed')
  const withSupport = unknown.length - looking.length
  const awaited = untrackedTasks.filter(({ isAwaited }) => isAwaited).length
  const unclear = untrackedTasks.filter(({ isAwaited, candidates }) => !isAwaited && candidates.length > 0).length
  const free = untrackedTasks.length - awaited - unclear
  const sentences = [
    ...(unread === null ? [] : [say('Kiln couldn’t read the service’s recent tasks. {unread}', { unread })]),
    ...(found.length > 0
      ? [
          say(
            '{count, plural, one {# unconfirmed task was found at the service and continues} other {# unconfirmed tasks were found at the service and continue}}.',
            { count: found.length }
          )
        ]
      : []),
    ...looking.slice(0, mostNamed).map((record) => unansweredText(record, timeOfDay(record.submittedAt ?? record.createdAt))),
    ...(looking.length > mostNamed
      ? [say('{count, plural, one {# more task has} other {# more tasks have}} no response yet.', { count: looking.length - mostNamed })]
      : []),
    ...(withSupport > 0
      ? [
          say('{count, plural, one {# task has} other {# tasks have}} an unknown outcome. Send the support bundle to the service.', {
            count: withSupport
          })
        ]
      : []),
    ...(files > 0
      ? [
          say(
            '{count, plural, one {# paid result isn’t on this computer. Download it} other {# paid results aren’t on this computer. Download them}}.',
            { count: files }
          )
        ]
      : []),
    ...(free > 0
      ? [
          say(
            '{count, plural, one {# task was created elsewhere with this account. You can add it to the queue} other {# tasks were created elsewhere with this account. You can add them to the queue}}.',
            { count: free }
          )
        ]
      : []),
    ...(unclear > 0
      ? [
          say(
            '{count, plural, one {# recent task may be one of your unconfirmed tasks. Choose the task it matches.} other {# recent tasks may be your unconfirmed tasks. Choose the task each one matches.}}',
            { count: unclear }
          )
        ]
      : []),
    ...(awaited > 0
      ? [
          say(
            '{count, plural, one {# recent task may be one of your unconfirmed tasks} other {# recent tasks may be your unconfirmed tasks}}. Kiln is still checking.',
            { count: awaited }
          )
        ]
      : [])
  ]
  if (sentences.length > 0) return sentences
  return [
    tasks === 0
      ? say('Nothing to check with the service yet.')
      : say('Everything matches. {count, plural, one {# task was} other {# tasks were}} checked.', { count: tasks })
  ]
}

/** Maximum number of tasks with their own sentence. For the others, one sentence shows their number. */
const mostNamed = 3

function unansweredText({ state }: TaskRecord, time: string): string {
  return state.phase === 'unconfirmed' && state.mayResend
    ? say('1 task from {time} has no response yet. Kiln is checking. You’re never charged twice.', { time })
    : say('1 task from {time} has no response yet. Kiln is looking for it and won’t send it again.', { time })
}
