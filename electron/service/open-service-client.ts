import { newFault } from '../../shared/task/fault.ts'
import type { Fault, ApiStep } from '../../shared/task/fault.ts'
import type { Secret } from '../accounts/secret.ts'
import type { CallOutcome, ServiceClient } from '../tasks/ports.ts'
import { requestIdOf } from './response-headers.ts'
import type { BaseUrl } from './base-url.ts'
import { createHttpClient } from './http-client.ts'
import type { HttpCall, HttpClient, TextResponse } from './http-client.ts'
import { isCaptivePortal } from './network-block.ts'
import { parseErrorBody } from './error-response.ts'
import { redactKey } from './redact-key.ts'
import {
  readQueryResponse,
  readRecentTasks,
  readSubmitResponse,
  readUploadTicket,
  isRejection,
  reportsTaskFailure
} from './read-responses.ts'

export type ServiceClientOptions = {
  readonly baseUrl: BaseUrl
  readonly apiKey: Secret
  /** Default: a new client, which `close` then also closes. */
  readonly http?: HttpClient
  /** Multiplies the timeouts of calls. For tests. Default 1. */
  readonly deadlineScale?: number
}

/** Maximum wait for the response head. The limit is higher for submissions, because the service does work before it responds. */
const responseTimeoutInMs = { submit: 120_000, query: 30_000, other: 60_000 } as const
/** Maximum duration of the whole call. Without this limit, a body that arrives byte by byte could last for ever. */
const deadlineInMs = { submit: 150_000, query: 45_000, other: 90_000, document: 300_000 } as const

/** Maximum size of the catalogue and of the OpenAPI document. With thousands of capabilities, they take tens of megabytes. */
const mostDocumentBytes = 128 * 1024 * 1024

type Call = Omit<HttpCall, 'origin' | 'signal'> &
  Required<Pick<HttpCall, 'responseTimeoutInMs' | 'deadlineInMs'>> & {
    /** Returns true if the body of an error response is read like a successful response's body. */
    readonly isReadable?: (status: number, body: unknown) => boolean
    readonly signal: AbortSignal | undefined
  }

/**
 * Creates a client for the spec's six REST endpoints (section 4). It uses one base URL and one API key. The key is only sent in the
 * `Authorization` header to this base URL. Redirects aren't followed. If a service message contains the key, the key is masked.
 */
export function openServiceClient(options: ServiceClientOptions): ServiceClient {
  const { origin, pathname } = new URL(options.baseUrl)
  const root = `${pathname.replace(/\/$/, '')}/api/v1`
  const http = options.http ?? createHttpClient()
  const headers = { authorization: `Bearer ${options.apiKey.reveal()}`, accept: 'application/json', 'user-agent': 'Kiln' }
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }

  /** Sends the request, classifies error responses and reads successful ones. */
  async function ask<T>(call: Call, read: (body: unknown, answer: TextResponse) => T | null): Promise<CallOutcome<T>> {
    const { signal, path, isReadable, ...rest } = call
    const limit = call.deadlineInMs * (options.deadlineScale ?? 1)
    const end = await http.send({ ...rest, origin, path: root + path, deadlineInMs: limit, ...(signal === undefined ? {} : { signal }) })
    if (!end.ok) return end
    const { response } = end
    const body = parsed(response.text)
    if (body === undefined && isCaptivePortal(response, origin)) {
      const known = { httpStatus: response.status, networkBlock: 'sign-in-page' } as const
      return { ok: false, fault: newFault(call.step, 'unreadable', known) }
    }
    const isError = response.status < 200 || response.status > 299 || isRejection(body)
    if (isError && isReadable?.(response.status, body) !== true)
      return { ok: false, fault: redactKey(parseErrorBody(call.step, response, body), options.apiKey) }
    const value = body === undefined ? null : read(body, response)
    const requestId = requestIdOf(response.headers)
    if (value === null)
      return {
        ok: false,
        fault: newFault(call.step, 'unreadable', { httpStatus: response.status, requestId, message: 'unreadable-answer' })
      }
    return { ok: true, value, httpStatus: response.status, requestId }
  }

  const document = (step: 'catalog' | 'openapi', path: string, signal: AbortSignal | undefined): Promise<CallOutcome<unknown>> =>
    ask<unknown>(
      {
        step,
        method: 'GET',
        path,
        headers,
        responseTimeoutInMs: responseTimeoutInMs.other,
        deadlineInMs: deadlineInMs.document,
        mostTextBytes: mostDocumentBytes,
        signal
      },
      (body) => body
    )

  return {
    submit: async ({ capability, body, idempotencyKey, signal }) =>
      isSafeSegment(capability)
        ? ask(
            {
              step: 'submit',
              method: 'POST',
              path: `/${capability}/submit`,
              headers: { ...jsonHeaders, 'idempotency-key': idempotencyKey },
              body,
              responseTimeoutInMs: responseTimeoutInMs.submit,
              deadlineInMs: deadlineInMs.submit,
              signal
            },
            readSubmitResponse
          )
        : unsafe('submit'),
    query: async ({ capability, taskId, resultField, signal }) =>
      isSafeSegment(capability)
        ? ask(
            {
              step: 'query',
              method: 'POST',
              path: `/${capability}/query`,
              headers: jsonHeaders,
              body: JSON.stringify({ taskId }),
              responseTimeoutInMs: responseTimeoutInMs.query,
              deadlineInMs: deadlineInMs.query,
              isReadable: reportsTaskFailure,
              signal
            },
            (body, answer) => readQueryResponse(answer, body, resultField)
          )
        : unsafe('query'),
    recentTasks: ({ limit, signal }) =>
      ask(
        {
          step: 'recent',
          method: 'GET',
          path: `/tasks/recent?limit=${limit}`,
          headers,
          responseTimeoutInMs: responseTimeoutInMs.other,
          deadlineInMs: deadlineInMs.other,
          signal
        },
        readRecentTasks
      ),
    requestUpload: ({ signal, ...file }) =>
      ask(
        {
          step: 'upload-ticket',
          method: 'POST',
          path: '/files/upload',
          headers: jsonHeaders,
          body: JSON.stringify(uploadRequestBody(file)),
          responseTimeoutInMs: responseTimeoutInMs.other,
          deadlineInMs: deadlineInMs.other,
          signal
        },
        readUploadTicket
      ),
    catalog: ({ signal }) => document('catalog', '/capabilities', signal),
    openapi: ({ signal }) => document('openapi', '/openapi.json', signal),
    close: async () => {
      if (options.http === undefined) await http.close()
    }
  }
}

function uploadRequestBody({ durationInSeconds, ...file }: Omit<Parameters<ServiceClient['requestUpload']>[0], 'signal'>) {
  const { capability, parameter, fileName, contentType, fileSize } = file
  const duration = durationInSeconds === null ? {} : { duration: durationInSeconds }
  return { capability, parameter, ...duration, fileName, localPath: fileName, contentType, fileSize }
}

/** True if the capability ID is safe as a path segment. Kiln doesn't send an ID that could change the URL's path. */
function isSafeSegment(capability: string): boolean {
  return /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(capability)
}

function unsafe(step: ApiStep): { ok: false; fault: Fault } {
  return { ok: false, fault: newFault(step, 'local', { localReason: 'unexpected', message: 'capability-not-a-path-segment' }) }
}

/** Parses JSON. Undefined if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
