import type { LaunchTargets } from './launch-arguments.ts'
import { noLaunchTargets } from './launch-arguments.ts'

/** Maximum number of links, and of files, that wait for a page. */
const mostWaiting = 100

export type OpenRequestQueue = {
  readonly add: (calls: LaunchTargets) => void
  /** Returns everything that is queued, once. */
  readonly takeAll: () => LaunchTargets
}

/**
 * Queues links and files from the system until a page asks for them. They may arrive long before there is a page. `onCame` is called for
 * each.
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
