import type { Phase } from '../../../shared/task/task.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { CreationOrder } from './creation-order.ts'

/** All tasks, with indexes for frequent queries, so that no query scans a hundred thousand tasks. */
export type TaskIndex = {
  readonly get: (id: string) => TaskRecord | undefined
  /** All tasks by ID, in the order in which they were first set. */
  readonly all: () => ReadonlyMap<string, TaskRecord>
  readonly size: () => number
  /**
   * Yields the newest task first. Of tasks created in the same millisecond, the one that was set last comes first. `olderThan`: a task ID.
   * Only older tasks are yielded, or no tasks if the ID is unknown.
   */
  readonly newestFirst: (olderThan?: string) => Iterable<TaskRecord>
  /**
   * Tasks that may still change without the user, in the order in which they became unfinished. `connectionId`: null for all connections.
   */
  readonly unfinished: (connectionId: string | null) => readonly TaskRecord[]
  /** Tasks in any of these phases, in no particular order. */
  readonly inPhases: (phases: readonly Phase[]) => readonly TaskRecord[]
  readonly countIn: (phases: readonly Phase[]) => number
  /** The batch's tasks in row order. */
  readonly ofBatch: (batchId: string) => readonly TaskRecord[]
  readonly countOf: (connectionId: string) => number
  /** Tasks that were created, sent or accepted at or after a time, in no particular order. `at`: milliseconds since 1970. */
  readonly since: (at: number) => readonly TaskRecord[]
  /** The tasks of `since` and all tasks without a `finishedAt`, in no particular order. */
  readonly sinceOrUnended: (at: number) => readonly TaskRecord[]
  /** Credits that the service charged for a connection's tasks that were accepted at or after a time. */
  readonly chargedSince: (connectionId: string, at: number) => number
  /** Tasks that were sent but have no task ID from the service, in no particular order. */
  readonly sentWithoutTaskId: (connectionId: string) => readonly TaskRecord[]
  /** The service's task IDs for a connection's tasks. */
  readonly taskIdsOf: (connectionId: string) => { readonly has: (taskId: string) => boolean }
  readonly withTaskId: (connectionId: string, taskId: string) => TaskRecord | undefined
  readonly withKey: (idempotencyKey: string) => TaskRecord | undefined
  /** Returns `some` sorted by creation time, oldest first. */
  readonly oldestFirst: (some: readonly TaskRecord[]) => readonly TaskRecord[]
}

/** Longer than any calendar day. Tasks that count for today are therefore found without a full scan. */
const keptTouchesInMs = 30 * 3_600_000

