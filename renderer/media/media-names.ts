import { assertNever } from '../../shared/assert-never.ts'
import type { MediaField } from '../../shared/form/fields.ts'
import { imageReferenceText } from '../../shared/phrases/image-reference-text.ts'
import { say } from '../../shared/i18n/say.ts'

export type MediaFieldKind = 'mask' | 'image' | 'video' | 'sound' | 'model' | 'file'

export function mediaFieldKind(field: MediaField): MediaFieldKind {
  if (field.isMask) return 'mask'
  if (field.medium === null) return 'file'
  return field.medium === 'audio' ? 'sound' : field.medium
}

/** Returns the noun for one item of a media field, such as "image". Prompts use the same noun. */
export function mediaFieldNoun(field: MediaField): string {
  const kind = mediaFieldKind(field)
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

/** Returns the name of the item at the zero-based `index` of a list, such as "image 2". Prompts refer to images by the same name. */
export function mediaItemName(field: MediaField, index: number): string {
  return mediaFieldKind(field) === 'image'
    ? imageReferenceText(index)
    : say('{kind} {number}', { kind: mediaFieldNoun(field), number: index + 1 })
}
