import type { TaskWithMissingFiles, Reconciliation, UntrackedTask } from '../../../shared/task/reconciliation.ts'
import { slicesWithPauses } from '../../../shared/slices-with-pauses.ts'
import type { Task } from '../../../shared/task/task.ts'
import { TaskProblemError } from '../../../shared/task/task-problem.ts'
import { adoptedTask, unknownCapability } from '../machine/adopted-task.ts'
import { policyFor } from '../machine/error-policy.ts'
import { readFailure } from '../machine/failure-from-fault.ts'
import type { RecentTask } from '../ports.ts'
import { emptyHistoryEvent } from '../machine/history-event.ts'
import { needsManualMatch, reconcile } from '../machine/reconcile.ts'
import type { SavedResult, TaskRecord } from '../machine/task-record.ts'
import { savedResultsOf, taskViewOf } from '../machine/task-view.ts'
import type { Engine } from './create-engine.ts'

export type ReconcilerPorts = {
  readonly engine: Engine
  /** Returns the active connection's ID. Null if none is active. */
  readonly activeConnection: () => string | null
  /**
   * Returns the IDs of the results that are missing from the disk. `isAsked`: true if the user requested these results. In that case,
   * results on a disconnected drive also count as missing.
   */
  readonly missingFiles: (results: readonly SavedResult[], isAsked: boolean) => Promise<ReadonlySet<string>>
  readonly titleOf: (capability: string) => string
  readonly now: () => number
  readonly newId: () => string
  readonly onReport: (report: Reconciliation) => void
  /** Resolves after other work has had a chance to run. */
  readonly nextTurn: () => Promise<unknown>
}

export type Reconciler = {
  /**
   * Compares the journal, recent tasks and files. Only one comparison runs at a time, and concurrent callers get the same report. Null if
   * no connection is active.
   */
  readonly reconcile: () => Promise<Reconciliation | null>
  /** Returns the last report for the active connection. Null if none exists. */
  readonly report: () => Reconciliation | null
  /**
   * Adds a task from the recent tasks to the journal, once. `as`: ID of a task in Kiln, if the user matched the two tasks.
   * @throws TaskProblemError if the task can't be added.
   */
  readonly adopt: (taskId: string, choice?: { readonly capability?: string | undefined; readonly as?: string | undefined }) => Task
  /**
   * Downloads the missing files of a finished task again. @throws TaskProblemError if the task doesn't exist, isn't finished or has all its
   * files.
   */
  readonly fetchAgain: (id: string) => Promise<void>
  /** Stops comparing. Resolves when the comparison in progress has ended. */
  readonly close: () => Promise<unknown>
}

