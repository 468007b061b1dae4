import type { FaultTarget } from './fault-injector.ts'

/** A recorded call to the service. Never contains a key. */
export type LoggedCall = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The fault target that the call belongs to. Null for calls that faults can't affect, such as unknown paths. */
  readonly on: FaultTarget | null
  readonly method: string
  /** The URL's path, without the query string. */
  readonly path: string
  readonly capability: string | null
  /** Name of the MCP tool that was called. Null for other calls. */
  tool: string | null
  readonly idempotencyKey: string | null
  readonly hasAuthorization: boolean
  readonly requestId: string
  /** ID of the task that the call queried or created. Null if there is no such task. */
  taskId: string | null
  /** HTTP status of the response. Null until the response is sent, or if a fault dropped it. */
  httpStatus: number | null
  errorType: string | null
}

/** Creates a log of the last `limit` calls, newest last. */
export function createCallLog(limit: number): { record: (loggedCall: LoggedCall) => void; list: () => readonly LoggedCall[] } {
  let loggedCalls: LoggedCall[] = []
  return {
    record: (loggedCall) => {
      loggedCalls.push(loggedCall)
      if (loggedCalls.length > limit * 2) loggedCalls = loggedCalls.slice(-limit)
    },
    list: () => loggedCalls.slice(-limit)
  }
}
