import type { RogueResultUrls } from './rogue-result-urls.ts'
import { createOutputFile } from './output-file.ts'
import type { McpPersonality } from './personality.ts'
import { refreshTaskState } from './query.ts'
import { newestTasks } from './recent-tasks.ts'
import { type RogueFaceSelection, reportViolation, type RogueTask, type ServiceState } from './service-state.ts'
import { parseRogueFields, advanceTask, findRogueTask } from './tasks.ts'

type Json = Record<string, unknown>
export type RogueToolResult = { readonly content: readonly Json[]; readonly structuredContent?: unknown; readonly isError?: boolean }
type ToolCall = { readonly tool: string; readonly given: Json; readonly account: string }

/** Number of faces in every photo. */
const faceCount = 3

export function rogueToolDefinitions(mcp: McpPersonality): readonly Json[] {
  const tool = (name: string, description: string, inputSchema: Json): Json => ({ name, description, inputSchema })
  const nothing = { type: 'object', properties: {}, additionalProperties: false }
  return [
    tool('list_capabilities', 'Lists what can be made.', nothing),
    tool('get_recent_tasks', 'Lists the newest tasks.', nothing),
    tool('get_task_result', 'Gives the state of a task.', schemaWith(mcp, {}, [])),
    tool('select_faces', 'Chooses the faces to replace, once.', schemaWith(mcp, facesSchema(mcp), Object.keys(facesSchema(mcp))))
  ]
}

/**
 * Prepares a tool call. `run` does the work and returns the result. `task`: the task that the call is about, or null if there isn't one.
 */
export function prepareToolCall(
  state: ServiceState,
  addresses: RogueResultUrls,
  { tool, given, account }: ToolCall
): { readonly task: RogueTask | null; readonly run: () => RogueToolResult } {
  const fields = state.personality.mcp.taskIdName === 'input.taskId' ? asJson(given['input']) : given
  const id = fields[state.personality.mcp.taskIdName === 'task_id' ? 'task_id' : 'taskId']
  const found = typeof id === 'string' ? findRogueTask(state, id) : null
  const task = found?.account === account ? found : null
  const run = (): RogueToolResult => {
    if (tool === 'list_capabilities') return resultOf({ success: true, capabilities: [] })
    if (tool === 'get_recent_tasks')
      return resultOf({ success: true, tasks: newestTasks(state, account, 20).map(({ taskId }) => ({ taskId })) })
    if (typeof id !== 'string') return rogueToolError('VALIDATION_ERROR', null)
    if (task === null) return rogueToolError('TASK_NOT_FOUND', null)
    return tool === 'select_faces' ? selectFaces(state, task, fields) : taskResult(state, addresses, task)
  }
  return { task, run }
}

export function rogueToolError(errorType: string, recovery: string | null): RogueToolResult {
  const body = { success: false, errorType, message: 'The tool rejected this request.', ...(recovery === null ? {} : { recovery }) }
  return { ...resultOf(body), isError: true }
}

function taskResult(state: ServiceState, addresses: RogueResultUrls, task: RogueTask): RogueToolResult {
  if (advanceTask(state, task) !== 'needs_input') {
    const { status, fields, urls, retryAfterMs } = refreshTaskState(state, addresses, task)
    const links = urls.map((uri) => ({ type: 'resource_link', uri, name: 'result' }))
    const body = { success: true, taskId: task.taskId, status, ...fields, ...(retryAfterMs === null ? {} : { retryAfterMs }) }
    return { ...resultOf(body), content: [{ type: 'text', text: JSON.stringify(body) }, ...links] }
  }
  const faces = Array.from({ length: faceCount }, (_, index) => ({
    faceId: `f-${task.number}-${index}`,
    index,
    box: [0.1 + index * 0.3, 0.2, 0.2, 0.3]
  }))
  const references = [{ referenceId: `ref-${task.number}-0`, url: referenceOf(task) }]
  const preview = createOutputFile('png', `preview ${task.number}`).bytes.toString('base64')
  const body = { success: true, taskId: task.taskId, status: 'NEEDS_INPUT', faces, references }
  return {
    ...resultOf(body),
    content: [
      { type: 'text', text: JSON.stringify(body) },
      { type: 'image', data: preview, mimeType: 'image/png' }
    ]
  }
}

