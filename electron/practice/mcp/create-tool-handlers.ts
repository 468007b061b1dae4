import { computeCharge } from '../../../shared/form/pricing.ts'
import type { Values } from '../../../shared/form/values.ts'
import { ApiError } from '../api-error.ts'
import type { BlobStore } from '../blob-store.ts'
import type { FaceSelectionRequest, ServiceTask } from '../ledger-store.ts'
import type { LoggedCall } from '../call-log.ts'
import type { SubmitBody, CapabilityDefinition } from '../capabilities/definition.ts'
import { catalogEntry } from '../catalog.ts'
import type { InjectedFault } from '../fault-injector.ts'
import { facePreview } from '../find-faces.ts'
import { resultBlobName } from '../storage-paths.ts'
import { submitCreditFields, currentCreditFields, recentTaskEntry } from '../task-responses.ts'
import type { TaskService } from '../task-service.ts'
import { referenceInputs } from '../reference-fields.ts'
import { isWaitingForFaces, taskStatus } from '../task-status.ts'
import type { ContentBlock, StructuredContent, ToolResult } from './tool-results.ts'
import { toolResult } from './tool-results.ts'
import type { ToolName } from './tool-schemas.ts'

export type ToolHandlerOptions = {
  readonly deployment: ReadonlyMap<string, CapabilityDefinition>
  readonly tasks: TaskService
  readonly blobs: BlobStore
  readonly now: () => number
}

/** A tool call with valid arguments. `pause` waits for the duration of a `delay` fault. */
export type ToolCall = {
  readonly arguments: SubmitBody
  readonly fault: InjectedFault | null
  readonly call: LoggedCall
  readonly pause: () => Promise<void>
}

/** Maximum total size of the images embedded in a tool result, in bytes. Further images are only linked. */
const mostEnclosedBytes = 4 * 1024 * 1024
const longestRetryInMs = 5_000

