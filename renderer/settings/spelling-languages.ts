/**
 * Returns the default languages for spell checking. `read` has the user's languages, and `available` those with a dictionary. A language
 * without a dictionary is replaced by its base language, such as `de` for `de-CH`. If no dictionary is found, returns US English.
 */
export function defaultSpellingLanguages(available: readonly string[], read: readonly string[]): readonly string[] {
  const found = read.flatMap(
    (language) => available.find((one) => one === language) ?? available.find((one) => one === baseOf(language)) ?? []
  )
  return found.length > 0 ? [...new Set(found)] : available.filter((one) => one === 'en-US')
}

function baseOf(language: string): string {
  return language.split('-')[0] ?? language
}
