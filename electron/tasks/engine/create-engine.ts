import type { Batch } from '../../../shared/form/batch/batch.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import type { TransferProgress } from '../../../shared/task/task.ts'
import type { TaskEvent } from '../machine/task-event.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { TaskHistoryEvent } from '../machine/history-event.ts'
import type { CallOutcome, RecentTask } from '../ports.ts'
import { detachConnection, endSlowDown, releaseHold, suspendAccount, releaseAccountChangedHold } from './account-holds.ts'
import { addBatch, addTask, type AddTasksDependencies, stopBatch } from './add-tasks.ts'
import { applyEffect, type EffectDependencies } from './apply-effect.ts'
import { containsTaskOfConnection } from './attempt-keys.ts'
import { createBatchRegistry } from './batch-registry.ts'
import { chooseFaces, type ChooseFacesDependencies } from './choose-faces.ts'
import { closeEngine, type CloseDependencies } from './close-engine.ts'
import { type CollectDependencies, collectOutput } from './collect-output.ts'
import { ConnectionGates } from './connection-gates.ts'
import { newEngineLifecycle } from './engine-lifecycle.ts'
import { findUnconfirmedTasks, requestRecentTasks } from './find-recent-tasks.ts'
import { JournalWriter } from './journal-writer.ts'
import { type PollDependencies, pollTask } from './poll-task.ts'
import type { ConnectionGate, EnginePorts, JournalEntry } from './ports.ts'
import { checkReachability, type ProbeDependencies, probeConnection, resumeConnection } from './probe-connection.ts'
import { ProbeTimers } from './probe-timers.ts'
import { onContractRead } from './reachability.ts'
import { RecentTaskReads } from './recent-task-reads.ts'
import { type SendDependencies, sendTask, uploadTask } from './send-task.ts'
import { startEngine, type StartDependencies } from './start-engine.ts'
import { stepPermissionOf } from './step-permission.ts'
import { TaskDispatcher } from './task-dispatcher.ts'
import type { TaskQueries } from './task-index.ts'
import { TaskLanes } from './task-lanes.ts'
import { newTaskMemory } from './task-memory.ts'

export type Engine = {
  /** Loads the journal's tasks in slices. Nothing is sent or queried before the promise resolves. */
  readonly start: (records: readonly TaskRecord[], batches: readonly Batch[]) => Promise<void>
  /** Writes a new task to the journal and starts it. Throws if the journal can't be written. In that case, the task isn't added. */
  readonly add: (record: TaskRecord, event: TaskHistoryEvent) => void
  /** Writes a batch and its tasks to the journal in one transaction, and starts the tasks. Throws if the journal can't be written. */
  readonly addBatch: (batch: Batch, entries: readonly JournalEntry[]) => void
  readonly batches: () => ReadonlyMap<string, Batch>
  /**
   * Stops or resumes a batch. Unsent tasks of a stopped batch wait until it is resumed. The change is saved on return. Throws if the
   * journal can't be written.
   */
  readonly stopBatch: (id: string, isStopped: boolean) => void
  readonly record: (id: string) => TaskRecord | undefined
  readonly tasks: TaskQueries
  readonly progressOf: (id: string) => TransferProgress | null
  readonly gate: (connectionId: string) => Readonly<ConnectionGate>
  readonly dispatch: (id: string, event: TaskEvent) => TaskRecord
  /** Checks a task's status now, even if the service requested a long pause. */
  readonly checkNow: (id: string) => void
  /** Applies one event to many tasks and writes them together. */
  readonly dispatchAll: (ids: readonly string[], event: TaskEvent) => void
  /** Resumes the connection's tasks on hold. Call after the account was fixed or has a new API key. */
  readonly releaseHold: (connectionId: string) => void
  /** Resumes the connection's tasks on hold, at the user's request. They stay on hold if a free request shows that the problem remains. */
  readonly resume: (connectionId: string) => Promise<void>
  /**
   * Puts the connection's tasks on hold. Its new API key may belong to another account. `releaseAccountChangedHold` ends the hold. Recent
   * tasks also end the hold if they prove that the account is the same.
   */
  readonly suspendAccount: (connectionId: string) => void
  /** Ends the hold that `suspendAccount` started. Call if the API key belongs to the account of the connection's tasks. */
  readonly trustAccount: (connectionId: string) => void
  /** True if `recent` contains one of the connection's tasks. */
  readonly hasTaskAmong: (connectionId: string, recent: readonly RecentTask[]) => boolean
  /** Puts the connection's unsent tasks on hold. Call after the connection was closed. */
  readonly detachConnection: (connectionId: string) => void
  /**
   * Requests the recent tasks now and updates unconfirmed tasks from them. `recent`: null if the request failed or no connection is open.
   * Also null if the API key may belong to another account. `fault`: why the request failed, otherwise null. `found`: IDs of Kiln's tasks
   * that are among the recent tasks.
   */
  readonly readRecent: (connectionId: string) => Promise<{
    readonly recent: readonly RecentTask[] | null
    readonly fault: Fault | null
    readonly found: readonly string[]
  }>
  /**
   * Writes a face selection to the journal and sends it once. Throws synchronously if the journal can't be written. In that case, nothing
   * is sent. The promise settles after sending. Does nothing if the task isn't waiting for faces.
   */
  readonly chooseFaces: (id: string, text: string, send: () => Promise<CallOutcome<unknown>>) => Promise<void>
  /** Starts the waiting tasks if the user has resumed sending. */
  readonly sendingPauseChanged: () => void
  /** Checks all unfinished tasks and unreachable services now. Call after the computer wakes or the network is back. */
  readonly wake: () => void
  /** Retries all pending downloads now. Call after the library folder becomes available or changes. */
  readonly retryDownloads: () => void
  /** Checks now whether unreachable services can be reached again. */
  readonly checkReachability: () => Promise<void>
  /**
   * Applies the result of a request for the contract, which shows whether the service is reachable. `fault`: why the request failed, or
   * null.
   */
  readonly onContractRead: (connectionId: string, fault: Fault | null) => Promise<void>
  readonly close: () => Promise<void>
}

