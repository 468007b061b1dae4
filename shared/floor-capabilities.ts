import type { Capability } from './capability.ts'
import type { JsonSchema, MediaRule } from './json-schema.ts'

/**
 * The five capabilities that the specification names, for when the service's own documents cannot be read. Where they can be read, the
 * service's word wins and only labels, hints, media rules and prices are taken from here. Spec sections 1.7, 2.5, 2.6 and 8.
 */

/** Spec section 8 says "10 MB"; read as 10 × 1024 × 1024, since a refusal above the service's own limit is free and a false one is not. */
const tenMegabytes = 10 * 1024 * 1024

const standardImage: MediaRule = { medium: 'image', formats: ['jpg', 'jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif'], maxBytes: tenMegabytes }
const versionThreeImage: MediaRule = {
  medium: 'image',
  formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'],
  maxBytes: tenMegabytes,
  minShortEdge: 384
}

const promptHelp =
  'Name input images by their place, as in “image 2”. For a character nobody named, ask for an original one without logos or resemblance to a known one.'

const counts: JsonSchema = {
  type: 'string',
  enum: ['1', '2', '3', '4', '5', '6'],
  default: '1',
  title: 'Pictures',
  description: 'How many pictures to make.',
  'x-order': 30
}

function singleImage(rule: MediaRule): JsonSchema {
  return {
    type: 'string',
    format: 'uri',
    title: 'Image',
    description: 'One input image; its presence selects edit mode.',
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
    description: 'One to three input images, in the order that the prompt names them.',
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
        title: 'Leave out',
        description: 'What the picture should not show.',
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
        description: 'Exact pixels of the picture.',
        'x-order': 20
      },
      imageNum: counts,
      promptExtend: {
        type: 'boolean',
        default: true,
        title: 'Enrich the prompt',
        description: 'Adds detail to the prompt by itself.',
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
        title: 'Leave out',
        description: 'What the picture should not show.',
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
        description: 'Exact pixels of the picture. Left alone, the service chooses.',
        'x-order': 20
      },
      imageNum: counts,
      promptExtend: {
        type: 'boolean',
        default: true,
        title: 'Enrich the prompt',
        description: 'Rewrites and enriches the prompt.',
        'x-place': 'setting',
        'x-order': 50
      },
      promptExtendMode: {
        type: 'string',
        enum: ['direct', 'agent'],
        default: 'direct',
        title: 'Way of enriching',
        description: 'How the prompt is rewritten.',
        'x-enum-labels': { direct: 'Direct rewriting', agent: 'Agent-based planning' },
        'x-place': 'setting',
        'x-order': 60
      },
      enableThinking: {
        type: 'boolean',
        default: true,
        title: 'Think longer first',
        description: 'Deeper reasoning while the prompt is enriched.',
        'x-place': 'setting',
        'x-order': 70
      },
      seed: {
        type: 'integer',
        minimum: 0,
        maximum: 2147483647,
        title: 'Seed',
        description: 'The same seed with the same values gives a similar picture. Left alone, it is random.',
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
  purpose: 'Replaces one detected face in a target photo with a face from a reference photo. Detection and cropping are automatic.',
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
        description: 'The photo whose face is replaced.',
        'x-media': { medium: 'image' },
        'x-order': 10
      },
      referenceFaceImageUrl: {
        type: 'string',
        format: 'uri',
        title: 'Face photo',
        description: 'The photo that gives the face.',
        'x-media': { medium: 'image' },
        'x-order': 11
      }
    },
    required: ['targetImageUrl', 'referenceFaceImageUrl'],
    additionalProperties: false
  },
  pricing: { kind: 'flat', credits: 1 }
}

/** Its request fields are "not shown" (spec section 4, rule 7): no name is made up, so that the form is open until the contract has been read. */
const videoFaceSwap: Capability = {
  id: 'video-face-swap',
  title: 'Video face swap',
  purpose: 'Replaces one tracked face in a target video with a face from a reference photo.',
  category: 'face-swap',
  output: 'video',
  resultField: 'videoUrl',
  inputSchema: { type: 'object', properties: {}, additionalProperties: true },
  pricing: { kind: 'unknown' }
}

/** Only `videoURL` is known (spec section 1.7); other fields may be given as JSON. */
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

export const floorCapabilities: readonly Capability[] = [standardGenerator, versionThreeGenerator, faceSwap, videoFaceSwap, videoUpscaler]
