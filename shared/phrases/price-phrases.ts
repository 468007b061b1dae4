import { assertNever } from '../assert-never.ts'
import type { Capability } from '../form/capability.ts'
import { appendUnit } from '../form/fields/append-unit.ts'
import { formatGroupedNumber } from '../form/fields/format-value.ts'
import type { ShortPrice, ShortPriceParams } from '../form/pricing.ts'
import { shortPriceOf } from '../form/pricing.ts'
import type { PricedAmount, PricePart, PricePartParams, PriceRate } from '../form/pricing/price-lines.ts'
import { say, sayContract } from '../i18n/say.ts'
import { formatMediaCount } from './format-media-count.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'

export const shortPricePhrases: Phrases<ShortPriceParams> = {
  unknown: () => say('price known when done'),
  varies: () => say('price varies'),
  fixed: ({ credits }) => say('{credits, plural, one {# credit} other {# credits}}', { credits }),
  from: ({ credits }) => say('from {least, plural, one {# credit} other {# credits}}', { least: credits })
}

/** Returns a short price for a card, such as "from 10 credits" or "1 credit". */
export function priceText(capability: Capability): string {
  return shortPriceText(shortPriceOf(capability))
}

export function shortPriceText(price: ShortPrice): string {
  return phraseOf(shortPricePhrases, price)
}

export const pricePartPhrases: Phrases<PricePartParams> = {
  whole: ({ title }) => sayContract(title),
  'rounded-up': () => say('Rounded up to whole credits'),
  'minimum-price': () => say('Raised to the minimum price'),
  'base-price': () => say('Base price'),
  factor: ({ factor }) => say('Price × {factor}', { factor: formatGroupedNumber(factor) }),
  amount: ({ amount, rate, roundedFor }) =>
    `${amountText(amount)}${roundedFor === null ? rateText(rate) : roundedRateText(rate, roundedFor)}`,
  references: ({ count, rate }) => `${say('{count, plural, one {# reference} other {# references}}', { count })}${rateText(rate)}`,
  items: ({ label, count, rate }) => `${label}: ${formatGroupedNumber(count)}${rateText(rate)}`,
  option: ({ label, option, rate }) => `${[label, option].filter(Boolean).join(' ')}${rateText(rate)}`
}

/** Returns the label of a part of a price. */
export function pricePartText({ code, params }: PricePart): string {
  return phraseOf(pricePartPhrases, { code, params } as PricePart)
}

/** An amount such as `4 images` or `Duration 5 seconds`. */
function amountText(amount: PricedAmount): string {
  const { count } = amount
  switch (amount.of) {
    case 'outputs':
      return formatMediaCount(count, amount.medium)
    case 'characters':
      return say('{label} {count, plural, one {# character} other {# characters}}', { label: amount.label, count })
    case 'megapixels':
      return say('{label} {count, plural, one {# megapixel} other {# megapixels}}', {
        label: amount.label,
        count: Number(count.toFixed(2))
      })
    case 'number':
      return `${amount.label} ${appendUnit(formatGroupedNumber(count), amount.unit)}`
    default:
      return assertNever(amount)
  }
}

/** A rate such as ` at 4 credits each` or ` at 2 credits per 15`. Empty if `rate` is null. */
function rateText(rate: PriceRate): string {
  switch (rate?.kind) {
    case undefined:
      return ''
    case 'factor':
      return say(', price × {factor}', { factor: formatGroupedNumber(rate.factor) })
    case 'each':
      return say(' at {credits, plural, one {# credit} other {# credits}} each', { credits: rate.credits })
    case 'per':
      return say(' at {amount, plural, one {# credit} other {# credits}} per {per, number}', { amount: rate.credits, per: rate.per })
    default:
      return assertNever(rate)
  }
}

/** A rate whose last, incomplete unit costs as much as a complete one. `items` is the number of items that are rounded up separately. */
function roundedRateText(rate: PriceRate, items: number): string {
  const own = items > 1 ? say(', rounded separately for {count} items', { count: items }) : ''
  switch (rate?.kind) {
    case 'each':
      return `${say(' at {credits, plural, one {# credit} other {# credits}} for each full or partial one', { credits: rate.credits })}${own}`
    case 'per':
      return `${say(' at {amount, plural, one {# credit} other {# credits}} for each {per, number} or part of it', { amount: rate.credits, per: rate.per })}${own}`
    case 'factor':
    case undefined:
      return `${rateText(rate)}${say(', rounded up')}`
    default:
      return assertNever(rate)
  }
}
