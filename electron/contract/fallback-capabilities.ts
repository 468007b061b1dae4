import type { Capability } from '../../shared/form/capability.ts'
import type { JsonSchema, MediaRule } from '../../shared/form/json-schema.ts'

/**
 * The five capabilities that the specification names, used if the service's own documents can't be read. Otherwise those documents take
 * precedence, and only labels, hints, media rules and prices come from here. Spec sections 1.7, 2.5, 2.6 and 8.
 */

/**
 * Spec section 8 says "10 MB". Kiln reads this as 10 × 1024 × 1024 bytes. The service rejects larger files free of charge. Rejecting an
 * acceptable file here would block the user.
 */
const tenMegabytes = 10 * 1024 * 1024

const standardImage: MediaRule = { medium: 'image', formats: ['jpg', 'jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif'], maxBytes: tenMegabytes }
const versionThreeImage: MediaRule = {
  medium: 'image',
  formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'],
  maxBytes: tenMegabytes,
  minShortEdge: 384
}

const promptHelp =
  'Refer to input images by position, such as “image 2”. For an unnamed character, describe an original one without logos or likeness to existing characters. Keep any character you name.'

const counts: JsonSchema = {
  type: 'string',
  enum: ['1', '2', '3', '4', '5', '6'],
  default: '1',
  title: 'Number of images',
  description: 'Each image is charged separately.',
  'x-order': 30
}

function singleImage(rule: MediaRule): JsonSchema {
  return {
    type: 'string',
    format: 'uri',
    title: 'Image',
    description: 'Adding an image selects edit mode.',
    'x-media': rule,
    'x-same-as': 'imageUrls'
  }
}

function orderedImages(rule: MediaRule): JsonSchema {
  return {
    type: 'array',
    items: { type: 'string', format: 'uri' },
    minItems: 1,
    maxItems: 3,
    title: 'Images',
    description: 'Up to three images. The prompt can refer to them by position, starting at 1.',
    'x-media': rule,
    'x-modes': ['edit'],
    'x-order': 10
  }
}

const standardGenerator: Capability = {
  id: 'imgmodel-image-generator',
  title: 'Image generator',
  purpose: 'Image generation and editing (standard).',
  category: 'image',
  output: 'image',
  resultField: 'imageUrl',
  inputSchema: {
    type: 'object',
    properties: {
      prompt: { type: 'string', minLength: 1, maxLength: 800, title: 'Prompt', description: promptHelp, 'x-order': 0 },
      imageUrl: singleImage(standardImage),
      imageUrls: orderedImages(standardImage),
      negativePrompt: {
        type: 'string',
        maxLength: 500,
        title: 'Negative prompt',
        description: 'Describe what to avoid.',
        'x-order': 5
      },
      size: {
        type: 'string',
        enum: [
          '1024*1024',
          '1536*1536',
          '768*1152',
          '1024*1536',
          '1152*768',
          '1536*1024',
          '960*1280',
          '1080*1440',
          '1280*960',
          '1440*1080',
          '720*1280',
          '1080*1920',
          '1280*720',
          '1920*1080',
          '1344*576',
          '2048*872'
        ],
        default: '1024*1024',
        title: 'Size',
        description: 'Width × height in pixels.',
        'x-order': 20
      },
      imageNum: counts,
      promptExtend: {
        type: 'boolean',
        default: true,
        title: 'Prompt expansion',
        description: 'Adds detail to the prompt automatically.',
        'x-modes': ['text'],
        'x-place': 'setting',
        'x-order': 50
      }
    },
    required: ['prompt'],
    additionalProperties: false
  },
  pricing: { kind: 'per-output', base: 5, countField: 'imageNum', perReference: 0, referenceFields: [] }
}

