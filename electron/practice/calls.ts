import type { FaultTarget } from './faults.ts'

/** A call that reached the service, as a witness remembers it. Never holds a key. */
export type Call = {
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
  /** The task that was asked about, or that came of it. */
  taskId: string | null
  /** What was answered; null while nothing was, and for answers that a fault swallowed. */
  httpStatus: number | null
  errorType: string | null
}

/** The last calls, newest last. */
export function createCallLog(limit: number): { record: (call: Call) => void; list: () => readonly Call[] } {
  let calls: Call[] = []
  return {
    record: (call) => {
      calls.push(call)
      if (calls.length > limit * 2) calls = calls.slice(-limit)
    },
    list: () => calls.slice(-limit)
  }
}
