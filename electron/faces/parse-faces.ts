import type { FaceBox, FaceMoment } from '../../shared/task/faces.ts'

/** An image as a tool returns it: embedded, or as a URL. */
export type ImageSource =
  | { readonly kind: 'enclosed'; readonly base64: string; readonly contentType: string }
  | { readonly kind: 'address'; readonly url: string; readonly contentType: string | null }

/** A box as received, in fractions of the preview if `isPart` is true, otherwise in pixels. */
type RawBox = FaceBox & { readonly isPart: boolean }

/** A face as received. Its box may still be in pixels of its preview. */
export type ParsedFace = {
  readonly id: string
  readonly index: number | null
  readonly preview: number | null
  readonly box: RawBox | null
  readonly picture: ImageSource | null
  readonly moments: readonly (Omit<FaceMoment, 'box'> & { readonly box: RawBox | null })[]
}

/** A reference face listed by the service. `url`: source URL, or null if missing. */
export type ParsedReference = { readonly id: string; readonly url: string | null }

/** `most`: maximum number of selected faces. Null if unknown. */
export type ParsedFaces = {
  readonly faces: readonly ParsedFace[]
  readonly previews: readonly ImageSource[]
  readonly references: readonly ParsedReference[]
  readonly most: number | null
}

type Json = { readonly [name: string]: unknown }

/**
 * Parses the `get_task_result` response of a task that waits for faces. The spec doesn't define its shape, so values are found by name and
 * type. The faces are in a list or a map by ID, at most `deepest` levels deep. Each is an object with an ID, index or box. Previews are
 * image blocks, resource links or URLs in the structured part.
 */
export function parseFaces(answer: { readonly structured: unknown; readonly content: readonly unknown[] }): ParsedFaces {
  const list = faceListIn(answer.structured, 0)
  const blocks = answer.content.flatMap((block) => pictureOfBlock(block) ?? [])
  const previews = blocks.length > 0 ? blocks : addressesIn(answer.structured)
  const references = referenceListIn(answer.structured, 0).map(readReference)
  return { faces: list.map(readFace), previews, references, most: mostIn(answer.structured, 0) }
}

/** Finds a list whose name contains “reference” or “source”. Each item must have an ID. Empty if no such list exists. */
function referenceListIn(value: unknown, depth: number): readonly Json[] {
  if (!isRecord(value) || depth > deepest) return []
  for (const [name, inner] of Object.entries(value)) {
    const isList =
      Array.isArray(inner) && inner.length > 0 && rank(name) === 2 && inner.every((one) => isRecord(one) && referenceId(one) !== null)
    const found = isList ? (inner as readonly Json[]) : referenceListIn(inner, depth + 1)
    if (found.length > 0) return found
  }
  return []
}

function referenceId(reference: Json): string | null {
  return textOf(reference, ['referenceId', 'reference_id', 'referenceFaceId', 'reference_face_id', 'faceId', 'face_id', 'id'])
}

function readReference(reference: Json): ParsedReference {
  const url = Object.values(reference).find(isAddress)
  return { id: referenceId(reference) ?? '', url: url ?? null }
}

function mostIn(value: unknown, depth: number): number | null {
  if (!isRecord(value) || depth > deepest) return null
  const own = numberOf(value, ['maxFaces', 'max_faces', 'maxSelections', 'maxSelectedFaces'])
  if (own !== null) return own
  for (const inner of Object.values(value)) {
    const found = mostIn(inner, depth + 1)
    if (found !== null) return found
  }
  return null
}

/** Maximum depth of a search in the structured part. */
const deepest = 4

function faceListIn(value: unknown, depth: number): readonly Json[] {
  if (depth > deepest) return []
  if (Array.isArray(value)) return value.length > 0 && value.every(isFace) ? value : []
  if (!isRecord(value)) return []
  const named = Object.entries(value).toSorted(([one], [other]) => rank(one) - rank(other))
  for (const [name, inner] of named) {
    const mapped = isRecord(inner) && /faces$/i.test(name) ? facesOfMap(inner) : []
    const found = mapped.length > 0 ? mapped : faceListIn(inner, depth + 1)
    if (found.length > 0) return found
  }
  return []
}

function facesOfMap(map: Json): readonly Json[] {
  const faces = Object.entries(map).map(([id, face]) => (isRecord(face) ? { id, ...face } : null))
  return faces.every((face) => face !== null && isFace(face)) ? faces : []
}

/**
 * Returns a list's search rank by its name. Lists named after faces are searched first. References are searched last, because their faces
 * aren't replaced.
 */
function rank(name: string): number {
  if (/reference|source/i.test(name)) return 2
  return /face/i.test(name) ? 0 : 1
}

function isFace(value: unknown): value is Json {
  return isRecord(value) && (boxOf(value) !== null || textOf(value, ['faceId', 'face_id', 'id']) !== null || indexOf(value) !== null)
}

function readFace(face: Json, place: number): ParsedFace {
  const index = indexOf(face)
  const momentList = ['moments', 'appearances', 'frames', 'timestamps', 'tracks'].map((name) => face[name]).find(Array.isArray)
  const moments: readonly unknown[] = momentList ?? []
  return {
    id: textOf(face, ['faceId', 'face_id', 'id', 'trackId', 'track_id']) ?? String(index ?? place),
    index,
    preview: numberOf(face, ['previewIndex', 'preview_index', 'preview', 'imageIndex']),
    box: boxOf(face),
    picture: pictureOfFace(face),
    moments: moments.flatMap((moment) => readMoment(moment) ?? [])
  }
}

