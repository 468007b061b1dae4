import { bodySchema, choiceField, imageRule, mediaField, seedField, switchField } from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'

export const objectAndEffectCapabilities: readonly CapabilityDefinition[] = [
  {
    id: 'image-to-3d',
    title: 'Image to 3D',
    purpose: 'Generates a 3D model from a single image.',
    category: '3d',
    output: 'model',
    resultField: 'modelUrl',
    pricing: { kind: 'flat', credits: 20 },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: null,
    modes: [{ id: 'image-to-3d', title: 'Image to 3D', when: [] }],
    recipe: { kind: 'model', words: [] },
    inputSchema: bodySchema(['imageUrl'], {
      imageUrl: mediaField('Image', 'An object on a plain background, seen from the front.', imageRule),
      detail: choiceField('Detail', 'Higher detail gives a finer surface.', ['low', 'medium', 'high'], 'medium'),
      withColors: switchField('Colour texture', 'Adds colour to the model’s surface.', true),
      seed: seedField
    })
  },
  {
    id: 'background-removal',
    title: 'Background removal',
    purpose: 'Removes the background from an image.',
    category: 'image',
    output: 'image',
    resultField: 'imageUrl',
    pricing: { kind: 'flat', credits: 2 },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: null,
    modes: [{ id: 'cut-out', title: 'Cut out', when: [] }],
    recipe: { kind: 'picture', ground: ['imageUrl'], faces: [], words: [], look: 'cut-out', autoSizes: [] },
    inputSchema: bodySchema(['imageUrl'], {
      imageUrl: mediaField('Image', 'The source image.', imageRule)
    })
  },
  {
    id: 'glaze-effect',
    title: 'Glaze effect',
    purpose: 'Applies one of four ceramic glazes to an image.',
    category: 'effects',
    output: 'image',
    resultField: 'imageUrl',
    pricing: { kind: 'flat', credits: 2 },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: null,
    modes: [{ id: 'effect', title: 'Effect', when: [] }],
    recipe: { kind: 'picture', ground: ['imageUrl'], faces: [], words: [], look: 'style', autoSizes: [] },
    inputSchema: bodySchema(['imageUrl', 'glaze'], {
      imageUrl: mediaField('Image', 'The source image.', imageRule),
      glaze: choiceField('Glaze', 'The glaze to apply.', ['celadon', 'cobalt', 'ember', 'ash']),
      strength: {
        type: 'number',
        title: 'Strength',
        description: 'Higher values make the effect stronger.',
        minimum: 0,
        maximum: 1,
        default: 0.7
      },
      seed: seedField
    })
  }
]
