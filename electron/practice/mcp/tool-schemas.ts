import { capabilityCategories } from '../../../shared/form/capability.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import type { CapabilityDefinition } from '../capabilities/definition.ts'
import { uploadRequestSchema } from '../upload-request-schema.ts'

/** A tool as listed by `tools/list`. The spec names the tools (section 4). Their input and output schemas are Kiln's own. */
export type ToolDescription = {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: false; readonly idempotentHint: boolean }
}

export const toolNames = [
  'list_capabilities',
  'list_models',
  'estimate_model_credits',
  'upload_files',
  'submit_task',
  'get_task_result',
  'select_faces',
  'get_recent_tasks'
] as const
export type ToolName = (typeof toolNames)[number]

const text = (title: string, description: string, maxLength = 255): JsonSchema => ({
  type: 'string',
  title,
  description,
  minLength: 1,
  maxLength
})
const taskId = text('Task', 'The task ID returned by submit_task.')
const credits: JsonSchema = { type: ['number', 'null'], title: 'Credits', description: 'Null if it is only known after the task has run.' }
const records: JsonSchema = { type: 'array', items: { type: 'object' } }
const success = { const: true } as const
const mostUploadsAtOnce = 50

const takes = (properties: { readonly [name: string]: JsonSchema }, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties
})
const gives = (properties: { readonly [name: string]: JsonSchema }, more: readonly string[] = []): JsonSchema => ({
  type: 'object',
  required: ['success', ...more],
  properties: { success, ...properties }
})

const category: JsonSchema = { type: 'string', title: 'Category', description: 'Lists only this category.', enum: capabilityCategories }
const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const
const acts = { readOnlyHint: false, destructiveHint: false, idempotentHint: true } as const

/** Returns the descriptions of the eight tools for a deployment. */
export function describeTools(deployment: ReadonlyMap<string, CapabilityDefinition>): readonly ToolDescription[] {
  const capability: JsonSchema = {
    type: 'string',
    title: 'Capability',
    description: 'A capability from list_capabilities.',
    enum: [...deployment.keys()]
  }
  return [...capabilityTools(capability), ...taskTools(capability)]
}

function capabilityTools(capability: JsonSchema): readonly ToolDescription[] {
  return [
    {
      name: 'list_capabilities',
      title: 'List capabilities',
      description: 'Lists the capabilities of this deployment: names, purposes, prices and input schemas.',
      inputSchema: takes({ category, capability }),
      outputSchema: gives({ total: { type: 'integer' }, capabilities: records }, ['total', 'capabilities']),
      annotations: looks
    },
    {
      name: 'list_models',
      title: 'List models',
      description: 'Lists the models that estimate_model_credits accepts.',
      inputSchema: takes({ category }),
      outputSchema: gives({ models: records }, ['models']),
      annotations: looks
    },
    {
      name: 'estimate_model_credits',
      title: 'Estimate credits',
      description: 'Estimates the price of a submission with these parameters. Doesn’t charge credits or open files.',
      inputSchema: takes(
        {
          model: text('Model', 'A model from list_models, or a capability.'),
          parameters: {
            type: 'object',
            title: 'Parameters',
            description: 'The parameters of submit_task. Those that don’t affect the price are optional.'
          }
        },
        ['model', 'parameters']
      ),
      outputSchema: gives({ model: { type: 'string' }, capability: { type: 'string' }, credits, message: { type: 'string' } }, ['credits']),
      annotations: looks
    }
  ]
}

function taskTools(capability: JsonSchema): readonly ToolDescription[] {
  return [
    {
      name: 'upload_files',
      title: 'Upload files',
      description: 'Grants uploads for all files of a task. Each has a single-use upload command and a URL for submit_task.',
      inputSchema: takes(
        {
          files: {
            type: 'array',
            title: 'Files',
            description: 'The files to upload. Either all uploads are granted or none.',
            minItems: 1,
            maxItems: mostUploadsAtOnce,
            items: uploadRequestSchema
          }
        },
        ['files']
      ),
      outputSchema: gives(
        {
          files: {
            type: 'array',
            items: {
              type: 'object',
              required: ['uploadCommand', 'fileUrl'],
              properties: { uploadCommand: { type: 'string' }, fileUrl: { type: 'string' }, expiresAt: { type: 'string' } }
            }
          }
        },
        ['files']
      ),
      annotations: { ...acts, idempotentHint: false }
    },
    {
      name: 'submit_task',
      title: 'Submit a task',
      description: 'Starts a task and charges credits once per idempotencyKey, over MCP or REST. Reuse the key for retries.',
      inputSchema: takes(
        {
          capability,
          parameters: { type: 'object', title: 'Parameters', description: 'Must match the inputSchema from list_capabilities.' },
          idempotencyKey: text('Idempotency key', 'Use a new key for each task and the same key for each retry.')
        },
        ['capability', 'parameters', 'idempotencyKey']
      ),
      outputSchema: gives({ taskId: { type: 'string' }, creditsConsumed: { type: 'number' }, retryAfterMs: { type: 'integer' } }, [
        'taskId',
        'retryAfterMs'
      ]),
      annotations: acts
    },
    {
      name: 'get_task_result',
      title: 'Get the result of a task',
      description: 'Returns the task’s status, and its result once it is completed. Check again after retryAfterMs.',
      inputSchema: takes({ taskId }, ['taskId']),
      outputSchema: gives({ taskId: { type: 'string' }, status: { type: 'string' }, retryAfterMs: { type: 'integer' }, results: records }, [
        'taskId',
        'status'
      ]),
      annotations: looks
    },
    {
      name: 'select_faces',
      title: 'Select faces',
      description: 'Selects faces for a task in NEEDS_INPUT, once. Then keep checking for its result.',
      inputSchema: takes(
        {
          taskId,
          selections: {
            type: 'array',
            title: 'Faces',
            description: 'The faces to replace, from the previews of get_task_result, each with its reference.',
            minItems: 1,
            maxItems: 50,
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['faceId'],
              properties: {
                faceId: text('Face', 'The face ID from get_task_result.'),
                referenceIndex: {
                  type: 'integer',
                  title: 'Reference',
                  description: 'Zero-based index of the reference face, in the order of the request.',
                  minimum: 0,
                  default: 0
                }
              }
            }
          }
        },
        ['taskId', 'selections']
      ),
      outputSchema: gives({ taskId: { type: 'string' }, status: { type: 'string' }, retryAfterMs: { type: 'integer' } }, ['taskId']),
      annotations: { ...acts, idempotentHint: false }
    },
    {
      name: 'get_recent_tasks',
      title: 'Get recent tasks',
      description: 'Lists the newest tasks of this account, for recovery after a lost response.',
      inputSchema: takes({
        limit: { type: 'integer', title: 'Limit', description: 'Maximum number of tasks.', minimum: 1, maximum: 1000, default: 20 }
      }),
      outputSchema: gives({ tasks: records }, ['tasks']),
      annotations: looks
    }
  ]
}
