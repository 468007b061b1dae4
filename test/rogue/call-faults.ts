import type { Answer } from './answer.ts'
import { jsonAnswer, pageAnswer } from './answer.ts'
import type { Delivery } from './delivery.ts'
import type { CallFault, CallFaultKind, Endpoint, RetryAfter } from './personality.ts'
import type { ServiceState } from './service-state.ts'

/** What a fault may look at. `task`: the number of the task that the call is about, or would make; null: none. */
type FaultCall = { readonly on: Endpoint; readonly task: number | null; readonly isRepetition: boolean }

/** Picks the fault that strikes a call, and counts. */
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

/** Whether the work of a call is done in spite of its fault. An answer that only comes slowly is a true one. */
export function isWorkDone(fault: CallFault | null): boolean {
  return fault === null || fault.afterWork || fault.does.kind === 'drip'
}

/** The answer in the place of the true one, or the true one where only its delivery is at fault. `own`: the true one, where there is one. */
export function faultyAnswer(
  state: ServiceState,
  does: CallFaultKind,
  own: Answer | null,
  taskId: string | null
): { readonly answer: Answer; readonly delivery: Delivery; readonly errorType: string | null } {
  const plain = own ?? jsonAnswer(200, { success: true })
  switch (does.kind) {
    case 'error':
      return { answer: errorOf(state, does, taskId), delivery: { kind: 'whole' }, errorType: does.errorType }
    case 'page':
      return { answer: pageAnswer(does.status), delivery: { kind: 'whole' }, errorType: null }
    case 'torn':
      return { answer: plain, delivery: { ...does, saysLength: true }, errorType: null }
    case 'reset':
    case 'hang':
    case 'drip':
      return { answer: plain, delivery: does, errorType: null }
  }
}

function errorOf(state: ServiceState, does: Extract<CallFaultKind, { kind: 'error' }>, taskId: string | null): Answer {
  const wait = retryAfterText(does.retryAfter, state.now())
  const body = {
    success: false,
    error: 'The request was not served.',
    message: 'The request was not served.',
    ...(does.errorType === null ? {} : { errorType: does.errorType }),
    ...(does.recovery === null ? {} : { recovery: does.recovery, businessId: 'b-1' }),
    ...(does.namesTask && taskId !== null ? { taskId } : {})
  }
  return { ...jsonAnswer(does.status, body, wait === null ? {} : { 'retry-after': wait }), hasRequestId: does.hasRequestId }
}

/** RFC 9110, sections 10.2.3 and 5.6.7. */
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
