import type { Clock } from '../core/ports.ts'

/** Whether a task may take its step now: yes, not before a time (milliseconds since 1970), or not until somebody says so. */
export type Permission = 'yes' | 'parked' | { readonly notBefore: number }

export type LaneOptions = {
  readonly clock: Clock
  readonly maxAtOnce: number
  /** Steps per second over all tasks; null: no budget. */
  readonly ratePerSecond: number | null
  /** Wakes for what is due later only at multiples of this, so that thousands of steps share a wake. Default 1. */
  readonly wakeGrainInMs?: number
  readonly permissionOf: (id: string) => Permission
  /** Must not reject: what it rejects with is nobody's to catch. */
  readonly run: (id: string) => Promise<void>
}

/**
 * A queue of tasks that each want one step at a time: the oldest due first, within one budget for all, so that thousands of tasks never
 * starve one. A task is in a lane at most once, and is not planned again while its step runs.
 */
export type Lane = {
  readonly plan: (id: string, at: number) => void
  readonly drop: (id: string) => void
  /** Lets parked tasks ask for permission again. */
  readonly unpark: () => void
  readonly close: () => void
  /** Resolves when no step is running. */
  readonly idle: () => Promise<void>
}

type Place = { readonly at: number; readonly id: string }

export function createLane(options: LaneOptions): Lane {
  const { clock } = options
  const heap: Place[] = []
  /** Where each planned task stands; a place in the heap that differs from it is stale. */
  const planned = new Map<string, number>()
  const parked = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const grainInMs = options.wakeGrainInMs ?? 1
  const burst = options.ratePerSecond === null ? 0 : Math.max(1, options.ratePerSecond / 10)
  let tokens = burst
  let refilledAt = clock.now()
  let stopTimer: (() => void) | null = null
  let timerAt = Number.POSITIVE_INFINITY
  let isClosed = false

  function plan(id: string, at: number): void {
    parked.delete(id)
    if (planned.get(id) === at) return
    planned.set(id, at)
    push(heap, { at, id })
    if (!running.has(id)) arm(at)
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
      pump()
    })
  }

  function pump(): void {
    while (!isClosed) {
      const place = nextPlace()
      if (place === undefined) return
      const now = clock.now()
      if (place.at > now) return arm(place.at)
      if (running.size >= options.maxAtOnce) return
      const permission = options.permissionOf(place.id)
      if (permission === 'yes') {
        const waitInMs = takeToken(now)
        if (waitInMs > 0) return arm(now + waitInMs)
        planned.delete(place.id)
        start(place.id)
        continue
      }
      // Not taken off the heap by position: asking for permission may have planned others meanwhile. Without its plan the place is stale.
      planned.delete(place.id)
      if (permission === 'parked') parked.add(place.id)
      else plan(place.id, Math.max(permission.notBefore, now + 1))
    }
  }

  /** The first place that is neither stale nor of a task that is just taking its step. */
  function nextPlace(): Place | undefined {
    for (let place = heap[0]; place !== undefined; place = heap[0]) {
      const isCurrent = planned.get(place.id) === place.at
      if (isCurrent && !running.has(place.id)) return place
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

  function start(id: string): void {
    const step = options.run(id).finally(() => {
      running.delete(id)
      // Planned while it ran: its place was passed over and is put back.
      const at = planned.get(id)
      if (at !== undefined) push(heap, { at, id })
      pump()
    })
    running.set(id, step)
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
    if (placeIn(heap, parent).at <= place.at) break
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
    if (child + 1 < heap.length && placeIn(heap, child + 1).at < placeIn(heap, child).at) child += 1
    if (placeIn(heap, child).at >= last.at) break
    heap[index] = placeIn(heap, child)
    index = child
  }
  heap[index] = last
}

function placeIn(heap: readonly Place[], index: number): Place {
  return heap[index] as Place
}
