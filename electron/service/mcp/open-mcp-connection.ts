import type { Fault, ApiStep } from '../../../shared/task/fault.ts'
import { newFault } from '../../../shared/task/fault.ts'
import type { Secret } from '../../accounts/secret.ts'
import type { CallOutcome, Clock } from '../../tasks/ports.ts'
import { redactKey } from '../redact-key.ts'
import type { createMcpFetch } from './mcp-fetch.ts'
import { clampRetryAfter, faultFromMcpError, McpFaultError } from './mcp-fault-error.ts'
import type { McpSession } from './open-mcp-session.ts'
import { openMcpSession } from './open-mcp-session.ts'

export type McpConnectionOptions = {
  readonly url: URL
  readonly apiKey: Secret
  readonly fetch: ReturnType<typeof createMcpFetch>
  readonly clock: Clock
  /** Returns the pause after `failures` consecutive failures, in milliseconds. */
  readonly pauseInMs: (failures: number) => number
  /** Called when a session is abandoned. Data cached from that session may be out of date. */
  readonly onSessionEnd: () => void
}

export type McpCall = {
  readonly step: ApiStep
  readonly method: 'tools/list' | 'tools/call'
  readonly params: { readonly [name: string]: unknown }
  /** True if the call may be repeated after the server has forgotten the session. Must be false for calls that change something. */
  readonly mayRepeat: boolean
  readonly signal: AbortSignal | undefined
}

