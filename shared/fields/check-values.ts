import { assertNever } from '../assert-never.ts'
import type { Capability } from '../capability.ts'
import type { Problem } from '../problem.ts'
import type { Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import type { MediaFacts } from '../media-facts.ts'
import type { FactsOf } from './check-media.ts'
import { countedInputs, mediaMessages, sizeMessages, wordsOfMedium } from './check-media.ts'
import { canonicalValue } from './canonical-value.ts'
import type { Field, GroupField, ListField, MediaField, Mode } from './field.ts'
import { restFieldName } from './field.ts'
import { fieldOf } from './field-of.ts'
import { innerName } from './field-name.ts'
import { fieldNameOf, fieldOfItem, fieldsOf, groupValues, namesakeOf } from './fields-of.ts'
import { isEmptyValue, isHollow } from './media-values.ts'
import { modeOf, modesOf, valuesInMode } from './modes.ts'
import { requestBodyOf } from './request-body.ts'
import { quoted } from './say.ts'
import type { Misfit } from './schema-misfits.ts'
import { choicesInWords, misfitsOf } from './schema-misfits.ts'
import { inForce } from './schema-in-force.ts'
import { isRecord, propertyOf } from './schema-reading.ts'
import { standInUrl, withStandIns } from './stand-ins.ts'
import { unfinishedText } from './unfinished-json.ts'
import { say, sayContract } from '../words/say.ts'

/**
 * Every reason why these values cannot be sent, in the order of the form; empty when they can. The page asks while a person types,
 * main asks again and its word is final.
 *
 * Lengths are Unicode code points of the text exactly as it will be sent: JSON Schema counts so, and nothing is trimmed. A text of
 * nothing but space counts as not filled in. `mode`: the tab that the person is on; by default the mode that the values are in.
 */
export function checkValues(capability: Capability, values: Values, factsOf: FactsOf, mode?: Mode['id']): readonly Problem[] {
  const chosenMode = modesOf(capability).find(({ id }) => id === mode) ?? modeOf(capability, values)
  const variant = chosenMode?.variant ?? null
  const inMode = valuesInMode(capability, values, chosenMode)
  const now: Capability = { ...capability, inputSchema: inForce(capability.inputSchema, inMode, variant).schema }
  const fields = fieldsOf(now)
  const problems = fields
    .filter((field) => chosenMode === null || chosenMode.fields.includes(field.name))
    .flatMap((field) => problemsOfField(now, field, inMode, factsOf, field.isRequired || (chosenMode?.needs.includes(field.name) ?? false)))
  const others = Object.fromEntries(Object.entries(inMode).filter(([name]) => !Object.hasOwn(chosenMode?.sets ?? {}, name)))
  const found = [...problems, ...problemsOfOthers(now, fields, others)]
  return found.length > 0 ? found : problemsOfWhole(capability, fields, inMode)
}

/** What no single field can tell: rules between fields, and whatever the contract says beyond what fields know. The last word before money moves. */
function problemsOfWhole(capability: Capability, fields: readonly Field[], values: Values): readonly Problem[] {
  const body = requestBodyOf(capability, values, () => standInUrl)
  return misfitsBesideMedia(body, capability.inputSchema).map(({ path, message }) => {
    const [name, ...inner] = path
    if (typeof name !== 'string') return { field: null, index: null, message: say('What is filled in {message}', { message }) }
    const field = fieldNameOf(capability, name) ?? name
    const label = fields.find((candidate) => candidate.name === field)?.label ?? name
    return problem(field, `${quoted(pathInWords(label, inner))} ${message}`)
  })
}

/** Problems inside a group: those of its fields, under the group's name. */
function problemsOfGroup(
  capability: Capability,
  group: GroupField,
  value: Value | undefined,
  factsOf: FactsOf,
  isNeeded: boolean
): readonly Problem[] {
  if (value !== undefined && value !== null && (!isRecord(value) || isMediaReference(value)))
    return [problem(group.name, say('{field} needs an object.', { field: subjectOf(group) }))]
  const { schema, values } = inForce(group.schema, groupValues(value))
  if (!isNeeded && isHollow(value)) return []
  const inner: Capability = { ...capability, inputSchema: schema }
  const fields = fieldsOf(inner).map((field) => ({ ...field, label: `${group.label}: ${field.label}` }))
  const found = [
    ...fields.flatMap((field) => problemsOfField(inner, field, values, factsOf, field.isRequired)),
    ...problemsOfOthers(inner, fields, values)
  ]
  return found.map((one) => ({ ...one, field: innerName(group.name, one.field ?? '') }))
}

/** Problems of a list: how many there are, and those of each item. */
function problemsOfList(
  capability: Capability,
  list: ListField,
  value: Value | undefined,
  factsOf: FactsOf,
  isNeeded: boolean
): readonly Problem[] {
  if (value !== undefined && value !== null && !Array.isArray(value))
    return [problem(list.name, say('{field} needs a list.', { field: subjectOf(list) }))]
  const items = (value ?? []).map((item, index) => ({ item, index })).filter(({ item }) => !isHollow(item))
  if (items.length === 0) return isNeeded ? [missingFirst(list)] : []
  const limits = { minItems: list.minItems, ...(list.maxItems !== null && { maxItems: list.maxItems }), uniqueItems: list.isUnique }
  const whole = misfitsOf(
    items.map(({ item }) => withStandIns(item)),
    limits
  )
  const found = items.flatMap(({ item, index }) => {
    const name = String(index)
    const inner: Capability = { ...capability, inputSchema: { type: 'object', properties: { [name]: list.item }, required: [name] } }
    const field = fieldOfItem(list, name, `${list.label}[${index + 1}]`)
    return problemsOfField(inner, field, { [name]: item }, factsOf, true).map((one) => ({
      ...one,
      field: innerName(list.name, one.field ?? name)
    }))
  })
  return [...whole.map(({ message }) => problem(list.name, `${subjectOf(list)} ${message}`)), ...found]
}

/** Of a list that needs something the first row stands there already; a set of choices has no rows. */
function missingFirst(list: ListField): Problem {
  if (list.isUnique && fieldOfItem(list, 'item', '').kind === 'choice') return problem(list.name, missingMessage(list))
  const word = typeof list.item.title === 'string' ? sayContract(list.item.title) : list.label
  return problem(innerName(list.name, 0), say('Fill in “{word} 1”.', { word }))
}

function problemsOfField(capability: Capability, field: Field, values: Values, factsOf: FactsOf, isNeeded: boolean): readonly Problem[] {
  if (field.kind === 'media') return problemsOfMedia(capability, field, values, factsOf, isNeeded)
  const given = Object.hasOwn(values, field.name) ? values[field.name] : undefined
  if (field.kind === 'group') return problemsOfGroup(capability, field, given, factsOf, isNeeded)
  if (field.kind === 'list') return problemsOfList(capability, field, given, factsOf, isNeeded)
  const isWritten = field.kind === 'json' && typeof given === 'object' && given !== null
  if (given === undefined || (isEmptyValue(given) && !isWritten)) return isNeeded ? [problem(field.name, missingMessage(field))] : []
  const property = propertyOf(capability.inputSchema, field.name) ?? {}
  const value = canonicalValue(given, property)
  switch (field.kind) {
    case 'text':
      return misfitMessages(field, value, property)
    case 'choice':
      return field.options.some((option) => option.value === value)
        ? []
        : [
            problem(
              field.name,
              say('{field} can’t be {value}. Choose {choices}.', {
                field: subjectOf(field),
                value: quoted(value),
                choices: choicesInWords(field.options.map((option) => option.label))
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
                value: quoted(value),
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
                value: quoted(value),
                least: Math.min(...counts),
                most: Math.max(...counts)
              })
            )
          ]
    }
    case 'number':
      return misfitMessages(field, value, field.isWhole ? { ...property, type: 'integer' } : property)
    case 'seed':
      return Number.isInteger(value) && (value as number) >= field.minimum && (value as number) <= field.maximum
        ? []
        : [
            problem(
              field.name,
              say('{field} can’t be {value}. It needs a whole number from {minimum, number} to {maximum, number}.', {
                field: subjectOf(field),
                value: quoted(value),
                minimum: field.minimum,
                maximum: field.maximum
              })
            )
          ]
    case 'switch':
      if (typeof value !== 'boolean') return [problem(field.name, say('{field} is either on or off.', { field: subjectOf(field) }))]
      return field.mustBe === null || value === field.mustBe
        ? []
        : [
            problem(
              field.name,
              field.mustBe
                ? say('{field} has to be on.', { field: subjectOf(field) })
                : say('{field} has to be off.', { field: subjectOf(field) })
            )
          ]
    case 'json':
      if (unfinishedText(value) !== null) return [problem(field.name, say('{field} is not JSON yet.', { field: subjectOf(field) }))]
      return field.isRest && (!isRecord(value) || isMediaReference(value))
        ? [problem(field.name, say('The other fields have to be one JSON object, such as {example}.', { example: '{ "name": "value" }' }))]
        : misfitMessages(field, withStandIns(value), field.schema)
    default:
      return assertNever(field)
  }
}

