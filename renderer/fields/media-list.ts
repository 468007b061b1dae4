import type { MediaField } from '../../shared/fields.ts'
import type { MediaValue, Value } from '../../shared/values.ts'
import { isMediaReference } from '../../shared/values.ts'
import { phrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatBytes, formatDuration } from '../ui/format.ts'
import { capitalized, listed } from '../../shared/fields/format-list.ts'

/** The media of a field, in order, whether it holds one or many. Skips values that aren't media. */
export function mediaValues(value: Value | undefined): readonly MediaValue[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item): item is MediaValue => (typeof item === 'string' ? item !== '' : isMediaReference(item)))
}

/** The field's value for these media. */
export function mediaFieldValue(field: MediaField, values: readonly MediaValue[]): Value | undefined {
  return field.isMany ? (values.length === 0 ? undefined : values) : values[0]
}

export type AddedMedia<T> = {
  readonly values: readonly T[]
  /** Number of items that didn't fit, which are the last ones. */
  readonly skippedCount: number
}

/**
 * Adds media to a list of at most `most` items (null for any number). At an occupied index, the first item replaces the current one. The
 * others go to the end.
 */
export function addMedia<T>(present: readonly T[], incoming: readonly T[], index: number | null, most: number | null): AddedMedia<T> {
  const [first, ...others] = incoming
  const replaces = first !== undefined && index !== null && index < present.length
  const kept = replaces ? present.with(index, first) : present
  const all = [...kept, ...(replaces ? others : incoming)]
  const values = all.slice(0, most ?? all.length)
  return { values, skippedCount: all.length - values.length }
}

/** Accepted media of a field, for its empty well, such as "PNG, JPG or WEBP, up to 10 MB each". Empty if the contract doesn't say. */
export function ruleText(field: MediaField): string {
  const { rule, isMany } = field
  const parts = [
    rule.formats === undefined || rule.formats.length === 0
      ? null
      : listed(
          rule.formats.filter((format) => format !== 'jpeg').map((format) => format.toUpperCase()),
          'or'
        ),
    rule.maxBytes === undefined
      ? null
      : isMany
        ? say('up to {size} each', { size: formatBytes(rule.maxBytes) })
        : say('up to {size}', { size: formatBytes(rule.maxBytes) }),
    edgeText(rule),
    rule.needsStill === true ? say('no animation') : null,
    lengthText(rule),
    rule.needsSound === true ? say('with audio') : null
  ]
  return capitalized(phrases(...parts))
}

function edgeText({ minShortEdge, maxLongEdge }: MediaField['rule']): string | null {
  if (minShortEdge === undefined)
    return maxLongEdge === undefined ? null : say('long edge {maxLongEdge, number} pixels or less', { maxLongEdge })
  if (maxLongEdge === undefined) return say('short edge {minShortEdge, number} pixels or more', { minShortEdge })
  return say('edges from {minShortEdge, number} to {maxLongEdge, number} pixels', { minShortEdge, maxLongEdge })
}

function lengthText({ minDurationInSeconds, maxDurationInSeconds }: MediaField['rule']): string | null {
  const [least, most] = [minDurationInSeconds, maxDurationInSeconds].map((seconds) =>
    seconds === undefined ? null : formatDuration(seconds * 1000)
  )
  if (!least) return most ? say('up to {most} long', { most }) : null
  return most ? say('{least} to {most} long', { least, most }) : say('{least} or longer', { least })
}

/** Host and last part of a web address, short enough to read. `name` is the text itself if it isn't a URL. */
export function addressText(address: string): { readonly name: string; readonly host: string } {
  const url = URL.parse(address)
  if (url === null) return { name: address, host: '' }
  const name = url.pathname.split('/').findLast((part) => part !== '') ?? url.host
  return { name: decoded(name), host: url.host }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
