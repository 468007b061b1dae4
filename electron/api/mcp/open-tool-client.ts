import type { Fault, Step } from '../../../shared/fault.ts'
import { newFault } from '../../../shared/fault.ts'
import type { JsonSchema } from '../../../shared/json-schema.ts'
import type { Answer, Clock, Tool, ToolAnswer, ToolClient } from '../../core/ports.ts'
import { parseBaseUrl } from '../base-url.ts'
import type { HttpClient } from '../http-client.ts'
import { withoutKey } from '../without-key.ts'
import { asksForModel, estimateArguments } from './estimate-arguments.ts'
import { createMcpFetch } from './mcp-fetch.ts'
import { openConnection, startUpTimeoutInMs, toolTimeoutInMs } from './open-connection.ts'
import { readCredits } from './read-credits.ts'
import { readModels } from './read-models.ts'
import { readTaskState } from './read-task-state.ts'
import type { ReadToolAnswer } from './read-tool-answer.ts'
import { readToolAnswer, refusalOf } from './read-tool-answer.ts'
import { readToolList } from './read-tool-list.ts'
import { listArguments, taskResultArguments } from './tool-call-arguments.ts'

export type ToolClientOptions = {
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly http: HttpClient
  readonly clock: Clock
  /** How long to leave the service alone after so many failures in a row, in milliseconds. */
  readonly pauseInMs: (failures: number) => number
}

const mostPagesOfTools = 20

/** Tools that change nothing. A call of any other tool is sent once. */
const readingTool = /^(?:get_task_result|get_recent_tasks|list_\w+|estimate_\w+)$/

/**
 * Opens the MCP endpoint of a service (spec section 4) with its key, when it is first asked. It stands beside REST and never in its way:
 * an endpoint that is down, absent, hanging or talking nonsense costs its own callers an answer, and nobody else anything.
 *
 * @throws when the address is none that a key may be sent to.
 */
