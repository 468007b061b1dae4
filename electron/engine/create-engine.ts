import type { Batch } from '../../shared/batch/batch.ts'
import { type Fault, newFault, type Obstacle } from '../../shared/fault.ts'
import { requestBodyOf, sentBodyOf } from '../../shared/fields.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { Progress, Result } from '../../shared/task.ts'
import type { MediaReference } from '../../shared/values.ts'
import { itemIdOf } from '../../shared/item-id.ts'
import { kept } from '../../shared/words/say.ts'
import { type Lane, lanes, nextStep } from '../core/next-step.ts'
import type { Answer, RecentTask, ServiceClient } from '../core/ports.ts'
import { matchRecentTasks } from '../core/recovery-plan.ts'
import { meaningOfStatus } from '../core/status-words.ts'
import { type StoryEvent, storyEventOf } from '../core/story.ts'
import type { Notice, TaskEvent } from '../core/task-event.ts'
import { isWithoutCatalog } from '../core/error-policy.ts'
import { decide, mayBeTakenBack } from '../core/task-machine.ts'
import type { TaskRecord } from '../core/task-record.ts'
import { createBatchBook } from './batch-book.ts'
import { createLane, type Lane as Queue, type Permission, type Ranks } from './lane.ts'
import type { EnginePorts, Gate, JournalEntry } from './ports.ts'
import { createRecentReader } from './read-recent.ts'

/** How often a held account is looked at by itself, before the time scale: the key and subscription by a free call, credits by one task. */
const probeDelayInMs = 60_000
const creditsProbeDelayInMs = 5 * 60_000
/** The same while the service is not reached: by a call that costs nothing. */
const offlineProbeDelayInMs = 10_000
/** How long closing waits for a submission that is on the wire; after that the next start looks it up. */
const patienceAtCloseInMs = 3_000
const journalRetryInMs = 1_000

