import { mergeSchemas } from './fields/normalize-schema.ts'
import { allowsNull, defaultOf, isRecord, isRequiredIn, enumValues, propertiesOf, typesOf } from './fields/schema-reading.ts'
import type { JsonSchema } from './json-schema.ts'

export type ToolArguments = { readonly [name: string]: unknown }

/**
 * A property of a tool's input schema. `trail`: the names of the enclosing properties from the outermost inwards, then this property's
 * name.
 */
export type ToolProperty = { readonly trail: readonly string[]; readonly schema: JsonSchema; readonly isRequired: boolean }

/** How one property is filled. `concepts`: the property's meanings. `write`: returns its value, or undefined to omit the property. */
export type ArgumentPart<Input> = { readonly concepts: readonly string[]; readonly write: (input: Input) => unknown }

/** A function that returns how to fill a property. Returns null if it doesn't recognise the property. */
export type ArgumentPartReader<Input> = (property: ToolProperty) => ArgumentPart<Input> | null

/**
 * How a tool's arguments are written. `concepts`: the meanings of all included properties. `missing`: trails of the required properties
 * whose value is unknown.
 */
export type ArgumentPlan<Input> = {
  readonly concepts: ReadonlySet<string>
  readonly missing: readonly (readonly string[])[]
  readonly write: (input: Input) => ToolArguments
}

const mostForms = 24
const deepest = 4
/** Maximum number of properties to analyse. A service's schema must not block the app, even if it is huge. */
const mostProperties = 400

/**
 * Plans the arguments of a tool from its own input schema, as returned by `normalizeSchema`. Includes properties that `read` recognises, at
 * any depth. Also includes required properties with a default, a constant or null. Omits all other optional properties. If the schema has
 * several variants (`oneOf`, `anyOf`), uses the variant with the fewest missing properties.
 */
export function planToolArguments<Input>(
  schema: JsonSchema,
  read: ArgumentPartReader<Input>,
  trail: readonly string[] = []
): ArgumentPlan<Input> {
  return planObject(schema, { read, left: mostProperties }, trail)
}

type Planner<Input> = { readonly read: ArgumentPartReader<Input>; left: number }

function planObject<Input>(schema: JsonSchema, planner: Planner<Input>, trail: readonly string[]): ArgumentPlan<Input> {
  const plans = formsOf(schema).map((form) => planForm(form, planner, trail))
  const [best] = plans.toSorted((one, other) => one.missing.length - other.missing.length || other.concepts.size - one.concepts.size)
  return best ?? { concepts: new Set(), missing: [], write: () => ({}) }
}

function planForm<Input>(form: JsonSchema, planner: Planner<Input>, trail: readonly string[]): ArgumentPlan<Input> {
  const concepts = new Set<string>()
  const missing: (readonly string[])[] = []
  const parts = new Map<string, ArgumentPart<Input>>()
  const properties = propertiesOf(form).map(([name, schema]) => ({
    trail: [...trail, name],
    schema,
    isRequired: isRequiredIn(form, name),
    name
  }))
  // Required properties come first, because they make an optional property with the same meaning unnecessary.
  for (const { name, ...property } of properties.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))) {
    const { part, missing: missingInside } = partOf(property, planner)
    if (property.isRequired) missing.push(...missingInside)
    const addsConcept = part?.concepts.some((concept) => !concepts.has(concept)) === true
    if (part === null || !(property.isRequired || (addsConcept && missingInside.length === 0))) continue
    parts.set(name, part)
    for (const concept of part.concepts) concepts.add(concept)
  }
  const names = new Set(properties.map(({ name }) => name))
  const undeclared = Array.isArray(form.required) ? form.required.filter((name) => !names.has(name)) : []
  return {
    concepts,
    missing: [...missing, ...undeclared.map((name) => [...trail, name])],
    write: (input) => {
      const written = properties.map(({ name }) => [name, parts.get(name)?.write(input)] as const)
      return Object.fromEntries(written.filter(([, value]) => value !== undefined))
    }
  }
}

/**
 * How one property is filled. `part` is null if the property is omitted. `missing`: trails of the required values that are unknown, either
 * the property's own or inside it.
 */
type PartInside<Input> = { readonly part: ArgumentPart<Input> | null; readonly missing: ArgumentPlan<Input>['missing'] }

function partOf<Input>({ trail, schema, isRequired }: ToolProperty, planner: Planner<Input>): PartInside<Input> {
  planner.left -= 1
  const forms = planner.left < 0 ? [] : formsOf(schema)
  for (const form of forms) {
    const part = planner.read({ trail, schema: form, isRequired })
    if (part !== null) return { part, missing: [] }
  }
  const insides = trail.length > deepest ? [] : forms.flatMap((form) => partInside(form, planner, trail) ?? [])
  const [inside] = insides.toSorted((one, other) => one.missing.length - other.missing.length)
  if (inside?.part !== null && inside?.part !== undefined && inside.part.concepts.length > 0) return inside
  const fixed = isRequired ? fixedValue(schema) : undefined
  if (fixed !== undefined) return { part: { concepts: [], write: () => fixed }, missing: [] }
  return isRequired ? (inside ?? { part: null, missing: [trail] }) : { part: null, missing: [] }
}

