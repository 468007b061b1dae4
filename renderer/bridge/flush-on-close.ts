import { subscribe, request } from './kiln.ts'

const handovers = new Set<() => void>()

/** Registers a callback that hands over the page's unsaved data when Kiln closes. Returns a function that removes it. */
export function onBeforeClose(handOver: () => void): () => void {
  handovers.add(handOver)
  return () => handovers.delete(handOver)
}

/** Responds to main when it closes, once everything is handed over. Returns a function that stops it. */
export function startCloseFlush(): () => void {
  return subscribe('app.closing', () => {
    for (const handOver of handovers) handOver()
    // Main answers earlier requests first.
    void request('app.closingHeard')
  })
}
