import { capitalize } from './format-value.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Value } from '../values.ts'
import type { CountField, Field, FieldBase, ListField, SizeField } from './field.ts'
import { detectAcceptedMedia } from './accepted-media.ts'
import { findSchemaChoice } from './schema-choice.ts'
import { propertyNamesIn } from './resolve-schema.ts'
import {
  allowsNull,
  defaultOf,
  exampleOf,
  isColorSchema,
  isRecord,
  isRequiredIn,
  jsonTypeOf,
  enumValues,
  hasDistinctNull,
  typesOf,
  humanizeName
} from './schema-reading.ts'
import { groupSizes, parsePixelSize } from './size-groups.ts'
import { formLabels } from './form-labels.ts'
import { helpPlacementOf } from './help-placement.ts'
import { sayContract } from '../../i18n/say-contract.ts'

/** Maximum count that is chosen with a row of buttons. Larger counts are typed. */
const mostCountButtons = 10
const countName =
  /(^|_)(n|num|count|quantity|samples|outputs)$|(Num|Count|Quantity)$|^(num|number|n|count)_?(of)?_?(images|videos|pictures|outputs|samples|results)$/i
/** Maximum length of a text that fits one line, in characters. */
const shortTextLength = 120

/**
 * Creates the field of one property. A property that no other kind supports becomes a `json` field. The user can therefore fill in
 * everything in a contract.
 */
export function createField(name: string, schema: JsonSchema, parent: JsonSchema): Field {
  const base = baseOf(name, schema, parent)
  const media = detectAcceptedMedia(name, schema)
  if (media !== null) {
    return {
      ...base,
      isPrimary: !base.isRare,
      kind: 'media',
      ...media,
      minItems: media.isMany ? Math.max(wholeOr(schema.minItems, 0), base.isRequired ? 1 : 0) : base.isRequired ? 1 : 0,
      maxItems: media.isMany ? wholeOr(schema.maxItems, null) : 1,
      alsoNamed: null
    }
  }
  if (isGroup(schema)) return { ...base, kind: 'group', schema, default: (defaultOf(schema) as Value | undefined) ?? null }
  if (schema.anyOf !== undefined || schema.oneOf !== undefined || schema.allOf !== undefined || schema.$ref !== undefined)
    return createJsonField(base, schema)
  const list = listField(base, schema)
  if (list !== null) return list
  const listed = enumValues(schema)?.filter((value) => value !== null) ?? null
  if (listed !== null) return listedField(base, schema, listed)
  const types = typesOf(schema)
  const type =
    types.length === 1 ? types[0] : types.length === 2 && types.includes('number') && types.includes('integer') ? 'number' : undefined
  switch (type) {
    case 'string':
      return textField(base, schema)
    case 'boolean':
      return switchField(base, defaultOf(schema), null)
    case 'integer':
    case 'number':
      return numberField(base, schema, type === 'integer')
    default:
      return createJsonField(base, schema)
  }
}

/** True for an object schema with named properties, and for a choice between such schemas. */
function isGroup(schema: JsonSchema): boolean {
  const types = typesOf(schema)
  const isObject = types.length === 0 ? findSchemaChoice(schema) !== null : types.length === 1 && types[0] === 'object'
  return isObject && schema.$ref === undefined && enumValues(schema) === null && propertyNamesIn(schema).length > 0
}

/**
 * Creates a list field. Null if the schema isn't a list. Also null if its items would be lists, seeds or JSON fields. `createField` handles
 * lists of media.
 */
function listField(base: FieldBase, schema: JsonSchema): ListField | null {
  const types = typesOf(schema)
  const { items } = schema
  if (types.length !== 1 || types[0] !== 'array' || !isRecord(items) || Array.isArray(schema['prefixItems'])) return null
  const kind = createField('item', items, {}).kind
  if (kind === 'json' || kind === 'list' || kind === 'seed') return null
  return {
    ...base,
    kind: 'list',
    item: items,
    minItems: Math.max(wholeOr(schema.minItems, 0), base.isRequired ? 1 : 0),
    maxItems: wholeOr(schema.maxItems, null),
    isUnique: schema['uniqueItems'] === true,
    default: (defaultOf(schema) as Value | undefined) ?? null
  }
}

