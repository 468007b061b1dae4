import { assertNever } from '../../shared/assert-never.ts'
import { ApiError, validationError } from './api-error.ts'
import { jsonAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Arrival, Endpoint } from './api-server.ts'
import type { TaskRecord } from './books.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'
import { catalogEntry } from './catalog.ts'
import type { FaultKind } from './faults.ts'
import { jsonSchemaProblems } from './json-schema-problems.ts'
import { openapiDocument } from './openapi-document.ts'
import { creditsAtSubmit, creditsSoFar, recentEntry } from './task-answers.ts'
import type { RecentEntry } from './task-answers.ts'
import { readObject } from './task-desk.ts'
import type { TaskDesk } from './task-desk.ts'
import { taskStatus } from './task-status.ts'

export type RestParts = {
  readonly deployment: ReadonlyMap<string, CapabilityDefinition>
  readonly desk: TaskDesk
  readonly url: () => string
  readonly now: () => number
}

/** The endpoints of spec section 4. */
export function createRestEndpoints({ deployment, desk, url, now }: RestParts): (method: string, path: string) => Endpoint | ApiError {
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
    if (capability === undefined || method !== 'POST') return new ApiError(404, 'NOT_FOUND', `There is nothing at ${method} ${path}.`)
    return verb === 'submit'
      ? { on: 'submit', capability, pausesItself: true, access: 'account', run: subscribed(submit) }
      : { on: 'query', capability, pausesItself: false, access: 'account', run: subscribed(query) }
  }

  function subscribed(run: Endpoint['run']): Endpoint['run'] {
    return async (arrival) => {
      desk.checkSubscription()
      return run(arrival)
    }
  }

  async function catalog(): Promise<Answer> {
    const capabilities = [...deployment.values()].map(catalogEntry)
    return jsonAnswer({ success: true, total: capabilities.length, capabilities })
  }

  async function openapi(): Promise<Answer> {
    return jsonAnswer(openapiDocument(deployment.values(), url()))
  }

  async function submit(arrival: Arrival): Promise<Answer> {
    const task = await desk.submit(arrival)
    return jsonAnswer({ success: true, taskId: task.taskId, ...creditsAtSubmit(task) })
  }

  async function query(arrival: Arrival): Promise<Answer> {
    const definition = desk.enabled(arrival.capability)
    const body = readObject(arrival.body)
    const details = jsonSchemaProblems(querySchema, body)
    if (details.length > 0) throw validationError(details)
    const taskId = String(body['taskId'])
    arrival.call.taskId = taskId
    const task = await desk.look(taskId, definition.id, arrival.fault)
    return jsonAnswer(queryBody(definition, task, arrival.fault))
  }

  function queryBody(definition: CapabilityDefinition, task: TaskRecord, fault: FaultKind | null): object {
    const credits = creditsSoFar(task)
    if (fault?.kind === 'status' || fault?.kind === 'no-result')
      return { success: true, ...credits, data: { taskId: task.taskId, status: fault.status } }
    const data = { taskId: task.taskId, status: taskStatus(task, now()), ...resultOf(definition, task, fault) }
    return fault?.kind === 'flat-answer' ? { success: true, ...credits, ...data } : { success: true, ...credits, data }
  }

  function resultOf(definition: CapabilityDefinition, task: TaskRecord, fault: FaultKind | null): object {
    if (task.end === null) return {}
    if (task.end.kind === 'failed') return { errorDetail: task.end.fate.errorDetail }
    const urls = desk.resultsOf(task, fault).map((result) => result.url)
    return { [definition.resultField]: urls[0], ...(urls.length > 1 ? { [`${definition.resultField}s`]: urls } : {}) }
  }

  async function recentTasks(arrival: Arrival): Promise<Answer> {
    const tasks = desk.recent(Number(arrival.searchParams.get('limit') ?? 20)).map((task) => recentEntry(task, now()))
    return jsonAnswer(recentBody(tasks, arrival.fault))
  }

  async function requestUpload(arrival: Arrival): Promise<Answer> {
    const [grant] = await desk.grantUploads([readObject(arrival.body)], () => '')
    return jsonAnswer({ success: true, ...grant })
  }
}

const querySchema = { type: 'object', required: ['taskId'], properties: { taskId: { type: 'string', minLength: 1 } } } as const

function recentBody(tasks: readonly RecentEntry[], fault: FaultKind | null): unknown {
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
