import type { Capability } from '../capability.ts'
import type { MediaFacts } from '../media-facts.ts'
import type { FileContent, PixelSize, Problem, Subject } from '../problem.ts'
import type { SubmissionProblem } from '../submission-problem.ts'
import type { MediaReference, Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { z } from 'zod'
import { createField } from './create-field.ts'
import type { MediaField } from './field.ts'
import { missingProblem, subjectOf } from './field-problem.ts'
import { isDecodableFormat } from './image-fix.ts'
import { isEmptyValue } from './media-values.ts'
import { isSameFormat } from './equivalent-formats.ts'
import { ownPropertySchema } from './schema-reading.ts'

/**
 * A function that returns facts about a file, an item or a draft. Returns null if they are unknown. Checks that need facts are then
 * skipped.
 */
export type MediaFactsLookup = (reference: MediaReference) => MediaFacts | null

/** Returns a media field's problems: those with the number of items, and those with each item. */
export function problemsOfMedia(
  capability: Capability,
  field: MediaField,
  values: Values,
  factsOf: MediaFactsLookup,
  isNeeded: boolean
): readonly SubmissionProblem[] {
  const placed = [...placedMedia(values, field.alsoNamed), ...placedMedia(values, field.name)]
  const onField = (found: Problem): SubmissionProblem => ({ ...found, field: field.name, index: null })
  if (placed.length === 0) return isNeeded ? [onField(missingProblem(field))] : []
  const details = placed.flatMap(({ name, index, value }, place) => {
    const subject: Subject = field.isMany ? { kind: 'media-item', medium: field.medium, number: place + 1 } : subjectOf(field)
    return problemsOfValue(field, capability.title, subject, value, factsOf).map((found) => ({ ...found, field: name, index }))
  })
  return [
    ...lengthProblems(field, placed.length, values).map(onField),
    ...details,
    ...sizeProblems(capability, field, values, factsOf).map(onField)
  ]
}

function lengthProblems(field: MediaField, count: number, values: Values): readonly Problem[] {
  const { medium, minItems, maxItems } = field
  if (!field.isMany)
    return Array.isArray(values[field.name]) ? [{ code: 'not-one-item', params: { subject: subjectOf(field), medium } }] : []
  const problems: Problem[] = []
  if (count < minItems) problems.push({ code: 'too-few-media', params: { missing: minItems - count, minItems, medium } })
  if (maxItems !== null && count > maxItems)
    problems.push({ code: 'too-many-media', params: { maxItems, surplus: count - maxItems, medium } })
  return problems
}

/**
 * Returns the problem of media whose pixel size must match that of another field's media (`sameSizeAs`). For example, a mask must match its
 * image. Empty if the sizes match or are unknown.
 */
function sizeProblems(capability: Capability, field: MediaField, values: Values, factsOf: MediaFactsLookup): readonly Problem[] {
  const { sameSizeAs } = field.rule
  const other = sameSizeAs === undefined ? undefined : ownPropertySchema(capability.inputSchema, sameSizeAs)
  if (sameSizeAs === undefined || other === undefined) return []
  const sizeIn = (name: string): PixelSize | null => {
    const [value] = placedMedia(values, name).map((placed) => placed.value)
    const facts = value !== undefined && isMediaReference(value) ? factsOf(value) : null
    return facts === null || facts.width === null || facts.height === null ? null : { width: facts.width, height: facts.height }
  }
  const [size, otherSize] = [sizeIn(field.name), sizeIn(sameSizeAs)]
  if (size === null || otherSize === null || (size.width === otherSize.width && size.height === otherSize.height)) return []
  const otherLabel = createField(sameSizeAs, other, capability.inputSchema).label
  return [{ code: 'different-size', params: { subject: subjectOf(field), size, otherLabel, otherSize } }]
}

type PlacedMedia = { readonly name: string; readonly index: number | null; readonly value: Value }

/** Returns the values of a media property, each with its index. `index` is null for a single value. */
function placedMedia(values: Values, name: string | null): readonly PlacedMedia[] {
  const value = name !== null && Object.hasOwn(values, name) ? values[name] : undefined
  if (name === null || value === undefined || isEmptyValue(value)) return []
  if (!Array.isArray(value)) return [{ name, index: null, value }]
  return value.flatMap((item, index) => (isEmptyValue(item) ? [] : [{ name, index, value: item }]))
}

const httpUrl = /* @__PURE__ */ z.url({ protocol: /^https?$/ })

/** True for an absolute http(s) URL, which the service can load. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && httpUrl.safeParse(text).success
}

function problemsOfValue(field: MediaField, title: string, subject: Subject, value: Value, factsOf: MediaFactsLookup): readonly Problem[] {
  if (typeof value === 'string') return isWebAddress(value) ? [] : [{ code: 'invalid-web-address', params: { subject, value } }]
  if (!isMediaReference(value)) return [{ code: 'not-media', params: { subject } }]
  const facts = factsOf(value)
  return facts === null ? [] : problemsOfFile(field, title, subject, facts)
}

function problemsOfFile(field: MediaField, title: string, subject: Subject, facts: MediaFacts): readonly Problem[] {
  const { name: fileName, bytes, format } = facts
  if (bytes === 0) return [{ code: 'empty-file', params: { fileName } }]
  if (facts.medium === null || (field.medium !== null && facts.medium !== field.medium)) {
    const content: FileContent = { medium: facts.medium, format, contentType: facts.contentType }
    return [{ code: 'wrong-medium', params: { fileName, medium: field.medium, content } }]
  }
  if (facts.isTorn) return [{ code: 'damaged-file', params: { fileName } }]
  const { formats = [], maxBytes } = field.rule
  const problems: Problem[] = []
  if (formats.length > 0 && format !== null && !formats.some((accepted) => isSameFormat(accepted, format))) {
    const isConvertible = facts.medium !== 'image' || isDecodableFormat(format)
    problems.push({ code: 'wrong-format', params: { fileName, format, formats, title, isConvertible } })
  }
  if (maxBytes !== undefined && bytes > maxBytes) problems.push({ code: 'file-too-large', params: { fileName, bytes, maxBytes } })
  return [...problems, ...pixelProblems(field, subject, facts), ...playProblems(field, facts)]
}

function pixelProblems({ rule }: MediaField, subject: Subject, { width, height }: MediaFacts): readonly Problem[] {
  if (width === null || height === null || width === 0 || height === 0) return []
  const { minShortEdge, maxLongEdge, minAspectRatio = null, maxAspectRatio = null } = rule
  const size = { width, height }
  const problems: Problem[] = []
  if (minShortEdge !== undefined && Math.min(width, height) < minShortEdge)
    problems.push({ code: 'short-edge-too-short', params: { subject, size, minShortEdge } })
  if (maxLongEdge !== undefined && Math.max(width, height) > maxLongEdge)
    problems.push({ code: 'long-edge-too-long', params: { subject, size, maxLongEdge } })
  const ratio = width / height
  if ((minAspectRatio !== null && ratio < minAspectRatio) || (maxAspectRatio !== null && ratio > maxAspectRatio))
    problems.push({ code: 'wrong-aspect-ratio', params: { subject, size, minAspectRatio, maxAspectRatio } })
  return problems
}

function playProblems({ rule }: MediaField, facts: MediaFacts): readonly Problem[] {
  const { minDurationInSeconds, maxDurationInSeconds, needsSound, needsStill } = rule
  const { name: fileName, durationInSeconds: seconds } = facts
  const problems: Problem[] = []
  if (minDurationInSeconds !== undefined && seconds !== null && seconds < minDurationInSeconds)
    problems.push({ code: 'too-short-to-play', params: { fileName, seconds, minDurationInSeconds } })
  if (maxDurationInSeconds !== undefined && seconds !== null && seconds > maxDurationInSeconds)
    problems.push({ code: 'too-long-to-play', params: { fileName, seconds, maxDurationInSeconds } })
  if (needsSound === true && facts.hasSound === false) problems.push({ code: 'no-sound', params: { fileName } })
  if (needsStill === true && facts.isAnimated) problems.push({ code: 'not-still', params: { fileName } })
  return problems
}
