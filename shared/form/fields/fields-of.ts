import type { Capability } from '../capability.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import type { Field, FieldBase, GroupField, ListField, MediaField } from './field.ts'
import { unlistedPropertiesFieldName } from './field.ts'
import { fieldNameSteps } from './field-name.ts'
import { createField, createJsonField } from './create-field.ts'
import { resolveConditions, propertyNamesIn, findPropertySchema } from './resolve-schema.ts'
import { isRecord, propertiesOf, ownPropertySchema } from './schema-reading.ts'
import { cacheByLanguage, sayContract } from '../../i18n/say-contract.ts'
import { formLabels } from './form-labels.ts'

/** Maximum number of settings shown outside "More". */
const mostSettingsShown = 8

/**
 * Returns the fields of a capability in form order: prompt, media, required fields, settings, rare fields. Two properties with the same
 * meaning for the user are one field (`imageUrl` and `imageUrls`). `values` determine the dependent fields. `variant` is the index of the
 * selected body variant. A contract that doesn't list any fields, or allows others, gets a JSON field for unlisted properties.
 */
export function fieldsOf(capability: Capability, values: Values = {}, variant: number | null = null): readonly Field[] {
  return fieldsOfSchema(resolveConditions(capability.inputSchema, values, variant).schema)
}

/** Returns the fields of a group for its current value. */
export function fieldsInGroup(group: GroupField, value: Value | undefined): readonly Field[] {
  return fieldsOfSchema(resolveConditions(group.schema, valuesInGroup(value)).schema)
}

/** Returns the value of a group as `Values`. Empty if the value isn't an object. */
export function valuesInGroup(value: Value | undefined): Values {
  return isRecord(value) && !isMediaReference(value) ? value : {}
}

/** Returns a field by name. Searches all modes and conditions, and inside groups and lists. Null if the contract doesn't have the field. */
export function fieldNamed(capability: Capability, name: string): Field | null {
  let schema: JsonSchema | undefined = capability.inputSchema
  let own = name
  for (const step of fieldNameSteps(name)) {
    schema = isRecord(schema?.items) && /^\d+$/.test(step) ? schema.items : schema && findPropertySchema(schema, step)
    if (!/^\d+$/.test(step)) own = step
  }
  return schema === undefined ? null : { ...createField(own, schema, {}), name }
}

/** Returns the field of one item of a list. */
export function listItemField(list: ListField, name: string, label: string): Field {
  const field = createField(name, list.item, { required: [name] })
  return { ...field, label }
}

/** Returns the label of a row as the form shows it, such as "Garment 1". */
export function listItemLabel({ item, label }: ListField, index: number): string {
  return `${typeof item.title === 'string' ? sayContract(item.title) : label} ${index + 1}`
}

/** Cached, because the page asks for the fields many times per key press. A schema without conditions is the same object for all values. */
const fieldsOfSchema = cacheByLanguage((schema: JsonSchema): readonly Field[] => {
  const properties = propertiesOf(schema)
  const fields = properties
    .map(([name, property], place) => ({ name, property, place }))
    .filter(({ name }) => listCounterpartName(schema, name) === null)
    .map(({ name, property, place }) => ({
      field: withAlias(createField(name, property, schema), schema),
      order: orderOf(property),
      place
    }))
    .toSorted((a, b) => rankOf(a.field) - rankOf(b.field) || a.order - b.order || a.place - b.place)
    .map(({ field }) => field)
  const all = isOpen(schema, properties.length) ? [...fields, restField(properties.length > 0)] : fields
  return hideTheMany(all, schema)
})

/**
 * Returns the name of the field that shows a property. For `imageUrl`, this may be the list `imageUrls`. Null if the contract doesn't have
 * the property.
 */
export function fieldNameOf(capability: Capability, property: string): string | null {
  const namesake = listCounterpartName(capability.inputSchema, property)
  if (namesake !== null) return namesake
  return propertyNamesIn(capability.inputSchema).includes(property) ? property : null
}

/**
 * Converts values to the form's structure. If two properties are one field, the single value moves into the list. Tasks that weren't
 * created with the form may have such values.
 */
