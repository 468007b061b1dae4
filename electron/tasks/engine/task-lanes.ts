import { itemIdOf } from '../../../shared/library/item-id.ts'
import { type LaneName, laneNames, nextSteps } from '../machine/next-step.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { BatchRegistry } from './batch-registry.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import { type JournalWriter, journalRetryInMs } from './journal-writer.ts'
import { downloadPriorities, retryPriorities, sendingPriorities } from './lane-priorities.ts'
import { Lane, type LaneOptions, type StepPermission } from './lane.ts'
import type { EnginePorts } from './ports.ts'
import { connectionOf, hostOfOutput, isDue, outputsIn, taskIdInLane, type TaskMemory, unconfirmedTasksOf } from './task-memory.ts'

/** How many queries, downloads and uploads may continue without a slot, each kind counted separately. */
const maxWithoutSlot = { poll: 64, collect: 16, upload: 4 } as const
/** How many slots retries may use. The number for downloads is multiplied by `concurrentGroups`. */
const slotsForRetries = { poll: 4, collect: 1 } as const
/** How many connections or file hosts may use all their slots at once. */
const concurrentGroups = 4
/** How many connections may request their recent tasks at the same time. */
const concurrentRecentReads = 8

/** Runs one step. `id`: ID of the task, or item ID of the output to download. */
type LaneStep = (record: TaskRecord, releaseSlot: () => void, id: string) => Promise<void>

type TaskLanesDependencies = {
  readonly ports: Pick<EnginePorts, 'clock' | 'limits' | 'onDefect' | 'timeScale'>
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isStarted'>>
  readonly memory: TaskMemory
  readonly batchRegistry: BatchRegistry
  readonly journal: Pick<JournalWriter, 'together'>
  readonly permissionOf: (lane: LaneName, id: string) => StepPermission
  readonly steps: Readonly<Record<Exclude<LaneName, 'look'>, LaneStep>>
  readonly readRecent: (connectionId: string) => Promise<void>
}

type TaskLaneOptions = Pick<LaneOptions, 'maxConcurrent'> &
  Partial<Pick<LaneOptions, 'groups' | 'maxWithoutSlot' | 'priorities' | 'ratePerSecond'>>

/** The engine's lanes. Plans each task's next steps in them. */
export class TaskLanes {
  readonly #dependencies: TaskLanesDependencies
  readonly #lanes: Readonly<Record<LaneName, Lane>>
  readonly #readsToPlan = new Set<string>()

  constructor(dependencies: TaskLanesDependencies) {
    this.#dependencies = dependencies
    this.#lanes = this.#openLanes()
  }

