import { listen, request } from './kiln.ts'

const handovers = new Set<() => void>()

/** Is called when Kiln closes, to hand over at once what waits in the page. Returns a function that takes it back. */
export function beforeClosing(handOver: () => void): () => void {
  handovers.add(handOver)
  return () => handovers.delete(handOver)
}

/** Answers main when it closes, once everything is handed over. Returns a function that stops it. */
export function startFarewell(): () => void {
  return listen('app.closing', () => {
    for (const handOver of handovers) handOver()
    // What was asked before is answered before.
    void request('app.closingHeard')
  })
}
