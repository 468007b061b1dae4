import { setTimeout as sleep } from 'node:timers/promises'

type QuittingApp = {
  readonly on: (event: 'before-quit', listener: (event: { readonly preventDefault: () => void }) => void) => unknown
  readonly quit: () => void
}

/**
 * Delays the first quit until `close` is done, but at most `limitInMs`. Returns a function that runs `close` before its caller quits, such
 * as for an update whose installer doesn't wait. The quit that follows isn't delayed again.
 */
export function closeBeforeQuit(parts: {
  readonly app: QuittingApp
  readonly close: () => Promise<void>
  readonly onQuit: () => void
  readonly onError: (error: unknown) => void
  readonly limitInMs: number
}): () => Promise<void> {
  const { app, close, onQuit, onError, limitInMs } = parts
  let closing: Promise<void> | null = null
  let isClosed = false

  function closeOnce(): Promise<void> {
    onQuit()
    closing ??= Promise.race([close().catch(onError), sleep(limitInMs, undefined, { ref: false })]).then(() => {
      isClosed = true
    })
    return closing
  }

  app.on('before-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    // If `close` is already running, its caller calls `app.quit()` afterwards.
    if (closing === null) void closeOnce().then(() => app.quit())
  })
  return closeOnce
}
