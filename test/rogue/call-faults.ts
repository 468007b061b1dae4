import type { RogueResponse } from './http-response.ts'
import { rogueJsonResponse, rogueHtmlResponse } from './http-response.ts'
import type { ResponseDelivery } from './response-delivery.ts'
import type { CallFault, CallFaultKind, RogueEndpoint, RetryAfter } from './personality.ts'
import type { ServiceState } from './service-state.ts'

/** A call to match with a fault. `task`: number of the task that the call is about or would create. Null if there is no such task. */
type FaultCall = { readonly on: RogueEndpoint; readonly task: number | null; readonly isRepetition: boolean }

/**
 * Returns a function that picks the fault for a call. The function counts the calls of each fault, and returns null if no fault applies.
 */
export function createFaultPicker(state: ServiceState): (call: FaultCall) => CallFault | null {
  const counts = new WeakMap<CallFault, { passed: number; struck: number }>()
  return (call) => {
    for (const fault of state.personality.faults) {
      if (!fits(fault, call)) continue
      const count = counts.get(fault) ?? { passed: 0, struck: 0 }
      counts.set(fault, count)
      if (fault.times !== null && count.struck >= fault.times) continue
      if (count.passed < fault.skip) {
        count.passed += 1
        continue
      }
      if (fault.chance < 1 && state.random() >= fault.chance) continue
      count.struck += 1
      return fault
    }
    return null
  }
}

function fits(fault: CallFault, { on, task, isRepetition }: FaultCall): boolean {
  if (fault.on !== on || (fault.task !== null && fault.task !== task)) return false
  return fault.only === 'any' || (fault.only === 'repetition') === isRepetition
}

/** True if a call's work is done despite `fault`. A slow response (`drip`) always reports the real outcome. */
export function isWorkDone(fault: CallFault | null): boolean {
  return fault === null || fault.afterWork || fault.does.kind === 'drip'
}

/**
 * Returns the response to a call with a fault. If only the delivery is faulty, this is the real response. `own`: the real response, or null
 * if the work wasn't done.
 */
export function faultyResponse(
  state: ServiceState,
  does: CallFaultKind,
  own: RogueResponse | null,
  taskId: string | null
): { readonly answer: RogueResponse; readonly delivery: ResponseDelivery; readonly errorType: string | null } {
  const plain = own ?? rogueJsonResponse(200, { success: true })
  switch (does.kind) {
    case 'error':
      return { answer: errorOf(state, does, taskId), delivery: { kind: 'whole' }, errorType: does.errorType }
    case 'page':
      return { answer: rogueHtmlResponse(does.status), delivery: { kind: 'whole' }, errorType: null }
    case 'torn':
      return { answer: plain, delivery: { ...does, saysLength: true }, errorType: null }
    case 'reset':
    case 'hang':
    case 'drip':
      return { answer: plain, delivery: does, errorType: null }
  }
}

function errorOf(state: ServiceState, does: Extract<CallFaultKind, { kind: 'error' }>, taskId: string | null): RogueResponse {
  const wait = retryAfterText(does.retryAfter, state.now())
  const body = {
    success: false,
    error: 'The request failed.',
    message: 'The request failed.',
    ...(does.errorType === null ? {} : { errorType: does.errorType }),
    ...(does.recovery === null ? {} : { recovery: does.recovery, businessId: 'b-1' }),
    ...(does.namesTask && taskId !== null ? { taskId } : {})
  }
  return { ...rogueJsonResponse(does.status, body, wait === null ? {} : { 'retry-after': wait }), hasRequestId: does.hasRequestId }
}

/** Formats a `Retry-After` header (RFC 9110, sections 10.2.3 and 5.6.7). `now`: milliseconds since 1970. Null if the header is absent. */
function retryAfterText(retryAfter: RetryAfter, now: number): string | null {
  switch (retryAfter.as) {
    case 'absent':
      return null
    case 'seconds':
      return String(retryAfter.seconds)
    case 'text':
      return retryAfter.text
    case 'date':
      return httpDate(new Date(now + retryAfter.inSeconds * 1_000), retryAfter.form)
  }
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

function httpDate(date: Date, form: 'imf-fixdate' | 'rfc-850' | 'asctime'): string {
  const fixed = date.toUTCString()
  if (form === 'imf-fixdate') return fixed
  const [, day = '', month = '', year = '', time = ''] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/.exec(fixed) ?? []
  const weekday = days[date.getUTCDay()] ?? ''
  return form === 'rfc-850'
    ? `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`
    : `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`
}
