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
import { normalizeBodySchema } from '../../shared/form/fields/normalize-schema.ts'

/** A catalogue's data for one capability. A property is null if the catalogue doesn't have data for it. */
export type CatalogEntry = {
  /**
   * Candidate IDs, most likely first. The first ID that the contract also has is used. Otherwise, the first ID of a built-in capability is
   * used. If none of the IDs is known, the first one is used.
   */
  readonly ids: readonly [string, ...string[]]
  readonly isEnabled: boolean
  readonly title: string | null
  readonly purpose: string | null
  readonly category: Category | null
  readonly output: Medium | null
  readonly resultField: string | null
  /** The unparsed price. Null if absent. */
  readonly price: unknown
  readonly inputSchema: JsonSchema | null
}

/** `isComplete`: true if every entry has an ID. In that case, capabilities that aren't listed are disabled. */
export type Catalog = { readonly entries: readonly CatalogEntry[]; readonly isComplete: boolean }

type Json = { readonly [name: string]: unknown }

const listNames = ['capabilities', 'data', 'items', 'results', 'catalog', 'entries', 'list', 'edges', 'nodes']
/** Properties that may hold an entry's content, one level deeper. */
const wrapNames = ['node', 'attributes']
const idNames = ['capability', 'id', 'identifier', 'slug', 'name']
const priceNames = ['pricing', 'credits', 'creditsRequired', 'creditCost', 'baseCredits', 'price', 'cost', 'estimatedCredits']
const pathNames = ['submitPath', 'path', 'submitUrl', 'submit', 'endpoint', 'endpoints', 'paths', 'url', 'href', 'links']

/**
 * Parses the response to `GET /api/v1/capabilities`. The spec doesn't define its shape (section 2.2). The list is the body itself or a
 * property, at most two levels deep. It may be an array or a map by ID. Null if no capability was found.
 */
export function readCatalog(json: unknown): Catalog | null {
  return nullIfTooDeep(() => read(json))
}

function read(json: unknown): Catalog | null {
  for (const list of listsIn(json)) {
    const entries = list.map(({ key, category, value }) => readEntry(key, category, value, json))
    const named = entries.filter((entry) => entry !== null)
    if (named.length > 0) return { entries: named, isComplete: named.length === entries.length }
  }
  return null
}

/** Property names that are never capability IDs. */
const envelopeNames = new Set([
  'info',
  'meta',
  'metadata',
  'error',
  'errors',
  'links',
  'pagination',
  'paths',
  'components',
  'account',
  'user'
])

type Listed = { readonly key: string | null; readonly category: string | null; readonly value: unknown }

/** Returns all candidate lists, most likely first. */
function listsIn(json: unknown): readonly (readonly Listed[])[] {
  if (!isRecord(json)) return Array.isArray(json) ? [itemsOf(json)] : []
  // An OpenAPI document at the catalogue's URL isn't a catalogue. Objects with a title, such as `info`, would otherwise be mistaken for
  // capabilities.
  if (readNonEmptyText(json['openapi']) !== null || readNonEmptyText(json['swagger']) !== null) return []
  const named = listNames.flatMap((name) => (Object.hasOwn(json, name) ? [json[name]] : []))
  const nested = named.flatMap((value) =>
    isRecord(value) ? listNames.flatMap((name) => (Object.hasOwn(value, name) ? [value[name]] : [])) : []
  )
  return [...nested, ...named, json].map(itemsOf).filter((list) => list.length > 0)
}

/** Returns the items of an array, or of a map from IDs to items. Both may group the items by category. */
function itemsOf(container: unknown): readonly Listed[] {
  if (Array.isArray(container)) {
    return container.flatMap((value) => groupOf(value) ?? [{ key: null, category: null, value: value as unknown }])
  }
  if (!isRecord(container)) return []
  return Object.entries(container).flatMap(([key, value]): readonly Listed[] => {
    if (Array.isArray(value))
      return readCategory(key) === null ? [] : value.map((item) => ({ key: null, category: key, value: item as unknown }))
    return isRecord(value) && !envelopeNames.has(key) && isTelling(value) ? [{ key, category: null, value }] : []
  })
}

/** Returns the items of a group in a list, such as `{ category: 'image', capabilities: [...] }`. Null if the value isn't a group. */
function groupOf(value: unknown): readonly Listed[] | null {
  if (!isRecord(value)) return null
  const list = firstMatch(value, ['capabilities', 'items'], (found) =>
    Array.isArray(found) && found.length > 0 && found.every((item) => isRecord(item) || readCapabilityId(item) !== null) ? found : null
  )
  const category = firstMatch(value, ['category', 'name', 'id', 'title'], readNonEmptyText)
  return list === null || (category !== null && readCategory(category) === null)
    ? null
    : list.map((item) => ({ key: null, category, value: item as unknown }))
}

