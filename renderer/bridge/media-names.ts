import { assertNever } from '../../shared/assert-never.ts'
import type { MediaField } from '../../shared/fields.ts'
import { imageReference } from '../../shared/image-references.ts'
import { say } from '../../shared/i18n/say.ts'

export type MediaName = 'mask' | 'image' | 'video' | 'sound' | 'model' | 'file'

export function kindOf(field: MediaField): MediaName {
  if (field.isMask) return 'mask'
  if (field.medium === null) return 'file'
  return field.medium === 'audio' ? 'sound' : field.medium
}

/** Noun for one item of a media field, such as "image". Prompts use the same noun. */
export function wordOf(field: MediaField): string {
  const kind = kindOf(field)
  switch (kind) {
    case 'mask':
      return say('mask')
    case 'image':
      return say('image')
    case 'video':
      return say('video')
    case 'sound':
      return say('audio')
    case 'model':
      return say('3D model')
    case 'file':
      return say('file')
    default:
      return assertNever(kind)
  }
}

/** Name of the item at the zero-based `index` of a list, such as "image 2". Prompts refer to images by the same name. */
export function nameInList(field: MediaField, index: number): string {
  return kindOf(field) === 'image' ? imageReference(index) : say('{kind} {number}', { kind: wordOf(field), number: index + 1 })
}
