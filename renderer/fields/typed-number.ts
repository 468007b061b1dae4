/**
 * A typed number as a value: empty is no value, a number is a number, and anything else stays the text it is, so that the check can say
 * what is wrong with it. A comma may stand for the decimal point.
 */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const plain = trimmed.replace(/^\+/, '').replace(/^(-?\d+),(\d+)$/, '$1.$2')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : trimmed
}
