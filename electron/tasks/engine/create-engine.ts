import type { Batch } from '../../../shared/form/batch/batch.ts'
import { type Fault, newFault, type NetworkBlock } from '../../../shared/task/fault.ts'
import { requestBodyOf, unwrapRequestBody } from '../../../shared/form/fields.ts'
import type { SendConfirmation } from '../../../shared/task/spending.ts'
import type { TransferProgress, TaskResult } from '../../../shared/task/task.ts'
import type { MediaReference } from '../../../shared/form/values.ts'
import { itemIdOf, outputIndexOf, taskIdOfItem } from '../../../shared/library/item-id.ts'
import { fileNameCollisionKey } from '../../../shared/library/result-name.ts'
import { slicesWithPauses } from '../../../shared/slices-with-pauses.ts'
import { kept } from '../../../shared/i18n/say.ts'
import { unknownCapability } from '../machine/adopted-task.ts'
import { acceptsIncompleteFile, savedOutputsOf } from '../machine/collecting.ts'
import { outputCountWithNewUrls, isOpenOutput } from '../machine/refresh-result-urls.ts'
import { type LaneName, laneNames, nextSteps } from '../machine/next-step.ts'
import { requestedOutputCount } from '../machine/output-count.ts'
import type { CallOutcome, RecentTask, ServiceClient } from '../ports.ts'
import { matchRecentTasks, provesAbsence } from '../machine/recovery-plan.ts'
import { maxDelayAfterStartInMs } from '../machine/poll-schedule.ts'
import { classifyStatus } from '../machine/classify-status.ts'
import { type TaskHistoryEvent, historyEventOf } from '../machine/task-timeline.ts'
import type { TaskEffect, TaskEvent } from '../machine/task-event.ts'
import { isWorthJournaling } from '../machine/decision.ts'
import { isAccountFault, isRequestRejection } from '../machine/error-policy.ts'
import { decide } from '../machine/task-machine.ts'
import { canBeMatched, isCancelledUnconfirmed, isUnsent } from '../machine/task-predicates.ts'
import { maxUploadAttempts } from '../machine/uploading.ts'
import type { TaskOutput, TaskRecord } from '../machine/task-record.ts'
import { createBatchRegistry } from './batch-registry.ts'
import { createLane, type Lane as Queue, type LaneOptions, type StepPermission, type LanePriorities } from './lane.ts'
import type { EnginePorts, ConnectionGate, JournalEntry } from './ports.ts'
import { createRecentTasksReader, type RecentTasksResult } from './read-recent-tasks.ts'
import { createTaskIndex, type TaskIndex } from './task-index.ts'

/**
 * Delay between checks of an account on hold, before it is multiplied by `timeScale`. A free request checks the API key, sign-in and
 * subscription. Credits are checked by sending one task.
 */
const probeDelayInMs = 60_000
/** Delay between free requests while the service is unreachable, before it is multiplied by `timeScale`. */
const offlineProbeDelayInMs = 10_000
/** How long `close` waits for pending submissions. After the next start, Kiln searches for tasks whose submission took longer. */
const closeTimeoutInMs = 3_000
const journalRetryInMs = 1_000
/** Number of tasks handled in one turn of the event loop. Waking, holding or releasing them takes about 10 ms and one journal write. */
const tasksPerTurn = 500
/** How many times `close` tries to write the journal. The pause between tries isn't scaled, because another program locks the file. */
const triesAtClose = 10
const pauseAtCloseInMs = 100
/** After this time a pending query releases its slot. Its response is still awaited. Not scaled, because the service causes the delay. */
const slotOfQueryInMs = 2_000
/** After this time, a task's pending uploads release their slot and continue. */
const slotOfUploadInMs = 10_000
/** How many queries, downloads and uploads may continue without a slot, each kind counted separately. */
const maxWithoutSlot = { poll: 64, collect: 16, upload: 4 } as const
/** How many slots for queries and downloads may be used by retries. */
const slotsForRetries = { poll: 4, collect: 1 } as const
/** How many connections or file hosts may use all their slots at once. */
const concurrentGroups = 4
/** How many connections may request their recent tasks at the same time. */
const concurrentRecentReads = 8
/** Minimum time between two free requests that check whether the service is reachable. */
const reachabilityCheckIntervalInMs = 30_000

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
  readonly tasks: TaskIndex
  readonly progressOf: (id: string) => TransferProgress | null
  readonly gate: (connectionId: string) => Readonly<ConnectionGate>
  readonly dispatch: (id: string, event: TaskEvent) => TaskRecord
  /** Checks a task's status now, even if the service requested a long pause. */
  readonly checkNow: (id: string) => void
  /** Applies one event to many tasks and writes them together. */
  readonly dispatchAll: (ids: readonly string[], event: TaskEvent) => void
  /** Resumes the connection's tasks on hold. Call after the account was fixed or has a new API key. */
  readonly releaseHold: (connectionId: string) => void
  /** Resumes the connection's tasks on hold at the user's request. They stay on hold if a free request shows that the problem remains. */
  readonly resume: (connectionId: string) => Promise<void>
  /**
   * Puts the connection's tasks on hold. Its new API key may belong to another account. `trustAccount` ends the hold. Recent tasks that
   * prove the account is the same also end it.
   */
  readonly suspendAccount: (connectionId: string) => void
  /** Ends the hold of `suspendAccount`. Call if the API key belongs to the account that the tasks were created for. */
  readonly trustAccount: (connectionId: string) => void
  /** True if `recent` contains one of the connection's tasks. */
  readonly hasTaskAmong: (connectionId: string, recent: readonly RecentTask[]) => boolean
  /** Puts the connection's unsent tasks on hold. Call after the connection was closed. */
  readonly detachConnection: (connectionId: string) => void
  /**
   * Requests the recent tasks now and updates unconfirmed tasks from them. `recent`: null if the request failed or wasn't sent. `fault`:
   * why it failed. Null if no connection is open, or if the API key may belong to another account. `found`: IDs of Kiln's tasks that are
   * among the recent tasks.
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
  /** Checks all unfinished tasks and unreachable services now. Call after the computer wakes or the network is back. */
  readonly wake: () => void
  /** Retries all pending downloads now. Call after the library folder becomes available or changes. */
  readonly retryDownloads: () => void
  /** Checks now whether unreachable services can be reached again. */
  readonly checkReachability: () => Promise<void>
  /** Call after a request for the contract. The result shows whether the service is reachable. `fault`: why the request failed, or null. */
  readonly onContractRead: (connectionId: string, fault: Fault | null) => Promise<void>
  readonly close: () => Promise<void>
}

