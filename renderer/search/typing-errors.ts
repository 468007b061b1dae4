/** Minimum length of a typed word in which one letter may be wrong. Shorter words would match too many others. */
const shortestWithOneSlip = 4
const shortestWithTwoSlips = 8

/** Returns the maximum number of typing errors in a typed word. An error is one letter wrong, missing or extra, or two letters swapped. */
export function maxTypingErrors(typed: string): number {
  if (typed.length < shortestWithOneSlip) return 0
  return typed.length < shortestWithTwoSlips ? 1 : 2
}

/**
 * Returns the length of the prefix of `word` that `typed` matches with at most `slips` typing errors. Null if `typed` doesn't match. Words
 * also match while they are being typed, so any ending may follow the prefix. If `word` is more than `slips` letters longer than `typed`,
 * the last typed letter must be correct. Otherwise, every short input would match half the dictionary.
 */
export function fuzzyPrefixLength(typed: string, word: string, slips: number): number | null {
  if (word.length < typed.length - slips) return null
  const end = matched(typed, 0, word, 0, slips)
  if (end === null) return null
  const isOverSoon = word.length <= typed.length + slips
  return isOverSoon || word.charAt(end - 1) === typed.charAt(typed.length - 1) ? end : null
}

/** Returns the index in `word` at which the match ends. If several ends are possible, returns the first. Null if there is no match. */
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
