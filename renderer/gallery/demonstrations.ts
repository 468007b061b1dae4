import type { Capability } from '../../shared/form/capability.ts'
import type { InputMedium, Medium } from '../../shared/form/json-schema.ts'
import { inputKindsOf } from './capability-inputs.ts'
import ageEffect from './demonstrations/age-effect.webp'
import animate from './demonstrations/animate.webp'
import avatar from './demonstrations/avatar.webp'
import captions from './demonstrations/captions.webp'
import characterSwap from './demonstrations/character-swap.webp'
import colorize from './demonstrations/colorize.webp'
import denoise from './demonstrations/denoise.webp'
import dub from './demonstrations/dub.webp'
import extendVideo from './demonstrations/extend-video.webp'
import faceSwap from './demonstrations/face-swap.webp'
import faceSwapVideo from './demonstrations/face-swap-video.webp'
import film from './demonstrations/film.webp'
import generate from './demonstrations/generate.webp'
import generate3d from './demonstrations/generate-3d.webp'
import generateVideo from './demonstrations/generate-video.webp'
import generateVideoPro from './demonstrations/generate-video-pro.webp'
import glaze from './demonstrations/glaze.webp'
import headSwap from './demonstrations/head-swap.webp'
import imageTo3d from './demonstrations/image-to-3d.webp'
import inpaint from './demonstrations/inpaint.webp'
import inpaintVideo from './demonstrations/inpaint-video.webp'
import interpolate from './demonstrations/interpolate.webp'
import lipSync from './demonstrations/lip-sync.webp'
import logo from './demonstrations/logo.webp'
import motionTransfer from './demonstrations/motion-transfer.webp'
import multiFaceSwap from './demonstrations/multi-face-swap.webp'
import outpaint from './demonstrations/outpaint.webp'
import pose from './demonstrations/pose.webp'
import productPhoto from './demonstrations/product-photo.webp'
import productVideo from './demonstrations/product-video.webp'
import referenceToVideo from './demonstrations/reference-to-video.webp'
import reframe from './demonstrations/reframe.webp'
import relight from './demonstrations/relight.webp'
import removeBackground from './demonstrations/remove-background.webp'
import removeObject from './demonstrations/remove-object.webp'
import removeVideoBackground from './demonstrations/remove-video-background.webp'
import restore from './demonstrations/restore.webp'
import restyle from './demonstrations/restyle.webp'
import restyleVideo from './demonstrations/restyle-video.webp'
import retexture from './demonstrations/retexture.webp'
import retouch from './demonstrations/retouch.webp'
import sketch from './demonstrations/sketch.webp'
import slowMotion from './demonstrations/slow-motion.webp'
import tryOn from './demonstrations/try-on.webp'
import upscale from './demonstrations/upscale.webp'
import upscaleVideo from './demonstrations/upscale-video.webp'
import viewsTo3d from './demonstrations/views-to-3d.webp'

/**
 * Images that show what a capability does. `sheet` is the URL of an image with all frames stacked vertically. A `wipe` has two frames:
 * before and after. A `clip` is animated. `variants` has several results.
 */
export type Demonstration = {
  readonly kind: 'wipe' | 'clip' | 'variants'
  readonly sheet: string
  readonly frameCount: number
  /** Zero-based frame that is shown at rest. For `variants`, cards with the same sheet show different frames. */
  readonly first: number
}

/** Sheets for capabilities with matching media and a title or ID that matches `title`. `from` is null if any input matches. */
type Entry = {
  readonly title: RegExp
  readonly output: Medium
  readonly from: InputMedium | null
  readonly kind: Demonstration['kind']
  readonly sheets: readonly string[]
}

/**
 * The first matching entry is used. A capability without a match has no demonstration, because another capability's demonstration would be
 * wrong.
 */
