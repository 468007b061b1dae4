import type { LostFiles, Reconciliation, Stranger } from '../../shared/reconciliation.ts'
import type { RecentTask } from './answers.ts'
import { couldBeRecentTask, fitsRecentTask } from './recovery-plan.ts'
import type { TaskRecord } from './task-record.ts'
import { say } from '../../shared/words/say.ts'

/** What was found out by asking the service and looking at the disk; `recent` null: the list could not be read. */
export type Evidence = {
  readonly at: number
  /** How many tasks the connection has. */
  readonly tasks: number
  /**
   * Those of them that are not finished, that the recent tasks name, or that were sent and have no id of the service; each once, as it is after the
   * recent tasks were believed.
   */
  readonly records: readonly TaskRecord[]
  readonly recent: readonly RecentTask[] | null
  readonly unread: string | null
  /** Tasks that the recent tasks named just now. */
  readonly found: readonly string[]
  readonly lost: readonly LostFiles[]
  /** Time of day in words, such as `14:02`. */
  readonly timeOfDay: (at: number) => string
}

/** Journal, recent tasks and disk held against each other, with the report in words. Pure; changes nothing. */
export function reconcile(evidence: Evidence): Reconciliation {
  const { at, tasks, records, recent, unread, found, lost } = evidence
  const unknown = records.filter(({ taskId, state }) => taskId === null && (state.phase === 'unconfirmed' || state.phase === 'support'))
  const strangers = recent === null ? [] : strangersAmong(recent, records)
  const report = { at, tasks, unread, found, unknown: unknown.map(({ id }) => id), strangers, lost }
  return { ...report, sentences: sentencesOf(report, unknown, evidence.timeOfDay) }
}

/** Entries that belong to no task of ours. */
function strangersAmong(recent: readonly RecentTask[], records: readonly TaskRecord[]): readonly Stranger[] {
  const taskIds = new Set(records.map(({ taskId }) => taskId))
  const keys = new Set(records.map(({ idempotencyKey }) => idempotencyKey))
  const open = records.filter(mayHaveEntry)
  return recent
    .filter((entry) => !taskIds.has(entry.taskId) && !(entry.idempotencyKey !== null && keys.has(entry.idempotencyKey)))
    .map(({ taskId, capability, status, createdAt, idempotencyKey }) => {
      const entry = { capability, createdAt }
      // An entry that names a key names it of somebody else: ours were looked for above.
      const possible = idempotencyKey === null ? open.filter((record) => couldBeRecentTask(record, entry)) : []
      const candidates = possible.filter((record) => isUpToPerson(record) && fitsRecentTask(record, entry))
      return {
        taskId,
        capability,
        status,
        createdAt,
        // Once a task is left to support, an entry has to say more, or a list of bare ids could never be imported.
        isAwaited: possible.some((record) => record.state.phase !== 'support' && !candidates.includes(record)),
        candidates: candidates.map(({ id, title, submittedAt, createdAt: askedAt }) => ({ id, title, sentAt: submittedAt ?? askedAt }))
      }
    })
}

/** Whether the service may have this task without Kiln knowing its id. */
function mayHaveEntry({ taskId, submittedAt, state }: TaskRecord): boolean {
  return taskId === null && submittedAt !== null && state.phase !== 'refused' && state.phase !== 'cancelled'
}

/** Whether sending the key again can't tell what became of it, so that only a person recognizes its entry in the list. */
export function isUpToPerson({ taskId, state }: TaskRecord): boolean {
  if (taskId !== null) return false
  if (state.phase === 'held') return state.question?.kind === 'copy'
  return state.phase === 'support' || (state.phase === 'unconfirmed' && !state.mayResend)
}

function sentencesOf(
  report: Omit<Reconciliation, 'sentences'>,
  unknown: readonly TaskRecord[],
  timeOfDay: Evidence['timeOfDay']
): readonly string[] {
  const { found, lost, strangers, tasks, unread } = report
  const files = lost.reduce((sum, one) => sum + one.files, 0)
  const looking = unknown.filter(({ state }) => state.phase === 'unconfirmed')
  const withSupport = unknown.length - looking.length
  const awaited = strangers.filter(({ isAwaited }) => isAwaited).length
  const unclear = strangers.filter(({ isAwaited, candidates }) => !isAwaited && candidates.length > 0).length
  const free = strangers.length - awaited - unclear
  const sentences = [
    ...(unread === null ? [] : [say('The recent tasks could not be read: {unread}', { unread })]),
    ...(found.length > 0
      ? [
          say(
            '{count, plural, one {# task without an answer was found at the service and goes on} other {# tasks without an answer were found at the service and go on}}.',
            { count: found.length }
          )
        ]
      : []),
    ...looking.slice(0, mostNamed).map((record) => unansweredWords(record, timeOfDay(record.submittedAt ?? record.createdAt))),
    ...(looking.length > mostNamed
      ? [say('{count, plural, one {# more task has} other {# more tasks have}} no answer yet.', { count: looking.length - mostNamed })]
      : []),
    ...(withSupport > 0
      ? [
          say(
            'Of {count, plural, one {# task only support can tell what became of it} other {# tasks only support can tell what became of them}}: send the support bundle.',
            { count: withSupport }
          )
        ]
      : []),
    ...(files > 0
      ? [
          say(
            '{count, plural, one {# paid result is not on this computer: fetch it} other {# paid results are not on this computer: fetch them}}.',
            { count: files }
          )
        ]
      : []),
    ...(free > 0
      ? [
          say(
            '{count, plural, one {# task was made elsewhere with this account: take it in} other {# tasks were made elsewhere with this account: take them in}}.',
            { count: free }
          )
        ]
      : []),
    ...(unclear > 0
      ? [
          say(
            '{count, plural, one {# listed task may be one of yours that has no answer. Say which one it is.} other {# listed tasks may be some of yours that have no answer. Say which ones they are.}}',
            { count: unclear }
          )
        ]
      : []),
    ...(awaited > 0
      ? [
          say(
            '{count, plural, one {# listed task may be one} other {# listed tasks may be some}} of yours without an answer; Kiln waits for evidence.',
            { count: awaited }
          )
        ]
      : [])
  ]
  if (sentences.length > 0) return sentences
  return [
    tasks === 0
      ? say('There is nothing to hold against the service yet.')
      : say('All adds up: {count, plural, one {# task} other {# tasks}}, each accounted for.', { count: tasks })
  ]
}

/** Tasks that are named one by one; the others are counted. */
const mostNamed = 3

function unansweredWords({ state }: TaskRecord, time: string): string {
  return state.phase === 'unconfirmed' && state.mayResend
    ? say('1 task of {time} has no answer yet; checking with the same key.', { time })
    : say('1 task of {time} has no answer yet; looking for it, and not sending it again.', { time })
}
