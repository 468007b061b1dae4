import { counted } from '../../shared/fields/say.ts'
import type { LostFiles, Reconciliation, Stranger } from '../../shared/reconciliation.ts'
import type { RecentTask } from './answers.ts'
import { fitsRecentTask } from './recovery-plan.ts'
import type { TaskRecord } from './task-record.ts'

/** What was found out by asking the service and looking at the disk; `recent` null: the list could not be read. */
export type Evidence = {
  readonly at: number
  /** Every task of the connection, as it stands after the recent tasks were believed. */
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
  const { at, records, recent, unread, found, lost } = evidence
  const unknown = records.filter(({ taskId, state }) => taskId === null && (state.phase === 'unconfirmed' || state.phase === 'support'))
  const strangers = recent === null ? [] : strangersAmong(recent, records)
  const report = { at, tasks: records.length, unread, found, unknown: unknown.map(({ id }) => id), strangers, lost }
  return { ...report, sentences: sentencesOf(report, unknown, evidence.timeOfDay) }
}

/** Entries that belong to no task of ours. */
function strangersAmong(recent: readonly RecentTask[], records: readonly TaskRecord[]): readonly Stranger[] {
  const taskIds = new Set(records.map(({ taskId }) => taskId))
  const keys = new Set(records.map(({ idempotencyKey }) => idempotencyKey))
  const open = records.filter(({ taskId, submittedAt }) => taskId === null && submittedAt !== null)
  return recent
    .filter((entry) => !taskIds.has(entry.taskId) && !(entry.idempotencyKey !== null && keys.has(entry.idempotencyKey)))
    .map(({ taskId, capability, status, createdAt, idempotencyKey }) => ({
      taskId,
      capability,
      status,
      createdAt,
      // An entry that names a key names it of somebody else: ours were looked for above.
      mayBeOurs: idempotencyKey === null && open.some((record) => fitsRecentTask(record, { capability, createdAt }))
    }))
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
  const free = strangers.filter(({ mayBeOurs }) => !mayBeOurs).length
  const open = strangers.length - free
  const sentences = [
    ...(unread === null ? [] : [`The recent tasks could not be read: ${unread}`]),
    ...(found.length > 0
      ? [`${counted(found.length, 'task')} without an answer ${wereFound(found.length)} at the service and ${goesOn(found.length)}.`]
      : []),
    ...looking
      .slice(0, mostNamed)
      .map((record) => `1 task of ${timeOfDay(record.submittedAt ?? record.createdAt)} has no answer yet; ${whatIsDone(record)}.`),
    ...(looking.length > mostNamed
      ? [`${counted(looking.length - mostNamed, 'more task')} ${looking.length - mostNamed === 1 ? 'has' : 'have'} no answer yet.`]
      : []),
    ...(withSupport > 0
      ? [
          `Of ${counted(withSupport, 'task')} only support can tell what became of ${withSupport === 1 ? 'it' : 'them'}: send the support bundle.`
        ]
      : []),
    ...(files > 0
      ? [`${counted(files, 'paid result')} ${files === 1 ? 'is' : 'are'} not on this computer: fetch ${files === 1 ? 'it' : 'them'}.`]
      : []),
    ...(free > 0
      ? [`${counted(free, 'task')} ${free === 1 ? 'was' : 'were'} made elsewhere with this account: take ${free === 1 ? 'it' : 'them'} in.`]
      : []),
    ...(open > 0
      ? [`${counted(open, 'listed task')} may be ${open === 1 ? 'one' : 'some'} of yours without an answer; Kiln waits for evidence.`]
      : [])
  ]
  return sentences.length > 0
    ? sentences
    : [tasks === 0 ? 'There is nothing to hold against the service yet.' : `All adds up: ${counted(tasks, 'task')}, each accounted for.`]
}

/** Tasks that are named one by one; the others are counted. */
const mostNamed = 3

function whatIsDone({ state }: TaskRecord): string {
  return state.phase === 'unconfirmed' && state.mayResend ? 'checking with the same key' : 'looking for it, and not sending it again'
}

function wereFound(count: number): string {
  return count === 1 ? 'was found' : 'were found'
}

function goesOn(count: number): string {
  return count === 1 ? 'goes on' : 'go on'
}
