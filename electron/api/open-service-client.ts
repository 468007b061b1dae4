import { newFault } from '../../shared/fault.ts'
import type { Fault, Step } from '../../shared/fault.ts'
import type { Answer, ServiceClient } from '../core/ports.ts'
import { requestIdOf } from './answer-headers.ts'
import { parseBaseUrl } from './base-url.ts'
import { createHttpClient } from './http-client.ts'
import type { HttpClient, TextAnswer } from './http-client.ts'
import { isSignInPage } from './obstacle.ts'
import { refusalFromBody } from './refusal.ts'
import { withoutKey } from './without-key.ts'
import { readQueried, readRecentTasks, readSubmitted, readUploadTicket, saysNo, tellsFailure } from './wire.ts'

export type ServiceClientOptions = {
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Default: a client of its own, which `close` closes. */
  readonly http?: HttpClient
  /** Multiplies how long a call may take; for tests. Default 1. */
  readonly deadlineScale?: number
}

/** How long an answer may take: a submission does work before it answers. */
const answerTimeoutInMs = { submit: 120_000, query: 30_000, other: 60_000 } as const
/** And how long all of it may take: a body that drips a byte now and then would never end. */
const deadlineInMs = { submit: 150_000, query: 45_000, other: 90_000, document: 300_000 } as const

/** A contract of thousands of capabilities is tens of megabytes. */
const mostDocumentBytes = 128 * 1024 * 1024

/**
 * Opens the six REST endpoints of the spec (section 4) at one address with one key. The key goes into the `Authorization` header of calls to
 * that address and nowhere else: no redirect is followed, and words of the service that repeat it are masked.
 *
 * @throws when the address is none that a key may be sent to.
 */
export function openServiceClient(options: ServiceClientOptions): ServiceClient {
  const base = parseBaseUrl(options.baseUrl)
  if (!base.ok) throw new Error(base.sentence)
  const { origin, pathname } = new URL(base.baseUrl)
  const root = `${pathname.replace(/\/$/, '')}/api/v1`
  const http = options.http ?? createHttpClient()
  const headers = { authorization: `Bearer ${options.apiKey}`, accept: 'application/json', 'user-agent': 'Kiln' }
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }

  type Call = {
    step: Step
    method: 'GET' | 'POST'
    path: string
    headers: Record<string, string>
    body?: string
    answerTimeoutInMs: number
    deadlineInMs: number
    mostTextBytes?: number
    /** Whether an answer that is marked as an error can be read all the same. */
    isReadable?: (status: number, body: unknown) => boolean
    signal: AbortSignal | undefined
  }

  /** Sends, classes what is not a yes, and reads what is. */
  async function ask<T>(call: Call, read: (body: unknown, answer: TextAnswer) => T | null): Promise<Answer<T>> {
    const { signal, path, isReadable, ...rest } = call
    const limit = call.deadlineInMs * (options.deadlineScale ?? 1)
    const end = await http.send({ origin, path: root + path, ...rest, deadlineInMs: limit, ...(signal === undefined ? {} : { signal }) })
    if (!end.ok) return end
    const { answer } = end
    const body = parsed(answer.text)
    if (body === undefined && isSignInPage(answer, origin)) {
      const known = { httpStatus: answer.status, obstacle: 'sign-in-page' } as const
      return { ok: false, fault: newFault(call.step, 'unreadable', known) }
    }
    const isError = answer.status < 200 || answer.status > 299 || saysNo(body)
    if (isError && isReadable?.(answer.status, body) !== true)
      return { ok: false, fault: withoutKey(refusalFromBody(call.step, answer, body), options.apiKey) }
    const value = body === undefined ? null : read(body, answer)
    const requestId = requestIdOf(answer.headers)
    if (value === null)
      return { ok: false, fault: newFault(call.step, 'unreadable', { httpStatus: answer.status, requestId, message: 'unreadable-answer' }) }
    return { ok: true, value, httpStatus: answer.status, requestId }
  }

  const document = (step: 'catalog' | 'openapi', path: string, signal: AbortSignal | undefined): Promise<Answer<unknown>> =>
    ask<unknown>(
      {
        step,
        method: 'GET',
        path,
        headers,
        answerTimeoutInMs: answerTimeoutInMs.other,
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
              answerTimeoutInMs: answerTimeoutInMs.submit,
              deadlineInMs: deadlineInMs.submit,
              signal
            },
            readSubmitted
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
              answerTimeoutInMs: answerTimeoutInMs.query,
              deadlineInMs: deadlineInMs.query,
              isReadable: tellsFailure,
              signal
            },
            (body, answer) => readQueried(answer, body, resultField)
          )
        : unsafe('query'),
    recentTasks: ({ limit, signal }) =>
      ask(
        {
          step: 'recent',
          method: 'GET',
          path: `/tasks/recent?limit=${limit}`,
          headers,
          answerTimeoutInMs: answerTimeoutInMs.other,
          deadlineInMs: deadlineInMs.other,
          signal
        },
        readRecentTasks
      ),
    requestUpload: ({ capability, parameter, fileName, contentType, fileSize, durationInSeconds, signal }) =>
      ask(
        {
          step: 'upload-ticket',
          method: 'POST',
          path: '/files/upload',
          headers: jsonHeaders,
          body: JSON.stringify({
            capability,
            parameter,
            ...(durationInSeconds === null ? {} : { duration: durationInSeconds }),
            fileName,
            localPath: fileName,
            contentType,
            fileSize
          }),
          answerTimeoutInMs: answerTimeoutInMs.other,
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

/** Capability identifiers become part of a path; what could lead elsewhere is not sent at all. */
function isSafeSegment(capability: string): boolean {
  return /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(capability)
}

function unsafe(step: Step): { ok: false; fault: Fault } {
  return { ok: false, fault: newFault(step, 'local', { localReason: 'unexpected', message: 'capability-not-a-path-segment' }) }
}

/** JSON as a value; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
