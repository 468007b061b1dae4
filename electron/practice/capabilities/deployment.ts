import type { CapabilityDefinition } from './definition.ts'
import { faces } from './faces.ts'
import { imageGenerators } from './image-generators.ts'
import { motion } from './motion.ts'
import { objectsAndEffects } from './objects-and-effects.ts'
import { pictures } from './pictures.ts'
import { sound } from './sound.ts'
import { moreEffects, moreFaces, things } from './things-faces-effects.ts'
import { videos } from './videos.ts'
import { voicesAndMusic } from './voices-and-music.ts'

/** Every capability of this deployment, in catalog order. A new one is one more entry in a file of this folder. */
export const deployment: ReadonlyMap<string, CapabilityDefinition> = new Map(
  [
    ...imageGenerators,
    ...faces,
    ...motion,
    ...sound,
    ...objectsAndEffects,
    ...videos,
    ...pictures,
    ...voicesAndMusic,
    ...things,
    ...moreFaces,
    ...moreEffects
  ].map((definition) => [definition.id, definition])
)
