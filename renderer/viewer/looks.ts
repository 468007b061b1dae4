import type { Medium } from '../../shared/json-schema.ts'

/** Ways to look at a picture beside what it was made from. */
export const looks = ['result', 'slider', 'side', 'blink'] as const
export type Look = (typeof looks)[number]

/** What each medium can be looked at beside what it was made from; nothing: a model or a text alone. */
export const looksOf: { readonly [medium in Medium]: readonly Look[] } = {
  image: looks,
  video: ['result', 'side'],
  audio: ['result', 'side'],
  model: [],
  text: []
}

/** What can be looked at; without anything to hold it against there is the result alone. */
export function lookInForce(wanted: Look, medium: Medium, hasBefore: boolean): Look {
  return hasBefore && looksOf[medium].includes(wanted) ? wanted : 'result'
}

/** How long each of the two stands while they blink, in milliseconds: slow enough to be no flash (WCAG 2.3.1). */
export const blinkInMs = 800
