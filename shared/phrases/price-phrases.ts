import type { Capability } from '../form/capability.ts'
import { allFieldsOf } from '../form/fields.ts'
import { findPropertySchema } from '../form/fields/resolve-schema.ts'
import type { ShortPrice, ShortPriceParams } from '../form/pricing/short-price.ts'
import { pricedFieldNames, shortPriceOf } from '../form/pricing/short-price.ts'
import { formatList } from '../i18n/format-list.ts'
import { say, sayContract } from '../i18n/say.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'

export const shortPricePhrases: Phrases<ShortPriceParams> = {
  unknown: () => say('price known when done'),
  varies: () => say('price varies'),
  fixed: ({ credits }) => say('{credits, plural, one {# credit} other {# credits}}', { credits }),
  from: ({ credits }) => say('from {least, plural, one {# credit} other {# credits}}', { least: credits })
}

/** Maximum number of fields that a card names. More names wouldn't fit on the card. */
const maxNamedFields = 2

/**
 * Returns a short price for a card, such as "from 10 credits" or "1 credit". Without a lowest price, returns what the price depends on,
 * such as "priced by duration". If that is unknown or too long for a card, returns "price not listed".
 */
export function priceText(capability: Capability): string {
  const price = shortPriceOf(capability)
  if (price.code === 'fixed' || price.code === 'from') return shortPriceText(price)
  const labels = pricedFieldLabels(capability)
  return labels.length === 0 || labels.length > maxNamedFields
    ? say('price not listed')
    : say('priced by {fields}', { fields: formatList(labels, 'and') })
}

/** Cached, because cards are removed and rendered again while scrolling. Changing the language reloads the page. */
const knownLabels = new WeakMap<Capability, readonly string[]>()

/** Returns the fields' labels as they appear in a sentence. Empty if the contract doesn't name the fields. */
function pricedFieldLabels(capability: Capability): readonly string[] {
  const labels = knownLabels.get(capability) ?? readPricedFieldLabels(capability)
  knownLabels.set(capability, labels)
  return labels
}

function readPricedFieldLabels(capability: Capability): readonly string[] {
  const { pricing, inputSchema } = capability
  const fields = allFieldsOf(capability)
  return pricedFieldNames(pricing).flatMap((name) => {
    const label = fields.find((field) => field.name === name)?.label ?? sayContract(findPropertySchema(inputSchema, name)?.title ?? '')
    return label === '' ? [] : [/^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label]
  })
}

export function shortPriceText(price: ShortPrice): string {
  return phraseOf(shortPricePhrases, price)
}
