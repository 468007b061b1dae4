import { setTimeout as sleep } from 'node:timers/promises'

type QuittingApp = {
  readonly on: (event: 'before-quit', listener: (event: { readonly preventDefault: () => void }) => void) => unknown
  readonly quit: () => void
}

/**
 * Delays the first quit until `close` has settled, but by at most `limitInMs`. Returns a function for callers that quit the app themselves,
 * such as the updater. The function calls `close` and resolves once the caller can quit. That quit isn't delayed again.
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
    // If `close` is already running, the code that started it calls `app.quit()` afterwards.
    if (closing === null) void closeOnce().then(() => app.quit())
  })
  return closeOnce
}
