import type { JsonSchema } from '../../shared/form/json-schema.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'
import { sharedSchemas } from './capabilities/shared-schemas.ts'
import { uploadRequestSchema } from './upload-request-schema.ts'

type Json = { readonly [name: string]: unknown }

const errorAnswers: readonly (readonly [number, string])[] = [
  [400, 'The body or a field is invalid: `INVALID_JSON`, `VALIDATION_ERROR`.'],
  [401, 'The API key is missing or invalid.'],
  [402, 'Not enough credits: `NEED_PURCHASE_CREDITS`.'],
  [403, 'No active subscription: `NEED_SUBSCRIBE`.'],
  [404, '`CAPABILITY_NOT_ENABLED` or `TASK_NOT_FOUND`.'],
  [409, '`UPLOAD_NOT_READY`, `IDEMPOTENCY_CONFLICT` or `IDEMPOTENCY_IN_PROGRESS`.'],
  [410, '`UPLOAD_EXPIRED`.'],
  [429, '`RATE_LIMITED`. Wait for `Retry-After`.'],
  [502, '`BILLING_INVARIANT_FAILED`.'],
  [503, 'The outcome may be unknown. Follow `recovery`.']
]

/**
 * Returns the deployment's OpenAPI 3.1 document, built from the schemas used for validation. Kiln reads the document's `x-` keywords.
 * `storageUrl`: origin of voice samples.
 */
export function openapiDocument(definitions: Iterable<CapabilityDefinition>, serverUrl: string, storageUrl = serverUrl): Json {
  const paths: Record<string, Json> = {
    '/api/v1/capabilities': { get: operation('listCapabilities', 'Lists the capabilities of this deployment.', { type: 'object' }) },
    '/api/v1/openapi.json': { get: operation('readContract', 'Returns this document.', { type: 'object' }) },
    '/api/v1/files/upload': {
      post: {
        ...operation('requestUpload', 'Requests a short-lived upload URL for one file.', {
          type: 'object',
          required: ['success', 'uploadCommand', 'fileUrl'],
          properties: { success: { type: 'boolean' }, uploadCommand: { type: 'string' }, fileUrl: { type: 'string', format: 'uri' } }
        }),
        requestBody: jsonBody(uploadRequestSchema)
      }
    },
    '/api/v1/tasks/recent': {
      get: {
        ...operation('recentTasks', 'Lists the newest tasks, for recovery.', { type: 'object' }),
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1000, default: 20 } }]
      }
    }
  }
  for (const definition of definitions) {
    paths[`/api/v1/${definition.id}/submit`] = { post: withSampleUrls(submitOperation(definition), storageUrl) }
    paths[`/api/v1/${definition.id}/query`] = { post: queryOperation(definition) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Practice service',
      version: '1.0.0',
      description: 'An embedded practice service. Its results are free.'
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries(Object.entries(sharedSchemas).map(([name, schema]) => [name, withReferences(schema, schema)])),
        Error: {
          type: 'object',
          required: ['success', 'message', 'error', 'errorType'],
          properties: {
            success: { const: false },
            message: { type: 'string' },
            error: { type: 'string' },
            errorType: { type: 'string' },
            details: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } }
          }
        }
      }
    }
  }
}

function submitOperation(definition: CapabilityDefinition): Json {
  return {
    ...operation(`submit-${definition.id}`, definition.title, {
      type: 'object',
      required: ['success', 'taskId', 'creditsConsumed'],
      properties: {
        success: { type: 'boolean' },
        taskId: { type: 'string' },
        creditsConsumed: { type: 'number' },
        creditsRequired: { type: 'number' },
        usageDeferred: { type: 'boolean' }
      }
    }),
    description: definition.purpose,
    tags: [definition.category],
    'x-capability': definition.id,
    'x-category': definition.category,
    'x-output': definition.output,
    'x-result-field': definition.resultField,
    'x-pricing': definition.pricing,
    'x-modes': definition.modes,
    parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', minLength: 1, maxLength: 255 } }],
    requestBody: jsonBody(withReferences(definition.inputSchema, null) as JsonSchema)
  }
}

function queryOperation(definition: CapabilityDefinition): Json {
  const url = { type: 'string', format: 'uri' }
  return {
    ...operation(`query-${definition.id}`, `${definition.title}: task status`, {
      type: 'object',
      required: ['success', 'data'],
      properties: {
        success: { type: 'boolean' },
        data: {
          type: 'object',
          required: ['status'],
          properties: {
            status: { type: 'string' },
            [definition.resultField]: url,
            [`${definition.resultField}s`]: { type: 'array', items: url }
          }
        }
      }
    }),
    requestBody: jsonBody({ type: 'object', required: ['taskId'], properties: { taskId: { type: 'string', minLength: 1 } } })
  }
}

function operation(operationId: string, summary: string, answer: Json): Json {
  const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
  return {
    operationId,
    summary,
    responses: {
      200: { description: 'Success.', content: { 'application/json': { schema: answer } } },
      ...Object.fromEntries(errorAnswers.map(([status, description]) => [status, { description, ...error }]))
    }
  }
}

/**
 * Replaces shared schemas with `$ref` references. `home` is the shared schema that is being defined, so it isn't replaced. `home` is null
 * if no shared schema is being defined.
 */
function withReferences(schema: unknown, home: JsonSchema | null): unknown {
  const name = schema === home ? undefined : Object.keys(sharedSchemas).find((shared) => sharedSchemas[shared] === schema)
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(schema)) return schema.map((part) => withReferences(part, home))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(Object.entries(schema).map(([word, part]) => [word, withReferences(part, home)]))
}

/** Adds the storage origin to the paths of samples. */
function withSampleUrls(part: unknown, storageUrl: string): unknown {
  if (Array.isArray(part)) return part.map((one) => withSampleUrls(one, storageUrl))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([word, inner]) => [
      word,
      word === 'x-enum-samples'
        ? Object.fromEntries(Object.entries(inner as Json).map(([value, path]) => [value, `${storageUrl}${String(path)}`]))
        : withSampleUrls(inner, storageUrl)
    ])
  )
}

function jsonBody(schema: JsonSchema): Json {
  return { required: true, content: { 'application/json': { schema } } }
}
