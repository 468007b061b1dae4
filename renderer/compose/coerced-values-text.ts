import { say } from '../../shared/i18n/say.ts'
/** Fixes made to a form: the first in full, the rest counted. */
export function coercedValuesText(coerced: readonly string[]): string {
  const [first = '', second, ...others] = coerced
  if (second === undefined) return first
  return others.length === 0
    ? `${first} ${second}`
    : say('{first} {others} more values were adjusted.', { first, others: others.length + 1 })
}
