import type { JsonSchema } from '../json-schema.ts'
import type { Value, Values } from '../values.ts'
import type { Field } from './field.ts'
import { unlistedPropertiesFieldName } from './field.ts'
import { nestedFieldName, fieldNameSteps } from './field-name.ts'
import { createField } from './create-field.ts'
import { listCounterpartName } from './fields-of.ts'
import { isDeepEmpty } from './media-values.ts'
import type { CoercionResult } from './coerce-value.ts'
import { coerceValue } from './coerce-value.ts'
import { formLabels } from './form-labels.ts'
import { propertyNamesIn, findPropertySchemas } from './resolve-schema.ts'
import { humanizeName } from './schema-reading.ts'
import { sayContract } from '../../i18n/say-contract.ts'
import type { JsonPath } from '../problem.ts'
import type { UnmappedReason, ValueChange } from './value-change.ts'
import { valueKindOf } from './value-change.ts'

/** A value without a matching field. It is never sent, and is shown beside the form until the user discards it. */
export type UnmappedValue = {
  /** Former name of the value's field. For a field inside a group or a list, the name has several steps (see `field-name.ts`). */
  readonly name: string
  /** The current or former label of the top-level field. */
  readonly label: string
  /** Where the value was inside the field. Empty for the whole value. */
  readonly path: JsonPath
  readonly value: Value
  readonly reason: UnmappedReason
}

/** A value that was changed to fit the form. `label` is the field's label. */
export type CoercedValue = { readonly name: string; readonly label: string; readonly change: ValueChange }

export type MigratedValues = {
  readonly values: Values
  readonly coerced: readonly CoercedValue[]
  readonly unmapped: readonly UnmappedValue[]
}

type Surroundings = {
  /** Name of the enclosing group. Null at the top level. */
  readonly prefix: string | null
  readonly takesRest: boolean
  /** Returns the former label of a field. Null if unknown. */
  readonly labelBefore: (name: string) => string | null
}

/**
 * Fits the values of an object into its fields. See `migrateValues`. `schemas` are all schemas that may apply to the object. A value only
 * has to fit one of them, because missing values may determine which schema applies.
 */
export function migrateObject(schemas: readonly JsonSchema[], values: Values, around: Surroundings): MigratedValues {
  const known = new Set([...schemas.flatMap(propertyNamesIn), ...(around.takesRest ? [unlistedPropertiesFieldName] : [])])
  const taken = new Map<string, Value>()
  const coerced: CoercedValue[] = []
  const unmapped: UnmappedValue[] = []
  const fullName = (name: string): string => (around.prefix === null ? name : nestedFieldName(around.prefix, name))
  const labelOf = (name: string): string =>
    around.labelBefore(fullName(name)) ?? (name === unlistedPropertiesFieldName ? sayContract(formLabels.otherFields) : humanizeName(name))
  const fieldsNamed = (name: string): readonly Field[] =>
    schemas.flatMap((schema) => findPropertySchemas(schema, name)).map((property) => createField(name, property, {}))

  function leave(name: string, value: Value): void {
    const [field] = known.has(name) ? fieldsNamed(name) : []
    const reason: UnmappedReason =
      field === undefined ? { code: 'no-longer-accepted', params: {} } : { code: 'other-kind', params: { kind: valueKindOf(field) } }
    if (!isDeepEmpty(value)) unmapped.push({ name: fullName(name), label: field?.label ?? labelOf(name), path: [], value, reason })
  }

  /** Puts a value into the field with this name. Returns false if no field with this name can hold the value. */
  function put(name: string, value: Value, change: ValueChange | null): boolean {
    const fields = fieldsNamed(name)
    const placed = bestPlace(fields, value, fullName(name), around)
    if (placed === null) return false
    taken.set(name, placed.value)
    const label = fields[0]?.label ?? labelOf(name)
    const changes = [change, placed.change].filter((one) => one !== null)
    coerced.push(...changes.map((one) => ({ name: fullName(name), label, change: one })), ...placed.coerced)
    for (const { steps, value: part, reason } of placed.rest) {
      const place = steps.reduce<string>(nestedFieldName, fullName(name))
      unmapped.push({ name: place, label, path: steps.map(readableStep), value: part, reason })
    }
    return true
  }

  const strangers: (readonly [name: string, value: Value])[] = []
  for (const [name, value] of Object.entries(values)) {
    if (!known.has(name)) strangers.push([name, value])
    else if (!put(name, value, null)) leave(name, value)
  }
  const isFree = (name: string): boolean => isDeepEmpty(taken.get(name)) && namesakeIn(schemas, name) === null
  const filled = strangers.filter(([, value]) => !isDeepEmpty(value))
  for (const [name, value] of filled) {
    const [target, ...others] = [...known].filter((candidate) => isSameName(candidate, name) && isFree(candidate))
    const hasRival = others.length > 0 || filled.some(([other]) => other !== name && isSameName(other, name))
    if (target === undefined || hasRival || !put(target, value, { code: 'renamed', params: { formerName: name } })) leave(name, value)
  }
  // If two properties mean the same (`imageUrl` beside `imageUrls`), the form shows only the list. The single value therefore moves into
  // the list.
  for (const [name, value] of taken) {
    const list = namesakeIn(schemas, name)
    if (list === null) continue
    taken.delete(name)
    const items = [...listOf(value), ...listOf(taken.get(list))]
    if (items.length > 0 && !put(list, items, { code: 'includes-other-value', params: {} })) leave(name, value)
  }
  return { values: Object.fromEntries(taken), coerced, unmapped }
}

