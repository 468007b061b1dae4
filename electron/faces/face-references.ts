import { basename } from 'node:path'
import type { ReferenceFace } from './face-values.ts'
import type { Value, Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { isFileReference, isItemReference } from '../../shared/form/values.ts'
import type { ParsedReference } from './parse-faces.ts'

/** A reference face sent with a task. `index`: zero-based position in the form. `path`: path of the local file, or null. */
export type SentReference = { readonly index: number; readonly letter: string; readonly name: string; readonly path: string | null }

/**
 * Returns the reference faces in a task's values: files, results and URLs. The field's name contains “reference”, “source” or “donor”, or
 * it contains “face” but not “target”.
 *
 * @param pathOfItem returns the path of a library item's file, or null if the item was deleted
 */
export async function sentReferences(
  values: Values,
  pathOfItem: (item: string) => Promise<string | null>
): Promise<readonly SentReference[]> {
  const sent = referencesIn(values).map(async ({ value }, index) => {
    const path = isFileReference(value) ? value.file : isItemReference(value) ? await pathOfItem(value.item) : null
    const name = typeof value === 'string' ? nameOfAddress(value) : path === null ? say('Deleted result') : basename(path)
    return { index, letter: letterOf(index), name, path }
  })
  return Promise.all(sent)
}

/**
 * Returns the service's URL and ID of each reference face. `body`: the request body as sent, which contains each file's URL. Null if
 * unknown.
 *
 * @param shown the references that the service shows with the faces
 */
export function knownReferences(values: Values, body: string | null, shown: readonly ParsedReference[]): readonly ReferenceFace[] {
  const sent = referencesIn(parsedObject(body))
  const own = referencesIn(values)
  return own.map(({ field }, index) => {
    const place = own.slice(0, index).filter((before) => before.field === field).length
    const ofField = sent.filter((reference) => reference.field === field)
    // If the request body and the form have different numbers of references, the references can't be matched.
    const isSame = ofField.length === own.filter((reference) => reference.field === field).length
    const address = isSame ? ofField[place]?.value : undefined
    const url = typeof address === 'string' ? address : null
    const found =
      shown.find((reference) => url !== null && reference.url === url) ?? (shown.length === own.length ? shown[index] : undefined)
    return { url, id: found?.id ?? null }
  })
}

function parsedObject(text: string | null): Values {
  const value: unknown = text === null ? null : JSON.parse(text)
  return typeof value === 'object' && value !== null ? (value as Values) : {}
}

type ReferenceValue = { readonly field: string; readonly value: Value }

function referencesIn(values: Values): readonly ReferenceValue[] {
  const found: ReferenceValue[] = []
  const walk = (value: Value, field: string): void => {
    const isAddress = typeof value === 'string' && /^https?:\/\//.test(value)
    if (isAddress || isFileReference(value) || isItemReference(value)) {
      if (isReferenceField(field)) found.push({ field, value })
    } else if (Array.isArray(value)) for (const item of value as readonly Value[]) walk(item, field)
    else if (typeof value === 'object' && value !== null) for (const [name, inner] of Object.entries(value)) walk(inner, name)
  }
  for (const [name, value] of Object.entries(values)) walk(value, name)
  return found
}

function isReferenceField(name: string): boolean {
  return /reference|source|donor/i.test(name) || (/face/i.test(name) && !/target/i.test(name))
}

/** Returns A to Z for the first 26 indexes, then AA, AB and so on. */
function letterOf(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : `${letterOf(Math.floor(index / 26) - 1)}${letter}`
}

function nameOfAddress(url: string): string {
  const { hostname, pathname } = new URL(url)
  return pathname.split('/').at(-1) || hostname
}