export type McpConnection = {
  readonly request: (call: McpCall) => Promise<CallOutcome<unknown>>
  /** Ends the pause after a failure, so that the next call connects at once. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/** Timeouts that spec section 4 recommends, for the handshake and for each call. */
export const startUpTimeoutInMs = 30_000
export const toolTimeoutInMs = 120_000

/**
 * A session that is being opened or used. `calls`: calls in progress. `isLeft`: true if the session was abandoned. Its calls in progress
 * continue.
 */
type Opening = { readonly session: Promise<McpSession>; readonly close: () => Promise<void>; calls: number; isLeft: boolean }

/**
 * Keeps one session with the MCP endpoint. Opens the session at the first call. Pauses after each failure. The pause grows with the number
 * of consecutive failures.
 */
export function openMcpConnection(options: McpConnectionOptions): McpConnection {
  const { url, apiKey, clock } = options
  const openings = new Set<Opening>()
  let current: Opening | null = null
  let isClosed = false
  let failures = 0
  let answers = 0
  let pause: { readonly until: number; readonly fault: Fault } | null = null

  function openNow(): Opening {
    const handshake = new AbortController()
    let opened: McpSession | null = null
    const session = within(
      clock,
      startUpTimeoutInMs,
      handshake.signal,
      async (signal) => (opened = await openMcpSession(url, options.fetch, signal))
    )
    const close = async (): Promise<void> => (opened === null ? handshake.abort() : opened.close())
    const opening = { session, close, calls: 0, isLeft: false }
    openings.add(opening)
    return opening
  }

  /** Abandons a session. The next call opens a new session. Calls in progress can finish in the abandoned session. */
  function leave(opening: Opening): void {
    opening.isLeft = true
    if (current !== opening) return
    current = null
    options.onSessionEnd()
  }

  async function closeNow(opening: Opening): Promise<void> {
    openings.delete(opening)
    await opening.close()
  }

  async function ask(call: McpCall): Promise<CallOutcome<unknown>> {
    const { step, signal } = call
    const isUnwanted = (): boolean => isClosed || signal?.aborted === true
    for (let isFirst = true; ; isFirst = false) {
      if (isUnwanted()) return { ok: false, fault: newFault(step, 'not-sent', { message: 'aborted' }) }
      if (pause !== null && clock.now() < pause.until) return { ok: false, fault: unsent(pause.fault, step) }
      const used = (current ??= openNow())
      const answersBefore = answers
      let session: McpSession | null = null
      used.calls += 1
      try {
        session = await used.session
        if (isUnwanted()) return { ok: false, fault: newFault(step, 'not-sent', { message: 'aborted' }) }
        const { request } = session
        const value = await within(clock, toolTimeoutInMs, signal, (limit) => request(call.method, call.params, limit))
        answers += 1
        failures = 0
        pause = null
        return { ok: true, value, httpStatus: 200, requestId: null }
      } catch (error) {
        const { fault, isForgotten, isOfEndpoint } = judge(error, step, session)
        const mayTryAgain = isForgotten && isFirst
        // If other calls got responses meanwhile, the endpoint works, so the session is kept.
        if (used === current && !isUnwanted() && (isForgotten || (isOfEndpoint && answers === answersBefore))) {
          if (!mayTryAgain) pauseAfter(fault)
          leave(used)
        }
        if (!mayTryAgain || !call.mayRepeat) return { ok: false, fault }
      } finally {
        used.calls -= 1
        if (used.isLeft && used.calls === 0) void closeNow(used)
      }
    }
  }

  function pauseAfter(fault: Fault): void {
    failures += 1
    pause = { until: clock.now() + Math.max(options.pauseInMs(failures), fault.retryAfterInMs ?? 0), fault }
  }

  /** Classifies an error. `isForgotten`: the server no longer knows the session. `isOfEndpoint`: false if only the call was rejected. */
  function judge(
    error: unknown,
    step: ApiStep,
    session: McpSession | null
  ): { readonly fault: Fault; readonly isForgotten: boolean; readonly isOfEndpoint: boolean } {
    const read = faultFromMcpError(error, step)
    const told = redactKey({ ...read, retryAfterInMs: clampRetryAfter(read.retryAfterInMs) }, apiKey)
    if (session === null) return { fault: unsent(told, step), isForgotten: false, isOfEndpoint: true }
    const isUnknown = error instanceof McpFaultError && error.isSessionUnknown
    const isForgotten = session.isNumbered() && (isUnknown || (told.httpStatus === 404 && told.errorType === null))
    if (isForgotten) {
      // Only the protocol's own error code proves that the call wasn't executed. Any other 404 may come from a proxy, at any time.
      return { fault: isUnknown ? told : { ...told, kind: 'lost', message: 'session-forgotten' }, isForgotten, isOfEndpoint: true }
    }
    return { fault: told, isForgotten, isOfEndpoint: !isAnswerToCall(told) }
  }

  return {
    request: ask,
    wake: () => {
      pause = null
    },
    close: async () => {
      isClosed = true
      current = null
      await Promise.all([...openings].map(closeNow))
    }
  }
}

/**
 * Runs `work` with a time limit. Rejects if the time is up or `given` aborts. In both cases, also aborts the signal that `work` received.
 */
function within<T>(clock: Clock, limitInMs: number, given: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  return new Promise((resolve, reject) => {
    const giveUp = (message: string) => (): void => {
      reject(new McpFaultError(newFault('mcp', 'lost', { message })))
      stop.abort()
    }
    const stopTimer = clock.setTimer(limitInMs, giveUp('timeout'))
    const onAbort = giveUp('aborted')
    given?.addEventListener('abort', onAbort)
    void work(stop.signal)
      .then(resolve, reject)
      .finally(() => {
        stopTimer()
        given?.removeEventListener('abort', onAbort)
      })
  })
}

/** True if the protocol, the tool or the service rejected only this call. An HTTP error counts only if it has an error type. */
function isAnswerToCall({ kind, httpStatus, errorType }: Fault): boolean {
  if (kind !== 'refusal') return false
  return httpStatus === null || (errorType !== null && [400, 404, 409, 410, 422].includes(httpStatus))
}

/** Returns the fault for a call that wasn't sent. Either the session couldn't be opened, or calls are paused. */
function unsent(fault: Fault, step: ApiStep): Fault {
  return { ...fault, step, kind: fault.kind === 'refusal' || fault.kind === 'local' ? fault.kind : 'not-sent' }
}
