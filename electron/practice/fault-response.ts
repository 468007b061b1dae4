import { responseForError, errorForFault } from './http-response.ts'
import type { HttpResponse } from './http-response.ts'
import type { LoggedCall } from './call-log.ts'
import type { InjectedFault } from './fault-injector.ts'

/** Placeholder response for `lose-answer`. It is never sent. */
export const lostResponse: HttpResponse = { httpStatus: 200, headers: {}, body: '' }

/** Returns the response that a fault sends instead of the real one. Null for faults that don't replace it. */
export function faultResponse(fault: InjectedFault, loggedCall: LoggedCall): HttpResponse | null {
  if (fault.kind === 'error') {
    loggedCall.errorType = fault.errorType
    return responseForError(errorForFault(fault, loggedCall.taskId))
  }
  if (fault.kind === 'html')
    return { httpStatus: fault.httpStatus, headers: { 'content-type': 'text/html; charset=utf-8' }, body: htmlPage }
  if (fault.kind === 'answer') return { httpStatus: fault.httpStatus, headers: { 'content-type': fault.contentType }, body: fault.body }
  return null
}

const htmlPage = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n'