/** True if an object has a property that is typical of capabilities. False for objects such as `meta`. */
function isTelling(value: Json): boolean {
  const words = [
    'title',
    'description',
    'purpose',
    'category',
    'modes',
    'inputSchema',
    'parameters',
    'fields',
    'inputFields',
    'resultField',
    'output',
    ...idNames,
    ...pathNames
  ]
  return words.some((word) => Object.hasOwn(value, word))
}

function readEntry(key: string | null, category: string | null, value: unknown, document: unknown): CatalogEntry | null {
  const entry: Json = isRecord(value) ? unwrapped(value) : {}
  const inPath = firstMatch(
    entry,
    pathNames,
    (path) =>
      pathsIn(path)
        .map((found) => capabilityIdInPath(found, 'submit') ?? capabilityIdInPath(found, 'query'))
        .find((id) => id !== null) ?? null
  )
  const named = idNames.map((name) => (Object.hasOwn(entry, name) ? readCapabilityId(entry[name]) : null))
  const candidates = [inPath, readCapabilityId(key), readCapabilityId(value), ...named].filter((id) => id !== null)
  const [first, ...others] = [...new Set(candidates)]
  if (first === undefined) return null
  const ids: CatalogEntry['ids'] = [first, ...others]
  return {
    ids,
    isEnabled: isEnabled(entry),
    title: firstMatch(entry, ['title', 'displayName', 'label', 'name'], (text) =>
      ids.some((id) => id === text) ? null : readNonEmptyText(text)
    ),
    purpose: firstMatch(entry, ['description', 'purpose', 'summary'], readNonEmptyText),
    category: firstMatch(entry, ['category', 'categories', 'group', 'type', 'tags'], readCategory) ?? readCategory(category),
    output: firstMatch(entry, ['output', 'outputs', 'outputType', 'resultType', 'mediaType'], readMedium),
    resultField: firstMatch(entry, ['resultField', 'result_field', 'outputField', 'resultKey', 'result'], readFieldName),
    price: readRawPrice(entry, priceNames),
    inputSchema: firstMatch(
      entry,
      ['inputSchema', 'input_schema', 'requestSchema', 'schema', 'parameters', 'inputs', 'input', 'fields', 'inputFields'],
      (schema) => readInputs(schema, document)
    )
  }
}

function unwrapped(entry: Json): Json {
  const inner = wrapNames.map((name) => (Object.hasOwn(entry, name) ? entry[name] : null)).find(isRecord)
  return inner === undefined ? entry : { ...inner, ...entry }
}

function pathsIn(value: unknown): readonly unknown[] {
  return isRecord(value) || Array.isArray(value) ? Object.values(value) : [value]
}

function isEnabled(entry: Json): boolean {
  const says = (name: string, word: unknown): boolean => Object.hasOwn(entry, name) && entry[name] === word
  const status = firstMatch(entry, ['status', 'state'], readNonEmptyText)?.toLowerCase()
  if (status === 'disabled' || status === 'unavailable' || status === 'off') return false
  return !(says('enabled', false) || says('isEnabled', false) || says('available', false) || says('disabled', true))
}

/** Reads a JSON schema, a map from field names to schemas, or a list of named fields. Null if no fields are found. */
function readInputs(value: unknown, document: unknown): JsonSchema | null {
  if (Array.isArray(value)) {
    const fields = value.filter((field) => isRecord(field) && typeof field['name'] === 'string') as readonly Json[]
    if (fields.length === 0) return null
    const properties = Object.fromEntries(fields.map(({ name, required: _required, ...schema }) => [name, schema]))
    const required = fields.filter((field) => field['required'] === true).map((field) => field['name'])
    return normalizeBodySchema({ type: 'object', properties, required }, document)
  }
  if (!isRecord(value)) return null
  const isSchema =
    ['type', 'properties', '$ref', 'allOf', 'anyOf', 'oneOf'].some((word) => Object.hasOwn(value, word) && !isRecord(value[word])) ||
    isRecord(value['properties'])
  const schema = isSchema ? normalizeBodySchema(value, document) : normalizeBodySchema({ type: 'object', properties: value }, document)
  return propertiesOf(schema).length > 0 ? schema : null
}
