import type { Batch } from '../../shared/batch/batch.ts'
import { type Fault, newFault, type Obstacle } from '../../shared/fault.ts'
import { requestBodyOf, sentBodyOf } from '../../shared/fields.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { Progress, Result } from '../../shared/task.ts'
import type { MediaReference } from '../../shared/values.ts'
import { itemIdOf, outputIndexOf, taskIdOfItem } from '../../shared/item-id.ts'
import { foldedName } from '../../shared/result-name.ts'
import { slicesOf } from '../../shared/slices-of.ts'
import { kept } from '../../shared/words/say.ts'
import { unknownCapability } from '../core/adopted-task.ts'
import { acceptsTorn, savedOf } from '../core/collecting.ts'
import { countAfter, isOpen } from '../core/fresh-addresses.ts'
import { type Lane, lanes, nextSteps } from '../core/next-step.ts'
import { outputsAskedFor } from '../core/output-count.ts'
import type { Answer, RecentTask, ServiceClient } from '../core/ports.ts'
import { matchRecentTasks, provesAbsence } from '../core/recovery-plan.ts'
import { longestWaitAfterStartInMs } from '../core/poll-schedule.ts'
import { meaningOfStatus } from '../core/status-words.ts'
import { type StoryEvent, storyEventOf } from '../core/story.ts'
import type { Notice, TaskEvent } from '../core/task-event.ts'
import { isWorthJournaling } from '../core/decision.ts'
import { isWithoutCatalog } from '../core/error-policy.ts'
import { attemptsOfUpload, decide, mayBeFound, mayBeTakenBack } from '../core/task-machine.ts'
import type { Output, TaskRecord } from '../core/task-record.ts'
import { createBatchBook } from './batch-book.ts'
import { createLane, type Lane as Queue, type LaneOptions, type Permission, type Ranks } from './lane.ts'
import type { EnginePorts, Gate, JournalEntry } from './ports.ts'
import { createRecentReader, type RecentReading } from './read-recent.ts'
import { createTaskIndex, type TaskIndex } from './task-index.ts'

/** How often a held account is looked at by itself, before the time scale: the key and subscription by a free call, credits by one task. */
const probeDelayInMs = 60_000
const creditsProbeDelayInMs = 5 * 60_000
/** The same while the service is not reached: by a call that costs nothing. */
const offlineProbeDelayInMs = 10_000
/** How long closing waits for a submission that is on the wire; after that the next start looks it up. */
const patienceAtCloseInMs = 3_000
const journalRetryInMs = 1_000
/** Waking, holding or releasing so many tasks takes about 10 ms, and one write to the journal. */
const tasksPerTurn = 500
/** Closing tries so often to write what the journal has refused before. Not scaled: it is another program's time. */
const triesAtClose = 10
const pauseAtCloseInMs = 100
/** A query that is not answered by then gives its slot to another; its answer is waited for all the same. Not scaled: it is the service's time. */
const slotOfQueryInMs = 2_000
/** The same for the uploads of a task. */
const slotOfUploadInMs = 10_000
/** So many queries, downloads and uploads may go on without a slot, each kind for itself. */
const mostWithoutSlot = { poll: 64, collect: 16, upload: 4 } as const
/** Of the slots for queries and downloads, so many may go to what failed last time. */
const slotsForRetries = { poll: 4, collect: 1 } as const
/** How many connections, or hosts of files, may use all of their slots at the same time. */
const groupsAtOnce = 4
/** Connections whose recent tasks are read at the same time. */
const recentReadingsAtOnce = 8
/** A page in the place of an answer makes Kiln check the connection with a free call, but not more often than this. */
const pauseBetweenSoundingsInMs = 30_000

export type Engine = {
  /** Takes over what the journal held, a slice at a time. Nothing is sent or asked before it resolves. */
  readonly start: (records: readonly TaskRecord[], batches: readonly Batch[]) => Promise<void>
  /** Writes a new task down (I1) and sets it going. Throws when the journal can't be written; then nothing happens. */
  readonly add: (record: TaskRecord, event: StoryEvent) => void
  /** The same for a batch with all its tasks: all of them, or none. */
  readonly addBatch: (batch: Batch, entries: readonly JournalEntry[]) => void
  readonly batches: () => ReadonlyMap<string, Batch>
  /** Durable when it returns; throws when it can't be written. What is not sent of a stopped batch stays here until it may go on. */
  readonly stopBatch: (id: string, isStopped: boolean) => void
  readonly record: (id: string) => TaskRecord | undefined
  readonly tasks: TaskIndex
  readonly progressOf: (id: string) => Progress | null
  readonly gate: (connectionId: string) => Readonly<Gate>
  readonly tell: (id: string, event: TaskEvent) => TaskRecord
  /** A person wants to know now, also if the service asked for a long pause. */
  readonly lookAgain: (id: string) => void
  /** One event for many tasks, written down together. */
  readonly tellAll: (ids: readonly string[], event: TaskEvent) => void
  /** The account is mended, or a new key is there: everything held goes on. */
  readonly mend: (connectionId: string) => void
  /** The key of a connection was replaced by one that may belong to another account: nothing moves until `trustAccount`, or until proven. */
  readonly doubtAccount: (connectionId: string) => void
  /** The key belongs to the account that the tasks were made for. */
  readonly trustAccount: (connectionId: string) => void
  /** Whether recent tasks name a task of this connection. */
  readonly names: (connectionId: string, recent: readonly RecentTask[]) => boolean
  /** A connection was closed: what is not sent waits. */
  readonly unplug: (connectionId: string) => void
  /**
   * Reads the recent tasks now and believes what they say of tasks whose outcome was unknown. `recent` null: they could not be read, and
   * `fault` says why (null: no connection). `found`: our tasks that they named.
   */
  readonly readRecent: (connectionId: string) => Promise<{
    readonly recent: readonly RecentTask[] | null
    readonly fault: Fault | null
    readonly found: readonly string[]
  }>
  /**
   * Writes a choice of faces down, and sends it once. Throws at once when it can't be written; nothing is sent then. The promise is of the
   * sending. Does nothing when the task does not wait for faces.
   */
  readonly chooseFaces: (id: string, text: string, send: () => Promise<Answer<unknown>>) => Promise<void>
  /** The machine woke or the network is back: look at everything at once. */
  readonly wake: () => void
  /** The library folder is there again, or another one: what waits to be saved is saved now. */
  readonly collectNow: () => void
  /** Looks now whether the service can be reached again, where it could not. */
  readonly lookOut: () => Promise<void>
  /** What reading the contract met; `fault` null: it was read. */
  readonly hear: (connectionId: string, fault: Fault | null) => Promise<void>
  readonly close: () => Promise<void>
}

