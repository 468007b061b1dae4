import type { Fault, Step } from '../../../shared/fault.ts'
import { newFault } from '../../../shared/fault.ts'
import type { Answer, Clock, Tool, ToolAnswer, ToolClient } from '../../core/ports.ts'
import { parseBaseUrl } from '../base-url.ts'
import type { HttpClient } from '../http-client.ts'
import { refusalFromBody } from '../refusal.ts'
import { withoutKey } from '../without-key.ts'
import { asksForModel, estimateArguments } from './estimate-arguments.ts'
import { createMcpFetch } from './mcp-fetch.ts'
import { faultOf, McpFault } from './mcp-fault.ts'
import type { McpSession } from './open-session.ts'
import { openSession } from './open-session.ts'
import { readCredits } from './read-credits.ts'
import { readModels } from './read-models.ts'
import { readToolAnswer } from './read-tool-answer.ts'
import { readToolList } from './read-tool-list.ts'

export type ToolClientOptions = {
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly http: HttpClient
  readonly clock: Clock
  /** How long to leave the service alone after so many failures in a row, in milliseconds. */
  readonly pauseInMs: (failures: number) => number
}

/** Spec section 4, MCP interface: typical recommended client settings. */
const startUpTimeoutInMs = 30_000
const toolTimeoutInMs = 120_000
const mostPagesOfTools = 20

type Method = 'tools/list' | 'tools/call'
type Params = { readonly [name: string]: unknown }
type Opening = { readonly session: Promise<McpSession>; readonly letGo: () => Promise<void> }

/**
 * Opens the MCP endpoint of a service (spec section 4) with its key, when it is first asked. It stands beside REST and never in its way:
 * an endpoint that is down, absent, hanging or talking nonsense costs its own callers an answer, and nobody else anything.
 *
 * @throws when the address is none that a key may be sent to.
 */
