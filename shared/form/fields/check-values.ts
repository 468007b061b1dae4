import { assertNever } from '../../assert-never.ts'
import type { Capability } from '../capability.ts'
import type { SubmissionProblem } from '../submission-problem.ts'
import type { Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import type { MediaFacts } from '../media-facts.ts'
import type { MediaFactsLookup } from './check-media.ts'
import { formatInputCount, mediaProblemMessages, sizeMismatchMessages, mediumNouns } from './check-media.ts'
import { canonicalValue } from './canonical-value.ts'
import type { Field, GroupField, ListField, MediaField, Mode } from './field.ts'
import { restFieldName } from './field.ts'
import { createField } from './create-field.ts'
import { nestedFieldName } from './field-name.ts'
import { fieldNameOf, listItemField, fieldsOf, valuesInGroup, listCounterpartName } from './fields-of.ts'
import { isEmptyValue, isDeepEmpty } from './media-values.ts'
import { modeOf, modesOf, valuesInMode } from './modes.ts'
import { requestBodyOf } from './request-body.ts'
import { capitalize, quoteValue } from './format-list.ts'
import type { SchemaError } from './schema-errors.ts'
import { choicesText, schemaErrorsOf } from './schema-errors.ts'
import { resolveConditions } from './resolve-schema.ts'
import { isRecord, ownPropertySchema } from './schema-reading.ts'
import { placeholderUrl, withPlaceholderUrls } from './placeholder-urls.ts'
import { unfinishedJsonText } from './mark-unfinished-json.ts'
import { joinPhrases } from '../../i18n/join.ts'
import { say, sayContract } from '../../i18n/say.ts'

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
  return schemaErrorsBesideMedia(body, capability.inputSchema).map(({ path, message }) => {
    const [name, ...inner] = path
    if (typeof name !== 'string') return { field: null, index: null, message: say('The form {message}', { message }) }
    const field = fieldNameOf(capability, name) ?? name
    const label = fields.find((candidate) => candidate.name === field)?.label ?? name
    return problem(field, `${quoteValue(placeInText(label, inner))} ${message}`)
  })
}

/** Returns the problems of the fields inside a group. Each message starts with the group's label. */
function problemsOfGroup(
  capability: Capability,
  group: GroupField,
  value: Value | undefined,
  factsOf: MediaFactsLookup,
  isNeeded: boolean
): readonly SubmissionProblem[] {
  if (value !== undefined && value !== null && (!isRecord(value) || isMediaReference(value)))
    return [problem(group.name, say('{field} must be a JSON object.', { field: subjectOf(group) }))]
  const { schema, values } = resolveConditions(group.schema, valuesInGroup(value))
  if (!isNeeded && isDeepEmpty(value)) return []
  const inner: Capability = { ...capability, inputSchema: schema }
  const fields = fieldsOf(inner)
  const found = [
    ...fields.flatMap((field) => problemsOfField(inner, field, values, factsOf, field.isRequired)),
    ...problemsOfOthers(inner, fields, values)
  ]
  if (found.length === 0 && isDeepEmpty(value) && schemaErrorsOf({}, schema).length > 0) return [problem(group.name, missingMessage(group))]
  return found.map((one) => ({
    ...one,
    field: nestedFieldName(group.name, one.field ?? ''),
    message: say('{group}: {message}', { group: group.label, message: one.message })
  }))
}

