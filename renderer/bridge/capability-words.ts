import { assertNever } from '../../shared/assert-never.ts'
import type { Capability, Category } from '../../shared/capability.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { say } from '../../shared/words/say.ts'

/** A category as it is said: "Sound", not "audio". */
export function categoryWords(category: Category): string {
  switch (category) {
    case 'image':
      return say('Image')
    case 'video':
      return say('Video')
    case 'audio':
      return say('Sound')
    case '3d':
      return '3D'
    case 'face-swap':
      return say('Face swap')
    case 'effects':
      return say('Effects')
    default:
      return assertNever(category)
  }
}

/** A medium as it is said: "picture", not "image". */
export function mediumWords(medium: Medium): string {
  switch (medium) {
    case 'image':
      return say('picture')
    case 'video':
      return say('video')
    case 'audio':
      return say('sound')
    case 'model':
      return say('3D model')
    case 'text':
      return say('text')
    default:
      return assertNever(medium)
  }
}

/** Name of the ui kit's icon for a capability: its category where that says more than what comes out. */
export function capabilityIcon({ category, output }: Capability): Medium | 'face' | 'effects' {
  if (category === 'face-swap') return 'face'
  if (category === 'effects') return 'effects'
  return output
}
