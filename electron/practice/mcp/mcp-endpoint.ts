import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError, validationError } from '../api-error.ts'
import { answerToError, errorOfFault, jsonAnswer } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Arrival, Endpoint } from '../api-server.ts'
import { answerInstead, unreadAnswer } from '../fault-answer.ts'
import type { FaultKind, FaultTarget } from '../faults.ts'
import { jsonSchemaProblems } from '../json-schema-problems.ts'
import { createTools } from './create-tools.ts'
import type { ToolCall, ToolParts } from './create-tools.ts'
import type { ToolResult } from './tool-results.ts'
import { toolError } from './tool-results.ts'
import type { ToolDescription } from './tool-schemas.ts'
import { describeTools } from './tool-schemas.ts'

/** Newest first. Nothing that differs between them is used here. */
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

export type McpParts = ToolParts & {
  readonly takeFault: (target: FaultTarget, capability: string | null, tool?: string) => FaultKind | null
}

/**
 * The MCP endpoint of spec section 4: streamable HTTP without sessions, so that any number of clients may come and go, and a restart is
 * nothing to them. Nothing is ever said unasked: there is no stream to GET and no session to DELETE.
 */
export function createMcpEndpoint(parts: McpParts): (method: string, path: string) => Endpoint | null {
  const tools = createTools(parts)
  // The contract may move: what is offered is described when it is asked for.
  const descriptions = (): readonly ToolDescription[] => describeTools(parts.deployment)

  return (method, path) => {
    if (path !== '/api/mcp') return null
    const [on, run] = method === 'POST' ? (['mcp', post] as const) : ([null, notAllowed] as const)
    return { on, capability: null, pausesItself: false, access: 'account', run }
  }

  async function notAllowed(): Promise<Answer> {
    parts.desk.checkSubscription()
    return { ...answerToError(new ApiError(405, 'METHOD_NOT_ALLOWED', 'Send messages by POST.')), headers: { allow: 'POST' } }
  }

  async function post(arrival: Arrival): Promise<Answer> {
    parts.desk.checkSubscription()
    const refusal = refusalOf(arrival)
    if (refusal !== null) return refusal
    const message = readMessage(arrival.body)
    if (message === 'torn') return failure(400, null, codes.parse, 'The body is not JSON.')
    if (message === null) return failure(400, null, codes.invalid, 'The body is not one JSON-RPC message.')
    if (message.id === undefined) return { httpStatus: 202, headers: { 'content-type': 'text/plain' }, body: '' }
    const { id } = message
    switch (message.method) {
      case 'initialize':
        return reply(arrival, id, {
          protocolVersion: protocolVersions.find((version) => version === message.params?.['protocolVersion']) ?? protocolVersions[0],
          capabilities: { tools: {} },
          serverInfo,
          instructions: 'Submit once with a fresh idempotencyKey, then ask for the result after retryAfterMs.'
        })
      case 'ping':
        return reply(arrival, id, {})
      case 'tools/list':
        return reply(arrival, id, { tools: descriptions() })
      case 'tools/call':
        return callTool(arrival, message, id)
      default:
        return failure(200, id, codes.method, `There is no method ${message.method}.`)
    }
  }

  async function callTool(arrival: Arrival, message: Message, id: string | number): Promise<Answer> {
    const description = descriptions().find(({ name }) => name === message.params?.['name'])
    if (description === undefined) return failure(200, id, codes.params, `There is no tool ${String(message.params?.['name'])}.`)
    const { call } = arrival
    call.tool = description.name
    const given = message.params?.['arguments'] ?? {}
    const fault = parts.takeFault('mcp-tool', capabilityIn(given), description.name)
    const isWorkDone = fault === null || !('workIsDone' in fault) || fault.workIsDone
    const result = isWorkDone ? await resultOf(description, given, arrival, fault) : null
    if (fault?.kind === 'error') return reply(arrival, id, toolError(errorOfFault(fault, call.taskId)))
    const bent = fault === null ? null : (answerInstead(fault, call) ?? (result === null ? unreadAnswer : null))
    const answer = bent ?? reply(arrival, id, result)
    return fault === null ? answer : { ...answer, bentBy: fault }
  }

  async function resultOf(description: ToolDescription, given: unknown, arrival: Arrival, fault: FaultKind | null): Promise<ToolResult> {
    const pause = async (): Promise<void> => {
      if (fault?.kind === 'delay') await wait(fault.delayInMs, undefined, { ref: false })
    }
    try {
      const details = jsonSchemaProblems(description.inputSchema, given)
      if (details.length > 0) throw validationError(details)
      const isSubmission = description.name === 'submit_task'
      if (!isSubmission) await pause()
      const call: ToolCall = { arguments: given as ToolCall['arguments'], fault, call: arrival.call, pause }
      return await tools[description.name](call)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      arrival.call.errorType = cause.errorType
      return toolError(cause)
    }
  }
}

/** What the transport demands of a request, whatever it says; null: nothing is amiss. */
function refusalOf({ header }: Arrival): Answer | null {
  const origin = header('origin')
  if (origin !== null && !/^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(origin))
    return failure(403, null, codes.invalid, 'Pages from elsewhere may not speak to this service.')
  const accepted = header('accept') ?? ''
  if (!accepted.includes('application/json') || !accepted.includes('text/event-stream'))
    return failure(406, null, codes.invalid, 'Accept both application/json and text/event-stream.')
  if (!/^application\/json\b/i.test(header('content-type') ?? '')) return failure(415, null, codes.invalid, 'Send application/json.')
  const version = header('mcp-protocol-version')
  if (version !== null && !protocolVersions.includes(version))
    return failure(400, null, codes.invalid, `This service speaks ${protocolVersions.join(', ')}.`)
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

function reply({ fault }: Arrival, id: string | number, result: unknown): Answer {
  const message = { jsonrpc: '2.0', id, result }
  if (fault?.kind !== 'event-stream') return jsonAnswer(message)
  return { httpStatus: 200, headers: { 'content-type': 'text/event-stream' }, body: `event: message\ndata: ${JSON.stringify(message)}\n\n` }
}

function failure(httpStatus: number, id: string | number | null, code: number, message: string): Answer {
  return { ...jsonAnswer({ jsonrpc: '2.0', id, error: { code, message } }), httpStatus }
}
