import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RogueResultUrls } from './rogue-result-urls.ts'
import { type RogueResponse, rogueRejection } from './http-response.ts'
import { createFaultPicker, faultyResponse, isWorkDone } from './call-faults.ts'
import { catalogResponse, openapiResponse } from './contract.ts'
import { deliverResponse, type ResponseDelivery } from './response-delivery.ts'
import { createRogueMcp } from './rogue-mcp.ts'
import type { CallFault, RogueEndpoint } from './personality.ts'
import { handleTaskQuery } from './query.ts'
import { recentTasksResponse } from './recent-tasks.ts'
import { recordRogueCall, reportViolation, type RogueCall, type RogueTask, type ServiceState } from './service-state.ts'
import { acceptSubmission, createUntrackedTasks, rememberedTask, type RogueSubmission, reportSubmissionViolations } from './submit.ts'
import { parseRogueFields, findRogueTask } from './tasks.ts'
import type { RogueUploads } from './rogue-uploads.ts'

export type RogueApi = { readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> }

/** Handles the endpoints of the spec's section 4. Records every call, applies the matching fault and responds. */
export function createRogueApi(state: ServiceState, addresses: RogueResultUrls, uploads: RogueUploads): RogueApi {
  const pickFault = createFaultPicker(state)
  const submissions: RogueSubmission[] = []
  const mcp = createRogueMcp(state, addresses, pickFault)
  let requests = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    // A request that was only partly sent, for example by a killed client, has no effect.
    if (!request.complete) return void response.destroy()
    const url = new URL(request.url ?? '/', 'http://rogue')
    const endpoint = endpointOf(request.method ?? '', url.pathname)
    const call = recordRogueCall(state, request, endpoint, headerText(request.headers['idempotency-key']))
    requests += 1
    const id = `r-${requests}`
    const send = (one: RogueResponse, delivery: ResponseDelivery = { kind: 'whole' }): void => {
      const isAnswered = delivery.kind === 'whole' || delivery.kind === 'drip' || (delivery.kind === 'hang' && delivery.atByte >= 0)
      call.status = isAnswered || delivery.kind === 'torn' ? one.status : null
      response.sendDate = false
      const headers = { ...(one.hasRequestId ? { 'x-request-id': id } : {}), ...dateOf(state), ...one.headers }
      deliverResponse(response, { ...one, headers }, { delivery, length: 'content-length', secondInMs: state.secondInMs })
    }
    const authorization = request.headers.authorization ?? ''
    const account = state.accounts.ofKey(/^Bearer (.+)$/.exec(authorization)?.[1] ?? '')
    if (account === null) {
      call.errorType = authorization === '' ? 'AUTHENTICATION_REQUIRED' : 'API_KEY_INVALID_OR_REVOKED'
      return send(rogueRejection(401, call.errorType))
    }
    Object.assign(call, { account: account.id })
    if (endpoint === 'mcp') return mcp.answer(request, body, call, account.id, send)
    if (endpoint === 'unknown') return send(rogueRejection(404, 'NOT_FOUND'))
    const work = workOf(endpoint, { url, body, call, account: account.id })
    strike(pickFault({ on: endpoint, task: work.task, isRepetition: work.isRepetition }), work, call, send)
  }

  /** Performs the call's work, unless the fault prevents it, and responds as the fault specifies. */
  function strike(
    fault: CallFault | null,
    work: Work,
    call: RogueCall,
    send: (one: RogueResponse, delivery?: ResponseDelivery) => void
  ): void {
    const own = isWorkDone(fault) ? work.run() : null
    if (own !== null) call.taskId = own.task?.taskId ?? call.taskId
    if (fault === null) return send((own as WorkEnd).answer)
    const { answer: one, delivery, errorType } = faultyResponse(state, fault.does, own?.answer ?? null, call.taskId)
    call.errorType = errorType
    send(one, delivery)
  }

  type WorkEnd = { readonly answer: RogueResponse; readonly task: RogueTask | null }
  /** `task`: number of the task that the call is about or would create. Null if there is no such task. */
  type Work = { readonly task: number | null; readonly isRepetition: boolean; readonly run: () => WorkEnd }
  type Order = { readonly url: URL; readonly body: string; readonly call: RogueCall; readonly account: string }

  function workOf(endpoint: RestEndpoint, order: Order): Work {
    const about = (run: () => RogueResponse): Work => ({ task: null, isRepetition: false, run: () => ({ answer: run(), task: null }) })
    switch (endpoint) {
      case 'catalog':
        return about(() => catalogResponse(state.personality.documents))
      case 'openapi':
        return about(() => openapiResponse(state.personality.documents))
      case 'recent':
        return about(() => recentTasksResponse(state, order.account, Number(order.url.searchParams.get('limit') ?? 20)))
      case 'upload':
        return about(() => uploads.ticket(order.body))
      case 'submit':
        return submitWork(order)
      case 'query':
        return queryWork(order)
    }
  }

  function submitWork({ url, body, call, account }: Order): Work {
    const capability = url.pathname.split('/').at(-2) ?? ''
    const submission = { account, capability, key: call.idempotencyKey ?? '', body }
    reportSubmissionViolations(state, submission, submissions)
    if (!submissions.some(({ key }) => key === submission.key)) createUntrackedTasks(state, submission)
    const known = rememberedTask(state, account, submission.key)
    submissions.push(submission)
    return {
      task: known?.number ?? state.tasks.length,
      isRepetition: submissions.filter(({ key }) => key === submission.key).length > 1,
      run: () => acceptSubmission(state, submission)
    }
  }

  function queryWork({ body, call, account }: Order): Work {
    const taskId = String(parseRogueFields(body)['taskId'] ?? '')
    call.taskId = taskId
    if (state.queryRate.isTooMuch(taskId, state.now()))
      reportViolation(state, 'queries aren’t too frequent', `${taskId} was queried more than 20 times in a row`)
    const found = findRogueTask(state, taskId)
    const task = found?.account === account ? found : null
    return {
      task: task?.number ?? null,
      isRepetition: false,
      run: () => ({ answer: task === null ? rogueRejection(404, 'TASK_NOT_FOUND') : handleTaskQuery(state, addresses, task), task })
    }
  }

  return { answer }
}

type RestEndpoint = Extract<RogueEndpoint, 'catalog' | 'openapi' | 'upload' | 'recent' | 'submit' | 'query'>

function endpointOf(method: string, path: string): RestEndpoint | 'mcp' | 'unknown' {
  if (path === '/api/mcp') return 'mcp'
  if (method === 'GET' && path === '/api/v1/capabilities') return 'catalog'
  if (method === 'GET' && path === '/api/v1/openapi.json') return 'openapi'
  if (method === 'GET' && path === '/api/v1/tasks/recent') return 'recent'
  if (method !== 'POST') return 'unknown'
  if (path === '/api/v1/files/upload') return 'upload'
  if (/^\/api\/v1\/[\w.-]+\/submit$/.test(path)) return 'submit'
  return /^\/api\/v1\/[\w.-]+\/query$/.test(path) ? 'query' : 'unknown'
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    // The client disconnected. The caller checks `request.complete`.
  }
  return Buffer.concat(chunks).toString()
}

function headerText(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

function dateOf({ personality, now }: ServiceState): Record<string, string> {
  return personality.clock.saysDate ? { date: new Date(now()).toUTCString() } : {}
}
