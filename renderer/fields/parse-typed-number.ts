/**
 * Parses a typed number. Undefined if `text` is blank. Other text that isn't a number is returned trimmed, so that validation can report
 * it. A comma can be the decimal separator, or can group thousands as in "30,000".
 */
export function parseTypedNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const unsigned = trimmed.replace(/^\+/, '')
  const isGrouped = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(unsigned)
  const plain = isGrouped ? unsigned.replaceAll(',', '') : unsigned.replace(/^(-?\d+),(\d+)$/, '$1.$2')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : trimmed
}
