import type { Clock } from '../ports.ts'

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

/** Limits steps by group, for example all downloads from one host. `of`: an ID's group. `maxConcurrent`: slots for each group. */
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

/** A planned step. `turn`: increases with each planned step. */
type LaneEntry = { readonly at: number; readonly turn: number; readonly id: string; readonly rank: number; readonly group: string }
/** Maximum number of IDs without permission per turn of the event loop. They take about 10 ms, because each may be journaled as on hold. */
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
  /** Heaps of planned steps, by rank and then by group. */
  readonly #heaps: readonly Map<string, LaneEntry[]>[]
  /** The valid entry of each planned ID. Any other entry in a heap is stale. */
  readonly #planned = new Map<string, LaneEntry>()
  readonly #parked = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #slotsOfRank: number[]
  readonly #slotsOfGroup = new Map<string, number>()
  #slots = 0
  #withoutSlot = 0
  #turns = 0
  readonly #grainInMs: number
  readonly #burst: number
  #tokens: number
  #refilledAt: number
  #stopTimer: (() => void) | null = null
  #timerAt = Number.POSITIVE_INFINITY
  #isClosed = false

  constructor(options: LaneOptions) {
    this.#options = options
    this.#priorities = options.priorities ?? onePriority
    this.#groups = options.groups ?? { maxConcurrent: options.maxConcurrent, of: () => '' }
    this.#heaps = Array.from({ length: this.#priorities.count }, () => new Map<string, LaneEntry[]>())
    this.#slotsOfRank = this.#heaps.map(() => 0)
    this.#grainInMs = options.wakeGrainInMs ?? 1
    this.#burst = options.ratePerSecond === null ? 0 : Math.max(1, options.ratePerSecond / 10)
    this.#tokens = this.#burst
    this.#refilledAt = options.clock.now()
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

  #put(laneEntry: LaneEntry): void {
    this.#planned.set(laneEntry.id, laneEntry)
    const ofRank = this.#heaps[laneEntry.rank] as Map<string, LaneEntry[]>
    let heap = ofRank.get(laneEntry.group)
    if (heap === undefined) {
      heap = []
      ofRank.set(laneEntry.group, heap)
    }
    push(heap, laneEntry)
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
      const laneEntry = this.#nextPlace(now)
      if (laneEntry === undefined) return
      if (laneEntry.at > now) return this.#arm(laneEntry.at)
      if (this.#slots >= this.#options.maxConcurrent) return
      const permission = this.#options.permissionOf(laneEntry.id)
      if (permission === 'yes') {
        const waitInMs = this.#takeToken(now)
        if (waitInMs > 0) return this.#arm(now + waitInMs)
        this.#planned.delete(laneEntry.id)
        this.#start(laneEntry)
        continue
      }
      // The entry stays in the heap, because `permissionOf` may have changed the heap. `firstOf` discards the entry later.
      this.#planned.delete(laneEntry.id)
      if (permission === 'parked') this.#parked.add(laneEntry.id)
      else this.plan(laneEntry.id, Math.max(permission.notBefore, now + 1))
      refused += 1
      if (refused === refusedPerTurn) return this.#arm(now)
    }
  }

  /** Returns the due entry that starts first, otherwise the entry that is due next. Skips ranks and groups without capacity. */
  #nextPlace(now: number): LaneEntry | undefined {
    let next: LaneEntry | undefined
    for (const [rank, ofRank] of this.#heaps.entries()) {
      if (!this.#priorities.hasCapacity(rank, this.#slotsOfRank)) continue
      let first: LaneEntry | undefined
      for (const [group, heap] of ofRank) {
        const laneEntry = this.#firstOf(heap)
        if (laneEntry === undefined) ofRank.delete(group)
        else if ((this.#slotsOfGroup.get(group) ?? 0) < this.#groups.maxConcurrent && (first === undefined || isBefore(laneEntry, first)))
          first = laneEntry
      }
      if (first === undefined) continue
      if (first.at <= now) return first
      if (next === undefined || first.at < next.at) next = first
    }
    return next
  }

  /** Returns the first entry that isn't stale and whose ID has no running step. Discards all entries before that one. */
  #firstOf(heap: LaneEntry[]): LaneEntry | undefined {
    for (let laneEntry = heap[0]; laneEntry !== undefined; laneEntry = heap[0]) {
      if (this.#planned.get(laneEntry.id) === laneEntry && !this.#running.has(laneEntry.id)) return laneEntry
      pop(heap)
    }
    return undefined
  }

  #takeToken(now: number): number {
    if (this.#options.ratePerSecond === null) return 0
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#refilledAt) * this.#options.ratePerSecond) / 1_000)
    this.#refilledAt = now
    if (this.#tokens >= 1) {
      this.#tokens -= 1
      return 0
    }
    return Math.max(1, ((1 - this.#tokens) * 1_000) / this.#options.ratePerSecond)
  }

  #start({ id, rank, group }: LaneEntry): void {
    let hasSlot = true
    this.#countSlot(rank, group, 1)
    const releaseSlot = (): void => {
      if (!hasSlot || this.#withoutSlot >= (this.#options.maxWithoutSlot ?? 0)) return
      hasSlot = false
      this.#withoutSlot += 1
      this.#countSlot(rank, group, -1)
      this.#arm(this.#options.clock.now())
    }
    const step = this.#options.run(id, releaseSlot).finally(() => {
      this.#running.delete(id)
      if (hasSlot) this.#countSlot(rank, group, -1)
      else this.#withoutSlot -= 1
      hasSlot = false
      // If the ID was planned while its step ran, its entry was dropped from the heap. It is added again.
      const laneEntry = this.#planned.get(id)
      if (laneEntry !== undefined) this.#put(laneEntry)
      this.#together(() => this.#pump())
    })
    this.#running.set(id, step)
    this.#options.clock.during?.(step)
  }

  #countSlot(rank: number, group: string, change: 1 | -1): void {
    this.#slots += change
    this.#slotsOfRank[rank] = (this.#slotsOfRank[rank] ?? 0) + change
    const ofGroup = (this.#slotsOfGroup.get(group) ?? 0) + change
    if (ofGroup === 0) this.#slotsOfGroup.delete(group)
    else this.#slotsOfGroup.set(group, ofGroup)
  }
}

function push(heap: LaneEntry[], laneEntry: LaneEntry): void {
  heap.push(laneEntry)
  let index = heap.length - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (isBefore(entryAt(heap, parent), laneEntry)) break
    heap[index] = entryAt(heap, parent)
    index = parent
  }
  heap[index] = laneEntry
}

function pop(heap: LaneEntry[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(entryAt(heap, child + 1), entryAt(heap, child))) child += 1
    if (!isBefore(entryAt(heap, child), last)) break
    heap[index] = entryAt(heap, child)
    index = child
  }
  heap[index] = last
}

function isBefore(one: LaneEntry, other: LaneEntry): boolean {
  return one.at < other.at || (one.at === other.at && one.turn < other.turn)
}

function entryAt(heap: readonly LaneEntry[], index: number): LaneEntry {
  return heap[index] as LaneEntry
}
