/** Shorter words have too many that are spelled alike. */
const shortestWithOneSlip = 4
const shortestWithTwoSlips = 8

/** How many letters of a typed word may be wrong, missing, too many, or change places. */
export function slipsAllowed(typed: string): number {
  if (typed.length < shortestWithOneSlip) return 0
  return typed.length < shortestWithTwoSlips ? 1 : 2
}

/**
 * How much of a word is meant by what was typed with up to `slips` mistakes: the length of its beginning, or null. A slip is one letter
 * wrong, missing, too many, or two that changed places. So that a word is found while it is still being typed, what follows is free; but
 * only where the last letter is right, or hardly anything follows: else every short word would mean half the dictionary.
 */
export function meantPart(typed: string, word: string, slips: number): number | null {
  if (word.length < typed.length - slips) return null
  const end = matched(typed, 0, word, 0, slips)
  if (end === null) return null
  const isOverSoon = word.length <= typed.length + slips
  return isOverSoon || word.charAt(end - 1) === typed.charAt(typed.length - 1) ? end : null
}

/** Where the match ends in the word; of several ways the first that does. */
function matched(typed: string, typedFrom: number, word: string, wordFrom: number, slips: number): number | null {
  let at = typedFrom
  let place = wordFrom
  while (at < typed.length && place < word.length && typed.charCodeAt(at) === word.charCodeAt(place)) {
    at += 1
    place += 1
  }
  if (at === typed.length) return place
  if (slips === 0) return null
  const isSwapped = typed.charCodeAt(at) === word.charCodeAt(place + 1) && typed.charCodeAt(at + 1) === word.charCodeAt(place)
  const left = slips - 1
  return (
    (isSwapped ? matched(typed, at + 2, word, place + 2, left) : null) ??
    (place < word.length ? matched(typed, at + 1, word, place + 1, left) : null) ??
    matched(typed, at + 1, word, place, left) ??
    (place < word.length ? matched(typed, at, word, place + 1, left) : null)
  )
}
