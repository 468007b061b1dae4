import type { InputMedium, JsonSchema, MediaRule } from '../json-schema.ts'
import { inputMediums } from '../json-schema.ts'
import { isRecord, typesOf } from './schema-reading.ts'

/** Media that a property accepts. `medium` is null if any medium is accepted. */
export type AcceptedMedia = {
  readonly medium: InputMedium | null
  readonly isMany: boolean
  /** True for a mask, which is white in the area to edit. The user can paint the mask over its image. */
  readonly isMask: boolean
  readonly rule: Omit<MediaRule, 'medium'>
}

const urlFormats = new Set(['uri', 'url', 'iri', 'uri-reference', 'binary'])
const endsLikeUrl = /(?:Ur[li]s?|UR[LI]s?|[_-](?:ur[li]s?|URLS?))$|^ur[li]s?$/

const maskName = /mask/i

/** Words in a property's name that indicate the medium. The last match wins (`videoFaceImageUrl` accepts an image). */
const mediumText: readonly (readonly [RegExp, InputMedium])[] = [
  [/image|photo|picture|mask|portrait|logo|face|frame|thumbnail|sketch/gi, 'image'],
  [/video|clip|footage|movie/gi, 'video'],
  [/audio|voice|sound|music|song|speech|track/gi, 'audio'],
  [/model|mesh|glb|3d/gi, 'model']
]

/**
 * Detects a media property from `x-media`, `format: uri`, `contentMediaType` or a name such as `videoURL`. Null if the property isn't
 * media.
 */
export function detectAcceptedMedia(name: string, schema: JsonSchema): AcceptedMedia | null {
  const types = typesOf(schema)
  const isMany = types.length === 1 && types[0] === 'array'
  const single = isMany ? (isRecord(schema.items) ? schema.items : {}) : schema
  const singleTypes = typesOf(single)
  const isBytes = single['contentEncoding'] === undefined && ruleOfContentType(single) !== null
  const isText = singleTypes.length === 0 ? isMany || isBytes : singleTypes.length === 1 && singleTypes[0] === 'string'
  if (!isText || Array.isArray(single.enum)) return null
  const rule = mediaRuleOf(schema) ?? mediaRuleOf(single)
  const isUrl = isBytes || (typeof single.format === 'string' && urlFormats.has(single.format))
  if (rule === null && !isUrl && !endsLikeUrl.test(name)) return null
  const { medium, ...rest } = rule ?? ruleOfContentType(single) ?? { medium: mediumOfName(name) }
  return { medium, isMany, isMask: medium === 'image' && !isMany && maskName.test(name), rule: rest }
}

function mediaRuleOf(schema: JsonSchema): MediaRule | null {
  const hint: unknown = schema['x-media']
  if (!isRecord(hint) || !inputMediums.includes(hint['medium'] as InputMedium)) return null
  const formats = hint['formats']
  return {
    medium: hint['medium'] as InputMedium,
    ...(Array.isArray(formats) && {
      formats: formats.filter((format) => typeof format === 'string').map((format) => format.toLowerCase())
    }),
    ...Object.fromEntries(limits.flatMap((key) => (isPositive(hint[key]) ? [[key, hint[key]]] : []))),
    ...Object.fromEntries(needs.flatMap((key) => (hint[key] === true ? [[key, true]] : []))),
    ...(typeof hint['sameSizeAs'] === 'string' && { sameSizeAs: hint['sameSizeAs'] })
  }
}

const limits = [
  'maxBytes',
  'minShortEdge',
  'maxLongEdge',
  'minAspectRatio',
  'maxAspectRatio',
  'minDurationInSeconds',
  'maxDurationInSeconds'
] as const satisfies readonly (keyof MediaRule)[]
const needs = ['needsSound', 'needsStill'] as const satisfies readonly (keyof MediaRule)[]

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

/** Usual file extension of each content type. A content type that isn't listed only determines the medium. */
const endingsOfTypes: { readonly [type: string]: string } = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'model/gltf-binary': 'glb'
}

/** Reads `contentMediaType`, such as `image/png`, or `image/*` for any image. Null if the content type isn't media. */
function ruleOfContentType(schema: JsonSchema): MediaRule | null {
  const declared = schema['contentMediaType']
  const type = typeof declared === 'string' ? (declared.toLowerCase().split(';')[0] ?? '').trim() : ''
  const medium = inputMediums.find((one) => type.startsWith(`${one}/`))
  if (medium === undefined) return null
  const format = Object.hasOwn(endingsOfTypes, type) ? endingsOfTypes[type] : undefined
  return format === undefined ? { medium } : { medium, formats: [format] }
}

function mediumOfName(name: string): InputMedium | null {
  let found: InputMedium | null = null
  let place = -1
  for (const [words, medium] of mediumText) {
    for (const match of name.matchAll(words)) {
      if (match.index > place) [found, place] = [medium, match.index]
    }
  }
  return found
}