function problemsOfMedia(
  capability: Capability,
  field: MediaField,
  values: Values,
  factsOf: FactsOf,
  isNeeded: boolean
): readonly Problem[] {
  const placed = [...placedMedia(values, field.alsoNamed), ...placedMedia(values, field.name)]
  const words = wordsOfMedium(field.medium)
  if (placed.length === 0) return isNeeded ? [problem(field.name, missingMessage(field))] : []
  const problems: Problem[] = []
  if (!field.isMany && Array.isArray(values[field.name]))
    problems.push(problem(field.name, say('{field} takes one {one}, not a list.', { field: subjectOf(field), one: words.one })))
  if (field.isMany && placed.length < field.minItems)
    problems.push(
      problem(
        field.name,
        say('Add {items} more; {minItems} are needed.', {
          items: countedInputs(field.minItems - placed.length, field.medium),
          minItems: field.minItems
        })
      )
    )
  if (field.isMany && field.maxItems !== null && placed.length > field.maxItems) {
    problems.push(
      problem(
        field.name,
        say('At most {items}. Take {surplus, number} away.', {
          items: countedInputs(field.maxItems, field.medium),
          surplus: placed.length - field.maxItems
        })
      )
    )
  }
  const details = placed.flatMap(({ name, index, value }, place) =>
    mediaMessages(field, sayContract(capability.title), field.isMany ? `${words.one} ${place + 1}` : subjectOf(field), value, factsOf).map(
      (message) => ({ field: name, index, message })
    )
  )
  return [...problems, ...details, ...problemsOfSameSize(capability, field, values, factsOf)]
}

