import { ZodError } from 'zod'
import type { Fault, ApiStep } from '../../../shared/task/fault.ts'
import { newFault } from '../../../shared/task/fault.ts'
import { errorCode } from '../error-code.ts'
import { isJsonRecord } from '../json-fields.ts'

/**
 * An error that carries a fault through the MCP library, which only passes on errors. `isSessionUnknown`: true if the server reports, with
 * the protocol's error code, that the session doesn't exist. The server then hasn't processed the message.
 */
export class McpFaultError extends Error {
  override readonly name = 'McpFaultError'
  readonly fault: Fault
  readonly isSessionUnknown: boolean
  constructor(fault: Fault, isSessionUnknown = false) {
    super(fault.kind)
    this.fault = fault
    this.isSessionUnknown = isSessionUnknown
  }
}

/** Internal error code for a response that ended early. It is never sent. */
export const abortedResponseCode = -32_099
const longestMessage = 2_000
/** JSON-RPC error codes: parse error, invalid request, unknown method, invalid parameters. */
const refusalCodes: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602])

/** Minimum retry delay. A shorter delay would retry calls almost without a pause. */
const shortestWaitInMs = 1_000

/** Raises a response's retry delay to at least `shortestWaitInMs`. Null stays null. */
export function clampRetryAfter(waitInMs: number | null): number | null {
  return waitInMs === null ? null : Math.max(shortestWaitInMs, waitInMs)
}

/**
 * Converts any error of the MCP library to a fault. Only a JSON-RPC error's message is kept, because other messages may contain private
 * data.
 */
export function faultFromMcpError(error: unknown, step: ApiStep): Fault {
  if (error instanceof McpFaultError) return { ...error.fault, step }
  const code = isJsonRecord(error) || error instanceof Error ? (error as { code?: unknown }).code : null
  if (code === abortedResponseCode) return newFault(step, 'lost', { message: 'answer-broken-off' })
  // These codes mean that the server didn't understand the call, and therefore didn't execute it. With any other code, the outcome is
  // unknown.
  const message = error instanceof Error ? error.message.slice(0, longestMessage) : null
  if (typeof code === 'number' && refusalCodes.has(code)) return newFault(step, 'refusal', { message })
  if (typeof code === 'number' && code <= -32_000) return newFault(step, 'lost', { message })
  // The response is a redirect, or isn't a JSON-RPC message. A positive code is the HTTP status.
  if (typeof code === 'number') return newFault(step, 'unreadable', { httpStatus: code > 0 ? code : null, message: 'unreadable-answer' })
  if (error instanceof SyntaxError || error instanceof ZodError) return newFault(step, 'unreadable', { message: 'unreadable-answer' })
  return newFault(step, 'lost', { message: errorCode(error) })
}
