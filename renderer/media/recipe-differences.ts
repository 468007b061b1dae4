import { say } from '../../shared/i18n/say.ts'
import type { RecipeLine } from './recipe.ts'

/**
 * A recipe line, with its values in several recipes side by side. `values` are in recipe order. A value is null if its recipe lacks the
 * line.
 */
export type RecipeComparisonLine = { readonly name: string; readonly values: readonly (string | null)[]; readonly isSame: boolean }

/** Aligns lines with the same name, in the order in which the names first appear. */
export function compareRecipeLines(recipes: readonly (readonly RecipeLine[])[]): readonly RecipeComparisonLine[] {
  return namesInOrder(recipes).map((name) => {
    const values = recipes.map((lines) => lines.find((line) => line.name === name)?.value ?? null)
    return { name, values, isSame: values.every((value) => value === values[0]) }
  })
}

/** Returns column headings, numbered like the results. Titles are omitted if they are all the same. */
export function comparisonColumnHeadings(titles: readonly string[]): readonly string[] {
  const areSame = titles.every((title) => title === titles[0])
  return titles.map((title, place) => (areSame ? say('Result {index}', { index: place + 1 }) : `${place + 1}. ${title}`))
}

/**
 * Returns the line names of all recipes, without duplicates. A name that first appears in a later recipe is inserted after its predecessor
 * in that recipe.
 */
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

/** Consecutive words of a text. `isDifferent` is true if the other text lacks these words. */
export type DiffPart = { readonly text: string; readonly isDifferent: boolean }

/** Maximum number of words to compare. For longer prompts, the table of word pairs would be large and the result unreadable. */
const maxWords = 1000

/** Boundaries between words. Chinese has no spaces, so each Chinese character is a word. */
const wordEnd = /(?<=\s)|(?<=\p{Script=Han})|(?=\p{Script=Han})/u

/** Splits `text` into parts that `other` contains and parts that it doesn't. Compares words by their longest common subsequence. */
export function diffWords(text: string, other: string): readonly DiffPart[] {
  const own = text.split(wordEnd)
  const its = other.split(wordEnd)
  if (own.length > maxWords || its.length > maxWords) return [{ text, isDifferent: text !== other }]
  const shared = sharedPlaces(own.map(bare), its.map(bare))
  const pieces: { text: string; isDifferent: boolean }[] = []
  own.forEach((piece, place) => {
    const isDifferent = !shared.has(place)
    const last = pieces.at(-1)
    if (last?.isDifferent === isDifferent) last.text += piece
    else pieces.push({ text: piece, isDifferent })
  })
  return pieces
}

function bare(word: string): string {
  return word.trim().toLowerCase()
}

/** Returns the indexes of the words in `own` that belong to the longest common subsequence with `its`. */
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
