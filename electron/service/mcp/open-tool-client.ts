import type { Fault, ApiStep } from '../../../shared/task/fault.ts'
import { newFault } from '../../../shared/task/fault.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import type { Secret } from '../../accounts/secret.ts'
import type { CallOutcome, Clock, Tool, ToolResponse, ToolClient } from '../../tasks/ports.ts'
import type { BaseUrl } from '../base-url.ts'
import type { HttpClient } from '../http-client.ts'
import { redactKey } from '../redact-key.ts'
import { hasModelParameter, estimateArguments } from './estimate-arguments.ts'
import { createMcpFetch } from './mcp-fetch.ts'
import { openMcpConnection, startUpTimeoutInMs, toolTimeoutInMs } from './open-mcp-connection.ts'
import { readEstimatedCredits } from './read-estimated-credits.ts'
import { readModelNamesByCapability } from './read-model-names-by-capability.ts'
import { readTaskState } from './read-task-state.ts'
import type { ParsedToolResponse } from './read-tool-response.ts'
import { parseToolResponse, faultFromToolError } from './read-tool-response.ts'
import { readToolList } from './read-tool-list.ts'
import { listToolArguments, taskResultArguments } from './tool-call-arguments.ts'

export type ToolClientOptions = {
  readonly baseUrl: BaseUrl
  readonly apiKey: Secret
  readonly http: HttpClient
  readonly clock: Clock
  /** Returns the pause after `failures` consecutive failures, in milliseconds. */
  readonly pauseInMs: (failures: number) => number
}

const mostPagesOfTools = 20

/** Names of tools that don't change anything. Their calls may therefore be repeated. A call to any other tool is sent only once. */
const readingTool = /^(?:get_task_result|get_recent_tasks|list_\w+|estimate_\w+)$/

/**
 * Creates a client for a service's MCP endpoint (spec section 4). The client connects with the API key at the first call. REST calls don't
 * depend on this client, so a missing or faulty MCP endpoint doesn't affect them.
 */