const versionThreeGenerator: Capability = {
  id: 'imgmodel-3-0-image-generator',
  title: 'Image generator 3.0',
  purpose: 'Image generation and editing (version 3.0, with prompt-expansion, thinking and seed controls).',
  category: 'image',
  output: 'image',
  resultField: 'imageUrl',
  inputSchema: {
    type: 'object',
    properties: {
      prompt: { type: 'string', minLength: 1, maxLength: 3000, title: 'Prompt', description: promptHelp, 'x-order': 0 },
      imageUrl: singleImage(versionThreeImage),
      imageUrls: orderedImages(versionThreeImage),
      negativePrompt: {
        type: 'string',
        maxLength: 600,
        title: 'Negative prompt',
        description: 'Describe what to avoid.',
        'x-order': 5
      },
      size: {
        type: 'string',
        enum: [
          '1024*1024',
          '1600*1600',
          '768*1152',
          '1280*1920',
          '1152*768',
          '1920*1280',
          '768*1024',
          '1536*2048',
          '1024*768',
          '1792*1344',
          '576*1024',
          '1152*2048',
          '1024*576',
          '2048*1152'
        ],
        title: 'Size',
        description: 'Width × height in pixels. With Auto, the service chooses the size.',
        'x-order': 20
      },
      imageNum: counts,
      promptExtend: {
        type: 'boolean',
        default: true,
        title: 'Prompt expansion',
        description: 'Rewrites and enriches the prompt.',
        'x-place': 'setting',
        'x-order': 50
      },
      promptExtendMode: {
        type: 'string',
        enum: ['direct', 'agent'],
        default: 'direct',
        title: 'Expansion method',
        description: 'Rewrites the prompt directly, or lets an agent plan first.',
        'x-enum-labels': { direct: 'Direct rewriting', agent: 'Agent-based planning' },
        'x-place': 'setting',
        'x-order': 60
      },
      enableThinking: {
        type: 'boolean',
        default: true,
        title: 'Thinking',
        description: 'Reasons more deeply during prompt expansion.',
        'x-place': 'setting',
        'x-order': 70
      },
      seed: {
        type: 'integer',
        minimum: 0,
        maximum: 2147483647,
        title: 'Seed',
        description: 'The same seed and settings give a similar image. Leave empty for a random seed.',
        'x-kind': 'seed',
        'x-place': 'setting',
        'x-order': 40
      }
    },
    required: ['prompt'],
    additionalProperties: false
  },
  pricing: { kind: 'per-output', base: 10, countField: 'imageNum', perReference: 1, referenceFields: ['imageUrl', 'imageUrls'] }
}

const faceSwap: Capability = {
  id: 'face-swap',
  title: 'Face swap',
  purpose: 'Replaces one detected face in a target photo with a reference face. Detection and cropping are automatic.',
  category: 'face-swap',
  output: 'image',
  resultField: 'imageUrl',
  inputSchema: {
    type: 'object',
    properties: {
      targetImageUrl: {
        type: 'string',
        format: 'uri',
        title: 'Target photo',
        description: 'The photo to change.',
        'x-media': { medium: 'image' },
        'x-order': 10
      },
      referenceFaceImageUrl: {
        type: 'string',
        format: 'uri',
        title: 'Reference face',
        description: 'A photo of the new face.',
        'x-media': { medium: 'image' },
        'x-order': 11
      }
    },
    required: ['targetImageUrl', 'referenceFaceImageUrl'],
    additionalProperties: false
  },
  pricing: { kind: 'flat', credits: 1 }
}

/**
 * The spec doesn't show this capability's request fields (section 4, rule 7), and Kiln doesn't invent names. The form accepts any JSON
 * until the contract has been read.
 */
const videoFaceSwap: Capability = {
  id: 'video-face-swap',
  title: 'Video face swap',
  purpose: 'Replaces one tracked face in a target video with a reference face.',
  category: 'face-swap',
  output: 'video',
  resultField: 'videoUrl',
  inputSchema: { type: 'object', properties: {}, additionalProperties: true },
  pricing: { kind: 'unknown' }
}

/** The spec names only `videoURL` (section 1.7). The user can enter other fields as JSON. */
const videoUpscaler: Capability = {
  id: 'video-upscaler',
  title: 'Video upscaler',
  purpose: 'Video upscaling.',
  category: 'video',
  output: 'video',
  resultField: 'videoUrl',
  inputSchema: {
    type: 'object',
    properties: {
      videoURL: {
        type: 'string',
        format: 'uri',
        title: 'Video',
        description: 'The video to upscale.',
        'x-media': { medium: 'video' },
        'x-order': 10
      }
    },
    required: ['videoURL'],
    additionalProperties: true
  },
  pricing: { kind: 'unknown' }
}

export const fallbackCapabilities: readonly Capability[] = [
  standardGenerator,
  versionThreeGenerator,
  faceSwap,
  videoFaceSwap,
  videoUpscaler
]