/** Returns a handler for each tool, with the same logic as REST. The endpoint returns a handler's `ApiError` as a tool error. */
export function createToolHandlers(parts: ToolHandlerOptions): { readonly [Name in ToolName]: (call: ToolCall) => Promise<ToolResult> } {
  const { deployment, tasks: taskService, blobs, now } = parts

  return {
    list_capabilities: async ({ arguments: { category, capability } }) => {
      const capabilities = ofCategory(category)
        .filter(({ id }) => capability === undefined || id === capability)
        .map((definition) => ({ ...catalogEntry(definition), inputSchema: definition.inputSchema }))
      return toolResult({ total: capabilities.length, capabilities })
    },
    list_models: async ({ arguments: { category } }) =>
      toolResult({
        models: ofCategory(category).map((definition) => ({
          model: modelOf(definition),
          capability: definition.id,
          title: definition.title,
          category: definition.category,
          pricing: definition.pricing
        }))
      }),
    estimate_model_credits: async ({ arguments: { model, parameters } }) => {
      const definition =
        [...deployment.values()].find((one) => one.id === model || modelOf(one) === model) ?? taskService.enabled(String(model))
      return toolResult({ model: modelOf(definition), capability: definition.id, ...estimateOf(definition, parameters as SubmitBody) })
    },
    upload_files: async ({ arguments: { files } }) => {
      const grants = await taskService.grantUploads(files as readonly SubmitBody[], (index) => `files[${index}].`)
      return toolResult({ files: grants })
    },
    submit_task: async ({ arguments: { capability, parameters, idempotencyKey }, fault, call: loggedCall, pause }) => {
      const body = Buffer.from(JSON.stringify(parameters))
      const task = await taskService.submit({
        capability: String(capability),
        body,
        idempotencyKey: String(idempotencyKey),
        fault,
        call: loggedCall,
        pause
      })
      return toolResult({ taskId: task.taskId, ...submitCreditFields(task), retryAfterMs: retryAfter(task) })
    },
    get_task_result: async ({ arguments: { taskId }, fault, call: loggedCall }) => {
      loggedCall.taskId = String(taskId)
      return resultOf(await taskService.query(String(taskId), null, fault), fault)
    },
    select_faces: async ({ arguments: { taskId, selections }, call: loggedCall }) => {
      loggedCall.taskId = String(taskId)
      const picks = (selections as readonly { readonly faceId: string; readonly referenceIndex?: number }[]).map(
        ({ faceId, referenceIndex = 0 }) => ({ faceId, referenceIndex })
      )
      const task = await taskService.selectFaces(String(taskId), picks)
      return toolResult({ taskId: task.taskId, status: wordOf(task), retryAfterMs: retryAfter(task) })
    },
    get_recent_tasks: async ({ arguments: { limit } }) => {
      const tasks = taskService.recent(limit === undefined ? 20 : Number(limit))
      return toolResult({ tasks: tasks.map((task) => recentTaskEntry(task, now())) })
    }
  }

  function ofCategory(category: unknown): readonly CapabilityDefinition[] {
    return [...deployment.values()].filter((definition) => category === undefined || definition.category === category)
  }

  async function resultOf(task: ServiceTask, fault: InjectedFault | null): Promise<ToolResult> {
    const definition = taskService.enabled(task.capability)
    const facts = { taskId: task.taskId, capability: task.capability, ...currentCreditFields(task) }
    if (fault?.kind === 'status') return toolResult({ ...facts, status: fault.status, retryAfterMs: retryAfter(task) })
    if (fault?.kind === 'no-result')
      throw new ApiError(503, 'RESULT_MISSING', 'The task is done, but its result isn’t available yet. Try again.', {
        retryAfterInSeconds: 1,
        extra: facts
      })
    const status = wordOf(task)
    if (isWaitingForFaces(task, now()) && task.asked !== null) return facesOf(task, task.asked, { ...facts, status })
    if (task.end === null) return toolResult({ ...facts, status, retryAfterMs: retryAfter(task) })
    if (task.end.kind === 'failed') return toolResult({ ...facts, status, errorDetail: task.end.fate.errorDetail })
    const results = taskService.resultsOf(task, fault)
    const structured: StructuredContent = { ...facts, status, [definition.resultField]: results[0]?.url, results }
    const links = results.map(({ url, contentType }, index): ContentBlock => ({
      type: 'resource_link',
      uri: url,
      name: `${definition.title} ${index + 1}`,
      mimeType: contentType
    }))
    return toolResult(structured, [...(await picturesOf(task, blobs)), ...links])
  }

  /** Returns the status of `task`. Unlike REST, MCP writes the status `NEEDS_INPUT` in capitals (spec section 3). */
  function wordOf(task: ServiceTask): string {
    return isWaitingForFaces(task, now()) ? 'NEEDS_INPUT' : taskStatus(task, now())
  }

  /** Returns a tool result with the detected faces. Their boxes are in pixels of the embedded preview. */
  async function facesOf(task: ServiceTask, asked: FaceSelectionRequest, facts: StructuredContent): Promise<ToolResult> {
    const { width, height, most, faces } = asked
    const selection = {
      maxFaces: most,
      references: referenceInputs(taskService.enabled(task.capability), task).length,
      previews: [{ index: 0, width, height }],
      faces: faces.map(({ faceId, index, momentsInMs, ...box }) => ({
        faceId,
        index,
        previewIndex: 0,
        box,
        ...(momentsInMs.length > 0 && { moments: momentsInMs.map((atMs) => ({ atMs })) })
      }))
    }
    const preview: ContentBlock = { type: 'image', data: (await facePreview(asked, blobs)).toString('base64'), mimeType: 'image/webp' }
    return toolResult({ ...facts, selection, retryAfterMs: retryAfter(task) }, [preview])
  }
}

/** Returns the name of a capability's model. Each capability has exactly one. */
function modelOf(definition: CapabilityDefinition): string {
  return `practice/${definition.id}`
}

function estimateOf(definition: CapabilityDefinition, parameters: SubmitBody): StructuredContent {
  const { hiddenPrice } = definition
  if (hiddenPrice?.isEstimated === false) return { credits: null, message: 'The price is only known after the task has run.' }
  const charge = computeCharge(hiddenPrice?.pricing ?? definition.pricing, definition.inputSchema, parameters as Values)
  return charge === null
    ? { credits: null, message: 'The price depends on parameters that are missing or have the wrong type.' }
    : { credits: charge.credits, message: `${charge.credits} credits with these parameters.` }
}

async function picturesOf(task: ServiceTask, blobs: BlobStore): Promise<readonly ContentBlock[]> {
  const outputs = task.end?.kind === 'completed' ? task.end.outputs : []
  const pictures: ContentBlock[] = []
  let bytes = 0
  for (const [index, output] of outputs.entries()) {
    bytes += output.bytes
    if (!output.contentType.startsWith('image/') || bytes > mostEnclosedBytes) continue
    const chunks: Buffer[] = await blobs.read(resultBlobName(task.taskId, index), { start: 0, end: output.bytes - 1 }).toArray()
    pictures.push({ type: 'image', data: Buffer.concat(chunks).toString('base64'), mimeType: output.contentType })
  }
  return pictures
}

/** Returns the delay before the next status check, in milliseconds. It is a quarter of the task's duration, but at most five seconds. */
function retryAfter(task: ServiceTask): number {
  return Math.min(longestRetryInMs, Math.max(20, Math.round(task.durationInMs / 4)))
}
