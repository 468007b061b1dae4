import type { IpcEventSender } from '../../shared/ipc/ipc.ts'

/** Maximum wait for the pages, which normally respond within a few milliseconds. */
const longestWaitInMs = 500

export type WindowFlush = {
  /** Tells every page that Kiln is closing. Resolves when all pages have sent their unsaved data, or after half a second. */
  readonly say: () => Promise<void>
  /** Call when a page has sent all its unsaved data. */
  readonly heard: () => void
}

/** Lets pages send their unsaved input before Kiln closes. */
export function createWindowFlush(parts: {
  readonly announce: IpcEventSender
  readonly openPages: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): WindowFlush {
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
