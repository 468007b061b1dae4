import { useCallback, useSyncExternalStore } from 'react'

/** Timer that all hooks with the same interval share, so that they see the same time. Runs only while a hook subscribes. */
class Clock {
  readonly #listeners = new Set<() => void>()
  readonly #intervalInMs: number
  #timer: ReturnType<typeof setInterval> | null = null
  now = Date.now()

  constructor(intervalInMs: number) {
    this.#intervalInMs = intervalInMs
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#timer === null) {
      this.now = Date.now()
      this.#timer = setInterval(() => {
        this.now = Date.now()
        for (const tell of this.#listeners) tell()
      }, this.#intervalInMs)
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0 || this.#timer === null) return
      clearInterval(this.#timer)
      this.#timer = null
    }
  }
}

const clocks = new Map<number, Clock>()

function clockOf(intervalInMs: number): Clock {
  const clock = clocks.get(intervalInMs) ?? new Clock(intervalInMs)
  clocks.set(intervalInMs, clock)
  return clock
}

/** Returns the current time in milliseconds since 1970. Rerenders the component every `intervalInMs` milliseconds. */
export function useNow(intervalInMs: number): number {
  const clock = clockOf(intervalInMs)
  const subscribe = useCallback((listener: () => void) => clock.subscribe(listener), [clock])
  const read = (): number => clock.now
  return useSyncExternalStore(subscribe, read, read)
}
