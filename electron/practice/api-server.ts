import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from './api-error.ts'
import { responseForError, sendResponse } from './http-response.ts'
import type { HttpResponse } from './http-response.ts'
import type { AccountRecord } from './ledger-store.ts'
import type { LoggedCall } from './call-log.ts'
import type { InjectedFault, FaultTarget } from './fault-injector.ts'
import { faultResponse, lostResponse } from './fault-response.ts'
import { randomId } from './random-id.ts'

/** A request that was matched to an endpoint, read and authorised. */
export type ApiRequest = {
  readonly capability: string | null
  readonly searchParams: URLSearchParams
  readonly body: Buffer
  readonly idempotencyKey: string | null
  /** Returns a header's value. `name` is in lower case. Null if the request doesn't have the header. */
  readonly header: (name: string) => string | null
  readonly fault: InjectedFault | null
  readonly call: LoggedCall
  /**
   * Waits for the duration of a `delay` fault, if there is one. An endpoint that reserves something calls `pause` after the reservation.
   */
  readonly pause: () => Promise<void>
}

export type Endpoint = {
  readonly on: FaultTarget | null
  readonly capability: string | null
  /** True if the endpoint calls `pause` itself, after its reservations. */
  readonly pausesItself: boolean
  /** `witness`: requires the right API key, but ignores whether the key or the account is still valid. */
  readonly access: 'account' | 'witness'
  readonly run: (arrival: ApiRequest) => Promise<HttpResponse>
}

type ApiHandlerOptions = {
  readonly findEndpoint: (method: string, path: string) => Endpoint | ApiError
  readonly account: () => AccountRecord
  readonly nextFault: (target: FaultTarget, capability: string | null) => InjectedFault | null
  readonly recordCall: (loggedCall: LoggedCall) => void
  readonly now: () => number
}

const maxBodyBytes = 1024 * 1024

/**
 * Returns the handler for all requests to the API's origin. It assigns the request ID, applies faults, reads the body, authenticates and
 * calls the endpoint. Never rejects.
 */
export function createApiHandler(
  apiHandlerOptions: ApiHandlerOptions
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const requestId = randomId('req')
    response.setHeader('x-request-id', requestId)
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const endpoint = apiHandlerOptions.findEndpoint(request.method ?? 'GET', url.pathname)
    const loggedCall = describeCall(request, url, endpoint, requestId, apiHandlerOptions.now())
    apiHandlerOptions.recordCall(loggedCall)
    const fault =
      endpoint instanceof ApiError || endpoint.on === null ? null : apiHandlerOptions.nextFault(endpoint.on, endpoint.capability)

    try {
      const body = await readBody(request, fault)
      if (body === null) {
        response.destroy()
        return
      }
      const answer = await decide(request, url, endpoint, body, fault, loggedCall)
      const bentBy = answer.bentBy ?? fault
      loggedCall.httpStatus = bentBy?.kind === 'lose-answer' ? null : answer.httpStatus
      await sendResponse(response, answer, bentBy)
    } catch {
      // The client disconnected while its request was being read or answered.
      response.destroy()
    }
  }

  async function decide(
    request: IncomingMessage,
    url: URL,
    endpoint: Endpoint | ApiError,
    body: Buffer,
    fault: InjectedFault | null,
    loggedCall: LoggedCall
  ): Promise<HttpResponse> {
    try {
      if (fault !== null && 'workIsDone' in fault && !fault.workIsDone) return faultResponse(fault, loggedCall) ?? lostResponse
      authenticate(request.headers.authorization, apiHandlerOptions.account(), endpoint instanceof ApiError ? 'account' : endpoint.access)
      if (endpoint instanceof ApiError) throw endpoint
      if (body.byteLength > maxBodyBytes) throw new ApiError(413, 'REQUEST_TOO_LARGE', 'The body must not exceed 1 MiB.')
      const pause = async (): Promise<void> => {
        if (fault?.kind === 'delay') await wait(fault.delayInMs, undefined, { ref: false })
      }
      if (!endpoint.pausesItself) await pause()
      const answer = await endpoint.run({
        capability: endpoint.capability,
        searchParams: url.searchParams,
        body,
        idempotencyKey: loggedCall.idempotencyKey,
        header: (name) => headerOf(request, name),
        fault,
        call: loggedCall,
        pause
      })
      return (fault === null ? null : faultResponse(fault, loggedCall)) ?? answer
    } catch (cause) {
      if (cause instanceof ApiError) loggedCall.errorType = cause.errorType
      return responseForError(cause)
    }
  }
}

function describeCall(request: IncomingMessage, url: URL, endpoint: Endpoint | ApiError, requestId: string, at: number): LoggedCall {
  return {
    at,
    on: endpoint instanceof ApiError ? null : endpoint.on,
    method: request.method ?? 'GET',
    path: url.pathname,
    capability: endpoint instanceof ApiError ? null : endpoint.capability,
    tool: null,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    taskId: null,
    hasAuthorization: request.headers.authorization !== undefined,
    requestId,
    httpStatus: null,
    errorType: null
  }
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/**
 * Returns a request's body, or only its first part if it is larger than `maxBodyBytes`. Null if a `break-request` fault broke the
 * connection.
 */
async function readBody(request: IncomingMessage, fault: InjectedFault | null): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (fault?.kind === 'break-request' && bytes >= fault.afterBytes) return null
    if (bytes - chunk.length <= maxBodyBytes) chunks.push(chunk)
  }
  return fault?.kind === 'break-request' ? null : Buffer.concat(chunks)
}

/** Checks the API key. @throws ApiError with status 401 (spec section 7). */
function authenticate(header: string | undefined, account: AccountRecord, access: Endpoint['access']): void {
  if (header === undefined || header === '')
    throw new ApiError(401, 'AUTHENTICATION_REQUIRED', 'Send your API key in the Authorization header.')
  const key = /^Bearer ([\x21-\x7e]+)$/.exec(header)?.[1]
  if (key === undefined)
    throw new ApiError(401, 'AUTHORIZATION_HEADER_INVALID', 'The Authorization header must be exactly "Bearer <API_KEY>".')
  if (key !== account.apiKey) throw new ApiError(401, 'API_KEY_INVALID_OR_REVOKED', 'This API key is not valid. Create a new one.')
  if (access === 'witness') return
  switch (account.keyCondition) {
    case 'valid':
      return
    case 'revoked':
      throw new ApiError(401, 'API_KEY_INVALID_OR_REVOKED', 'This API key was revoked. Create a new one.')
    case 'undecryptable':
      throw new ApiError(401, 'API_KEY_INVALID_CREDENTIAL', 'This API key’s credential can’t be read. Create a new key.')
    case 'session-expired':
      throw new ApiError(401, 'ACCOUNT_SESSION_REFRESH_REQUIRED', 'Sign in to your account once. Your API key stays valid.')
    case 'missing':
      throw new ApiError(401, 'NEED_API_KEY', 'Provide an API key.')
  }
}
