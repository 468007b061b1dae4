import type { PriceTerm, Pricing } from '../../shared/form/capability.ts'
import { propertyNamesIn, findPropertySchema } from '../../shared/form/fields/resolve-schema.ts'
import { isRecord, stringifyValue } from '../../shared/form/fields/schema-reading.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { fieldNameWithOptions } from './price-fields.ts'
import type { PriceUnit } from './price-units.ts'
import { toPriceMeasure, readPriceUnit } from './price-units.ts'
import { amountsSchema, priceCreditsSchema, maxCredits, pricingSchema } from './pricing-schema.ts'

/** A price given as a bare number of credits. It applies to one generation, which may mean a task or an output. */
export type PriceWithoutUnit = { readonly kind: 'figure'; readonly credits: number }

/**
 * Reads a service's price. The spec doesn't show its format (section 8, credit pricing). Kiln reads its own format, numbers, and texts such
 * as "5 credits per second". It also reads objects whose property names give the unit, such as `perSecond`. `schema`: fields that the price
 * may refer to. Null unless the whole price is understood, because a price is never guessed from a part.
 */
export function readPricing(told: unknown, schema: JsonSchema): Pricing | PriceWithoutUnit | null {
  if (isRecord(told) && typeof told['kind'] === 'string') {
    const own = pricingSchema.safeParse(told)
    if (own.success) return own.data
    if (told['kind'] === 'rules' || told['kind'] === 'per-output') return null
  }
  const terms = termsOf(told, schema)
  if (terms === null) return null
  const [first, ...others] = terms
  if (first?.does === 'add' && first.by.kind === 'fixed' && others.length === 0) return { kind: 'figure', credits: first.by.amount }
  return first?.does === 'add' ? { kind: 'rules', terms, roundsUp: false, atLeast: 0 } : null
}

function termsOf(told: unknown, schema: JsonSchema): readonly PriceTerm[] | null {
  if (typeof told === 'number' || typeof told === 'string') {
    const rate = rateOf(told)
    const measure = rate === null ? null : toPriceMeasure(rate.amount, rate.unit ?? { of: 'whole' }, schema)
    return measure === null ? null : [{ does: 'add', by: measure }]
  }
  if (Array.isArray(told)) return one(tableOfRows(told, schema))
  return isRecord(told) ? termsOfObject(told, schema) : null
}

/** Reads values such as `5`, "5 credits" and "2 credits per 1,000 characters". The unit is null if absent. */
function rateOf(value: unknown): { readonly amount: number; readonly unit: PriceUnit | null } | null {
  if (typeof value === 'number') return priceCreditsSchema.safeParse(value).success ? { amount: value, unit: null } : null
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/(\d),(?=\d{3})/g, '$1')
  const [, number, unitText] = /^(\d+(?:\.\d+)?)(?:\s*credits?)?\s*(?:(?:\/|per|each|for each|for every)\s*(.+?))?\.?$/i.exec(text) ?? []
  const unit = unitText === undefined ? null : readPriceUnit(unitText)
  if (number === undefined || Number(number) > maxCredits || (unitText !== undefined && unit === null)) return null
  return { amount: Number(number), unit }
}

/** Property names that aren't price terms. */
const silentNames = /^(currency|description|notes?|label|title|name|display|formatted|text|kind|type|unit|units|per|billing|id)$/i
const figureNames =
  /^(credits?|base|basecredits|basecost|baseprice|creditsrequired|creditcost|creditsper(generation|task)|amount|price|cost|value|flat|fixed|estimatedcredits)$/i
const surchargeNames = /^(surcharges?|extras?|add-?ons?|additional(credits)?)$/i
const factorNames = /^(multipliers?|factors?)$/i

function termsOfObject(told: { readonly [name: string]: unknown }, schema: JsonSchema): readonly PriceTerm[] | null {
  if (!isInCredits(told) || isLoose(told)) return null
  const names = Object.keys(told).filter((name) => told[name] !== null && told[name] !== undefined && !silentNames.test(plain(name)))
  const ownUnit = unitBeside(told)
  if (ownUnit === null) return null
  const figures = names.filter((name) => figureNames.test(plain(name)))
  if (figures.length > 1) return null
  const sums: PriceTerm[] = []
  const factors: PriceTerm[] = []
  for (const name of names) {
    const value = told[name]
    const terms = figures.includes(name)
      ? figureTerms(value, ownUnit, schema)
      : surchargeNames.test(plain(name))
        ? adjustments('add', value, schema)
        : factorNames.test(plain(name))
          ? adjustments('times', value, schema)
          : namedTerms(name, value, schema)
    if (terms === null) return null
    for (const term of terms) (term.does === 'add' ? sums : factors).push(term)
  }
  // True if the price is ambiguous. A table of whole prices may replace the base price or be added to it.
  const isTwofold = figures.length > 0 && names.some((name) => !figures.includes(name) && tableUnder(name, told[name], schema) !== null)
  // True if the price is ambiguous. Beside several amounts, a factor may apply to only some of them.
  const isMixed = factors.length > 0 && sums.length > 1
  return sums.length === 0 || isTwofold || isMixed ? null : [...sums, ...factors]
}

/** Returns the terms of a plain price such as `price: 5`, or of a nested price object. Null if the price isn't understood. */
function figureTerms(value: unknown, unit: PriceUnit, schema: JsonSchema): readonly PriceTerm[] | null {
  const rate = rateOf(value)
  if (rate === null) return unit.of === 'whole' && typeof value === 'object' ? termsOf(value, schema) : null
  const measure = toPriceMeasure(rate.amount, rate.unit ?? unit, schema)
  return one(measure === null ? null : { does: 'add', by: measure })
}

