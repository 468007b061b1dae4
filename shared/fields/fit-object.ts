import type { JsonSchema } from '../json-schema.ts'
import type { Value, Values } from '../values.ts'
import type { Field } from './field.ts'
import { restFieldName } from './field.ts'
import { innerName, stepsOf } from './field-name.ts'
import { fieldOf } from './field-of.ts'
import { namesakeOf } from './fields-of.ts'
import { kindWords } from './kind-words.ts'
import { isHollow } from './media-values.ts'
import type { PlacedValue } from './place-value.ts'
import { placeValue } from './place-value.ts'
import { quoted } from './say.ts'
import { namesIn, propertiesAnywhere } from './schema-in-force.ts'
import { wordsOfName } from './schema-reading.ts'
import { inEnglish, kept, say, word } from '../words/say.ts'

/** A value that the form has no place for. It is kept beside the form, never sent, until a person lets it go. */
export type LeftValue = {
  /** Where it stood, also inside a group or a list (`field-name.ts`). */
  readonly name: string
  /** What the field is or was called. */
  readonly label: string
  readonly value: Value
  /** A full sentence, in English, since it is stored with the form; `notTaken` where there is no field for it at all. */
  readonly why: string
}

/** A value that stands in the form again, differently. `words` is a full sentence. */
export type MendedValue = { readonly name: string; readonly words: string }

export type FittedValues = { readonly values: Values; readonly mended: readonly MendedValue[]; readonly left: readonly LeftValue[] }

type Surroundings = {
  /** Name of the group around; null at the top. */
  readonly prefix: string | null
  readonly takesRest: boolean
  /** What a field was called before; null: not known. */
  readonly labelBefore: (name: string) => string | null
}

export const notTaken = word('The service does not take it any more.')

/**
 * Fits the values of an object; see `fitValues`. `schemas`: all that may be in force here. A value fits when it fits one of them: which one
 * is in force may hang on values that are still to be filled in.
 */
export function fitObject(schemas: readonly JsonSchema[], values: Values, around: Surroundings): FittedValues {
  const known = new Set([...schemas.flatMap(namesIn), ...(around.takesRest ? [restFieldName] : [])])
  const taken = new Map<string, Value>()
  const mended: MendedValue[] = []
  const left: LeftValue[] = []
  const fullName = (name: string): string => (around.prefix === null ? name : innerName(around.prefix, name))
  const labelOf = (name: string): string => around.labelBefore(fullName(name)) ?? wordsOf(fullName(name))
  const fieldsNamed = (name: string): readonly Field[] =>
    schemas.flatMap((schema) => propertiesAnywhere(schema, name)).map((property) => fieldOf(name, property, {}))

  function leave(name: string, value: Value): void {
    const [field] = known.has(name) ? fieldsNamed(name) : []
    const why = field === undefined ? notTaken : kept('It is {field} now.', { field: inEnglish(() => kindWords(field)) })
    if (!isHollow(value)) left.push({ name: fullName(name), label: field?.label ?? labelOf(name), value, why })
  }

  /** False: no field of this name can hold it. */
  function put(name: string, value: Value, change: string | null): boolean {
    const fields = fieldsNamed(name)
    const placed = bestPlace(fields, value, fullName(name), around)
    if (placed === null) return false
    taken.set(name, placed.value)
    const label = fields[0]?.label ?? labelOf(name)
    const changes = [change, placed.change].filter((words) => words !== null)
    mended.push(...changes.map((words) => ({ name: fullName(name), words: `${quoted(label)} ${words}.` })), ...placed.mended)
    for (const { steps, value: part, why } of placed.rest) {
      const place = steps.reduce<string>(innerName, fullName(name))
      left.push({ name: place, label: [label, ...steps.map(stepWords)].join(': '), value: part, why })
    }
    return true
  }

  const strangers: (readonly [name: string, value: Value])[] = []
  for (const [name, value] of Object.entries(values)) {
    if (!known.has(name)) strangers.push([name, value])
    else if (!put(name, value, null)) leave(name, value)
  }
  const isFree = (name: string): boolean => isHollow(taken.get(name)) && namesakeIn(schemas, name) === null
  const filled = strangers.filter(([, value]) => !isHollow(value))
  for (const [name, value] of filled) {
    const [target, ...others] = [...known].filter((candidate) => isSameName(candidate, name) && isFree(candidate))
    const hasRival = others.length > 0 || filled.some(([other]) => other !== name && isSameName(other, name))
    if (target === undefined || hasRival || !put(target, value, say('was called {name} before', { name: quoted(name) }))) leave(name, value)
  }
  // Of two properties that mean the same (`imageUrl` beside `imageUrls`) only the list is shown.
  for (const [name, value] of taken) {
    const list = namesakeIn(schemas, name)
    if (list === null) continue
    taken.delete(name)
    const items = [...listOf(value), ...listOf(taken.get(list))]
    if (items.length > 0 && !put(list, items, say('holds it now in its list'))) leave(name, value)
  }
  return { values: Object.fromEntries(taken), mended, left }
}

type BestPlace = PlacedValue & { readonly mended: readonly MendedValue[] }

/** The field that takes the value as it is; else the first that can hold it at all. A name without any field takes everything. */
function bestPlace(fields: readonly Field[], value: Value, name: string, around: Surroundings): BestPlace | null {
  if (fields.length === 0) return { value, change: null, rest: [], mended: [] }
  // All groups of this name count as one.
  const groups = fields.flatMap((field) => (field.kind === 'group' ? [field.schema] : []))
  let best: BestPlace | null = null
  for (const field of fields) {
    const mended: MendedValue[] = []
    const placed = placeValue(field, value, (group, inner) => {
      const schemas = groups.includes(group.schema) ? groups : [group.schema]
      const fitted = fitObject(schemas, inner, { ...around, prefix: name, takesRest: false })
      mended.push(...fitted.mended)
      const isUntouched = fitted.mended.length === 0 && fitted.left.length === 0
      const rest = fitted.left.map((one) => ({ steps: stepsOf(one.name).slice(stepsOf(name).length), value: one.value, why: one.why }))
      return { value: isUntouched ? inner : fitted.values, change: null, rest }
    })
    if (placed === null) continue
    if (placed.change === null && placed.rest.length === 0 && mended.length === 0) return { ...placed, mended }
    best ??= { ...placed, mended }
  }
  return best
}

function namesakeIn(schemas: readonly JsonSchema[], name: string): string | null {
  return schemas.map((schema) => namesakeOf(schema, name)).find((list) => list !== null) ?? null
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : value === undefined || isHollow(value) ? [] : [value]
}

/** The same name to a person: other capitals, other joints, one or many, with or without "url". */
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

function wordsOf(name: string): string {
  return name === restFieldName ? say('Other fields') : stepsOf(name).map(stepWords).join(': ')
}

function stepWords(step: string | number): string {
  return /^\d+$/.test(String(step)) ? String(Number(step) + 1) : wordsOfName(String(step))
}
