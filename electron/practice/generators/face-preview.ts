import { sharp } from '../../images/sharp.ts'
import { readMediaFile } from '../media-files.ts'

/** Longest edge of a preview, in pixels. */
const previewEdge = 1280
/** Size, in pixels, to which an image is scaled before it is compared with the portrait. */
const print = { width: 24, height: 16 }
/** Maximum mean luminance difference between two copies of the same image, from 0 to 255. */
const mostDifference = 10

export async function previewSize(picture: Uint8Array): Promise<{ readonly width: number; readonly height: number }> {
  const { info } = await sharp(picture)
    .autoOrient()
    .resize(previewEdge, previewEdge, { fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height }
}

export async function isGroupPortrait(picture: Uint8Array): Promise<boolean> {
  try {
    const one = await printOf(picture)
    const other = await printOf(await readMediaFile('people.webp'))
    const difference = one.pixels.reduce((sum, value, place) => sum + Math.abs(value - (other.pixels[place] ?? 0)), 0) / one.pixels.length
    return Math.abs(Math.log(one.ratio / other.ratio)) < 0.03 && difference <= mostDifference
  } catch {
    return false
  }
}

async function printOf(picture: Uint8Array): Promise<{ readonly pixels: readonly number[]; readonly ratio: number }> {
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

/** Returns the preview as WebP. */
export function drawPreview(picture: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(picture).autoOrient().resize(width, height, { fit: 'fill' }).webp({ quality: 82 }).toBuffer()
}
