import type { Category } from '../../shared/form/capability.ts'
import { isRecord } from '../../shared/form/fields/schema-reading.ts'
import type { Medium } from '../../shared/form/json-schema.ts'

/** The functions below convert values from service documents to Kiln's types. They return null if they don't recognise a value. */

/** Returns a valid ID. IDs are used in URL paths, so an ID is a single segment with nothing to escape. */
export function readCapabilityId(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/.test(value) ? value : null
}

export function readNonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Returns the first non-null result of `read` for the named properties. Null if every result is null. */
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
  // Matches `textUrl`, `text/plain` and `transcript`, but not `text-to-video`.
  [
    /^(?:text|transcript(?:ion)?|subtitles?|captions?|lyrics?|srt|vtt|json|csv|markdown)(?:$|ur[li]|[_/ -](?!to\b))|^application\/json/i,
    'text'
  ],
  [/3d|model|mesh|glb/i, 'model'],
  [/video|clip|movie|mp4/i, 'video'],
  [/audio|sound|speech|voice|music|song/i, 'audio'],
  [/image|photo|picture|png|jpe?g/i, 'image']
]

/** Reads a medium from values such as `image`, `Images`, `video/mp4` and `modelUrl`. For a list, returns the first known medium. */
export function readMedium(value: unknown): Medium | null {
  if (Array.isArray(value)) return value.map(readMedium).find((medium) => medium !== null) ?? null
  if (isRecord(value)) return firstMatch(value, ['medium', 'type', 'kind', 'mediaType', 'contentType'], readMedium)
  return typeof value === 'string' ? (mediumPatterns.find(([pattern]) => pattern.test(value))?.[1] ?? null) : null
}

/** True for IDs such as `speech-to-text` and `audio-transcription`. These capabilities belong to their input's category. */
export function hasTextOutput(id: string): boolean {
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

/** Reads a category of spec section 1.1, in any spelling. */
export function readCategory(value: unknown): Category | null {
  if (Array.isArray(value)) return value.map(readCategory).find((category) => category !== null) ?? null
  if (isRecord(value)) return firstMatch(value, ['id', 'slug', 'name', 'title'], readCategory)
  return typeof value === 'string' ? (categoryPatterns.find(([pattern]) => pattern.test(value))?.[1] ?? null) : null
}

/** Reads a field name such as `imageUrl`. */
export function readFieldName(value: unknown): string | null {
  if (isRecord(value)) return firstMatch(value, ['field', 'name', 'key', 'resultField'], readFieldName)
  return typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(value) ? value : null
}

/** Returns the capability ID in a path such as `/api/v1/face-swap/submit`. `call`: the path's last segment. */
export function capabilityIdInPath(path: unknown, call: 'submit' | 'query'): string | null {
  if (typeof path !== 'string') return null
  const segments = path
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
  return segments.at(-1) === call ? readCapabilityId(segments.at(-2)) : null
}

/** Returns an entry's unparsed price. Parsing requires the fields, which aren't known yet. Null if the entry doesn't have a price. */
export function readRawPrice(entry: { readonly [name: string]: unknown }, names: readonly string[]): unknown {
  return firstMatch(entry, names, (value) => value ?? null)
}

/**
 * Returns the result of `read`. Null if `read` overflows the stack, because a document is nested too deeply. Real contracts aren't nested
 * that deeply.
 */
export function nullIfTooDeep<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
