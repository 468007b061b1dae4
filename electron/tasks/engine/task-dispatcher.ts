import { itemIdOf } from '../../../shared/library/item-id.ts'
import { fileNameCollisionKey } from '../../../shared/library/result-name.ts'
import { nextSteps } from '../machine/next-step.ts'
import type { TaskEffect, TaskEvent } from '../machine/task-event.ts'
import { decide } from '../machine/task-machine.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { historyEventOf } from '../machine/history-event.ts'
import type { ServiceClient } from '../ports.ts'
import type { BatchRegistry } from './batch-registry.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { JournalWriter } from './journal-writer.ts'
import type { EnginePorts } from './ports.ts'
import type { TaskLanes } from './task-lanes.ts'
import { isHeldByAccount, outputsIn, type TaskMemory } from './task-memory.ts'

/** Number of tasks handled in one turn of the event loop. Waking, holding or releasing them takes about 10 ms and one journal write. */
const tasksPerTurn = 500

type TaskDispatcherDependencies = {
  readonly ports: Pick<EnginePorts, 'clientOf' | 'clock' | 'keyAfter' | 'onAccount' | 'onTask' | 'random' | 'timeScale'>
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosing' | 'isClosed'>>
  readonly memory: TaskMemory
  readonly journal: JournalWriter
  readonly lanes: TaskLanes
  readonly batchRegistry: BatchRegistry
  readonly applyEffect: (effect: TaskEffect, record: TaskRecord) => void
}

/** Applies events to tasks. */
export class TaskDispatcher {
  readonly #dependencies: TaskDispatcherDependencies
  /** The last call of `dispatchMany` for each connection. */
  readonly #lastCalls = new Map<string, symbol>()

  constructor(dependencies: TaskDispatcherDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Applies `event` to a task: decides, writes the journal, then updates memory. Throws if the task doesn't exist, or if `sending` or
   * `faces-chosen` can't be written. These two events must be written first. Other events that can't be written are kept in memory and
   * written later. `heardFrom`: the client that received the response. If its API key has been replaced, the response doesn't put the
   * account on hold.
   */
  dispatch(id: string, event: TaskEvent, heardFrom: ServiceClient | null = null): TaskRecord {
    const { ports, lifecycle, memory, journal, applyEffect } = this.#dependencies
    const before = memory.records.get(id)
    if (before === undefined) throw new Error(`Task ${id} doesn’t exist.`)
    if (lifecycle.isClosed) return before
    const now = ports.clock.now()
    const context = { now, random: ports.random(), timeScale: ports.timeScale, nextKey: ports.keyAfter(before.idempotencyKey) }
    const decision = decide(before, event, context)
    const { record } = decision
    if (record === before && decision.effects.length === 0) return before
    if (decision.mustPersist) {
      const historyEvent = historyEventOf(
        event,
        { phase: record.state.phase, key: record.idempotencyKey, credits: record.credits.state },
        now
      )
      if (event.kind === 'sending') journal.writeSending(record, historyEvent)
      else if (event.kind === 'faces-chosen') journal.writeOrThrow(record, historyEvent)
      else journal.writeOrRemember(record, historyEvent)
    }
    this.remember(before, record)
    const isOutdated = heardFrom !== null && heardFrom !== ports.clientOf(record.connectionId)
    for (const effect of decision.effects) if (!(isOutdated && effect.kind === 'hold-account')) applyEffect(effect, record)
    ports.onTask(record)
    // The credits charged today are part of the account's state.
    if (record.credits.consumed !== before.credits.consumed) ports.onAccount(record.connectionId)
    // A task on hold because of a replaced API key resumes with the new one.
    const isHeldWrongly = isOutdated && isHeldByAccount(record) && before.state.phase !== 'held'
    return isHeldWrongly ? this.dispatch(id, { kind: 'account-fixed' }) : record
  }

  /** Updates memory and plans the task's next steps. `before`: null if the task is new. */
  remember(before: TaskRecord | null, record: TaskRecord): void {
    const { memory, lanes, batchRegistry } = this.#dependencies
    const { id, connectionId, state } = record
    memory.records.set(record)
    for (const stem of [...outputsIn(record).map((output) => output.stem), ...(record.formerStems ?? [])])
      memory.stemsInUse.add(fileNameCollisionKey(stem))
    if (state.phase !== before?.state.phase) {
      memory.progress.delete(id)
      if (state.phase === 'unconfirmed') this.#unconfirmedIn(connectionId).add(id)
      else memory.unconfirmed.get(connectionId)?.delete(id)
      if (state.phase !== 'uploading' && before?.state.phase === 'uploading') memory.uploadsUnderWay.get(id)?.abort()
      if (before?.state.phase === 'collecting') this.#stopDownloads(before)
      if (state.phase !== 'queued' && state.phase !== 'uploading') memory.preparedBodies.delete(id)
    }
    if (state.phase === 'unconfirmed' || before?.state.phase === 'unconfirmed') lanes.planRecentReadSoon(connectionId)
    if (batchRegistry.follow(record)) lanes.startWhereCapacity()
    lanes.plan(record)
  }

  /** Applies one event to many tasks and writes them together. */
  dispatchAll(ids: readonly string[], event: TaskEvent): void {
    this.#dependencies.journal.together(() => ids.forEach((id) => this.dispatch(id, event)))
  }

  /**
   * Dispatches `event` to the connection's tasks for which `isMeant` returns true. A later call stops the remaining slices of an earlier
   * call.
   */
  dispatchMany(connectionId: string, event: TaskEvent, isMeant: (record: TaskRecord) => boolean): void {
    const call = Symbol(connectionId)
    this.#lastCalls.set(connectionId, call)
    const tellOne = (record: TaskRecord): void => {
      if (isMeant(record)) this.dispatch(record.id, event)
    }
    const ids = this.#dependencies.memory.records.unfinished(connectionId).filter(isMeant)
    this.#inSlices(
      ids.map(({ id }) => id),
      tellOne,
      () => this.#lastCalls.get(connectionId) === call
    )
  }

