import sharp from 'sharp'
import type { Blobs } from './blobs.ts'
import type { AskedFaces } from './books.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'
import type { InputMedia } from './input-media.ts'
import { readMediaFile } from './media-files.ts'

/** Longest edge of a preview, in pixels. */
const previewEdge = 1280
/** The portrait is known again by its light and dark at this size. */
const print = { width: 24, height: 16 }
/** Mean difference of two prints, 0 to 255, up to which they are the same picture. */
const mostDifference = 10

/** The heads of the group portrait, left to right, in parts of its width and height. */
const portraitFaces = [
  { x: 0.051, y: 0.319, width: 0.196, height: 0.294 },
  { x: 0.289, y: 0.257, width: 0.191, height: 0.287 },
  { x: 0.535, y: 0.383, width: 0.179, height: 0.294 },
  { x: 0.755, y: 0.253, width: 0.187, height: 0.309 }
] as const

/** When the two people of a clip are seen, in milliseconds. */
const trackedMoments = [
  [400, 1400, 2600],
  [900, 2100]
] as const

/**
 * Looks for faces in the media that a task changes, and says what a person has to be asked. The practice service knows one group portrait
 * by sight, whole or in another size, and finds the faces that are in it; a clip in its storage shows two people; in every other picture it
 * sees one face, so that there is nothing to ask. Null: nothing to ask.
 */
export async function findFaces(
  definition: CapabilityDefinition,
  inputs: readonly InputMedia[],
  blobs: Blobs,
  isAnswered: boolean
): Promise<AskedFaces | null> {
  const { asksIn } = definition
  const blob = asksIn === undefined || isAnswered ? null : (inputs.find(({ field }) => field === asksIn.target)?.blob ?? null)
  if (asksIn === undefined || blob === null) return null
  const isVideo = definition.output === 'video'
  const picture = isVideo ? await portrait() : await readBlob(blobs, blob)
  if (picture === null || !(isVideo || (await isPortrait(picture)))) return null
  const size = await previewSize(picture)
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

/** The picture that a person is shown, as WebP; the boxes are in its pixels. */
export async function facePreview(asked: AskedFaces, blobs: Blobs): Promise<Buffer> {
  const picture = asked.target === null ? await portrait() : await readBlob(blobs, asked.target)
  return sharp(picture ?? (await portrait()))
    .autoOrient()
    .resize(asked.width, asked.height, { fit: 'fill' })
    .webp({ quality: 82 })
    .toBuffer()
}

const portrait = (): Promise<Buffer> => readMediaFile('people.webp')

async function previewSize(picture: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const { info } = await sharp(picture)
    .autoOrient()
    .resize(previewEdge, previewEdge, { fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height }
}

async function isPortrait(picture: Buffer): Promise<boolean> {
  try {
    const one = await printOf(picture)
    const other = await printOf(await portrait())
    const difference = one.pixels.reduce((sum, value, place) => sum + Math.abs(value - (other.pixels[place] ?? 0)), 0) / one.pixels.length
    return Math.abs(Math.log(one.ratio / other.ratio)) < 0.03 && difference <= mostDifference
  } catch {
    return false
  }
}

async function printOf(picture: Buffer): Promise<{ readonly pixels: readonly number[]; readonly ratio: number }> {
  const { autoOrient } = await sharp(picture).metadata()
  const pixels = await sharp(picture)
    .autoOrient()
    .removeAlpha()
    .greyscale()
    .resize(print.width, print.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { pixels: [...pixels], ratio: autoOrient.width / autoOrient.height }
}

async function readBlob(blobs: Blobs, name: string): Promise<Buffer | null> {
  const bytes = await blobs.size(name)
  return bytes === null ? null : Buffer.concat(await blobs.read(name, { start: 0, end: bytes - 1 }).toArray())
}
