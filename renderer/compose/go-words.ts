import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/capability.ts'
import { countedMedia } from '../../shared/counted-media.ts'
import type { Field } from '../../shared/fields.ts'
import { isEmptyValue, outerName } from '../../shared/fields.ts'
import type { Medium } from '../../shared/json-schema.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Values } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'

/** What the button does, in its own words: "Make 4 pictures", "Swap the face". */
export function goWords(capability: Capability, count: number): string {
  if (capability.category === 'face-swap') return say('Swap the face')
  if (count > 1) return say('Make {outputs}', { outputs: countedMedia(count, capability.output) })
  switch (capability.output) {
    case 'image':
      return say('Make a picture')
    case 'video':
      return say('Make the video')
    case 'audio':
      return say('Make the sound')
    case 'model':
      return say('Make the 3D model')
    case 'text':
      return say('Make the text')
    default:
      return assertNever(capability.output)
  }
}

/** The same while it is not known how many: "Make pictures". */
export function makeWords(output: Medium): string {
  switch (output) {
    case 'image':
      return say('Make pictures')
    case 'video':
      return say('Make videos')
    case 'audio':
      return say('Make sounds')
    case 'model':
      return say('Make 3D models')
    case 'text':
      return say('Make texts')
    default:
      return assertNever(output)
  }
}

/** What pressing the link behind a reason does. */
export type WayOut = { readonly words: string; readonly does: 'show' | 'browse' }

/** The way out of a problem: a file is chosen at once, everything else is shown where it stands. Null: it has no place in the form. */
export function wayOutOf(problem: Problem, fields: readonly Field[], values: Values): WayOut | null {
  const field = fields.find(({ name }) => problem.field !== null && name === outerName(problem.field))
  if (field === undefined) return null
  const isEmpty = isEmptyValue(values[field.name])
  if (field.kind === 'media') {
    if (isEmpty) return { words: say('Choose'), does: 'browse' }
    return problem.index !== null || !field.isMany ? { words: say('Choose another'), does: 'browse' } : { words: say('Show'), does: 'show' }
  }
  return { words: field.kind === 'text' && isEmpty ? say('Write') : say('Show'), does: 'show' }
}

/** "1 thing first", "3 things first". */
export function reasonsTitle(count: number): string {
  return count === 1 ? say('One thing first') : say('{count} things first', { count })
}
