import type { Category } from '../../shared/form/capability.ts'
import { isRecord, propertiesOf } from '../../shared/form/fields/schema-reading.ts'
import type { JsonSchema, Medium } from '../../shared/form/json-schema.ts'
import {
  firstMatch,
  capabilityIdInPath,
  readRawPrice,
  readCategory,
  readFieldName,
  readCapabilityId,
  readMedium,
  readNonEmptyText,
  nullIfTooDeep
} from './read-capability-fields.ts'
import { dereference, normalizeBodySchema, normalizeSchema } from '../../shared/form/fields/normalize-schema.ts'

/** An OpenAPI document's data for one capability. A property is null if the document doesn't have data for it. */
export type ContractEntry = {
  readonly id: string
  readonly title: string | null
  /** The operation's summary. Used as a title only if a better one isn't available. */
  readonly summary: string | null
  readonly purpose: string | null
  readonly category: Category | null
  readonly output: Medium | null
  readonly resultField: string | null
  /** The unparsed price. Null if absent. */
  readonly price: unknown
  /** Null if the document doesn't describe a JSON body. */
  readonly inputSchema: JsonSchema | null
}

type Json = { readonly [name: string]: unknown }

/**
 * Parses the response to `GET /api/v1/openapi.json`. Every path `…/<capability>/submit` names a capability. Null if the document doesn't
 * contain such a path.
 */
export function readOpenapi(json: unknown): readonly ContractEntry[] | null {
  return nullIfTooDeep(() => read(json))
}

function read(json: unknown): readonly ContractEntry[] | null {
  const paths = isRecord(json) && isRecord(json['paths']) ? json['paths'] : {}
  const queries = queriesIn(paths, json)
  const entries = new Map<string, ContractEntry>()
  for (const [path, item] of Object.entries(paths)) {
    const operation = postOf(item, json)
    if (operation === null) continue
    for (const id of idsOf(path, operation, json)) {
      if (!entries.has(id)) entries.set(id, readEntry(id, operation, queries.get(id) ?? queries.get(null) ?? null, json))
    }
  }
  return entries.size > 0 ? [...entries.values()] : null
}

/** Returns the ID in the path. If the path has a placeholder, returns the IDs in that parameter's `enum`. */
function idsOf(path: string, operation: Json, document: unknown): readonly string[] {
  const id = capabilityIdInPath(decoded(path), 'submit')
  if (id !== null) return [id]
  const placeholder = /\/\{([^/{}]+)\}\/submit\/?$/.exec(path)?.[1]
  if (placeholder === undefined) return []
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : []
  const parameter = parameters.map((value) => dereference(value, document)).find((found) => found?.['name'] === placeholder)
  const listed = normalizeSchema(parameter?.['schema'], document).enum
  return Array.isArray(listed) ? listed.map(readCapabilityId).filter((listedId) => listedId !== null) : []
}

function readEntry(id: string, submit: Json, query: Json | null, document: unknown): ContractEntry {
  const answer = query === null ? null : readAnswer(query, document)
  const schema = jsonSchemaOf(submit['requestBody'], document)
  return {
    id,
    title: firstMatch(submit, ['x-title'], readNonEmptyText),
    summary: firstMatch(submit, ['summary'], readNonEmptyText),
    purpose: firstMatch(submit, ['x-purpose', 'description'], readNonEmptyText),
    category: firstMatch(submit, ['x-category', 'tags'], readCategory),
    output: firstMatch(submit, ['x-output', 'x-output-type'], readMedium) ?? answer?.output ?? null,
    resultField: firstMatch(submit, ['x-result-field', 'x-resultField'], readFieldName) ?? answer?.resultField ?? null,
    price: readRawPrice(submit, ['x-pricing', 'x-price', 'x-credits']),
    inputSchema: schema === null ? null : normalizeBodySchema(schema, document)
  }
}

/**
 * Finds the result field in a query's response. It is a URL property in `data`, otherwise at the top level (spec section 2.1). Null if
 * neither exists.
 */
function readAnswer(query: Json, document: unknown): { readonly resultField: string; readonly output: Medium | null } | null {
  const responses = isRecord(query['responses']) ? query['responses'] : {}
  const status = ['200', '201', '2XX', 'default'].find((candidate) => Object.hasOwn(responses, candidate))
  const schema = status === undefined ? null : jsonSchemaOf(responses[status], document)
  if (schema === null) return null
  const body = normalizeSchema(schema, document)
  const properties = propertiesOf(body)
  const data = properties.find(([name]) => name === 'data')?.[1] ?? {}
  const urls = [...propertiesOf(data), ...properties]
    .filter(([name, property]) => /ur[li]$/i.test(name) && property.type !== 'array')
    .map(([name]) => name)
  // A text URL beside a media URL only describes the media. The text may be the expanded prompt, for example.
  const media = urls.filter((name) => readMedium(name) !== null)
  const resultField = media.find((name) => readMedium(name) !== 'text') ?? media[0] ?? urls[0]
  return resultField === undefined ? null : { resultField, output: readMedium(resultField) }
}

/**
 * Maps each capability to its query operation. The key `null` holds the operation of a path with a placeholder. That operation applies to
 * all other capabilities.
 */
function queriesIn(paths: Json, document: unknown): ReadonlyMap<string | null, Json> {
  const queries = new Map<string | null, Json>()
  for (const [path, item] of Object.entries(paths)) {
    const id = capabilityIdInPath(decoded(path), 'query')
    const isQuery = id !== null || /\/\{[^/{}]+\}\/query\/?$/.test(path)
    const operation = isQuery ? postOf(item, document) : null
    if (operation !== null && !queries.has(id)) queries.set(id, operation)
  }
  return queries
}

function postOf(item: unknown, document: unknown): Json | null {
  const methods = dereference(item, document)
  return methods === null ? null : firstMatch(methods, ['post', 'put'], (operation) => (isRecord(operation) ? operation : null))
}

/** Returns the JSON schema of a request body or a response. Null if absent. */
function jsonSchemaOf(holder: unknown, document: unknown): unknown {
  const content = dereference(holder, document)?.['content']
  if (!isRecord(content)) return null
  const type =
    Object.keys(content).find((name) => /^application\/json\b/i.test(name)) ??
    Object.keys(content).find((name) => /json/i.test(name)) ??
    Object.keys(content)[0]
  const media = type === undefined ? null : content[type]
  return isRecord(media) ? (media['schema'] ?? null) : null
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