/** The parts of an engine. Each function in this folder declares the parts it needs. */
type EngineParts = AddTasksDependencies &
  ChooseFacesDependencies &
  CloseDependencies &
  CollectDependencies &
  EffectDependencies &
  PollDependencies &
  ProbeDependencies &
  SendDependencies &
  StartDependencies

/** Executes the decisions of `decide`. Runs each due step and dispatches the resulting event. Writes the outcome to the journal. */
export function createEngine(ports: EnginePorts): Engine {
  const parts = openParts(ports)
  const { memory, gates, batchRegistry, tasks } = parts
  return {
    start: (stored, batches) => startEngine(stored, batches, parts),
    add: (record, event) => addTask(record, event, parts),
    addBatch: (batch, entries) => addBatch(batch, entries, parts),
    batches: batchRegistry.batches,
    stopBatch: (id, isStopped) => stopBatch(id, isStopped, parts),
    record: (id) => memory.records.get(id),
    tasks: memory.records,
    progressOf: (id) => memory.progress.get(id) ?? null,
    gate: (connectionId) => gates.of(connectionId),
    dispatch: (id, event) => tasks.dispatch(id, event),
    dispatchAll: (ids, event) => tasks.dispatchAll(ids, event),
    releaseHold: (connectionId) => releaseHold(connectionId, parts),
    resume: (connectionId) => resumeConnection(connectionId, parts),
    detachConnection: (connectionId) => detachConnection(connectionId, parts),
    suspendAccount: (connectionId) => suspendAccount(connectionId, parts),
    trustAccount: (connectionId) => releaseAccountChangedHold(connectionId, parts),
    hasTaskAmong: (connectionId, recent) => containsTaskOfConnection(connectionId, recent, parts),
    readRecent: (connectionId) => requestRecentTasks(connectionId, parts),
    chooseFaces: (id, text, send) => chooseFaces(id, text, send, parts),
    sendingPauseChanged: () => parts.lanes.unpark(['upload', 'send']),
    wake: () => {
      for (const connectionId of gates.all().keys()) endSlowDown(connectionId, parts)
      tasks.wakeConnection(null)
      void checkReachability(parts)
    },
    checkReachability: () => checkReachability(parts),
    onContractRead: (connectionId, fault) => onContractRead(connectionId, fault, parts),
    retryDownloads: () => {
      for (const record of memory.records.unfinished(null))
        if (record.state.phase === 'collecting') tasks.dispatch(record.id, { kind: 'woke' })
    },
    checkNow: (id) => {
      const { connectionId } = tasks.dispatch(id, { kind: 'look-again' })
      endSlowDown(connectionId, parts)
    },
    close: () => closeEngine(parts)
  }
}

/** Creates the parts. Callbacks read `parts` when they run, because lanes, timers and effects call functions that need every part. */
function openParts(ports: EnginePorts): EngineParts {
  const { clock } = ports
  const lifecycle = newEngineLifecycle(clock.now())
  const memory = newTaskMemory(lifecycle.startedAt)
  const gates = new ConnectionGates()
  const batchRegistry = createBatchRegistry(ports.limits.concurrentBatchRows)
  const recentReads = new RecentTaskReads({ keyAfter: ports.keyAfter, signal: lifecycle.closing.signal })
  const journal = new JournalWriter({ journal: ports.journal, clock, lifecycle })
  const lanes: TaskLanes = new TaskLanes({
    ports,
    lifecycle,
    memory,
    batchRegistry,
    journal,
    permissionOf: (lane, id) => stepPermissionOf(lane, id, parts),
    readRecent: (connectionId) => findUnconfirmedTasks(connectionId, parts),
    steps: {
      upload: (record, releaseSlot) => uploadTask(record, releaseSlot, parts),
      send: (record) => sendTask(record, parts),
      poll: (record, releaseSlot) => pollTask(record, releaseSlot, parts),
      collect: (record, releaseSlot, itemId) => collectOutput(record, releaseSlot, itemId, parts)
    }
  })
  const tasks = new TaskDispatcher({
    ports,
    lifecycle,
    memory,
    journal,
    lanes,
    batchRegistry,
    applyEffect: (effect, record) => applyEffect(effect, record, parts)
  })
  const probes = new ProbeTimers({ ports, gates, probe: (connectionId) => void probeConnection(connectionId, parts) })
  const reachabilityChecks = { startedAt: new Map<string, number>(), underWay: new Set<string>() }
  const parts: EngineParts = {
    ports,
    lifecycle,
    memory,
    gates,
    batchRegistry,
    recentReads,
    journal,
    lanes,
    tasks,
    probes,
    reachabilityChecks
  }
  return parts
}
