import type { TextValues } from './say.ts'

/** Around a value while its text is put together: two that are no characters, which no text has. */
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
 * What a Chinese text needs around its values: a space beside Latin words and figures, none beside Chinese. `format` puts the text together. Spaces
 * within a value stay as they are.
 */
export function withChineseSpaces(values: TextValues, format: (values: TextValues) => string): string {
  const enclosed = Object.entries(values).map(([name, value]) => [name, isFigure(value) ? value : `${opens}${value}${closes}`] as const)
  return format(Object.fromEntries(enclosed))
    .replace(needless, '$1$2$3$4')
    .replace(missingBefore, ' ')
    .replace(missingAfter, ' ')
    .replace(marks, '')
}

/** Figures are counted with; the texts have their spaces. */
function isFigure(value: string | number): boolean {
  return typeof value === 'number' || value.trim() === '' || Number.isFinite(Number(value))
}
