import type { Capability } from '../../shared/capability.ts'
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

/** What stands on a card before there is a result of one's own: a picture, or a drawn ground for what has no picture. */
export type Cover = { readonly kind: 'picture'; readonly src: string } | { readonly kind: 'sound'; readonly hue: 'clay' | 'slate' }

const images = [bottleCoral, vase, bloom, fruit, paperWarm, glazeSea, stairs, vaseCobalt, arch, ridgeDusk, bottleBlue, vaseIron]
const videos = [sea, orb, bokeh, ridge, dune]
const effects = [glazeFire, paperCool, bloomIris, bokeh, paperWarm]

/** `place`: zero-based among those of its category, so that neighbours differ. */
export function coverOf({ category, output }: Capability, place: number): Cover {
  if (output === 'audio') return { kind: 'sound', hue: place % 2 === 0 ? 'clay' : 'slate' }
  const pool =
    category === 'face-swap'
      ? [people]
      : output === 'model'
        ? [figure]
        : output === 'video'
          ? videos
          : category === 'effects'
            ? effects
            : images
  return { kind: 'picture', src: pool[place % pool.length] ?? vase }
}
