import { merged } from './fields/plain-schema.ts'
import { allowsNull, defaultOf, isRecord, isRequiredIn, listedValues, propertiesOf, typesOf } from './fields/schema-reading.ts'
import type { JsonSchema } from './json-schema.ts'

/** The arguments of a tool call. */
export type Arguments = { readonly [name: string]: unknown }

/** A property of a tool's input schema. `trail`: the names from the outermost property down to this one. */
export type ToolProperty = { readonly trail: readonly string[]; readonly schema: JsonSchema; readonly isRequired: boolean }

/** What a property means (`concepts`) and how its value is written. An undefined value is left out. */
export type Part<Input> = { readonly concepts: readonly string[]; readonly write: (input: Input) => unknown }

/** Finds the meaning of a property; null if it has none that the caller knows. */
export type PartReader<Input> = (property: ToolProperty) => Part<Input> | null

/** How the arguments of a tool are written. `missing`: trails of required properties whose value is not known. */
export type ArgumentPlan<Input> = {
  readonly concepts: ReadonlySet<string>
  readonly missing: readonly (readonly string[])[]
  readonly write: (input: Input) => Arguments
}

const mostForms = 24
const deepest = 4
/** Beyond so many properties a schema is not understood; one that a service made up must not hold up the app. */
const mostProperties = 400

/**
 * Plans the arguments of a tool by its own input schema, as `plainSchema` gives it: properties that `read` knows, at any depth, and
 * required ones with a default, a constant or null. Other optional properties are left out, and so are names that the schema does not
 * have. Of several forms (`oneOf`, `anyOf`) the one that can be filled is taken.
 */
export function planArguments<Input>(schema: JsonSchema, read: PartReader<Input>, trail: readonly string[] = []): ArgumentPlan<Input> {
  return planObject(schema, { read, left: mostProperties }, trail)
}

type Planner<Input> = { readonly read: PartReader<Input>; left: number }

function planObject<Input>(schema: JsonSchema, planner: Planner<Input>, trail: readonly string[]): ArgumentPlan<Input> {
  const plans = formsOf(schema).map((form) => planForm(form, planner, trail))
  const [best] = plans.toSorted((one, other) => one.missing.length - other.missing.length || other.concepts.size - one.concepts.size)
  return best ?? { concepts: new Set(), missing: [], write: () => ({}) }
}