  plan(record: TaskRecord): void {
    if (!this.#dependencies.lifecycle.isStarted) return
    const steps = nextSteps(record)
    for (const lane of ['upload', 'send', 'poll'] as const) {
      const step = steps.find((one) => one.lane === lane)
      if (step === undefined) this.#lanes[lane].remove(record.id)
      else this.#lanes[lane].plan(record.id, step.at)
    }
    for (const index of outputsIn(record).keys()) {
      const step = steps.find((one) => one.lane === 'collect' && one.index === index)
      if (step === undefined) this.#lanes.collect.remove(itemIdOf(record.id, index))
      else this.#planDownload(itemIdOf(record.id, index), step.at)
    }
  }

  planAgain(id: string): void {
    const record = this.#dependencies.memory.records.get(id)
    if (record !== undefined) this.plan(record)
  }

  /** Plans a step again after the journal rejected a write. `id`: ID of the task, or item ID of the output to download. */
  planAfterJournalRetry(lane: LaneName, id: string): void {
    this.#lanes[lane].plan(id, this.#dependencies.ports.clock.now() + journalRetryInMs)
  }

  /** Plans one request for recent tasks per connection, because thousands of tasks may become unconfirmed together. */
  planRecentReadSoon(connectionId: string): void {
    if (this.#readsToPlan.size === 0) {
      queueMicrotask(() => {
        const connectionIds = [...this.#readsToPlan]
        this.#readsToPlan.clear()
        for (const id of connectionIds) this.planRecentRead(id)
      })
    }
    this.#readsToPlan.add(connectionId)
  }

  /** Plans a request for recent tasks, which serves all of the connection's unconfirmed tasks. */
  planRecentRead(connectionId: string): void {
    const { lifecycle, memory } = this.#dependencies
    if (!lifecycle.isStarted) return
    const times = unconfirmedTasksOf(connectionId, memory).map(({ state }) =>
      state.phase === 'unconfirmed' ? state.notBefore : Number.POSITIVE_INFINITY
    )
    if (times.length === 0) this.#lanes.look.remove(connectionId)
    else this.#lanes.look.plan(connectionId, Math.min(...times))
  }

  removeDownload(itemId: string): void {
    this.#lanes.collect.remove(itemId)
  }

  /** Starts due uploads and submissions. Call when batch rows may have become inactive. */
  startWhereCapacity(): void {
    this.#lanes.upload.startDue()
    this.#lanes.send.startDue()
  }

  /** Checks again whether the parked steps of `lanes` may run. */
  unpark(lanes: readonly LaneName[] = laneNames): void {
    for (const lane of lanes) this.#lanes[lane].unpark()
  }

  close(): void {
    for (const lane of laneNames) this.#lanes[lane].close()
  }

  /** Resolves when no step of these lanes is running. */
  async idle(lanes: readonly LaneName[]): Promise<void> {
    await Promise.all(lanes.map((lane) => this.#lanes[lane].idle()))
  }

  /**
   * Plans a download. Among downloads with a replacement URL, the newest starts first. If URLs expire faster than downloads finish, the
   * oldest URLs have already expired.
   */
  #planDownload(itemId: string, at: number): void {
    const { ports, memory } = this.#dependencies
    const { refusedAddresses } = memory
    const isDueNow = at <= ports.clock.now()
    this.#lanes.collect.plan(itemId, refusedAddresses.has(itemId) && isDueNow ? -at : at)
  }

  #openLanes(): Readonly<Record<LaneName, Lane>> {
    const { ports, memory, journal } = this.#dependencies
    const { clock, limits, timeScale } = ports
    return {
      upload: this.#openLane('upload', {
        maxConcurrent: limits.concurrentUploads,
        maxWithoutSlot: maxWithoutSlot.upload,
        priorities: sendingPriorities(limits.concurrentUploads, this.#dependencies)
      }),
      send: this.#openLane('send', {
        maxConcurrent: limits.concurrentSubmits * concurrentGroups,
        groups: { maxConcurrent: limits.concurrentSubmits, of: (id) => connectionOf(id, memory) },
        ratePerSecond: limits.submitsPerSecond / timeScale,
        priorities: sendingPriorities(limits.concurrentSubmits, this.#dependencies)
      }),
      look: new Lane({
        clock,
        together: (work) => journal.together(work),
        maxConcurrent: concurrentRecentReads,
        ratePerSecond: null,
        permissionOf: (connectionId) => this.#permissionOfRecentRead(connectionId),
        run: (connectionId) => this.#dependencies.readRecent(connectionId).catch(ports.onDefect)
      }),
      poll: this.#openLane('poll', {
        maxConcurrent: limits.concurrentQueries * concurrentGroups,
        groups: { maxConcurrent: limits.concurrentQueries, of: (id) => connectionOf(id, memory) },
        maxWithoutSlot: maxWithoutSlot.poll,
        ratePerSecond: limits.queriesPerSecond / timeScale,
        priorities: retryPriorities(limits.concurrentQueries, slotsForRetries.poll, memory)
      }),
      collect: this.#openLane('collect', {
        maxConcurrent: limits.concurrentDownloads * concurrentGroups,
        groups: { maxConcurrent: limits.concurrentDownloads, of: (itemId) => hostOfOutput(itemId, memory) },
        maxWithoutSlot: maxWithoutSlot.collect,
        priorities: downloadPriorities(slotsForRetries.collect * concurrentGroups, memory)
      })
    }
  }

  #openLane(lane: Exclude<LaneName, 'look'>, options: TaskLaneOptions): Lane {
    const { ports, journal, permissionOf } = this.#dependencies
    return new Lane({
      ratePerSecond: null,
      ...options,
      together: (work) => journal.together(work),
      clock: ports.clock,
      // A query may start 20 ms late, because thousands of timers a second are expensive.
      wakeGrainInMs: lane === 'poll' ? Math.max(1, 20 * ports.timeScale) : 1,
      permissionOf: (id) => permissionOf(lane, id),
      run: (id, releaseSlot) => this.#runStep(lane, id, releaseSlot)
    })
  }

  async #runStep(lane: Exclude<LaneName, 'look'>, id: string, releaseSlot: () => void): Promise<void> {
    const { ports, memory, batchRegistry, steps } = this.#dependencies
    const isSending = lane === 'send' || lane === 'upload'
    const record = memory.records.get(taskIdInLane(lane, id))
    if (record === undefined || !isDue(lane, id, record)) return
    if (isSending) batchRegistry.enter(record)
    try {
      await steps[lane](record, releaseSlot, id)
    } catch (error) {
      // A bug in Kiln must not lose the task. The next try is delayed.
      this.planAfterJournalRetry(lane, id)
      ports.onDefect(error)
    } finally {
      const after = memory.records.get(record.id)
      if (isSending && after !== undefined && batchRegistry.follow(after)) this.startWhereCapacity()
    }
  }

  #permissionOfRecentRead(connectionId: string): StepPermission {
    const [first] = this.#dependencies.memory.unconfirmed.get(connectionId) ?? []
    return first === undefined ? 'parked' : this.#dependencies.permissionOf('look', first)
  }
}
