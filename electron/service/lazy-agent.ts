import type { Agent } from 'undici'
import { dispatcherOptions } from './dispatcher-options.ts'

/** An agent of the HTTP library. The library is loaded at the first request, so that it doesn't delay the window. */
export type LazyAgent = {
  /** Creates the agent on the first call. Rejects if `destroy` was called before the first call. */
  readonly get: () => Promise<Agent>
  /** Aborts pending requests and closes the sockets. */
  readonly destroy: () => Promise<void>
}

export function createLazyAgent(): LazyAgent {
  let opened: Promise<Agent> | null = null
  let isDestroyed = false
  return {
    get: () => {
      if (isDestroyed && opened === null)
        return Promise.reject(Object.assign(new Error('The agent is destroyed.'), { code: 'UND_ERR_DESTROYED' }))
      return (opened ??= openAgent())
    },
    destroy: async () => {
      isDestroyed = true
      await (await opened)?.destroy()
    }
  }
}

async function openAgent(): Promise<Agent> {
  const { Agent } = await import('undici')
  return new Agent(dispatcherOptions)
}
