import type { DetectedFace } from '../../shared/task/faces.ts'
import { typesOf } from '../../shared/form/fields/schema-reading.ts'
import type { ToolProperty } from '../../shared/form/tool-arguments.ts'
import { normalizePropertyName } from '../../shared/form/tool-arguments.ts'

/** A reference face: the URL that Kiln sent, and the ID that the service reported. Each is null if unknown. */
export type ReferenceFace = { readonly url: string | null; readonly id: string | null }

/**
 * A selected face and its reference (zero-based index in `references`). `faces` and `references`: everything that the user can choose from.
 */
export type FacePairing = {
  readonly face: DetectedFace
  readonly reference: number
  readonly faces: readonly DetectedFace[]
  readonly references: readonly ReferenceFace[]
}
type Write = (pairing: FacePairing) => unknown

const referenceName = /(?<!p)reference|source|replacement|donor|^refs?(?:$|id|index|number|url|image)/
const faceName =
  /^(?!max|min|num|total|count).*(?:(?<!sur|inter)face|select|selected|selection|choice|chosen|mapping|pair|swap|assignment|target)(?:s|map|list)?(?:ids?|identifiers?|index|indexes|indices|numbers?|positions?)?$/
/** Property names such as `id` and `url`, which don't say what they identify. */
const neutralName = /^(?:ids?|identifiers?|index|indexes|indices|numbers?|positions?|urls?|uris?|image|imageurl)$/

/**
 * Returns whether a property refers to a face or a reference. Tests the property's own name first. If that name is neutral, tests the names
 * of the objects that contain the property. Null if the names are inconclusive.
 */
export function faceSubjectOfProperty({ trail }: ToolProperty): 'face' | 'reference' | null {
  for (const name of trail.toReversed().map(normalizePropertyName)) {
    if (referenceName.test(name)) return 'reference'
    if (faceName.test(name)) return 'face'
    if (!neutralName.test(name)) return null
  }
  return null
}

/** Returns a function that writes a face as an identifier or an index. Null if the property accepts neither. */
export function faceWriter(property: ToolProperty): Write | null {
  const types = typesOf(property.schema)
  const name = normalizePropertyName(property.trail.at(-1))
  if (types.includes('string') || types.length === 0) {
    if (takesUrl(property)) return null
    return saysPosition(name) ? (pairing) => String(indexOf(pairing, firstIndexOf(property))) : ({ face }) => face.id
  }
  if (!types.includes('integer') && !types.includes('number')) return null
  const isId = /(?:ids?|identifiers?)$/.test(name)
  return (pairing) => (isId && /^\d{1,15}$/.test(pairing.face.id) ? Number(pairing.face.id) : indexOf(pairing, firstIndexOf(property)))
}

/** Returns a function that writes a reference as a URL, an identifier or an index. Null if the property doesn't accept any known value. */
export function referenceWriter(property: ToolProperty, references: readonly ReferenceFace[]): Write | null {
  const types = typesOf(property.schema)
  const name = normalizePropertyName(property.trail.at(-1))
  const first = firstIndexOf(property)
  if (types.includes('integer') || types.includes('number')) return ({ reference }) => reference + first
  if (!types.includes('string') && types.length > 0) return null
  if (saysPosition(name)) return ({ reference }) => String(reference + first)
  const isKnown = (what: keyof ReferenceFace): boolean => references.length > 0 && references.every((known) => known[what] !== null)
  if (takesUrl(property)) return isKnown('url') ? ({ reference }) => references[reference]?.url : null
  if (isKnown('id')) return ({ reference }) => references[reference]?.id
  // If the property requires an ID that the service hasn't reported, Kiln can't fill it.
  return !/(?:ids?|identifiers?|key)$/.test(name) && isKnown('url') ? ({ reference }) => references[reference]?.url : null
}

function takesUrl({ trail, schema }: ToolProperty): boolean {
  if (typeof schema.format === 'string') return /^(?:uri|url|iri)/.test(schema.format)
  return /url|uri|link|address|href|image|photo|picture/.test(normalizePropertyName(trail.at(-1)))
}

function saysPosition(name: string): boolean {
  return /index|indexes|indices|number|position|ordinal/.test(name)
}

/**
 * Returns the first index that the tool uses. Detects it from the description, then the minimum, then the name. 0 if it can't be detected.
 */
function firstIndexOf({ trail, schema }: ToolProperty): 0 | 1 {
  const words = `${schema.title ?? ''}. ${schema.description ?? ''}`
  if (countsFrom('1|one').test(words)) return 1
  if (countsFrom('0|zero|nought').test(words)) return 0
  if (schema.minimum === 0) return 0
  if (schema.minimum === 1 || schema['exclusiveMinimum'] === 0) return 1
  return /number|position|ordinal/.test(normalizePropertyName(trail.at(-1))) ? 1 : 0
}

/**
 * Returns a pattern for phrases such as "one-based", "1-indexed" or "starts at 1". `first`: spellings of the first index, separated by `|`,
 * such as `1|one`.
 */
function countsFrom(first: string): RegExp {
  return new RegExp(`\\b(?:${first})[- ](?:based|indexed)\\b|\\b(?:start|count|number)\\w*\\s(?:at|from|with)\\s(?:${first})\\b`, 'i')
}

/**
 * Returns the service's index of a face. Adds 1 if the service counts faces from 0 but the tool counts from 1. If the service didn't report
 * an index, derives it from the face's number.
 */
function indexOf({ face, faces }: FacePairing, first: 0 | 1): number {
  if (face.index === null) return face.number - 1 + first
  return face.index + (first === 1 && faces.some(({ index }) => index === 0) ? 1 : 0)
}