/** Reconciles the journal with the service and the disk. */
export function createReconciler(ports: ReconcilerPorts): Reconciler {
  const { engine } = ports
  let underWay: Promise<Reconciliation | null> | null = null
  let isClosed = false
  let last: { readonly connectionId: string; readonly report: Reconciliation } | null = null

  function reconcileOnce(): Promise<Reconciliation | null> {
    underWay ??= reconcileNow().finally(() => (underWay = null))
    return underWay
  }

  async function reconcileNow(): Promise<Reconciliation | null> {
    const connectionId = ports.activeConnection()
    if (connectionId === null || isClosed) return null
    const { recent, fault, found } = await engine.readRecent(connectionId)
    const missing = await missingFilesOf(connectionId)
    if (isClosed) return null
    const outcome = reconcile({
      at: ports.now(),
      tasks: engine.tasks.countOf(connectionId),
      records: concerned(connectionId, recent ?? []),
      recent,
      unread: fault === null ? null : readFailure(fault, policyFor(fault)),
      found,
      missing
    })
    if (ports.activeConnection() !== connectionId) return outcome
    last = { connectionId, report: outcome }
    ports.onReport(outcome)
    return outcome
  }

  /** Returns the tasks that a reconciliation covers, in creation order. The lookups use indexes, so the whole journal isn't scanned. */
  function concerned(connectionId: string, recent: readonly RecentTask[]): readonly TaskRecord[] {
    const { tasks } = engine
    const named = recent.flatMap(({ taskId, idempotencyKey }) => {
      const ofKey = idempotencyKey === null ? undefined : tasks.withKey(idempotencyKey)
      return [tasks.withTaskId(connectionId, taskId), ofKey?.connectionId === connectionId ? ofKey : undefined]
    })
    const all = [...tasks.unfinished(connectionId), ...tasks.sentWithoutTaskId(connectionId), ...named]
    return tasks.oldestFirst([...new Set(all.filter((record) => record !== undefined))])
  }

  /** Returns the finished tasks with missing files. Works in slices, because there may be a hundred thousand files. */
  async function missingFilesOf(connectionId: string): Promise<readonly TaskWithMissingFiles[]> {
    const found: TaskWithMissingFiles[] = []
    for await (const slice of slicesWithPauses(engine.tasks.all().values(), ports.nextTurn)) {
      if (isClosed) break
      const done = slice.filter((record) => record.connectionId === connectionId && record.state.phase === 'done')
      const lost = await ports.missingFiles(done.flatMap(savedResultsOf), false)
      for (const record of lost.size === 0 ? [] : done) {
        const files = savedResultsOf(record).filter(({ id }) => lost.has(id)).length
        if (files > 0) found.push({ id: record.id, title: record.title, files })
      }
    }
    return found
  }

  function report(): Reconciliation | null {
    return last?.connectionId === ports.activeConnection() ? last.report : null
  }

  function adopt(taskId: string, { capability: chosen, as }: { capability?: string | undefined; as?: string | undefined } = {}): Task {
    const connectionId = ports.activeConnection()
    const stranger = report()?.untrackedTasks.find((one) => one.taskId === taskId)
    if (connectionId === null || stranger === undefined) throw new TaskProblemError({ code: 'not-in-recent-tasks', params: {} })
    const known = engine.tasks.withTaskId(connectionId, taskId)
    if (known !== undefined) return taskViewOf(known, engine.progressOf(known.id))
    if (as !== undefined) return identify(as, stranger)
    if (stranger.isAwaited) throw new TaskProblemError({ code: 'task-awaited', params: {} })
    const capability = stranger.capability ?? chosen ?? unknownCapability
    const now = ports.now()
    const record = adoptedTask({ ...stranger, capability }, { id: ports.newId(), connectionId, title: ports.titleOf(capability), now })
    engine.add(record, { ...emptyHistoryEvent, at: now, kind: 'adopted', phase: 'running', reference: taskId })
    return taskViewOf(record, null)
  }

  /** Links the untracked task to Kiln's task with this ID, which the user chose. */
  function identify(id: string, { taskId, candidates }: UntrackedTask): Task {
    const record = engine.record(id)
    if (record === undefined || !needsManualMatch(record) || !candidates.some((one) => one.id === id))
      throw new TaskProblemError({ code: 'task-not-sought', params: {} })
    engine.dispatch(id, { kind: 'recent-read', foundTaskId: taskId, requestId: null })
    return taskViewOf(engine.record(id) ?? record, engine.progressOf(id))
  }

  async function fetchAgain(id: string): Promise<void> {
    const record = engine.record(id)
    if (record === undefined) throw new TaskProblemError({ code: 'task-unknown', params: {} })
    const results = savedResultsOf(record)
    const lost = await ports.missingFiles(results, true)
    const indexes = results.filter((result) => lost.has(result.id)).map(({ index }) => index)
    if (record.state.phase !== 'done' || indexes.length === 0) throw new TaskProblemError({ code: 'no-missing-files', params: {} })
    engine.dispatch(id, { kind: 'fetch-again', indexes })
    void reconcileOnce()
  }

  async function close(): Promise<void> {
    isClosed = true
    await underWay
  }

  return { reconcile: reconcileOnce, report, adopt, fetchAgain, close }
}
