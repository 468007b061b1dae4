import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError, validationError } from '../api-error.ts'
import { responseForError, errorForFault, jsonResponse } from '../http-response.ts'
import type { HttpResponse } from '../http-response.ts'
import type { ApiRequest, Endpoint } from '../api-server.ts'
import { faultResponse, lostResponse } from '../fault-response.ts'
import type { InjectedFault, FaultTarget } from '../fault-injector.ts'
import { jsonSchemaErrors } from '../json-schema-errors.ts'
import { createToolHandlers } from './create-tool-handlers.ts'
import type { ToolCall, ToolHandlerOptions } from './create-tool-handlers.ts'
import type { ToolResult } from './tool-results.ts'
import { toolError } from './tool-results.ts'
import type { ToolDescription } from './tool-schemas.ts'
import { describeTools } from './tool-schemas.ts'

/** Supported MCP versions, newest first. The endpoint behaves the same in all of them. */
const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26']
const serverInfo = { name: 'practice-service', title: 'Practice service', version: '1.0.0' }
const codes = { parse: -32700, invalid: -32600, method: -32601, params: -32602 } as const

const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional()
})
type Message = z.output<typeof messageSchema>

export type McpRouterOptions = ToolHandlerOptions & {
  readonly nextFault: (target: FaultTarget, capability: string | null, tool?: string) => InjectedFault | null
}

/**
 * Creates the MCP endpoint of spec section 4. It uses streamable HTTP without sessions, so a restart doesn't affect clients.
 * The server never sends unsolicited messages. GET and DELETE are therefore rejected.
 */
export function createMcpRouter(parts: McpRouterOptions): (method: string, path: string) => Endpoint | null {
  const tools = createToolHandlers(parts)
  // Evaluated on each request, because the contract may change.
  const descriptions = (): readonly ToolDescription[] => describeTools(parts.deployment)

  return (method, path) => {
    if (path !== '/api/mcp') return null
    const [on, run] = method === 'POST' ? (['mcp', post] as const) : ([null, notAllowed] as const)
    return { on, capability: null, pausesItself: false, access: 'account', run }
  }

  async function notAllowed(): Promise<HttpResponse> {
    parts.tasks.checkSubscription()
    return { ...responseForError(new ApiError(405, 'METHOD_NOT_ALLOWED', 'Use POST to send messages.')), headers: { allow: 'POST' } }
  }

  async function post(request: ApiRequest): Promise<HttpResponse> {
    parts.tasks.checkSubscription()
    const refusal = refusalOf(request)
    if (refusal !== null) return refusal
    const message = readMessage(request.body)
    if (message === 'torn') return failure(400, null, codes.parse, 'The body is not JSON.')
    if (message === null) return failure(400, null, codes.invalid, 'The body is not a single JSON-RPC message.')
    if (message.id === undefined) return { httpStatus: 202, headers: { 'content-type': 'text/plain' }, body: '' }
    const { id } = message
    switch (message.method) {
      case 'initialize':
        return reply(request, id, {
          protocolVersion: protocolVersions.find((version) => version === message.params?.['protocolVersion']) ?? protocolVersions[0],
          capabilities: { tools: {} },
          serverInfo,
          instructions: 'Submit once with a new idempotencyKey. Get the result after retryAfterMs.'
        })
      case 'ping':
        return reply(request, id, {})
      case 'tools/list':
        return reply(request, id, { tools: descriptions() })
      case 'tools/call':
        return callTool(request, message, id)
      default:
        return failure(200, id, codes.method, `The method ${message.method} doesn’t exist.`)
    }
  }

  async function callTool(request: ApiRequest, message: Message, id: string | number): Promise<HttpResponse> {
    const description = descriptions().find(({ name }) => name === message.params?.['name'])
    if (description === undefined) return failure(200, id, codes.params, `The tool ${String(message.params?.['name'])} doesn’t exist.`)
    const { call: loggedCall } = request
    loggedCall.tool = description.name
    const given = message.params?.['arguments'] ?? {}
    const fault = parts.nextFault('mcp-tool', capabilityIn(given), description.name)
    const isWorkDone = fault === null || !('workIsDone' in fault) || fault.workIsDone
    const result = isWorkDone ? await resultOf(description, given, request, fault) : null
    if (fault?.kind === 'error') return reply(request, id, toolError(errorForFault(fault, loggedCall.taskId)))
    const bent = fault === null ? null : (faultResponse(fault, loggedCall) ?? (result === null ? lostResponse : null))
    const response = bent ?? reply(request, id, result)
    return fault === null ? response : { ...response, bentBy: fault }
  }

  async function resultOf(
    description: ToolDescription,
    given: unknown,
    request: ApiRequest,
    fault: InjectedFault | null
  ): Promise<ToolResult> {
    const pause = async (): Promise<void> => {
      if (fault?.kind === 'delay') await wait(fault.delayInMs, undefined, { ref: false })
    }
    try {
      const details = jsonSchemaErrors(description.inputSchema, given)
      if (details.length > 0) throw validationError(details)
      const isSubmission = description.name === 'submit_task'
      if (!isSubmission) await pause()
      const call: ToolCall = { arguments: given as ToolCall['arguments'], fault, call: request.call, pause }
      return await tools[description.name](call)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      request.call.errorType = cause.errorType
      return toolError(cause)
    }
  }
}

/** Checks the request headers against the transport's rules. Returns the error response, or null if the headers are valid. */
function refusalOf({ header }: ApiRequest): HttpResponse | null {
  const origin = header('origin')
  if (origin !== null && !/^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(origin))
    return failure(403, null, codes.invalid, 'Requests from this origin aren’t allowed.')
  const accepted = header('accept') ?? ''
  if (!accepted.includes('application/json') || !accepted.includes('text/event-stream'))
    return failure(406, null, codes.invalid, 'The Accept header must include application/json and text/event-stream.')
  if (!/^application\/json\b/i.test(header('content-type') ?? ''))
    return failure(415, null, codes.invalid, 'The Content-Type must be application/json.')
  const version = header('mcp-protocol-version')
  if (version !== null && !protocolVersions.includes(version))
    return failure(400, null, codes.invalid, `This service supports the protocol versions ${protocolVersions.join(', ')}.`)
  return null
}

function readMessage(body: Buffer): Message | 'torn' | null {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return 'torn'
  }
  const read = messageSchema.safeParse(value)
  return read.success ? read.data : null
}

function capabilityIn(given: unknown): string | null {
  const capability = typeof given === 'object' && given !== null ? (given as { capability?: unknown }).capability : null
  return typeof capability === 'string' ? capability : null
}

function reply({ fault }: ApiRequest, id: string | number, result: unknown): HttpResponse {
  const message = { jsonrpc: '2.0', id, result }
  if (fault?.kind !== 'event-stream') return jsonResponse(message)
  return { httpStatus: 200, headers: { 'content-type': 'text/event-stream' }, body: `event: message\ndata: ${JSON.stringify(message)}\n\n` }
}

function failure(httpStatus: number, id: string | number | null, code: number, message: string): HttpResponse {
  return { ...jsonResponse({ jsonrpc: '2.0', id, error: { code, message } }), httpStatus }
}
