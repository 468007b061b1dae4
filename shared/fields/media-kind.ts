import type { JsonSchema, MediaRule, Medium } from '../json-schema.ts'
import { mediums } from '../json-schema.ts'
import { isRecord, typesOf } from './schema-reading.ts'

/** What a media property takes. `medium` null: nothing tells, so any. */
export type MediaKind = { readonly medium: Medium | null; readonly isMany: boolean; readonly rule: Omit<MediaRule, 'medium'> }

const urlFormats = new Set(['uri', 'url', 'iri', 'uri-reference', 'binary'])
const endsLikeUrl = /(?:Ur[li]s?|UR[LI]s?|[_-](?:ur[li]s?|URLS?))$|^ur[li]s?$/

/** Words in a property's name that tell the medium; the last one in the name wins (`videoFaceImageUrl` takes an image). */
const mediumWords: readonly (readonly [RegExp, Medium])[] = [
  [/image|photo|picture|mask|portrait|logo|face|frame|thumbnail|sketch/gi, 'image'],
  [/video|clip|footage|movie/gi, 'video'],
  [/audio|voice|sound|music|song|speech|track/gi, 'audio'],
  [/model|mesh|glb|3d/gi, 'model']
]

/** Reads a property as media: by `x-media`, by `format: uri`, or by a name such as `videoURL` (behaviour section 6). Null: it is not media. */
export function mediaKindOf(name: string, schema: JsonSchema): MediaKind | null {
  const types = typesOf(schema)
  const isMany = types.length === 1 && types[0] === 'array'
  const single = isMany ? (isRecord(schema.items) ? schema.items : {}) : schema
  const singleTypes = typesOf(single)
  const isText = singleTypes.length === 0 ? isMany : singleTypes.length === 1 && singleTypes[0] === 'string'
  if (!isText || Array.isArray(single.enum)) return null
  const rule = mediaRuleOf(schema) ?? mediaRuleOf(single)
  const isUrl = typeof single.format === 'string' && urlFormats.has(single.format)
  if (rule === null && !isUrl && !endsLikeUrl.test(name)) return null
  const { medium, ...limits } = rule ?? { medium: mediumOfContentType(single) ?? mediumOfName(name) }
  return { medium, isMany, rule: limits }
}

function mediaRuleOf(schema: JsonSchema): MediaRule | null {
  const hint: unknown = schema['x-media']
  if (!isRecord(hint) || !mediums.includes(hint['medium'] as Medium)) return null
  const formats = hint['formats']
  return {
    medium: hint['medium'] as Medium,
    ...(Array.isArray(formats) && {
      formats: formats.filter((format) => typeof format === 'string').map((format) => format.toLowerCase())
    }),
    ...positive(hint, 'maxBytes'),
    ...positive(hint, 'minShortEdge'),
    ...positive(hint, 'maxDurationInSeconds')
  }
}

function positive(
  hint: { readonly [key: string]: unknown },
  key: 'maxBytes' | 'minShortEdge' | 'maxDurationInSeconds'
): Partial<MediaRule> {
  const value = hint[key]
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? { [key]: value } : {}
}

function mediumOfContentType(schema: JsonSchema): Medium | null {
  const declared = schema['contentMediaType']
  const start = typeof declared === 'string' ? declared.split('/')[0] : undefined
  return mediums.find((medium) => medium === start) ?? null
}

function mediumOfName(name: string): Medium | null {
  let found: Medium | null = null
  let place = -1
  for (const [words, medium] of mediumWords) {
    for (const match of name.matchAll(words)) {
      if (match.index > place) [found, place] = [medium, match.index]
    }
  }
  return found
}