/** `isAtEnd`: true if a task can't change without the user. `now` in milliseconds since 1970. */
export function createTaskIndex(parts: { readonly isAtEnd: (record: TaskRecord) => boolean; readonly now: number }): TaskIndex & {
  readonly set: (record: TaskRecord) => void
} {
  const records = new Map<string, TaskRecord>()
  const order = new CreationOrder()
  const counts = new Map<string, number>()
  const batches = new Map<string, string[]>()
  const taskIds = new Map<string, Map<string, string>>()
  const keys = new Map<string, string>()
  const byPhase = new Map<Phase, Set<string>>()
  const unfinished = new Set<string>()
  const unended = new Set<string>()
  const nameless = new Set<string>()
  /** IDs of tasks that were created, sent or accepted since `touchedFrom`, and some older ones. */
  let touched = new Set<string>()
  let touchedFrom = parts.now - keptTouchesInMs
  /** The last query to `chargedSince`. Its sum is kept up to date, because every task change repeats the query. */
  let charged: { readonly connectionId: string; readonly at: number; sum: number } | null = null

  function put(record: TaskRecord): void {
    const { id, connectionId, taskId, idempotencyKey } = record
    const before = records.get(id)
    records.set(id, record)
    if (before === undefined) enter(record)
    if (taskId !== null && !taskIdsIn(connectionId).has(taskId)) taskIdsIn(connectionId).set(taskId, id)
    if (before !== undefined && before.idempotencyKey !== idempotencyKey) keys.delete(before.idempotencyKey)
    keys.set(idempotencyKey, id)
    if (before?.state.phase !== record.state.phase) {
      if (before !== undefined) idsIn(before.state.phase).delete(id)
      idsIn(record.state.phase).add(id)
    }
    keepIn(unfinished, id, !parts.isAtEnd(record))
    keepIn(unended, id, record.finishedAt === null)
    keepIn(nameless, id, taskId === null && record.submittedAt !== null)
    if (touchedAt(record) >= touchedFrom) touched.add(id)
    if (charged !== null) charged.sum += chargeOf(record, charged) - (before === undefined ? 0 : chargeOf(before, charged))
  }

  function enter(record: TaskRecord): void {
    const { id, connectionId, batch } = record
    order.add(record)
    counts.set(connectionId, (counts.get(connectionId) ?? 0) + 1)
    if (batch === null) return
    const rows = batches.get(batch.id)
    if (rows === undefined) batches.set(batch.id, [id])
    else rows.push(id)
  }

  function taskIdsIn(connectionId: string): Map<string, string> {
    let ids = taskIds.get(connectionId)
    if (ids === undefined) {
      ids = new Map()
      taskIds.set(connectionId, ids)
    }
    return ids
  }

  function idsIn(phase: Phase): Set<string> {
    let ids = byPhase.get(phase)
    if (ids === undefined) {
      ids = new Set()
      byPhase.set(phase, ids)
    }
    return ids
  }

  function touchedSince(at: number): Set<string> {
    // If the query goes back further than the index, all tasks are examined again. The clock may have been set back.
    if (at < touchedFrom) touched = new Set(records.keys())
    touchedFrom = at
    for (const id of touched) if (touchedAt(records.get(id) as TaskRecord) < at) touched.delete(id)
    return touched
  }

  function recordsOf(ids: Iterable<string>): TaskRecord[] {
    return Array.from(ids, (id) => records.get(id) as TaskRecord)
  }

  function ofConnection(ids: Iterable<string>, connectionId: string | null): TaskRecord[] {
    return recordsOf(ids).filter((record) => connectionId === null || record.connectionId === connectionId)
  }

  return {
    set: put,
    get: (id) => records.get(id),
    all: () => records,
    size: () => records.size,
    *newestFirst(olderThan) {
      for (const id of order.newestFirst(olderThan)) yield records.get(id) as TaskRecord
    },
    unfinished: (connectionId) => ofConnection(unfinished, connectionId),
    inPhases: (phases) => [...new Set(phases)].flatMap((phase) => recordsOf(idsIn(phase))),
    countIn: (phases) => [...new Set(phases)].reduce((sum, phase) => sum + idsIn(phase).size, 0),
    ofBatch: (batchId) => recordsOf(batches.get(batchId) ?? []),
    countOf: (connectionId) => counts.get(connectionId) ?? 0,
    since: (at) => recordsOf(touchedSince(at)),
    sinceOrUnended: (at) => recordsOf(new Set([...touchedSince(at), ...unended])),
    chargedSince: (connectionId, at) => {
      if (charged?.connectionId === connectionId && charged.at === at) return charged.sum
      const asked = { connectionId, at }
      const sum = recordsOf(touchedSince(at)).reduce((all, record) => all + chargeOf(record, asked), 0)
      charged = { ...asked, sum }
      return sum
    },
    sentWithoutTaskId: (connectionId) => ofConnection(nameless, connectionId),
    taskIdsOf: taskIdsIn,
    withTaskId: (connectionId, taskId) => records.get(taskIdsIn(connectionId).get(taskId) ?? ''),
    withKey: (idempotencyKey) => records.get(keys.get(idempotencyKey) ?? ''),
    oldestFirst: (some) => order.oldestFirst(some)
  }
}

function keepIn(ids: Set<string>, id: string, isIn: boolean): void {
  if (isIn) ids.add(id)
  else ids.delete(id)
}

/** Returns the credits that a task adds to the sum for `asked`. */
function chargeOf(
  { connectionId, acceptedAt, credits }: TaskRecord,
  asked: { readonly connectionId: string; readonly at: number }
): number {
  return connectionId === asked.connectionId && acceptedAt !== null && acceptedAt >= asked.at ? (credits.consumed ?? 0) : 0
}

function touchedAt({ createdAt, submittedAt, acceptedAt }: TaskRecord): number {
  return Math.max(createdAt, submittedAt ?? 0, acceptedAt ?? 0)
}
