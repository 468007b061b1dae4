import type { TextValues } from './say.ts'

/** Delimiters around a value while its text is formatted. Both are noncharacters, which don't occur in texts. */
const opens = '\uFDD0'
const closes = '\uFDD1'

const chinese = String.raw`[\p{Script=Han}\u3000-\u303F\uFF01-\uFF60“”‘’…]`
const ideograph = String.raw`\p{Script=Han}`
const western = String.raw`[\p{Script=Latin}\p{Nd}]`

const needless = new RegExp(`(?<=${chinese})(?:(${closes}) (${opens}?)|(${closes}?) (${opens}))(?=${chinese})`, 'gu')
const missingBefore = new RegExp(`(?<=${ideograph})${opens}(?=${western})`, 'gu')
const missingAfter = new RegExp(`(?<=${western})${closes}(?=${ideograph})`, 'gu')
const marks = new RegExp(`[${opens}${closes}]`, 'gu')

/**
 * Adjusts the spaces around values in a Chinese text. A value next to Latin words or digits gets a space. A value next to Chinese
 * characters doesn't get one. `format` inserts the values into the text. Spaces within a value are unchanged.
 */
export function formatWithChineseSpaces(values: TextValues, format: (values: TextValues) => string): string {
  const enclosed = Object.entries(values).map(([name, value]) => [name, isFigure(value) ? value : `${opens}${value}${closes}`] as const)
  return format(Object.fromEntries(enclosed))
    .replace(needless, '$1$2$3$4')
    .replace(missingBefore, ' ')
    .replace(missingAfter, ' ')
    .replace(marks, '')
}

/**
 * True for numbers, numeric text and blank text. These values don't get delimiters. Plurals need real numbers, and the catalogue's texts
 * already have the correct spaces around numbers.
 */
function isFigure(value: string | number): boolean {
  return typeof value === 'number' || value.trim() === '' || Number.isFinite(Number(value))
}