export function openToolClient(options: ToolClientOptions): ToolClient {
  const base = parseBaseUrl(options.baseUrl)
  if (!base.ok) throw new Error(base.sentence)
  const { clock, http, apiKey, pauseInMs } = options
  const url = new URL(`${base.baseUrl}/api/mcp`)
  const fetch = createMcpFetch({ http, origin: url.origin, apiKey, timeoutInMs: startUpTimeoutInMs + toolTimeoutInMs })

  let listed: Promise<Answer<readonly Tool[]>> | null = null
  let models: Promise<ReadonlyMap<string, string>> | null = null
  let sessions = 0
  const connection = openConnection({
    url,
    apiKey,
    fetch,
    clock,
    pauseInMs,
    onSessionEnd: () => {
      sessions += 1
      listed = null
      models = null
    }
  })

  async function readTools(signal: AbortSignal | undefined): Promise<Answer<readonly Tool[]>> {
    const found: Tool[] = []
    let cursor: string | null = null
    const end = clock.now() + toolTimeoutInMs
    for (let page = 0; page < mostPagesOfTools && clock.now() < end; page += 1) {
      const params = cursor === null ? {} : { cursor }
      const answer = await connection.ask({ step: 'mcp', method: 'tools/list', params, mayRepeat: true, signal })
      if (!answer.ok) return answer
      const read = readToolList(answer.value)
      found.push(...read.tools)
      cursor = read.nextCursor
      if (cursor === null) break
    }
    return { ok: true, value: found, httpStatus: 200, requestId: null }
  }

  async function tools({ signal }: { readonly signal?: AbortSignal }): Promise<Answer<readonly Tool[]>> {
    if (listed !== null) return listed
    const before = sessions
    const reading = readTools(signal)
    const answer = await reading
    // Kept as long as the session lives; a failure is asked for again.
    if (answer.ok && sessions === before) listed = reading
    return answer
  }

  /** An answer as it came, also if it says no. */
  async function askTool({ tool, step, signal, arguments: given }: ToolCall): Promise<Answer<ReadToolAnswer>> {
    const params = { name: tool, arguments: given }
    const answer = await connection.ask({ step, method: 'tools/call', params, mayRepeat: readingTool.test(tool), signal })
    if (!answer.ok) return answer
    const value = readToolAnswer(answer.value)
    return value === null ? { ok: false, fault: newFault(step, 'unreadable', { message: 'unreadable-answer' }) } : { ...answer, value }
  }

  function refused(answer: ReadToolAnswer, step: Step): { readonly ok: false; readonly fault: Fault } {
    return { ok: false, fault: withoutKey(refusalOf(answer, step), apiKey) }
  }

  const callTool: ToolClient['callTool'] = async (call) => {
    const answer = await askTool(call)
    return answer.ok && answer.value.saysNo ? refused(answer.value, call.step) : answer
  }

  /** A call whose arguments follow the tool's own schema. A tool that the service does not list takes anything. */
  async function withSchema<T>(
    tool: string,
    signal: AbortSignal | undefined,
    call: (schema: JsonSchema, given: { readonly signal?: AbortSignal }) => Promise<Answer<T>>
  ): Promise<Answer<T>> {
    const given = signal === undefined ? {} : { signal }
    const known = await tools(given)
    return known.ok ? call(known.value.find(({ name }) => name === tool)?.inputSchema ?? {}, given) : known
  }

  /** A tool that lists things. */
  const list = (tool: string, signal: AbortSignal | undefined): Promise<Answer<ToolAnswer>> =>
    withSchema(tool, signal, (schema, given) => callTool({ tool, arguments: listArguments(schema), step: 'mcp', ...given }))

  const askForTask = (task: Parameters<ToolClient['taskResult']>[0]): Promise<Answer<ReadToolAnswer>> => {
    const tool = 'get_task_result'
    return withSchema(tool, task.signal, (schema, given) =>
      askTool({ tool, arguments: taskResultArguments(schema, task), step: task.step, ...given })
    )
  }

  /** The names that `estimate_model_credits` knows the capabilities by; none where that cannot be learnt. */
  async function readModelNames(): Promise<ReadonlyMap<string, string>> {
    const answer = await list('list_models', undefined)
    if (answer.ok) return readModels(answer.value.structured)
    models = null
    return new Map()
  }

  const estimateCredits: ToolClient['estimateCredits'] = async ({ capability, body, signal }) => {
    const given = signal === undefined ? {} : { signal }
    const known = await tools(given)
    if (!known.ok) return known
    const estimator = known.value.find(({ name }) => name === 'estimate_model_credits')
    if (estimator === undefined) return unknownPrice
    const model = asksForModel(estimator.inputSchema) ? ((await (models ??= readModelNames())).get(capability) ?? null) : null
    const filled = estimateArguments(estimator.inputSchema, { capability, model, body })
    if (filled === null) return unknownPrice
    const answer = await callTool({ tool: estimator.name, arguments: filled, step: 'mcp', ...given })
    return answer.ok ? { ...answer, value: readCredits(answer.value.structured) } : answer
  }

  return {
    tools,
    callTool,
    taskResult: async (task) => {
      const answer = await askForTask(task)
      return answer.ok && answer.value.saysNo ? refused(answer.value, task.step) : answer
    },
    queryTask: async ({ taskId, signal }) => {
      const answer = await askForTask({ taskId, capability: null, step: 'query', ...(signal === undefined ? {} : { signal }) })
      if (!answer.ok) return answer
      const state = readTaskState(answer.value)
      return state === null ? refused(answer.value, 'query') : { ...answer, value: state }
    },
    estimateCredits,
    listCapabilities: async ({ signal }) => {
      const answer = await list('list_capabilities', signal)
      return answer.ok ? { ...answer, value: answer.value.structured } : answer
    },
    wake: connection.wake,
    close: connection.close
  }
}

type ToolCall = Parameters<ToolClient['callTool']>[0]

const unknownPrice = { ok: true, value: null, httpStatus: 200, requestId: null } as const