export type Engine = {
  /** Takes over what the journal held. */
  readonly start: (records: readonly TaskRecord[], batches: readonly Batch[]) => void
  /** Writes a new task down (I1) and sets it going. Throws when the journal can't be written; then nothing happens. */
  readonly add: (record: TaskRecord, event: StoryEvent) => void
  /** The same for a batch with all its tasks: all of them, or none. */
  readonly addBatch: (batch: Batch, entries: readonly JournalEntry[]) => void
  readonly batches: () => ReadonlyMap<string, Batch>
  /** Durable when it returns; throws when it can't be written. What is not sent of a stopped batch stays here until it may go on. */
  readonly stopBatch: (id: string, isStopped: boolean) => void
  readonly record: (id: string) => TaskRecord | undefined
  readonly records: () => ReadonlyMap<string, TaskRecord>
  readonly progressOf: (id: string) => Progress | null
  readonly gate: (connectionId: string) => Readonly<Gate>
  readonly tell: (id: string, event: TaskEvent) => TaskRecord
  /** One event for many tasks, written down together. */
  readonly tellAll: (ids: readonly string[], event: TaskEvent) => void
  /** The account is mended, or a new key is there: everything held goes on. */
  readonly mend: (connectionId: string) => void
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
  const records = new Map<string, TaskRecord>()
  /** Task ids by connection: two services may give the same id to different tasks. */
  const taskIds = new Map<string, Set<string>>()
  const gates = new Map<string, Gate>()
  const stemsInUse = new Set<string>()
  const progress = new Map<string, Progress>()
  const uploadsUnderWay = new Map<string, AbortController>()
  const probes = new Map<string, () => void>()
  /** Connections that a free call is under way for. */
  const soundings = new Set<string>()
  const unwritten: JournalEntry[] = []
  const book = createBatchBook(ports.pace.batchRowsAtOnce)
  /** Above zero: what many tasks are told in one go is written in one transaction at its end. */
  let gathering = 0
  let isRetryPlanned = false
  const closing = new AbortController()
  const readRecentTasks = createRecentReader(closing.signal)
  /** Nothing new is begun; what comes back from an aborted upload says nothing about the upload. */
  let isClosing = false
  let isClosed = false

  const queues: Readonly<Record<Lane, Queue>> = {
    send: openQueue('send', ports.pace.sendsAtOnce, null, runSend, ranksOfSending()),
    look: openQueue('look', 1, null, runLook),
    poll: openQueue('poll', ports.pace.queriesAtOnce, ports.pace.queriesPerSecond / timeScale, runPoll),
    collect: openQueue('collect', ports.pace.downloadsAtOnce, null, runCollect)
  }

  /**
   * What was asked for by itself goes before the rows of batches, and one place is kept free of them, so that nobody waits behind five
   * hundred rows. A row that has begun is finished before the next begins.
   */
  function ranksOfSending(): Ranks {
    const mostRows = Math.max(1, ports.pace.sendsAtOnce - 1)
    return {
      count: 3,
      of: (id) => ((records.get(id)?.batch ?? null) === null ? 0 : book.isAtWork(id) ? 1 : 2),
      hasRoom: (rank, [, begun = 0, fresh = 0]) => rank === 0 || (begun + fresh < mostRows && (rank === 1 || book.hasRoom()))
    }
  }

  function openQueue(
    lane: Lane,
    maxAtOnce: number,
    ratePerSecond: number | null,
    step: (record: TaskRecord) => Promise<void>,
    ranks?: Ranks
  ): Queue {
    return createLane({
      ...(ranks && { ranks }),
      together,
      clock,
      maxAtOnce,
      ratePerSecond,
      // A look that comes 20 ms late is on time; thousands of timers a second are not free.
      wakeGrainInMs: lane === 'poll' ? Math.max(1, 20 * timeScale) : 1,
      permissionOf: (id) => permissionOf(lane, id),
      run: async (id) => {
        const record = records.get(id)
        if (record === undefined || nextStep(record)?.lane !== lane) return
        if (lane === 'send') book.enter(record)
        try {
          await step(record)
        } catch (error) {
          // A defect of ours: the task is not lost over it, and the next try is not at once.
          queues[lane].plan(id, clock.now() + journalRetryInMs)
          ports.onDefect(error)
        } finally {
          const after = records.get(id)
          if (lane === 'send' && after !== undefined && book.follow(after)) queues.send.look()
        }
      }
    })
  }

  function gateOf(connectionId: string): Gate {
    let gate = gates.get(connectionId)
    if (gate === undefined) {
      gate = {
        hold: null,
        message: null,
        requestId: null,
        refusedCredits: null,
        trialId: null,
        offlineSince: null,
        obstacle: null,
        slowedUntil: null
      }
      gates.set(connectionId, gate)
    }
    return gate
  }

  function permissionOf(lane: Lane, id: string): Permission {
    const record = records.get(id)
    if (record === undefined) return 'parked'
    // Results are fetched without the key: no account stands in the way of what is paid for.
    if (lane === 'collect') return 'yes'
    const gate = gateOf(record.connectionId)
    if (lane === 'send' && book.isStopped(record)) return 'parked'
    if (ports.clientOf(record.connectionId) === null) return holdOrPark(record, 'no-connection')
    // What answers now is not the service, or nothing gets through: one free call finds out when that ends, and no task is tried on it.
    if (gate.obstacle !== null) return 'parked'
    if (gate.hold === 'credits') {
      const estimate = record.credits.estimated
      const isTooDear = estimate === null || gate.refusedCredits === null || estimate >= gate.refusedCredits
      if (lane === 'send' && isTooDear && gate.trialId !== id) return holdOrPark(record, 'credits')
    } else if (gate.hold !== null) {
      return holdOrPark(record, gate.hold)
    }
    if (lane === 'send' && gate.offlineSince !== null) return 'parked'
    if (gate.slowedUntil !== null) {
      if (gate.slowedUntil > clock.now()) return { notBefore: gate.slowedUntil }
      gate.slowedUntil = null
      ports.onAccount(record.connectionId)
    }
    return 'yes'
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
    const step = nextStep(record)
    for (const lane of lanes) {
      if (step?.lane === lane) queues[lane].plan(record.id, step.at)
      else queues[lane].drop(record.id)
    }
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
    const decision = decide(before, event, { now, random: ports.random(), timeScale, freshKey: ports.newKey() })
    const { record } = decision
    if (record === before && decision.notices.length === 0) return before
    if (decision.isNews) {
      const story = storyEventOf(event, { phase: record.state.phase, key: record.idempotencyKey, credits: record.credits.state }, now)
      if (event.kind === 'sending' || event.kind === 'faces-chosen') writeOrThrow(record, story)
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
    records.set(record.id, record)
    if (record.taskId !== null && record.taskId !== before?.taskId) taskIdsOf(record.connectionId).add(record.taskId)
    if (record.state.phase === 'collecting' || record.state.phase === 'done') {
      if (before === null || before.state.phase !== record.state.phase)
        for (const output of record.state.outputs) stemsInUse.add(output.stem)
    }
    if (record.state.phase !== before?.state.phase) progress.delete(record.id)
    if (record.state.phase === 'cancelled') uploadsUnderWay.get(record.id)?.abort()
    if (book.follow(record)) queues.send.look()
    plan(record)
  }

  function taskIdsOf(connectionId: string): Set<string> {
    let ids = taskIds.get(connectionId)
    if (ids === undefined) {
      ids = new Set()
      taskIds.set(connectionId, ids)
    }
    return ids
  }

  function writeOrThrow(record: TaskRecord, event: StoryEvent): void {
    writeRemembered()
    journal.write([{ record, event }])
  }

  function writeOrRemember(record: TaskRecord, event: StoryEvent): void {
    unwritten.push({ record, event })
    if (gathering === 0) writeOrRetry()
  }

  function writeOrRetry(): void {
    try {
      writeRemembered()
    } catch {
      // A full disk, say: nothing that costs credits is sent meanwhile, since `sending` is written first and throws.
      if (isRetryPlanned) return
      isRetryPlanned = true
      clock.setTimer(journalRetryInMs, () => {
        isRetryPlanned = false
        if (!isClosed) writeOrRetry()
      })
    }
  }

  function writeRemembered(): void {
    if (unwritten.length === 0) return
    journal.write(unwritten)
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
      const held = [...records.values()].find((record) => record.connectionId === connectionId && isHeldByAccount(record))
      gate.trialId = held?.id ?? null
      planProbe(connectionId)
      if (held !== undefined) tell(held.id, { kind: 'account-mended' })
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

  async function lookOut(): Promise<void> {
    const shut = [...gates].filter(([, { offlineSince }]) => offlineSince !== null)
    await Promise.all(shut.map(([connectionId]) => probe(connectionId)))
  }

  function mend(connectionId: string): void {
    const gate = gateOf(connectionId)
    probes.get(connectionId)?.()
    probes.delete(connectionId)
    gate.hold = null
    gate.message = null
    gate.requestId = null
    gate.refusedCredits = null
    gate.trialId = null
    gate.slowedUntil = null
    if (gate.offlineSince !== null) planProbe(connectionId)
    together(() => {
      for (const record of [...records.values()]) {
        if (record.connectionId === connectionId && isHeldByAccount(record)) tell(record.id, { kind: 'account-mended' })
      }
    })
    for (const lane of lanes) queues[lane].unpark()
    ports.onAccount(connectionId)
  }

  function wakeConnection(connectionId: string | null): void {
    for (const record of [...records.values()]) {
      if ((connectionId === null || record.connectionId === connectionId) && nextStep(record) !== null)
        tell(record.id, { kind: 'look-again' })
    }
  }

  async function runSend(start: TaskRecord): Promise<void> {
    const { id } = start
    if (mayBeTakenBack(start) && asks(start, await ports.priceQuestion(start))) return
    const due = records.get(id)
    // Taken back, or held, while the price was looked up.
    if (isClosing || due === undefined || nextStep(due)?.lane !== 'send') return
    // The look met a network that is in the way, or an account that is.
    if (permissionOf('send', id) !== 'yes') return planAgain(id)
    // Asked once before files are sent for nothing; and once more at the last moment, when others may have been sent.
    if (due.inputs.length > 0 && asks(due, ports.limitQuestion(due))) return
    const body = due.body ?? (await prepare(due))
    if (body === null) return
    // Asked anew: a key or an address may have been replaced while files were on their way.
    const client = ports.clientOf(start.connectionId)
    const before = records.get(id)
    if (client === null || before === undefined) return plan(start)
    // Files take their time: a batch may be stopped by now, a network in the way, an account held. Planned again, it waits with the others.
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

  /** What may have arrived already is asked for with its key, whatever it costs by now: it is paid already, or never will be. */
  function asks(record: TaskRecord, question: SendingQuestion | null): boolean {
    if (question === null || !mayBeTakenBack(record)) return false
    concludeTrial(tell(record.id, { kind: 'questioned', question }))
    return true
  }

  /** Uploads what is local and freezes the body; null when the task went another way meanwhile. */
  async function prepare(start: TaskRecord): Promise<string | null> {
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
      const uploaded = await ports.uploadInputs({
        connectionId: start.connectionId,
        capability: start.capability,
        inputs: start.inputs,
        client,
        onProgress: (now) => report(id, now),
        signal: AbortSignal.any([stop.signal, closing.signal])
      })
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

  async function runLook(start: TaskRecord): Promise<void> {
    const client = ports.clientOf(start.connectionId)
    if (client === null) return plan(start)
    const answer = await readRecentTasks(client, isNamed([start]))
    if (isClosed) return
    if (!answer.ok) {
      tell(start.id, { kind: 'recent-failed', fault: answer.fault }, client)
      return
    }
    const found = believeRecent(start.connectionId, answer.value, answer.requestId)
    if (!found.includes(start.id)) tell(start.id, { kind: 'recent-read', foundTaskId: null, requestId: answer.requestId })
  }

  /** One reading serves every task of the connection whose outcome was unknown before it. Gives those that it named. */
  function believeRecent(connectionId: string, recent: readonly RecentTask[], requestId: string | null): readonly string[] {
    const found = matchRecentTasks(unconfirmedOf(connectionId), alsoUnknown(connectionId), recent, taskIdsOf(connectionId))
    for (const [id, foundTaskId] of found) tell(id, { kind: 'recent-read', foundTaskId, requestId })
    return [...found.keys()]
  }

  function unconfirmedOf(connectionId: string): readonly TaskRecord[] {
    return [...records.values()].filter((record) => record.connectionId === connectionId && record.state.phase === 'unconfirmed')
  }

  function givenToSupport(connectionId: string): readonly TaskRecord[] {
    return alsoUnknown(connectionId).filter(({ state }) => state.phase === 'support')
  }

  /** Whether a list names each of these by its key. */
  function isNamed(lookedFor: readonly TaskRecord[]): (recent: readonly RecentTask[]) => boolean {
    return (recent) => {
      const keys = new Set(recent.map(({ idempotencyKey }) => idempotencyKey))
      return lookedFor.every(({ idempotencyKey }) => keys.has(idempotencyKey))
    }
  }

  async function readRecent(connectionId: string): Promise<{
    recent: readonly RecentTask[] | null
    fault: Fault | null
    found: readonly string[]
  }> {
    const client = ports.clientOf(connectionId)
    if (client === null) return { recent: null, fault: null, found: [] }
    const answer = await readRecentTasks(client, isNamed([...unconfirmedOf(connectionId), ...givenToSupport(connectionId)]))
    if (!answer.ok) {
      const { fault } = answer
      // After waking nothing else may be under way that would find out.
      if (fault.kind === 'not-sent' || fault.kind === 'lost' || fault.obstacle !== null) void lookWhetherReached(connectionId)
      return { recent: null, fault, found: [] }
    }
    if (isClosed) return { recent: answer.newest, fault: null, found: [] }
    if (client === ports.clientOf(connectionId)) noteOnline(connectionId)
    return { recent: answer.newest, fault: null, found: believeRecent(connectionId, answer.value, answer.requestId) }
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

  /** Tasks without a task id that the service may have all the same. */
  function alsoUnknown(connectionId: string): readonly TaskRecord[] {
    return [...records.values()].filter(
      ({ connectionId: own, taskId, state }) =>
        own === connectionId && taskId === null && (state.phase === 'submitting' || state.phase === 'support')
    )
  }

  async function readRecentFor(record: TaskRecord): Promise<void> {
    const client = ports.clientOf(record.connectionId)
    if (client === null) return
    const isThere = (recent: readonly RecentTask[]): boolean => recent.some(({ taskId }) => taskId === record.taskId)
    const answer = await readRecentTasks(client, isThere)
    if (isClosed || !answer.ok) return
    tell(record.id, { kind: 'recent-read', foundTaskId: isThere(answer.value) ? record.taskId : null, requestId: answer.requestId })
  }

  async function runPoll(start: TaskRecord): Promise<void> {
    const client = ports.clientOf(start.connectionId)
    const taskId = start.taskId
    if (client === null || taskId === null) return
    const capability = ports.capabilityOf(start.capability, start.connectionId)
    const answer = await client.query({
      capability: start.capability,
      taskId,
      resultField: capability?.resultField ?? 'result',
      signal: closing.signal
    })
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
    const isFinished = value.urls.length > 0 && meaningOfStatus(value.status) === 'success'
    const stems = isFinished && start.state.phase !== 'collecting' ? await reserveStems(start, value.urls.length) : []
    if (isClosed) return
    tell(start.id, { kind: 'queried', answer: value, stems, httpStatus, requestId })
  }

  async function reserveStems(record: TaskRecord, count: number): Promise<readonly string[]> {
    const stems: string[] = []
    for (let index = 0; index < count; index += 1) {
      const wish = { capability: record.capability, title: record.title, index, count, at: clock.now() }
      stems.push(await ports.keeper.reserve({ ...wish, isTaken: (stem) => stemsInUse.has(stem) || stems.includes(stem) }))
    }
    return stems
  }

  /** Its place can't be written to, and a person chose another folder since it was reserved. */
  function isStranded({ localReason }: Fault, stem: string): boolean {
    const isOfPlace = localReason === 'folder-missing' || localReason === 'folder-not-writable' || localReason === 'disk-full'
    return isOfPlace && !ports.keeper.isInLibrary(stem)
  }

  async function moveToLibrary(record: TaskRecord, index: number, count: number): Promise<void> {
    const isTaken = (stem: string): boolean => stemsInUse.has(stem)
    const stem = await ports.keeper.reserve({ capability: record.capability, title: record.title, index, count, at: clock.now(), isTaken })
    stemsInUse.add(stem)
    tell(record.id, { kind: 'moved', index, stem })
  }

  async function runCollect(start: TaskRecord): Promise<void> {
    if (start.state.phase !== 'collecting') return
    try {
      writeRemembered()
    } catch {
      // The place of a file stands in the journal before there is a file: after a kill nobody would know whose it is.
      queues.collect.plan(start.id, clock.now() + journalRetryInMs)
      return
    }
    const expectedMedium = ports.capabilityOf(start.capability, start.connectionId)?.output ?? 'image'
    for (const [index, output] of start.state.outputs.entries()) {
      if (output.result !== null) continue
      const outcome = await ports.keeper.keep({
        url: output.url,
        stem: output.stem,
        expectedMedium,
        of: { record: start, index },
        onProgress: (now) => report(start.id, now),
        signal: closing.signal
      })
      if (isClosed) return
      if (!outcome.ok) {
        if (isStranded(outcome.fault, output.stem)) {
          await moveToLibrary(start, index, start.state.outputs.length)
          await ports.keeper.leave(output.stem, { record: start, index })
        } else tell(start.id, { kind: 'keep-failed', fault: outcome.fault })
        return
      }
      const { downloadSha256: _download, isTorn: _isTorn, ...file } = outcome.kept
      const result: Result = { id: itemIdOf(start.id, index), index, ...file, savedAt: clock.now() }
      tell(start.id, { kind: 'kept', index, result })
    }
  }

  return {
    start: (stored, batches) => {
      for (const batch of batches) book.put(batch)
      for (const record of stored) believe(null, record)
      together(() => {
        for (const record of stored) tell(record.id, { kind: 'restarted' })
      })
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
      for (const record of records.values()) if (record.batch?.id === id) book.follow(record)
      if (!isStopped) queues.send.unpark()
      queues.send.look()
      ports.onBatch(changed)
    },
    record: (id) => records.get(id),
    records: () => records,
    progressOf: (id) => progress.get(id) ?? null,
    gate: gateOf,
    tell,
    tellAll: (ids, event) => together(() => ids.forEach((id) => tell(id, event))),
    mend,
    unplug: (connectionId) => {
      together(() => {
        for (const record of [...records.values()]) {
          if (record.connectionId === connectionId && mayBeTakenBack(record))
            tell(record.id, { kind: 'account-held', reason: 'no-connection' })
        }
      })
      ports.onAccount(connectionId)
    },
    readRecent,
    chooseFaces,
    wake: () => {
      wakeConnection(null)
      void lookOut()
    },
    lookOut,
    hear,
    collectNow: () => {
      for (const record of [...records.values()]) if (record.state.phase === 'collecting') tell(record.id, { kind: 'look-again' })
    },
    close: async () => {
      isClosing = true
      for (const lane of lanes) queues[lane].close()
      for (const stop of probes.values()) stop()
      for (const stop of uploadsUnderWay.values()) stop.abort()
      await new Promise<void>((resolve) => {
        const stopWaiting = clock.setTimer(patienceAtCloseInMs, resolve)
        void queues.send.idle().then(() => {
          stopWaiting()
          resolve()
        })
      })
      try {
        writeRemembered()
      } finally {
        isClosed = true
        closing.abort()
      }
      await Promise.all([queues.look.idle(), queues.poll.idle(), queues.collect.idle()])
    }
  }
}

function isHeldByAccount({ state }: TaskRecord): boolean {
  return state.phase === 'held' && state.question === null
}

function isSameReference(one: MediaReference, other: MediaReference): boolean {
  if ('file' in one) return 'file' in other && one.file === other.file
  return 'item' in one && 'item' in other && one.item === other.item
}