  /** Makes the next steps of unfinished tasks due now. `connectionId`: null for all connections. */
  wakeConnection(connectionId: string | null): void {
    const ids = this.#dependencies.memory.records.unfinished(connectionId).map(({ id }) => id)
    this.#inSlices(ids, (record) => {
      if (nextSteps(record).length > 0) this.dispatch(record.id, { kind: 'woke' })
    })
  }

  /**
   * Runs `work` for the first slice now. Each later slice runs in the next turn of the event loop. Stops once `isWanted` returns false.
   * Slices are needed, because thousands of tasks may resume at once.
   */
  #inSlices(ids: readonly string[], work: (record: TaskRecord) => void, isWanted = (): boolean => true): void {
    const { lifecycle, memory, journal } = this.#dependencies
    journal.together(() => {
      for (const id of ids.slice(0, tasksPerTurn)) {
        const record = memory.records.get(id)
        if (record !== undefined) work(record)
      }
    })
    const later = ids.slice(tasksPerTurn)
    if (later.length > 0)
      setImmediate(() => {
        if (!lifecycle.isClosing && isWanted()) this.#inSlices(later, work, isWanted)
      })
  }

  #stopDownloads({ id, state }: TaskRecord): void {
    const { memory, lanes } = this.#dependencies
    if (state.phase !== 'collecting') return
    for (const index of state.outputs.keys()) {
      lanes.removeDownload(itemIdOf(id, index))
      memory.refusedAddresses.delete(itemIdOf(id, index))
      memory.downloadsUnderWay.get(itemIdOf(id, index))?.abort()
    }
  }

  #unconfirmedIn(connectionId: string): Set<string> {
    const { unconfirmed } = this.#dependencies.memory
    let ids = unconfirmed.get(connectionId)
    if (ids === undefined) {
      ids = new Set()
      unconfirmed.set(connectionId, ids)
    }
    return ids
  }
}
