import { subscribe, request } from './kiln.ts'

const handovers = new Set<() => void>()

/** Registers a callback that sends the page's unsaved data to main when Kiln closes. Returns a function that removes the callback. */
export function onBeforeClose(handOver: () => void): () => void {
  handovers.add(handOver)
  return () => handovers.delete(handOver)
}

/** Responds to main when Kiln closes, after all callbacks have run. Returns a function that stops listening. */
export function startCloseFlush(): () => void {
  return subscribe('app.closing', () => {
    for (const handOver of handovers) handOver()
    // Main handles earlier requests first, so it then has all unsaved data.
    void request('app.closingHeard')
  })
}
