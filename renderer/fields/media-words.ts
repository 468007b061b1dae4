import { assertNever } from '../../shared/assert-never.ts'
import type { MediaField } from '../../shared/fields.ts'
import type { IconName } from '../ui/icon.tsx'

/** What one piece of media of a field is called: "image", the word that prompts use. */
export function wordOf(field: MediaField): string {
  if (field.isMask) return 'mask'
  switch (field.medium) {
    case 'image':
    case 'video':
      return field.medium
    case 'audio':
      return 'sound'
    case 'model':
      return '3D model'
    case null:
      return 'file'
    default:
      return assertNever(field.medium)
  }
}

/** "image 2": the words that the prompt uses. */
export function nameInList(field: MediaField, index: number): string {
  return `${wordOf(field)} ${index + 1}`
}

/** What to do with an empty well. */
export function wellWords(field: MediaField): string {
  const word = wordOf(field)
  if (field.isMask) return 'Paint a mask, or drop one here'
  if (!field.isMany) return `Drop ${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word} here, or paste it`
  const most = field.maxItems === null ? '' : field.maxItems === 1 ? '1 ' : `up to ${field.maxItems} `
  return `Drop ${most}${word}${field.maxItems === 1 ? '' : 's'} here, or paste them`
}

export function iconOfField(field: MediaField): IconName {
  if (field.isMask) return 'brush'
  if (field.medium === 'image') return /face/i.test(field.name) ? 'face' : 'image-plus'
  return field.medium ?? 'file'
}
