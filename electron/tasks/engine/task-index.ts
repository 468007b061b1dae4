import type { Phase } from '../../../shared/task/task.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { CreationOrder } from './creation-order.ts'

/** Queries of a `TaskIndex`. */
export type TaskQueries = Omit<TaskIndex, 'set'>

/** How long recent tasks are indexed. This is longer than any calendar day, so today's tasks are found without a full scan. */
const keptTouchesInMs = 30 * 3_600_000

/** All tasks, with indexes for frequent queries, so that no query scans a hundred thousand tasks. */
export class TaskIndex {
  readonly #isAtEnd: (record: TaskRecord) => boolean
  readonly #records = new Map<string, TaskRecord>()
  readonly #order = new CreationOrder()
  readonly #counts = new Map<string, number>()
  readonly #batches = new Map<string, string[]>()
  readonly #taskIds = new Map<string, Map<string, string>>()
  readonly #keys = new Map<string, string>()
  readonly #byPhase = new Map<Phase, Set<string>>()
  readonly #unfinished = new Set<string>()
  readonly #unended = new Set<string>()
  readonly #nameless = new Set<string>()
  /** IDs of tasks that were created, sent or accepted since `#touchedFrom`, and some older ones. */
  #touched = new Set<string>()
  #touchedFrom: number
  /** The last query to `chargedSince`. Its sum is kept up to date, because every task change repeats the query. */
  #charged: { readonly connectionId: string; readonly at: number; sum: number } | null = null

  /** `isAtEnd`: true if a task can't change without the user. `now` in milliseconds since 1970. */
  constructor({ isAtEnd, now }: { readonly isAtEnd: (record: TaskRecord) => boolean; readonly now: number }) {
    this.#isAtEnd = isAtEnd
    this.#touchedFrom = now - keptTouchesInMs
  }

