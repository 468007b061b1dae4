import type { FaultTarget } from './faults.ts'

/** A recorded call to the service. Never contains a key. */
export type LoggedCall = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null for calls outside the API, such as unknown paths. */
  readonly on: FaultTarget | null
  readonly method: string
  /** Without the query part. */
  readonly path: string
  readonly capability: string | null
  /** The tool that was called over MCP. */
  tool: string | null
  readonly idempotencyKey: string | null
  readonly hasAuthorization: boolean
  readonly requestId: string
  /** The task that was queried or created. */
  taskId: string | null
  /** Status of the response. Null until it is sent, and if a fault dropped it. */
  httpStatus: number | null
  errorType: string | null
}

/** The last calls, newest last. */
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