/** Returns the problems of a list: those of its length and those of each item. */
function problemsOfList(
  capability: Capability,
  list: ListField,
  value: Value | undefined,
  factsOf: MediaFactsLookup,
  isNeeded: boolean
): readonly SubmissionProblem[] {
  if (value !== undefined && value !== null && !Array.isArray(value))
    return [problem(list.name, say('{field} must be a list.', { field: subjectOf(list) }))]
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
  return [...whole.map(({ message }) => problem(list.name, `${subjectOf(list)} ${message}`)), ...found]
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
 * Returns the problem of an empty list that needs an item. The form already shows the first row, so the problem points to that row. A set
 * of choices has no rows, so the problem points to the list.
 */
function missingFirst(capability: Capability, list: ListField, factsOf: MediaFactsLookup): readonly SubmissionProblem[] {
  const { kind } = listItemField(list, 'item', '')
  if (list.isUnique && kind === 'choice') return [problem(list.name, missingMessage(list))]
  const inside = kind === 'group' ? problemsOfItem(capability, list, 0, {}, factsOf) : []
  if (inside.length > 0) return inside
  return [problem(nestedFieldName(list.name, 0), say('Fill in “{label}”.', { label: listItemLabel(list, 0) }))]
}

/** Returns the label of a row as the form shows it, such as "Garment 1". */
export function listItemLabel({ item, label }: ListField, index: number): string {
  return `${typeof item.title === 'string' ? sayContract(item.title) : label} ${index + 1}`
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
  if (given === undefined || (isEmptyValue(given) && !isWritten)) return isNeeded ? [problem(field.name, missingMessage(field))] : []
  const property = ownPropertySchema(capability.inputSchema, field.name) ?? {}
  const value = canonicalValue(given, property)
  switch (field.kind) {
    case 'text':
      return schemaProblems(field, value, property)
    case 'choice':
      return field.options.some((option) => option.value === value)
        ? []
        : [
            problem(
              field.name,
              say('{field} can’t be {value}. Choose {choices}.', {
                field: subjectOf(field),
                value: quoteValue(value),
                choices: choicesText(field.options.map((option) => option.label))
              })
            )
          ]
    case 'size': {
      const sizes = field.groups.flatMap((group) => group.sizes)
      const isOffered = sizes.some((size) => size.value === value) || (field.automatic !== null && field.automatic.value === value)
      return isOffered
        ? []
        : [
            problem(
              field.name,
              say('{field} can’t be {value}. Choose one of the {sizes} sizes.', {
                field: subjectOf(field),
                value: quoteValue(value),
                sizes: sizes.length
              })
            )
          ]
    }
    case 'count': {
      const counts = field.options.map((option) => option.count)
      return field.options.some((option) => option.value === value)
        ? []
        : [
            problem(
              field.name,
              say('{field} can’t be {value}. Choose {least} to {most}.', {
                field: subjectOf(field),
                value: quoteValue(value),
                least: Math.min(...counts),
                most: Math.max(...counts)
              })
            )
          ]
    }
    case 'number':
      return schemaProblems(field, value, field.isInteger ? { ...property, type: 'integer' } : property)
    case 'seed':
      return Number.isInteger(value) && (value as number) >= field.minimum && (value as number) <= field.maximum
        ? []
        : [
            problem(
              field.name,
              say('{field} can’t be {value}. Enter a whole number from {minimum, number} to {maximum, number}.', {
                field: subjectOf(field),
                value: quoteValue(value),
                minimum: field.minimum,
                maximum: field.maximum
              })
            )
          ]
    case 'switch':
      if (typeof value !== 'boolean') return [problem(field.name, say('{field} must be on or off.', { field: subjectOf(field) }))]
      return field.mustBe === null || value === field.mustBe
        ? []
        : [
            problem(
              field.name,
              field.mustBe
                ? say('{field} must be on.', { field: subjectOf(field) })
                : say('{field} must be off.', { field: subjectOf(field) })
            )
          ]
    case 'json':
      if (unfinishedJsonText(value) !== null)
        return [problem(field.name, say('{field} isn’t valid JSON yet.', { field: subjectOf(field) }))]
      return field.isRest && (!isRecord(value) || isMediaReference(value))
        ? [problem(field.name, say('The other fields must be one JSON object, such as {example}.', { example: '{ "name": "value" }' }))]
        : schemaProblems(field, withPlaceholderUrls(value), field.schema)
    default:
      return assertNever(field)
  }
}

function problemsOfMedia(
  capability: Capability,
  field: MediaField,
  values: Values,
  factsOf: MediaFactsLookup,
  isNeeded: boolean
): readonly SubmissionProblem[] {
  const placed = [...placedMedia(values, field.alsoNamed), ...placedMedia(values, field.name)]
  const words = mediumNouns(field.medium)
  if (placed.length === 0) return isNeeded ? [problem(field.name, missingMessage(field))] : []
  const problems: SubmissionProblem[] = []
  if (!field.isMany && Array.isArray(values[field.name]))
    problems.push(problem(field.name, say('{field} accepts one {one}, not a list.', { field: subjectOf(field), one: words.one })))
  if (field.isMany && placed.length < field.minItems)
    problems.push(
      problem(
        field.name,
        say('Add {items} to reach the minimum of {minItems}.', {
          items: formatInputCount(field.minItems - placed.length, field.medium),
          minItems: field.minItems
        })
      )
    )
  if (field.isMany && field.maxItems !== null && placed.length > field.maxItems) {
    problems.push(
      problem(
        field.name,
        say('This field accepts at most {items}. Remove {surplus, number}.', {
          items: formatInputCount(field.maxItems, field.medium),
          surplus: placed.length - field.maxItems
        })
      )
    )
  }
  const details = placed.flatMap(({ name, index, value }, place) =>
    mediaProblemMessages(
      field,
      sayContract(capability.title),
      field.isMany ? capitalize(`${words.one} ${place + 1}`) : subjectOf(field),
      value,
      factsOf
    ).map((message) => ({ field: name, index, message }))
  )
  return [...problems, ...details, ...problemsOfSameSize(capability, field, values, factsOf)]
}

/** Returns the problems of media whose pixel size must match another field's media (`sameSizeAs`). */
function problemsOfSameSize(
  capability: Capability,
  field: MediaField,
  values: Values,
  factsOf: MediaFactsLookup
): readonly SubmissionProblem[] {
  const { sameSizeAs } = field.rule
  const other = sameSizeAs === undefined ? undefined : ownPropertySchema(capability.inputSchema, sameSizeAs)
  if (sameSizeAs === undefined || other === undefined) return []
  const factsIn = (name: string): MediaFacts | null => {
    const [value] = placedMedia(values, name).map((placed) => placed.value)
    return value !== undefined && isMediaReference(value) ? factsOf(value) : null
  }
  const label = createField(sameSizeAs, other, capability.inputSchema).label
  return sizeMismatchMessages(subjectOf(field), factsIn(field.name), { label, facts: factsIn(sameSizeAs) }).map((message) =>
    problem(field.name, message)
  )
}

type PlacedMedia = { readonly name: string; readonly index: number | null; readonly value: Value }

/** Returns the values of a media property, each with its index. `index` is null for a single value. */
function placedMedia(values: Values, name: string | null): readonly PlacedMedia[] {
  const value = name !== null && Object.hasOwn(values, name) ? values[name] : undefined
  if (name === null || value === undefined || isEmptyValue(value)) return []
  if (!Array.isArray(value)) return [{ name, index: null, value }]
  return value.flatMap((item, index) => (isEmptyValue(item) ? [] : [{ name, index, value: item }]))
}

/**
 * Returns the problems with values that no field shows. A closed contract rejects unknown names. An open contract rejects invalid extra
 * values.
 */
function problemsOfOthers(capability: Capability, fields: readonly Field[], values: Values): readonly SubmissionProblem[] {
  const schema = capability.inputSchema
  const known = new Set(fields.map((field) => field.name))
  const rest = Object.hasOwn(values, restFieldName) && isRecord(values[restFieldName]) ? values[restFieldName] : {}
  const given = [...Object.entries(values), ...(fields.some((field) => field.kind === 'json' && field.isRest) ? Object.entries(rest) : [])]
  return given.flatMap(([name, value]) => {
    if (known.has(name) || isEmptyValue(value) || listCounterpartName(schema, name) !== null) return []
    if (schema.additionalProperties === false || name === restFieldName)
      return [
        problem(name, say('{name} isn’t a field of {title}. Remove it.', { name: quoteValue(name), title: sayContract(capability.title) }))
      ]
    return schemaErrorsBesideMedia(withPlaceholderUrls(value), schema.additionalProperties).map((schemaError) =>
      problem(name, `${subjectInJson(quoteValue(name), schemaError)} ${schemaError.message}`)
    )
  })
}

/**
 * Returns the problems of a value according to its schema. A problem inside JSON names the exact entry. The form can then go to the entry's
 * line.
 */
function schemaProblems(field: Field, value: Value, schema: Parameters<typeof schemaErrorsOf>[1]): readonly SubmissionProblem[] {
  return schemaErrorsBesideMedia(withPlaceholderUrls(value), schema).map((schemaError) =>
    problem(
      field.kind === 'json' ? schemaError.path.reduce<string>(nestedFieldName, field.name) : field.name,
      `${subjectInJson(subjectOf(field), schemaError)} ${schemaError.message}`
    )
  )
}

function schemaErrorsBesideMedia(value: unknown, schema: Parameters<typeof schemaErrorsOf>[1]): readonly SchemaError[] {
  return schemaErrorsOf(value, schema).filter(({ path }) => valueAt(value, path) !== placeholderUrl)
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value
  for (const step of path) found = Array.isArray(found) ? (found[Number(step)] as unknown) : isRecord(found) ? found[step] : undefined
  return found
}

/** Formats a path as the form names it, such as "Garments 2: note". */
function placeInText(start: string, path: readonly (string | number)[]): string {
  return path.reduce<string>((words, step) => (typeof step === 'number' ? `${words} ${step + 1}` : `${words}: ${step}`), start)
}

/**
 * Names the invalid entry inside JSON. If its value is known, the text is like "“1.39” in “Poses” (item 2.3)". Otherwise the text is like
 * "Item 2.3 in “Poses”" or "“note” in “Garments” (item 2)". Items are counted from one. Square brackets aren't used, because they would
 * suggest counting from zero.
 */
function subjectInJson(whole: string, { path, value }: SchemaError): string {
  if (path.length === 0) return whole
  const steps = stepsInText(path)
  const last = steps.at(-1) ?? ''
  const what = value !== undefined ? quoteValue(value) : typeof path.at(-1) === 'number' ? capitalize(last) : quoteValue(last)
  const where = value === undefined ? steps.slice(0, -1) : steps
  return where.length === 0
    ? say('{what} in {whole}', { what, whole })
    : say('{what} in {whole} ({where})', { what, whole, where: joinPhrases(...where) })
}

/** Returns the names and items of a path inside JSON, such as "people" and "item 2.3". Nested items form one step. */
function stepsInText(path: readonly (string | number)[]): readonly string[] {
  const steps: string[] = []
  let places: number[] = []
  for (const [index, step] of path.entries()) {
    if (typeof step === 'string') steps.push(step)
    else places.push(step + 1)
    if (places.length > 0 && typeof path[index + 1] !== 'number') {
      steps.push(say('item {places}', { places: places.join('.') }))
      places = []
    }
  }
  return steps
}

function subjectOf(field: Field): string {
  if (field.kind === 'text' && field.role === 'prompt') return say('The prompt')
  if (field.kind === 'media') return say('The {label}', { label: lowered(field.label) })
  return `“${field.label}”`
}

function missingMessage(field: Field): string {
  switch (field.kind) {
    case 'text':
      return field.role === 'prompt' ? say('Write a prompt.') : say('Fill in “{label}”.', { label: field.label })
    case 'media':
      if (field.isMany)
        return say('Add at least {items}.', {
          items: formatInputCount(Math.max(1, field.minItems), field.medium)
        })
      return say('Add the {label}.', { label: lowered(field.label) })
    case 'choice':
    case 'size':
    case 'count':
    case 'switch':
      return say('Choose a value for “{label}”.', { label: field.label })
    case 'list':
      return say('Choose at least {least, plural, one {# option} other {# options}} for “{label}”.', {
        least: Math.max(1, field.minItems),
        label: field.label
      })
    case 'number':
    case 'seed':
    case 'group':
    case 'json':
      return say('Fill in “{label}”.', { label: field.label })
    default:
      return assertNever(field)
  }
}

function problem(field: string, message: string): SubmissionProblem {
  return { field, index: null, message }
}

/** Formats a label for use inside a sentence. A label that begins with an acronym, such as "HDR image", stays unchanged. */
function lowered(label: string): string {
  return /^.[\p{Lu}\d]/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
