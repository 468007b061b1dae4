import { bodySchema, imageRule, mediaField, videoRule } from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'

const referenceFace = mediaField('Reference face', 'A photo of the new face.', imageRule)

export const faceCapabilities: readonly CapabilityDefinition[] = [
  {
    id: 'face-swap',
    title: 'Face swap',
    purpose: 'Replaces one face in a photo. You choose the face after sending.',
    category: 'face-swap',
    output: 'image',
    resultField: 'imageUrl',
    pricing: { kind: 'flat', credits: 1 },
    hiddenPrice: null,
    usage: 'deferred',
    maxFiles: null,
    asksIn: { target: 'targetImageUrl', references: 'referenceFaceImageUrl', most: 1 },
    modes: [{ id: 'photo', title: 'Photo', when: [] }],
    recipe: { kind: 'picture', ground: ['targetImageUrl'], faces: ['referenceFaceImageUrl'], words: [], look: 'faces', autoSizes: [] },
    inputSchema: bodySchema(['targetImageUrl', 'referenceFaceImageUrl'], {
      targetImageUrl: mediaField('Target photo', 'The photo to change.', imageRule),
      referenceFaceImageUrl: referenceFace
    })
  },
  {
    id: 'video-face-swap',
    title: 'Video face swap',
    purpose: 'Replaces one tracked face in a video with a reference face.',
    category: 'face-swap',
    output: 'video',
    resultField: 'videoUrl',
    pricing: { kind: 'unknown' },
    hiddenPrice: { pricing: { kind: 'flat', credits: 8 }, isEstimated: false },
    usage: 'deferred',
    maxFiles: null,
    asksIn: { target: 'targetVideoUrl', references: 'referenceFaceImageUrl', most: 1 },
    modes: [{ id: 'video', title: 'Video', when: [] }],
    recipe: { kind: 'clip', words: [] },
    inputSchema: bodySchema(['targetVideoUrl', 'referenceFaceImageUrl'], {
      targetVideoUrl: mediaField('Target video', 'The video to change.', videoRule),
      referenceFaceImageUrl: referenceFace
    })
  }
]
