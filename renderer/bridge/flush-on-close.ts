import { subscribe, request } from './kiln.ts'

const handovers = new Set<() => void>()

/**
 * Registers a callback that sends the page's unsaved data to main. Callbacks run before Kiln closes, and before a language change reloads
 * the page. Returns a function that removes the callback.
 */
export function onBeforeClose(handOver: () => void): () => void {
  handovers.add(handOver)
  return () => handovers.delete(handOver)
}

/** Listens for main's `app.closing` event, runs all callbacks and then confirms to main. Returns a function that stops listening. */
export function startCloseFlush(): () => void {
  return subscribe('app.closing', () => {
    for (const handOver of handovers) handOver()
    // Main handles requests in order. Main therefore has all unsaved data when this confirmation arrives.
    void request('app.closingHeard')
  })
}
