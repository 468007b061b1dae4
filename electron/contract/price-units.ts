import type { PriceMeasure } from '../../shared/form/capability.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { inputTextFieldName, outputCountFieldName, referenceFieldNames, durationFieldName, outputSizeFieldName } from './price-fields.ts'

/**
 * The unit that a price applies to. `whole`: one generation, which may mean a task or an output. `per`: number of seconds or characters
 * that the price covers.
 */
export type PriceUnit =
  | { readonly of: 'whole' | 'output' | 'reference' | 'megapixel' }
  | { readonly of: 'second' | 'character'; readonly per: number }

const patterns: readonly (readonly [RegExp, (per: number) => PriceUnit | null])[] = [
  [/^(?:s|secs?|seconds?)(?: of \w+)?$/, (per) => ({ of: 'second', per })],
  [/^(?:mins?|minutes?)(?: of \w+)?$/, (per) => ({ of: 'second', per: per * 60 })],
  [/^(?:chars?|characters?)(?: of \w+)?$/, (per) => ({ of: 'character', per })],
  [/^(?:k|thousand) ?(?:chars?|characters?)(?: of \w+)?$/, (per) => ({ of: 'character', per: per * 1000 })],
  [/^(?:mp|megapixels?)$/, (per) => (per === 1 ? { of: 'megapixel' } : null)],
  [/^(?:references?|(?:reference|input) (?:images?|pictures?|photos?))$/, (per) => (per === 1 ? { of: 'reference' } : null)],
  [
    /^(?:outputs?|(?:output )?(?:images?|pictures?|photos?|videos?|clips?|songs?|tracks?|sounds?|models?))$/,
    (per) => (per === 1 ? { of: 'output' } : null)
  ],
  [/^(?:generation|task|request|run|call|job|use)s?$/, (per) => (per === 1 ? { of: 'whole' } : null)]
]

/** Parses a unit from texts such as "second", "per 1,000 characters" and "perInputImage". Null if the unit is unknown. */
export function readPriceUnit(text: string): PriceUnit | null {
  const words = text
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/(\d)([A-Za-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[\s_/-]+/g, ' ')
    .trim()
    .replace(/^(?:(?:credits?|costs?|price|per|for|each|every|an?) )+/, '')
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)? ?(.*)$/.exec(words) ?? []
  const per = number === undefined ? 1 : Number(number)
  const found = patterns.find(([pattern]) => pattern.test(unit))
  return found === undefined || per <= 0 ? null : found[1](per)
}

/** Returns the measure for `amount` credits per unit. Null if the contract doesn't show which field holds the quantity. */
export function toPriceMeasure(amount: number, unit: PriceUnit, schema: JsonSchema): PriceMeasure | null {
  const byField = (field: string | null, rest: Omit<Extract<PriceMeasure, { kind: 'amount' }>, 'kind' | 'field' | 'amount'>) =>
    field === null ? null : ({ kind: 'amount', field, amount, ...rest } as const)
  switch (unit.of) {
    case 'whole':
      return { kind: 'fixed', amount }
    case 'output':
      // Without a count field, the quantity is 1.
      return (
        byField(outputCountFieldName(schema), { of: 'number', per: 1, startedCounts: false, whenUnset: 1 }) ?? { kind: 'fixed', amount }
      )
    case 'reference': {
      const fields = referenceFieldNames(schema)
      return fields === null ? null : { kind: 'items', fields, amount }
    }
    case 'second':
      return byField(durationFieldName(schema), { of: 'number', per: unit.per, startedCounts: false, whenUnset: null })
    case 'character':
      return byField(inputTextFieldName(schema), { of: 'characters', per: unit.per, startedCounts: unit.per > 1, whenUnset: 0 })
    case 'megapixel':
      return byField(outputSizeFieldName(schema), { of: 'megapixels', per: 1, startedCounts: false, whenUnset: null })
  }
}