function baseOf(name: string, schema: JsonSchema, parent: JsonSchema): FieldBase {
  const isRequired = isRequiredIn(parent, name) && defaultOf(schema) === undefined && !allowsNull(schema)
  const place = schema['x-place']
  const isRare = place === 'more' || (place === undefined && !isRequired && schema.deprecated === true)
  const title = typeof schema.title === 'string' && schema.title.trim() !== '' ? schema.title : humanizeName(name)
  const help = typeof schema.description === 'string' && schema.description.trim() !== '' ? schema.description : null
  return {
    name,
    label: sayContract(title),
    help: help === null ? null : sayContract(help),
    helpPlacement: help === null ? 'spoken' : helpPlacementOf(title, help, schema, parent),
    isRequired,
    isPrimary: !isRare && (place === 'first' || (place === undefined && isRequired)),
    isRare,
    isDeprecated: schema.deprecated === true,
    acceptsNull: hasDistinctNull(schema)
  }
}

function textField(base: FieldBase, schema: JsonSchema): Field {
  const role = base.name === 'prompt' ? 'prompt' : /^negative_?prompt$/i.test(base.name) ? 'leave-out' : 'plain'
  const maxLength = wholeOr(schema.maxLength, null)
  return {
    ...base,
    isPrimary: !base.isRare && (base.isPrimary || role !== 'plain'),
    kind: 'text',
    role,
    isLong:
      role !== 'plain' || /prompt|text|script|lyrics|description/i.test(base.name) || (maxLength !== null && maxLength > shortTextLength),
    minLength: wholeOr(schema.minLength, 0),
    maxLength,
    pattern: typeof schema.pattern === 'string' ? schema.pattern : null,
    isColor: isColorSchema(schema),
    example: exampleOf(schema),
    default: typeof schema.default === 'string' ? schema.default : null
  }
}

function numberField(base: FieldBase, schema: JsonSchema, isWholeType: boolean): Field {
  const step = finiteOr(schema.multipleOf, isWholeType ? 1 : null)
  const isInteger = isWholeType || (step !== null && Number.isInteger(step))
  const { minimum, maximum } = boundsOf(schema, isInteger)
  const chosen = finiteOr(defaultOf(schema), null)
  if (isInteger && (schema['x-kind'] === 'seed' || /^seed$|[a-z_]seed$/i.test(base.name))) {
    return { ...base, kind: 'seed', minimum: minimum ?? 0, maximum: maximum ?? 2_147_483_647, default: chosen }
  }
  const isCount =
    isInteger &&
    countName.test(base.name) &&
    minimum !== null &&
    maximum !== null &&
    minimum >= 1 &&
    maximum <= mostCountButtons &&
    minimum <= maximum
  if (isCount) {
    const options = Array.from({ length: maximum - minimum + 1 }, (_, place) => ({ value: minimum + place, count: minimum + place }))
    return { ...base, kind: 'count', options, default: chosen }
  }
  return {
    ...base,
    kind: 'number',
    minimum,
    maximum,
    isMinimumOpen: !isInteger && minimum !== null && schema.minimum === undefined,
    isMaximumOpen: !isInteger && maximum !== null && schema.maximum === undefined,
    step,
    isInteger,
    unit: typeof schema['x-unit'] === 'string' ? sayContract(schema['x-unit']) : null,
    isFaceIndex: isInteger && (minimum === 0 || minimum === 1) && countsFaces(base.name, schema),
    default: chosen
  }
}

/**
 * True if the contract's own texts say that a number counts faces or people from the left. For any other order, the image doesn't show
 * which number a face has.
 */
function countsFaces(name: string, { title, description }: JsonSchema): boolean {
  const words = [humanizeName(name), title, description].join(' ')
  const isAboutFaces = /\b(?:faces?|heads?|persons?|people|subjects?|characters?)\b/i.test(words)
  return isAboutFaces && /\bfrom (?:the )?left\b|\bleft[ -]to[ -]right\b/i.test(words)
}

/**
 * Returns inclusive bounds. For whole numbers, an exclusive bound becomes the next whole number inside it. For other numbers, `checkValues`
 * rejects the bound itself.
 */
function boundsOf(schema: JsonSchema, isWhole: boolean): { minimum: number | null; maximum: number | null } {
  const above = finiteOr(schema['exclusiveMinimum'], null)
  const below = finiteOr(schema['exclusiveMaximum'], null)
  const minimum = finiteOr(schema.minimum, null) ?? (above === null ? null : isWhole ? Math.floor(above) + 1 : above)
  const maximum = finiteOr(schema.maximum, null) ?? (below === null ? null : isWhole ? Math.ceil(below) - 1 : below)
  return { minimum, maximum }
}

function switchField(base: FieldBase, chosen: unknown, mustBe: boolean | null): Field {
  return { ...base, kind: 'switch', default: typeof chosen === 'boolean' ? chosen : null, mustBe }
}

