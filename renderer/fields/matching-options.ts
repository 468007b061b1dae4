import type { ChoiceOption } from '../../shared/fields.ts'

export type PlacedOption = ChoiceOption & { readonly place: number }

/** The options that a typed text finds, whatever its case and accents: those that begin with it first. All of them for an empty text. */
export function matchingOptions(options: readonly ChoiceOption[], text: string): readonly PlacedOption[] {
  const sought = plain(text)
  const placed = options.map((option, place) => ({ ...option, place }))
  if (sought === '') return placed
  const ranks = placed.map((option) => ({ option, rank: rankOf(plain(option.label), sought) })).filter(({ rank }) => rank < 3)
  return ranks.toSorted((one, other) => one.rank - other.rank || one.option.place - other.option.place).map(({ option }) => option)
}

function rankOf(label: string, sought: string): number {
  if (label.startsWith(sought)) return 0
  if (label.includes(` ${sought}`)) return 1
  return label.includes(sought) ? 2 : 3
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
