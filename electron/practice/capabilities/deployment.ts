import type { CapabilityDefinition } from './definition.ts'
import { faces } from './faces.ts'
import { imageGenerators } from './image-generators.ts'
import { motion } from './motion.ts'
import { objectsAndEffects } from './objects-and-effects.ts'
import { imageCapabilities } from './images.ts'
import { audioCapabilities } from './audio.ts'
import { moreEffects, moreFaces, things } from './things-faces-effects.ts'
import { videos } from './videos.ts'
import { voicesAndMusic } from './voices-and-music.ts'

/** Every capability of this deployment, in catalog order. To add one, add an entry to a file in this folder. */
export const deployment: ReadonlyMap<string, CapabilityDefinition> = new Map(
  [
    ...imageGenerators,
    ...faces,
    ...motion,
    ...audioCapabilities,
    ...objectsAndEffects,
    ...videos,
    ...imageCapabilities,
    ...voicesAndMusic,
    ...things,
    ...moreFaces,
    ...moreEffects
  ].map((definition) => [definition.id, definition])
)
