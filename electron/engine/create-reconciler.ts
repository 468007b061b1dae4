import { PlainProblem } from '../../shared/problem.ts'
import type { LostFiles, Reconciliation, Stranger } from '../../shared/reconciliation.ts'
import { slicesOf } from '../../shared/slices-of.ts'
import type { Result, Task } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import { adoptedTask, unknownCapability } from '../core/adopted-task.ts'
import { policyFor } from '../core/error-policy.ts'
import { wordsOfReading } from '../core/failure-words.ts'
import type { RecentTask } from '../core/ports.ts'
import { isUpToPerson, reconcile } from '../core/reconcile.ts'
import type { TaskRecord } from '../core/task-record.ts'
import { resultsOf, viewOf } from '../core/task-view.ts'
import type { Engine } from './create-engine.ts'

export type ReconcilerPorts = {
  readonly engine: Engine
  /** The connection that is looked at; null: none. */
  readonly activeConnection: () => string | null
  /** Which of these results are not on the disk any more. `isAsked`: a person asked for just these, whatever drive is away. */
  readonly lostFiles: (results: readonly Result[], isAsked: boolean) => Promise<ReadonlySet<string>>
  /** What a capability is called. */
  readonly titleOf: (capability: string) => string
  readonly now: () => number
  /** Time of day in words, such as `14:02`. */
  readonly timeOfDay: (at: number) => string
  readonly newId: () => string
  readonly onReport: (report: Reconciliation) => void
  /** Resolves after other work had its turn. */
  readonly nextTurn: () => Promise<unknown>
}

export type Reconciler = {
  /** Holds journal, recent tasks and files against each other. One at a time; who asks meanwhile gets its report. Null: no connection. */
  readonly reconcile: () => Promise<Reconciliation | null>
  /** What was found last on the active connection. */
  readonly report: () => Reconciliation | null
  /**
   * Takes a listed task into the journal, once. `as`: our task without a task id that it is, by the person's word.
   * @throws PlainProblem if it can't be.
   */
  readonly adopt: (taskId: string, choice?: { readonly capability?: string | undefined; readonly as?: string | undefined }) => Task
  /** Fetches the files of a finished task that are gone from the disk. @throws PlainProblem when none is. */
  readonly fetchAgain: (id: string) => Promise<void>
  /** Gives up what is under way; resolves when nothing is. */
  readonly close: () => Promise<unknown>
}

/** Works off what the journal, the service and the disk do not agree on. Behaviour section 3, Recover. */
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
    const lost = await lostOf(connectionId)
    if (isClosed) return null
    const outcome = reconcile({
      at: ports.now(),
      tasks: engine.tasks.countOf(connectionId),
      records: concerned(connectionId, recent ?? []),
      recent,
      unread: fault === null ? null : wordsOfReading(fault, policyFor(fault)).message,
      found,
      lost,
      timeOfDay: ports.timeOfDay
    })
    if (ports.activeConnection() !== connectionId) return outcome
    last = { connectionId, report: outcome }
    ports.onReport(outcome)
    return outcome
  }

  /** What a reconciliation is about, in the order of creation, without a walk through all tasks. */
  function concerned(connectionId: string, recent: readonly RecentTask[]): readonly TaskRecord[] {
    const { tasks } = engine
    const named = recent.flatMap(({ taskId, idempotencyKey }) => {
      const ofKey = idempotencyKey === null ? undefined : tasks.withKey(idempotencyKey)
      return [tasks.withTaskId(connectionId, taskId), ofKey?.connectionId === connectionId ? ofKey : undefined]
    })
    const all = [...tasks.unfinished(connectionId), ...tasks.sentWithoutTaskId(connectionId), ...named]
    return tasks.oldestFirst([...new Set(all.filter((record) => record !== undefined))])
  }

  /** A slice at a time, since there may be a hundred thousand files. */
  async function lostOf(connectionId: string): Promise<readonly LostFiles[]> {
    const found: LostFiles[] = []
    for await (const slice of slicesOf(engine.tasks.all().values(), ports.nextTurn)) {
      if (isClosed) break
      const done = slice.filter((record) => record.connectionId === connectionId && record.state.phase === 'done')
      const lost = await ports.lostFiles(done.flatMap(resultsOf), false)
      for (const record of lost.size === 0 ? [] : done) {
        const files = resultsOf(record).filter(({ id }) => lost.has(id)).length
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
    const stranger = report()?.strangers.find((one) => one.taskId === taskId)
    if (connectionId === null || stranger === undefined)
      throw new PlainProblem(say('The recent tasks of this account do not name it.'), { advice: say('Look again, then take it in.') })
    const known = engine.tasks.withTaskId(connectionId, taskId)
    if (known !== undefined) return viewOf(known, engine.progressOf(known.id))
    if (as !== undefined) return identify(as, stranger)
    if (stranger.isAwaited)
      throw new PlainProblem(say('It may be one of your own that Kiln is still looking for.'), {
        advice: say('Wait until that is settled.')
      })
    const capability = stranger.capability ?? chosen ?? unknownCapability
    const now = ports.now()
    const record = adoptedTask({ ...stranger, capability }, { id: ports.newId(), connectionId, title: ports.titleOf(capability), now })
    const evidence = { httpStatus: null, errorType: null, requestId: null, note: null, reference: taskId }
    engine.add(record, { at: now, kind: 'adopted', phase: 'running', ...evidence })
    return viewOf(record, null)
  }

  /** The person has recognized one of our tasks in the list. */
  function identify(id: string, { taskId, candidates }: Stranger): Task {
    const record = engine.record(id)
    if (record === undefined || !isUpToPerson(record) || !candidates.some((one) => one.id === id))
      throw new PlainProblem(say('This task is no longer looked for.'), { advice: say('Select “Look now”, then choose once more.') })
    engine.tell(id, { kind: 'recent-read', foundTaskId: taskId, requestId: null })
    return viewOf(engine.record(id) ?? record, engine.progressOf(id))
  }

  async function fetchAgain(id: string): Promise<void> {
    const record = engine.record(id)
    if (record === undefined) throw new PlainProblem(say('That task is not in the journal.'))
    const results = resultsOf(record)
    const lost = await ports.lostFiles(results, true)
    const indexes = results.filter((result) => lost.has(result.id)).map(({ index }) => index)
    if (record.state.phase !== 'done' || indexes.length === 0)
      throw new PlainProblem(say('All files of this result are where they were saved.'))
    engine.tell(id, { kind: 'fetch-again', indexes })
    void reconcileOnce()
  }

  async function close(): Promise<void> {
    isClosed = true
    await underWay
  }

  return { reconcile: reconcileOnce, report, adopt, fetchAgain, close }
}
