import type { ChoiceOption } from '../../shared/form/fields.ts'

export type MatchedOption = ChoiceOption & { readonly index: number }

/**
 * Returns the options that match `text`, ignoring case and accents. Labels that start with `text` come first, then labels with a word that
 * starts with it. Empty text matches all options.
 */
export function matchingOptions(options: readonly ChoiceOption[], text: string): readonly MatchedOption[] {
  const sought = plain(text)
  const placed = options.map((option, index) => ({ ...option, index }))
  if (sought === '') return placed
  const ranks = placed.map((option) => ({ option, rank: rankOf(plain(option.label), sought) })).filter(({ rank }) => rank < 3)
  return ranks.toSorted((one, other) => one.rank - other.rank || one.option.index - other.option.index).map(({ option }) => option)
}

function rankOf(label: string, sought: string): number {
  if (label.startsWith(sought)) return 0
  if (label.includes(` ${sought}`)) return 1
  return label.includes(sought) ? 2 : 3
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
