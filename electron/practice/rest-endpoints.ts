import { assertNever } from '../../shared/assert-never.ts'
import { ApiError, validationError } from './api-error.ts'
import { jsonResponse } from './http-response.ts'
import type { HttpResponse } from './http-response.ts'
import type { ApiRequest, Endpoint } from './api-server.ts'
import type { ServiceTask } from './ledger-store.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'
import { catalogEntry } from './catalog.ts'
import type { InjectedFault } from './fault-injector.ts'
import { jsonSchemaErrors } from './json-schema-errors.ts'
import { openapiDocument } from './openapi-document.ts'
import { submitCreditFields, currentCreditFields, recentTaskEntry } from './task-responses.ts'
import type { RecentTaskEntry } from './task-responses.ts'
import { parseJsonObject } from './task-service.ts'
import type { TaskService } from './task-service.ts'
import { taskStatus } from './task-status.ts'

export type RestRouterOptions = {
  readonly deployment: ReadonlyMap<string, CapabilityDefinition>
  readonly tasks: TaskService
  readonly url: () => string
  readonly storageUrl: () => string
  readonly now: () => number
}

/** Returns a function that finds the REST endpoint for a method and path (spec section 4). */
export function createRestRouter({
  deployment,
  tasks: taskService,
  url,
  storageUrl,
  now
}: RestRouterOptions): (method: string, path: string) => Endpoint | ApiError {
  const plain = (on: Endpoint['on'], run: Endpoint['run']): Endpoint => ({
    on,
    capability: null,
    pausesItself: false,
    access: 'account',
    run
  })
  const fixed: { readonly [route: string]: Endpoint } = {
    'GET /api/v1/capabilities': plain('catalog', subscribed(catalog)),
    'GET /api/v1/openapi.json': plain('openapi', subscribed(openapi)),
    'POST /api/v1/files/upload': plain('upload', subscribed(requestUpload)),
    'GET /api/v1/tasks/recent': plain('recent', subscribed(recentTasks))
  }

  return (method, path) => {
    const endpoint = fixed[`${method} ${path}`]
    if (endpoint !== undefined) return endpoint
    const [, capability, verb] = /^\/api\/v1\/([^/]+)\/(submit|query)$/.exec(path) ?? []
    if (capability === undefined || method !== 'POST') return new ApiError(404, 'NOT_FOUND', `Endpoint ${method} ${path} doesn’t exist.`)
    return verb === 'submit'
      ? { on: 'submit', capability, pausesItself: true, access: 'account', run: subscribed(submit) }
      : { on: 'query', capability, pausesItself: false, access: 'account', run: subscribed(query) }
  }

  function subscribed(run: Endpoint['run']): Endpoint['run'] {
    return async (request) => {
      taskService.checkSubscription()
      return run(request)
    }
  }

  async function catalog(): Promise<HttpResponse> {
    const capabilities = [...deployment.values()].map(catalogEntry)
    return jsonResponse({ success: true, total: capabilities.length, capabilities })
  }

  async function openapi(): Promise<HttpResponse> {
    return jsonResponse(openapiDocument(deployment.values(), url(), storageUrl()))
  }

  async function submit(request: ApiRequest): Promise<HttpResponse> {
    const task = await taskService.submit(request)
    return jsonResponse({ success: true, taskId: task.taskId, ...submitCreditFields(task) })
  }

  async function query(request: ApiRequest): Promise<HttpResponse> {
    const definition = taskService.enabled(request.capability)
    const body = parseJsonObject(request.body)
    const details = jsonSchemaErrors(querySchema, body)
    if (details.length > 0) throw validationError(details)
    const taskId = String(body['taskId'])
    request.call.taskId = taskId
    const task = await taskService.query(taskId, definition.id, request.fault)
    return jsonResponse(queryBody(definition, task, request.fault))
  }

  function queryBody(definition: CapabilityDefinition, task: ServiceTask, fault: InjectedFault | null): object {
    const credits = currentCreditFields(task)
    if (fault?.kind === 'status' || fault?.kind === 'no-result')
      return { success: true, ...credits, data: { taskId: task.taskId, status: fault.status } }
    const data = { taskId: task.taskId, status: taskStatus(task, now()), ...resultOf(definition, task, fault) }
    return fault?.kind === 'flat-answer' ? { success: true, ...credits, ...data } : { success: true, ...credits, data }
  }

  function resultOf(definition: CapabilityDefinition, task: ServiceTask, fault: InjectedFault | null): object {
    if (task.end === null) return {}
    if (task.end.kind === 'failed') return { errorDetail: task.end.fate.errorDetail }
    const urls = taskService.resultsOf(task, fault).map((result) => result.url)
    return { [definition.resultField]: urls[0], ...(urls.length > 1 ? { [`${definition.resultField}s`]: urls } : {}) }
  }

  async function recentTasks(request: ApiRequest): Promise<HttpResponse> {
    const tasks = taskService.recent(Number(request.searchParams.get('limit') ?? 20)).map((task) => recentTaskEntry(task, now()))
    return jsonResponse(recentBody(tasks, request.fault))
  }

  async function requestUpload(request: ApiRequest): Promise<HttpResponse> {
    const [grant] = await taskService.grantUploads([parseJsonObject(request.body)], () => '')
    return jsonResponse({ success: true, ...grant })
  }
}

const querySchema = { type: 'object', required: ['taskId'], properties: { taskId: { type: 'string', minLength: 1 } } } as const

function recentBody(tasks: readonly RecentTaskEntry[], fault: InjectedFault | null): unknown {
  if (fault?.kind !== 'recent-shape') return { success: true, data: { tasks } }
  const withoutKeys = tasks.map(({ taskId, capability, status, createdAt }) => ({ taskId, capability, status, createdAt }))
  switch (fault.shape) {
    case 'without-keys':
      return { success: true, data: { tasks: withoutKeys } }
    case 'bare-ids':
      return { success: true, data: tasks.map((task) => task.taskId) }
    case 'map-by-id':
      return { success: true, tasks: Object.fromEntries(withoutKeys.map((task) => [task.taskId, task])) }
    case 'bare-list':
      return tasks
    case 'empty':
      return { success: true, data: { tasks: [] } }
    default:
      return assertNever(fault.shape)
  }
}
