import type { Category } from '../../shared/capability.ts'
import { isRecord } from '../../shared/fields/schema-reading.ts'
import type { Medium } from '../../shared/json-schema.ts'

/** Converts the terms of an unknown service to Kiln's own. Each function returns null if it can't. */

/** Ids are used in paths, so an ID is a single segment with nothing to escape. */
export function readId(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/.test(value) ? value : null
}

export function readNonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The first of the named entries that `read` understands. */
export function firstMatch<Found>(
  entry: { readonly [name: string]: unknown },
  names: readonly string[],
  read: (value: unknown) => Found | null
): Found | null {
  for (const name of names) {
    const found = Object.hasOwn(entry, name) ? read(entry[name]) : null
    if (found !== null) return found
  }
  return null
}

const mediumPatterns: readonly (readonly [RegExp, Medium])[] = [
  // `textUrl`, `text/plain` and `transcript`, but not `text-to-video`.
  [
    /^(?:text|transcript(?:ion)?|subtitles?|captions?|lyrics?|srt|vtt|json|csv|markdown)(?:$|ur[li]|[_/ -](?!to\b))|^application\/json/i,
    'text'
  ],
  [/3d|model|mesh|glb/i, 'model'],
  [/video|clip|movie|mp4/i, 'video'],
  [/audio|sound|speech|voice|music|song/i, 'audio'],
  [/image|photo|picture|png|jpe?g/i, 'image']
]

/** `image`, `Images`, `video/mp4`, `modelUrl`. For a list, the first known one. */
export function readMedium(value: unknown): Medium | null {
  if (Array.isArray(value)) return value.map(readMedium).find((medium) => medium !== null) ?? null
  if (isRecord(value)) return firstMatch(value, ['medium', 'type', 'kind', 'mediaType', 'contentType'], readMedium)
  return typeof value === 'string' ? (mediumPatterns.find(([pattern]) => pattern.test(value))?.[1] ?? null) : null
}

/** `speech-to-text`, `audio-transcription`: these belong to their input's category. */
export function makesText(id: string): boolean {
  return /(?:to|2)[._-]?text$|transcri(?:be|ber|pt|ption)$/i.test(id)
}

const categoryPatterns: readonly (readonly [RegExp, Category])[] = [
  [/face[\s_-]*swap/i, 'face-swap'],
  [/effect/i, 'effects'],
  [/3d|mesh/i, '3d'],
  [/video/i, 'video'],
  [/audio|sound|speech|voice|music/i, 'audio'],
  [/image|photo|picture/i, 'image']
]

/** Spec section 1.1: video, image, audio, 3D, face swap and effects, however they are written. */
export function readCategory(value: unknown): Category | null {
  if (Array.isArray(value)) return value.map(readCategory).find((category) => category !== null) ?? null
  if (isRecord(value)) return firstMatch(value, ['id', 'slug', 'name', 'title'], readCategory)
  return typeof value === 'string' ? (categoryPatterns.find(([pattern]) => pattern.test(value))?.[1] ?? null) : null
}

/** A field name such as `imageUrl`. */
export function readFieldName(value: unknown): string | null {
  if (isRecord(value)) return firstMatch(value, ['field', 'name', 'key', 'resultField'], readFieldName)
  return typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(value) ? value : null
}

/** The capability in a path such as `/api/v1/face-swap/submit`. */
export function idInPath(path: unknown, call: 'submit' | 'query'): string | null {
  if (typeof path !== 'string') return null
  const segments = path
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
  return segments.at(-1) === call ? readId(segments.at(-2)) : null
}

/** An entry's price, not parsed before the fields are known. Null if it has none. */
export function priceIn(entry: { readonly [name: string]: unknown }, names: readonly string[]): unknown {
  return firstMatch(entry, names, (value) => value ?? null)
}

/** Returns the result of `read`. Null if the document is nested too deeply to process. This never happens in a real contract. */
export function rejectIfTooDeep<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