function listedField(base: FieldBase, schema: JsonSchema, listed: readonly unknown[]): Field {
  const chosen = defaultOf(schema)
  const size = sizeField(base, listed, chosen)
  if (size !== null) return size
  const count = countField(base, listed, chosen)
  if (count !== null) return count
  const [only, other] = listed
  if (typeof only === 'boolean' && listed.length === 1) return switchField(base, chosen, only)
  if (typeof only === 'boolean' && listed.length === 2 && other === !only) return switchField(base, chosen, null)
  if (listed.some((value) => typeof value === 'object')) return createJsonField(base, schema)
  const labels: { readonly [value: string]: unknown } = isRecord(schema['x-enum-labels']) ? schema['x-enum-labels'] : {}
  const options = listed.map((value) => {
    const key = String(value)
    const label = Object.hasOwn(labels, key) ? labels[key] : null
    const sampleUrl = sampleUrlOf(schema, key)
    return {
      value: value as Value,
      label: sayContract(typeof label === 'string' ? label : optionLabel(value)),
      ...(sampleUrl !== null && { sampleUrl })
    }
  })
  return { ...base, kind: 'choice', options, default: listed.includes(chosen) ? (chosen as Value) : null }
}

function sampleUrlOf(schema: JsonSchema, option: string): string | null {
  const samples: unknown = schema['x-enum-samples']
  const url = isRecord(samples) && Object.hasOwn(samples, option) ? samples[option] : null
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : null
}

/** Creates a size field if the options are pixel sizes. One of the options may be a word such as "auto". Null for any other options. */
function sizeField(base: FieldBase, listed: readonly unknown[], chosen: unknown): SizeField | null {
  const sizes = listed.map(parsePixelSize).filter((size) => size !== null)
  const others = listed.filter((value) => parsePixelSize(value) === null)
  const [word] = others
  const isAutoWord = others.length === 1 && typeof word === 'string' && /^(auto|automatic|default)$/i.test(word)
  if (sizes.length === 0 || (others.length > 0 && !isAutoWord)) return null
  const isLeftToService = chosen === undefined && !base.isRequired
  return {
    ...base,
    kind: 'size',
    groups: groupSizes(sizes),
    automatic: isAutoWord ? { value: word } : isLeftToService ? { value: null } : null,
    default: typeof chosen === 'string' && listed.includes(chosen) ? chosen : null
  }
}

/**
 * Creates a count field if the options count up from 1 to at most `mostCountButtons`. The numbers may be text. Null for any other options.
 */
function countField(base: FieldBase, listed: readonly unknown[], chosen: unknown): CountField | null {
  const isText = listed.every((value) => typeof value === 'string' && /^[1-9]\d*$/.test(value))
  const isNumber = listed.every((value) => Number.isInteger(value))
  if (!isText && !isNumber) return null
  const counts = listed.map(Number)
  const countsUp = counts.every((count, place) => count === (counts[0] ?? 0) + place)
  if (!countsUp || counts[0] !== 1 || counts.length < 2 || counts.length > mostCountButtons) return null
  const options = listed.map((value) => ({ value: value as string | number, count: Number(value) }))
  return { ...base, kind: 'count', options, default: listed.includes(chosen) ? (chosen as string | number) : null }
}

export function createJsonField(base: FieldBase, schema: JsonSchema): Field {
  const chosen = defaultOf(schema)
  return { ...base, helpPlacement: 'inline', kind: 'json', schema, isRest: false, default: chosen === undefined ? null : (chosen as Value) }
}

const formatNames = /^(?:wav|mp3|flac|ogg|aac|m4a|png|jpe?g|webp|gif|tiff?|bmp|mp4|mov|webm|glb|gltf|obj|fbx|stl|usdz|pdf|hd|uhd|[2-8]k)$/

/**
 * Returns the label of an option: `slow_motion` becomes "Slow motion", and `wav` becomes "WAV". Values with capitals or digits are
 * unchanged.
 */
export function optionLabel(value: unknown): string {
  if (value === true) return formLabels.on
  if (value === false) return formLabels.off
  if (typeof value === 'string' && formatNames.test(value)) return value.toUpperCase()
  if (typeof value !== 'string' || !/^[a-z]+(?:[_-][a-z]+)*$/.test(value)) return String(value)
  return capitalize(value.replaceAll(/[_-]/g, ' '))
}

function wholeOr<Other>(value: unknown, other: Other): number | Other {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : other
}

function finiteOr<Other>(value: unknown, other: Other): number | Other {
  return typeof value === 'number' && Number.isFinite(value) && jsonTypeOf(value) === 'number' ? value : other
}
