import type { Clock } from '../core/ports.ts'

/** Whether a task may take its step now: yes, not before a time (milliseconds since 1970), or not until somebody says so. */
export type Permission = 'yes' | 'parked' | { readonly notBefore: number }

/**
 * Who goes before whom. Of what is due, the lowest rank goes first, however old the others are. `hasRoom`: whether one more of a rank may
 * start, given how many of each rank are running; what must wait for room stays planned, and `Lane.look` asks again.
 */
export type Ranks = {
  readonly count: number
  readonly of: (id: string) => number
  readonly hasRoom: (rank: number, running: readonly number[]) => boolean
}

/** Steps of one group, such as all downloads from one host, take at most `most` slots together. */
export type Groups = { readonly most: number; readonly of: (id: string) => string }

export type LaneOptions = {
  readonly clock: Clock
  /** Slots over all groups. */
  readonly maxAtOnce: number
  /** Default: one group for all. */
  readonly groups?: Groups
  /** How many steps may go on after they gave their slot back. Default 0. */
  readonly mostWithoutSlot?: number
  /** Steps per second over all tasks; null: no limit. */
  readonly ratePerSecond: number | null
  /** Wakes for what is due later only at multiples of this, so that thousands of steps share a timer. In milliseconds. Default 1. */
  readonly wakeGrainInMs?: number
  /** Default: all are alike. */
  readonly ranks?: Ranks
  readonly permissionOf: (id: string) => Permission
  /**
   * Must not reject. `giveSlotBack`: the step goes on, but others may start in its place. For a step that waits for a slow or dead host; does
   * nothing if too many do so already, or if it was called before.
   */
  readonly run: (id: string, giveSlotBack: () => void) => Promise<void>
  /** Wraps what is done in one go, such as parking many tasks. */
  readonly together?: (work: () => void) => void
}

/**
 * A queue of ids that each want one step at a time: the oldest due first, within limits per group and for all. What is due at the same time
 * starts in the order in which it was planned. An id is in a lane at most once, and is not planned again while its step runs.
 */
export type Lane = {
  readonly plan: (id: string, at: number) => void
  readonly drop: (id: string) => void
  /** Lets parked tasks ask for permission again. */
  readonly unpark: () => void
  /** There may be room now that was not there before. */
  readonly look: () => void
  readonly close: () => void
  /** Resolves when no step is running. */
  readonly idle: () => Promise<void>
}

/** `turn` counts up with every plan. */
type Place = { readonly at: number; readonly turn: number; readonly id: string; readonly rank: number; readonly group: string }
/** Each may be written to the journal as held. So many take about 10 ms. */
const refusedPerTurn = 500
const oneRank: Ranks = { count: 1, of: () => 0, hasRoom: () => true }

export function createLane(options: LaneOptions): Lane {
  const { clock } = options
  const ranks = options.ranks ?? oneRank
  const groups: Groups = options.groups ?? { most: options.maxAtOnce, of: () => '' }
  /** By rank, and in it by group. */
  const heaps: readonly Map<string, Place[]>[] = Array.from({ length: ranks.count }, () => new Map<string, Place[]>())
  /** Where each planned id stands; a place in a heap that is not this one is stale. */
  const planned = new Map<string, Place>()
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
    const [rank, group, before] = [ranks.of(id), groups.of(id), planned.get(id)]
    if (before?.at === at && before.rank === rank && before.group === group) return
    put({ at, turn: turns, id, rank, group })
    turns += 1
    if (!running.has(id)) arm(at)
  }

  function put(place: Place): void {
    planned.set(place.id, place)
    const ofRank = heaps[place.rank] as Map<string, Place[]>
    let heap = ofRank.get(place.group)
    if (heap === undefined) {
      heap = []
      ofRank.set(place.group, heap)
    }
    push(heap, place)
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
      const place = nextPlace(now)
      if (place === undefined) return
      if (place.at > now) return arm(place.at)
      if (slots >= options.maxAtOnce) return
      const permission = options.permissionOf(place.id)
      if (permission === 'yes') {
        const waitInMs = takeToken(now)
        if (waitInMs > 0) return arm(now + waitInMs)
        planned.delete(place.id)
        start(place)
        continue
      }
      // The place is not popped: asking for permission may have planned others meanwhile. Without its plan it is stale.
      planned.delete(place.id)
      if (permission === 'parked') parked.add(place.id)
      else plan(place.id, Math.max(permission.notBefore, now + 1))
      refused += 1
      if (refused === refusedPerTurn) return arm(now)
    }
  }

  /** What is due and goes first; else what is due next. Ranks and groups without room are passed over. */
  function nextPlace(now: number): Place | undefined {
    let next: Place | undefined
    for (const [rank, ofRank] of heaps.entries()) {
      if (!ranks.hasRoom(rank, slotsOfRank)) continue
      let first: Place | undefined
      for (const [group, heap] of ofRank) {
        const place = firstOf(heap)
        if (place === undefined) ofRank.delete(group)
        else if ((slotsOfGroup.get(group) ?? 0) < groups.most && (first === undefined || isBefore(place, first))) first = place
      }
      if (first === undefined) continue
      if (first.at <= now) return first
      if (next === undefined || first.at < next.at) next = first
    }
    return next
  }

  /** The first place that is neither stale nor of an id whose step is running. */
  function firstOf(heap: Place[]): Place | undefined {
    for (let place = heap[0]; place !== undefined; place = heap[0]) {
      if (planned.get(place.id) === place && !running.has(place.id)) return place
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

  function start({ id, rank, group }: Place): void {
    let hasSlot = true
    countSlot(rank, group, 1)
    const giveSlotBack = (): void => {
      if (!hasSlot || withoutSlot >= (options.mostWithoutSlot ?? 0)) return
      hasSlot = false
      withoutSlot += 1
      countSlot(rank, group, -1)
      arm(clock.now())
    }
    const step = options.run(id, giveSlotBack).finally(() => {
      running.delete(id)
      if (hasSlot) countSlot(rank, group, -1)
      else withoutSlot -= 1
      hasSlot = false
      // Planned while it ran: its place was passed over and is put back.
      const place = planned.get(id)
      if (place !== undefined) put(place)
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
    drop: (id) => {
      planned.delete(id)
      parked.delete(id)
    },
    unpark: () => {
      const waiting = [...parked]
      for (const id of waiting) plan(id, clock.now())
    },
    look: () => arm(clock.now()),
    close: () => {
      isClosed = true
      stopTimer?.()
    },
    idle: async () => {
      await Promise.allSettled(running.values())
    }
  }
}

function push(heap: Place[], place: Place): void {
  heap.push(place)
  let index = heap.length - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (isBefore(placeIn(heap, parent), place)) break
    heap[index] = placeIn(heap, parent)
    index = parent
  }
  heap[index] = place
}

function pop(heap: Place[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(placeIn(heap, child + 1), placeIn(heap, child))) child += 1
    if (!isBefore(placeIn(heap, child), last)) break
    heap[index] = placeIn(heap, child)
    index = child
  }
  heap[index] = last
}

function isBefore(one: Place, other: Place): boolean {
  return one.at < other.at || (one.at === other.at && one.turn < other.turn)
}

function placeIn(heap: readonly Place[], index: number): Place {
  return heap[index] as Place
}
