import { fileTypeFromBuffer } from 'file-type'
import type { MediaRule, Medium } from '../../shared/form/json-schema.ts'
import { ApiError, validationError } from './api-error.ts'
import type { BlobStore } from './blob-store.ts'
import type { LedgerStore } from './ledger-store.ts'
import type { SubmitBody, CapabilityDefinition } from './capabilities/definition.ts'
import type { ValidationDetail } from './json-schema-errors.ts'
import { findMediaUrls } from './media-rules.ts'
import type { MediaUrlInBody } from './media-rules.ts'
import { imageWorker } from './image-worker.ts'
import type { SignedUrls } from './signed-urls.ts'
import { resultBlobName, uploadBlobName } from './storage-paths.ts'

/** A media input of a task. `blob` is null if the file isn't in the service's own storage. The service never opens other URLs. */
export type InputMedia = { readonly field: string; readonly blob: string | null }

type InputMediaOptions = {
  readonly ledgerStore: LedgerStore
  readonly blobs: BlobStore
  readonly signedUrls: SignedUrls
  readonly storagePort: () => number
}

/**
 * Checks every media input of a validated body (spec section 8, limits).
 * Throws `UPLOAD_NOT_READY`, `UPLOAD_EXPIRED`, or `VALIDATION_ERROR` with one detail per invalid file.
 */
export async function validateInputMedia(
  definition: CapabilityDefinition,
  body: SubmitBody,
  inputMediaOptions: InputMediaOptions,
  now: number
): Promise<readonly InputMedia[]> {
  const media = findMediaUrls(definition.inputSchema, body)
  if (definition.maxFiles !== null && media.length > definition.maxFiles)
    throw validationError([
      { field: media[definition.maxFiles]?.field ?? '', message: `exceeds the maximum of ${definition.maxFiles} input files for a task` }
    ])

  const inputs: InputMedia[] = []
  const details: ValidationDetail[] = []
  for (const { field, url, rule } of media) {
    const blob = await findBlob(field, url, inputMediaOptions, now)
    inputs.push({ field, blob })
    if (blob !== null) details.push(...(await blobProblems(blob, rule, inputMediaOptions.blobs)).map((message) => ({ field, message })))
  }
  if (details.length === 0) details.push(...(await sizeProblems(media, inputs, inputMediaOptions.blobs)))
  if (details.length > 0) throw validationError(details)
  return inputs
}

async function findBlob(field: string, address: string, inputMediaOptions: InputMediaOptions, now: number): Promise<string | null> {
  const url = new URL(address)
  const isLoopback = url.hostname === '127.0.0.1' || url.hostname === 'localhost'
  const [, room, id = '', place = ''] = url.pathname.split('/')
  if (!isLoopback) return null

  if (room === 'uploads') {
    const upload = inputMediaOptions.ledgerStore.upload(id)
    if (upload === null) return refuseOwnAddress(field, url, inputMediaOptions)
    if (upload.expiresAt <= now)
      throw new ApiError(410, 'UPLOAD_EXPIRED', 'The upload has expired. Request a new one.', {
        details: [{ field, message: 'has expired' }]
      })
    if (upload.received === null)
      throw new ApiError(409, 'UPLOAD_NOT_READY', 'This upload’s file hasn’t arrived yet.', {
        details: [{ field, message: 'has not been uploaded' }],
        retryAfterInSeconds: 2
      })
    return uploadBlobName(id)
  }
  if (room === 'results') {
    const task = inputMediaOptions.ledgerStore.task(id)
    if (task === null) return refuseOwnAddress(field, url, inputMediaOptions)
    if (inputMediaOptions.signedUrls.check('GET', url, now) !== 'good')
      throw validationError([{ field, message: 'has an invalid or expired URL' }])
    return resultBlobName(id, Number(place))
  }
  return null
}

/** Throws if `url` points to the service's own storage, because that file doesn't exist. Returns null for any other loopback URL. */
function refuseOwnAddress(field: string, url: URL, inputMediaOptions: InputMediaOptions): null {
  if (Number(url.port) === inputMediaOptions.storagePort()) throw validationError([{ field, message: 'names a file that doesn’t exist' }])
  return null
}