  set(record: TaskRecord): void {
    const { id, connectionId, taskId, idempotencyKey } = record
    const before = this.#records.get(id)
    this.#records.set(id, record)
    if (before === undefined) this.#enter(record)
    if (taskId !== null && !this.#taskIdsIn(connectionId).has(taskId)) this.#taskIdsIn(connectionId).set(taskId, id)
    if (before !== undefined && before.idempotencyKey !== idempotencyKey) this.#keys.delete(before.idempotencyKey)
    this.#keys.set(idempotencyKey, id)
    if (before?.state.phase !== record.state.phase) {
      if (before !== undefined) this.#idsIn(before.state.phase).delete(id)
      this.#idsIn(record.state.phase).add(id)
    }
    keepIn(this.#unfinished, id, !this.#isAtEnd(record))
    keepIn(this.#unended, id, record.finishedAt === null)
    keepIn(this.#nameless, id, taskId === null && record.submittedAt !== null)
    if (touchedAt(record) >= this.#touchedFrom) this.#touched.add(id)
    if (this.#charged !== null)
      this.#charged.sum += chargeOf(record, this.#charged) - (before === undefined ? 0 : chargeOf(before, this.#charged))
  }

  get(id: string): TaskRecord | undefined {
    return this.#records.get(id)
  }

  /** Returns all tasks by ID, in the order in which they were first set. */
  all(): ReadonlyMap<string, TaskRecord> {
    return this.#records
  }

  size(): number {
    return this.#records.size
  }

  /**
   * Yields the newest task first. Of tasks created in the same millisecond, the one that was set last comes first. `olderThan`: a task ID.
   * Only older tasks are yielded, or no tasks if the ID is unknown.
   */
  *newestFirst(olderThan?: string): Iterable<TaskRecord> {
    for (const id of this.#order.newestFirst(olderThan)) yield this.#records.get(id) as TaskRecord
  }

  /** Returns `some` sorted by creation time, oldest first. */
  oldestFirst(some: readonly TaskRecord[]): readonly TaskRecord[] {
    return this.#order.oldestFirst(some)
  }

  /**
   * Returns the tasks that may still change without the user, in the order in which they became unfinished. `connectionId`: null for all
   * connections.
   */
  unfinished(connectionId: string | null): readonly TaskRecord[] {
    return this.#ofConnection(this.#unfinished, connectionId)
  }

  /** Returns the tasks in any of these phases, in no particular order. */
  inPhases(phases: readonly Phase[]): readonly TaskRecord[] {
    return [...new Set(phases)].flatMap((phase) => this.#recordsOf(this.#idsIn(phase)))
  }

  countIn(phases: readonly Phase[]): number {
    return [...new Set(phases)].reduce((sum, phase) => sum + this.#idsIn(phase).size, 0)
  }

  /** Returns the batch's tasks in row order. */
  ofBatch(batchId: string): readonly TaskRecord[] {
    return this.#recordsOf(this.#batches.get(batchId) ?? [])
  }

  countOf(connectionId: string): number {
    return this.#counts.get(connectionId) ?? 0
  }

  /** Returns the tasks that were created, sent or accepted at or after a time, in no particular order. `at`: milliseconds since 1970. */
  since(at: number): readonly TaskRecord[] {
    return this.#recordsOf(this.#touchedSince(at))
  }

  /** Returns the tasks of `since` and all tasks without a `finishedAt`, in no particular order. */
  sinceOrUnended(at: number): readonly TaskRecord[] {
    return this.#recordsOf(new Set([...this.#touchedSince(at), ...this.#unended]))
  }

  /** Returns the credits charged for a connection's tasks that the service accepted at or after a time. */
  chargedSince(connectionId: string, at: number): number {
    if (this.#charged?.connectionId === connectionId && this.#charged.at === at) return this.#charged.sum
    const asked = { connectionId, at }
    const sum = this.since(at).reduce((all, record) => all + chargeOf(record, asked), 0)
    this.#charged = { ...asked, sum }
    return sum
  }

  /** Returns the tasks that were sent but have no task ID from the service, in no particular order. */
  sentWithoutTaskId(connectionId: string): readonly TaskRecord[] {
    return this.#ofConnection(this.#nameless, connectionId)
  }

  /** Returns the service's task IDs for a connection's tasks. */
  taskIdsOf(connectionId: string): { readonly has: (taskId: string) => boolean } {
    return this.#taskIdsIn(connectionId)
  }

  withTaskId(connectionId: string, taskId: string): TaskRecord | undefined {
    return this.#records.get(this.#taskIdsIn(connectionId).get(taskId) ?? '')
  }

  withKey(idempotencyKey: string): TaskRecord | undefined {
    return this.#records.get(this.#keys.get(idempotencyKey) ?? '')
  }

  #enter(record: TaskRecord): void {
    const { id, connectionId, batch } = record
    this.#order.add(record)
    this.#counts.set(connectionId, this.countOf(connectionId) + 1)
    if (batch === null) return
    const rows = this.#batches.get(batch.id)
    if (rows === undefined) this.#batches.set(batch.id, [id])
    else rows.push(id)
  }

  #taskIdsIn(connectionId: string): Map<string, string> {
    let ids = this.#taskIds.get(connectionId)
    if (ids === undefined) {
      ids = new Map()
      this.#taskIds.set(connectionId, ids)
    }
    return ids
  }

  #idsIn(phase: Phase): Set<string> {
    let ids = this.#byPhase.get(phase)
    if (ids === undefined) {
      ids = new Set()
      this.#byPhase.set(phase, ids)
    }
    return ids
  }

  #touchedSince(at: number): Set<string> {
    // If the query goes back further than the index, all tasks are examined again. The clock may have been set back.
    if (at < this.#touchedFrom) this.#touched = new Set(this.#records.keys())
    this.#touchedFrom = at
    for (const id of this.#touched) if (touchedAt(this.#records.get(id) as TaskRecord) < at) this.#touched.delete(id)
    return this.#touched
  }

  #recordsOf(ids: Iterable<string>): TaskRecord[] {
    return Array.from(ids, (id) => this.#records.get(id) as TaskRecord)
  }

  #ofConnection(ids: Iterable<string>, connectionId: string | null): TaskRecord[] {
    return this.#recordsOf(ids).filter((record) => connectionId === null || record.connectionId === connectionId)
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
