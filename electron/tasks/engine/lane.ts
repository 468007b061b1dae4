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

/**
 * A queue of IDs that each need one step at a time. The ID that has been due longest starts first, within limits per group and in total.
 * IDs due at the same time start in the order in which they were planned. An ID is in a lane at most once. It doesn't start again while its
 * step runs.
 */
export type Lane = {
  readonly plan: (id: string, at: number) => void
  readonly remove: (id: string) => void
  /** Schedules all parked IDs to run immediately. Their permission is checked again first. */
  readonly unpark: () => void
  /** Starts due steps. Call when capacity may have become free. */
  readonly startDue: () => void
  readonly close: () => void
  /** Resolves when no step is running. */
  readonly idle: () => Promise<void>
}

/** A planned step. `turn`: increases with each planned step. */
type LaneEntry = { readonly at: number; readonly turn: number; readonly id: string; readonly rank: number; readonly group: string }
/** Maximum number of IDs without permission per turn of the event loop. They take about 10 ms, because each may be journaled as on hold. */
const refusedPerTurn = 500
const onePriority: LanePriorities = { count: 1, of: () => 0, hasCapacity: () => true }

export function createLane(options: LaneOptions): Lane {
  const { clock } = options
  const priorities = options.priorities ?? onePriority
  const groups: LaneGroups = options.groups ?? { maxConcurrent: options.maxConcurrent, of: () => '' }
  /** Heaps of planned steps, by rank and then by group. */
  const heaps: readonly Map<string, LaneEntry[]>[] = Array.from({ length: priorities.count }, () => new Map<string, LaneEntry[]>())
  /** The valid entry of each planned ID. Any other entry in a heap is stale. */
  const planned = new Map<string, LaneEntry>()
  const parked = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const slotsOfRank = heaps.map(() => 0)
  const slotsOfGroup = new Map<string, number>()
  let slots = 0
  let withoutSlot = 0
  let turns = 0
  const grainInMs = options.wakeGrainInMs ?? 1
  const burst = options.ratePerSecond === null ? 0 : Math.max(1, options.ratePerSecond / 10)
  let tokens = burst
  let refilledAt = clock.now()
  let stopTimer: (() => void) | null = null
  let timerAt = Number.POSITIVE_INFINITY
  let isClosed = false

  function plan(id: string, at: number): void {
    parked.delete(id)
    const [rank, group, before] = [priorities.of(id), groups.of(id), planned.get(id)]
    if (before?.at === at && before.rank === rank && before.group === group) return
    put({ at, turn: turns, id, rank, group })
    turns += 1
    if (!running.has(id)) arm(at)
  }

  function put(laneEntry: LaneEntry): void {
    planned.set(laneEntry.id, laneEntry)
    const ofRank = heaps[laneEntry.rank] as Map<string, LaneEntry[]>
    let heap = ofRank.get(laneEntry.group)
    if (heap === undefined) {
      heap = []
      ofRank.set(laneEntry.group, heap)
    }
    push(heap, laneEntry)
  }

  function arm(at: number): void {
    if (isClosed || at >= timerAt) return
    const now = clock.now()
    const wakeAt = at <= now ? now : Math.ceil(at / grainInMs) * grainInMs
    if (wakeAt >= timerAt) return
    stopTimer?.()
    timerAt = wakeAt
    stopTimer = clock.setTimer(wakeAt - now, () => {
      stopTimer = null
      timerAt = Number.POSITIVE_INFINITY
      together(pump)
    })
  }

  function together(work: () => void): void {
    if (options.together === undefined) work()
    else options.together(work)
  }

  function pump(): void {
    let refused = 0
    while (!isClosed) {
      const now = clock.now()
      const laneEntry = nextPlace(now)
      if (laneEntry === undefined) return
      if (laneEntry.at > now) return arm(laneEntry.at)
      if (slots >= options.maxConcurrent) return
      const permission = options.permissionOf(laneEntry.id)
      if (permission === 'yes') {
        const waitInMs = takeToken(now)
        if (waitInMs > 0) return arm(now + waitInMs)
        planned.delete(laneEntry.id)
        start(laneEntry)
        continue
      }
      // The entry stays in the heap, because `permissionOf` may have changed the heap. `firstOf` discards the entry later.
      planned.delete(laneEntry.id)
      if (permission === 'parked') parked.add(laneEntry.id)
      else plan(laneEntry.id, Math.max(permission.notBefore, now + 1))
      refused += 1
      if (refused === refusedPerTurn) return arm(now)
    }
  }

  /** Returns the due entry that starts first, otherwise the entry that is due next. Skips ranks and groups without capacity. */
  function nextPlace(now: number): LaneEntry | undefined {
    let next: LaneEntry | undefined
    for (const [rank, ofRank] of heaps.entries()) {
      if (!priorities.hasCapacity(rank, slotsOfRank)) continue
      let first: LaneEntry | undefined
      for (const [group, heap] of ofRank) {
        const laneEntry = firstOf(heap)
        if (laneEntry === undefined) ofRank.delete(group)
        else if ((slotsOfGroup.get(group) ?? 0) < groups.maxConcurrent && (first === undefined || isBefore(laneEntry, first)))
          first = laneEntry
      }
      if (first === undefined) continue
      if (first.at <= now) return first
      if (next === undefined || first.at < next.at) next = first
    }
    return next
  }

  /** Returns the first entry that isn't stale and whose ID has no running step. Discards all entries before that one. */
  function firstOf(heap: LaneEntry[]): LaneEntry | undefined {
    for (let laneEntry = heap[0]; laneEntry !== undefined; laneEntry = heap[0]) {
      if (planned.get(laneEntry.id) === laneEntry && !running.has(laneEntry.id)) return laneEntry
      pop(heap)
    }
    return undefined
  }

  function takeToken(now: number): number {
    if (options.ratePerSecond === null) return 0
    tokens = Math.min(burst, tokens + ((now - refilledAt) * options.ratePerSecond) / 1_000)
    refilledAt = now
    if (tokens >= 1) {
      tokens -= 1
      return 0
    }
    return Math.max(1, ((1 - tokens) * 1_000) / options.ratePerSecond)
  }

  function start({ id, rank, group }: LaneEntry): void {
    let hasSlot = true
    countSlot(rank, group, 1)
    const releaseSlot = (): void => {
      if (!hasSlot || withoutSlot >= (options.maxWithoutSlot ?? 0)) return
      hasSlot = false
      withoutSlot += 1
      countSlot(rank, group, -1)
      arm(clock.now())
    }
    const step = options.run(id, releaseSlot).finally(() => {
      running.delete(id)
      if (hasSlot) countSlot(rank, group, -1)
      else withoutSlot -= 1
      hasSlot = false
      // If the ID was planned while its step ran, its entry was dropped from the heap. It is added again.
      const laneEntry = planned.get(id)
      if (laneEntry !== undefined) put(laneEntry)
      together(pump)
    })
    running.set(id, step)
    clock.during?.(step)
  }

  function countSlot(rank: number, group: string, change: 1 | -1): void {
    slots += change
    slotsOfRank[rank] = (slotsOfRank[rank] ?? 0) + change
    const ofGroup = (slotsOfGroup.get(group) ?? 0) + change
    if (ofGroup === 0) slotsOfGroup.delete(group)
    else slotsOfGroup.set(group, ofGroup)
  }

  return {
    plan,
    remove: (id) => {
      planned.delete(id)
      parked.delete(id)
    },
    unpark: () => {
      const waiting = [...parked]
      for (const id of waiting) plan(id, clock.now())
    },
    startDue: () => arm(clock.now()),
    close: () => {
      isClosed = true
      stopTimer?.()
    },
    idle: async () => {
      await Promise.allSettled(running.values())
    }
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
