import { ZodError } from 'zod'
import type { Fault, Step } from '../../../shared/fault.ts'
import { newFault } from '../../../shared/fault.ts'
import { errorCode } from '../error-code.ts'
import { isJsonRecord } from '../json-fields.ts'

/**
 * Carries a fault through the protocol library, which only passes on errors. `isSessionUnknown`: true if the server reports with the
 * protocol's error code that the session doesn't exist. It then hasn't read the message.
 */
export class McpFault extends Error {
  override readonly name = 'McpFault'
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

/** Minimum for a requested wait. A shorter one would repeat a call without a pause. */
const shortestWaitInMs = 1_000

/** `retryAfterMs` or `Retry-After` of a response, at least a second. Null if it has neither. */
export function clampRetryAfter(waitInMs: number | null): number | null {
  return waitInMs === null ? null : Math.max(shortestWaitInMs, waitInMs)
}

/**
 * Converts any error of the protocol library to a fault. Only the message of a JSON-RPC error is kept, because other messages may contain
 * anything.
 */
export function faultOf(error: unknown, step: Step): Fault {
  if (error instanceof McpFault) return { ...error.fault, step }
  const code = isJsonRecord(error) || error instanceof Error ? (error as { code?: unknown }).code : null
  if (code === abortedResponseCode) return newFault(step, 'lost', { message: 'answer-broken-off' })
  // The protocol's own rejections: the call wasn't understood, so it wasn't executed. After any other error code the outcome is unknown.
  const message = error instanceof Error ? error.message.slice(0, longestMessage) : null
  if (typeof code === 'number' && refusalCodes.has(code)) return newFault(step, 'refusal', { message })
  if (typeof code === 'number' && code <= -32_000) return newFault(step, 'lost', { message })
  // The response is a redirect to another address, or isn't a JSON-RPC message.
  if (typeof code === 'number') return newFault(step, 'unreadable', { httpStatus: code > 0 ? code : null, message: 'unreadable-answer' })
  if (error instanceof SyntaxError || error instanceof ZodError) return newFault(step, 'unreadable', { message: 'unreadable-answer' })
  return newFault(step, 'lost', { message: errorCode(error) })
}
