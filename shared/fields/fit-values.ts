import type { Capability } from '../capability.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { restFieldName } from './field.ts'
import type { FittedValues, MendedValue } from './fit-object.ts'
import { fitObject } from './fit-object.ts'
import { fieldNamed } from './fields-of.ts'
import { isHollow } from './media-values.ts'
import { everyFieldOf } from './modes.ts'
import { quoted } from './say.ts'
import { namesIn } from './schema-in-force.ts'
import { isRecord, wordsOfName } from './schema-reading.ts'
import { say } from '../words/say.ts'

/**
 * Values that were typed for an earlier contract, or come from elsewhere, in the form of the present one. Nothing that is filled in is lost:
 * it stays where it was, or is mended where nothing can go wrong by it (a field that is only written differently, a number that was text),
 * or is among `left`. A value that its field can hold but may not be sent, such as a choice that is gone, stays: the check marks it.
 * Doing it twice changes nothing. `before` gives the labels of fields that are gone.
 */
export function fitValues(capability: Capability, values: Values, before: Capability | null = null): FittedValues {
  const takesRest = everyFieldOf(capability).some((field) => field.kind === 'json' && field.isRest)
  const spread = spreadRest(capability.inputSchema, values, takesRest)
  const fitted = fitObject([capability.inputSchema], spread.values, {
    prefix: null,
    takesRest,
    labelBefore: (name) => (before === null ? null : (fieldNamed(before, name)?.label ?? null))
  })
  return { ...fitted, mended: [...spread.mended, ...fitted.mended] }
}

/** Entries of the rest field that have a field of their own now stand there; without a rest field all of them stand for themselves. */
function spreadRest(
  schema: JsonSchema,
  values: Values,
  takesRest: boolean
): { readonly values: Values; readonly mended: readonly MendedValue[] } {
  const { [restFieldName]: rest, ...own } = values
  const known = new Set(namesIn(schema))
  if (!isRecord(rest) || isMediaReference(rest) || known.has(restFieldName)) return { values, mended: [] }
  const isUnset = (name: string): boolean => !Object.hasOwn(own, name) || isHollow(own[name])
  const moved = Object.entries(rest).filter(([name]) => isUnset(name) && (known.has(name) || !takesRest))
  const others = Object.entries(rest).filter(([name]) => !moved.some(([taken]) => taken === name))
  if (moved.length === 0) return { values, mended: [] }
  return {
    values: { ...own, ...Object.fromEntries(moved), ...(others.length > 0 && { [restFieldName]: Object.fromEntries(others) }) },
    mended: moved.flatMap(([name]) =>
      known.has(name) ? [{ name, words: say('{quoted} has a field of its own now.', { quoted: quoted(wordsOfName(name)) }) }] : []
    )
  }
}