type BestPlace = CoercionResult & { readonly coerced: readonly CoercedValue[] }

/**
 * Returns the value, placed in the first field that accepts it unchanged. Otherwise, uses the first field that can hold it. Null if no
 * field can hold it. If there are no fields, any value is accepted.
 */
function bestPlace(fields: readonly Field[], value: Value, name: string, around: Surroundings): BestPlace | null {
  if (fields.length === 0) return { value, change: null, rest: [], coerced: [] }
  // Groups with this name are treated as one.
  const groups = fields.flatMap((field) => (field.kind === 'group' ? [field.schema] : []))
  let best: BestPlace | null = null
  for (const field of fields) {
    const coerced: CoercedValue[] = []
    const placed = coerceValue(field, value, (group, inner) => {
      const schemas = groups.includes(group.schema) ? groups : [group.schema]
      const fitted = migrateObject(schemas, inner, { ...around, prefix: name, takesRest: false })
      coerced.push(...fitted.coerced)
      const isUntouched = fitted.coerced.length === 0 && fitted.unmapped.length === 0
      const rest = fitted.unmapped.map((one) => ({
        steps: fieldNameSteps(one.name).slice(fieldNameSteps(name).length),
        value: one.value,
        reason: one.reason
      }))
      return { value: isUntouched ? inner : fitted.values, change: null, rest }
    })
    if (placed === null) continue
    if (placed.change === null && placed.rest.length === 0 && coerced.length === 0) return { ...placed, coerced }
    best ??= { ...placed, coerced }
  }
  return best
}

function namesakeIn(schemas: readonly JsonSchema[], name: string): string | null {
  return schemas.map((schema) => listCounterpartName(schema, name)).find((list) => list !== null) ?? null
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : value === undefined || isDeepEmpty(value) ? [] : [value]
}

/** True if both names are equal when case, separators, a plural "s" and "url" are ignored. */
function isSameName(one: string, other: string): boolean {
  return plainName(one) !== '' && plainName(one) === plainName(other)
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replace(/ur[li]s?$/, '')
    .replace(/s$/, '')
}

function readableStep(step: string | number): string | number {
  return /^\d+$/.test(String(step)) ? Number(step) : humanizeName(String(step))
}
