import { ZodError } from 'zod'
import type { Fault, Step } from '../../../shared/fault.ts'
import { newFault } from '../../../shared/fault.ts'
import { errorCode } from '../error-code.ts'
import { isRecord } from '../json-fields.ts'

/**
 * A fault on its way through the protocol library, which knows only errors. `isSessionUnknown`: the server says, in the protocol's own
 * words, that it does not know the session, and so has not read the message.
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

/** The code of the error that stands for an answer that broke off; ours alone, and never sent. */
export const brokenOffCode = -32_099
const longestMessage = 2_000
/** Torn, no request, no such method, wrong parameters. */
const refusalCodes: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602])

/** The shortest wait that an answer may ask for; shorter ones would repeat a call without pause. */
const shortestWaitInMs = 1_000

/** `retryAfterMs` or `Retry-After` of an answer, at least a second; null if it names none. */
export function atLeastASecond(waitInMs: number | null): number | null {
  return waitInMs === null ? null : Math.max(shortestWaitInMs, waitInMs)
}

/** Whatever the protocol library threw, as a fault. Its own words are dropped: they may hold anything. */
export function faultOf(error: unknown, step: Step): Fault {
  if (error instanceof McpFault) return { ...error.fault, step }
  const code = isRecord(error) || error instanceof Error ? (error as { code?: unknown }).code : null
  if (code === brokenOffCode) return newFault(step, 'lost', { message: 'answer-broken-off' })
  // The protocol's own refusals: not understood, and so not done. Behind its other error codes anything may have happened.
  const message = error instanceof Error ? error.message.slice(0, longestMessage) : null
  if (typeof code === 'number' && refusalCodes.has(code)) return newFault(step, 'refusal', { message })
  if (typeof code === 'number' && code <= -32_000) return newFault(step, 'lost', { message })
  // A redirect that leads elsewhere, or an answer that is no message.
  if (typeof code === 'number') return newFault(step, 'unreadable', { httpStatus: code > 0 ? code : null, message: 'unreadable-answer' })
  if (error instanceof SyntaxError || error instanceof ZodError) return newFault(step, 'unreadable', { message: 'unreadable-answer' })
  return newFault(step, 'lost', { message: errorCode(error) })
}
