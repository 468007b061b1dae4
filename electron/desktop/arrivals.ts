import type { Calls } from './launch-words.ts'
import { noCalls } from './launch-words.ts'

/** More than so many wait for no page. */
const mostWaiting = 100

export type Arrivals = {
  readonly add: (calls: Calls) => void
  /** All that waits; told once. */
  readonly take: () => Calls
}

/** Keeps what the system hands to Kiln until a page asks for it: that may be long before there is one. `onCame` hears of each. */
export function createArrivals(onCame: () => void): Arrivals {
  let waiting = noCalls
  return {
    add: ({ links, files }) => {
      if (links.length === 0 && files.length === 0) return
      waiting = { links: [...waiting.links, ...links].slice(-mostWaiting), files: [...waiting.files, ...files].slice(-mostWaiting) }
      onCame()
    },
    take: () => {
      const taken = waiting
      waiting = noCalls
      return taken
    }
  }
}
