import { say } from '../../shared/i18n/say.ts'
/** Adjustments made to a form. One or two are shown in full. If there are more, the first is shown and the others are counted. */
export function coercedValuesText(coerced: readonly string[]): string {
  const [first = '', second, ...others] = coerced
  if (second === undefined) return first
  return others.length === 0
    ? `${first} ${second}`
    : say('{first} {others} more values were adjusted.', { first, others: others.length + 1 })
}
