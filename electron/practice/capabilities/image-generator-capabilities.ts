import type { JsonSchema, MediaRule } from '../../../shared/form/json-schema.ts'
import { bodySchema, choiceField, maxImageBytes, mediaField, mediaListField, switchField, textField } from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'

/** The 16 sizes of the standard generator, in pixels (spec section 2.5). */
const standardSizes = [
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
]

/** The 14 sizes of version 3.0, in pixels (spec section 2.5). */
const sizesOfVersion3 = [
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
]

const standardRule: MediaRule = { medium: 'image', formats: ['jpg', 'jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif'], maxBytes: maxImageBytes }
const ruleOfVersion3: MediaRule = {
  medium: 'image',
  formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'],
  maxBytes: maxImageBytes,
  minShortEdge: 384
}

const modes = [
  { id: 'text-to-image', title: 'Text to image', when: [] },
  { id: 'image-edit', title: 'Image editing', when: ['imageUrl', 'imageUrls'] }
]
const outputCount = choiceField('Number of images', 'Each image is charged separately.', ['1', '2', '3', '4', '5', '6'], '1')
const promptAdvice =
  'Describe the image. For an unspecified character or figurine, use an original, unbranded one without logos. Keep any character you name.'

function inputImages(rule: MediaRule): { readonly [name: string]: JsonSchema } {
  return {
    imageUrl: mediaField('Input image', 'Adding an image selects edit mode.', rule),
    imageUrls: mediaListField('Input images', 'Up to three images. The prompt can refer to them by position, starting at 1.', rule, 3)
  }
}

export const imageGeneratorCapabilities: readonly CapabilityDefinition[] = [
  {
    id: 'imgmodel-image-generator',
    title: 'Image generator',
    purpose: 'Generates images from text, or edits up to three images.',
    category: 'image',
    output: 'image',
    resultField: 'imageUrl',
    pricing: { kind: 'per-output', base: 5, countField: 'imageNum', perReference: 0, referenceFields: [] },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: 3,
    modes,
    recipe: { kind: 'picture', ground: ['imageUrls', 'imageUrl'], faces: [], words: ['prompt'], look: 'scene', autoSizes: ['1024*1024'] },
    inputSchema: bodySchema(['prompt'], {
      prompt: textField('Prompt', promptAdvice, 1, 800),
      ...inputImages(standardRule),
      negativePrompt: textField('Negative prompt', 'Describe what to avoid.', 0, 500),
      size: choiceField('Size', 'Width × height in pixels.', standardSizes, '1024*1024'),
      imageNum: outputCount,
      promptExtend: switchField('Prompt expansion', 'Adds detail to the prompt automatically. Doesn’t affect image editing.', true)
    })
  },
  {
    id: 'imgmodel-3-0-image-generator',
    title: 'Image generator 3.0',
    purpose: 'Generates and edits images, with control over prompt expansion, thinking and seed.',
    category: 'image',
    output: 'image',
    resultField: 'imageUrl',
    pricing: { kind: 'per-output', base: 10, countField: 'imageNum', perReference: 1, referenceFields: ['imageUrl', 'imageUrls'] },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: 3,
    modes,
    recipe: { kind: 'picture', ground: ['imageUrls', 'imageUrl'], faces: [], words: ['prompt'], look: 'scene', autoSizes: sizesOfVersion3 },
    inputSchema: bodySchema(['prompt'], {
      prompt: textField('Prompt', promptAdvice, 1, 3000),
      ...inputImages(ruleOfVersion3),
      negativePrompt: textField('Negative prompt', 'Describe what to avoid.', 0, 600),
      size: choiceField('Size', 'Width × height in pixels. With Auto, the service chooses the size.', sizesOfVersion3),
      imageNum: outputCount,
      promptExtend: switchField('Prompt expansion', 'Rewrites and enriches the prompt.', true),
      promptExtendMode: choiceField(
        'Expansion method',
        'Rewrites the prompt directly, or lets an agent plan first.',
        ['direct', 'agent'],
        'direct',
        { direct: 'Direct rewriting', agent: 'Agent-based planning' }
      ),
      enableThinking: switchField('Thinking', 'Reasons more deeply during prompt expansion.', true),
      seed: {
        type: 'number',
        title: 'Seed',
        description: 'The same seed and settings give the same result. Leave empty for a random seed.',
        multipleOf: 1,
        minimum: 0,
        maximum: 2_147_483_647
      }
    })
  }
]