const entries: readonly Entry[] = [
  { title: /background removal|remove background/i, output: 'image', from: 'image', kind: 'wipe', sheets: [removeBackground] },
  { title: /background removal|remove background/i, output: 'video', from: 'video', kind: 'clip', sheets: [removeVideoBackground] },
  { title: /upscal/i, output: 'image', from: 'image', kind: 'wipe', sheets: [upscale] },
  { title: /upscal/i, output: 'video', from: 'video', kind: 'clip', sheets: [upscaleVideo] },
  { title: /outpaint/i, output: 'image', from: 'image', kind: 'wipe', sheets: [outpaint] },
  { title: /object removal/i, output: 'image', from: 'image', kind: 'wipe', sheets: [removeObject] },
  { title: /inpaint/i, output: 'image', from: 'image', kind: 'wipe', sheets: [inpaint] },
  { title: /inpaint|object removal/i, output: 'video', from: 'video', kind: 'clip', sheets: [inpaintVideo] },
  { title: /relight/i, output: 'image', from: 'image', kind: 'wipe', sheets: [relight] },
  { title: /product photo/i, output: 'image', from: 'image', kind: 'wipe', sheets: [productPhoto] },
  { title: /virtual try.on/i, output: 'image', from: 'image', kind: 'wipe', sheets: [tryOn] },
  { title: /sketch to image/i, output: 'image', from: 'image', kind: 'wipe', sheets: [sketch] },
  { title: /pose to image/i, output: 'image', from: 'image', kind: 'wipe', sheets: [pose] },
  { title: /portrait retouch/i, output: 'image', from: 'image', kind: 'wipe', sheets: [retouch] },
  { title: /photo restoration/i, output: 'image', from: 'image', kind: 'wipe', sheets: [restore] },
  { title: /style transfer/i, output: 'image', from: 'image', kind: 'wipe', sheets: [restyle] },
  { title: /film look/i, output: 'image', from: 'image', kind: 'wipe', sheets: [film] },
  { title: /glaze effect/i, output: 'image', from: 'image', kind: 'wipe', sheets: [glaze] },
  { title: /age effect/i, output: 'image', from: 'image', kind: 'wipe', sheets: [ageEffect] },
  { title: /multi.face swap/i, output: 'image', from: 'image', kind: 'wipe', sheets: [multiFaceSwap] },
  { title: /face swap/i, output: 'image', from: 'image', kind: 'wipe', sheets: [faceSwap] },
  { title: /face swap/i, output: 'video', from: 'video', kind: 'clip', sheets: [faceSwapVideo] },
  { title: /head swap/i, output: 'image', from: 'image', kind: 'wipe', sheets: [headSwap] },
  { title: /character swap/i, output: 'video', from: 'video', kind: 'clip', sheets: [characterSwap] },
  { title: /logo (?:maker|generator)/i, output: 'image', from: null, kind: 'variants', sheets: [logo] },
  { title: /image generator|text to image/i, output: 'image', from: null, kind: 'variants', sheets: [generate] },
  { title: /text to video/i, output: 'video', from: null, kind: 'clip', sheets: [generateVideo, generateVideoPro] },
  { title: /image to video/i, output: 'video', from: 'image', kind: 'clip', sheets: [animate] },
  { title: /reference to video/i, output: 'video', from: 'image', kind: 'clip', sheets: [referenceToVideo] },
  { title: /product video/i, output: 'video', from: 'image', kind: 'clip', sheets: [productVideo] },
  { title: /video to video/i, output: 'video', from: 'video', kind: 'clip', sheets: [restyleVideo] },
  { title: /video extender/i, output: 'video', from: 'video', kind: 'clip', sheets: [extendVideo] },
  { title: /lip sync/i, output: 'video', from: null, kind: 'clip', sheets: [lipSync] },
  { title: /talking avatar/i, output: 'video', from: 'image', kind: 'clip', sheets: [avatar] },
  { title: /video dubbing/i, output: 'video', from: 'video', kind: 'clip', sheets: [dub] },
  { title: /motion transfer/i, output: 'video', from: 'image', kind: 'clip', sheets: [motionTransfer] },
  { title: /frame interpolation/i, output: 'video', from: 'video', kind: 'clip', sheets: [interpolate] },
  { title: /slow motion/i, output: 'video', from: 'video', kind: 'clip', sheets: [slowMotion] },
  { title: /video captions/i, output: 'video', from: 'video', kind: 'clip', sheets: [captions] },
  { title: /video reframe/i, output: 'video', from: 'video', kind: 'clip', sheets: [reframe] },
  { title: /video colou?ri[sz]/i, output: 'video', from: 'video', kind: 'clip', sheets: [colorize] },
  { title: /video denois/i, output: 'video', from: 'video', kind: 'clip', sheets: [denoise] },
  { title: /text to 3d/i, output: 'model', from: null, kind: 'clip', sheets: [generate3d] },
  { title: /multi.view to 3d/i, output: 'model', from: 'image', kind: 'clip', sheets: [viewsTo3d] },
  { title: /image to 3d/i, output: 'model', from: 'image', kind: 'clip', sheets: [imageTo3d] },
  { title: /retextur/i, output: 'model', from: 'model', kind: 'clip', sheets: [retexture] }
]

/** Number of frames in a sheet, as drawn by test/tools/demonstrations. */
const frameCounts = { wipe: 2, clip: 12 } as const
/** Frame of a clip that is shown at rest. The first frame doesn't show the effect. */
const clipAtRest = 7
const variantCounts = new Map([
  [generate, 4],
  [logo, 3]
])

/** Returns the demonstrations of the capabilities that have one, by ID. */
export function demonstrationsOf(capabilities: readonly Capability[]): ReadonlyMap<string, Demonstration> {
  const uses = new Map<Entry, number>()
  const found = new Map<string, Demonstration>()
  for (const capability of capabilities) {
    const entry = entries.find((one) => fits(one, capability))
    if (entry === undefined) continue
    const place = uses.get(entry) ?? 0
    uses.set(entry, place + 1)
    const sheet = entry.sheets[place % entry.sheets.length] ?? ''
    const frameCount = entry.kind === 'variants' ? (variantCounts.get(sheet) ?? 1) : frameCounts[entry.kind]
    const first = { wipe: 0, clip: clipAtRest, variants: place % frameCount }[entry.kind]
    found.set(capability.id, { kind: entry.kind, sheet, frameCount, first })
  }
  return found
}

function fits({ title, output, from }: Entry, capability: Capability): boolean {
  // A translated title may not match, but the ID does.
  const names = [capability.title, capability.id.replaceAll('-', ' ')]
  if (capability.output !== output || !names.some((name) => title.test(name))) return false
  const kinds = inputKindsOf(capability)
  return from === null || kinds.includes(from) || (from === 'image' && kinds.includes('face'))
}