export function formValuesOf(capability: Capability, values: Values): Values {
  const moved: [string, Values[string]][] = []
  for (const [name, value] of Object.entries(values)) {
    const namesake = listCounterpartName(capability.inputSchema, name)
    if (namesake === null) {
      if (!moved.some(([done]) => done === name)) moved.push([name, value])
      continue
    }
    const listed = Object.hasOwn(values, namesake) ? values[namesake] : []
    const rest = moved.filter(([done]) => done !== namesake)
    moved.splice(0, moved.length, ...rest, [namesake, [value, ...(Array.isArray(listed) ? listed : [])]])
  }
  return Object.fromEntries(moved)
}

/** Returns the service's default values. For display only, because a request contains only what the user chose. */
export function defaultValuesOf(capability: Capability): Values {
  return Object.fromEntries(
    fieldsOf(capability).flatMap((field) => {
      if (field.kind === 'media' || field.default === null) return []
      return [[field.name, field.default] as const]
    })
  )
}

/**
 * Returns the name of the list property with the same meaning as the property `name`. Detects it from a hint, or from a pair of names such
 * as `imageUrl` and `imageUrls`. Null if none exists.
 */
export function listCounterpartName(schema: JsonSchema, name: string): string | null {
  const property = ownPropertySchema(schema, name)
  if (property === undefined || property.type !== 'string') return null
  const hinted = property['x-same-as']
  for (const candidate of typeof hinted === 'string' ? [hinted] : /ur[li]$/i.test(name) ? [`${name}s`] : []) {
    const list = ownPropertySchema(schema, candidate)
    if (candidate !== name && list?.type === 'array' && !isListed(schema.required, name)) return candidate
  }
  return null
}

/** Returns the position from `x-order`. Fields without a position follow in contract order. */
function orderOf(property: JsonSchema): number {
  const order: unknown = property['x-order']
  return typeof order === 'number' && Number.isFinite(order) ? order : Number.MAX_SAFE_INTEGER
}

function withAlias(field: Field, schema: JsonSchema): Field {
  if (field.kind !== 'media' || !field.isMany) return field
  const alsoNamed = propertiesOf(schema).find(([name]) => listCounterpartName(schema, name) === field.name)?.[0] ?? null
  return { ...field, alsoNamed } satisfies MediaField
}

function rankOf(field: Field): number {
  if (field.isRare) return 5
  if (field.kind === 'text' && field.role === 'prompt') return 0
  if (field.kind === 'text' && field.role === 'leave-out') return 1
  if (field.kind === 'media') return 2
  return field.isPrimary ? 3 : 4
}

/**
 * True if the contract allows unlisted fields. A contract without any fields allows them unless `additionalProperties` is false. False if a
 * property already has the rest field's name.
 */
function isOpen(schema: JsonSchema, listed: number): boolean {
  if (schema.additionalProperties === false || ownPropertySchema(schema, unlistedPropertiesFieldName) !== undefined) return false
  return listed === 0 || (schema.additionalProperties !== undefined && schema.additionalProperties !== null)
}

function restField(areOthersListed: boolean): Field {
  const base: FieldBase = {
    name: unlistedPropertiesFieldName,
    label: sayContract(areOthersListed ? formLabels.otherFields : formLabels.allFields),
    help: sayContract(formLabels.otherFieldsHelp),
    helpPlacement: 'inline',
    isRequired: false,
    isPrimary: !areOthersListed,
    isRare: areOthersListed,
    isDeprecated: false,
    acceptsNull: false
  }
  return { ...(createJsonField(base, { type: 'object' }) as Extract<Field, { kind: 'json' }>), isRest: true }
}

/** Moves settings after the first few under "More". Sizes, counts and settings with an `x-place` hint aren't moved. */
function hideTheMany(fields: readonly Field[], schema: JsonSchema): readonly Field[] {
  let shown = 0
  const placed = fields.map((field) => {
    if (field.isPrimary || field.isRare) return field
    const isKept = field.kind === 'size' || field.kind === 'count' || ownPropertySchema(schema, field.name)?.['x-place'] !== undefined
    shown += 1
    return isKept || shown <= mostSettingsShown ? field : { ...field, isRare: true }
  })
  return [...placed.filter((field) => !field.isRare), ...placed.filter((field) => field.isRare)]
}

function isListed(list: readonly string[] | undefined, name: string): boolean {
  return Array.isArray(list) && list.includes(name)
}