/** Returns how to fill an object with properties, or a list of such objects. A list gets one item. Null for any other schema. */
function partInside<Input>(schema: JsonSchema, planner: Planner<Input>, trail: readonly string[]): PartInside<Input> | null {
  if (isObjectWithProperties(schema)) {
    const plan = planObject(schema, planner, trail)
    return { part: { concepts: [...plan.concepts], write: plan.write }, missing: plan.missing }
  }
  if (!typesOf(schema).includes('array') || !isRecord(schema.items) || !isObjectWithProperties(schema.items)) return null
  const plan = planObject(schema.items, planner, trail)
  if (plan.concepts.size === 0 || plan.missing.length > 0) return null
  return { part: { concepts: [...plan.concepts], write: (input) => [plan.write(input)] }, missing: [] }
}

/** True if a schema is an object with named properties. False for a free-form object. */
export function isObjectWithProperties(schema: JsonSchema): boolean {
  return formsOf(schema).some((form) => typesOf(form).includes('object') && propertiesOf(form).length > 0)
}

/**
 * Returns the default, the single allowed value or null, whichever the schema allows first. Undefined if the schema allows none of these.
 */
function fixedValue(schema: JsonSchema): unknown {
  const standard = defaultOf(schema)
  if (standard !== undefined) return standard
  const [only, ...others] = enumValues(schema) ?? []
  if (only !== undefined && others.length === 0) return only
  return allowsNull(schema) ? null : undefined
}

/** Returns the variants that a schema allows, each without `oneOf` and `anyOf`. Skips a variant that only allows null. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf, anyOf, ...base } = schema
  let forms: readonly JsonSchema[] = [base]
  for (const variants of [oneOf, anyOf]) {
    const others = Array.isArray(variants) ? variants.filter((variant) => isRecord(variant) && variant['type'] !== 'null') : []
    const first = others.slice(0, mostForms)
    if (first.length > 0)
      forms = forms.flatMap((form) => first.flatMap((variant) => formsOf(mergeSchemas(form, variant)))).slice(0, mostForms)
  }
  return forms
}

/** Known facts about a task for a tool call. Null if unknown. */
export type KnownTask = { readonly taskId: string; readonly capability: string | null; readonly idempotencyKey: string | null }

/**
 * Like `planToolArguments`, but also fills in the task's ID, capability and idempotency key. The plan has the concept `task` if a property
 * can hold the task's ID. A specific name such as `taskId` is preferred to a bare `id`.
 */
export function planTaskArguments<Input>(schema: JsonSchema, known: KnownTask, read: ArgumentPartReader<Input>): ArgumentPlan<Input> {
  const planWith = (isTaskId: (property: ToolProperty) => boolean): ArgumentPlan<Input> =>
    planToolArguments(
      schema,
      (property) => taskIdArgumentPart(property, isTaskId, known.taskId) ?? knownPart(property, known) ?? read(property)
    )
  const named = planWith(isNamedTaskId)
  if (named.concepts.has('task')) return named
  const bare = planWith(isBareId)
  return bare.concepts.has('task') ? bare : named
}

/** Returns the part that writes the task's ID. Null if `isTaskId` rejects the property, or if the property can't hold the ID. */
export function taskIdArgumentPart(
  property: ToolProperty,
  isTaskId: (property: ToolProperty) => boolean,
  taskId: string
): ArgumentPart<unknown> | null {
  const value = isTaskId(property) ? asIdentifier(property.schema, taskId) : undefined
  return value === undefined ? null : { concepts: ['task'], write: () => value }
}

function knownPart({ trail, schema, isRequired }: ToolProperty, { capability, idempotencyKey }: KnownTask): ArgumentPart<unknown> | null {
  const name = normalizePropertyName(trail.at(-1))
  const isText = typesOf(schema).every((type) => type === 'string')
  if (isText && idempotencyKey !== null && name === 'idempotencykey') return { concepts: ['key'], write: () => idempotencyKey }
  if (isText && isRequired && capability !== null && /^capability(?:id|name|slug|key)?$/.test(name))
    return { concepts: ['capability'], write: () => capability }
  return null
}

/** True for `taskId`, `task_id`, `task`, `jobIds`, or `id` in an object with such a name. */
function isNamedTaskId({ trail }: ToolProperty): boolean {
  const [name, holder] = [normalizePropertyName(trail.at(-1)), normalizePropertyName(trail.at(-2))]
  return /^(?:task|job)(?:id|ids|identifier|uuid|ref)?s?$/.test(name) || (bareId.test(name) && /^(?:task|job)s?$/.test(holder))
}

/** True for a bare `id`, also in an object that only wraps the arguments. */
function isBareId({ trail }: ToolProperty): boolean {
  const holders = trail.slice(0, -1).map(normalizePropertyName)
  return (
    bareId.test(normalizePropertyName(trail.at(-1))) &&
    holders.every((holder) => /^(?:input|params|parameters|args|arguments|request|body|payload|data|query)$/.test(holder))
  )
}

const bareId = /^(?:id|ids|identifier|uuid)$/

/** Returns the ID as text, as a number if numeric, or as a one-entry list. Undefined if the schema accepts none of these. */
function asIdentifier(schema: JsonSchema, id: string): unknown {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('string')) return id
  if (types.includes('integer') || types.includes('number')) return /^\d{1,15}$/.test(id) ? Number(id) : undefined
  if (!types.includes('array') || isObjectWithProperties(schema.items ?? {})) return undefined
  const item = asIdentifier(schema.items ?? {}, id)
  return item === undefined ? undefined : [item]
}

/** Lowercases a name and removes its separators: `task_ID` becomes `taskid`. */
export function normalizePropertyName(name: string | undefined): string {
  return (name ?? '').replace(/[^a-z0-9]/gi, '').toLowerCase()
}
