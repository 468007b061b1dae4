import type { Clock } from '../ports.ts'
import { isStepBefore, type PlannedStep, StepHeap } from './step-heap.ts'
import { StepSlots } from './step-slots.ts'
import { TokenBucket } from './token-bucket.ts'

/**
 * Whether a task may run its step. `yes`: now. `notBefore`: from this time, in milliseconds since 1970. `parked`: not before `Lane.unpark`
 * or `Lane.plan`.
 */
export type StepPermission = 'yes' | 'parked' | { readonly notBefore: number }

/**
 * Priorities of IDs. `count`: number of ranks. `of`: an ID's rank. Among due IDs, the lowest rank starts first, however long others have
 * waited. `hasCapacity`: true if another ID of `rank` may start. `running`: number of running IDs by rank. IDs without capacity stay
 * planned until a step ends or `Lane.startDue` is called.
 */
export type LanePriorities = {
  readonly count: number
  readonly of: (id: string) => number
  readonly hasCapacity: (rank: number, running: readonly number[]) => boolean
}

/** Limits for groups of steps, such as all downloads from one host. `of`: an ID's group. `maxConcurrent`: slots for each group. */
export type LaneGroups = { readonly maxConcurrent: number; readonly of: (id: string) => string }

export type LaneOptions = {
  readonly clock: Clock
  /** Number of slots for all groups together. */
  readonly maxConcurrent: number
  /** Default: a single group. */
  readonly groups?: LaneGroups
  /** How many steps may continue after releasing their slot. Default 0. */
  readonly maxWithoutSlot?: number
  /** Steps per second over all tasks. Null if unlimited. */
  readonly ratePerSecond: number | null
  /** Timers for later steps fire only at multiples of this value, in milliseconds. Thousands of steps then share a timer. Default 1. */
  readonly wakeGrainInMs?: number
  /** Default: a single rank. */
  readonly priorities?: LanePriorities
  readonly permissionOf: (id: string) => StepPermission
  /**
   * Runs a step. Must not reject. A step that waits for a slow or unreachable host can call `releaseSlot`. The step then continues, but
   * another step may start in its slot. `releaseSlot` does nothing on a second call, or if `maxWithoutSlot` is reached.
   */
  readonly run: (id: string, releaseSlot: () => void) => Promise<void>
  /** Runs bulk work, such as parking many tasks, so that journal writes can be combined. Default: calls `work`. */
  readonly together?: (work: () => void) => void
}

/**
 * Maximum number of IDs without permission that are handled in one turn of the event loop. Each may be written to the journal as on hold.
 * All together take about 10 ms.
 */
const refusedPerTurn = 500
const onePriority: LanePriorities = { count: 1, of: () => 0, hasCapacity: () => true }

/**
 * A queue of IDs that each need one step at a time. The ID that has been due longest starts first, within limits per group and in total.
 * IDs due at the same time start in the order in which they were planned. An ID is in a lane at most once. It doesn't start again while its
 * step runs.
 */
export class Lane {
  readonly #options: LaneOptions
  readonly #priorities: LanePriorities
  readonly #groups: LaneGroups
  /** Heaps by rank and then by group. */
  readonly #heaps: readonly Map<string, StepHeap>[]
  /** The valid step of each planned ID. Any other step in a heap is stale. */
  readonly #planned = new Map<string, PlannedStep>()
  readonly #parked = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #slots: StepSlots
  /** Null if the rate is unlimited. */
  readonly #tokens: TokenBucket | null
  readonly #grainInMs: number
  #withoutSlot = 0
  #turns = 0
  #stopTimer: (() => void) | null = null
  #timerAt = Number.POSITIVE_INFINITY
  #isClosed = false

  constructor(options: LaneOptions) {
    this.#options = options
    this.#priorities = options.priorities ?? onePriority
    this.#groups = options.groups ?? { maxConcurrent: options.maxConcurrent, of: () => '' }
    this.#heaps = Array.from({ length: this.#priorities.count }, () => new Map<string, StepHeap>())
    this.#slots = new StepSlots(this.#priorities.count)
    this.#tokens = options.ratePerSecond === null ? null : new TokenBucket(options.ratePerSecond, options.clock.now())
    this.#grainInMs = options.wakeGrainInMs ?? 1
  }