export function openToolClient(options: ToolClientOptions): ToolClient {
  const { clock, http, apiKey, pauseInMs } = options
  const url = new URL(`${options.baseUrl}/api/mcp`)
  const fetch = createMcpFetch({ http, origin: url.origin, apiKey, timeoutInMs: startUpTimeoutInMs + toolTimeoutInMs })

  let listed: Promise<CallOutcome<readonly Tool[]>> | null = null
  let models: Promise<ReadonlyMap<string, string>> | null = null
  let sessions = 0
  const connection = openMcpConnection({
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

  async function tools({ signal }: { readonly signal?: AbortSignal }): Promise<CallOutcome<readonly Tool[]>> {
    if (listed !== null) return listed
    const before = sessions
    const reading = readTools(connection, clock, signal)
    const outcome = await reading
    // The list is cached for the lifetime of the session. A failure isn't cached.
    if (outcome.ok && sessions === before) listed = reading
    return outcome
  }

  /** Calls a tool and returns its response. A rejection by the tool is also a response, not a fault. */
  async function callToolOnce({ tool, step, signal, arguments: given }: ToolCall): Promise<CallOutcome<ParsedToolResponse>> {
    const params = { name: tool, arguments: given }
    const outcome = await connection.request({ step, method: 'tools/call', params, mayRepeat: readingTool.test(tool), signal })
    if (!outcome.ok) return outcome
    const value = parseToolResponse(outcome.value)
    return value === null ? { ok: false, fault: newFault(step, 'unreadable', { message: 'unreadable-answer' }) } : { ...outcome, value }
  }

  function refused(answer: ParsedToolResponse, step: ApiStep): { readonly ok: false; readonly fault: Fault } {
    return { ok: false, fault: redactKey(faultFromToolError(answer, step), apiKey) }
  }

  const callTool: ToolClient['callTool'] = async (call) => {
    const outcome = await callToolOnce(call)
    return outcome.ok && outcome.value.isRejection ? refused(outcome.value, call.step) : outcome
  }

  /** Passes the tool's input schema to `call`. If the service doesn't list the tool, passes an empty schema, which allows anything. */
  async function withSchema<T>(
    tool: string,
    signal: AbortSignal | undefined,
    call: (schema: JsonSchema, given: { readonly signal?: AbortSignal }) => Promise<CallOutcome<T>>
  ): Promise<CallOutcome<T>> {
    const given = signal === undefined ? {} : { signal }
    const known = await tools(given)
    return known.ok ? call(known.value.find(({ name }) => name === tool)?.inputSchema ?? {}, given) : known
  }

  const list = (tool: string, signal: AbortSignal | undefined): Promise<CallOutcome<ToolResponse>> =>
    withSchema(tool, signal, (schema, given) => callTool({ tool, arguments: listToolArguments(schema), step: 'mcp', ...given }))

  const askForTask = (task: Parameters<ToolClient['taskResult']>[0]): Promise<CallOutcome<ParsedToolResponse>> => {
    const tool = 'get_task_result'
    return withSchema(tool, task.signal, (schema, given) =>
      callToolOnce({ tool, arguments: taskResultArguments(schema, task), step: task.step, ...given })
    )
  }

  /** Returns the model names by capability ID, as `estimate_model_credits` expects them. Empty if `list_models` fails. */
  async function readModelNames(): Promise<ReadonlyMap<string, string>> {
    const outcome = await list('list_models', undefined)
    if (outcome.ok) return readModelNamesByCapability(outcome.value.structured)
    models = null
    return new Map()
  }

  const estimateCredits: ToolClient['estimateCredits'] = async ({ capability, body, signal }) => {
    const given = signal === undefined ? {} : { signal }
    const known = await tools(given)
    if (!known.ok) return known
    const estimator = known.value.find(({ name }) => name === 'estimate_model_credits')
    if (estimator === undefined) return unknownPrice
    const model = hasModelParameter(estimator.inputSchema) ? ((await (models ??= readModelNames())).get(capability) ?? null) : null
    const filled = estimateArguments(estimator.inputSchema, { capability, model, body })
    if (filled === null) return unknownPrice
    const outcome = await callTool({ tool: estimator.name, arguments: filled, step: 'mcp', ...given })
    return outcome.ok ? { ...outcome, value: readEstimatedCredits(outcome.value.structured) } : outcome
  }

  return {
    tools,
    callTool,
    taskResult: async (task) => {
      const outcome = await askForTask(task)
      return outcome.ok && outcome.value.isRejection ? refused(outcome.value, task.step) : outcome
    },
    queryTask: async ({ taskId, signal }) => {
      const outcome = await askForTask({ taskId, capability: null, step: 'query', ...(signal === undefined ? {} : { signal }) })
      if (!outcome.ok) return outcome
      const state = readTaskState(outcome.value)
      return state === null ? refused(outcome.value, 'query') : { ...outcome, value: state }
    },
    estimateCredits,
    listCapabilities: async ({ signal }) => {
      const outcome = await list('list_capabilities', signal)
      return outcome.ok ? { ...outcome, value: outcome.value.structured } : outcome
    },
    wake: connection.wake,
    close: connection.close
  }
}

type ToolCall = Parameters<ToolClient['callTool']>[0]

const unknownPrice = { ok: true, value: null, httpStatus: 200, requestId: null } as const

/** Reads the pages of the tool list. Stops at the page limit or the time limit. */
async function readTools(
  connection: ReturnType<typeof openMcpConnection>,
  clock: Clock,
  signal: AbortSignal | undefined
): Promise<CallOutcome<readonly Tool[]>> {
  const found: Tool[] = []
  let cursor: string | null = null
  const end = clock.now() + toolTimeoutInMs
  for (let page = 0; page < mostPagesOfTools && clock.now() < end; page += 1) {
    const params = cursor === null ? {} : { cursor }
    const outcome = await connection.request({ step: 'mcp', method: 'tools/list', params, mayRepeat: true, signal })
    if (!outcome.ok) return outcome
    const read = readToolList(outcome.value)
    found.push(...read.tools)
    cursor = read.nextCursor
    if (cursor === null) break
  }
  return { ok: true, value: found, httpStatus: 200, requestId: null }
}
