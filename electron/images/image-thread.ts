import { handleImageCalls } from './handle-image-calls.ts'
import type { ConversionTarget } from './convert-image.ts'
import { convertImage } from './convert-image.ts'
import { createPixelBudget } from './pixel-budget.ts'
import { sharp } from './sharp.ts'

/** Larger images aren't decoded: 16,000 x 16,000. */
const maxPixels = 256_000_000
/** Images of more pixels than this aren't measured: 30,000 x 30,000. */
const maxMeasuredPixels = 900_000_000
/** Larger images aren't decoded to check whether they are complete: 100 megapixels take a second. */
const maxCheckedPixels = 100_000_000
const thumbnailQuality = 82
/** Four bytes a pixel and some copies stay well below 2 GiB. sharp's WebAssembly build can't address more. */
const withinBudget = createPixelBudget(128_000_000)

type Image = string | Uint8Array

export type ImageFacts = {
  /** As displayed, after EXIF rotation. */
  readonly width: number
  readonly height: number
  readonly pages: number
  /** Null if not requested, or if the image is too large to decode for this. */
  readonly isWhole: boolean | null
}

const imageJobs = {
  /** Null if sharp can't read it as an image. */
  readMetadata: async (path: string, isDecoded: boolean): Promise<ImageFacts | null> => {
    const about = await sharp(path, { limitInputPixels: maxMeasuredPixels })
      .metadata()
      .catch(() => null)
    if (about === null) return null
    const { width, height } = about.autoOrient
    const isChecked = isDecoded && width * height <= maxCheckedPixels
    return { width, height, pages: about.pages ?? 1, isWhole: isChecked ? await withinBudget(width * height, () => isWhole(path)) : null }
  },
  /** Writes a WebP whose longest side has at most `edge` pixels. */
  drawThumbnail: (image: Image, target: string, edge: number): Promise<void> =>
    decode(image, async () => {
      await sharp(image, { limitInputPixels: maxPixels })
        .autoOrient()
        .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: thumbnailQuality })
        .toFile(target)
    }),
  /** A square WebP. */
  drawSquare: (path: string, edge: number): Promise<Uint8Array> =>
    decode(path, () => sharp(path, { limitInputPixels: maxPixels }).autoOrient().resize(edge, edge, { fit: 'cover' }).webp().toBuffer()),
  /** Null if it can't be made to fit. */
  convert: (path: string, target: ConversionTarget): Promise<Uint8Array | null> =>
    decode(path, () => convertImage(path, target, maxPixels)),
  toPng: (path: string): Promise<Uint8Array> => decode(path, () => sharp(path, { limitInputPixels: maxPixels }).png().toBuffer())
}
export type AppImageJobs = typeof imageJobs

async function decode<T>(image: Image, work: () => Promise<T>): Promise<T> {
  const { width, height } = await sharp(image, { limitInputPixels: maxPixels }).metadata()
  return withinBudget(width * height, work)
}

async function isWhole(path: string): Promise<boolean> {
  try {
    await sharp(path, { failOn: 'truncated', sequentialRead: true })
      .resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer()
    return true
  } catch {
    return false
  }
}

handleImageCalls(imageJobs)
