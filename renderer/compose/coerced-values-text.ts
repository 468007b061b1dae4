import { say } from '../../shared/i18n/say.ts'
/**
 * Returns text about the adjustments made to a form's values. One or two adjustments are listed in full. If there are more, only the first
 * is listed and the others are counted.
 */
export function coercedValuesText(coerced: readonly string[]): string {
  const [first = '', second, ...others] = coerced
  if (second === undefined) return first
  return others.length === 0
    ? `${first} ${second}`
    : say('{first} {others} more values were adjusted.', { first, others: others.length + 1 })
}
