import type { LaunchTargets } from './launch-arguments.ts'
import { noLaunchTargets } from './launch-arguments.ts'

/** Maximum number of queued links, and of queued files. The oldest are dropped. */
const mostWaiting = 100

export type OpenRequestQueue = {
  readonly add: (calls: LaunchTargets) => void
  /** Returns all queued links and files and empties the queue. */
  readonly takeAll: () => LaunchTargets
}

/**
 * Queues links and files from the system until a page requests them. They may arrive before a page exists. `onCame` is called after each
 * addition.
 */
export function createOpenRequestQueue(onCame: () => void): OpenRequestQueue {
  let waiting = noLaunchTargets
  return {
    add: ({ links, files }) => {
      if (links.length === 0 && files.length === 0) return
      waiting = { links: [...waiting.links, ...links].slice(-mostWaiting), files: [...waiting.files, ...files].slice(-mostWaiting) }
      onCame()
    },
    takeAll: () => {
      const taken = waiting
      waiting = noLaunchTargets
      return taken
    }
  }
}
