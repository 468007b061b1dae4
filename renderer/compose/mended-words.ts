import { say } from '../../shared/words/say.ts'
/** What was mended in a form: the first of it in full, the rest counted. */
export function mendedWords(mended: readonly string[]): string {
  const [first = '', second, ...others] = mended
  if (second === undefined) return first
  return others.length === 0 ? `${first} ${second}` : say('{first} {others} more values were mended.', { first, others: others.length + 1 })
}
