import type { CapabilityDefinition } from './definition.ts'
import { faceCapabilities } from './face-capabilities.ts'
import { imageGeneratorCapabilities } from './image-generator-capabilities.ts'
import { motionCapabilities } from './motion-capabilities.ts'
import { objectAndEffectCapabilities } from './object-and-effect-capabilities.ts'
import { imageCapabilities } from './images.ts'
import { audioCapabilities } from './audio.ts'
import { moreEffectCapabilities, moreFaceCapabilities, modelCapabilities } from './things-faces-effects.ts'
import { videoCapabilities } from './video-capabilities.ts'
import { voiceAndMusicCapabilities } from './voice-and-music-capabilities.ts'

/** Every capability of this deployment, in catalog order. To add one, add an entry to a file in this folder. */
export const deployedCapabilities: ReadonlyMap<string, CapabilityDefinition> = new Map(
  [
    ...imageGeneratorCapabilities,
    ...faceCapabilities,
    ...motionCapabilities,
    ...audioCapabilities,
    ...objectAndEffectCapabilities,
    ...videoCapabilities,
    ...imageCapabilities,
    ...voiceAndMusicCapabilities,
    ...modelCapabilities,
    ...moreFaceCapabilities,
    ...moreEffectCapabilities
  ].map((definition) => [definition.id, definition])
)
