import type { BlobStore } from './blob-store.ts'
import type { FaceSelectionRequest } from './ledger-store.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'
import type { InputMedia } from './input-media.ts'
import { readMediaFile } from './media-files.ts'
import { imageWorker } from './image-worker.ts'

/** Heads in the group portrait, left to right, as fractions of the image's size. */
const portraitFaces = [
  { x: 0.051, y: 0.319, width: 0.196, height: 0.294 },
  { x: 0.289, y: 0.257, width: 0.191, height: 0.287 },
  { x: 0.535, y: 0.383, width: 0.179, height: 0.294 },
  { x: 0.755, y: 0.253, width: 0.187, height: 0.309 }
] as const

/** Times at which the two people of a video are visible, in milliseconds. */
const trackedMoments = [
  [400, 1400, 2600],
  [900, 2100]
] as const

/**
 * Detects faces in the media that a task changes. Returns the question for the user, or null if there is no question. The practice service
 * recognises only one group portrait, at any size, and knows where its faces are. It assumes that every video in its storage shows two
 * people. It assumes that every other image shows one face, so it asks nothing.
 */
export async function findFaces(
  definition: CapabilityDefinition,
  inputs: readonly InputMedia[],
  blobs: BlobStore,
  isAnswered: boolean
): Promise<FaceSelectionRequest | null> {
  const { asksIn } = definition
  const blob = asksIn === undefined || isAnswered ? null : (inputs.find(({ field }) => field === asksIn.target)?.blob ?? null)
  if (asksIn === undefined || blob === null) return null
  const isVideo = definition.output === 'video'
  const picture = isVideo ? await portrait() : await readBlob(blobs, blob)
  if (picture === null || !(isVideo || (await imageWorker.run('isPortrait', picture)))) return null
  const size = await imageWorker.run('previewSize', picture)
  const shown = isVideo ? portraitFaces.slice(1, 3) : portraitFaces
  return {
    ...size,
    target: isVideo ? null : blob,
    most: asksIn.most,
    faces: shown.map(({ x, y, width, height }, index) => ({
      faceId: `face-${index + 1}`,
      index,
      x: Math.round(x * size.width),
      y: Math.round(y * size.height),
      width: Math.round(width * size.width),
      height: Math.round(height * size.height),
      momentsInMs: isVideo ? [...(trackedMoments[index] ?? [])] : []
    }))
  }
}

/** Returns the image that the user chooses faces in, as WebP. The face boxes are in pixels of this image. */
export async function facePreview(asked: FaceSelectionRequest, blobs: BlobStore): Promise<Buffer> {
  const picture = asked.target === null ? await portrait() : await readBlob(blobs, asked.target)
  return Buffer.from(await imageWorker.run('drawPreview', picture ?? (await portrait()), asked.width, asked.height))
}

const portrait = (): Promise<Buffer> => readMediaFile('people.webp')

async function readBlob(blobs: BlobStore, name: string): Promise<Buffer | null> {
  const bytes = await blobs.size(name)
  return bytes === null ? null : Buffer.concat(await blobs.read(name, { start: 0, end: bytes - 1 }).toArray())
}
