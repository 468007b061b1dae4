import { basename } from 'node:path'
import type { Value, Values } from '../../shared/values.ts'
import { isFileReference, isItemReference } from '../../shared/values.ts'

/** A face that a task was sent with, in the order in which it stands in the form. `path`: its file on this computer, if it has one. */
export type SentReference = { readonly index: number; readonly letter: string; readonly name: string; readonly path: string | null }

/**
 * The reference faces among the values of a task: pictures in fields that are called after a reference, or after a face that is not the
 * target's.
 *
 * @param pathOfItem the file of a library item, or null when it is gone
 */
export function referencesOf(values: Values, pathOfItem: (item: string) => string | null): readonly SentReference[] {
  const found: { readonly name: string; readonly path: string | null }[] = []
  const walk = (value: Value, field: string): void => {
    if (isFileReference(value)) return add(field, value.file)
    if (isItemReference(value)) return add(field, pathOfItem(value.item))
    if (typeof value === 'string') {
      if (isReferenceField(field) && /^https?:\/\//.test(value)) found.push({ name: nameOfAddress(value), path: null })
    } else if (Array.isArray(value)) for (const item of value as readonly Value[]) walk(item, field)
    else if (typeof value === 'object' && value !== null) for (const [name, inner] of Object.entries(value)) walk(inner, name)
  }
  const add = (field: string, path: string | null): void => {
    if (isReferenceField(field)) found.push({ name: path === null ? 'a result that is gone' : basename(path), path })
  }
  for (const [name, value] of Object.entries(values)) walk(value, name)
  return found.map((reference, index) => ({ ...reference, index, letter: letterOf(index) }))
}

function isReferenceField(name: string): boolean {
  return /reference|source|donor/i.test(name) || (/face/i.test(name) && !/target/i.test(name))
}

/** A to Z, then AA. */
function letterOf(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : `${letterOf(Math.floor(index / 26) - 1)}${letter}`
}

function nameOfAddress(url: string): string {
  const { hostname, pathname } = new URL(url)
  return pathname.split('/').at(-1) || hostname
}
