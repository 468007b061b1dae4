import type { Field } from '../../shared/form/fields.ts'
import type { MediaFacts } from '../../shared/form/media-facts.ts'
import { isMediaReference, type MediaReference, type Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatDuration, formatPixelSize } from '../ui/format.ts'

/**
 * Says what a setting does to the form's first file, such as "1280 × 720 → 5120 × 2880" for a scale of 4, or "0:12 → 0:17" for 5 added
 * seconds. `capabilityId` tells whether a duration is added. Null if the setting changes neither, or if the file isn't measured.
 */
export function consequenceText(
  field: Field,
  capabilityId: string,
  fields: readonly Field[],
  values: Values,
  factsOf: (reference: MediaReference) => MediaFacts | null
): string | null {
  const amount = amountOf(field, values)
  if (amount === null) return null
  const isScale = field.kind === 'choice' && /scale|upscal/i.test(field.name)
  const isLonger = field.kind === 'number' && /duration|seconds/i.test(field.name) && /extend/i.test(capabilityId)
  if (!isScale && !isLonger) return null
  const facts = firstFacts(fields, values, factsOf)
  if (facts === null) return null
  if (isScale && facts.width !== null && facts.height !== null)
    return say('{from} → {to}', {
      from: formatPixelSize(facts.width, facts.height),
      to: formatPixelSize(Math.round(facts.width * amount), Math.round(facts.height * amount))
    })
  if (isLonger && facts.durationInSeconds !== null)
    return say('{from} → {to}', {
      from: formatDuration(facts.durationInSeconds * 1000),
      to: formatDuration((facts.durationInSeconds + amount) * 1000)
    })
  return null
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
