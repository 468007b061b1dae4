import { isRecord, isRequiredIn, ownPropertySchema } from '../fields/schema-reading.ts'
import { resolveConditions } from '../fields/resolve-schema.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Values } from '../values.ts'

/** A field of a request body, found by a path in the price rules. `schema` is null if the contract doesn't have the field. */
export type ValueAtPath = { readonly schema: JsonSchema | null; readonly value: unknown; readonly isRequired: boolean }

/**
 * Returns every field of a request body at a path such as `duration`, `style.size` or `shots[].duration`. A list gives one field per entry.
 */
export function valuesAtPath(schema: JsonSchema, body: Values, path: string): readonly ValueAtPath[] {
  const [first = '', ...rest] = path.split('.')
  const name = first.replace(/\[\]$/, '')
  const flat = resolveConditions(schema, body).schema
  const property = ownPropertySchema(flat, name) ?? null
  const valueAtPath: ValueAtPath = {
    schema: property,
    value: Object.hasOwn(body, name) ? body[name] : undefined,
    isRequired: property !== null && isRequiredIn(flat, name)
  }
  if (property === null || valueAtPath.value === undefined) return [valueAtPath]
  const items = first === name ? [valueAtPath] : itemsOf(valueAtPath)
  return rest.length === 0 ? items : items.flatMap((item) => placesInside(item, rest.join('.')))
}

function itemsOf({ schema, value }: ValueAtPath): readonly ValueAtPath[] {
  if (!Array.isArray(value)) return []
  const item = isRecord(schema?.items) ? schema.items : {}
  return value.map((one: unknown) => ({ schema: item, value: one, isRequired: true }))
}

function placesInside(valueAtPath: ValueAtPath, path: string): readonly ValueAtPath[] {
  return isRecord(valueAtPath.value)
    ? valuesAtPath(valueAtPath.schema ?? {}, valueAtPath.value as Values, path)
    : [{ ...valueAtPath, value: undefined }]
}
