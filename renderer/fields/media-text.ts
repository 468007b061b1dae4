import { assertNever } from '../../shared/assert-never.ts'
import type { MediaField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { mediaFieldKind, type MediaFieldKind } from '../media/media-names.ts'
import type { IconName } from '../ui/icon.tsx'

/**
 * Returns the instructions for an empty drop zone. `canPaint` is true if the image beneath the mask is available as a file. A web URL isn't
 * enough, because its pixels are unknown.
 */
export function dropZoneText(field: MediaField, canPaint: boolean): string {
  if (field.isMask)
    return canPaint ? say('Paint a mask, or drop one here') : say('Drop a mask here. To paint one, add the image as a file.')
  if (!field.isMany) return dropOneText(mediaFieldKind(field))
  const kind = mediaFieldKind(field)
  if (field.maxItems === null) return dropManyText(kind)
  return field.maxItems === 1
    ? say('Drop or paste {files} here', { files: countedOf(kind, 1) })
    : say('Drop or paste up to {files} here', { files: countedOf(kind, field.maxItems) })
}

function dropOneText(kind: MediaFieldKind): string {
  switch (kind) {
    case 'mask':
      return say('Drop a mask here, or paste it')
    case 'image':
      return say('Drop or paste an image')
    case 'video':
      return say('Drop a video here, or paste it')
    case 'sound':
      return say('Drop an audio file here, or paste it')
    case 'model':
      return say('Drop a 3D model here, or paste it')
    case 'file':
      return say('Drop a file here, or paste it')
    default:
      return assertNever(kind)
  }
}

function dropManyText(kind: MediaFieldKind): string {
  switch (kind) {
    case 'mask':
      return say('Drop masks here, or paste them')
    case 'image':
      return say('Drop images here, or paste them')
    case 'video':
      return say('Drop videos here, or paste them')
    case 'sound':
      return say('Drop audio files here, or paste them')
    case 'model':
      return say('Drop 3D models here, or paste them')
    case 'file':
      return say('Drop files here, or paste them')
    default:
      return assertNever(kind)
  }
}

function countedOf(kind: MediaFieldKind, count: number): string {
  switch (kind) {
    case 'mask':
      return say('{count, plural, one {# mask} other {# masks}}', { count })
    case 'image':
      return say('{count, plural, one {# image} other {# images}}', { count })
    case 'video':
      return say('{count, plural, one {# video} other {# videos}}', { count })
    case 'sound':
      return say('{count, plural, one {# audio file} other {# audio files}}', { count })
    case 'model':
      return say('{count, plural, one {# 3D model} other {# 3D models}}', { count })
    case 'file':
      return say('{count, plural, one {# file} other {# files}}', { count })
    default:
      return assertNever(kind)
  }
}

export function mediaFieldIcon(field: MediaField): IconName {
  if (field.isMask) return 'brush'
  if (field.medium === 'image') return /face/i.test(field.name) ? 'face' : 'image-plus'
  return field.medium ?? 'file'
}
