import type { RecipeLine } from './recipe.ts'

/** A line of several recipes beside each other. `values` in the order of the recipes; null: that one has no such line. */
export type ComparedLine = { readonly name: string; readonly values: readonly (string | null)[]; readonly isSame: boolean }

/** Lines of the same name stand beside each other, where the first recipe that has them puts them. */
export function comparedLines(recipes: readonly (readonly RecipeLine[])[]): readonly ComparedLine[] {
  return namesInOrder(recipes).map((name) => {
    const values = recipes.map((lines) => lines.find((line) => line.name === name)?.value ?? null)
    return { name, values, isSame: values.every((value) => value === values[0]) }
  })
}

/** A name that only a later recipe has comes after the one that it follows there. */
function namesInOrder(recipes: readonly (readonly RecipeLine[])[]): readonly string[] {
  const names: string[] = []
  for (const lines of recipes) {
    let place = 0
    for (const { name } of lines) {
      const known = names.indexOf(name)
      if (known < 0) names.splice(place, 0, name)
      place = known < 0 ? place + 1 : Math.max(place, known + 1)
    }
  }
  return names
}

/** Words of a text, and whether another text has them too. */
export type ComparedWords = { readonly words: string; readonly isOwn: boolean }

/** Longer prompts are not cut into words: the table of their pairs would be large, and the eye lost. */
const mostWords = 1000

/** Chinese has no spaces: each sign is a piece. */
const wordEnd = /(?<=\s)|(?<=\p{Script=Han})|(?=\p{Script=Han})/u

/** A text cut where it differs from another, by the longest run of words that both have in the same order. */
export function wordsBeside(text: string, other: string): readonly ComparedWords[] {
  const own = text.split(wordEnd)
  const its = other.split(wordEnd)
  if (own.length > mostWords || its.length > mostWords) return [{ words: text, isOwn: text !== other }]
  const shared = sharedPlaces(own.map(bare), its.map(bare))
  const pieces: { words: string; isOwn: boolean }[] = []
  own.forEach((words, place) => {
    const isOwn = !shared.has(place)
    const last = pieces.at(-1)
    if (last?.isOwn === isOwn) last.words += words
    else pieces.push({ words, isOwn })
  })
  return pieces
}

function bare(word: string): string {
  return word.trim().toLowerCase()
}

/** Places of the words of `own` that belong to the longest common run. */
function sharedPlaces(own: readonly string[], its: readonly string[]): ReadonlySet<number> {
  const width = its.length + 1
  const lengths = new Uint16Array((own.length + 1) * width)
  const at = (one: number, other: number): number => lengths[one * width + other] ?? 0
  for (let one = own.length - 1; one >= 0; one -= 1)
    for (let other = its.length - 1; other >= 0; other -= 1)
      lengths[one * width + other] = own[one] === its[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1))
  const places = new Set<number>()
  for (let one = 0, other = 0; one < own.length && other < its.length;) {
    if (own[one] === its[other]) {
      places.add(one)
      one += 1
      other += 1
    } else if (at(one + 1, other) >= at(one, other + 1)) one += 1
    else other += 1
  }
  return places
}
