import { newFault } from '../../shared/fault.ts'
import { requestBodyOf } from '../../shared/fields.ts'
import type { Progress, Result } from '../../shared/task.ts'
import type { MediaReference } from '../../shared/values.ts'
import { type Lane, lanes, nextStep } from '../core/next-step.ts'
import type { ServiceClient } from '../core/ports.ts'
import { matchRecentTasks } from '../core/recovery-plan.ts'
import { meaningOfStatus } from '../core/status-words.ts'
import { type StoryEvent, storyEventOf } from '../core/story.ts'
import type { Notice, TaskEvent } from '../core/task-event.ts'
import { isWithoutCatalog } from '../core/error-policy.ts'
import { decide, mayBeTakenBack } from '../core/task-machine.ts'
import type { TaskRecord } from '../core/task-record.ts'
import { createLane, type Lane as Queue, type Permission } from './lane.ts'
import type { EnginePorts, Gate } from './ports.ts'

/** How often a held account is looked at by itself, before the time scale: the key and subscription by a free call, credits by one task. */
const probeDelayInMs = 60_000
const creditsProbeDelayInMs = 5 * 60_000
const recentLimit = 100
/** How long closing waits for a submission that is on the wire; after that the next start looks it up. */
const patienceAtCloseInMs = 3_000
const journalRetryInMs = 1_000