function readMoment(moment: unknown): ParsedFace['moments'][number] | null {
  if (typeof moment === 'number') return { atInSeconds: moment, box: null }
  if (!isRecord(moment)) return null
  const inMs = numberOf(moment, ['atMs', 'timeMs', 'timestampMs', 'ms'])
  const at = inMs === null ? numberOf(moment, ['at', 'time', 'timestamp', 'seconds', 'atSeconds']) : inMs / 1000
  return at === null ? null : { atInSeconds: at, box: boxOf(moment) }
}

function indexOf(face: Json): number | null {
  return numberOf(face, ['faceIndex', 'face_index', 'index'])
}

/**
 * Reads a box from four numbers under any known names. They are fractions if the box ends within the range 0 to 1, with a small tolerance.
 * Null if a number is missing or invalid.
 */
function boxOf(value: Json): RawBox | null {
  const raw = ['box', 'bbox', 'boundingBox', 'bounding_box', 'rect', 'region', 'location']
    .map((name) => value[name])
    .find((one) => one !== undefined && one !== null)
  if (Array.isArray(raw)) return boxFrom(...(raw as readonly unknown[]).slice(0, 4))
  const holder = isRecord(raw) ? raw : value
  const x = numberOf(holder, ['x', 'left', 'xMin', 'x1', 'xmin'])
  const y = numberOf(holder, ['y', 'top', 'yMin', 'y1', 'ymin'])
  const right = numberOf(holder, ['right', 'xMax', 'x2', 'xmax'])
  const bottom = numberOf(holder, ['bottom', 'yMax', 'y2', 'ymax'])
  const width = numberOf(holder, ['width', 'w']) ?? (right === null || x === null ? null : right - x)
  const height = numberOf(holder, ['height', 'h']) ?? (bottom === null || y === null ? null : bottom - y)
  return boxFrom(x, y, width, height)
}

function boxFrom(...numbers: readonly unknown[]): RawBox | null {
  const [x, y, width, height] = numbers
  if (typeof x !== 'number' || typeof y !== 'number' || typeof width !== 'number' || typeof height !== 'number') return null
  if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) return null
  return { x, y, width, height, isPart: x + width <= 1.001 && y + height <= 1.001 }
}

function pictureOfFace(face: Json): ImageSource | null {
  for (const name of ['thumbnail', 'thumbnailUrl', 'cropUrl', 'imageUrl', 'image', 'url', 'crop', 'preview', 'previewUrl']) {
    const picture = pictureOfText(face[name])
    if (picture !== null) return picture
  }
  return null
}

function pictureOfText(value: unknown): ImageSource | null {
  if (typeof value !== 'string') return null
  const [, contentType, base64] = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=]+)$/.exec(value) ?? []
  if (contentType !== undefined && base64 !== undefined) return { kind: 'enclosed', base64, contentType }
  return isAddress(value) ? { kind: 'address', url: value, contentType: null } : null
}

function pictureOfBlock(block: unknown): ImageSource | null {
  if (!isRecord(block)) return null
  const contentType = typeof block['mimeType'] === 'string' ? block['mimeType'] : null
  const resource = block['resource']
  if (block['type'] === 'image' && typeof block['data'] === 'string')
    return { kind: 'enclosed', base64: block['data'], contentType: contentType ?? 'image/png' }
  if (block['type'] === 'resource' && isRecord(resource)) {
    const type = typeof resource['mimeType'] === 'string' ? resource['mimeType'] : null
    if (typeof resource['blob'] === 'string' && type?.startsWith('image/') === true)
      return { kind: 'enclosed', base64: resource['blob'], contentType: type }
    return isAddress(resource['uri']) ? { kind: 'address', url: resource['uri'], contentType: type } : null
  }
  if (block['type'] === 'resource_link' && isAddress(block['uri'])) return { kind: 'address', url: block['uri'], contentType }
  return null
}

/** Finds preview URLs in properties whose name contains “preview”. A value may be a URL, a list, or an object with a URL. */
function addressesIn(structured: unknown, depth = 0): readonly ImageSource[] {
  if (!isRecord(structured) || depth > deepest) return []
  const found: ImageSource[] = []
  for (const [name, value] of Object.entries(structured)) {
    const isPreview = /preview/i.test(name)
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const one of values) {
      const inner: unknown = isRecord(one) ? (one['url'] ?? one['imageUrl'] ?? one['uri']) : one
      const picture = isPreview ? pictureOfText(inner) : null
      if (picture !== null) found.push(picture)
    }
    if (found.length === 0) found.push(...addressesIn(value, depth + 1))
  }
  return found
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: Json, names: readonly string[]): string | null {
  for (const name of names) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof found === 'string' && found !== '') return found
    if (typeof found === 'number' && Number.isFinite(found)) return String(found)
  }
  return null
}

function numberOf(value: Json, names: readonly string[]): number | null {
  for (const name of names) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof found === 'number' && Number.isFinite(found)) return found
  }
  return null
}
