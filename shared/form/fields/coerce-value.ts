import { assertNever } from '../../assert-never.ts'
import type { MediaValue, Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import type { Field, ListField, MediaField } from './field.ts'
import { createField } from './create-field.ts'
import { isEmptyValue, isDeepEmpty } from './media-values.ts'
import { isRecord, stringifyValue } from './schema-reading.ts'
import { parsePixelSize } from './size-groups.ts'
import type { UnmappedReason, ValueChange } from './value-change.ts'

/**
 * A value after coercion to a field. `change` is null if nothing has changed. `rest` has the parts that the field can't hold, with the
 * reasons.
 */
export type CoercionResult = {
  readonly value: Value
  readonly change: ValueChange | null
  readonly rest: readonly { readonly steps: readonly (string | number)[]; readonly value: Value; readonly reason: UnmappedReason }[]
}

type PlaceGroup = (field: Extract<Field, { kind: 'group' }>, values: Values) => CoercionResult

/**
 * Coerces a value to a field. A value that the user could type in the field stays unchanged, even if it is invalid. `checkValues` reports
 * the errors. Any other value is converted only if nothing is lost. Examples are a number written as text, and one file for a list. Null if
 * the field can't hold the value. `placeGroup` coerces the values inside a group.
 */
export function coerceValue(field: Field, value: Value, placeGroup: PlaceGroup): CoercionResult | null {
  if (isEmptyValue(value)) return asItIs(value)
  if (isDeepEmpty(value)) return field.kind === 'group' || field.kind === 'json' ? asItIs(value) : null
  switch (field.kind) {
    case 'text':
      if (typeof value === 'string') return asItIs(value)
      return typeof value === 'number' ? changed(String(value), { code: 'now-text', params: {} }) : unwrapped(field, value, placeGroup)
    case 'choice': {
      if (field.options.some((option) => option.value === value)) return asItIs(value)
      if (isObject(value)) return unwrapped(field, value, placeGroup)
      const [same, ...others] = field.options.filter((option) => isSameWord(String(option.value), stringifyValue(value)))
      return same !== undefined && others.length === 0
        ? changed(same.value, { code: 'now-written', params: { value: String(same.value) } })
        : asItIs(value)
    }
    case 'size': {
      if (typeof value !== 'string') return unwrapped(field, value, placeGroup)
      const sizes = field.groups.flatMap((group) => group.sizes)
      const typed = parsePixelSize(value)
      const same = sizes.find((size) => size.width === typed?.width && size.height === typed.height)
      return same === undefined || same.value === value
        ? asItIs(value)
        : changed(same.value, { code: 'now-written', params: { value: same.value } })
    }
    case 'count': {
      if (typeof value !== 'string' && typeof value !== 'number') return unwrapped(field, value, placeGroup)
      const same = field.options.find((option) => String(option.value) === String(value).trim())
      return same === undefined || same.value === value
        ? asItIs(value)
        : changed(same.value, { code: 'now-of-type', params: { type: typeof same.value === 'string' ? 'text' : 'number' } })
    }
    case 'number':
    case 'seed':
      if (typeof value === 'number') return asItIs(value)
      if (typeof value !== 'string') return unwrapped(field, value, placeGroup)
      return isPlainNumber(value) ? changed(Number(value), { code: 'now-number', params: {} }) : asItIs(value)
    case 'switch': {
      if (typeof value === 'boolean') return asItIs(value)
      const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
      return word === 'true' || word === 'false' ? changed(word === 'true', { code: 'now-switch', params: {} }) : null
    }
    case 'media':
      return placeMedia(field, value)
    case 'group':
      return isRecord(value) && !isMediaReference(value) ? placeGroup(field, value) : null
    case 'list':
      return placeList(field, value, placeGroup)
    case 'json':
      return asItIs(value)
    default:
      return assertNever(field)
  }
}

function placeMedia(field: MediaField, value: Value): CoercionResult | null {
  if (isMediaValue(value)) return field.isMany ? changed([value], { code: 'now-list', params: {} }) : asItIs(value)
  if (!Array.isArray(value)) return null
  const items = [...value.entries()] as readonly (readonly [number, Value])[]
  const media = items.filter(([, item]) => isMediaValue(item))
  const [first, ...others] = media
  if (first === undefined) return null
  const strangers = items.filter(([, item]) => !isMediaValue(item) && !isDeepEmpty(item))
  const rest = strangers.map(([place, item]) => ({ steps: [place], value: item, reason: { code: 'not-media', params: {} } as const }))
  if (field.isMany) {
    return rest.length === 0 ? asItIs(value) : { value: media.map(([, item]) => item), change: null, rest }
  }
  const surplus = others.map(([place, item]) => ({ steps: [place], value: item, reason: { code: 'only-one-value', params: {} } as const }))
  return { value: first[1], change: { code: 'no-longer-list', params: {} }, rest: [...rest, ...surplus] }
}

function placeList(field: ListField, value: Value, placeGroup: PlaceGroup): CoercionResult | null {
  const item = createField('item', field.item, {})
  if (!Array.isArray(value)) {
    const one = coerceValue(item, value, placeGroup)
    return one === null ? null : { value: [one.value], change: { code: 'now-list', params: {} }, rest: under(0, one.rest) }
  }
  const placed = value.map((one: Value) => coerceValue(item, one, placeGroup))
  if (placed.every((one) => one === null)) return null
  const change = placed.find((one) => one !== null && one.change !== null)?.change ?? null
  const rest = placed.flatMap((one, place) => (one === null ? strangerIn(value[place] as Value, place) : under(place, one.rest)))
  const fitting = placed.flatMap((one) => (one === null ? [] : [one.value]))
  return { value: fitting.length === value.length && change === null && rest.length === 0 ? value : fitting, change, rest }
}

function strangerIn(value: Value, place: number): CoercionResult['rest'] {
  return isDeepEmpty(value) ? [] : [{ steps: [place], value, reason: { code: 'not-accepted-in-list', params: {} } }]
}

/** Unwraps a list with one item for a field with a single value. Null if the value isn't such a list. */
function unwrapped(field: Field, value: Value, placeGroup: PlaceGroup): CoercionResult | null {
  const [only, ...others] = Array.isArray(value) ? (value as readonly Value[]) : []
  if (only === undefined || others.length > 0) return null
  const placed = coerceValue(field, only, placeGroup)
  return placed === null ? null : { ...placed, change: placed.change ?? { code: 'no-longer-list', params: {} } }
}

function under(place: number, rest: CoercionResult['rest']): CoercionResult['rest'] {
  return rest.map((one) => ({ ...one, steps: [place, ...one.steps] }))
}

function asItIs(value: Value): CoercionResult {
  return { value, change: null, rest: [] }
}

function changed(value: Value, change: ValueChange): CoercionResult {
  return { value, change, rest: [] }
}

function isMediaValue(value: Value): value is MediaValue {
  return (typeof value === 'string' && value !== '') || isMediaReference(value)
}

function isObject(value: Value): boolean {
  return typeof value === 'object' && value !== null
}

/** True if two options differ only in case and separators, such as `Oil-paint` and `oil_paint`. */
function isSameWord(one: string, other: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '')
  return plain(one) !== '' && plain(one) === plain(other)
}

function isPlainNumber(text: string): boolean {
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text.trim())
}
