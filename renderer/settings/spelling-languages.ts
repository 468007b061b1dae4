/** Default languages for spell checking: the user's languages that have a dictionary, else US English. */
export function defaultSpellingLanguages(available: readonly string[], read: readonly string[]): readonly string[] {
  const found = read.flatMap(
    (language) => available.find((one) => one === language) ?? available.find((one) => one === baseOf(language)) ?? []
  )
  return found.length > 0 ? [...new Set(found)] : available.filter((one) => one === 'en-US')
}

function baseOf(language: string): string {
  return language.split('-')[0] ?? language
}
