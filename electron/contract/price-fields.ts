import { createField } from '../../shared/form/fields/create-field.ts'
import { detectAcceptedMedia } from '../../shared/form/fields/accepted-media.ts'
import { propertyNamesIn, findPropertySchema } from '../../shared/form/fields/resolve-schema.ts'
import { enumValues, typesOf, stringifyValue } from '../../shared/form/fields/schema-reading.ts'
import { parsePixelSize } from '../../shared/form/fields/size-groups.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'

/**
 * The functions below return the name of the field that a price depends on. A price is never guessed. Except for references, each function
 * returns null unless exactly one field fits.
 */

/** Returns the duration field's name, for prices per second. */
export function durationFieldName(schema: JsonSchema): string | null {
  return theOnly(schema, (name, property) => {
    const isNumber = typesOf(property).every((type) => type === 'number' || type === 'integer') || areNumbers(enumValues(property))
    const isNamed = /^(duration|seconds|length)(_?in)?_?(s|sec|secs|seconds)?$/i.test(name)
    return isNumber && (isNamed || /^s(ec(ond)?s?)?$/i.test(property['x-unit'] ?? ''))
  })
}

/** Returns the input text field's name, for prices per character. A field such as `text` takes precedence over `prompt`. */
export function inputTextFieldName(schema: JsonSchema): string | null {
  const isText = (property: JsonSchema): boolean => typesOf(property).join() === 'string' && enumValues(property) === null
  return (
    theOnly(schema, (name, property) => isText(property) && /^(text|script|input|content|lyrics)$/i.test(name)) ??
    theOnly(schema, (name, property) => isText(property) && /^prompt$/i.test(name))
  )
}

/** Returns the output size field's name, for prices per megapixel. */
export function outputSizeFieldName(schema: JsonSchema): string | null {
  return theOnly(schema, (_name, property) => {
    const values = enumValues(property)
    return values !== null && values.every((value) => parsePixelSize(value) !== null)
  })
}

/** Returns the output count field's name, for prices per output. */
export function outputCountFieldName(schema: JsonSchema): string | null {
  return theOnly(schema, (name, property) => createField(name, property, {}).kind === 'count')
}

/**
 * Returns the names of the reference image fields, for prices per reference. If no name contains “reference”, returns the plain image URL
 * fields. Null if none exist.
 */
export function referenceFieldNames(schema: JsonSchema): readonly string[] | null {
  const images = fieldsWhere(schema, (name, property) => detectAcceptedMedia(name, property)?.medium === 'image')
  const named = images.filter((name) => /reference/i.test(name))
  const plain = images.filter((name) => /^image_?ur[li]s?$/i.test(name))
  const meant = named.length > 0 ? named : plain
  return meant.length > 0 ? meant : null
}

/** Returns the name of the field whose options include all `values`, such as `720p` and `1080p`. */
export function fieldNameWithOptions(schema: JsonSchema, values: readonly string[]): string | null {
  return theOnly(schema, (_name, property) => {
    const listed = typesOf(property).join() === 'boolean' ? ['true', 'false'] : (enumValues(property) ?? []).map(String)
    return values.length > 0 && values.every((value) => listed.includes(value))
  })
}

function theOnly(schema: JsonSchema, isMeant: (name: string, property: JsonSchema) => boolean): string | null {
  const [first, ...others] = fieldsWhere(schema, isMeant)
  return first !== undefined && others.length === 0 ? first : null
}

function fieldsWhere(schema: JsonSchema, isMeant: (name: string, property: JsonSchema) => boolean): readonly string[] {
  return [...new Set(propertyNamesIn(schema))].filter((name) => {
    const property = findPropertySchema(schema, name)
    return property !== undefined && isMeant(name, property)
  })
}

function areNumbers(values: readonly unknown[] | null): boolean {
  return values !== null && values.every((value) => /^\d+(\.\d+)?$/.test(stringifyValue(value)))
}
