import type { ChoiceField, Field, GroupField, ListField } from '../../shared/form/fields.ts'
import { fieldsInGroup, listItemField, rangeFieldsOf, ratioOfSize, valuesInGroup } from '../../shared/form/fields.ts'
import type { MediaFacts } from '../../shared/form/media-facts.ts'
import { isMediaReference, type MediaReference, type Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { choiceVariant, numericAspectRatio } from '../fields/choice-variants.ts'
import { drawnFieldsOf, frameOfMargins } from '../fields/editor/drawn-fields.ts'
import { formatDuration, formatPixelSize } from '../ui/format.ts'

/**
 * Returns text that describes a setting's effect on the form's first file. A scale of 4 gives "1280 × 720 → 5120 × 2880". A ratio gives
 * "16:9 → 1:1", and 5 added seconds give "0:12 → 0:17". `capabilityId` tells whether a duration is added, and whether a factor slows down.
 * Null if the setting changes nothing, if the file isn't measured, or if the effect isn't certain.
 */
export function settingEffectText(
  field: Field,
  capabilityId: string,
  fields: readonly Field[],
  values: Values,
  factsOf: (reference: MediaReference) => MediaFacts | null
): string | null {
  const facts = firstFacts(fields, values, factsOf)
  if (facts === null) return null
  if (field.kind === 'choice' && /scale|upscal/i.test(field.name)) return scaledText(amountOf(field, values), facts)
  if (field.kind === 'choice' && choiceVariant(field) === 'shapes') return ratioText(field, values, facts)
  if (field.kind === 'number' && /duration|seconds/i.test(field.name) && /extend/i.test(capabilityId))
    return longerText(amountOf(field, values), facts)
  if (field.kind === 'group') return marginText(field, values, facts)
  if (field.kind === 'list' && /slow/i.test(capabilityId)) return longerText(slowedSeconds(field, values, facts), facts)
  return null
}

function scaledText(scale: number | null, { width, height }: MediaFacts): string | null {
  if (scale === null || width === null || height === null) return null
  return changeText(formatPixelSize(width, height), formatPixelSize(Math.round(width * scale), Math.round(height * scale)))
}

/** Maximum number in a displayed ratio. Ratios with larger numbers are hard to read. */
const largestInRatio = 21

/**
 * Returns text with the file's aspect ratio and the chosen one. Omits pixels, because the service may crop, extend or scale. Null if the
 * ratios are equal, unknown or hard to read.
 */
function ratioText(field: ChoiceField, values: Values, { width, height }: MediaFacts): string | null {
  const option = field.options.find(({ value }) => value === (values[field.name] ?? field.default))
  const chosen = option === undefined ? null : numericAspectRatio(option)
  if (chosen === null || width === null || height === null) return null
  const [from, to] = [ratioOfSize({ width, height }), ratioOfSize(chosen)]
  const isReadable = [from, to].every((ratio) => ratio.split(':').every((number) => Number(number) <= largestInRatio))
  return from === to || !isReadable ? null : changeText(from, to)
}

/** Returns text with the size before and after a group adds margins at the edges. Null if no margins are added. */
function marginText(field: GroupField, values: Values, { width, height }: MediaFacts): string | null {
  const own = values[field.name]
  const drawn = drawnFieldsOf(fieldsInGroup(field, own))
  if (drawn?.kind !== 'margins' || width === null || height === null) return null
  const frame = frameOfMargins(drawn.fields, valuesInGroup(own), { width, height })
  const size = { width: frame.right - frame.left, height: frame.bottom - frame.top }
  if (size.width === width && size.height === height) return null
  return changeText(formatPixelSize(width, height), formatPixelSize(size.width, size.height))
}

function longerText(seconds: number | null, { durationInSeconds }: MediaFacts): string | null {
  if (seconds === null || durationInSeconds === null) return null
  return changeText(formatDuration(durationInSeconds * 1000), formatDuration((durationInSeconds + seconds) * 1000))
}

/**
 * Returns the number of seconds that slowed-down parts add to a video. Null if a part has no start, end or factor. Also null if a part lies
 * outside the video or overlaps another part. The service decides these cases.
 */
function slowedSeconds(field: ListField, values: Values, { durationInSeconds }: MediaFacts): number | null {
  const item = listItemField(field, '0', field.label)
  const items = values[field.name]
  if (item.kind !== 'group' || !Array.isArray(items) || items.length === 0) return null
  const parts = items.map((one) => {
    const inner = fieldsInGroup(item, one)
    const range = rangeFieldsOf(inner)
    const factor = inner.find(({ name }) => /factor/i.test(name))
    if (range === null || factor === undefined) return null
    const own = valuesInGroup(one)
    return { start: own[range.start.name], end: own[range.end.name], factor: amountOf(factor, own) }
  })
  let [added, endOfLast] = [0, 0]
  for (const part of parts.toSorted((a, b) => Number(a?.start) - Number(b?.start))) {
    if (part === null || typeof part.start !== 'number' || typeof part.end !== 'number' || part.factor === null) return null
    if (part.start < endOfLast || part.end <= part.start || part.end > (durationInSeconds ?? 0) || part.factor < 1) return null
    added += (part.end - part.start) * (part.factor - 1)
    endOfLast = part.end
  }
  return added
}

function changeText(from: string, to: string): string {
  return say('{from} → {to}', { from, to })
}

function amountOf(field: Field, values: Values): number | null {
  if (field.kind !== 'choice' && field.kind !== 'number') return null
  const value = values[field.name] ?? field.default
  const amount = typeof value === 'string' ? Number(value.replace(/\s*[x×]\s*/i, '')) : value
  return typeof amount === 'number' && Number.isFinite(amount) && amount > 0 ? amount : null
}

function firstFacts(
  fields: readonly Field[],
  values: Values,
  factsOf: (reference: MediaReference) => MediaFacts | null
): MediaFacts | null {
  const file = fields.flatMap((field) => {
    const value = field.kind === 'media' && !field.isMany && !field.isMask ? values[field.name] : undefined
    return isMediaReference(value) ? [value] : []
  })[0]
  return file === undefined ? null : factsOf(file)
}
