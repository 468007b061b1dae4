import type { Capability } from '../../shared/capability.ts'
import type { Field } from '../../shared/fields.ts'
import { isEmptyValue, outerName } from '../../shared/fields.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Values } from '../../shared/values.ts'
import { mediumWords } from '../bridge/capability-words.ts'

/** What the button does, in its own words: "Make 4 pictures", "Swap the face". */
export function goWords(capability: Capability, count: number): string {
  if (capability.category === 'face-swap') return 'Swap the face'
  const word = mediumWords(capability.output)
  return count > 1 ? `Make ${count} ${word}s` : `Make ${word === 'picture' ? 'a' : 'the'} ${word}`
}

/** What pressing the link behind a reason does. */
export type WayOut = { readonly words: string; readonly does: 'show' | 'browse' }

/** The way out of a problem: a file is chosen at once, everything else is shown where it stands. Null: it has no place in the form. */
export function wayOutOf(problem: Problem, fields: readonly Field[], values: Values): WayOut | null {
  const field = fields.find(({ name }) => problem.field !== null && name === outerName(problem.field))
  if (field === undefined) return null
  const isEmpty = isEmptyValue(values[field.name])
  if (field.kind === 'media') {
    if (isEmpty) return { words: 'Choose', does: 'browse' }
    return problem.index !== null || !field.isMany ? { words: 'Choose another', does: 'browse' } : { words: 'Show', does: 'show' }
  }
  return { words: field.kind === 'text' && isEmpty ? 'Write' : 'Show', does: 'show' }
}

/** "1 thing first", "3 things first". */
export function reasonsTitle(count: number): string {
  return count === 1 ? 'One thing first' : `${count} things first`
}
