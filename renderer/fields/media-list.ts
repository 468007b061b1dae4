import type { MediaField } from '../../shared/form/fields.ts'
import type { MediaValue, Value } from '../../shared/form/values.ts'
import { isMediaReference } from '../../shared/form/values.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatBytes, formatDuration } from '../ui/format.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import { capitalize } from '../../shared/form/fields/format-value.ts'

/** Returns the media in a field's value, in order. `value` can be one item or a list. Skips items that aren't media. */
export function mediaValues(value: Value | undefined): readonly MediaValue[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item): item is MediaValue => (typeof item === 'string' ? item !== '' : isMediaReference(item)))
}

/** Returns the field value for `values`. This is a list only if the field accepts several items. Undefined if `values` is empty. */
export function mediaFieldValue(field: MediaField, values: readonly MediaValue[]): Value | undefined {
  return field.isMany ? (values.length === 0 ? undefined : values) : values[0]
}

export type AddMediaResult<T> = {
  readonly values: readonly T[]
  /** Number of items that didn't fit. They are removed from the end of the list. */
  readonly skippedCount: number
}

/**
 * Adds `incoming` to `present`, up to `most` items. `most` is null if there is no limit. If `index` is occupied, the first new item
 * replaces the item there. All other new items are appended.
 */
export function addMedia<T>(present: readonly T[], incoming: readonly T[], index: number | null, most: number | null): AddMediaResult<T> {
  const [first, ...others] = incoming
  const replaces = first !== undefined && index !== null && index < present.length
  const kept = replaces ? present.with(index, first) : present
  const all = [...kept, ...(replaces ? others : incoming)]
  const values = all.slice(0, most ?? all.length)
  return { values, skippedCount: all.length - values.length }
}

/** Describes the accepted media, such as "PNG, JPG or WEBP, up to 10 MB each". Empty if the contract sets no rules. */
export function mediaRuleText(field: MediaField): string {
  const { rule, isMany } = field
  const parts = [
    rule.formats === undefined || rule.formats.length === 0
      ? null
      : formatList(
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
  return capitalize(joinPhrases(...parts))
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

/** Returns the host of a URL and its last path segment, for display. If `address` isn't a URL, `name` is `address` and `host` is empty. */
export function urlDisplayParts(address: string): { readonly name: string; readonly host: string } {
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
