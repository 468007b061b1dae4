import type { Capability } from '../capability.ts'
import type { MediaReference, Values } from '../values.ts'
import { isFileReference, isMediaReference } from '../values.ts'
import { sayContract } from '../../i18n/say-contract.ts'
import { fieldsOf } from './fields-of.ts'

const mostTitleCharacters = 80

/**
 * Returns the user-facing title of a task, on one line of at most 80 characters. It is the first text other than a negative prompt. Without
 * a text, it is the names of the files. Without files, it is the capability's title. `nameOf` returns the file name of a media reference,
 * or null if unknown.
 */
export function taskTitle(
  capability: Capability,
  values: Values,
  nameOf: (reference: MediaReference) => string | null = () => null
): string {
  const fields = fieldsOf(capability, values)
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
    if (field.kind === 'text' && field.role !== 'leave-out' && typeof value === 'string' && value.trim() !== '') return shortened(value)
  }
  const names = fields.flatMap((field) => {
    if (field.kind !== 'media') return []
    return [field.alsoNamed, field.name].flatMap((name) => {
      const value = name !== null && Object.hasOwn(values, name) ? values[name] : undefined
      return (Array.isArray(value) ? value : [value]).flatMap((item) => {
        const fileName =
          typeof item === 'string'
            ? nameInUrl(item)
            : isMediaReference(item)
              ? (nameOf(item) ?? (isFileReference(item) ? nameInPath(item.file) : null))
              : null
        return fileName === null ? [] : [fileName]
      })
    })
  })
  return names.length > 0 ? shortened(names.join(', ')) : sayContract(capability.title)
}

/** Shortens a text to the limit. Cuts at the last space if that space is in the second half of the text. */
function shortened(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  if (characters.length <= mostTitleCharacters) return characters.join('')
  const start = characters.slice(0, mostTitleCharacters - 1).join('')
  const lastSpace = start.lastIndexOf(' ')
  return `${lastSpace > start.length / 2 ? start.slice(0, lastSpace) : start}…`
}

function nameInPath(path: string): string | null {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? null
}

function nameInUrl(url: string): string | null {
  const path = /^[a-z]+:\/\/[^/?#]+\/([^?#]*)/i.exec(url.trim())?.[1] ?? ''
  const last = path.split('/').findLast((part) => part !== '')
  if (last === undefined) return null
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
