/** The parts of another service's OpenAPI document that these tests read. */
export type ThirdPartyOpenApi = {
  readonly openapi: string
  readonly info: { readonly title: string }
  readonly paths: { readonly [path: string]: unknown }
  readonly components?: { readonly [kind: string]: { readonly [name: string]: unknown } }
}
type Json = { readonly [name: string]: unknown }

/** An operation with a request body. `id`: the capability ID that `withCapabilityPaths` gives the operation. */
export type ThirdPartyOperation = { readonly id: string; readonly path: string; readonly operation: Json }

const methods = ['post', 'put', 'patch', 'delete']

/** Returns all operations with a request body. */
export function operationsOf(document: ThirdPartyOpenApi): readonly ThirdPartyOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries((resolveReference(item, document) ?? {}) as Json).flatMap(([method, operation]) => {
      if (!methods.includes(method) || !Object.hasOwn(operation as Json, 'requestBody')) return []
      const id = `${method}-${path}`.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')
      return [{ id, path, operation: operation as Json }]
    })
  )
}

/** Returns a copy of the document in which each operation has a capability's path (`/api/v1/{id}/submit`). References stay valid. */
export function withCapabilityPaths(document: ThirdPartyOpenApi): ThirdPartyOpenApi {
  const paths = operationsOf(document).map(({ id, operation }) => [`/api/v1/${id}/submit`, { post: operation }] as const)
  return { ...document, paths: Object.fromEntries(paths) }
}

/**
 * Merges `times` copies of each document into one document. The names in each copy get a different suffix. The result is an API definition
 * of realistic size.
 */
export function mergeCopies(documents: readonly ThirdPartyOpenApi[], times: number): ThirdPartyOpenApi {
  const paths: Record<string, unknown> = {}
  const components: Record<string, Record<string, unknown>> = {}
  for (const [place, document] of documents.entries()) {
    for (let time = 0; time < times; time += 1) {
      const suffix = `_${place}_${time}`
      const own = JSON.parse(
        JSON.stringify(document).replaceAll(/#\/components\/([A-Za-z]+)\/([^"/]+)/g, `#/components/$1/$2${suffix}`)
      ) as ThirdPartyOpenApi
      for (const [path, item] of Object.entries(own.paths)) paths[`/${place}/${time}${path}`] = item
      for (const [kind, named] of Object.entries(own.components ?? {})) {
        for (const [name, component] of Object.entries(named)) (components[kind] ??= {})[name + suffix] = component
      }
    }
  }
  return { openapi: '3.1.0', info: { title: 'Grown' }, paths, components }
}

/** Returns the target of a `$ref` in the document. Returns any other value unchanged. */
export function resolveReference(value: unknown, document: ThirdPartyOpenApi): unknown {
  const reference = typeof value === 'object' && value !== null ? (value as Json)['$ref'] : undefined
  if (typeof reference !== 'string') return value
  const steps = reference
    .replace(/^#\//, '')
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = steps.reduce<unknown>((holder, step) => (holder as Json | undefined)?.[step], document)
  return resolveReference(found, document)
}

/** Returns the schema of an operation's request body, preferably for JSON. Null if the body has no schema. */
export function bodySchemaOf({ operation }: ThirdPartyOperation, document: ThirdPartyOpenApi): unknown {
  const body = resolveReference(operation['requestBody'], document) as Json
  const content = body['content'] as { readonly [type: string]: { readonly schema?: unknown } }
  const type = Object.keys(content).find((name) => name.startsWith('application/json')) ?? Object.keys(content)[0]
  return type === undefined ? null : (content[type]?.schema ?? null)
}
