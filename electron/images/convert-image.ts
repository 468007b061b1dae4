import type { Sharp } from './sharp.ts'
import { sharp } from './sharp.ts'

type WrittenFormat = 'jpg' | 'png' | 'webp'
/** Requirements for a converted image. Edges are in pixels. A limit is null if it doesn't apply. */
export type ConversionTarget = {
  /** Part to keep, in pixels of the image as displayed. Absent to keep the whole image. */
  readonly crop?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number } | undefined
  readonly formats: readonly WrittenFormat[]
  readonly maxBytes: number | null
  readonly maxLongEdge: number | null
  readonly minShortEdge: number | null
}

/** Quality levels to try before an image is scaled down. */
const qualities = [92, 80] as const
const smallestEdge = 16

/**
 * Converts an image's first page to the best format that the target accepts. Keeps as many pixels as the limits allow. Null if no result
 * meets the limits.
 */
export async function convertImage(path: string, target: ConversionTarget, limitInputPixels: number): Promise<Uint8Array | null> {
  const image = sharp(path, { limitInputPixels })
  const { autoOrient, hasAlpha, format } = await image.metadata()
  const isOpaque = !hasAlpha || (await image.stats()).isOpaque
  const formats = formatsFor(target, isOpaque, format === 'gif')
  const { width, height } = target.crop ?? autoOrient
  const longEdge = Math.max(width, height)
  const shortEdge = Math.min(width, height)
  let scale = Math.min(1, (target.maxLongEdge ?? longEdge) / longEdge)
  while (shortEdge * scale >= Math.max(target.minShortEdge ?? 0, Math.min(smallestEdge, shortEdge))) {
    let fewestBytes = Infinity
    for (const { written, quality } of formats) {
      const edge = Math.max(1, Math.round(longEdge * scale))
      const upright = sharp(path, { limitInputPixels }).autoOrient()
      const kept = target.crop === undefined ? upright : upright.extract(target.crop)
      const resized = kept.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      const bytes = await encoded(resized, written, quality)
      if (target.maxBytes === null || bytes.length <= target.maxBytes) return bytes
      fewestBytes = Math.min(fewestBytes, bytes.length)
    }
    // File size is roughly proportional to area, so the square root approximates the required scale. The margin shortens the search.
    scale *= Math.min(0.9, 0.97 * Math.sqrt((target.maxBytes ?? fewestBytes) / fewestBytes))
  }
  return null
}

type Encoding = { readonly written: WrittenFormat; readonly quality: number }

/**
 * Returns the encodings to try, best first. JPEG is preferred for opaque images. Lossless PNG is preferred for GIFs, which have few
 * colours, and for transparent images. Transparent images become JPEG only if no other format is accepted.
 */
function formatsFor({ formats }: ConversionTarget, isOpaque: boolean, hasFewColours: boolean): readonly Encoding[] {
  const order: readonly WrittenFormat[] = isOpaque && !hasFewColours ? ['jpg', 'webp', 'png'] : ['png', 'webp', 'jpg']
  const accepted = order.filter((format) => formats.includes(format))
  const keeping = isOpaque ? accepted : accepted.filter((format) => format !== 'jpg')
  return (keeping.length > 0 ? keeping : accepted).flatMap((written) =>
    (written === 'png' ? [100] : qualities).map((quality) => ({ written, quality }))
  )
}

function encoded(image: Sharp, written: WrittenFormat, quality: number): Promise<Uint8Array> {
  if (written === 'png') return image.png().toBuffer()
  if (written === 'webp') return image.webp({ quality }).toBuffer()
  return image.flatten({ background: '#ffffff' }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
}
