import type { MediaRule } from '../json-schema.ts'
import type { MediaFacts } from '../media-facts.ts'
import { isSameFormat } from './equivalent-formats.ts'

/** Formats that Kiln can write. */
export const writableFormats = ['jpg', 'png', 'webp'] as const
type WrittenFormat = (typeof writableFormats)[number]

/** Part of an image to keep, in whole pixels of the image as displayed. */
export type ImageCrop = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** Requirements for a converted image. Edges are in pixels. A limit is null if it isn't set. */
export type ImageRequirements = {
  /** Absent to keep the whole image. */
  readonly crop?: ImageCrop | undefined
  readonly formats: readonly WrittenFormat[]
  readonly maxBytes: number | null
  readonly maxLongEdge: number | null
  readonly minShortEdge: number | null
}
type ImageFix = { readonly kind: 'convert' | 'shrink'; readonly target: ImageRequirements }

/** Formats that every build of sharp decodes. HEIC (because of patents) and BMP aren't among them. */
const decodedFormats = ['jpg', 'png', 'webp', 'gif', 'tiff', 'avif']

/** Returns how Kiln can make an image acceptable. Null if the image is already acceptable, or if Kiln can't fix it. */
export function imageFixOf(rule: MediaRule, facts: MediaFacts): ImageFix | null {
  const { format, width, height } = facts
  if (rule.medium !== 'image' || facts.medium !== 'image' || facts.isTorn) return null
  if (format === null || width === null || height === null || !isDecodableFormat(format)) return null
  const formats = writableFormats.filter((written) => isAccepted(rule, written))
  const isTooSmall = rule.minShortEdge !== undefined && Math.min(width, height) < rule.minShortEdge
  if (formats.length === 0 || isTooSmall) return null
  const isTooLarge =
    (rule.maxBytes !== undefined && facts.bytes > rule.maxBytes) ||
    (rule.maxLongEdge !== undefined && Math.max(width, height) > rule.maxLongEdge)
  const isWrongKind = !isAccepted(rule, format) || (rule.needsStill === true && facts.isAnimated)
  if (!isTooLarge && !isWrongKind) return null
  const { maxBytes = null, maxLongEdge = null, minShortEdge = null } = rule
  return { kind: isWrongKind ? 'convert' : 'shrink', target: { formats, maxBytes, maxLongEdge, minShortEdge } }
}

/** Returns the requirements for a cropped copy, in the image's own format if possible. Null if Kiln can't crop the image. */
export function cropRequirements(rule: MediaRule, facts: MediaFacts): ImageRequirements | null {
  const { format, width, height } = facts
  if (rule.medium !== 'image' || facts.medium !== 'image' || facts.isTorn) return null
  if (format === null || width === null || height === null || !isDecodableFormat(format)) return null
  const accepted = writableFormats.filter((written) => isAccepted(rule, written))
  const own = accepted.filter((written) => isSameFormat(written, format))
  if (accepted.length === 0) return null
  const { maxBytes = null, maxLongEdge = null, minShortEdge = null } = rule
  return { formats: own.length > 0 ? own : accepted, maxBytes, maxLongEdge, minShortEdge }
}

export function isDecodableFormat(format: string): boolean {
  return decodedFormats.some((decoded) => isSameFormat(decoded, format))
}

function isAccepted({ formats = [] }: MediaRule, format: string): boolean {
  return formats.length === 0 || formats.some((one) => isSameFormat(one, format))
}