function selectFaces(state: ServiceState, task: RogueTask, fields: Json): RogueToolResult {
  if (task.choices.length > 0) {
    reportViolation(state, 'faces are chosen once', `select_faces was called again for ${task.taskId}`)
    return rogueToolError('VALIDATION_ERROR', null)
  }
  const faces = chosenFaces(state.personality.mcp, task, fields)
  if (advanceTask(state, task) !== 'needs_input' || faces === null) return rogueToolError('VALIDATION_ERROR', null)
  task.choices.push({ at: state.now(), faces })
  return resultOf({ success: true, taskId: task.taskId, status: 'processing' })
}

/** Returns the selected faces as indexes from 0. Null if `fields` doesn't match the tool's input schema. */
function chosenFaces({ faces, reference }: McpPersonality, task: RogueTask, fields: Json): RogueFaceSelection['faces'] | null {
  const ids = Array.from({ length: faceCount }, (_, index) => `f-${task.number}-${index}`)
  const list = fields[facesNames[faces]]
  if (!Array.isArray(list) || list.length === 0) return null
  const chosen = (list as readonly unknown[]).map((entry) => {
    if (faces === 'indexes') return { face: typeof entry === 'number' ? entry : -1, reference: null }
    if (faces === 'numbers') return { face: typeof entry === 'number' ? entry - 1 : -1, reference: null }
    if (faces === 'ids') return { face: ids.indexOf(String(entry)), reference: null }
    const pair = asJson(entry)
    const named = pair[referenceNames[reference]]
    const isKnown =
      reference === 'index' ? named === 0 : reference === 'url' ? named === referenceOf(task) : named === `ref-${task.number}-0`
    return { face: isKnown ? ids.indexOf(String(pair['faceId'])) : -1, reference: 0 }
  })
  return chosen.every(({ face }) => Number.isInteger(face) && face >= 0 && face < faceCount) ? chosen : null
}

const facesNames = { ids: 'faceIds', indexes: 'faceIndexes', numbers: 'faceNumbers', pairs: 'pairs' } as const
const referenceNames = { url: 'referenceFaceImageUrl', id: 'referenceId', index: 'referenceIndex' } as const

function facesSchema({ faces, reference }: McpPersonality): Json {
  const list = (items: Json): Json => ({ type: 'array', items, minItems: 1 })
  switch (faces) {
    case 'ids':
      return { [facesNames.ids]: list({ type: 'string' }) }
    case 'indexes':
      return { [facesNames.indexes]: list({ type: 'integer', minimum: 0, maximum: faceCount - 1 }) }
    case 'numbers':
      return { [facesNames.numbers]: list({ type: 'integer', minimum: 1, maximum: faceCount, description: 'Faces, counted from one.' }) }
    case 'pairs': {
      const shapes = {
        url: { type: 'string', format: 'uri' },
        id: { type: 'string', description: 'A `referenceId` of get_task_result.' },
        index: { type: 'integer', minimum: 0 }
      }
      const properties = { faceId: { type: 'string' }, [referenceNames[reference]]: shapes[reference] }
      return { pairs: list({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }) }
    }
  }
}

function schemaWith({ taskIdName }: McpPersonality, more: Json, required: readonly string[]): Json {
  const name = taskIdName === 'task_id' ? 'task_id' : 'taskId'
  const own = {
    type: 'object',
    properties: { [name]: { type: 'string' }, ...more },
    required: [name, ...required],
    additionalProperties: false
  }
  if (taskIdName !== 'input.taskId') return own
  return { type: 'object', properties: { input: own }, required: ['input'], additionalProperties: false }
}

function referenceOf(task: RogueTask): string {
  return String(parseRogueFields(task.body)['referenceFaceImageUrl'] ?? '')
}

function resultOf(structuredContent: unknown): RogueToolResult {
  return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] }
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
