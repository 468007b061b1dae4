import type { Capability } from '../capability.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { unlistedPropertiesFieldName } from './field.ts'
import type { MigratedValues, CoercedValue } from './migrate-object.ts'
import { migrateObject } from './migrate-object.ts'
import { fieldNamed } from './fields-of.ts'
import { isDeepEmpty } from './media-values.ts'
import { allFieldsOf } from './modes.ts'
import { propertyNamesIn } from './resolve-schema.ts'
import { isRecord, humanizeName } from './schema-reading.ts'

/**
 * Fits values from an earlier contract or another source into the current contract. Nothing is lost. A value stays in its field, unchanged
 * if possible. It is changed only if that is safe. Examples are a number that was text, and a property with another spelling. A value that
 * no field can hold goes to `unmapped`. Some values fit their field but can't be sent, such as a removed choice. They are kept, and
 * `checkValues` reports them. Migrating twice gives the same result. `before` is the earlier contract, for the labels of removed fields.
 */
export function migrateValues(capability: Capability, values: Values, before: Capability | null = null): MigratedValues {
  const takesRest = allFieldsOf(capability).some((field) => field.kind === 'json' && field.isRest)
  const spread = spreadRest(capability.inputSchema, values, takesRest)
  const fitted = migrateObject([capability.inputSchema], spread.values, {
    prefix: null,
    takesRest,
    labelBefore: (name) => (before === null ? null : (fieldNamed(before, name)?.label ?? null))
  })
  return { ...fitted, coerced: [...spread.coerced, ...fitted.coerced] }
}

/**
 * Moves entries of the rest field to their own fields if the contract now has these fields. If there is no rest field, moves all entries.
 */
function spreadRest(
  schema: JsonSchema,
  values: Values,
  takesRest: boolean
): { readonly values: Values; readonly coerced: readonly CoercedValue[] } {
  const { [unlistedPropertiesFieldName]: rest, ...own } = values
  const known = new Set(propertyNamesIn(schema))
  if (!isRecord(rest) || isMediaReference(rest) || known.has(unlistedPropertiesFieldName)) return { values, coerced: [] }
  const isUnset = (name: string): boolean => !Object.hasOwn(own, name) || isDeepEmpty(own[name])
  const moved = Object.entries(rest).filter(([name]) => isUnset(name) && (known.has(name) || !takesRest))
  const others = Object.entries(rest).filter(([name]) => !moved.some(([taken]) => taken === name))
  if (moved.length === 0) return { values, coerced: [] }
  return {
    values: {
      ...own,
      ...Object.fromEntries(moved),
      ...(others.length > 0 && { [unlistedPropertiesFieldName]: Object.fromEntries(others) })
    },
    coerced: moved.flatMap(([name]) =>
      known.has(name) ? [{ name, label: humanizeName(name), change: { code: 'has-own-field', params: {} } }] : []
    )
  }
}
