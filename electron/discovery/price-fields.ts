import { fieldOf } from '../../shared/fields/field-of.ts'
import { mediaKindOf } from '../../shared/fields/media-kind.ts'
import { namesIn, propertyAnywhere } from '../../shared/fields/schema-in-force.ts'
import { listedValues, typesOf, wordOf } from '../../shared/fields/schema-reading.ts'
import { readSize } from '../../shared/fields/size-groups.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'

/** Which field a word of a price speaks of. Each gives null unless exactly one field can be meant: a price is never guessed. */

/** "per second": the field that says how long. */
export function secondsField(schema: JsonSchema): string | null {
  return theOnly(schema, (name, property) => {
    const isNumber = typesOf(property).every((type) => type === 'number' || type === 'integer') || areNumbers(listedValues(property))
    const isNamed = /^(duration|seconds|length)(_?in)?_?(s|sec|secs|seconds)?$/i.test(name)
    return isNumber && (isNamed || /^s(ec(ond)?s?)?$/i.test(property['x-unit'] ?? ''))
  })
}

/** "per 1,000 characters": the text that is worked on. */
export function charactersField(schema: JsonSchema): string | null {
  const isText = (property: JsonSchema): boolean => typesOf(property).join() === 'string' && listedValues(property) === null
  return (
    theOnly(schema, (name, property) => isText(property) && /^(text|script|input|content|lyrics)$/i.test(name)) ??
    theOnly(schema, (name, property) => isText(property) && /^prompt$/i.test(name))
  )
}

/** "per megapixel": the size of what is made. */
export function sizeField(schema: JsonSchema): string | null {
  return theOnly(schema, (_name, property) => {
    const values = listedValues(property)
    return values !== null && values.every((value) => readSize(value) !== null)
  })
}

/** "per image": how many are made. */
export function countField(schema: JsonSchema): string | null {
  return theOnly(schema, (name, property) => fieldOf(name, property, {}).kind === 'count')
}

/** "per reference": the pictures that are given. Null: none, or it could be any of them. */
export function referenceFields(schema: JsonSchema): readonly string[] | null {
  const images = fieldsWhere(schema, (name, property) => mediaKindOf(name, property)?.medium === 'image')
  const named = images.filter((name) => /reference/i.test(name))
  const plain = images.filter((name) => /^image_?ur[li]s?$/i.test(name))
  const meant = named.length > 0 ? named : plain
  return meant.length > 0 ? meant : null
}

/** The field that chooses among these values, such as `720p` and `1080p`. */
export function fieldThatLists(schema: JsonSchema, values: readonly string[]): string | null {
  return theOnly(schema, (_name, property) => {
    const listed = typesOf(property).join() === 'boolean' ? ['true', 'false'] : (listedValues(property) ?? []).map(String)
    return values.length > 0 && values.every((value) => listed.includes(value))
  })
}

function theOnly(schema: JsonSchema, isMeant: (name: string, property: JsonSchema) => boolean): string | null {
  const [first, ...others] = fieldsWhere(schema, isMeant)
  return first !== undefined && others.length === 0 ? first : null
}

function fieldsWhere(schema: JsonSchema, isMeant: (name: string, property: JsonSchema) => boolean): readonly string[] {
  return [...new Set(namesIn(schema))].filter((name) => {
    const property = propertyAnywhere(schema, name)
    return property !== undefined && isMeant(name, property)
  })
}

function areNumbers(values: readonly unknown[] | null): boolean {
  return values !== null && values.every((value) => /^\d+(\.\d+)?$/.test(wordOf(value)))
}
