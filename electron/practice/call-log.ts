import type { FaultTarget } from './faults.ts'

/** A recorded call to the service. Never contains a key. */
export type LoggedCall = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The kind of call, if faults can affect it. Null for other calls, such as unknown paths. */
  readonly on: FaultTarget | null
  readonly method: string
  /** Without the query part. */
  readonly path: string
  readonly capability: string | null
  /** The tool that was called over MCP. Null for other calls. */
  tool: string | null
  readonly idempotencyKey: string | null
  readonly hasAuthorization: boolean
  readonly requestId: string
  /** The task that was queried or created. Null if none exists. */
  taskId: string | null
  /** Status of the response. Null until the response is sent, and if a fault dropped the response. */
  httpStatus: number | null
  errorType: string | null
}

/** Keeps the last `limit` calls, newest last. */
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
