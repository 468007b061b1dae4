import type { CapabilityDefinition } from './definition.ts'
import { faceCapabilities } from './face-capabilities.ts'
import { imageGeneratorCapabilities } from './image-generator-capabilities.ts'
import { basicVideoCapabilities } from './basic-video-capabilities.ts'
import { objectAndEffectCapabilities } from './object-and-effect-capabilities.ts'
import { imageCapabilities } from './images.ts'
import { basicAudioCapabilities } from './basic-audio-capabilities.ts'
import { effectCapabilities, advancedFaceSwapCapabilities, modelCapabilities } from './model-face-and-effect-capabilities.ts'
import { videoEditingCapabilities } from './video-editing-capabilities.ts'
import { productVideoCapability, videoGeneratorCapabilities } from './video-generator-capabilities.ts'
import { voiceAndMusicCapabilities } from './voice-and-music-capabilities.ts'

/** Every capability of this deployment, in catalogue order. To add a capability, add an entry to a file in this folder. */
export const deployedCapabilities: ReadonlyMap<string, CapabilityDefinition> = new Map(
  [
    ...imageGeneratorCapabilities,
    ...faceCapabilities,
    ...basicVideoCapabilities,
    ...basicAudioCapabilities,
    ...objectAndEffectCapabilities,
    ...videoGeneratorCapabilities,
    ...videoEditingCapabilities,
    productVideoCapability,
    ...imageCapabilities,
    ...voiceAndMusicCapabilities,
    ...modelCapabilities,
    ...advancedFaceSwapCapabilities,
    ...effectCapabilities
  ].map((definition) => [definition.id, definition])
)
