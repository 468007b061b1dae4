import { isRecord, isRequiredIn, propertyOf } from '../fields/schema-reading.ts'
import { inForce } from '../fields/schema-in-force.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Values } from '../values.ts'

/** A field of a body, where a price looks for it. `schema` null: the body as it stands does not ask for it. */
export type Place = { readonly schema: JsonSchema | null; readonly value: unknown; readonly isRequired: boolean }

/** Everything that a path such as `duration`, `style.size` or `shots[].duration` names in a body; of a list one place for each entry. */
export function placesAt(schema: JsonSchema, body: Values, path: string): readonly Place[] {
  const [first = '', ...rest] = path.split('.')
  const name = first.replace(/\[\]$/, '')
  const flat = inForce(schema, body).schema
  const property = propertyOf(flat, name) ?? null
  const place: Place = {
    schema: property,
    value: Object.hasOwn(body, name) ? body[name] : undefined,
    isRequired: property !== null && isRequiredIn(flat, name)
  }
  if (property === null || place.value === undefined) return [place]
  const items = first === name ? [place] : itemsOf(place)
  return rest.length === 0 ? items : items.flatMap((item) => placesInside(item, rest.join('.')))
}

function itemsOf({ schema, value }: Place): readonly Place[] {
  if (!Array.isArray(value)) return []
  const item = isRecord(schema?.items) ? schema.items : {}
  return value.map((one: unknown) => ({ schema: item, value: one, isRequired: true }))
}

function placesInside(place: Place, path: string): readonly Place[] {
  return isRecord(place.value) ? placesAt(place.schema ?? {}, place.value as Values, path) : [{ ...place, value: undefined }]
}