function planForm<Input>(form: JsonSchema, planner: Planner<Input>, trail: readonly string[]): ArgumentPlan<Input> {
  const concepts = new Set<string>()
  const missing: (readonly string[])[] = []
  const parts = new Map<string, Part<Input>>()
  const properties = propertiesOf(form).map(([name, schema]) => ({
    trail: [...trail, name],
    schema,
    isRequired: isRequiredIn(form, name),
    name
  }))
  // Required properties come first: an optional one that means the same is not needed then.
  for (const { name, ...property } of properties.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))) {
    const { part, missing: missingInside } = partOf(property, planner)
    if (property.isRequired) missing.push(...missingInside)
    const isNews = part?.concepts.some((concept) => !concepts.has(concept)) === true
    if (part === null || !(property.isRequired || (isNews && missingInside.length === 0))) continue
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

/** The part of one property. `missing`: trails inside it, or its own, of what is required and not known. */
type PartInside<Input> = { readonly part: Part<Input> | null; readonly missing: ArgumentPlan<Input>['missing'] }

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

/** The part of an object that has properties of its own, or of a list of such objects, which gets one item. */
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

/** Whether a schema is an object that names its properties; a free-form object is not. */
export function isObjectWithProperties(schema: JsonSchema): boolean {
  return formsOf(schema).some((form) => typesOf(form).includes('object') && propertiesOf(form).length > 0)
}

/** What a required property holds that has only one value, or one that stands for no choice; undefined if it has neither. */
function fixedValue(schema: JsonSchema): unknown {
  const standard = defaultOf(schema)
  if (standard !== undefined) return standard
  const [only, ...others] = listedValues(schema) ?? []
  if (only !== undefined && others.length === 0) return only
  return allowsNull(schema) ? null : undefined
}

/** The forms that a schema allows, each without `oneOf` and `anyOf`. Null as a form of its own is left out. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf, anyOf, ...base } = schema
  let forms: readonly JsonSchema[] = [base]
  for (const variants of [oneOf, anyOf]) {
    const others = Array.isArray(variants) ? variants.filter((variant) => isRecord(variant) && variant['type'] !== 'null') : []
    const first = others.slice(0, mostForms)
    if (first.length > 0) forms = forms.flatMap((form) => first.flatMap((variant) => formsOf(merged(form, variant)))).slice(0, mostForms)
  }
  return forms
}

/** What is known of a task when a tool is called about it; null where it is not. */
export type KnownTask = { readonly taskId: string; readonly capability: string | null; readonly idempotencyKey: string | null }

/**
 * As `planArguments`, with the task's identifier, its capability and the idempotency key filled in. The plan has the concept `task` if the
 * schema has a place for the identifier: under a name of its own, else under a bare `id`.
 */
export function planTaskArguments<Input>(schema: JsonSchema, known: KnownTask, read: PartReader<Input>): ArgumentPlan<Input> {
  const planWith = (isTaskId: (property: ToolProperty) => boolean): ArgumentPlan<Input> =>
    planArguments(schema, (property) => taskIdPart(property, isTaskId, known.taskId) ?? knownPart(property, known) ?? read(property))
  const named = planWith(isNamedTaskId)
  if (named.concepts.has('task')) return named
  const bare = planWith(isBareId)
  return bare.concepts.has('task') ? bare : named
}

/** The part that holds the identifier of the task, if `isTaskId` says so and the property can hold it. */
export function taskIdPart(property: ToolProperty, isTaskId: (property: ToolProperty) => boolean, taskId: string): Part<unknown> | null {
  const value = isTaskId(property) ? asIdentifier(property.schema, taskId) : undefined
  return value === undefined ? null : { concepts: ['task'], write: () => value }
}

function knownPart({ trail, schema, isRequired }: ToolProperty, { capability, idempotencyKey }: KnownTask): Part<unknown> | null {
  const name = plainName(trail.at(-1))
  const isText = typesOf(schema).every((type) => type === 'string')
  if (isText && idempotencyKey !== null && name === 'idempotencykey') return { concepts: ['key'], write: () => idempotencyKey }
  if (isText && isRequired && capability !== null && /^capability(?:id|name|slug|key)?$/.test(name))
    return { concepts: ['capability'], write: () => capability }
  return null
}

/** `taskId`, `task_id`, `task`, `jobIds`, or `id` in an object that is called so. */
function isNamedTaskId({ trail }: ToolProperty): boolean {
  const [name, holder] = [plainName(trail.at(-1)), plainName(trail.at(-2))]
  return /^(?:task|job)(?:id|ids|identifier|uuid|ref)?s?$/.test(name) || (bareId.test(name) && /^(?:task|job)s?$/.test(holder))
}

/** `id` by itself, also in an object that only holds the arguments together. */
function isBareId({ trail }: ToolProperty): boolean {
  const holders = trail.slice(0, -1).map(plainName)
  return (
    bareId.test(plainName(trail.at(-1))) &&
    holders.every((holder) => /^(?:input|params|parameters|args|arguments|request|body|payload|data|query)$/.test(holder))
  )
}

const bareId = /^(?:id|ids|identifier|uuid)$/

/** An identifier as text, as a number if it is one, or as a list of one. Undefined if the schema takes none of these. */
function asIdentifier(schema: JsonSchema, id: string): unknown {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('string')) return id
  if (types.includes('integer') || types.includes('number')) return /^\d{1,15}$/.test(id) ? Number(id) : undefined
  if (!types.includes('array') || isObjectWithProperties(schema.items ?? {})) return undefined
  const item = asIdentifier(schema.items ?? {}, id)
  return item === undefined ? undefined : [item]
}

/** A name without case and separators: `task_ID` reads `taskid`. */
export function plainName(name: string | undefined): string {
  return (name ?? '').replace(/[^a-z0-9]/gi, '').toLowerCase()
}