/** Executes the decisions of `core`. Runs each due step and passes the resulting event to `core`. Writes the outcome to the journal. */
export function createEngine(ports: EnginePorts): Engine {
  const { clock, journal, timeScale } = ports
  const startedAt = clock.now()
  const records = createTaskIndex({ isAtEnd, now: startedAt })
  const gates = new Map<string, ConnectionGate>()
  /** Reserved file paths, case-folded as on a case-insensitive file system. */
  const stemsInUse = new Set<string>()
  /** IDs of unconfirmed tasks, by connection ID. */
  const unconfirmed = new Map<string, Set<string>>()
  /** Request bodies by task ID. A body is kept from the end of the uploads until it is sent. */
  const preparedBodies = new Map<string, string>()
  /** Idempotency key and body in the journal, by Kiln's task ID. Contains tasks whose request may have been sent. */
  const sentInJournal = new Map<string, { readonly key: string; readonly body: string }>()
  /** Downloads in progress, by item ID. */
  const downloadsUnderWay = new Map<string, AbortController>()
  /** Pending requests for recent tasks, by client. Each client has its own API key, and another key's list proves nothing. */
  const readingsUnderWay = new Map<ServiceClient, Promise<RecentTasksResult>>()
  const readsToPlan = new Set<string>()
  /** Clients whose recent tasks were read, or whose request for the recent tasks was rejected. */
  const readSinceStart = new WeakSet<ServiceClient>()
  const soundedAt = new Map<string, number>()
  const progress = new Map<string, TransferProgress>()
  const uploadsUnderWay = new Map<string, AbortController>()
  /** Item IDs of outputs whose last download was rejected by the file host. */
  const refusedAddresses = new Set<string>()
  const probes = new Map<string, () => void>()
  /** IDs of connections whose reachability is being checked. */
  const soundings = new Set<string>()
  const unwritten: JournalEntry[] = []
  const book = createBatchRegistry(ports.limits.concurrentBatchRows)
  /** The last call of `dispatchMany` for each connection. */
  const lastCalls = new Map<string, symbol>()
  /** Above zero while events are collected for a single transaction. */
  let gathering = 0
  /** True if the journal rejected a write within the last second. */
  let isRetryPlanned = false
  /**
   * True once all tasks are loaded. No step is planned earlier, because limits and the search for unconfirmed tasks depend on all tasks.
   */
  let isStarted = false
  const closing = new AbortController()
  const readFromService = createRecentTasksReader(closing.signal)
  /** True while closing. No new step starts, and the result of an aborted upload is ignored. */
  let isClosing = false
  let isClosed = false

  const { limits: engineLimits } = ports
  const queues: Readonly<Record<LaneName, Queue>> = {
    upload: openQueue('upload', {
      maxConcurrent: engineLimits.concurrentUploads,
      maxWithoutSlot: maxWithoutSlot.upload,
      priorities: ranksOfSending(engineLimits.concurrentUploads),
      step: runUpload
    }),
    send: openQueue('send', {
      maxConcurrent: engineLimits.concurrentSubmits * concurrentGroups,
      groups: { maxConcurrent: engineLimits.concurrentSubmits, of: connectionOf },
      ratePerSecond: engineLimits.submitsPerSecond / timeScale,
      priorities: ranksOfSending(engineLimits.concurrentSubmits),
      step: runSend
    }),
    look: createLane({
      clock,
      together,
      maxConcurrent: concurrentRecentReads,
      ratePerSecond: null,
      permissionOf: permissionOfRecentRead,
      run: (connectionId) => runRecentRead(connectionId).catch(ports.onDefect)
    }),
    poll: openQueue('poll', {
      maxConcurrent: engineLimits.concurrentQueries * concurrentGroups,
      groups: { maxConcurrent: engineLimits.concurrentQueries, of: connectionOf },
      maxWithoutSlot: maxWithoutSlot.poll,
      ratePerSecond: engineLimits.queriesPerSecond / timeScale,
      priorities: ranksOfRetries(engineLimits.concurrentQueries, slotsForRetries.poll, (id) => failedLast(records.get(id))),
      step: runPoll
    }),
    collect: openQueue('collect', {
      maxConcurrent: engineLimits.concurrentDownloads * concurrentGroups,
      groups: { maxConcurrent: engineLimits.concurrentDownloads, of: hostOfOutput },
      maxWithoutSlot: maxWithoutSlot.collect,
      priorities: ranksOfDownloads(slotsForRetries.collect * concurrentGroups),
      step: runCollect
    })
  }

  /**
   * Single tasks start before batch rows. If there is more than one slot, batch rows leave one free. A single task therefore doesn't wait
   * behind hundreds of rows. Rows that have already started come before other rows.
   */
  function ranksOfSending(slots: number): LanePriorities {
    const mostRows = Math.max(1, slots - 1)
    return {
      count: 3,
      of: (id) => ((records.get(id)?.batch ?? null) === null ? 0 : book.isAtWork(id) ? 1 : 2),
      hasCapacity: (rank, [, begun = 0, fresh = 0]) => rank === 0 || (begun + fresh < mostRows && (rank === 1 || book.hasCapacity()))
    }
  }

  /** Retries start after first attempts and leave slots free for first attempts. An unreachable host therefore can't delay other hosts. */
  function ranksOfRetries(slots: number, slotsForRetry: number, isRetry: (id: string) => boolean): LanePriorities {
    const most = Math.min(slotsForRetry, Math.max(1, slots - 1))
    return { count: 2, of: (id) => (isRetry(id) ? 1 : 0), hasCapacity: (rank, [, retries = 0]) => rank === 0 || retries < most }
  }

  /** Downloads with a replacement URL start first. The rejected URL may have expired, so its replacement may expire soon. */
  function ranksOfDownloads(slotsForRetry: number): LanePriorities {
    return {
      count: 3,
      of: (id) => (refusedAddresses.has(id) ? 0 : (outputOf(id)?.tries ?? 0) === 0 ? 1 : 2),
      hasCapacity: (rank, [, , retries = 0]) => rank < 2 || retries < slotsForRetry
    }
  }

  type QueueOptions = Pick<LaneOptions, 'maxConcurrent'> &
    Partial<Pick<LaneOptions, 'groups' | 'maxWithoutSlot' | 'priorities' | 'ratePerSecond'>> & {
      /** `id`: ID of the task, or item ID of the output to download. */
      readonly step: (record: TaskRecord, releaseSlot: () => void, id: string) => Promise<void>
    }

  function openQueue(lane: LaneName, { step, ...options }: QueueOptions): Queue {
    const isSending = lane === 'send' || lane === 'upload'
    return createLane({
      ratePerSecond: null,
      ...options,
      together,
      clock,
      // A query may start 20 ms late, because thousands of timers a second are expensive.
      wakeGrainInMs: lane === 'poll' ? Math.max(1, 20 * timeScale) : 1,
      permissionOf: (id) => permissionOf(lane, id),
      run: async (id, releaseSlot) => {
        const record = records.get(taskOf(lane, id))
        if (record === undefined || !isDue(lane, id, record)) return
        if (isSending) book.enter(record)
        try {
          await step(record, releaseSlot, id)
        } catch (error) {
          // A bug in Kiln must not lose the task. The next try is delayed.
          queues[lane].plan(id, clock.now() + journalRetryInMs)
          ports.onDefect(error)
        } finally {
          const after = records.get(record.id)
          if (isSending && after !== undefined && book.follow(after)) startWhereCapacity()
        }
      }
    })
  }

  function startWhereCapacity(): void {
    queues.upload.startDue()
    queues.send.startDue()
  }

  function isDue(lane: LaneName, id: string, record: TaskRecord): boolean {
    return nextSteps(record).some((step) => step.lane === lane && (step.lane !== 'collect' || itemIdOf(record.id, step.index) === id))
  }

  /** Returns the task's ID. Downloads are planned by item ID, all other steps by task ID. */
  function taskOf(lane: LaneName, id: string): string {
    return lane === 'collect' ? taskIdOfItem(id) : id
  }

  function outputOf(itemId: string): TaskOutput | undefined {
    const record = records.get(taskIdOfItem(itemId))
    return record?.state.phase === 'collecting' ? record.state.outputs[outputIndexOf(itemId)] : undefined
  }

  function connectionOf(id: string): string {
    return records.get(id)?.connectionId ?? ''
  }

  function hostOfOutput(itemId: string): string {
    const url = outputOf(itemId)?.url ?? ''
    return URL.canParse(url) ? new URL(url).host : ''
  }

  function gateOf(connectionId: string): ConnectionGate {
    let connectionGate = gates.get(connectionId)
    if (connectionGate === undefined) {
      connectionGate = openGate()
      gates.set(connectionId, connectionGate)
    }
    return connectionGate
  }

  function permissionOf(lane: LaneName, id: string): StepPermission {
    const record = records.get(taskOf(lane, id))
    if (record === undefined) return 'parked'
    // Results are downloaded without the key, so an account on hold doesn't block paid results.
    if (lane === 'collect') return 'yes'
    const connectionGate = gateOf(record.connectionId)
    const isSending = lane === 'send' || lane === 'upload'
    if (isSending && book.isStopped(record)) return 'parked'
    if (ports.clientOf(record.connectionId) === null) return holdOrPark(record, 'no-connection')
    // A proxy or a captive portal blocks the service. A free request detects the end of the block, so no task is sent as a test.
    if (connectionGate.networkBlock !== null) return 'parked'
    if (connectionGate.hold === 'credits') {
      const estimate = record.credits.estimated
      const isTooDear = estimate === null || connectionGate.refusedCredits === null || estimate >= connectionGate.refusedCredits
      if (isSending && isTooDear && connectionGate.trialId !== id) return holdOrPark(record, 'credits')
    } else if (connectionGate.hold !== null) {
      return holdOrPark(record, connectionGate.hold)
    }
    if (isSending && connectionGate.offlineSince !== null) return 'parked'
    if (connectionGate.slowedUntil !== null) {
      if (connectionGate.slowedUntil > clock.now()) return { notBefore: connectionGate.slowedUntil }
      connectionGate.slowedUntil = null
      ports.onAccount(record.connectionId)
    }
    return 'yes'
  }

  function permissionOfRecentRead(connectionId: string): StepPermission {
    const [first] = unconfirmed.get(connectionId) ?? []
    return first === undefined ? 'parked' : permissionOf('look', first)
  }

  function holdOrPark(record: TaskRecord, reason: NonNullable<ConnectionGate['hold']>): StepPermission {
    if (isUnsent(record)) dispatch(record.id, { kind: 'account-held', reason })
    return 'parked'
  }

  function planAgain(id: string): void {
    const record = records.get(id)
    if (record !== undefined) plan(record)
  }

  function plan(record: TaskRecord): void {
    if (!isStarted) return
    const steps = nextSteps(record)
    for (const lane of ['upload', 'send', 'poll'] as const) {
      const step = steps.find((one) => one.lane === lane)
      if (step === undefined) queues[lane].remove(record.id)
      else queues[lane].plan(record.id, step.at)
    }
    for (const index of outputsIn(record).keys()) {
      const step = steps.find((one) => one.lane === 'collect' && one.index === index)
      if (step === undefined) queues.collect.remove(itemIdOf(record.id, index))
      else planDownload(itemIdOf(record.id, index), step.at)
    }
  }

  /**
   * Among downloads with a replacement URL, the newest starts first. If URLs expire faster than downloads finish, the oldest URLs have
   * already expired.
   */
  function planDownload(itemId: string, at: number): void {
    const isDueNow = at <= clock.now()
    queues.collect.plan(itemId, refusedAddresses.has(itemId) && isDueNow ? -at : at)
  }

  /** Plans one request for recent tasks per connection, because thousands of tasks may become unconfirmed together. */
  function planRecentReadSoon(connectionId: string): void {
    if (readsToPlan.size === 0) {
      queueMicrotask(() => {
        const connectionIds = [...readsToPlan]
        readsToPlan.clear()
        connectionIds.forEach(planRecentRead)
      })
    }
    readsToPlan.add(connectionId)
  }

  /** Plans a request for recent tasks, which serves all of the connection's unconfirmed tasks. */
  function planRecentRead(connectionId: string): void {
    if (!isStarted) return
    const times = unconfirmedOf(connectionId).map(({ state }) =>
      state.phase === 'unconfirmed' ? state.notBefore : Number.POSITIVE_INFINITY
    )
    if (times.length === 0) queues.look.remove(connectionId)
    else queues.look.plan(connectionId, Math.min(...times))
  }

  /**
   * Applies `event` to a task: decides, writes the journal, then updates memory. Throws only if `sending` or `faces-chosen` can't be
   * written, because these events must be written first. Other events are kept in memory and written later.
   * `heardFrom`: the client that received the response. If its API key has been replaced, the response doesn't put the account on hold.
   */
  function dispatch(id: string, event: TaskEvent, heardFrom: ServiceClient | null = null): TaskRecord {
    const before = records.get(id)
    if (before === undefined) throw new Error(`Task ${id} doesn’t exist.`)
    if (isClosed) return before
    const now = clock.now()
    const decision = decide(before, event, { now, random: ports.random(), timeScale, nextKey: ports.keyAfter(before.idempotencyKey) })
    const { record } = decision
    if (record === before && decision.effects.length === 0) return before
    if (decision.mustPersist) {
      const historyEvent = historyEventOf(
        event,
        { phase: record.state.phase, key: record.idempotencyKey, credits: record.credits.state },
        now
      )
      if (event.kind === 'sending') writeSending(record, historyEvent)
      else if (event.kind === 'faces-chosen') writeOrThrow(record, historyEvent)
      else writeOrRemember(record, historyEvent)
    }
    believe(before, record)
    const isOutdated = heardFrom !== null && heardFrom !== ports.clientOf(record.connectionId)
    for (const effect of decision.effects) if (!(isOutdated && effect.kind === 'hold-account')) obey(effect, record)
    ports.onTask(record)
    // The credits spent today are part of the account's state.
    if (record.credits.consumed !== before.credits.consumed) ports.onAccount(record.connectionId)
    // A task on hold because of a replaced API key resumes with the new one.
    const isHeldWrongly = isOutdated && isHeldByAccount(record) && before.state.phase !== 'held'
    return isHeldWrongly ? dispatch(id, { kind: 'account-fixed' }) : record
  }

  function believe(before: TaskRecord | null, record: TaskRecord): void {
    const { id, connectionId, state } = record
    records.set(record)
    for (const stem of [...outputsIn(record).map((output) => output.stem), ...(record.formerStems ?? [])])
      stemsInUse.add(fileNameCollisionKey(stem))
    if (state.phase !== before?.state.phase) {
      progress.delete(id)
      if (state.phase === 'unconfirmed') unconfirmedIn(connectionId).add(id)
      else unconfirmed.get(connectionId)?.delete(id)
      if (state.phase !== 'uploading' && before?.state.phase === 'uploading') uploadsUnderWay.get(id)?.abort()
      if (before?.state.phase === 'collecting') stopDownloads(before)
      if (state.phase !== 'queued' && state.phase !== 'uploading') preparedBodies.delete(id)
    }
    if (state.phase === 'unconfirmed' || before?.state.phase === 'unconfirmed') planRecentReadSoon(connectionId)
    if (book.follow(record)) startWhereCapacity()
    plan(record)
  }

  function stopDownloads({ id, state }: TaskRecord): void {
    if (state.phase !== 'collecting') return
    for (const index of state.outputs.keys()) {
      queues.collect.remove(itemIdOf(id, index))
      refusedAddresses.delete(itemIdOf(id, index))
      downloadsUnderWay.get(itemIdOf(id, index))?.abort()
    }
  }

  function unconfirmedIn(connectionId: string): Set<string> {
    let ids = unconfirmed.get(connectionId)
    if (ids === undefined) {
      ids = new Set()
      unconfirmed.set(connectionId, ids)
    }
    return ids
  }

  /**
   * Writes `sending` to the journal before the task is sent. Most retries with the same key and body aren't written. For them, the journal
   * already says that the task may have been sent. After a restart, Kiln searches for the task before resending it.
   */
  function writeSending(record: TaskRecord, event: TaskHistoryEvent): void {
    const written = sentInJournal.get(record.id)
    if (unwritten.length === 0 && written?.key === record.idempotencyKey && written.body === record.body && isWorthSkipping(record)) return
    refuseWhileRefused()
    try {
      writeOrThrow(record, event)
    } catch (error) {
      planRetry()
      throw error
    }
  }

  /**
   * Throws while a retry is planned. Each attempt to write to a busy journal blocks the main thread. All writes therefore share one attempt
   * a second.
   */
  function refuseWhileRefused(): void {
    if (isRetryPlanned) throw new Error('A journal write failed a moment ago. A retry is scheduled.')
  }

  function isWorthSkipping({ state }: TaskRecord): boolean {
    return state.phase === 'submitting' && !isWorthJournaling(state.tries + 1)
  }

  function writeOrThrow(record: TaskRecord, event: TaskHistoryEvent): void {
    writeRemembered()
    journal.write([{ record, event }])
    noteWritten(record)
  }

  function noteWritten(record: TaskRecord): void {
    const { id, state, body, idempotencyKey: key } = record
    const mayBeSent = (state.phase === 'submitting' && state.isSent) || (record.inDoubt && state.phase === 'unconfirmed' && state.mayResend)
    if (mayBeSent && body !== null) sentInJournal.set(id, { key, body })
    else sentInJournal.delete(id)
  }

  function writeOrRemember(record: TaskRecord, event: TaskHistoryEvent): void {
    unwritten.push({ record, event })
    if (gathering === 0) writeOrRetry()
  }

  function writeOrRetry(): void {
    if (isRetryPlanned) return
    try {
      writeRemembered()
    } catch {
      // The disk may be full. Nothing that costs credits is sent meanwhile, because `sending` is written first and throws.
      planRetry()
    }
  }

  function planRetry(): void {
    if (isRetryPlanned) return
    isRetryPlanned = true
    clock.setTimer(journalRetryInMs, () => {
      isRetryPlanned = false
      if (!isClosed) writeOrRetry()
    })
  }

  /**
   * Writes the remaining events. Retries, because another program may lock the journal briefly. @throws the last error. The next start
   * recovers events that weren't written.
   */
  async function writeAtClose(): Promise<void> {
    for (let left = triesAtClose; ; left -= 1) {
      try {
        return writeRemembered()
      } catch (error) {
        if (left <= 1) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, pauseAtCloseInMs))
    }
  }

  function writeRemembered(): void {
    if (unwritten.length === 0) return
    journal.write(unwritten)
    for (const { record } of unwritten) noteWritten(record)
    unwritten.length = 0
  }

  /** Writes all events of `work` in one transaction at the end. Five thousand events would otherwise cause five thousand syncs. */
  function together(work: () => void): void {
    gathering += 1
    try {
      work()
    } finally {
      gathering -= 1
      if (gathering === 0) writeOrRetry()
    }
  }

  function obey(effect: TaskEffect, record: TaskRecord): void {
    const connectionGate = gateOf(record.connectionId)
    switch (effect.kind) {
      case 'hold-account':
        if (connectionGate.hold === 'account-changed') return
        if (
          connectionGate.hold === effect.reason &&
          connectionGate.requestId === effect.requestId &&
          connectionGate.refusedCredits === effect.credits
        )
          return
        // Tasks parked because of a key or a subscription may continue if only credits are missing.
        if (connectionGate.hold !== null && connectionGate.hold !== 'credits' && effect.reason === 'credits')
          for (const lane of laneNames) queues[lane].unpark()
        // If a repeated check has the same result, the request ID is kept. The banner therefore doesn't change every minute.
        if (connectionGate.hold !== effect.reason || connectionGate.message !== effect.message) connectionGate.requestId = effect.requestId
        connectionGate.hold = effect.reason
        connectionGate.message = effect.message
        connectionGate.refusedCredits = effect.credits
        connectionGate.checkedAt = clock.now()
        planProbe(record.connectionId)
        break
      case 'slow-down':
        connectionGate.slowedUntil = Math.max(connectionGate.slowedUntil ?? 0, clock.now() + effect.delayInMs)
        break
      case 'offline':
        noteOffline(record.connectionId, effect.networkBlock)
        return
      case 'online':
        noteOnline(record.connectionId)
        return
      case 'out-of-reach':
        void checkWhetherReached(record.connectionId)
        return
      case 'discard-parts':
        for (const { stem, index } of effect.outputs) void ports.keeper.discardPart(stem, { record, index })
        return
      case 'read-recent':
        void readRecentFor(record)
        return
      case 'forget-uploads':
        try {
          journal.forgetUploads(record.connectionId, record.capability)
        } catch {
          // If the disk is full, the stale URL is kept. It's removed after the service rejects it again.
        }
        return
      case 'capabilities-moved':
        ports.onCapabilitiesMoved(record.connectionId)
        return
    }
    ports.onAccount(record.connectionId)
  }

  function noteOffline(connectionId: string, networkBlock: NetworkBlock | null): void {
    const connectionGate = gateOf(connectionId)
    if (isClosing || (connectionGate.offlineSince !== null && connectionGate.networkBlock === networkBlock)) return
    const wasBlocked = connectionGate.networkBlock !== null
    connectionGate.offlineSince ??= clock.now()
    connectionGate.networkBlock = networkBlock
    // The block has ended, but the network is unavailable. Each task detects that separately.
    if (networkBlock === null && wasBlocked) for (const lane of laneNames) queues[lane].unpark()
    planProbe(connectionId)
    ports.onAccount(connectionId)
  }

  function noteOnline(connectionId: string): void {
    const connectionGate = gateOf(connectionId)
    if (connectionGate.offlineSince === null) return
    connectionGate.offlineSince = null
    connectionGate.networkBlock = null
    // The contract is requested before the first task is sent, because a price may have changed.
    ports.readContract(connectionId)
    for (const lane of laneNames) queues[lane].unpark()
    wakeConnection(connectionId)
    ports.onAccount(connectionId)
  }

  /**
   * Plans the next automatic check of an account on hold or an unreachable service. The check is a free request. If the account is on hold
   * for credits, one waiting task is sent instead.
   */
  function planProbe(connectionId: string): void {
    probes.get(connectionId)?.()
    const connectionGate = gateOf(connectionId)
    const delayInMs = (connectionGate.offlineSince === null ? probeDelayInMs : offlineProbeDelayInMs) * timeScale
    probes.set(
      connectionId,
      clock.setTimer(delayInMs, () => void probe(connectionId))
    )
  }

  async function probe(connectionId: string): Promise<void> {
    const connectionGate = gateOf(connectionId)
    const client = ports.clientOf(connectionId)
    if (isClosing || (connectionGate.hold === null && connectionGate.offlineSince === null) || client === null) return
    if (connectionGate.hold === 'credits' && connectionGate.offlineSince === null) {
      // A task that the service may have accepted waits for credits in `submitting`. In this phase, it can be resent but not cancelled.
      const trial = records.unfinished(connectionId).find((record) => isHeldByAccount(record) || isReadyWhenUnconfirmed(record))
      connectionGate.trialId = trial?.id ?? null
      planProbe(connectionId)
      if (trial === undefined) return
      if (isHeldByAccount(trial)) dispatch(trial.id, { kind: 'account-fixed' })
      else queues.send.unpark()
      return
    }
    if (connectionGate.hold === 'account-changed') {
      if (!(await proveAccount(connectionId))) planProbe(connectionId)
      return
    }
    const answer = await client.catalog({ signal: closing.signal })
    const fault = await confirmed(client, answer.ok ? null : answer.fault)
    if (isClosing || client !== ports.clientOf(connectionId)) return
    believeReach(connectionId, fault)
    const isResolved = (fault === null || isRequestRejection(fault)) && connectionGate.hold !== null && connectionGate.hold !== 'credits'
    if (isResolved) {
      ports.readContract(connectionId)
      releaseHold(connectionId)
      return
    }
    if (connectionGate.hold !== null && fault !== null && isAccountFault(fault)) {
      connectionGate.checkedAt = clock.now()
      ports.onAccount(connectionId)
    }
    if (connectionGate.hold !== null || connectionGate.offlineSince !== null) planProbe(connectionId)
  }

  /**
   * Resumes sending after the user says that the account is fixed. If the service rejects a free request, the account stays on hold. Only a
   * task can show whether there are enough credits.
   */
  async function resume(connectionId: string): Promise<void> {
    const connectionGate = gateOf(connectionId)
    const { hold, checkedAt } = connectionGate
    if (hold === 'key' || hold === 'sign-in' || hold === 'subscription') {
      await probe(connectionId)
      if (connectionGate.checkedAt !== checkedAt) return
    }
    releaseHold(connectionId)
  }

  /** After a failed request, checks with a free request whether the service is reachable. */
  async function checkWhetherReached(connectionId: string): Promise<void> {
    const client = ports.clientOf(connectionId)
    if (client === null || isClosing || gateOf(connectionId).offlineSince !== null || soundings.has(connectionId)) return
    const before = soundedAt.get(connectionId)
    if (before !== undefined && clock.now() - before < reachabilityCheckIntervalInMs * timeScale) return
    soundedAt.set(connectionId, clock.now())
    soundings.add(connectionId)
    const answer = await client.catalog({ signal: closing.signal })
    soundings.delete(connectionId)
    if (!isClosing) await onContractRead(connectionId, answer.ok ? null : answer.fault)
  }

  /**
   * Confirms a fault of the catalog request. After a web page or a dropped connection, sends a second free request. Only that can show
   * whether the network is the cause. Returns null if the second request succeeds.
   */
  async function confirmed(client: ServiceClient, fault: Fault | null): Promise<Fault | null> {
    if (fault?.networkBlock !== 'sign-in-page' && fault?.kind !== 'lost') return fault
    const answer = await client.recentTasks({ limit: 1, signal: closing.signal })
    return answer.ok ? null : answer.fault
  }

  async function onContractRead(connectionId: string, met: Fault | null): Promise<void> {
    const client = ports.clientOf(connectionId)
    if (client === null) return
    const fault = await confirmed(client, met)
    if (client === ports.clientOf(connectionId)) believeReach(connectionId, fault)
  }

  /** Applies the result of a free request. The service is reachable if `fault` is null or came from the service itself. */
  function believeReach(connectionId: string, fault: Fault | null): void {
    const isAnswered = fault?.kind === 'refusal' || fault?.kind === 'unreadable'
    if (fault === null || (fault.networkBlock === null && isAnswered)) noteOnline(connectionId)
    else if (fault.networkBlock !== null || fault.kind === 'not-sent') noteOffline(connectionId, fault.networkBlock)
  }

  /**
   * Ends a trial, in which one task is sent to check for credits. If the service accepted the task, the hold ends. Otherwise, it continues.
   */
  function concludeTrial(record: TaskRecord): void {
    const connectionGate = gateOf(record.connectionId)
    if (connectionGate.trialId !== record.id) return
    connectionGate.trialId = null
    if (record.taskId !== null) releaseHold(record.connectionId)
  }

  /**
   * Ends a pause requested by the service, unless less than `maxDelayAfterStartInMs` remains. Called when the user checks a task or the computer wakes up. A restart also
   * ends the pause.
   */
  function endSlowDown(connectionId: string): void {
    const connectionGate = gateOf(connectionId)
    if (connectionGate.slowedUntil === null || connectionGate.slowedUntil - clock.now() < maxDelayAfterStartInMs * timeScale) return
    connectionGate.slowedUntil = null
    for (const lane of laneNames) queues[lane].unpark()
    ports.onAccount(connectionId)
  }

  async function checkReachability(): Promise<void> {
    const shut = [...gates].filter(([, { offlineSince }]) => offlineSince !== null)
    await Promise.all(shut.map(([connectionId]) => probe(connectionId)))
  }

  function releaseHold(connectionId: string): void {
    const connectionGate = gateOf(connectionId)
    if (connectionGate.hold === 'account-changed') return void proveAccount(connectionId)
    probes.get(connectionId)?.()
    probes.delete(connectionId)
    connectionGate.hold = null
    connectionGate.message = null
    connectionGate.requestId = null
    connectionGate.refusedCredits = null
    connectionGate.trialId = null
    connectionGate.slowedUntil = null
    if (connectionGate.offlineSince !== null) planProbe(connectionId)
    dispatchMany(connectionId, { kind: 'account-fixed' }, isHeldByAccount)
    for (const lane of laneNames) queues[lane].unpark()
    ports.onAccount(connectionId)
  }

  /** A new key may belong to another account. Until that is ruled out, this account's tasks are neither sent nor queried. */
  function suspendAccount(connectionId: string): void {
    const connectionGate = gateOf(connectionId)
    Object.assign(connectionGate, {
      ...openGate(),
      offlineSince: connectionGate.offlineSince,
      networkBlock: connectionGate.networkBlock,
      hold: 'account-changed'
    })
    dispatchMany(connectionId, { kind: 'account-held', reason: 'account-changed' }, isUnsent)
    planProbe(connectionId)
    ports.onAccount(connectionId)
  }

  /** Ends the hold `account-changed`, because the API key belongs to the account of these tasks. */
  function trustAccount(connectionId: string): void {
    const connectionGate = gateOf(connectionId)
    if (connectionGate.hold !== 'account-changed') return
    connectionGate.hold = null
    releaseHold(connectionId)
  }

  /**
   * Returns true if the connection's API key belongs to the account of its tasks. If that is unknown, searches for one of the tasks in the
   * account's recent tasks.
   */
  async function proveAccount(connectionId: string): Promise<boolean> {
    if (gateOf(connectionId).hold !== 'account-changed') return true
    const client = ports.clientOf(connectionId)
    if (client === null) return false
    const answer = await readRecentTasks(client, [])
    if (isClosed || !answer.ok || client !== ports.clientOf(connectionId) || !names(connectionId, answer.value)) return false
    ports.onAccountProven(connectionId)
    trustAccount(connectionId)
    return true
  }

  /** True if `recent` contains one of the connection's tasks, by task ID or idempotency key. */
  function names(connectionId: string, recent: readonly RecentTask[]): boolean {
    const followed = records.taskIdsOf(connectionId)
    if (recent.some(({ taskId }) => followed.has(taskId))) return true
    const listed = new Set(recent.flatMap(({ idempotencyKey }) => idempotencyKey ?? []))
    return records.unfinished(connectionId).some((record) => keysOf(record).some((key) => listed.has(key)))
  }

  function wakeConnection(connectionId: string | null): void {
    const ids = records.unfinished(connectionId).map(({ id }) => id)
    inSlices(ids, (record) => {
      if (nextSteps(record).length > 0) dispatch(record.id, { kind: 'woke' })
    })
  }

  /**
   * Dispatches `event` to the connection's tasks for which `isMeant` returns true. A later call stops the remaining slices of an earlier
   * call.
   */
  function dispatchMany(connectionId: string, event: TaskEvent, isMeant: (record: TaskRecord) => boolean): void {
    const call = Symbol(connectionId)
    lastCalls.set(connectionId, call)
    const tellOne = (record: TaskRecord): void => {
      if (isMeant(record)) dispatch(record.id, event)
    }
    const ids = records.unfinished(connectionId).filter(isMeant)
    inSlices(
      ids.map(({ id }) => id),
      tellOne,
      () => lastCalls.get(connectionId) === call
    )
  }

  /**
   * Runs `work` for the first slice now. Each later slice runs in the next turn of the event loop. Stops once `isWanted` returns false.
   * Slices are needed, because thousands of tasks may resume at once.
   */
  function inSlices(ids: readonly string[], work: (record: TaskRecord) => void, isWanted = (): boolean => true): void {
    together(() => {
      for (const id of ids.slice(0, tasksPerTurn)) {
        const record = records.get(id)
        if (record !== undefined) work(record)
      }
    })
    const later = ids.slice(tasksPerTurn)
    if (later.length > 0)
      setImmediate(() => {
        if (!isClosing && isWanted()) inSlices(later, work, isWanted)
      })
  }

  /** Uploads a task's files. The task is then planned for the `send` lane. */
  async function runUpload(start: TaskRecord, releaseSlot: () => void): Promise<void> {
    const { id } = start
    const due = await readyToSend(start, 'upload')
    // The limit is checked before uploading, to avoid a useless upload. It's checked again just before sending, because other tasks may
    // have been sent meanwhile.
    if (due === null || asks(due, ports.limitConfirmation(due))) return
    const body = await prepare(due, releaseSlot)
    if (body === null) return
    preparedBodies.set(id, body)
    dispatch(id, { kind: 'uploaded' })
  }

  async function runSend(start: TaskRecord): Promise<void> {
    const { id } = start
    const due = await readyToSend(start, 'send')
    if (due === null) return
    const body = due.body ?? preparedBodies.get(id) ?? (await prepare(due, () => undefined))
    if (body === null) return
    // An API key or a base URL may have been replaced during the upload.
    const client = ports.clientOf(start.connectionId)
    const before = records.get(id)
    if (client === null || before === undefined) return plan(start)
    // Meanwhile, the batch may have been stopped, the network blocked or the account put on hold. If so, the task is planned again.
    if (permissionOf('send', id) !== 'yes') return planAgain(id)
    if (asks(before, ports.limitConfirmation(before))) return
    let record: TaskRecord
    try {
      record = dispatch(id, { kind: 'sending', body })
    } catch {
      // Tasks are never sent before they are written. Sending is retried once the journal accepts writes.
      queues.send.plan(id, clock.now() + journalRetryInMs)
      return
    }
    // The body is sent only after it was saved, and exactly as saved.
    if (isClosed || record === before || record.state.phase !== 'submitting' || !record.state.isSent || record.body === null) return
    const answer = await client.submit({ capability: record.capability, body: record.body, idempotencyKey: record.idempotencyKey })
    const answered = answer.ok
      ? dispatch(id, { kind: 'submitted', answer: answer.value, httpStatus: answer.httpStatus, requestId: answer.requestId }, client)
      : dispatch(id, { kind: 'submit-failed', fault: answer.fault }, client)
    concludeTrial(answered)
  }

  /** Runs all checks before a task is uploaded or sent. Null if the task can't proceed now. */
  async function readyToSend(start: TaskRecord, lane: 'upload' | 'send'): Promise<TaskRecord | null> {
    const { id } = start
    if (isUnsent(start)) {
      if (asks(start, await ports.priceConfirmation(start))) return null
      // The task was created before Kiln started. Another copy of Kiln may have sent it, or the journal may have lost its latest writes.
      if (start.createdAt < startedAt) await readRecentOnce(start.connectionId)
    }
    const due = records.get(id)
    // The task was cancelled, put on hold or found at the service meanwhile.
    if (isClosing || due === undefined || !isDue(lane, id, due)) return null
    if (permissionOf(lane, id) === 'yes') return due
    planAgain(id)
    return null
  }

  /**
   * Puts a task on hold for a question to the user. A task that the service may have accepted isn't put on hold. It is retried with its
   * idempotency key at any price, because it may already have been charged.
   */
  function asks(record: TaskRecord, question: SendConfirmation | null): boolean {
    if (question === null || !isUnsent(record)) return false
    concludeTrial(dispatch(record.id, { kind: 'questioned', question }))
    return true
  }

  /** Uploads local files and returns the final request body as JSON. Null if the task failed or must wait. */
  async function prepare(start: TaskRecord, releaseSlot: () => void): Promise<string | null> {
    const { id } = start
    const client = ports.clientOf(start.connectionId)
    if (client === null) {
      plan(start)
      return null
    }
    const capability = ports.capabilityOf(start.capability, start.connectionId)
    if (capability === null) {
      if (start.state.phase === 'queued') dispatch(id, { kind: 'upload-began' })
      const message = kept('The service doesn’t offer {capability}.', { capability: start.capability })
      dispatch(id, { kind: 'upload-failed', fault: newFault('submit', 'refusal', { errorType: 'CAPABILITY_NOT_ENABLED', message }) })
      return null
    }
    let urls: readonly string[] = []
    if (start.inputs.length > 0) {
      dispatch(id, { kind: 'upload-began' })
      const stop = new AbortController()
      uploadsUnderWay.set(id, stop)
      const stopWaiting = clock.setTimer(slotOfUploadInMs, releaseSlot)
      const uploaded = await ports.uploadInputs({
        connectionId: start.connectionId,
        capability: start.capability,
        inputs: start.inputs,
        client,
        onProgress: (now) => report(id, now),
        signal: AbortSignal.any([stop.signal, closing.signal])
      })
      stopWaiting()
      uploadsUnderWay.delete(id)
      if (!uploaded.ok) {
        const { fault, refused } = uploaded
        if (isClosing) return null
        if (refused === null) dispatch(id, { kind: 'upload-failed', fault }, client)
        else dispatch(id, { kind: 'upload-refused', fault, upload: refused })
        return null
      }
      urls = uploaded.urls
    }
    const urlOf = (reference: MediaReference, field: string): string => {
      const place = start.inputs.findIndex((input) => input.field === field && isSameReference(input.reference, reference))
      const url = urls[place]
      if (url === undefined) throw new Error(`Field ${field} has a file that wasn’t uploaded.`)
      return url
    }
    return JSON.stringify(unwrapRequestBody(capability, requestBodyOf(capability, start.values, urlOf)))
  }

  function report(id: string, now: TransferProgress): void {
    progress.set(id, now)
    ports.onProgress(id, now)
  }

  async function runRecentRead(connectionId: string): Promise<void> {
    const client = ports.clientOf(connectionId)
    // A task that becomes unconfirmed during the request may be missing from the list. It waits for the next request.
    const lookedFor = unconfirmedOf(connectionId)
    if (client === null || lookedFor.length === 0) return planRecentRead(connectionId)
    const answer = await readRecentTasks(client, lookedFor)
    if (isClosed) return
    together(() => {
      if (!answer.ok) for (const { id } of lookedFor) dispatch(id, { kind: 'recent-failed', fault: answer.fault }, client)
      else believeRecent(connectionId, client, answer.value, answer.requestId, lookedFor)
    })
    planRecentRead(connectionId)
  }

  /** Requests the recent tasks. Each client has at most one pending request. Concurrent callers share its result, including a failure. */
  function readRecentTasks(client: ServiceClient, lookedFor: readonly TaskRecord[]): Promise<RecentTasksResult> {
    const underWay = readingsUnderWay.get(client)
    if (underWay !== undefined) return underWay
    const reading = readFromService(client, isNamed(lookedFor)).finally(() => readingsUnderWay.delete(client))
    readingsUnderWay.set(client, reading)
    return reading
  }

  /**
   * Reads the recent tasks before unsent tasks are sent, once per client. If the service doesn't support this request, it isn't repeated,
   * and the tasks are sent anyway.
   */
  async function readRecentOnce(connectionId: string): Promise<void> {
    const client = ports.clientOf(connectionId)
    if (client === null || readSinceStart.has(client)) return
    const answer = await readRecentTasks(client, [])
    if (isClosed) return
    if (answer.ok) believeRecent(connectionId, client, answer.value, answer.requestId, [])
    else if (answer.fault.kind === 'refusal' || answer.fault.kind === 'unreadable') readSinceStart.add(client)
  }

  /**
   * Applies a list of recent tasks. Returns the IDs of Kiln's tasks in the list. `lookedFor`: tasks that were unconfirmed before the list
   * was read. They get an event even if they weren't found.
   */
  function believeRecent(
    connectionId: string,
    client: ServiceClient,
    recent: readonly RecentTask[],
    requestId: string | null,
    lookedFor: readonly TaskRecord[]
  ): readonly string[] {
    // The API key was replaced meanwhile, or may belong to another account. Its list says nothing about these tasks.
    if (client !== ports.clientOf(connectionId) || gateOf(connectionId).hold === 'account-changed') return []
    readSinceStart.add(client)
    const open = records.unfinished(connectionId).filter(({ taskId }) => taskId === null)
    const found = matchRecentTasks({
      records: open.filter((record) => canBeMatched(record)),
      recent,
      knownTaskIds: records.taskIdsOf(connectionId),
      keysOf
    })
    for (const [id, { taskId, under }] of found) dispatch(id, { kind: 'recent-read', foundTaskId: taskId, foundUnder: under, requestId })
    for (const record of lookedFor) {
      if (found.has(record.id)) continue
      dispatch(record.id, { kind: 'recent-read', foundTaskId: null, isAbsent: provesAbsence(record, recent, keysOf(record)), requestId })
    }
    return [...found.keys()]
  }

  /** Returns a task's idempotency key and the keys of its later attempts. Another copy of Kiln may have sent those attempts. */
  function keysOf({ idempotencyKey, inputs, attempt }: TaskRecord): readonly string[] {
    const keys = [idempotencyKey]
    for (let next = attempt; inputs.length > 0 && next < maxUploadAttempts; next += 1) keys.push(ports.keyAfter(keys.at(-1) as string))
    return keys
  }

  function unconfirmedOf(connectionId: string): readonly TaskRecord[] {
    return [...(unconfirmed.get(connectionId) ?? [])].flatMap((id) => records.get(id) ?? [])
  }

  /** Returns a function that tests whether a list contains all tasks in `lookedFor`, by idempotency key. */
  function isNamed(lookedFor: readonly TaskRecord[]): (recent: readonly RecentTask[]) => boolean {
    return (recent) => {
      const keys = new Set(recent.map(({ idempotencyKey }) => idempotencyKey))
      return lookedFor.every((record) => keysOf(record).some((key) => keys.has(key)))
    }
  }

  async function readRecent(connectionId: string): Promise<{
    recent: readonly RecentTask[] | null
    fault: Fault | null
    found: readonly string[]
  }> {
    const client = ports.clientOf(connectionId)
    if (client === null) return { recent: null, fault: null, found: [] }
    const lookedFor = unconfirmedOf(connectionId)
    const nameless = records.unfinished(connectionId).filter(({ state, taskId }) => state.phase === 'support' && taskId === null)
    if (!(await proveAccount(connectionId))) return { recent: null, fault: null, found: [] }
    const answer = await readRecentTasks(client, [...lookedFor, ...nameless])
    if (!answer.ok) {
      const { fault } = answer
      // After the computer wakes up, there may be no other request that would detect the problem.
      if (fault.kind === 'not-sent' || fault.kind === 'lost' || fault.networkBlock !== null) void checkWhetherReached(connectionId)
      return { recent: null, fault, found: [] }
    }
    if (isClosed) return { recent: answer.newest, fault: null, found: [] }
    if (client === ports.clientOf(connectionId)) noteOnline(connectionId)
    return { recent: answer.newest, fault: null, found: believeRecent(connectionId, client, answer.value, answer.requestId, []) }
  }

  function chooseFaces(id: string, text: string, send: () => Promise<CallOutcome<unknown>>): Promise<void> {
    const before = records.get(id)
    // Throws if the journal can't be written, so that nothing is sent.
    const record = dispatch(id, { kind: 'faces-chosen', arguments: text })
    // The selection is sent only after this event was written. On a second click the record is unchanged, so nothing is sent.
    return isClosed || record === before ? Promise.resolve() : sendChoice(id, send)
  }

  async function sendChoice(id: string, send: () => Promise<CallOutcome<unknown>>): Promise<void> {
    const answer = await send()
    dispatch(id, answer.ok ? { kind: 'faces-taken' } : { kind: 'choice-failed', fault: answer.fault })
  }

  async function readRecentFor(record: TaskRecord): Promise<void> {
    const client = ports.clientOf(record.connectionId)
    if (client === null) return
    const answer = await readRecentTasks(client, [])
    if (isClosed || !answer.ok) return
    const isThere = (recent: readonly RecentTask[]): boolean => recent.some(({ taskId }) => taskId === record.taskId)
    dispatch(record.id, { kind: 'recent-read', foundTaskId: isThere(answer.value) ? record.taskId : null, requestId: answer.requestId })
  }

  async function runPoll(start: TaskRecord, releaseSlot: () => void): Promise<void> {
    const client = ports.clientOf(start.connectionId)
    const taskId = start.taskId
    if (client === null || taskId === null) return
    const capability = ports.capabilityOf(start.capability, start.connectionId)
    const stopWaiting = clock.setTimer(slotOfQueryInMs, releaseSlot)
    const call = { capability: start.capability, taskId, resultField: capability?.resultField ?? 'result', signal: closing.signal }
    const answer =
      start.capability === unknownCapability
        ? await ports.queryWithoutCapability(start.connectionId, taskId, closing.signal)
        : await client.query(call)
    stopWaiting()
    if (isClosed) return
    if (!answer.ok) {
      dispatch(start.id, { kind: 'query-failed', fault: answer.fault }, client)
      return
    }
    const { value, httpStatus, requestId } = answer
    if (start.state.phase === 'failed') {
      dispatch(start.id, { kind: 'credits-read', answer: value, httpStatus, requestId }, client)
      return
    }
    const isFinished = value.urls.length > 0 && classifyStatus(value.status) !== 'failure'
    // The task may have changed during the query.
    const current = records.get(start.id) ?? start
    const known = outputsIn(current)
    const stems = isFinished
      ? await reserveStems(current, known.length, outputCountWithNewUrls(known, value.urls, requestedOutputCount(start)))
      : []
    if (isClosed) return
    dispatch(start.id, { kind: 'queried', answer: value, stems, httpStatus, requestId })
  }

  /**
   * Reserves paths for the outputs from index `first` to `count - 1`. The paths count as taken immediately, so that no other task gets
   * them.
   */
  async function reserveStems(record: TaskRecord, first: number, count: number): Promise<readonly string[]> {
    const stems: string[] = []
    for (let index = first; index < count; index += 1) {
      const former = first === 0 ? record.formerStems?.[index] : undefined
      stems.push(former ?? (await reserveStem(record, index, count)))
    }
    return stems
  }

  async function reserveStem(record: TaskRecord, index: number, count: number): Promise<string> {
    const { capability, title } = record
    const request = { capability, title, index, count, at: clock.now() }
    const stem = await ports.keeper.reserve({ ...request, isTaken: (one) => stemsInUse.has(fileNameCollisionKey(one)) })
    // Two concurrent reservations may return the same name. The second reservation is then repeated.
    if (stemsInUse.has(fileNameCollisionKey(stem))) return reserveStem(record, index, count)
    stemsInUse.add(fileNameCollisionKey(stem))
    return stem
  }

  /** True if a path's folder isn't usable and isn't in the current library. */
  function isStranded({ localReason }: Fault, stem: string): boolean {
    const isOfPlace = localReason === 'folder-missing' || localReason === 'folder-not-writable' || localReason === 'disk-full'
    return isOfPlace && !ports.keeper.isInLibrary(stem)
  }

  async function runCollect(start: TaskRecord, releaseSlot: () => void, itemId: string): Promise<void> {
    const index = outputIndexOf(itemId)
    const output = outputOf(itemId)
    if (start.state.phase !== 'collecting' || output === undefined) return
    try {
      if (unwritten.length > 0) refuseWhileRefused()
      writeRemembered()
    } catch {
      // A file's path must be in the journal before the file exists. Otherwise the file's task would be unknown if Kiln was killed.
      queues.collect.plan(itemId, clock.now() + journalRetryInMs)
      return
    }
    const stop = new AbortController()
    downloadsUnderWay.set(itemId, stop)
    const outcome = await ports.keeper
      .save({
        url: output.url,
        stem: output.stem,
        expectedMedium: ports.capabilityOf(start.capability, start.connectionId)?.output ?? 'image',
        of: { record: start, index },
        siblings: output.isAddressCertain ? [] : savedOutputsOf(start).flatMap(({ downloadSha256 }) => downloadSha256 ?? []),
        acceptsIncomplete: acceptsIncompleteFile(output),
        onProgress: (now) => report(start.id, now),
        onSlow: releaseSlot,
        signal: AbortSignal.any([stop.signal, closing.signal])
      })
      .finally(() => downloadsUnderWay.delete(itemId))
    if (isClosed) return
    const isRefused = !outcome.ok && outcome.duplicateSha256 === undefined && outcome.fault.kind === 'refusal'
    if (isRefused) refusedAddresses.add(itemId)
    else refusedAddresses.delete(itemId)
    if (outcome.ok) {
      const { downloadSha256, isTorn, ...file } = outcome.file
      const result: TaskResult = { id: itemId, index, ...file, savedAt: clock.now() }
      dispatch(start.id, { kind: 'kept', index, result, downloadSha256, isTorn })
    } else if (stop.signal.aborted) await ports.keeper.discardPart(output.stem, { record: start, index })
    else if (outcome.duplicateSha256 !== undefined) dispatch(start.id, { kind: 'twin-found', index, sha256: outcome.duplicateSha256 })
    else if (isStranded(outcome.fault, output.stem)) {
      const stem = await reserveStem(start, index, start.state.outputs.length)
      dispatch(start.id, { kind: 'moved', index, stem })
      await ports.keeper.discardPart(output.stem, { record: start, index })
    } else dispatch(start.id, { kind: 'keep-failed', index, fault: outcome.fault })
  }

  /** Gives each output a separate path. In an older Kiln's journal, two paths may be one file on a case-insensitive disk. */
  async function separatePlaces(): Promise<void> {
    const seen = new Set<string>()
    for (const record of records.unfinished(null)) {
      for (const [index, output] of outputsIn(record).entries()) {
        const place = fileNameCollisionKey(output.stem)
        if (isOpenOutput(output) && seen.has(place))
          dispatch(record.id, { kind: 'moved', index, stem: await reserveStem(record, index, outputsIn(record).length) })
        seen.add(place)
      }
    }
  }

  return {
    start: async (stored, batches) => {
      for (const batch of batches) book.set(batch)
      for await (const slice of slicesWithPauses(stored, nextTurn)) for (const record of slice) believe(null, record)
      // Tasks that were in flight become unconfirmed before anything starts.
      for await (const slice of slicesWithPauses(records.unfinished(null), nextTurn)) {
        together(() => {
          for (const { id } of slice) dispatch(id, { kind: 'restarted' })
        })
      }
      await separatePlaces()
      isStarted = true
      for await (const slice of slicesWithPauses(records.unfinished(null), nextTurn)) for (const { id } of slice) planAgain(id)
      for (const connectionId of unconfirmed.keys()) planRecentRead(connectionId)
    },
    add: (record, event) => {
      writeRemembered()
      journal.insert(record, event)
      believe(null, record)
      ports.onTask(record)
    },
    addBatch: (batch, entries) => {
      writeRemembered()
      journal.insertBatch(batch, entries)
      book.set(batch)
      ports.onBatch(batch)
      for (const { record } of entries) {
        believe(null, record)
        ports.onTask(record)
      }
    },
    batches: book.batches,
    stopBatch: (id, isStopped) => {
      const batch = book.batches().get(id)
      if (batch === undefined || batch.isStopped === isStopped) return
      const changed = { ...batch, isStopped }
      journal.writeBatch(changed)
      book.set(changed)
      for (const record of records.ofBatch(id)) book.follow(record)
      if (!isStopped) {
        queues.upload.unpark()
        queues.send.unpark()
      }
      startWhereCapacity()
      ports.onBatch(changed)
    },
    record: records.get,
    tasks: records,
    progressOf: (id) => progress.get(id) ?? null,
    gate: gateOf,
    dispatch,
    dispatchAll: (ids, event) => together(() => ids.forEach((id) => dispatch(id, event))),
    releaseHold,
    resume,
    detachConnection: (connectionId) => {
      // Tasks in later slices aren't sent meanwhile, because no task has permission without a client.
      dispatchMany(connectionId, { kind: 'account-held', reason: 'no-connection' }, isUnsent)
      ports.onAccount(connectionId)
    },
    suspendAccount,
    trustAccount,
    hasTaskAmong: names,
    readRecent,
    chooseFaces,
    wake: () => {
      for (const connectionId of gates.keys()) endSlowDown(connectionId)
      wakeConnection(null)
      void checkReachability()
    },
    checkReachability,
    onContractRead,
    retryDownloads: () => {
      for (const record of records.unfinished(null)) if (record.state.phase === 'collecting') dispatch(record.id, { kind: 'woke' })
    },
    checkNow: (id) => {
      const { connectionId } = dispatch(id, { kind: 'look-again' })
      endSlowDown(connectionId)
    },
    close: async () => {
      isClosing = true
      for (const lane of laneNames) queues[lane].close()
      for (const stop of probes.values()) stop()
      for (const stop of uploadsUnderWay.values()) stop.abort()
      await new Promise<void>((resolve) => {
        const stopWaiting = clock.setTimer(closeTimeoutInMs, resolve)
        void Promise.all([queues.send.idle(), queues.upload.idle()]).then(() => {
          stopWaiting()
          resolve()
        })
      })
      try {
        await writeAtClose()
      } finally {
        isClosed = true
        closing.abort()
      }
      await Promise.all([queues.look.idle(), queues.poll.idle(), queues.collect.idle()])
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** True if only a user action can change the task. A failed task isn't at its end while Kiln waits for its refund. */
function isAtEnd(record: TaskRecord): boolean {
  const { state } = record
  if (state.phase === 'failed') return state.refundLook === null
  return state.phase === 'done' || state.phase === 'refused' || (state.phase === 'cancelled' && !isCancelledUnconfirmed(record))
}

/** True for a task that the service may have accepted and that waits to be sent again. */
function isReadyWhenUnconfirmed({ inDoubt, state }: TaskRecord): boolean {
  return inDoubt && state.phase === 'submitting' && !state.isSent
}

/** True if the task's last request failed. Its next request has a lower priority. */
function failedLast(record: TaskRecord | undefined): boolean {
  const state = record?.state
  if (state?.phase === 'collecting') return state.tries > 0
  return state !== undefined && 'faultsInARow' in state && state.faultsInARow > 0
}

function outputsIn({ state }: TaskRecord): readonly TaskOutput[] {
  return 'outputs' in state ? state.outputs : []
}

function openGate(): ConnectionGate {
  return {
    hold: null,
    message: null,
    requestId: null,
    checkedAt: null,
    refusedCredits: null,
    trialId: null,
    offlineSince: null,
    networkBlock: null,
    slowedUntil: null
  }
}

function isHeldByAccount({ state }: TaskRecord): boolean {
  return state.phase === 'held' && state.question === null
}

function isSameReference(one: MediaReference, other: MediaReference): boolean {
  if ('file' in one) return 'file' in other && one.file === other.file
  return 'item' in one && 'item' in other && one.item === other.item
}
