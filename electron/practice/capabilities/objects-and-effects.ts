import { bodySchema, choiceField, imageRule, mediaField, seedField, switchField } from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'

export const objectsAndEffects: readonly CapabilityDefinition[] = [
  {
    id: 'image-to-3d',
    title: 'Image to 3D',
    purpose: 'Makes a 3D model from one image of a thing.',
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
      imageUrl: mediaField('Image', 'The thing on a quiet ground, seen from the front.', imageRule),
      detail: choiceField('Detail', 'How fine the surface is.', ['low', 'medium', 'high'], 'medium'),
      withColors: switchField('Colours', 'Gives the surface its glaze.', true),
      seed: seedField
    })
  },
  {
    id: 'background-removal',
    title: 'Background removal',
    purpose: 'Cuts what matters out of an image.',
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
      imageUrl: mediaField('Image', 'The image to cut from.', imageRule)
    })
  },
  {
    id: 'glaze-effect',
    title: 'Glaze effect',
    purpose: 'Fires an image in one of four glazes.',
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
      imageUrl: mediaField('Image', 'The image to fire.', imageRule),
      glaze: choiceField('Glaze', 'Which glaze.', ['celadon', 'cobalt', 'ember', 'ash']),
      strength: { type: 'number', title: 'Strength', description: 'How much of the glaze shows.', minimum: 0, maximum: 1, default: 0.7 },
      seed: seedField
    })
  }
]
