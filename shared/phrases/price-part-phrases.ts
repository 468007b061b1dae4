import { assertNever } from '../assert-never.ts'
import { appendUnit } from '../form/fields/append-unit.ts'
import { formatGroupedNumber } from '../form/fields/format-value.ts'
import type { PricedAmount, PriceLine, PricePart, PricePartParams, PriceRate } from '../form/pricing/price-lines.ts'
import { joinPhrases } from '../i18n/join.ts'
import { say, sayContract } from '../i18n/say.ts'
import { formatMediaCount } from './format-media-count.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'

export const pricePartPhrases: Phrases<PricePartParams> = {
  whole: ({ title }) => sayContract(title),
  'rounded-up': () => say('Rounded up to whole credits'),
  'minimum-price': () => say('Raised to the minimum price'),
  'base-price': () => say('Base price'),
  factor: ({ factor }) => say('Price × {factor}', { factor: formatGroupedNumber(factor) }),
  amount: ({ amount, rate, roundedFor }) => `${amountText(amount)}${roundingText(amount, rate, roundedFor)}${rateText(rate)}`,
  references: ({ count, rate }) => `${say('{count, plural, one {# reference} other {# references}}', { count })}${rateText(rate)}`,
  items: ({ label, count, rate }) => `${labelled(label, formatGroupedNumber(count))}${rateText(rate)}`,
  option: ({ label, option, rate }) => `${option === '' ? label : labelled(label, option)}${rateText(rate)}`
}

/** Returns the label of a part of a price. */
function pricePartText({ code, params }: PricePart): string {
  return phraseOf(pricePartPhrases, { code, params } as PricePart)
}

/** Returns how a price adds up. Example: "5 seconds × 5 = 25, × 2 for 1080p, + 2 for Loop". */
export function priceSumText(lines: readonly PriceLine[]): string {
  return joinPhrases(...lines.map((line, place) => sumPartText(line, place > 0)))
}

function sumPartText(line: PriceLine, isAdded: boolean): string {
  const credits = formatGroupedNumber(line.credits)
  switch (line.code) {
    case 'rounded-up':
      return say('rounded up to whole credits')
    case 'minimum-price':
      return say('raised to the minimum price')
    case 'factor':
      return say('× {factor}', { factor: formatGroupedNumber(line.params.factor) })
    case 'base-price':
      return isAdded ? say('+ base price {credits}', { credits }) : say('base price {credits}', { credits })
    case 'option':
    case 'whole':
      return optionSumText(line, credits, isAdded)
    case 'amount':
    case 'references':
    case 'items': {
      if (line.params.rate?.kind === 'factor') return pricePartText(line)
      const part = isMultiplied(line) ? `${countedText(line)} × ${formatGroupedNumber(line.params.rate.credits)}` : pricePartText(line)
      return isAdded ? say('+ {part} = {credits}', { part, credits }) : say('{part} = {credits}', { part, credits })
    }
    default:
      return assertNever(line)
  }
}

function optionSumText(line: Extract<PriceLine, { code: 'option' | 'whole' }>, credits: string, isAdded: boolean): string {
  if (line.code === 'option' && line.params.rate?.kind === 'factor') {
    const { label, option, rate } = line.params
    return say('× {factor} for {option}', { factor: formatGroupedNumber(rate.factor), option: option === '' ? label : option })
  }
  const part = pricePartText(line)
  return isAdded ? say('+ {credits} for {part}', { credits, part }) : say('{credits} for {part}', { credits, part })
}

type CountedLine = Extract<PriceLine, { code: 'amount' | 'references' | 'items' }>
type MultipliedLine = CountedLine & { readonly params: { readonly rate: Extract<PriceRate, { kind: 'each' }> } }

/** True if the credits are simply the count times a rate. */
function isMultiplied(line: CountedLine): line is MultipliedLine {
  return line.params.rate?.kind === 'each' && !(line.code === 'amount' && line.params.roundedFor !== null)
}

/** Returns the amount that a line counts, such as "5 seconds", "4 images" or "Shots: 2". */
function countedText({ code, params }: CountedLine): string {
  if (code === 'amount' && params.amount.of === 'number' && params.amount.unit !== null)
    return appendUnit(formatGroupedNumber(params.amount.count), params.amount.unit)
  return pricePartText({ code, params: { ...params, rate: null } } as PricePart)
}

function labelled(label: string, value: string): string {
  return label === '' ? value : say('{label}: {value}', { label, value })
}

/** Returns an amount such as `4 images` or `Duration: 5 seconds`. */
function amountText(amount: PricedAmount): string {
  const { count } = amount
  switch (amount.of) {
    case 'outputs':
      return formatMediaCount(count, amount.medium)
    case 'characters':
      return say('{label}: {count, plural, one {# character} other {# characters}}', { label: amount.label, count })
    case 'megapixels':
      return say('{label}: {count, plural, one {# megapixel} other {# megapixels}}', {
        label: amount.label,
        count: Number(count.toFixed(2))
      })
    case 'number':
      return labelled(amount.label, appendUnit(formatGroupedNumber(count), amount.unit))
    default:
      return assertNever(amount)
  }
}

/** Returns a rate such as ` at 4 credits each` or ` at 2 credits per 15`. Empty if `rate` is null. */
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

/** Returns the amount that is charged instead, such as `, rounded up to 1,000,`. Empty if nothing was rounded. */
function roundingText(amount: PricedAmount, rate: PriceRate, roundedFor: number | null): string {
  if (roundedFor === null || rate === null || rate.kind === 'factor') return ''
  if (roundedFor > 1) return say(', rounded up separately for {count} items,', { count: roundedFor })
  const unit = rate.kind === 'per' ? rate.per : 1
  return say(', rounded up to {rounded, number},', { rounded: Math.ceil(amount.count / unit) * unit })
}
