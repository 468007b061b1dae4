import { assertNever } from '../../shared/assert-never.ts'
import type { Capability, Category } from '../../shared/form/capability.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import { say } from '../../shared/i18n/say.ts'

export function categoryText(category: Category): string {
  switch (category) {
    case 'image':
      return say('Image')
    case 'video':
      return say('Video')
    case 'audio':
      return say('Audio')
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

export function mediumText(medium: Medium): string {
  switch (medium) {
    case 'image':
      return say('image')
    case 'video':
      return say('video')
    case 'audio':
      return say('audio')
    case 'model':
      return say('3D model')
    case 'text':
      return say('text')
    default:
      return assertNever(medium)
  }
}

/**
 * Returns the icon name for a capability. Face swap and effects have their own icons. All other categories use the output medium's icon.
 */
export function capabilityIcon({ category, output }: Capability): Medium | 'face' | 'effects' {
  if (category === 'face-swap') return 'face'
  if (category === 'effects') return 'effects'
  return output
}