export type Engine = {
  /** Takes over what the journal held. */
  readonly start: (records: readonly TaskRecord[]) => void
  /** Writes a new task down (I1) and sets it going. Throws when the journal can't be written; then nothing happens. */
  readonly add: (record: TaskRecord, event: StoryEvent) => void
  readonly record: (id: string) => TaskRecord | undefined
  readonly records: () => ReadonlyMap<string, TaskRecord>
  readonly progressOf: (id: string) => Progress | null
  readonly gate: (connectionId: string) => Readonly<Gate>
  readonly tell: (id: string, event: TaskEvent) => TaskRecord
  /** The account is mended, or a new key is there: everything held goes on. */
  readonly mend: (connectionId: string) => void
  /** A connection was closed: what is not sent waits. */
  readonly unplug: (connectionId: string) => void
  /** The machine woke or the network is back: look at everything at once. */
  readonly wake: () => void
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
  const unwritten: { readonly record: TaskRecord; readonly event: StoryEvent }[] = []
  const closing = new AbortController()
  /** Nothing new is begun; what comes back from an aborted upload says nothing about the upload. */
  let isClosing = false
  let isClosed = false

  const queues: Readonly<Record<Lane, Queue>> = {
    send: openQueue('send', ports.pace.sendsAtOnce, null, runSend),
    look: openQueue('look', 1, null, runLook),
    poll: openQueue('poll', ports.pace.queriesAtOnce, ports.pace.queriesPerSecond / timeScale, runPoll),
    collect: openQueue('collect', ports.pace.downloadsAtOnce, null, runCollect)
  }

  function openQueue(lane: Lane, maxAtOnce: number, ratePerSecond: number | null, step: (record: TaskRecord) => Promise<void>): Queue {
    return createLane({
      clock,
      maxAtOnce,
      ratePerSecond,
      // A look that comes 20 ms late is on time; thousands of timers a second are not free.
      wakeGrainInMs: lane === 'poll' ? Math.max(1, 20 * timeScale) : 1,
      permissionOf: (id) => permissionOf(lane, id),
      run: async (id) => {
        const record = records.get(id)
        if (record === undefined || nextStep(record)?.lane !== lane) return
        try {
          await step(record)
        } catch (error) {
          // A defect of ours: the task is not lost over it, and the next try is not at once.
          queues[lane].plan(id, clock.now() + journalRetryInMs)
          ports.onDefect(error)
        }
      }
    })
  }

  function gateOf(connectionId: string): Gate {
    let gate = gates.get(connectionId)
    if (gate === undefined) {
      gate = { hold: null, message: null, requestId: null, refusedCredits: null, trialId: null, offlineSince: null, slowedUntil: null }
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
    if (ports.clientOf(record.connectionId) === null) return holdOrPark(record, 'no-connection')
    if (gate.hold === 'credits') {
      const estimate = record.credits.estimated
      const isTooDear = estimate === null || gate.refusedCredits === null || estimate >= gate.refusedCredits
      if (lane === 'send' && isTooDear && gate.trialId !== id) return holdOrPark(record, 'credits')
    } else if (gate.hold !== null) {
      return holdOrPark(record, gate.hold)
    }
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
      const story = storyEventOf(event, { phase: record.state.phase, key: record.idempotencyKey }, now)
      if (event.kind === 'sending') writeOrThrow(record, story)
      else writeOrRemember(record, story)
    }
    believe(before, record)
    const isOutdated = heardFrom !== null && heardFrom !== ports.clientOf(record.connectionId)
    for (const notice of decision.notices) if (!(isOutdated && notice.kind === 'hold-account')) obey(notice, record)
    ports.onTask(record)
    // What was spent today is part of how the account stands.
    if (record.credits.consumed !== before.credits.consumed) ports.onAccount(record.connectionId)
    // Held by the word on a key that has been replaced since: the new one decides.
    const isHeldWrongly = isOutdated && record.state.phase === 'held' && before.state.phase !== 'held'
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
    journal.write(record, event)
  }

  function writeOrRemember(record: TaskRecord, event: StoryEvent): void {
    unwritten.push({ record, event })
    try {
      writeRemembered()
    } catch {
      // A full disk, say: nothing that costs credits is sent meanwhile, since `sending` is written first and throws.
      clock.setTimer(journalRetryInMs, () => {
        const last = unwritten.at(-1)
        if (last === undefined || isClosed) return
        unwritten.pop()
        writeOrRemember(last.record, last.event)
      })
    }
  }

  function writeRemembered(): void {
    for (let first = unwritten[0]; first !== undefined; first = unwritten[0]) {
      journal.write(first.record, first.event)
      unwritten.shift()
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
        if (gate.offlineSince !== null) return
        gate.offlineSince = clock.now()
        break
      case 'online':
        if (gate.offlineSince === null) return
        gate.offlineSince = null
        wakeConnection(record.connectionId)
        break
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

  /** A held account is looked at by itself: by a free call where that tells, by one waiting task where only a submission does. */
  function planProbe(connectionId: string): void {
    probes.get(connectionId)?.()
    const gate = gateOf(connectionId)
    const delayInMs = (gate.hold === 'credits' ? creditsProbeDelayInMs : probeDelayInMs) * timeScale
    probes.set(
      connectionId,
      clock.setTimer(delayInMs, () => void probe(connectionId))
    )
  }

  async function probe(connectionId: string): Promise<void> {
    const gate = gateOf(connectionId)
    const client = ports.clientOf(connectionId)
    if (isClosed || gate.hold === null || client === null) return
    if (gate.hold === 'credits') {
      const held = [...records.values()].find((record) => record.connectionId === connectionId && record.state.phase === 'held')
      gate.trialId = held?.id ?? null
      planProbe(connectionId)
      if (held !== undefined) tell(held.id, { kind: 'account-mended' })
      return
    }
    const answer = await client.catalog({ signal: closing.signal })
    if (isClosed || gate.hold === null) return
    if (answer.ok || isWithoutCatalog(answer.fault)) mend(connectionId)
    else planProbe(connectionId)
  }

  /** The others wait for what the trial meets: an accepted submission mends the account, another 402 holds it on. */
  function concludeTrial(record: TaskRecord): void {
    const gate = gateOf(record.connectionId)
    if (gate.trialId !== record.id) return
    gate.trialId = null
    if (record.taskId !== null) mend(record.connectionId)
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
    for (const record of [...records.values()]) {
      if (record.connectionId === connectionId && record.state.phase === 'held') tell(record.id, { kind: 'account-mended' })
    }
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
    const body = start.body ?? (await prepare(start))
    if (body === null) return
    // Asked anew: a key or an address may have been replaced while files were on their way.
    const client = ports.clientOf(start.connectionId)
    const before = records.get(id)
    if (client === null || before === undefined) return plan(start)
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
      const message = `${start.capability} is not among the capabilities of the service.`
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
    return JSON.stringify(requestBodyOf(capability, start.values, urlOf))
  }

  function report(id: string, now: Progress): void {
    progress.set(id, now)
    ports.onProgress(id, now)
  }

  async function runLook(start: TaskRecord): Promise<void> {
    const client = ports.clientOf(start.connectionId)
    if (client === null) return plan(start)
    const answer = await client.recentTasks({ limit: recentLimit, signal: closing.signal })
    if (isClosed) return
    // One reading serves every task of the connection whose outcome was unknown before it.
    const unconfirmed = [...records.values()].filter(
      (record) => record.connectionId === start.connectionId && record.state.phase === 'unconfirmed'
    )
    if (!answer.ok) {
      tell(start.id, { kind: 'recent-failed', fault: answer.fault }, client)
      return
    }
    const found = matchRecentTasks(unconfirmed, alsoUnknown(start.connectionId), answer.value, taskIdsOf(start.connectionId))
    for (const record of unconfirmed) {
      const foundTaskId = found.get(record.id) ?? null
      if (record.id === start.id || foundTaskId !== null) tell(record.id, { kind: 'recent-read', foundTaskId, requestId: answer.requestId })
    }
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
    const answer = await client.recentTasks({ limit: recentLimit, signal: closing.signal })
    if (isClosed || !answer.ok) return
    const isThere = answer.value.some((entry) => entry.taskId === record.taskId)
    tell(record.id, { kind: 'recent-read', foundTaskId: isThere ? record.taskId : null, requestId: answer.requestId })
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
    const isFinished = value.urls.length > 0 && meaningOfStatus(value.status) === 'success'
    const stems = isFinished && start.state.phase !== 'collecting' ? reserveStems(start, value.urls.length) : []
    tell(start.id, { kind: 'queried', answer: value, stems, httpStatus, requestId })
  }

  function reserveStems(record: TaskRecord, count: number): readonly string[] {
    const stems: string[] = []
    for (let index = 0; index < count; index += 1) {
      const wish = { capability: record.capability, title: record.title, index, count, at: clock.now() }
      stems.push(ports.keeper.reserve({ ...wish, isTaken: (stem) => stemsInUse.has(stem) || stems.includes(stem) }))
    }
    return stems
  }

  function moveToLibrary(record: TaskRecord, index: number, count: number): void {
    const isTaken = (stem: string): boolean => stemsInUse.has(stem)
    const stem = ports.keeper.reserve({ capability: record.capability, title: record.title, index, count, at: clock.now(), isTaken })
    stemsInUse.add(stem)
    tell(record.id, { kind: 'moved', index, stem })
  }

  async function runCollect(start: TaskRecord): Promise<void> {
    if (start.state.phase !== 'collecting') return
    const expectedMedium = ports.capabilityOf(start.capability, start.connectionId)?.output ?? 'image'
    for (const [index, output] of start.state.outputs.entries()) {
      if (output.result !== null) continue
      const outcome = await ports.keeper.keep({
        url: output.url,
        stem: output.stem,
        expectedMedium,
        onProgress: (now) => report(start.id, now),
        signal: closing.signal
      })
      if (isClosed) return
      if (!outcome.ok) {
        const isStranded = outcome.fault.localReason === 'folder-missing' && !ports.keeper.isInLibrary(output.stem)
        if (isStranded) moveToLibrary(start, index, start.state.outputs.length)
        else tell(start.id, { kind: 'keep-failed', fault: outcome.fault })
        return
      }
      const result: Result = { id: `${start.id}.${index + 1}`, index, ...outcome.kept, savedAt: clock.now() }
      tell(start.id, { kind: 'kept', index, result })
    }
  }

  return {
    start: (stored) => {
      for (const record of stored) believe(null, record)
      for (const record of stored) tell(record.id, { kind: 'restarted' })
    },
    add: (record, event) => {
      writeRemembered()
      journal.insert(record, event)
      believe(null, record)
      ports.onTask(record)
    },
    record: (id) => records.get(id),
    records: () => records,
    progressOf: (id) => progress.get(id) ?? null,
    gate: gateOf,
    tell,
    mend,
    unplug: (connectionId) => {
      for (const record of [...records.values()]) {
        if (record.connectionId === connectionId && mayBeTakenBack(record))
          tell(record.id, { kind: 'account-held', reason: 'no-connection' })
      }
      ports.onAccount(connectionId)
    },
    wake: () => wakeConnection(null),
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

function isSameReference(one: MediaReference, other: MediaReference): boolean {
  if ('file' in one) return 'file' in other && one.file === other.file
  return 'item' in one && 'item' in other && one.item === other.item
}
