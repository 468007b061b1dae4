import { categories } from '../../../shared/capability.ts'
import type { JsonSchema } from '../../../shared/json-schema.ts'
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
const taskId = text('Task', 'The identifier that submit_task gave.')
const credits: JsonSchema = { type: ['number', 'null'], title: 'Credits', description: 'Null: known only after the task has run.' }
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

/** Describes the eight tools for a deployment. */
export function describeTools(deployment: ReadonlyMap<string, CapabilityDefinition>): readonly ToolDescription[] {
  const capability: JsonSchema = {
    type: 'string',
    title: 'Capability',
    description: 'One of list_capabilities.',
    enum: [...deployment.keys()]
  }
  const category: JsonSchema = { type: 'string', title: 'Category', description: 'Only this category.', enum: categories }
  const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const
  const acts = { readOnlyHint: false, destructiveHint: false, idempotentHint: true } as const
  return [
    {
      name: 'list_capabilities',
      title: 'List capabilities',
      description: 'What this deployment can make: names, purposes, prices and the schema of each submission.',
      inputSchema: takes({ category, capability }),
      outputSchema: gives({ total: { type: 'integer' }, capabilities: records }, ['total', 'capabilities']),
      annotations: looks
    },
    {
      name: 'list_models',
      title: 'List models',
      description: 'The models that make it, for estimate_model_credits.',
      inputSchema: takes({ category }),
      outputSchema: gives({ models: records }, ['models']),
      annotations: looks
    },
    {
      name: 'estimate_model_credits',
      title: 'Estimate credits',
      description: 'What a submission with these parameters would cost. Spends nothing, opens no file.',
      inputSchema: takes(
        {
          model: text('Model', 'One of list_models, or a capability.'),
          parameters: {
            type: 'object',
            title: 'Parameters',
            description: 'As for submit_task; what does not matter to the price may be left out.'
          }
        },
        ['model', 'parameters']
      ),
      outputSchema: gives({ model: { type: 'string' }, capability: { type: 'string' }, credits, message: { type: 'string' } }, ['credits']),
      annotations: looks
    },
    {
      name: 'upload_files',
      title: 'Upload files',
      description: 'One batch for all files of a task: each gets a command to run once and the address for the submission.',
      inputSchema: takes(
        {
          files: {
            type: 'array',
            title: 'Files',
            description: 'All or none are granted.',
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
      description: 'Starts a task and spends credits, once per idempotencyKey, whichever door it comes by. Keep the key for retries.',
      inputSchema: takes(
        {
          capability,
          parameters: { type: 'object', title: 'Parameters', description: 'By the inputSchema of the capability in list_capabilities.' },
          idempotencyKey: text('Idempotency key', 'New for each intended task, the same for each retry.')
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
      description: 'How the task stands; when it is completed, its result. Ask again after retryAfterMs.',
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
      description: 'Answers a task that is in NEEDS_INPUT, once. Then go on asking for its result.',
      inputSchema: takes(
        {
          taskId,
          selections: {
            type: 'array',
            title: 'Faces',
            description: 'The faces to replace, from the previews of get_task_result, and which reference each one gets.',
            minItems: 1,
            maxItems: 50,
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['faceId'],
              properties: {
                faceId: text('Face', 'Its identifier.'),
                referenceIndex: {
                  type: 'integer',
                  title: 'Reference',
                  description: 'Which reference face it gets, counted from nought in the order of the request.',
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
      description: 'The newest tasks of this account, to recover after a lost answer.',
      inputSchema: takes({
        limit: { type: 'integer', title: 'Limit', description: 'At most so many.', minimum: 1, maximum: 1000, default: 20 }
      }),
      outputSchema: gives({ tasks: records }, ['tasks']),
      annotations: looks
    }
  ]
}