/** What has to have the pixels of the media beside it. */
function problemsOfSameSize(capability: Capability, field: MediaField, values: Values, factsOf: FactsOf): readonly Problem[] {
  const { sameSizeAs } = field.rule
  const other = sameSizeAs === undefined ? undefined : propertyOf(capability.inputSchema, sameSizeAs)
  if (sameSizeAs === undefined || other === undefined) return []
  const factsIn = (name: string): MediaFacts | null => {
    const [value] = placedMedia(values, name).map((placed) => placed.value)
    return value !== undefined && isMediaReference(value) ? factsOf(value) : null
  }
  const label = fieldOf(sameSizeAs, other, capability.inputSchema).label
  return sizeMessages(subjectOf(field), factsIn(field.name), { label, facts: factsIn(sameSizeAs) }).map((message) =>
    problem(field.name, message)
  )
}

type PlacedMedia = { readonly name: string; readonly index: number | null; readonly value: Value }

/** What stands in a media property, each with its place. */
function placedMedia(values: Values, name: string | null): readonly PlacedMedia[] {
  const value = name !== null && Object.hasOwn(values, name) ? values[name] : undefined
  if (name === null || value === undefined || isEmptyValue(value)) return []
  if (!Array.isArray(value)) return [{ name, index: null, value }]
  return value.flatMap((item, index) => (isEmptyValue(item) ? [] : [{ name, index, value: item }]))
}

/** Values that no field shows: unknown names in a closed contract, and what stands in an open one. */
function problemsOfOthers(capability: Capability, fields: readonly Field[], values: Values): readonly Problem[] {
  const schema = capability.inputSchema
  const known = new Set(fields.map((field) => field.name))
  const rest = Object.hasOwn(values, restFieldName) && isRecord(values[restFieldName]) ? values[restFieldName] : {}
  const given = [...Object.entries(values), ...(fields.some((field) => field.kind === 'json' && field.isRest) ? Object.entries(rest) : [])]
  return given.flatMap(([name, value]) => {
    if (known.has(name) || isEmptyValue(value) || namesakeOf(schema, name) !== null) return []
    if (schema.additionalProperties === false || name === restFieldName)
      return [
        problem(name, say('{name} is not a field of {title}. Take it out.', { name: quoted(name), title: sayContract(capability.title) }))
      ]
    return misfitsBesideMedia(withStandIns(value), schema.additionalProperties).map((misfit) =>
      problem(name, `${quoted(pathInWords(name, misfit.path))} ${misfit.message}`)
    )
  })
}

/** In JSON a problem has the name of the very entry that it is about, so that one can be led to its line. */
function misfitMessages(field: Field, value: Value, schema: Parameters<typeof misfitsOf>[1]): readonly Problem[] {
  return misfitsBesideMedia(withStandIns(value), schema).map(({ path, message }) =>
    problem(
      field.kind === 'json' ? path.reduce<string>(innerName, field.name) : field.name,
      `${path.length === 0 ? subjectOf(field) : quoted(pathInWords(field.label, path))} ${message}`
    )
  )
}

function misfitsBesideMedia(value: unknown, schema: Parameters<typeof misfitsOf>[1]): readonly Misfit[] {
  return misfitsOf(value, schema).filter(({ path }) => valueAt(value, path) !== standInUrl)
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value
  for (const step of path) found = Array.isArray(found) ? (found[Number(step)] as unknown) : isRecord(found) ? found[step] : undefined
  return found
}

function pathInWords(start: string, path: readonly (string | number)[]): string {
  return path.reduce<string>((words, step) => (typeof step === 'number' ? `${words}[${step + 1}]` : `${words}.${step}`), start)
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
          items: countedInputs(Math.max(1, field.minItems), field.medium)
        })
      return say('Add the {label}.', { label: lowered(field.label) })
    case 'choice':
    case 'size':
    case 'count':
    case 'switch':
      return say('Choose “{label}”.', { label: field.label })
    case 'list':
      return say('Choose at least {least, number} of “{label}”.', { least: Math.max(1, field.minItems), label: field.label })
    case 'number':
    case 'seed':
    case 'group':
    case 'json':
      return say('Fill in “{label}”.', { label: field.label })
    default:
      return assertNever(field)
  }
}

function problem(field: string, message: string): Problem {
  return { field, index: null, message }
}

function lowered(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