export function openToolClient(options: ToolClientOptions): ToolClient {
  const base = parseBaseUrl(options.baseUrl)
  if (!base.ok) throw new Error(base.sentence)
  const { clock, http, apiKey } = options
  const url = new URL(`${base.baseUrl}/api/mcp`)
  const fetch = createMcpFetch({ http, origin: url.origin, apiKey, timeoutInMs: startUpTimeoutInMs + toolTimeoutInMs })

  let current: Opening | null = null
  let isClosed = false
  let failures = 0
  let rest: { readonly until: number; readonly fault: Fault } | null = null
  let listed: Promise<Answer<readonly Tool[]>> | null = null
  let models: Promise<ReadonlyMap<string, string>> | null = null

  function openNow(): Opening {
    const handshake = new AbortController()
    let opened: McpSession | null = null
    const shaking = openSession(url, fetch, handshake.signal).then((session) => (opened = session))
    const session = within(startUpTimeoutInMs, shaking).catch((error: unknown) => {
      handshake.abort()
      throw error
    })
    return { session, letGo: async () => (opened === null ? handshake.abort() : opened.close()) }
  }

  /** Lets go of the session; the next call opens another. */
  async function drop(): Promise<void> {
    const dropped = current
    current = null
    listed = null
    models = null
    await dropped?.letGo()
  }

  async function ask(step: Step, method: Method, params: Params, signal: AbortSignal | undefined): Promise<Answer<unknown>> {
    const isUnwanted = (): boolean => isClosed || signal?.aborted === true
    for (let tries = 1; ; tries += 1) {
      if (isUnwanted()) return { ok: false, fault: newFault(step, 'not-sent', { message: 'aborted' }) }
      if (rest !== null && clock.now() < rest.until) return { ok: false, fault: unsent(rest.fault, step) }
      const used = (current ??= openNow())
      let session: McpSession | null = null
      try {
        session = await used.session
        const value = await within(toolTimeoutInMs, session.request(method, params), signal)
        failures = 0
        rest = null
        return { ok: true, value, httpStatus: 200, requestId: null }
      } catch (error) {
        const told = withoutKey(faultOf(error, step), apiKey)
        const fault = session === null ? unsent(told, step) : told
        // A service that was started anew has forgotten the session, and has not looked at the message.
        const isForgotten = session?.isNumbered() === true && fault.httpStatus === 404
        // An answer that says no leaves the session as it is; after anything else it cannot be relied on.
        const isBroken = session === null || fault.kind !== 'refusal' || fault.httpStatus !== null
        if (used === current && isBroken && !isUnwanted()) {
          if (!(isForgotten && tries === 1)) takeRest(fault)
          void drop()
        }
        if (!isForgotten || tries > 1) return { ok: false, fault }
      }
    }
  }

  function takeRest(fault: Fault): void {
    failures += 1
    rest = { until: clock.now() + Math.max(options.pauseInMs(failures), fault.retryAfterInMs ?? 0), fault }
  }

  /** Rejects when it has taken too long, or when nobody waits any more. */
  function within<T>(limitInMs: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (message: string) => (): void => reject(new McpFault(newFault('mcp', 'lost', { message })))
      const stopTimer = clock.setTimer(limitInMs, giveUp('timeout'))
      const onAbort = giveUp('aborted')
      signal?.addEventListener('abort', onAbort)
      void work.then(resolve, reject).finally(() => {
        stopTimer()
        signal?.removeEventListener('abort', onAbort)
      })
    })
  }

  async function readTools(signal: AbortSignal | undefined): Promise<Answer<readonly Tool[]>> {
    const found: Tool[] = []
    let cursor: string | null = null
    for (let page = 0; page < mostPagesOfTools; page += 1) {
      const answer = await ask('mcp', 'tools/list', cursor === null ? {} : { cursor }, signal)
      if (!answer.ok) return answer
      const read = readToolList(answer.value)
      found.push(...read.tools)
      cursor = read.nextCursor
      if (cursor === null) break
    }
    return { ok: true, value: found, httpStatus: 200, requestId: null }
  }

  async function tools(call: { readonly signal?: AbortSignal }): Promise<Answer<readonly Tool[]>> {
    if (listed !== null) return listed
    const reading = readTools(call.signal)
    const answer = await reading
    // Kept as long as the session lives; a failure is asked for again.
    if (answer.ok && current !== null) listed = reading
    return answer
  }

  const callTool: ToolClient['callTool'] = async ({ tool, step, signal, arguments: given }) => {
    const answer = await ask(step, 'tools/call', { name: tool, arguments: given }, signal)
    return answer.ok ? toolAnswerOf(answer.value, step) : answer
  }

  function toolAnswerOf(value: unknown, step: Step): Answer<ToolAnswer> {
    const read = readToolAnswer(value)
    if (read === null) return { ok: false, fault: newFault(step, 'unreadable', { message: 'unreadable-answer' }) }
    const { structured, content } = read
    if (!read.isError) return { ok: true, value: { structured, content }, httpStatus: 200, requestId: null }
    const text = typeof structured === 'string' ? structured : JSON.stringify(structured)
    const fault = refusalFromBody(
      step,
      { status: 200, headers: {}, text },
      typeof structured === 'string' ? { message: structured } : structured
    )
    return { ok: false, fault: withoutKey({ ...fault, httpStatus: null }, apiKey) }
  }

  /** The names that `estimate_model_credits` knows the capabilities by; none where that cannot be learnt. */
  async function readModelNames(): Promise<ReadonlyMap<string, string>> {
    const answer = await callTool({ tool: 'list_models', arguments: {}, step: 'mcp' })
    if (answer.ok) return readModels(answer.value.structured)
    models = null
    return new Map()
  }

  const estimateCredits: ToolClient['estimateCredits'] = async ({ capability, body, signal }) => {
    const known = await tools(signal === undefined ? {} : { signal })
    if (!known.ok) return known
    const estimator = known.value.find(({ name }) => name === 'estimate_model_credits')
    if (estimator === undefined) return unknownPrice
    const model = asksForModel(estimator.inputSchema) ? ((await (models ??= readModelNames())).get(capability) ?? null) : null
    const given = estimateArguments(estimator.inputSchema, { capability, model, body })
    if (given === null) return unknownPrice
    const answer = await callTool({ tool: estimator.name, arguments: given, step: 'mcp', ...(signal === undefined ? {} : { signal }) })
    return answer.ok ? { ...answer, value: readCredits(answer.value.structured) } : answer
  }

  return {
    tools,
    callTool,
    estimateCredits,
    listCapabilities: async ({ signal }) => {
      const answer = await callTool({ tool: 'list_capabilities', arguments: {}, step: 'mcp', ...(signal === undefined ? {} : { signal }) })
      return answer.ok ? { ...answer, value: answer.value.structured } : answer
    },
    wake: () => {
      rest = null
    },
    close: async () => {
      isClosed = true
      await drop()
    }
  }
}

const unknownPrice = { ok: true, value: null, httpStatus: 200, requestId: null } as const

/** Nothing of this call has left: the endpoint could not be opened, or is being left alone. */
function unsent(fault: Fault, step: Step): Fault {
  return { ...fault, step, kind: fault.kind === 'refusal' || fault.kind === 'local' ? fault.kind : 'not-sent' }
}