async function blobProblems(blob: string, rule: MediaRule, blobs: BlobStore): Promise<string[]> {
  const bytes = (await blobs.size(blob)) ?? 0
  if (bytes === 0) return ['is empty']
  if (rule.maxBytes !== undefined && bytes > rule.maxBytes) return [`is larger than ${Math.floor(rule.maxBytes / 1024 / 1024)} MB`]
  const head = Buffer.concat(await blobs.read(blob, { start: 0, end: Math.min(bytes, 4200) - 1 }).toArray())
  const type = await fileTypeFromBuffer(head)
  const format = type === undefined ? null : usualEnding(type.ext)
  if (type === undefined || mediumOf(type.mime) !== rule.medium)
    return [`is not ${rule.medium === 'video' ? 'a' : 'an'} ${rule.medium} file`]
  if (rule.formats !== undefined && !rule.formats.map(usualEnding).includes(format ?? ''))
    return [`is ${type.ext} but must be one of ${rule.formats.join(', ')}`]
  if (rule.medium === 'image') return pixelProblems(rule, await pictureSize(blob, blobs))
  return rule.medium === 'model' ? [] : playProblems(rule, await blobBytes(blob, blobs))
}

function pixelProblems(rule: MediaRule, size: Size | null): string[] {
  const { minShortEdge, maxLongEdge, minAspectRatio, maxAspectRatio } = rule
  if ([minShortEdge, maxLongEdge, minAspectRatio, maxAspectRatio].every((limit) => limit === undefined)) return []
  if (size === null) return ['cannot be read as an image']
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
  const shape = size.width / size.height
  return [
    ...(short < (minShortEdge ?? 0) ? [`has a short edge of ${short} pixels but needs at least ${minShortEdge}`] : []),
    ...(long > (maxLongEdge ?? Infinity) ? [`has a long edge of ${long} pixels but may have at most ${maxLongEdge}`] : []),
    ...(shape < (minAspectRatio ?? 0) || shape > (maxAspectRatio ?? Infinity)
      ? [`is ${size.width} by ${size.height}, but this aspect ratio isn’t allowed`]
      : [])
  ]
}

async function playProblems(rule: MediaRule, content: Buffer): Promise<string[]> {
  const { minDurationInSeconds = 0, maxDurationInSeconds = Infinity, needsSound = false } = rule
  if (minDurationInSeconds === 0 && maxDurationInSeconds === Infinity && !needsSound) return []
  const { ALL_FORMATS, BlobSource, Input } = await import('mediabunny')
  try {
    using input = new Input({ source: new BlobSource(new Blob([new Uint8Array(content)])), formats: ALL_FORMATS })
    const seconds = await input.computeDuration()
    const isSilent = needsSound && (await input.getPrimaryAudioTrack()) === null
    return [
      ...(seconds < minDurationInSeconds ? [`is shorter than ${minDurationInSeconds} seconds`] : []),
      ...(seconds > maxDurationInSeconds ? [`is longer than ${maxDurationInSeconds} seconds`] : []),
      ...(isSilent ? ['has no audio'] : [])
    ]
  } catch {
    return ['cannot be played']
  }
}

/** Returns a problem for each input that must have the same size as another input but doesn't. */
async function sizeProblems(
  media: readonly MediaUrlInBody[],
  inputs: readonly InputMedia[],
  blobs: BlobStore
): Promise<ValidationDetail[]> {
  const blobOf = (field: string): string | null => inputs.find((input) => input.field === field)?.blob ?? null
  const details: ValidationDetail[] = []
  for (const { field, rule } of media) {
    const beside = rule.sameSizeAs === undefined ? null : field.replace(/[^.]+$/, rule.sameSizeAs)
    const [own, other] = [blobOf(field), beside === null ? null : blobOf(beside)]
    if (own === null || other === null) continue
    const [one, two] = [await pictureSize(own, blobs), await pictureSize(other, blobs)]
    if (one === null || two === null || (one.width === two.width && one.height === two.height)) continue
    details.push({ field, message: `is ${one.width} by ${one.height}, but ${rule.sameSizeAs} is ${two.width} by ${two.height}` })
  }
  return details
}

type Size = { readonly width: number; readonly height: number }

/** Returns the width and height in pixels, as displayed. Null if the file is broken. */
async function pictureSize(blob: string, blobs: BlobStore): Promise<Size | null> {
  const content = await blobBytes(blob, blobs)
  // sharp can't read BMP, so the size is read from the header.
  if (content.toString('latin1', 0, 2) === 'BM')
    return content.length < 26 ? null : { width: Math.abs(content.readInt32LE(18)), height: Math.abs(content.readInt32LE(22)) }
  return imageWorker.run('sizeOf', content)
}

async function blobBytes(blob: string, blobs: BlobStore): Promise<Buffer> {
  const bytes = (await blobs.size(blob)) ?? 0
  return Buffer.concat(await blobs.read(blob, { start: 0, end: Math.max(0, bytes - 1) }).toArray())
}

function usualEnding(ending: string): string {
  if (ending === 'jpeg') return 'jpg'
  return ending === 'tiff' ? 'tif' : ending
}

function mediumOf(mime: string): Medium | null {
  const family = mime.split('/')[0]
  return family === 'image' || family === 'video' || family === 'audio' || family === 'model' ? family : null
}
