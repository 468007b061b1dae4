import { answerToError, errorOfFault } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Call } from './calls.ts'
import type { FaultKind } from './faults.ts'

/** What `lose-answer` is given; nobody ever reads it. */
export const unreadAnswer: Answer = { httpStatus: 200, headers: {}, body: '' }

/** The answer that a fault gives in place of the true one; null for faults that leave it as it is. */
export function answerInstead(fault: FaultKind, call: Call): Answer | null {
  if (fault.kind === 'error') {
    call.errorType = fault.errorType
    return answerToError(errorOfFault(fault, call.taskId))
  }
  if (fault.kind === 'html')
    return { httpStatus: fault.httpStatus, headers: { 'content-type': 'text/html; charset=utf-8' }, body: htmlPage }
  if (fault.kind === 'answer') return { httpStatus: fault.httpStatus, headers: { 'content-type': fault.contentType }, body: fault.body }
  return null
}

const htmlPage = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n'
