import type { JsonSchema } from '../json-schema.ts'
import type { Values } from '../values.ts'
import { matchesSchema } from './matches-schema.ts'
import {
  isRecord,
  isRequiredIn,
  enumValues,
  propertiesOf,
  ownPropertySchema,
  stringifyValue,
  humanizeName,
  isSameJson
} from './schema-reading.ts'
import { formLabels } from './form-labels.ts'
import { sayContract } from '../../i18n/say-contract.ts'

/** A choice between variants of an object schema. */
export type SchemaChoice = {
  readonly variants: readonly JsonSchema[]
  /** The property whose value selects the variant. Null if only the present fields determine the variant. */
  readonly by: string | null
  /** The schema of the property `by` across all variants. Empty if `by` is null. */
  readonly chooser: JsonSchema
}

/**
 * Returns an object schema's choice between variants with their own fields. Null if the schema doesn't have a choice, or if its choice only
 * validates values.
 */
export function findSchemaChoice(schema: JsonSchema): SchemaChoice | null {
  for (const forms of [schema.oneOf, schema.anyOf]) {
    if (!Array.isArray(forms)) continue
    // A null variant isn't an option for the user. The field is left empty instead.
    const list = forms.filter((form) => !isRecord(form) || form['type'] !== 'null')
    if (list.length < 2) continue
    const variants = list.filter((variant) => isRecord(variant) && isRecord(variant['properties']))
    if (variants.length !== list.length) continue
    const by = discriminatorOf(variants)
    return { variants, by, chooser: by === null ? {} : chooserOf(schema, variants, by) }
  }
  return null
}

/** Returns the index of the variant that matches the values. Null if it can't be determined yet. `wanted` takes precedence. */
export function matchingVariantIndex(
  { variants, by }: SchemaChoice,
  schema: JsonSchema,
  values: Values,
  wanted: number | null
): number | null {
  if (wanted !== null && wanted < variants.length) return wanted
  if (by !== null) {
    const standing = ownPropertySchema(schema, by)
    const value = Object.hasOwn(values, by) ? values[by] : standing?.default
    // A variant may omit the selecting property. Only the other values then determine the variant.
    const isForm = (variant: JsonSchema): boolean =>
      value === undefined
        ? !isRequiredIn(variant, by) && matchesSchema(values, variant)
        : listedIn(variant, by).some((listed) => isSameJson(listed, value))
    const index = variants.findIndex(isForm)
    return index === -1 ? null : index
  }
  const fitting = variants.findIndex((variant) => matchesSchema(values, variant))
  if (fitting !== -1) return fitting
  const counts = variants.map((variant) => Object.keys(values).filter((name) => ownPropertySchema(variant, name) !== undefined).length)
  return counts.indexOf(Math.max(...counts))
}

/**
 * Returns the label of a variant. Prefers its title, then the value that selects it. Otherwise names a field that only this variant has, or
 * numbers the variant.
 */
export function variantLabel({ variants, by }: SchemaChoice, index: number): string {
  const variant = variants[index] ?? {}
  if (typeof variant.title === 'string' && variant.title.trim() !== '') return sayContract(variant.title)
  const [value] = by === null ? [] : listedIn(variant, by)
  if (value !== undefined) return sayContract(humanizeName(stringifyValue(value)))
  const own = propertiesOf(variant).find(([name]) =>
    variants.every((other) => other === variant || ownPropertySchema(other, name) === undefined)
  )
  return own === undefined ? `${sayContract(formLabels.option)} ${index + 1}` : sayContract(humanizeName(own[0]))
}

/** Returns the value that selects a variant. Undefined if no property selects it. */
export function variantValue({ variants, by }: SchemaChoice, index: number): unknown {
  return by === null ? undefined : listedIn(variants[index] ?? {}, by)[0]
}

function discriminatorOf(variants: readonly JsonSchema[]): string | null {
  const [first = {}] = variants
  const isTelling = (name: string): boolean => {
    const lists = variants.map((variant) => listedIn(variant, name))
    const all = lists.flat()
    return (
      lists.every((list) => list.length > 0) && all.every((value, place) => !all.slice(0, place).some((other) => isSameJson(other, value)))
    )
  }
  return propertiesOf(first).find(([name]) => isTelling(name))?.[0] ?? null
}

function chooserOf(schema: JsonSchema, variants: readonly JsonSchema[], by: string): JsonSchema {
  const properties = variants.map((variant) => ownPropertySchema(variant, by) ?? {})
  const base = ownPropertySchema(schema, by)
  const isGathered = properties.some((property) => isSameJson(property, base))
  const labels = variants.flatMap((variant) =>
    typeof variant.title === 'string' ? listedIn(variant, by).map((value) => [stringifyValue(value), variant.title] as const) : []
  )
  const { title, description, default: standard } = (isGathered ? undefined : base) ?? {}
  const first = properties.find((property) => typeof property.title === 'string')
  const chosen = standard ?? (isGathered ? undefined : base?.const)
  return {
    title: title ?? first?.title ?? humanizeName(by),
    ...(typeof (description ?? first?.description) === 'string' && { description: description ?? first?.description }),
    ...(chosen !== undefined && { default: chosen }),
    enum: variants.flatMap((variant) => listedIn(variant, by)),
    ...(labels.length > 0 && { 'x-enum-labels': Object.fromEntries(labels) })
  } as JsonSchema
}

function listedIn(variant: JsonSchema, name: string): readonly unknown[] {
  const property = ownPropertySchema(variant, name)
  return property === undefined ? [] : (enumValues(property) ?? [])
}