/** Reads terms such as `perSecond: 2` and `perSecond: { '720p': 2 }`. Also reads tables such as `byResolution: { … }`. */
function namedTerms(name: string, value: unknown, schema: JsonSchema): readonly PriceTerm[] | null {
  const table = tableUnder(name, value, schema)
  if (table !== null) return [table]
  const unit = /per/i.test(name) ? readPriceUnit(name) : null
  if (unit === null) return null
  if (isRecord(value)) {
    const rates = tableOf(value, null, schema)
    const measure = toPriceMeasure(1, unit, schema)
    return rates === null || measure === null || measure.kind !== 'amount' ? null : [rates, { does: 'times', by: measure }]
  }
  const rate = rateOf(value)
  const measure = rate === null || rate.unit !== null ? null : toPriceMeasure(rate.amount, unit, schema)
  return one(measure === null ? null : { does: 'add', by: measure })
}

function tableUnder(name: string, value: unknown, schema: JsonSchema): PriceTerm | null {
  const [, field = name] = /^by[_-]?(.+)$/i.exec(name) ?? []
  return isRecord(value) ? tableOf(value, field, schema) : null
}

/** Reads a table with a complete price for each value of a field. `named`: the field's required name, or null if any field may match. */
function tableOf(table: { readonly [value: string]: unknown }, named: string | null, schema: JsonSchema): PriceTerm | null {
  const field = fieldNameWithOptions(schema, Object.keys(table))
  const isMeant = field !== null && (named === null || plain(named) === plain(field))
  const figures = isMeant ? amountsSchema.safeParse(table) : null
  return figures?.success === true && field !== null
    ? { does: 'add', by: { kind: 'table', field, amounts: figures.data, otherwise: null } }
    : null
}

/** Reads a table such as `[{ resolution: '720p', credits: 5 }, …]`. */
function tableOfRows(rows: readonly unknown[], schema: JsonSchema): PriceTerm | null {
  const table: { [value: string]: unknown } = {}
  const fields = new Set<string>()
  for (const row of rows) {
    const entries = isRecord(row) ? Object.entries(row).filter(([name]) => !/^(currency|description|label)$/i.test(name)) : []
    const figure = entries.find(([name, value]) => figureNames.test(plain(name)) && typeof value === 'number')
    const condition = entries.find((entry) => entry !== figure)
    if (figure === undefined || condition === undefined || entries.length !== 2 || Object.hasOwn(table, stringifyValue(condition[1])))
      return null
    table[stringifyValue(condition[1])] = figure[1]
    fields.add(condition[0])
  }
  const [field, ...others] = fields
  return field === undefined || others.length > 0 ? null : tableOf(table, field, schema)
}

/** Reads surcharges or factors, such as `{ audio: 3, resolution: { '1080p': 2 } }`. */
function adjustments(does: PriceTerm['does'], value: unknown, schema: JsonSchema): readonly PriceTerm[] | null {
  if (!isRecord(value)) return null
  const terms = Object.entries(value).map(([name, amount]): PriceTerm | null => {
    const table = amountsSchema.safeParse(isRecord(amount) ? amount : { true: amount })
    const field = table.success ? fieldNamedLike(name, Object.keys(table.data), schema) : null
    const otherwise = does === 'add' ? 0 : 1
    return field === null || !table.success ? null : { does, by: { kind: 'table', field, amounts: table.data, otherwise } }
  })
  const known = terms.filter((term) => term !== null)
  return known.length === terms.length ? known : null
}

function fieldNamedLike(name: string, values: readonly string[], schema: JsonSchema): string | null {
  const field = [...new Set(propertyNamesIn(schema))].find((candidate) => plain(candidate) === plain(name))
  const property = field === undefined ? undefined : findPropertySchema(schema, field)
  return field === undefined || property === undefined ? null : fieldNameWithOptions({ properties: { [field]: property } }, values)
}

/** Returns the unit that a property such as `unit` or `per` names. `whole` if no property names a unit. Null if the unit is unknown. */
function unitBeside(told: { readonly [name: string]: unknown }): PriceUnit | null {
  const words = ['unit', 'units', 'per', 'billing'].map((name) => told[name]).find((value) => typeof value === 'string')
  if (typeof words !== 'string' || /^credits?$/i.test(words.trim())) return { of: 'whole' }
  return readPriceUnit(words.replace(/^credits?\b/i, ''))
}

/** False for prices in money, because the rate between money and credits is unknown. */
function isInCredits(told: { readonly [name: string]: unknown }): boolean {
  const currency = told['currency']
  return currency === undefined || currency === null || (typeof currency === 'string' && /^(credits?|cr)$/i.test(currency.trim()))
}

/** True if the price is only a minimum, a range or a tier. */
function isLoose(told: { readonly [name: string]: unknown }): boolean {
  return ['kind', 'type', 'model', 'billing'].some((name) =>
    /\b(?:variable|dynamic|from|start(?:s|ing)?|range|tier(?:s|ed)?|depends|minimum)\b/i.test(stringifyValue(told[name] ?? ''))
  )
}

function plain(name: string): string {
  return name.replace(/[\s_-]/g, '').toLowerCase()
}

function one(term: PriceTerm | null): readonly PriceTerm[] | null {
  return term === null ? null : [term]
}
