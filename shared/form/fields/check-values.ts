import { assertNever } from '../../assert-never.ts'
import type { Capability } from '../capability.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Problem, Subject } from '../problem.ts'
import { type SubmissionProblem, withoutLocation } from '../submission-problem.ts'
import type { Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import type { MediaFactsLookup } from './check-media.ts'
import { problemsOfMedia } from './check-media.ts'
import { canonicalValue } from './canonical-value.ts'
import type { Field, GroupField, ListField, Mode } from './field.ts'
import { unlistedPropertiesFieldName } from './field.ts'
import { nestedFieldName } from './field-name.ts'
import { fieldNameOf, listItemField, listItemLabel, fieldsOf, valuesInGroup, listCounterpartName } from './fields-of.ts'
import { invalidValue, missingProblem, subjectOf } from './field-problem.ts'
import { isEmptyValue, isDeepEmpty } from './media-values.ts'
import { matchesSchema } from './matches-schema.ts'
import { modeOf, modesOf, valuesInMode } from './modes.ts'
import { requestBodyOf } from './request-body.ts'
import type { SchemaError } from './schema-errors.ts'
import { schemaErrorsOf } from './schema-errors.ts'
import { resolveConditions } from './resolve-schema.ts'
import { isRecord, ownPropertySchema } from './schema-reading.ts'
import { placeholderUrl, withPlaceholderUrls } from './placeholder-urls.ts'
import { unfinishedJsonText } from './mark-unfinished-json.ts'

/**
 * Returns every reason why these values can't be sent, in form order. Empty if they can be sent. The page checks while the user types. Main
 * checks again and decides.
 *
 * Lengths are in Unicode code points, as in JSON Schema. Nothing is trimmed. A text of only whitespace counts as not filled in. `mode` is
 * the ID of the selected mode. By default, it is the mode that matches the values.
 */
export function checkValues(
  capability: Capability,
  values: Values,
  factsOf: MediaFactsLookup,
  mode?: Mode['id']
): readonly SubmissionProblem[] {
  const chosenMode = modesOf(capability).find(({ id }) => id === mode) ?? modeOf(capability, values)
  const variant = chosenMode?.variant ?? null
  const inMode = valuesInMode(capability, values, chosenMode)
  const now: Capability = { ...capability, inputSchema: resolveConditions(capability.inputSchema, inMode, variant).schema }
  const fields = fieldsOf(now)
  const problems = fields
    .filter((field) => chosenMode === null || chosenMode.fields.includes(field.name))
    .flatMap((field) => problemsOfField(now, field, inMode, factsOf, field.isRequired || (chosenMode?.needs.includes(field.name) ?? false)))
  const others = Object.fromEntries(Object.entries(inMode).filter(([name]) => !Object.hasOwn(chosenMode?.sets ?? {}, name)))
  const found = [...problems, ...problemsOfOthers(now, fields, others)]
  return found.length > 0 ? found : problemsOfWhole(capability, fields, inMode)
}

/**
 * Returns the problems of the whole request according to the contract. Covers rules between fields, and rules that no field checks. This is
 * the last check before a task can be charged.
 */
function problemsOfWhole(capability: Capability, fields: readonly Field[], values: Values): readonly SubmissionProblem[] {
  const body = requestBodyOf(capability, values, () => placeholderUrl)
  return schemaErrorsBesideMedia(body, capability.inputSchema).map(({ path: [name, ...path], ...error }) => {
    if (typeof name !== 'string') return { code: 'invalid-form', params: { rule: error.rule }, field: null, index: null }
    const field = fieldNameOf(capability, name) ?? name
    const label = fields.find((candidate) => candidate.name === field)?.label
    const subject: Subject = label === undefined ? { kind: 'property', name } : { kind: 'field', label }
    return problem(field, invalidValue(subject, { ...error, path }))
  })
}

/** Returns the problems of the fields inside a group. Each names the group. */
function problemsOfGroup(
  capability: Capability,
  group: GroupField,
  value: Value | undefined,
  factsOf: MediaFactsLookup,
  isNeeded: boolean
): readonly SubmissionProblem[] {
  if (value !== undefined && value !== null && (!isRecord(value) || isMediaReference(value)))
    return [problem(group.name, { code: 'not-an-object', params: { subject: subjectOf(group) } })]
  const { schema, values } = resolveConditions(group.schema, valuesInGroup(value))
  if (!isNeeded && isDeepEmpty(value)) return []
  const inner: Capability = { ...capability, inputSchema: schema }
  const fields = fieldsOf(inner)
  const found = [
    ...fields.flatMap((field) => problemsOfField(inner, field, values, factsOf, field.isRequired)),
    ...problemsOfOthers(inner, fields, values)
  ]
  if (found.length === 0 && isDeepEmpty(value) && !matchesSchema({}, schema)) return [problem(group.name, missingProblem(group))]
  return found.map((one) => ({
    code: 'invalid-in-group',
    params: { group: group.label, problem: withoutLocation(one) },
    field: nestedFieldName(group.name, one.field ?? ''),
    index: one.index
  }))
}

/** Returns a list's problems: those with the number of items, and those with each item. */
function problemsOfList(
  capability: Capability,
  list: ListField,
  value: Value | undefined,
  factsOf: MediaFactsLookup,
  isNeeded: boolean
): readonly SubmissionProblem[] {
  if (value !== undefined && value !== null && !Array.isArray(value))
    return [problem(list.name, { code: 'not-a-list', params: { subject: subjectOf(list) } })]
  const items = (value ?? []).map((item, index) => ({ item, index })).filter(({ item }) => !isDeepEmpty(item))
  if (items.length === 0) return isNeeded ? missingFirst(capability, list, factsOf) : []
  const limits = { minItems: list.minItems, ...(list.maxItems !== null && { maxItems: list.maxItems }), uniqueItems: list.isUnique }
  const whole = schemaErrorsOf(
    items.map(({ item }) => withPlaceholderUrls(item)),
    limits
  )
  const found = items.flatMap(({ item, index }) => {
    return problemsOfItem(capability, list, index, item, factsOf)
  })
  return [...whole.map((error) => problem(list.name, invalidValue(subjectOf(list), error))), ...found]
}

function problemsOfItem(
  capability: Capability,
  list: ListField,
  index: number,
  item: Value,
  factsOf: MediaFactsLookup
): readonly SubmissionProblem[] {
  const name = String(index)
  const inner: Capability = { ...capability, inputSchema: { type: 'object', properties: { [name]: list.item }, required: [name] } }
  const field = listItemField(list, name, listItemLabel(list, index))
  return problemsOfField(inner, field, { [name]: item }, factsOf, true).map((one) => ({
    ...one,
    field: nestedFieldName(list.name, one.field ?? name)
  }))
}

/**
 * Returns the problems of an empty list that needs an item. The form already shows the first row, so the problems point to that
 * row. A set of choices doesn't have rows, so its problem points to the list.
 */
function missingFirst(capability: Capability, list: ListField, factsOf: MediaFactsLookup): readonly SubmissionProblem[] {
  const { kind } = listItemField(list, 'item', '')
  if (list.isUnique && kind === 'choice') return [problem(list.name, missingProblem(list))]
  const inside = kind === 'group' ? problemsOfItem(capability, list, 0, {}, factsOf) : []
  if (inside.length > 0) return inside
  return [problem(nestedFieldName(list.name, 0), { code: 'missing-value', params: { label: listItemLabel(list, 0) } })]
}

function problemsOfField(
  capability: Capability,
  field: Field,
  values: Values,
  factsOf: MediaFactsLookup,
  isNeeded: boolean
): readonly SubmissionProblem[] {
  if (field.kind === 'media') return problemsOfMedia(capability, field, values, factsOf, isNeeded)
  const given = Object.hasOwn(values, field.name) ? values[field.name] : undefined
  if (field.kind === 'group') return problemsOfGroup(capability, field, given, factsOf, isNeeded)
  if (field.kind === 'list') return problemsOfList(capability, field, given, factsOf, isNeeded)
  const isWritten = field.kind === 'json' && typeof given === 'object' && given !== null
  if (given === undefined || (isEmptyValue(given) && !isWritten)) return isNeeded ? [problem(field.name, missingProblem(field))] : []
  const property = ownPropertySchema(capability.inputSchema, field.name) ?? {}
  const value = canonicalValue(given, property)
  const subject = subjectOf(field)
  const when = (isWrong: boolean, found: () => Problem): readonly SubmissionProblem[] => (isWrong ? [problem(field.name, found())] : [])
  switch (field.kind) {
    case 'text':
      return schemaProblems(field, value, property)
    case 'choice':
      return when(!field.options.some((option) => option.value === value), () => {
        return { code: 'unlisted-choice', params: { subject, value, choices: field.options.map(({ label }) => label) } }
      })
    case 'size': {
      const sizes = field.groups.flatMap((group) => group.sizes)
      const isOffered = sizes.some((size) => size.value === value) || (field.automatic !== null && field.automatic.value === value)
      return when(!isOffered, () => ({ code: 'unlisted-size', params: { subject, value, sizes: sizes.length } }))
    }
    case 'count': {
      const counts = field.options.map((option) => option.count)
      return when(!field.options.some((option) => option.value === value), () => {
        return { code: 'unlisted-count', params: { subject, value, least: Math.min(...counts), most: Math.max(...counts) } }
      })
    }
    case 'number':
      return schemaProblems(field, value, field.isInteger ? { ...property, type: 'integer' } : property)
    case 'seed': {
      const { minimum, maximum } = field
      const isInRange = Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      return when(!isInRange, () => ({ code: 'invalid-seed', params: { subject, value, minimum, maximum } }))
    }
    case 'switch': {
      if (typeof value !== 'boolean') return [problem(field.name, { code: 'not-a-switch', params: { subject } })]
      const { mustBe } = field
      return mustBe === null || value === mustBe ? [] : [problem(field.name, { code: 'wrong-switch', params: { subject, mustBe } })]
    }
    case 'json':
      if (unfinishedJsonText(value) !== null) return [problem(field.name, { code: 'unfinished-json', params: { subject } })]
      return field.isRest && (!isRecord(value) || isMediaReference(value))
        ? [problem(field.name, { code: 'other-fields-not-an-object', params: {} })]
        : schemaProblems(field, withPlaceholderUrls(value), field.schema)
    default:
      return assertNever(field)
  }
}

/**
 * Returns the problems with values that no field shows. A closed contract rejects unknown names. An open contract rejects invalid extra
 * values.
 */
function problemsOfOthers(capability: Capability, fields: readonly Field[], values: Values): readonly SubmissionProblem[] {
  const schema = capability.inputSchema
  const known = new Set(fields.map((field) => field.name))
  const rest =
    Object.hasOwn(values, unlistedPropertiesFieldName) && isRecord(values[unlistedPropertiesFieldName])
      ? values[unlistedPropertiesFieldName]
      : {}
  const given = [...Object.entries(values), ...(fields.some((field) => field.kind === 'json' && field.isRest) ? Object.entries(rest) : [])]
  return given.flatMap(([name, value]) => {
    if (known.has(name) || isEmptyValue(value) || listCounterpartName(schema, name) !== null) return []
    if (schema.additionalProperties === false || name === unlistedPropertiesFieldName)
      return [problem(name, { code: 'unknown-field', params: { name, title: capability.title } })]
    return schemaErrorsBesideMedia(withPlaceholderUrls(value), schema.additionalProperties).map((error) =>
      problem(name, invalidValue({ kind: 'property', name }, error))
    )
  })
}

/**
 * Returns the problems of a value according to its schema. A problem inside JSON names the exact entry. The form can then go to the entry's
 * line.
 */
function schemaProblems(field: Field, value: Value, schema: JsonSchema | boolean | undefined): readonly SubmissionProblem[] {
  return schemaErrorsBesideMedia(withPlaceholderUrls(value), schema).map((error) =>
    problem(
      field.kind === 'json' ? error.path.reduce<string>(nestedFieldName, field.name) : field.name,
      invalidValue(subjectOf(field), error)
    )
  )
}

function schemaErrorsBesideMedia(value: unknown, schema: JsonSchema | boolean | undefined): readonly SchemaError[] {
  return schemaErrorsOf(value, schema).filter(({ path }) => valueAt(value, path) !== placeholderUrl)
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value
  for (const step of path) found = Array.isArray(found) ? (found[Number(step)] as unknown) : isRecord(found) ? found[step] : undefined
  return found
}

function problem(field: string, found: Problem): SubmissionProblem {
  return { ...found, field, index: null }
}
