import { handleImageCalls } from './handle-image-calls.ts'
import type { ConversionTarget } from './convert-image.ts'
import { convertImage } from './convert-image.ts'
import { createPixelBudget } from './pixel-budget.ts'
import { sharp } from './sharp.ts'

/** Maximum number of pixels in an image to decode: 16,000 x 16,000. */
const maxPixels = 256_000_000
/** Maximum number of pixels in an image to measure: 30,000 x 30,000. */
const maxMeasuredPixels = 900_000_000
/** Maximum number of pixels in an image to check for completeness. Decoding 100 megapixels takes about a second. */
const maxCheckedPixels = 100_000_000
const thumbnailQuality = 82
/**
 * Limits the pixels that are decoded at the same time. sharp's WebAssembly build can use at most 2 GiB of memory. At four bytes per pixel,
 * an image and some copies stay well below this limit.
 */
const withinBudget = createPixelBudget(128_000_000)

type Image = string | Uint8Array

export type ImageMetadata = {
  /** Size in pixels as displayed, after EXIF rotation. */
  readonly width: number
  readonly height: number
  readonly pages: number
  /** True if the image data is complete. Null if the check wasn't requested, or if the image is too large to check. */
  readonly isWhole: boolean | null
}

const imageJobs = {
  /**
   * Returns an image's size and page count. `isDecoded`: true to check whether the image data is complete. Null if sharp can't read the
   * file.
   */
  readMetadata: async (path: string, isDecoded: boolean): Promise<ImageMetadata | null> => {
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
  /** Returns a square WebP with sides of `edge` pixels. */
  drawSquare: (path: string, edge: number): Promise<Uint8Array> =>
    decode(path, () => sharp(path, { limitInputPixels: maxPixels }).autoOrient().resize(edge, edge, { fit: 'cover' }).webp().toBuffer()),
  /** Converts an image. Null if no result meets the target's limits. */
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
