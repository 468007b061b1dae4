import type { Agent } from 'undici'
import { wireOptions } from './wire-options.ts'

/** An agent of the HTTP library, which is read in and made with the first request: no window waits for it. */
export type LateAgent = {
  /** Rejects once it was destroyed. */
  readonly get: () => Promise<Agent>
  /** Ends what is under way and lets go of the sockets. */
  readonly destroy: () => Promise<void>
}

export function createLateAgent(): LateAgent {
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
  return new Agent(wireOptions)
}
