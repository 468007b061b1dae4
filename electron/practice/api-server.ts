import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from './api-error.ts'
import { answerToError, deliver } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Account } from './books.ts'
import type { Call } from './calls.ts'
import type { FaultKind, FaultTarget } from './faults.ts'
import { answerInstead, unreadAnswer } from './fault-answer.ts'
import { randomId } from './random-id.ts'

/** A call that reached an endpoint, read and allowed. */
export type Arrival = {
  readonly capability: string | null
  readonly searchParams: URLSearchParams
  readonly body: Buffer
  readonly idempotencyKey: string | null
  /** A header's value, by its name in lower case. */
  readonly header: (name: string) => string | null
  readonly fault: FaultKind | null
  readonly call: Call
  /** Waits as long as a `delay` fault wants; an endpoint that reserves something first calls it afterwards. */
  readonly pause: () => Promise<void>
}

export type Endpoint = {
  readonly on: FaultTarget | null
  readonly capability: string | null
  /** True: it calls `pause` itself, once it has reserved what it must. */
  readonly pausesItself: boolean
  /** `witness`: the key alone opens it, whatever became of the account. */
  readonly access: 'account' | 'witness'
  readonly run: (arrival: Arrival) => Promise<Answer>
}

type Surroundings = {
  readonly findEndpoint: (method: string, path: string) => Endpoint | ApiError
  readonly account: () => Account
  readonly takeFault: (target: FaultTarget, capability: string | null) => FaultKind | null
  readonly recordCall: (call: Call) => void
  readonly now: () => number
}

const maxBodyBytes = 1024 * 1024

/** Handles every request on the API's origin: request id, faults, authentication, body, endpoint, answer. Never rejects. */
export function createApiHandler(surroundings: Surroundings): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const requestId = randomId('req')
    response.setHeader('x-request-id', requestId)
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const endpoint = surroundings.findEndpoint(request.method ?? 'GET', url.pathname)
    const call = describeCall(request, url, endpoint, requestId, surroundings.now())
    surroundings.recordCall(call)
    const fault = endpoint instanceof ApiError || endpoint.on === null ? null : surroundings.takeFault(endpoint.on, endpoint.capability)

    try {
      const body = await readBody(request, fault)
      if (body === null) {
        response.destroy()
        return
      }
      const answer = await decide(request, url, endpoint, body, fault, call)
      const bentBy = answer.bentBy ?? fault
      call.httpStatus = bentBy?.kind === 'lose-answer' ? null : answer.httpStatus
      await deliver(response, answer, bentBy)
    } catch {
      // The other side went away while it was being read or answered; there is nobody left to tell.
      response.destroy()
    }
  }

  async function decide(
    request: IncomingMessage,
    url: URL,
    endpoint: Endpoint | ApiError,
    body: Buffer,
    fault: FaultKind | null,
    call: Call
  ): Promise<Answer> {
    try {
      if (fault !== null && 'workIsDone' in fault && !fault.workIsDone) return answerInstead(fault, call) ?? unreadAnswer
      authenticate(request.headers.authorization, surroundings.account(), endpoint instanceof ApiError ? 'account' : endpoint.access)
      if (endpoint instanceof ApiError) throw endpoint
      const pause = async (): Promise<void> => {
        if (fault?.kind === 'delay') await wait(fault.delayInMs, undefined, { ref: false })
      }
      if (!endpoint.pausesItself) await pause()
      const answer = await endpoint.run({
        capability: endpoint.capability,
        searchParams: url.searchParams,
        body,
        idempotencyKey: call.idempotencyKey,
        header: (name) => headerOf(request, name),
        fault,
        call,
        pause
      })
      return (fault === null ? null : answerInstead(fault, call)) ?? answer
    } catch (cause) {
      if (cause instanceof ApiError) call.errorType = cause.errorType
      return answerToError(cause)
    }
  }
}

function describeCall(request: IncomingMessage, url: URL, endpoint: Endpoint | ApiError, requestId: string, at: number): Call {
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

/** Null: a fault broke the connection while the body was on its way. */
async function readBody(request: IncomingMessage, fault: FaultKind | null): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (fault?.kind === 'break-request' && bytes >= fault.afterBytes) return null
    if (bytes <= maxBodyBytes) chunks.push(chunk)
  }
  return fault?.kind === 'break-request' ? null : Buffer.concat(chunks)
}

/** The 401 rows of spec section 7. */
function authenticate(header: string | undefined, account: Account, access: Endpoint['access']): void {
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
      throw new ApiError(401, 'API_KEY_INVALID_CREDENTIAL', 'The credential of this key cannot be read. Create a new key.')
    case 'session-expired':
      throw new ApiError(401, 'ACCOUNT_SESSION_REFRESH_REQUIRED', 'Sign in to your account once; your key stays as it is.')
    case 'missing':
      throw new ApiError(401, 'NEED_API_KEY', 'Provide an API key.')
  }
}
