import type { Capability } from '../../shared/form/capability.ts'
import arch from './media/arch.webp'
import bloomIris from './media/bloom-iris.webp'
import bloom from './media/bloom.webp'
import bokeh from './media/bokeh.webp'
import bottleBlue from './media/bottle-blue.webp'
import bottleCoral from './media/bottle-coral.webp'
import dune from './media/dune.webp'
import figure from './media/figure-3d.webp'
import fruit from './media/fruit.webp'
import glazeFire from './media/glaze-fire.webp'
import glazeSea from './media/glaze-sea.webp'
import orb from './media/orb.webp'
import paperCool from './media/paper-cool.webp'
import paperWarm from './media/paper-warm.webp'
import people from './media/people.webp'
import ridgeDusk from './media/ridge-dusk.webp'
import ridge from './media/ridge.webp'
import sea from './media/sea.webp'
import stairs from './media/stairs.webp'
import vaseCobalt from './media/vase-cobalt.webp'
import vaseIron from './media/vase-iron.webp'
import vase from './media/vase-1.webp'

/** A part of an image. `scale` is a CSS scale factor. `x` and `y` are the transform origin in percent. */
export type CoverPart = { readonly scale: number; readonly x: number; readonly y: number }

/** Cover of a card before the user has results. Shows a bundled image, or a drawn waveform for audio. */
export type Cover =
  | { readonly kind: 'picture'; readonly src: string; readonly part: CoverPart | null }
  | { readonly kind: 'sound'; readonly index: number }

const images = [bottleCoral, vase, bloom, fruit, paperWarm, glazeSea, stairs, vaseCobalt, arch, ridgeDusk, bottleBlue, vaseIron]
const videos = [sea, orb, bokeh, ridge, dune, stairs, bloomIris, glazeFire, ridgeDusk, fruit]
const papers = [paperWarm, paperCool]
const effects = [glazeFire, paperCool, bloomIris, bokeh, paperWarm]
/** Parts of an image. After all images of a pool have been used, the images repeat with the next part. */
const parts: readonly (CoverPart | null)[] = [
  null,
  { scale: 2, x: 24, y: 66 },
  { scale: 1.7, x: 82, y: 30 },
  { scale: 2.6, x: 54, y: 44 },
  { scale: 2.2, x: 70, y: 78 }
]
/** Parts of the image with four faces: the whole image, then each face. */
const faces: readonly (CoverPart | null)[] = [
  null,
  { scale: 2, x: 74, y: 55 },
  { scale: 2, x: 28, y: 24 },
  { scale: 2, x: 100, y: 32 },
  { scale: 2, x: 0, y: 55 }
]

/**
 * Returns the default cover of a capability. `index` is the capability's zero-based index within its category, so that neighbouring cards
 * look different.
 */
export function capabilityCover({ category, output }: Capability, index: number): Cover {
  if (output === 'audio') return { kind: 'sound', index }
  const isOfFaces = category === 'face-swap'
  const pool = isOfFaces
    ? [people]
    : output === 'model'
      ? [figure]
      : output === 'text'
        ? papers
        : output === 'video'
          ? videos
          : category === 'effects'
            ? effects
            : images
  const ways = isOfFaces ? faces : parts
  return {
    kind: 'picture',
    src: pool[index % pool.length] ?? vase,
    part: ways[Math.floor(index / pool.length) % ways.length] ?? null
  }
}
