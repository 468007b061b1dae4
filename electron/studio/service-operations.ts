import { recheckLimitsOnNewDay } from '../tasks/engine/spending-limits.ts'
import type { CallOutcome } from '../tasks/ports.ts'
import { activeConnection } from './connection-pool.ts'
import { readContract, type RefreshDependencies } from './refresh-contract.ts'
import type { StudioParts } from './studio-parts.ts'

type ServiceDependencies = RefreshDependencies & Pick<StudioParts, 'limitDay' | 'options' | 'reconciler' | 'storage'>

/** Operations that check the service, and resume work after a pause or a disconnection. */
export type ServiceOperations = {
  /**
   * Makes a free REST call and a free MCP call, for the connection check. Both use the active account's API key. Null if no account is
   * active.
   */
  readonly probeConnection: () => Promise<{ readonly key: CallOutcome<unknown>; readonly tools: CallOutcome<unknown> } | null>
  /** Resumes the tasks on hold, after the user fixed a problem with the account. */
  readonly resume: () => Promise<void>
  /** Checks now whether an unreachable service is reachable again. If the service responds, its tasks and downloads resume. */
  readonly checkReachability: () => Promise<void>
  /** Checks tasks and storage immediately, and reconciles. Called after the computer wakes up or reconnects. */
  readonly wake: () => void
}

export function serviceOperations(parts: ServiceDependencies): ServiceOperations {
  const { connections, engine, reconciler, storage } = parts
  return {
    probeConnection: async () => {
      const connection = activeConnection(connections)
      if (connection === null) return null
      connection.tools.wake()
      const [key, tools] = await Promise.all([connection.client.recentTasks({ limit: 1 }), connection.tools.tools({})])
      return { key, tools }
    },
    resume: async () => {
      // `wake` also ends a long pause that the service requested. The user may know that the pause is no longer needed.
      engine.wake()
      await engine.checkReachability()
      for (const connection of connections.open.values()) {
        void readContract(parts, connection)
        await engine.resume(connection.id)
        connection.tools.wake()
      }
    },
    checkReachability: async () => {
      await engine.checkReachability()
      engine.retryDownloads()
    },
    wake: () => {
      recheckLimitsOnNewDay(parts)
      engine.wake()
      for (const { tools } of connections.open.values()) tools.wake()
      void storage.check()
      void reconciler.reconcile()
    }
  }
}
