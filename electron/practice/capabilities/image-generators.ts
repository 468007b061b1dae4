import type { JsonSchema, MediaRule } from '../../../shared/json-schema.ts'
import { bodySchema, choiceField, maxImageBytes, mediaField, mediaListField, switchField, textField } from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'

/** Spec section 2.5, the 16 sizes of the standard generator. */
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

/** Spec section 2.5, the 14 sizes of version 3.0. */
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
const outputCount = choiceField('Number of images', 'How many images to make; multiplies the price.', ['1', '2', '3', '4', '5', '6'], '1')
const promptAdvice =
  'What the image shows. For an unspecified character or figurine, use an original non-branded character without logos; keep any character that is named explicitly.'

function inputImages(rule: MediaRule): { readonly [name: string]: JsonSchema } {
  return {
    imageUrl: mediaField('Input image', 'One input image; its presence selects image editing.', rule),
    imageUrls: mediaListField('Input images', 'Input images in order; the prompt may refer to them by position, starting at one.', rule, 3)
  }
}

export const imageGenerators: readonly CapabilityDefinition[] = [
  {
    id: 'imgmodel-image-generator',
    title: 'Image generator',
    purpose: 'Makes images from words, and edits up to three images as the words say.',
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
      negativePrompt: textField('Negative prompt', 'What to leave out.', 0, 500),
      size: choiceField('Size', 'Exact size of the result, width*height in pixels.', standardSizes, '1024*1024'),
      imageNum: outputCount,
      promptExtend: switchField('Enrich the prompt', 'Lets the service enrich the prompt. Has no effect on image editing.', true)
    })
  },
  {
    id: 'imgmodel-3-0-image-generator',
    title: 'Image generator 3.0',
    purpose: 'Makes and edits images, with control over prompt expansion, thinking and the seed.',
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
      negativePrompt: textField('Negative prompt', 'What to leave out.', 0, 600),
      size: choiceField('Size', 'Exact size of the result, width*height in pixels. Unset: the service chooses.', sizesOfVersion3),
      imageNum: outputCount,
      promptExtend: switchField('Enrich the prompt', 'Rewrites and enriches the prompt.', true),
      promptExtendMode: choiceField('Way of enriching', 'Direct rewriting, or planning by an agent.', ['direct', 'agent'], 'direct'),
      enableThinking: switchField('Thinking', 'Deeper reasoning while the prompt is enriched.', true),
      seed: {
        type: 'number',
        title: 'Seed',
        description: 'Whole number; the same seed and the same values give the same image. Unset: random.',
        multipleOf: 1,
        minimum: 0,
        maximum: 2_147_483_647
      }
    })
  }
]
