import { assertNever } from '../../shared/assert-never.ts'
import type { Capability, Category } from '../../shared/capability.ts'
import type { Medium } from '../../shared/json-schema.ts'

/** A category as it is said: "Sound", not "audio". */
export function categoryWords(category: Category): string {
  switch (category) {
    case 'image':
      return 'Image'
    case 'video':
      return 'Video'
    case 'audio':
      return 'Sound'
    case '3d':
      return '3D'
    case 'face-swap':
      return 'Face swap'
    case 'effects':
      return 'Effects'
    default:
      return assertNever(category)
  }
}

/** A medium as it is said: "picture", not "image". */
export function mediumWords(medium: Medium): string {
  switch (medium) {
    case 'image':
      return 'picture'
    case 'video':
      return 'video'
    case 'audio':
      return 'sound'
    case 'model':
      return '3D model'
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