/** Obeys `core`: takes the step that is due, writes the event down, decides, goes on. It judges nothing itself. */
export function createEngine(ports: EnginePorts): Engine {
  const { clock, journal, timeScale } = ports
  const startedAt = clock.now()
  const records = createTaskIndex({ isAtEnd, now: startedAt })
  const gates = new Map<string, Gate>()
  /** Reserved places of files, as a file system that ignores case sees them. */
  const stemsInUse = new Set<string>()
  /** Unconfirmed tasks by connection. */
  const unconfirmed = new Map<string, Set<string>>()
  /** Bodies of tasks whose files are uploaded, until they are sent. */
  const preparedBodies = new Map<string, string>()
  /** What the journal holds of a task that may be on the wire, by task id. */
  const sentInJournal = new Map<string, { readonly key: string; readonly body: string }>()
  /** Downloads that are under way, by item id. */
  const downloadsUnderWay = new Map<string, AbortController>()
  /** Readings of the recent tasks that are under way. By client, and so by key: what another key is told proves nothing. */
  const readingsUnderWay = new Map<ServiceClient, Promise<RecentReading>>()
  const looksToPlan = new Set<string>()
  /** Those whose recent tasks were read, or refused, since they were opened. */
  const readSinceStart = new WeakSet<ServiceClient>()
  const soundedAt = new Map<string, number>()
  const progress = new Map<string, Progress>()
  const uploadsUnderWay = new Map<string, AbortController>()
  /** Outputs whose last download was refused by its host. */
  const refusedAddresses = new Set<string>()
  const probes = new Map<string, () => void>()
  /** Connections that a free call is under way for. */
  const soundings = new Set<string>()
  const unwritten: JournalEntry[] = []
  const book = createBatchBook(ports.pace.batchRowsAtOnce)
  /** The last call of `tellMany` for each connection. */
  const lastCalls = new Map<string, symbol>()
  /** Above zero: what many tasks are told in one go is written in one transaction at its end. */
  let gathering = 0
  /** The journal refused a write within the last second. */
  let isRetryPlanned = false
  /** Until everything is taken over nothing is planned: limits and evidence are judged by all tasks. */
  let isStarted = false
  const closing = new AbortController()
  const readFromService = createRecentReader(closing.signal)
  /** Nothing new is begun; what comes back from an aborted upload says nothing about the upload. */
  let isClosing = false
  let isClosed = false

  const { pace } = ports
  const queues: Readonly<Record<Lane, Queue>> = {
    upload: openQueue('upload', {
      maxAtOnce: pace.uploadsAtOnce,
      mostWithoutSlot: mostWithoutSlot.upload,
      ranks: ranksOfSending(pace.uploadsAtOnce),
      step: runUpload
    }),
    send: openQueue('send', {
      maxAtOnce: pace.sendsAtOnce * groupsAtOnce,
      groups: { most: pace.sendsAtOnce, of: connectionOf },
      ratePerSecond: pace.sendsPerSecond / timeScale,
      ranks: ranksOfSending(pace.sendsAtOnce),
      step: runSend
    }),
    look: createLane({
      clock,
      together,
      maxAtOnce: recentReadingsAtOnce,
      ratePerSecond: null,
      permissionOf: permissionOfLook,
      run: (connectionId) => runLook(connectionId).catch(ports.onDefect)
    }),
    poll: openQueue('poll', {
      maxAtOnce: pace.queriesAtOnce * groupsAtOnce,
      groups: { most: pace.queriesAtOnce, of: connectionOf },
      mostWithoutSlot: mostWithoutSlot.poll,
      ratePerSecond: pace.queriesPerSecond / timeScale,
      ranks: ranksOfRetries(pace.queriesAtOnce, slotsForRetries.poll, (id) => failedLast(records.get(id))),
      step: runPoll
    }),
    collect: openQueue('collect', {
      maxAtOnce: pace.downloadsAtOnce * groupsAtOnce,
      groups: { most: pace.downloadsAtOnce, of: hostOfOutput },
      mostWithoutSlot: mostWithoutSlot.collect,
      ranks: ranksOfDownloads(slotsForRetries.collect * groupsAtOnce),
      step: runCollect
    })
  }

  /**
   * What was asked for by itself goes before the rows of batches, and one place is kept free of them, so that nobody waits behind five
   * hundred rows. A row that has begun is finished before the next begins.
   */
  function ranksOfSending(slots: number): Ranks {
    const mostRows = Math.max(1, slots - 1)
    return {
      count: 3,
      of: (id) => ((records.get(id)?.batch ?? null) === null ? 0 : book.isAtWork(id) ? 1 : 2),
      hasRoom: (rank, [, begun = 0, fresh = 0]) => rank === 0 || (begun + fresh < mostRows && (rank === 1 || book.hasRoom()))
    }
  }

  /** What failed last time goes after all others and leaves slots free for them: a dead host must not delay the healthy ones. */
  function ranksOfRetries(slots: number, slotsForRetry: number, isRetry: (id: string) => boolean): Ranks {
    const most = Math.min(slotsForRetry, Math.max(1, slots - 1))
    return { count: 2, of: (id) => (isRetry(id) ? 1 : 0), hasRoom: (rank, [, retries = 0]) => rank === 0 || retries < most }
  }

  /** An address that replaces one which was refused, perhaps because it had expired, goes first: it may expire soon too. */
  function ranksOfDownloads(slotsForRetry: number): Ranks {
    return {
      count: 3,
      of: (id) => (refusedAddresses.has(id) ? 0 : (outputOf(id)?.tries ?? 0) === 0 ? 1 : 2),
      hasRoom: (rank, [, , retries = 0]) => rank < 2 || retries < slotsForRetry
    }
  }

  type QueueOptions = Pick<LaneOptions, 'maxAtOnce'> &
    Partial<Pick<LaneOptions, 'groups' | 'mostWithoutSlot' | 'ranks' | 'ratePerSecond'>> & {
      /** `id`: of the task, or of the output that is downloaded. */
      readonly step: (record: TaskRecord, giveSlotBack: () => void, id: string) => Promise<void>
    }

  function openQueue(lane: Lane, { step, ...options }: QueueOptions): Queue {
    const isSending = lane === 'send' || lane === 'upload'
    return createLane({
      ratePerSecond: null,
      ...options,
      together,
      clock,
      // A query that is 20 ms late is on time; thousands of timers a second are not free.
      wakeGrainInMs: lane === 'poll' ? Math.max(1, 20 * timeScale) : 1,
      permissionOf: (id) => permissionOf(lane, id),
      run: async (id, giveSlotBack) => {
        const record = records.get(taskOf(lane, id))
        if (record === undefined || !isDue(lane, id, record)) return
        if (isSending) book.enter(record)
        try {
          await step(record, giveSlotBack, id)
        } catch (error) {
          // A defect of ours: the task is not lost over it, and the next try is not at once.
          queues[lane].plan(id, clock.now() + journalRetryInMs)
          ports.onDefect(error)
        } finally {
          const after = records.get(record.id)
          if (isSending && after !== undefined && book.follow(after)) lookForRoom()
        }
      }
    })
  }

  function lookForRoom(): void {
    queues.upload.look()
    queues.send.look()
  }

  function isDue(lane: Lane, id: string, record: TaskRecord): boolean {
    return nextSteps(record).some((step) => step.lane === lane && (step.lane !== 'collect' || itemIdOf(record.id, step.index) === id))
  }

  /** Downloads are planned by output, everything else by task. */
  function taskOf(lane: Lane, id: string): string {
    return lane === 'collect' ? taskIdOfItem(id) : id
  }

  function outputOf(itemId: string): Output | undefined {
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

  function gateOf(connectionId: string): Gate {
    let gate = gates.get(connectionId)
    if (gate === undefined) {
      gate = openGate()
      gates.set(connectionId, gate)
    }
    return gate
  }

  function permissionOf(lane: Lane, id: string): Permission {
    const record = records.get(taskOf(lane, id))
    if (record === undefined) return 'parked'
    // Results are fetched without the key: no account stands in the way of what is paid for.
    if (lane === 'collect') return 'yes'
    const gate = gateOf(record.connectionId)
    const isSending = lane === 'send' || lane === 'upload'
    if (isSending && book.isStopped(record)) return 'parked'
    if (ports.clientOf(record.connectionId) === null) return holdOrPark(record, 'no-connection')
    // What answers now is not the service, or nothing gets through: one free call finds out when that ends, and no task is tried on it.
    if (gate.obstacle !== null) return 'parked'
    if (gate.hold === 'credits') {
      const estimate = record.credits.estimated
      const isTooDear = estimate === null || gate.refusedCredits === null || estimate >= gate.refusedCredits
      if (isSending && isTooDear && gate.trialId !== id) return holdOrPark(record, 'credits')
    } else if (gate.hold !== null) {
      return holdOrPark(record, gate.hold)
    }
    if (isSending && gate.offlineSince !== null) return 'parked'
    if (gate.slowedUntil !== null) {
      if (gate.slowedUntil > clock.now()) return { notBefore: gate.slowedUntil }
      gate.slowedUntil = null
      ports.onAccount(record.connectionId)
    }
    return 'yes'
  }

  function permissionOfLook(connectionId: string): Permission {
    const [first] = unconfirmed.get(connectionId) ?? []
    return first === undefined ? 'parked' : permissionOf('look', first)
  }

  function holdOrPark(record: TaskRecord, reason: NonNullable<Gate['hold']>): Permission {
    if (mayBeTakenBack(record)) tell(record.id, { kind: 'account-held', reason })
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
      if (step === undefined) queues[lane].drop(record.id)
      else queues[lane].plan(record.id, step.at)
    }
    for (const index of outputsIn(record).keys()) {
      const step = steps.find((one) => one.lane === 'collect' && one.index === index)
      if (step === undefined) queues.collect.drop(itemIdOf(record.id, index))
      else planDownload(itemIdOf(record.id, index), step.at)
    }
  }

  /** Of addresses that replace refused ones, the newest goes first: when they expire faster than downloads end, the oldest are dead already. */
  function planDownload(itemId: string, at: number): void {
    const isDueNow = at <= clock.now()
    queues.collect.plan(itemId, refusedAddresses.has(itemId) && isDueNow ? -at : at)
  }

  /** Thousands of tasks that come into doubt together are one plan. */
  function planLookSoon(connectionId: string): void {
    if (looksToPlan.size === 0) {
      queueMicrotask(() => {
        const connectionIds = [...looksToPlan]
        looksToPlan.clear()
        connectionIds.forEach(planLook)
      })
    }
    looksToPlan.add(connectionId)
  }

  /** One reading of the recent tasks serves every unconfirmed task of a connection. */
  function planLook(connectionId: string): void {
    if (!isStarted) return
    const times = unconfirmedOf(connectionId).map(({ state }) =>
      state.phase === 'unconfirmed' ? state.notBefore : Number.POSITIVE_INFINITY
    )
    if (times.length === 0) queues.look.drop(connectionId)
    else queues.look.plan(connectionId, Math.min(...times))
  }

  /**
   * One event: decide, write down, believe. Throws only for an event whose being written is the condition of what follows (`sending`);
   * what has happened out there is kept in memory and written as soon as the journal takes it again.
   * `heardFrom`: the client whose answer it is; the account is judged only by the key that it has now.
   */
  function tell(id: string, event: TaskEvent, heardFrom: ServiceClient | null = null): TaskRecord {
    const before = records.get(id)
    if (before === undefined) throw new Error(`There is no task ${id}.`)
    if (isClosed) return before
    const now = clock.now()
    const decision = decide(before, event, { now, random: ports.random(), timeScale, nextKey: ports.keyAfter(before.idempotencyKey) })
    const { record } = decision
    if (record === before && decision.notices.length === 0) return before
    if (decision.isNews) {
      const story = storyEventOf(event, { phase: record.state.phase, key: record.idempotencyKey, credits: record.credits.state }, now)
      if (event.kind === 'sending') writeSending(record, story)
      else if (event.kind === 'faces-chosen') writeOrThrow(record, story)
      else writeOrRemember(record, story)
    }
    believe(before, record)
    const isOutdated = heardFrom !== null && heardFrom !== ports.clientOf(record.connectionId)
    for (const notice of decision.notices) if (!(isOutdated && notice.kind === 'hold-account')) obey(notice, record)
    ports.onTask(record)
    // What was spent today is part of how the account stands.
    if (record.credits.consumed !== before.credits.consumed) ports.onAccount(record.connectionId)
    // Held by the word on a key that has been replaced since: the new one decides.
    const isHeldWrongly = isOutdated && isHeldByAccount(record) && before.state.phase !== 'held'
    return isHeldWrongly ? tell(id, { kind: 'account-mended' }) : record
  }

  function believe(before: TaskRecord | null, record: TaskRecord): void {
    const { id, connectionId, state } = record
    records.put(record)
    for (const { stem } of outputsIn(record)) stemsInUse.add(foldedName(stem))
    if (state.phase !== before?.state.phase) {
      progress.delete(id)
      if (state.phase === 'unconfirmed') unconfirmedIn(connectionId).add(id)
      else unconfirmed.get(connectionId)?.delete(id)
      if (state.phase !== 'uploading' && before?.state.phase === 'uploading') uploadsUnderWay.get(id)?.abort()
      if (before?.state.phase === 'collecting') stopDownloads(before)
      if (state.phase !== 'queued' && state.phase !== 'uploading') preparedBodies.delete(id)
    }
    if (state.phase === 'unconfirmed' || before?.state.phase === 'unconfirmed') planLookSoon(connectionId)
    if (book.follow(record)) lookForRoom()
    plan(record)
  }

  function stopDownloads({ id, state }: TaskRecord): void {
    if (state.phase !== 'collecting') return
    for (const index of state.outputs.keys()) {
      queues.collect.drop(itemIdOf(id, index))
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
   * I1: what is about to be sent is in the journal. A repetition of the same key and body is there already, as sent: a restart then looks for
   * it before it sends it again, which is right for the repetition too.
   */
  function writeSending(record: TaskRecord, event: StoryEvent): void {
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

  /** Each try of a busy journal blocks the main thread: all that waits for it makes one try a second, not one each. */
  function refuseWhileRefused(): void {
    if (isRetryPlanned) throw new Error('The journal has refused a write a moment ago.')
  }

  function isWorthSkipping({ state }: TaskRecord): boolean {
    return state.phase === 'submitting' && !isWorthJournaling(state.tries + 1)
  }

  function writeOrThrow(record: TaskRecord, event: StoryEvent): void {
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

  function writeOrRemember(record: TaskRecord, event: StoryEvent): void {
    unwritten.push({ record, event })
    if (gathering === 0) writeOrRetry()
  }

  function writeOrRetry(): void {
    if (isRetryPlanned) return
    try {
      writeRemembered()
    } catch {
      // A full disk, say: nothing that costs credits is sent meanwhile, since `sending` is written first and throws.
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

  /** Another program may hold the journal for a moment. @throws what the last try threw; the next start finds out what was not written. */
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

  /** What tasks are told meanwhile is written down at the end, in one transaction: five thousand of them are not five thousand syncs. */
  function together(work: () => void): void {
    gathering += 1
    try {
      work()
    } finally {
      gathering -= 1
      if (gathering === 0) writeOrRetry()
    }
  }

  function obey(notice: Notice, record: TaskRecord): void {
    const gate = gateOf(record.connectionId)
    switch (notice.kind) {
      case 'hold-account':
        if (gate.hold === 'account-changed') return
        if (gate.hold === notice.reason && gate.requestId === notice.requestId && gate.refusedCredits === notice.credits) return
        // What parked for a key or a subscription may go on where only credits are missing.
        if (gate.hold !== null && gate.hold !== 'credits' && notice.reason === 'credits') for (const lane of lanes) queues[lane].unpark()
        gate.hold = notice.reason
        gate.message = notice.message
        gate.requestId = notice.requestId
        gate.refusedCredits = notice.credits
        planProbe(record.connectionId)
        break
      case 'slow-down':
        gate.slowedUntil = Math.max(gate.slowedUntil ?? 0, clock.now() + notice.delayInMs)
        break
      case 'offline':
        noteOffline(record.connectionId, notice.obstacle)
        return
      case 'online':
        noteOnline(record.connectionId)
        return
      case 'out-of-reach':
        void lookWhetherReached(record.connectionId)
        return
      case 'discard-parts':
        for (const { stem, index } of notice.places) void ports.keeper.leave(stem, { record, index })
        return
      case 'read-recent':
        void readRecentFor(record)
        return
      case 'forget-uploads':
        try {
          journal.forgetUploads(record.connectionId, record.capability)
        } catch {
          // A full disk: the stale address is tried once more, refused once more, and forgotten then.
        }
        return
      case 'capabilities-moved':
        ports.onCapabilitiesMoved(record.connectionId)
        return
    }
    ports.onAccount(record.connectionId)
  }

  function noteOffline(connectionId: string, obstacle: Obstacle | null): void {
    const gate = gateOf(connectionId)
    if (isClosing || (gate.offlineSince !== null && gate.obstacle === obstacle)) return
    const hadObstacle = gate.obstacle !== null
    gate.offlineSince ??= clock.now()
    gate.obstacle = obstacle
    // Without a network each task finds out for itself again.
    if (obstacle === null && hadObstacle) for (const lane of lanes) queues[lane].unpark()
    planProbe(connectionId)
    ports.onAccount(connectionId)
  }

  function noteOnline(connectionId: string): void {
    const gate = gateOf(connectionId)
    if (gate.offlineSince === null) return
    gate.offlineSince = null
    gate.obstacle = null
    // Begun before the first task goes: a price may have changed meanwhile.
    ports.readContract(connectionId)
    for (const lane of lanes) queues[lane].unpark()
    wakeConnection(connectionId)
    ports.onAccount(connectionId)
  }

  /** A held account is looked at by itself: by a free call where that tells, by one waiting task where only a submission does. */
  function planProbe(connectionId: string): void {
    probes.get(connectionId)?.()
    const gate = gateOf(connectionId)
    const delayInMs =
      (gate.offlineSince !== null ? offlineProbeDelayInMs : gate.hold === 'credits' ? creditsProbeDelayInMs : probeDelayInMs) * timeScale
    probes.set(
      connectionId,
      clock.setTimer(delayInMs, () => void probe(connectionId))
    )
  }

  async function probe(connectionId: string): Promise<void> {
    const gate = gateOf(connectionId)
    const client = ports.clientOf(connectionId)
    if (isClosing || (gate.hold === null && gate.offlineSince === null) || client === null) return
    if (gate.hold === 'credits' && gate.offlineSince === null) {
      // One that may have arrived waits for credits in `submitting`, where it can be sent again but not taken back.
      const trial = records.unfinished(connectionId).find((record) => isHeldByAccount(record) || isReadyInDoubt(record))
      gate.trialId = trial?.id ?? null
      planProbe(connectionId)
      if (trial === undefined) return
      if (isHeldByAccount(trial)) tell(trial.id, { kind: 'account-mended' })
      else queues.send.unpark()
      return
    }
    if (gate.hold === 'account-changed') {
      if (!(await proveAccount(connectionId))) planProbe(connectionId)
      return
    }
    const answer = await client.catalog({ signal: closing.signal })
    const fault = await confirmed(client, answer.ok ? null : answer.fault)
    if (isClosing || client !== ports.clientOf(connectionId)) return
    believeReach(connectionId, fault)
    const isMended = (fault === null || isWithoutCatalog(fault)) && gate.hold !== null && gate.hold !== 'credits'
    if (isMended) {
      ports.readContract(connectionId)
      mend(connectionId)
    } else if (gate.hold !== null || gate.offlineSince !== null) planProbe(connectionId)
  }

  /** Looks by a free call whether the service is reached, where something else was not. */
  async function lookWhetherReached(connectionId: string): Promise<void> {
    const client = ports.clientOf(connectionId)
    if (client === null || isClosing || gateOf(connectionId).offlineSince !== null || soundings.has(connectionId)) return
    const before = soundedAt.get(connectionId)
    if (before !== undefined && clock.now() - before < pauseBetweenSoundingsInMs * timeScale) return
    soundedAt.set(connectionId, clock.now())
    soundings.add(connectionId)
    const answer = await client.catalog({ signal: closing.signal })
    soundings.delete(connectionId)
    if (!isClosing) await hear(connectionId, answer.ok ? null : answer.fault)
  }

  /**
   * A page instead of the catalog may be all that a service has there, and so may a connection that breaks off: another free call tells
   * whether it is the network's.
   */
  async function confirmed(client: ServiceClient, fault: Fault | null): Promise<Fault | null> {
    if (fault?.obstacle !== 'sign-in-page' && fault?.kind !== 'lost') return fault
    const answer = await client.recentTasks({ limit: 1, signal: closing.signal })
    return answer.ok ? null : answer.fault
  }

  async function hear(connectionId: string, met: Fault | null): Promise<void> {
    const client = ports.clientOf(connectionId)
    if (client === null) return
    const fault = await confirmed(client, met)
    if (client === ports.clientOf(connectionId)) believeReach(connectionId, fault)
  }

  /** What a free call met. `fault` null, or one that the service itself answered with: it is reached. */
  function believeReach(connectionId: string, fault: Fault | null): void {
    const isAnswered = fault?.kind === 'refusal' || fault?.kind === 'unreadable'
    if (fault === null || (fault.obstacle === null && isAnswered)) noteOnline(connectionId)
    else if (fault.obstacle !== null || fault.kind === 'not-sent') noteOffline(connectionId, fault.obstacle)
  }

  /** The others wait for what the trial meets: an accepted submission mends the account, another 402 holds it on. */
  function concludeTrial(record: TaskRecord): void {
    const gate = gateOf(record.connectionId)
    if (gate.trialId !== record.id) return
    gate.trialId = null
    if (record.taskId !== null) mend(record.connectionId)
  }

  /** A pause of hours or days that the service asked for ends when a person wants to know, or the computer wakes; as it does with a restart. */
  function endSlowDown(connectionId: string): void {
    const gate = gateOf(connectionId)
    if (gate.slowedUntil === null || gate.slowedUntil - clock.now() < longestWaitAfterStartInMs * timeScale) return
    gate.slowedUntil = null
    for (const lane of lanes) queues[lane].unpark()
    ports.onAccount(connectionId)
  }

  async function lookOut(): Promise<void> {
    const shut = [...gates].filter(([, { offlineSince }]) => offlineSince !== null)
    await Promise.all(shut.map(([connectionId]) => probe(connectionId)))
  }

  function mend(connectionId: string): void {
    const gate = gateOf(connectionId)
    if (gate.hold === 'account-changed') return void proveAccount(connectionId)
    probes.get(connectionId)?.()
    probes.delete(connectionId)
    gate.hold = null
    gate.message = null
    gate.requestId = null
    gate.refusedCredits = null
    gate.trialId = null
    gate.slowedUntil = null
    if (gate.offlineSince !== null) planProbe(connectionId)
    tellMany(connectionId, { kind: 'account-mended' }, isHeldByAccount)
    for (const lane of lanes) queues[lane].unpark()
    ports.onAccount(connectionId)
  }

  /** Another key may be another account's: nothing of this one is sent with it, or asked for, before it is proven that it is not. */
  function doubtAccount(connectionId: string): void {
    const gate = gateOf(connectionId)
    Object.assign(gate, { ...openGate(), offlineSince: gate.offlineSince, obstacle: gate.obstacle, hold: 'account-changed' })
    tellMany(connectionId, { kind: 'account-held', reason: 'account-changed' }, mayBeTakenBack)
    planProbe(connectionId)
    ports.onAccount(connectionId)
  }

  /** The key belongs to the account of these tasks. */
  function trustAccount(connectionId: string): void {
    const gate = gateOf(connectionId)
    if (gate.hold !== 'account-changed') return
    gate.hold = null
    mend(connectionId)
  }

  /** Whether the account is the one of these tasks. Where that is not known, its recent tasks prove it by naming one of them. */
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

  /** Whether a list names a task of this connection, by its id or by its key. */
  function names(connectionId: string, recent: readonly RecentTask[]): boolean {
    const followed = records.taskIdsOf(connectionId)
    if (recent.some(({ taskId }) => followed.has(taskId))) return true
    const listed = new Set(recent.flatMap(({ idempotencyKey }) => idempotencyKey ?? []))
    return records.unfinished(connectionId).some((record) => keysOf(record).some((key) => listed.has(key)))
  }

  function wakeConnection(connectionId: string | null): void {
    const ids = records.unfinished(connectionId).map(({ id }) => id)
    inSlices(ids, (record) => {
      if (nextSteps(record).length > 0) tell(record.id, { kind: 'woke' })
    })
  }

  /** Holds or releases tasks of a connection. The last call for a connection counts: it ends what is left of an earlier one. */
  function tellMany(connectionId: string, event: TaskEvent, isMeant: (record: TaskRecord) => boolean): void {
    const call = Symbol(connectionId)
    lastCalls.set(connectionId, call)
    const tellOne = (record: TaskRecord): void => {
      if (isMeant(record)) tell(record.id, event)
    }
    const ids = records.unfinished(connectionId).filter(isMeant)
    inSlices(
      ids.map(({ id }) => id),
      tellOne,
      () => lastCalls.get(connectionId) === call
    )
  }

  /** The first slice now, the others after a turn of the event loop each while `isWanted`: thousands may wait for a service that was away. */
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

  /** Uploads the files of a task; null when it went another way meanwhile. The submission then waits for its own turn. */
  async function runUpload(start: TaskRecord, giveSlotBack: () => void): Promise<void> {
    const { id } = start
    const due = await readyToSend(start, 'upload')
    // Asked once before files are sent for nothing; and once more at the last moment, when others may have been sent.
    if (due === null || asks(due, ports.limitQuestion(due))) return
    const body = await prepare(due, giveSlotBack)
    if (body === null) return
    preparedBodies.set(id, body)
    tell(id, { kind: 'uploaded' })
  }

  async function runSend(start: TaskRecord): Promise<void> {
    const { id } = start
    const due = await readyToSend(start, 'send')
    if (due === null) return
    const body = due.body ?? preparedBodies.get(id) ?? (await prepare(due, () => undefined))
    if (body === null) return
    // Asked again: a key or an address may have been replaced while files were on their way.
    const client = ports.clientOf(start.connectionId)
    const before = records.get(id)
    if (client === null || before === undefined) return plan(start)
    // A batch may be stopped by now, a network in the way, an account held. Planned again, it waits with the others.
    if (permissionOf('send', id) !== 'yes') return planAgain(id)
    if (asks(before, ports.limitQuestion(before))) return
    let record: TaskRecord
    try {
      record = tell(id, { kind: 'sending', body })
    } catch {
      // I1: what can't be written down is not sent. It is tried again once the journal takes it.
      queues.send.plan(id, clock.now() + journalRetryInMs)
      return
    }
    // Sent only by the event that has just been written down, and only the bytes that were (I1, I2).
    if (isClosed || record === before || record.state.phase !== 'submitting' || !record.state.isSent || record.body === null) return
    const answer = await client.submit({ capability: record.capability, body: record.body, idempotencyKey: record.idempotencyKey })
    const answered = answer.ok
      ? tell(id, { kind: 'submitted', answer: answer.value, httpStatus: answer.httpStatus, requestId: answer.requestId }, client)
      : tell(id, { kind: 'submit-failed', fault: answer.fault }, client)
    concludeTrial(answered)
  }

  /** Everything that is found out before a task takes its step towards the service; null if it does not take it now. */
  async function readyToSend(start: TaskRecord, lane: 'upload' | 'send'): Promise<TaskRecord | null> {
    const { id } = start
    if (mayBeTakenBack(start)) {
      if (asks(start, await ports.priceQuestion(start))) return null
      // It waits since before this start: another copy of Kiln, or a moment that the journal lost, may have sent it.
      if (start.createdAt < startedAt) await lookOnce(start.connectionId)
    }
    const due = records.get(id)
    // Cancelled, held or found at the service meanwhile.
    if (isClosing || due === undefined || !isDue(lane, id, due)) return null
    if (permissionOf(lane, id) === 'yes') return due
    planAgain(id)
    return null
  }

  /** What may have arrived already is asked for with its key, whatever it costs by now: it is paid already, or never will be. */
  function asks(record: TaskRecord, question: SendingQuestion | null): boolean {
    if (question === null || !mayBeTakenBack(record)) return false
    concludeTrial(tell(record.id, { kind: 'questioned', question }))
    return true
  }

  /** Uploads what is local and freezes the body; null when the task went another way meanwhile. */
  async function prepare(start: TaskRecord, giveSlotBack: () => void): Promise<string | null> {
    const { id } = start
    const client = ports.clientOf(start.connectionId)
    if (client === null) {
      plan(start)
      return null
    }
    const capability = ports.capabilityOf(start.capability, start.connectionId)
    if (capability === null) {
      if (start.state.phase === 'queued') tell(id, { kind: 'upload-began' })
      const message = kept('{capability} is not among the capabilities of the service.', { capability: start.capability })
      tell(id, { kind: 'upload-failed', fault: newFault('submit', 'refusal', { errorType: 'CAPABILITY_NOT_ENABLED', message }) })
      return null
    }
    let urls: readonly string[] = []
    if (start.inputs.length > 0) {
      tell(id, { kind: 'upload-began' })
      const stop = new AbortController()
      uploadsUnderWay.set(id, stop)
      const stopWaiting = clock.setTimer(slotOfUploadInMs, giveSlotBack)
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
        if (refused === null) tell(id, { kind: 'upload-failed', fault }, client)
        else tell(id, { kind: 'upload-refused', fault, upload: refused })
        return null
      }
      urls = uploaded.urls
    }
    const urlOf = (reference: MediaReference, field: string): string => {
      const place = start.inputs.findIndex((input) => input.field === field && isSameReference(input.reference, reference))
      const url = urls[place]
      if (url === undefined) throw new Error(`No upload stands for a file of field ${field}.`)
      return url
    }
    return JSON.stringify(sentBodyOf(capability, requestBodyOf(capability, start.values, urlOf)))
  }

  function report(id: string, now: Progress): void {
    progress.set(id, now)
    ports.onProgress(id, now)
  }

  async function runLook(connectionId: string): Promise<void> {
    const client = ports.clientOf(connectionId)
    // What comes into doubt while the list is read may not be on it yet, and waits for the next.
    const lookedFor = unconfirmedOf(connectionId)
    if (client === null || lookedFor.length === 0) return planLook(connectionId)
    const answer = await readRecentTasks(client, lookedFor)
    if (isClosed) return
    together(() => {
      if (!answer.ok) for (const { id } of lookedFor) tell(id, { kind: 'recent-failed', fault: answer.fault }, client)
      else believeRecent(connectionId, client, answer.value, answer.requestId, lookedFor)
    })
    planLook(connectionId)
  }

  /** One reading at a time for a connection; whoever asks meanwhile gets its answer, also when that is a failure. */
  function readRecentTasks(client: ServiceClient, lookedFor: readonly TaskRecord[]): Promise<RecentReading> {
    const underWay = readingsUnderWay.get(client)
    if (underWay !== undefined) return underWay
    const reading = readFromService(client, isNamed(lookedFor)).finally(() => readingsUnderWay.delete(client))
    readingsUnderWay.set(client, reading)
    return reading
  }

  /** Reads the recent tasks, if that has not been done since the start. A service that has no such list proves nothing and stops nothing. */
  async function lookOnce(connectionId: string): Promise<void> {
    const client = ports.clientOf(connectionId)
    if (client === null || readSinceStart.has(client)) return
    const answer = await readRecentTasks(client, [])
    if (isClosed) return
    if (answer.ok) believeRecent(connectionId, client, answer.value, answer.requestId, [])
    else if (answer.fault.kind === 'refusal' || answer.fault.kind === 'unreadable') readSinceStart.add(client)
  }

  /**
   * Takes over what the recent tasks say. Gives the tasks that they name. `lookedFor`: unconfirmed tasks that were so before the list was read;
   * they are told if they are not on it.
   */
  function believeRecent(
    connectionId: string,
    client: ServiceClient,
    recent: readonly RecentTask[],
    requestId: string | null,
    lookedFor: readonly TaskRecord[]
  ): readonly string[] {
    // Another key has come meanwhile, or this one may be another account's: its list says nothing about these tasks.
    if (client !== ports.clientOf(connectionId) || gateOf(connectionId).hold === 'account-changed') return []
    readSinceStart.add(client)
    const open = records.unfinished(connectionId).filter(({ taskId }) => taskId === null)
    const found = matchRecentTasks({
      records: open.filter((record) => mayBeFound(record)),
      recent,
      knownTaskIds: records.taskIdsOf(connectionId),
      keysOf
    })
    for (const [id, { taskId, under }] of found) tell(id, { kind: 'recent-read', foundTaskId: taskId, foundUnder: under, requestId })
    for (const record of lookedFor) {
      if (found.has(record.id)) continue
      tell(record.id, { kind: 'recent-read', foundTaskId: null, isAbsent: provesAbsence(record, recent, keysOf(record)), requestId })
    }
    return [...found.keys()]
  }

  /** The key of a task, and those that its later attempts have: another copy of the journal may have gone on to them. */
  function keysOf({ idempotencyKey, inputs, attempt }: TaskRecord): readonly string[] {
    const keys = [idempotencyKey]
    for (let next = attempt; inputs.length > 0 && next < attemptsOfUpload; next += 1) keys.push(ports.keyAfter(keys.at(-1) as string))
    return keys
  }

  function unconfirmedOf(connectionId: string): readonly TaskRecord[] {
    return [...(unconfirmed.get(connectionId) ?? [])].flatMap((id) => records.get(id) ?? [])
  }

  /** Whether a list names each of these by its key. */
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
      // After waking nothing else may be under way that would find out.
      if (fault.kind === 'not-sent' || fault.kind === 'lost' || fault.obstacle !== null) void lookWhetherReached(connectionId)
      return { recent: null, fault, found: [] }
    }
    if (isClosed) return { recent: answer.newest, fault: null, found: [] }
    if (client === ports.clientOf(connectionId)) noteOnline(connectionId)
    return { recent: answer.newest, fault: null, found: believeRecent(connectionId, client, answer.value, answer.requestId, []) }
  }

  function chooseFaces(id: string, text: string, send: () => Promise<Answer<unknown>>): Promise<void> {
    const before = records.get(id)
    // I1: throws here, to the person who chose, when it can't be written down.
    const record = tell(id, { kind: 'faces-chosen', arguments: text })
    // Sent only by the event that has just been written down; a second press finds the task busy.
    return isClosed || record === before ? Promise.resolve() : sendChoice(id, send)
  }

  async function sendChoice(id: string, send: () => Promise<Answer<unknown>>): Promise<void> {
    const answer = await send()
    tell(id, answer.ok ? { kind: 'faces-taken' } : { kind: 'choice-failed', fault: answer.fault })
  }

  async function readRecentFor(record: TaskRecord): Promise<void> {
    const client = ports.clientOf(record.connectionId)
    if (client === null) return
    const answer = await readRecentTasks(client, [])
    if (isClosed || !answer.ok) return
    const isThere = (recent: readonly RecentTask[]): boolean => recent.some(({ taskId }) => taskId === record.taskId)
    tell(record.id, { kind: 'recent-read', foundTaskId: isThere(answer.value) ? record.taskId : null, requestId: answer.requestId })
  }

  async function runPoll(start: TaskRecord, giveSlotBack: () => void): Promise<void> {
    const client = ports.clientOf(start.connectionId)
    const taskId = start.taskId
    if (client === null || taskId === null) return
    const capability = ports.capabilityOf(start.capability, start.connectionId)
    const stopWaiting = clock.setTimer(slotOfQueryInMs, giveSlotBack)
    const call = { capability: start.capability, taskId, resultField: capability?.resultField ?? 'result', signal: closing.signal }
    const answer =
      start.capability === unknownCapability
        ? await ports.queryWithoutCapability(start.connectionId, taskId, closing.signal)
        : await client.query(call)
    stopWaiting()
    if (isClosed) return
    if (!answer.ok) {
      tell(start.id, { kind: 'query-failed', fault: answer.fault }, client)
      return
    }
    const { value, httpStatus, requestId } = answer
    if (start.state.phase === 'failed') {
      tell(start.id, { kind: 'credits-read', answer: value, httpStatus, requestId }, client)
      return
    }
    const isFinished = value.urls.length > 0 && meaningOfStatus(value.status) !== 'failure'
    // The task may have moved on while the service was asked.
    const known = outputsIn(records.get(start.id) ?? start)
    const stems = isFinished ? await reserveStems(start, known.length, countAfter(known, value.urls, outputsAskedFor(start))) : []
    if (isClosed) return
    tell(start.id, { kind: 'queried', answer: value, stems, httpStatus, requestId })
  }

  /** Places for the outputs from `first` on. They count as taken at once, so that no other task gets one meanwhile. */
  async function reserveStems(record: TaskRecord, first: number, count: number): Promise<readonly string[]> {
    const stems: string[] = []
    for (let index = first; index < count; index += 1) stems.push(await reserveStem(record, index, count))
    return stems
  }

  async function reserveStem(record: TaskRecord, index: number, count: number): Promise<string> {
    const { capability, title } = record
    const wish = { capability, title, index, count, at: clock.now() }
    const stem = await ports.keeper.reserve({ ...wish, isTaken: (one) => stemsInUse.has(foldedName(one)) })
    // Two reservations at the same time may get the same name: the second one asks again.
    if (stemsInUse.has(foldedName(stem))) return reserveStem(record, index, count)
    stemsInUse.add(foldedName(stem))
    return stem
  }

  /** Its place can't be written to, and a person chose another folder since it was reserved. */
  function isStranded({ localReason }: Fault, stem: string): boolean {
    const isOfPlace = localReason === 'folder-missing' || localReason === 'folder-not-writable' || localReason === 'disk-full'
    return isOfPlace && !ports.keeper.isInLibrary(stem)
  }

  async function runCollect(start: TaskRecord, giveSlotBack: () => void, itemId: string): Promise<void> {
    const index = outputIndexOf(itemId)
    const output = outputOf(itemId)
    if (start.state.phase !== 'collecting' || output === undefined) return
    try {
      if (unwritten.length > 0) refuseWhileRefused()
      writeRemembered()
    } catch {
      // The place of a file stands in the journal before there is a file: after a kill nobody would know whose it is.
      queues.collect.plan(itemId, clock.now() + journalRetryInMs)
      return
    }
    const stop = new AbortController()
    downloadsUnderWay.set(itemId, stop)
    const outcome = await ports.keeper
      .keep({
        url: output.url,
        stem: output.stem,
        expectedMedium: ports.capabilityOf(start.capability, start.connectionId)?.output ?? 'image',
        of: { record: start, index },
        siblings: output.isAddressCertain ? [] : savedOf(start).flatMap(({ downloadSha256 }) => downloadSha256 ?? []),
        acceptsTorn: acceptsTorn(output),
        onProgress: (now) => report(start.id, now),
        onSlow: giveSlotBack,
        signal: AbortSignal.any([stop.signal, closing.signal])
      })
      .finally(() => downloadsUnderWay.delete(itemId))
    if (isClosed) return
    const isRefused = !outcome.ok && outcome.twinSha256 === undefined && outcome.fault.kind === 'refusal'
    if (isRefused) refusedAddresses.add(itemId)
    else refusedAddresses.delete(itemId)
    if (outcome.ok) {
      const { downloadSha256, isTorn, ...file } = outcome.kept
      const result: Result = { id: itemId, index, ...file, savedAt: clock.now() }
      tell(start.id, { kind: 'kept', index, result, downloadSha256, isTorn })
    } else if (stop.signal.aborted) await ports.keeper.leave(output.stem, { record: start, index })
    else if (outcome.twinSha256 !== undefined) tell(start.id, { kind: 'twin-found', index, sha256: outcome.twinSha256 })
    else if (isStranded(outcome.fault, output.stem)) {
      const stem = await reserveStem(start, index, start.state.outputs.length)
      tell(start.id, { kind: 'moved', index, stem })
      await ports.keeper.leave(output.stem, { record: start, index })
    } else tell(start.id, { kind: 'keep-failed', index, fault: outcome.fault })
  }

  /** Journals from before folded names may hold places that are one file on a disk that ignores case. */
  async function separatePlaces(): Promise<void> {
    const seen = new Set<string>()
    for (const record of records.unfinished(null)) {
      for (const [index, output] of outputsIn(record).entries()) {
        const place = foldedName(output.stem)
        if (isOpen(output) && seen.has(place))
          tell(record.id, { kind: 'moved', index, stem: await reserveStem(record, index, outputsIn(record).length) })
        seen.add(place)
      }
    }
  }

  return {
    start: async (stored, batches) => {
      for (const batch of batches) book.put(batch)
      for await (const slice of slicesOf(stored, nextTurn)) for (const record of slice) believe(null, record)
      // What was on the wire is in doubt before anything moves.
      for await (const slice of slicesOf(records.unfinished(null), nextTurn)) {
        together(() => {
          for (const { id } of slice) tell(id, { kind: 'restarted' })
        })
      }
      await separatePlaces()
      isStarted = true
      for await (const slice of slicesOf(records.unfinished(null), nextTurn)) for (const { id } of slice) planAgain(id)
      for (const connectionId of unconfirmed.keys()) planLook(connectionId)
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
      book.put(batch)
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
      book.put(changed)
      for (const record of records.ofBatch(id)) book.follow(record)
      if (!isStopped) {
        queues.upload.unpark()
        queues.send.unpark()
      }
      lookForRoom()
      ports.onBatch(changed)
    },
    record: records.get,
    tasks: records,
    progressOf: (id) => progress.get(id) ?? null,
    gate: gateOf,
    tell,
    tellAll: (ids, event) => together(() => ids.forEach((id) => tell(id, event))),
    mend,
    unplug: (connectionId) => {
      // Those of later slices are not sent meanwhile: without a client no task has permission.
      tellMany(connectionId, { kind: 'account-held', reason: 'no-connection' }, mayBeTakenBack)
      ports.onAccount(connectionId)
    },
    doubtAccount,
    trustAccount,
    names,
    readRecent,
    chooseFaces,
    wake: () => {
      for (const connectionId of gates.keys()) endSlowDown(connectionId)
      wakeConnection(null)
      void lookOut()
    },
    lookOut,
    hear,
    collectNow: () => {
      for (const record of records.unfinished(null)) if (record.state.phase === 'collecting') tell(record.id, { kind: 'woke' })
    },
    lookAgain: (id) => {
      const { connectionId } = tell(id, { kind: 'look-again' })
      endSlowDown(connectionId)
    },
    close: async () => {
      isClosing = true
      for (const lane of lanes) queues[lane].close()
      for (const stop of probes.values()) stop()
      for (const stop of uploadsUnderWay.values()) stop.abort()
      await new Promise<void>((resolve) => {
        const stopWaiting = clock.setTimer(patienceAtCloseInMs, resolve)
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

/** Nothing more happens to it without a person; a refund that is waited for is something. */
function isAtEnd(record: TaskRecord): boolean {
  const { state } = record
  if (state.phase === 'failed') return state.refundLook === null
  return state.phase === 'done' || state.phase === 'refused' || state.phase === 'cancelled'
}

/** A send that may have arrived, and that waits for its next try. */
function isReadyInDoubt({ inDoubt, state }: TaskRecord): boolean {
  return inDoubt && state.phase === 'submitting' && !state.isSent
}

/** Its last question failed: it goes after those that are answered. */
function failedLast(record: TaskRecord | undefined): boolean {
  const state = record?.state
  if (state?.phase === 'collecting') return state.tries > 0
  return state !== undefined && 'faultsInARow' in state && state.faultsInARow > 0
}

function outputsIn({ state }: TaskRecord): readonly Output[] {
  return 'outputs' in state ? state.outputs : []
}

function openGate(): Gate {
  return {
    hold: null,
    message: null,
    requestId: null,
    refusedCredits: null,
    trialId: null,
    offlineSince: null,
    obstacle: null,
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
