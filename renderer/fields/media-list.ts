import type { MediaField } from '../../shared/fields.ts'
import type { MediaValue, Value } from '../../shared/values.ts'
import { isMediaReference } from '../../shared/values.ts'
import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { byteWords, durationWords } from '../ui/figures.ts'
import { listed } from '../../shared/fields/say.ts'

/** The media of a field, in order, whether it holds one or many. What is no medium is left out. */
export function mediaValues(value: Value | undefined): readonly MediaValue[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item): item is MediaValue => (typeof item === 'string' ? item !== '' : isMediaReference(item)))
}

/** The media of a field as the values hold them. */
export function mediaFieldValue(field: MediaField, values: readonly MediaValue[]): Value | undefined {
  return field.isMany ? (values.length === 0 ? undefined : values) : values[0]
}

export type AddedMedia<T> = {
  readonly values: readonly T[]
  /** How many there was no room for; they are the last ones. */
  readonly leftOutCount: number
}

/**
 * Puts media into a list that takes at most `most` (null: any number). At a place that is taken the first one replaces what is there, and
 * the others go to the end.
 */
export function addMedia<T>(present: readonly T[], incoming: readonly T[], index: number | null, most: number | null): AddedMedia<T> {
  const [first, ...others] = incoming
  const replaces = first !== undefined && index !== null && index < present.length
  const kept = replaces ? present.with(index, first) : present
  const all = [...kept, ...(replaces ? others : incoming)]
  const values = all.slice(0, most ?? all.length)
  return { values, leftOutCount: all.length - values.length }
}

/** What a media field takes, for its empty well: "PNG, JPG or WEBP, up to 10 MB each". Empty when the contract does not say. */
export function ruleWords(field: MediaField): string {
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
        ? say('up to {size} each', { size: byteWords(rule.maxBytes) })
        : say('up to {size}', { size: byteWords(rule.maxBytes) }),
    edgeWords(rule),
    rule.needsStill === true ? say('standing still') : null,
    lengthWords(rule),
    rule.needsSound === true ? say('with sound') : null
  ]
  const words = phrases(...parts)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function edgeWords({ minShortEdge, maxLongEdge }: MediaField['rule']): string | null {
  if (minShortEdge === undefined)
    return maxLongEdge === undefined ? null : say('long edge {maxLongEdge, number} pixels or less', { maxLongEdge })
  if (maxLongEdge === undefined) return say('short edge {minShortEdge, number} pixels or more', { minShortEdge })
  return say('edges from {minShortEdge, number} to {maxLongEdge, number} pixels', { minShortEdge, maxLongEdge })
}

function lengthWords({ minDurationInSeconds, maxDurationInSeconds }: MediaField['rule']): string | null {
  const [least, most] = [minDurationInSeconds, maxDurationInSeconds].map((seconds) =>
    seconds === undefined ? null : durationWords(seconds * 1000)
  )
  if (!least) return most ? say('up to {most} long', { most }) : null
  return most ? say('{least} to {most} long', { least, most }) : say('{least} or longer', { least })
}

/** Host and last part of a web address, short enough to read; the address itself when it is none. */
export function addressWords(address: string): { readonly name: string; readonly host: string } {
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
