import type { Capability } from '../capability.ts'
import type { MediaReference, Values } from '../values.ts'
import { isFileReference, isMediaReference } from '../values.ts'
import { sayContract } from '../i18n/say.ts'
import { fieldsOf } from './fields-of.ts'

const mostTitleCharacters = 80

/**
 * The user-facing title of a task: the first words of its prompt or first text, otherwise its file names, otherwise the capability. One
 * line of at most 80 characters. `nameOf` returns the file names of drafts and items.
 */
export function titleOf(capability: Capability, values: Values, nameOf: (reference: MediaReference) => string | null = () => null): string {
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

/** The first words up to the limit. Cut between words if there is a space near the limit. */
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
