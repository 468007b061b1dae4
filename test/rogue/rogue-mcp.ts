import type { IncomingMessage } from 'node:http'
import type { RogueResultUrls } from './rogue-result-urls.ts'
import { type RogueResponse, rogueJsonResponse, rogueHtmlResponse, rogueRejection } from './http-response.ts'
import { type createFaultPicker, faultyResponse, isWorkDone } from './call-faults.ts'
import type { ResponseDelivery } from './response-delivery.ts'
import { prepareToolCall, rogueToolError, rogueToolDefinitions, type RogueToolResult } from './mcp-tools.ts'
import type { RogueCall, ServiceState } from './service-state.ts'
import { parseRogueFields } from './tasks.ts'

type Send = (response: RogueResponse, delivery?: ResponseDelivery) => void
/** Names of the tools that a fault can target. */
type FaceTool = 'get_task_result' | 'select_faces'
type Message = { readonly id: unknown; readonly method: string; readonly params: Record<string, unknown> }

export type RogueMcp = {
  readonly answer: (request: IncomingMessage, body: string, call: RogueCall, account: string, send: Send) => void
}

/** Handles the MCP endpoint: JSON-RPC over HTTP. Responds with JSON or an event stream, with or without sessions. */
export function createRogueMcp(state: ServiceState, addresses: RogueResultUrls, pickFault: ReturnType<typeof createFaultPicker>): RogueMcp {
  /** Number of messages in each session so far. */
  const sessions = new Map<string, number>()

  function answer(request: IncomingMessage, body: string, call: RogueCall, account: string, send: Send): void {
    const { mcp } = state.personality
    const session = String(request.headers['mcp-session-id'] ?? '')
    if (mcp.presence === 'page') return send(rogueHtmlResponse(200))
    if (mcp.presence === 'missing') return send(rogueRejection(404, 'NOT_FOUND'))
    if (request.method === 'DELETE') {
      sessions.delete(session)
      return send({ status: 204, headers: {}, body: Buffer.alloc(0), hasRequestId: true })
    }
    if (request.method !== 'POST') return send(rogueRejection(405, 'NOT_FOUND'))
    const message = messageIn(body)
    const tool = faceToolOf(message)
    if (tool !== null) Object.assign(call, { endpoint: tool })
    if (mcp.sessions && message.method !== 'initialize' && !isOpen(session)) return send(forgotten(message))
    if (tool === null) answerPlainly(message, account, send)
    else answerTool(tool, message, call, account, send)
  }

  function isOpen(session: string): boolean {
    const messages = sessions.get(session)
    const most = state.personality.mcp.sessionForgottenAfter ?? Infinity
    if (messages === undefined || messages >= most) return false
    sessions.set(session, messages + 1)
    return true
  }

  function answerPlainly(message: Message, account: string, send: Send): void {
    const fault = pickFault({ on: 'mcp', task: null, isRepetition: false })
    const own = plainAnswer(message, account)
    if (fault === null) return send(own)
    const { answer: one, delivery } = faultyResponse(state, fault.does, own, null)
    send(one, delivery)
  }

  function answerTool(tool: FaceTool, message: Message, call: RogueCall, account: string, send: Send): void {
    const given = (message.params['arguments'] ?? {}) as Record<string, unknown>
    const { task, run } = prepareToolCall(state, addresses, { tool, given, account })
    call.taskId = task?.taskId ?? null
    const fault = pickFault({ on: tool, task: task?.number ?? null, isRepetition: false })
    const own = isWorkDone(fault) ? framed(message, run()) : null
    if (fault === null) return send(own as RogueResponse)
    const { does } = fault
    if (does.kind === 'error' && does.inTool) {
      call.errorType = does.errorType
      return send(framed(message, rogueToolError(does.errorType ?? 'UNKNOWN', does.recovery)))
    }
    const { answer: one, delivery, errorType } = faultyResponse(state, does, own, call.taskId)
    call.errorType = errorType
    send(one, delivery)
  }

  function plainAnswer(message: Message, account: string): RogueResponse {
    switch (message.method) {
      case 'initialize':
        return initialized(message)
      case 'tools/list':
        return framed(message, { tools: rogueToolDefinitions(state.personality.mcp) })
      case 'tools/call':
        return framed(message, prepareToolCall(state, addresses, { tool: String(message.params['name']), given: {}, account }).run())
      case 'ping':
        return framed(message, {})
      default:
        if (message.id === undefined) return { status: 202, headers: {}, body: Buffer.alloc(0), hasRequestId: true }
        return rogueJsonResponse(200, { jsonrpc: '2.0', id: message.id, error: { code: -32_601, message: 'Method not found' } })
    }
  }

  function initialized(message: Message): RogueResponse {
    const answered = framed(message, {
      protocolVersion: message.params['protocolVersion'],
      capabilities: { tools: {} },
      serverInfo: { name: 'media', version: '7' }
    })
    if (!state.personality.mcp.sessions) return answered
    const session = `s-${Math.floor(state.random() * 2 ** 40).toString(36)}`
    sessions.set(session, 0)
    return { ...answered, headers: { ...answered.headers, 'mcp-session-id': session } }
  }

  function framed(message: Message, result: RogueToolResult | Record<string, unknown>): RogueResponse {
    const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, result })
    if (state.personality.mcp.answers === 'json') return { ...rogueJsonResponse(200, null), body: Buffer.from(text) }
    const body = Buffer.from(`event: message\ndata: ${text}\n\n`)
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body, hasRequestId: true }
  }

  return { answer }
}

/** Returns the MCP response for a session that the server doesn't know. The message isn't processed. */
function forgotten(message: Message): RogueResponse {
  return rogueJsonResponse(404, { jsonrpc: '2.0', id: message.id ?? null, error: { code: -32_001, message: 'Session not found' } })
}

function faceToolOf({ method, params }: Message): FaceTool | null {
  const name = method === 'tools/call' ? params['name'] : null
  return name === 'get_task_result' || name === 'select_faces' ? name : null
}

function messageIn(body: string): Message {
  const fields = parseRogueFields(body)
  const params = (fields['params'] ?? {}) as Record<string, unknown>
  return { id: fields['id'], method: String(fields['method'] ?? ''), params }
}