  plan(id: string, at: number): void {
    this.#parked.delete(id)
    const [rank, group, before] = [this.#priorities.of(id), this.#groups.of(id), this.#planned.get(id)]
    if (before?.at === at && before.rank === rank && before.group === group) return
    this.#put({ at, turn: this.#turns, id, rank, group })
    this.#turns += 1
    if (!this.#running.has(id)) this.#arm(at)
  }

  remove(id: string): void {
    this.#planned.delete(id)
    this.#parked.delete(id)
  }

  /** Schedules all parked IDs to run immediately. Their permission is checked again first. */
  unpark(): void {
    const waiting = [...this.#parked]
    for (const id of waiting) this.plan(id, this.#options.clock.now())
  }

  /** Starts due steps. Call when capacity may have become free. */
  startDue(): void {
    this.#arm(this.#options.clock.now())
  }

  close(): void {
    this.#isClosed = true
    this.#stopTimer?.()
  }

  /** Resolves when no step is running. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running.values())
  }

  #put(planned: PlannedStep): void {
    this.#planned.set(planned.id, planned)
    const ofRank = this.#heaps[planned.rank] as Map<string, StepHeap>
    let heap = ofRank.get(planned.group)
    if (heap === undefined) {
      heap = new StepHeap()
      ofRank.set(planned.group, heap)
    }
    heap.push(planned)
  }

  #arm(at: number): void {
    if (this.#isClosed || at >= this.#timerAt) return
    const now = this.#options.clock.now()
    const wakeAt = at <= now ? now : Math.ceil(at / this.#grainInMs) * this.#grainInMs
    if (wakeAt >= this.#timerAt) return
    this.#stopTimer?.()
    this.#timerAt = wakeAt
    this.#stopTimer = this.#options.clock.setTimer(wakeAt - now, () => {
      this.#stopTimer = null
      this.#timerAt = Number.POSITIVE_INFINITY
      this.#together(() => this.#pump())
    })
  }

  #together(work: () => void): void {
    if (this.#options.together === undefined) work()
    else this.#options.together(work)
  }

  #pump(): void {
    let refused = 0
    while (!this.#isClosed) {
      const now = this.#options.clock.now()
      const planned = this.#nextStep(now)
      if (planned === undefined) return
      if (planned.at > now) return this.#arm(planned.at)
      if (this.#slots.inUse >= this.#options.maxConcurrent) return
      const permission = this.#options.permissionOf(planned.id)
      if (permission === 'yes') {
        const waitInMs = this.#tokens?.take(now) ?? 0
        if (waitInMs > 0) return this.#arm(now + waitInMs)
        this.#planned.delete(planned.id)
        this.#start(planned)
        continue
      }
      // The step stays in the heap, because `permissionOf` may have changed the heap. `#firstOf` discards the step later.
      this.#planned.delete(planned.id)
      if (permission === 'parked') this.#parked.add(planned.id)
      else this.plan(planned.id, Math.max(permission.notBefore, now + 1))
      refused += 1
      if (refused === refusedPerTurn) return this.#arm(now)
    }
  }

  /**
   * Returns the due step that starts first, otherwise the step that is due next. Skips ranks and groups without capacity. Undefined if no
   * step with capacity is planned.
   */
  #nextStep(now: number): PlannedStep | undefined {
    let next: PlannedStep | undefined
    for (const [rank, ofRank] of this.#heaps.entries()) {
      if (!this.#priorities.hasCapacity(rank, this.#slots.ofRanks)) continue
      let first: PlannedStep | undefined
      for (const [group, heap] of ofRank) {
        const planned = this.#firstOf(heap)
        if (planned === undefined) ofRank.delete(group)
        else if (this.#slots.ofGroup(group) < this.#groups.maxConcurrent && (first === undefined || isStepBefore(planned, first)))
          first = planned
      }
      if (first === undefined) continue
      if (first.at <= now) return first
      if (next === undefined || first.at < next.at) next = first
    }
    return next
  }

  /**
   * Returns the first step that isn't stale and whose ID has no running step. Discards all steps before that one. Undefined if no step
   * remains.
   */
  #firstOf(heap: StepHeap): PlannedStep | undefined {
    for (let { first } = heap; first !== undefined; { first } = heap) {
      if (this.#planned.get(first.id) === first && !this.#running.has(first.id)) return first
      heap.pop()
    }
    return undefined
  }

  #start({ id, rank, group }: PlannedStep): void {
    let hasSlot = true
    this.#slots.add(rank, group, 1)
    const releaseSlot = (): void => {
      if (!hasSlot || this.#withoutSlot >= (this.#options.maxWithoutSlot ?? 0)) return
      hasSlot = false
      this.#withoutSlot += 1
      this.#slots.add(rank, group, -1)
      this.#arm(this.#options.clock.now())
    }
    const step = this.#options.run(id, releaseSlot).finally(() => {
      this.#running.delete(id)
      if (hasSlot) this.#slots.add(rank, group, -1)
      else this.#withoutSlot -= 1
      hasSlot = false
      // If the ID was planned while its step ran, the planned step was dropped from the heap. It is added again.
      const planned = this.#planned.get(id)
      if (planned !== undefined) this.#put(planned)
      this.#together(() => this.#pump())
    })
    this.#running.set(id, step)
    this.#options.clock.during?.(step)
  }
}
