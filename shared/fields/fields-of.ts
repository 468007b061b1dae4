import type { Capability } from '../capability.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import type { Field, FieldBase, GroupField, ListField, MediaField } from './field.ts'
import { restFieldName } from './field.ts'
import { stepsOf } from './field-name.ts'
import { fieldOf, jsonField } from './field-of.ts'
import { inForce, namesIn, propertyAnywhere } from './schema-in-force.ts'
import { isRecord, propertiesOf, propertyOf } from './schema-reading.ts'
import { say } from '../words/say.ts'

/** The settings that a form shows before the others go under "More". */
const mostSettingsShown = 8

/**
 * The inputs of a capability in the order of its form: prompt, media, what has to be filled, settings, the rare ones.
 * Two properties that mean the same thing to a person are one field (`imageUrl` and `imageUrls`).
 * `values` decide the fields that hang on others; `variant` is the form of the body that a person is on.
 * An open contract that lists no fields, or says that there are others, gets a JSON field for the rest.
 */
export function fieldsOf(capability: Capability, values: Values = {}, variant: number | null = null): readonly Field[] {
  return fieldsOfSchema(inForce(capability.inputSchema, values, variant).schema)
}

/** The fields inside a group, as its value stands. */
export function fieldsInGroup(group: GroupField, value: Value | undefined): readonly Field[] {
  return fieldsOfSchema(inForce(group.schema, groupValues(value)).schema)
}

/** The value of a group as values; empty when it holds anything else. */
export function groupValues(value: Value | undefined): Values {
  return isRecord(value) && !isMediaReference(value) ? value : {}
}

/** A field by its name, whatever mode or condition shows it, also inside a group or a list. Null: the contract has none. */
export function fieldNamed(capability: Capability, name: string): Field | null {
  let schema: JsonSchema | undefined = capability.inputSchema
  let own = name
  for (const step of stepsOf(name)) {
    schema = isRecord(schema?.items) && /^\d+$/.test(step) ? schema.items : schema && propertyAnywhere(schema, step)
    if (!/^\d+$/.test(step)) own = step
  }
  return schema === undefined ? null : { ...fieldOf(own, schema, {}), name }
}

/** The field of one item of a list. */
export function fieldOfItem(list: ListField, name: string, label: string): Field {
  const field = fieldOf(name, list.item, { required: [name] })
  return { ...field, label }
}

function fieldsOfSchema(schema: JsonSchema): readonly Field[] {
  const properties = propertiesOf(schema)
  const fields = properties
    .map(([name, property], place) => ({ name, property, place }))
    .filter(({ name }) => namesakeOf(schema, name) === null)
    .map(({ name, property, place }) => ({
      field: withAlias(fieldOf(name, property, schema), schema),
      order: orderOf(property),
      place
    }))
    .toSorted((a, b) => rankOf(a.field) - rankOf(b.field) || a.order - b.order || a.place - b.place)
    .map(({ field }) => field)
  const all = isOpen(schema, properties.length) ? [...fields, restField(properties.length > 0)] : fields
  return hideTheMany(all, schema)
}

/** The field that shows a property: itself, or the list that means the same thing. Null: no field does. */
export function fieldNameOf(capability: Capability, property: string): string | null {
  const namesake = namesakeOf(capability.inputSchema, property)
  if (namesake !== null) return namesake
  return namesIn(capability.inputSchema).includes(property) ? property : null
}

/**
 * Values as the form holds them: what stands under the other name of a field is moved into its list. For "send again" of a task
 * that was not made with the form.
 */
export function formValuesOf(capability: Capability, values: Values): Values {
  const moved: [string, Values[string]][] = []
  for (const [name, value] of Object.entries(values)) {
    const namesake = namesakeOf(capability.inputSchema, name)
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

/** What the service takes where nothing is chosen. To show, not to send: values hold only what a person chose. */
export function defaultValuesOf(capability: Capability): Values {
  return Object.fromEntries(
    fieldsOf(capability).flatMap((field) => {
      if (field.kind === 'media' || field.default === null) return []
      return [[field.name, field.default] as const]
    })
  )
}

/** The list property that means the same thing as this one, or null. By hint, or by the pair of names `xUrl` and `xUrls`. */
export function namesakeOf(schema: JsonSchema, name: string): string | null {
  const property = propertyOf(schema, name)
  if (property === undefined || property.type !== 'string') return null
  const hinted = property['x-same-as']
  for (const candidate of typeof hinted === 'string' ? [hinted] : /ur[li]$/i.test(name) ? [`${name}s`] : []) {
    const list = propertyOf(schema, candidate)
    if (candidate !== name && list?.type === 'array' && !isListed(schema.required, name)) return candidate
  }
  return null
}

/** Fields without a place of their own come after those with one, in the order of the contract. */
function orderOf(property: JsonSchema): number {
  const order: unknown = property['x-order']
  return typeof order === 'number' && Number.isFinite(order) ? order : Number.MAX_SAFE_INTEGER
}

function withAlias(field: Field, schema: JsonSchema): Field {
  if (field.kind !== 'media' || !field.isMany) return field
  const alsoNamed = propertiesOf(schema).find(([name]) => namesakeOf(schema, name) === field.name)?.[0] ?? null
  return { ...field, alsoNamed } satisfies MediaField
}

function rankOf(field: Field): number {
  if (field.isRare) return 5
  if (field.kind === 'text' && field.role === 'prompt') return 0
  if (field.kind === 'text' && field.role === 'leave-out') return 1
  if (field.kind === 'media') return 2
  return field.isPrimary ? 3 : 4
}

/** Open: says that other fields are welcome, or lists none and forbids none. A field that has the rest's own name leaves no place for it. */
function isOpen(schema: JsonSchema, listed: number): boolean {
  if (schema.additionalProperties === false || propertyOf(schema, restFieldName) !== undefined) return false
  return listed === 0 || (schema.additionalProperties !== undefined && schema.additionalProperties !== null)
}

function restField(areOthersListed: boolean): Field {
  const base: FieldBase = {
    name: restFieldName,
    label: areOthersListed ? say('Other fields') : say('Fields'),
    help: say('The contract does not list every field. Write the others as a JSON object; they are sent as they stand.'),
    isRequired: false,
    isPrimary: !areOthersListed,
    isRare: areOthersListed,
    isDeprecated: false,
    takesNull: false
  }
  return { ...(jsonField(base, { type: 'object' }) as Extract<Field, { kind: 'json' }>), isRest: true }
}

/** Where a contract gives no hints and lists many settings, those beyond the first go under "More". */
function hideTheMany(fields: readonly Field[], schema: JsonSchema): readonly Field[] {
  let shown = 0
  const placed = fields.map((field) => {
    if (field.isPrimary || field.isRare) return field
    const isKept = field.kind === 'size' || field.kind === 'count' || propertyOf(schema, field.name)?.['x-place'] !== undefined
    shown += 1
    return isKept || shown <= mostSettingsShown ? field : { ...field, isRare: true }
  })
  return [...placed.filter((field) => !field.isRare), ...placed.filter((field) => field.isRare)]
}

function isListed(list: readonly string[] | undefined, name: string): boolean {
  return Array.isArray(list) && list.includes(name)
}
