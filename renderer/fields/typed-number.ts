/**
 * A typed number as a value. Undefined if the text is empty. Text that isn't a number stays text, so that validation can report it. A comma
 * may be the decimal point, or group thousands as in "30,000".
 */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const unsigned = trimmed.replace(/^\+/, '')
  const isGrouped = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(unsigned)
  const plain = isGrouped ? unsigned.replaceAll(',', '') : unsigned.replace(/^(-?\d+),(\d+)$/, '$1.$2')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : trimmed
}
