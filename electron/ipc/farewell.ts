import type { Announce } from './publish.ts'

/** Pages answer within a few milliseconds; one that does not is not waited for. */
const longestWaitInMs = 500

export type Farewell = {
  /** Tells every page that Kiln is closing; resolves when all of them have handed over what they held, or after half a second. */
  readonly say: () => Promise<void>
  /** A page has handed over everything. */
  readonly heard: () => void
}

/** The last moment before closing, in which pages hand over what was typed in it. */
export function createFarewell(parts: {
  readonly announce: Announce
  readonly openPages: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): Farewell {
  let missing = 0
  let done = Promise.withResolvers<void>()
  return {
    say: async () => {
      missing = parts.openPages()
      if (missing === 0) return
      done = Promise.withResolvers<void>()
      const stopWaiting = parts.setTimer(longestWaitInMs, done.resolve)
      parts.announce('app.closing', null)
      await done.promise
      stopWaiting()
    },
    heard: () => {
      missing -= 1
      if (missing <= 0) done.resolve()
    }
  }
}
