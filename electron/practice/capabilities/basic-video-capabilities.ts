import { bodySchema, choiceField, mediaField, seedField, textField, videoRule } from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'
import { addedByValue } from './price-terms.ts'

export const basicVideoCapabilities: readonly CapabilityDefinition[] = [
  {
    id: 'text-to-video',
    title: 'Text to video',
    purpose: 'Generates a short video from text.',
    category: 'video',
    output: 'video',
    resultField: 'videoUrl',
    pricing: { kind: 'per-output', base: 4, countField: 'duration', perReference: 0, referenceFields: [] },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: null,
    modes: [{ id: 'text-to-video', title: 'Text to video', when: [] }],
    recipe: { kind: 'clip', words: ['prompt'] },
    inputSchema: bodySchema(['prompt', 'duration'], {
      prompt: textField('Prompt', 'Describe what happens in the video.', 1, 2000),
      duration: {
        type: 'integer',
        title: 'Duration',
        description: 'Longer videos cost more.',
        minimum: 3,
        maximum: 8,
        'x-unit': 'seconds'
      },
      aspectRatio: choiceField('Aspect ratio', 'The ratio of the video’s width to its height.', ['16:9', '1:1', '9:16'], '16:9'),
      seed: seedField
    })
  },
  {
    id: 'video-upscaler',
    title: 'Video upscaler',
    purpose: 'Increases a video’s resolution and sharpness.',
    category: 'video',
    output: 'video',
    resultField: 'videoUrl',
    pricing: { kind: 'unknown', fields: ['scale'] },
    hiddenPrice: {
      pricing: { kind: 'rules', terms: [addedByValue('scale', { 2: 12, 4: 24 })], roundsUp: false, atLeast: 0 },
      isEstimated: true
    },
    usage: 'deferred',
    maxFiles: null,
    modes: [{ id: 'upscale', title: 'Upscale', when: [] }],
    recipe: { kind: 'clip', words: [] },
    inputSchema: bodySchema(['videoURL'], {
      videoURL: mediaField('Video', 'The video to upscale.', videoRule),
      scale: {
        type: 'integer',
        title: 'Scale',
        description: 'Multiplies the width and height.',
        enum: [2, 4],
        default: 2,
        'x-enum-labels': { 2: '2×', 4: '4×' }
      }
    })
  }
]
