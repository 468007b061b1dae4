/** What was mended in a form: the first of it in full, the rest counted. */
export function mendedWords(mended: readonly string[]): string {
  const [first = '', second, ...others] = mended
  if (second === undefined) return first
  return others.length === 0 ? `${first} ${second}` : `${first} ${others.length + 1} more values were mended.`
}
