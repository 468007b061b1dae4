import {
  bodyForm,
  bodyForms,
  bodySchema,
  capability,
  choiceField,
  groupField,
  imageRule,
  listField,
  mediaField,
  mediaListField,
  numberField,
  onlyWhen,
  pictureOf,
  seedField,
  switchField,
  textField
} from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'
import { base, byValue, forEach, forEachItem, surcharge, timesCount } from './price-terms.ts'
import { color, nullableSeed } from './shared-schemas.ts'

const image = mediaField('Image', 'The picture to work on.', imageRule)
const mask = mediaField('Mask', 'White where the work is done, as large as the picture.', { ...imageRule, sameSizeAs: 'imageUrl' })
const prompt = textField('Prompt', 'What is to be seen.', 1, 1500)
const count = numberField('Number of images', 'How many to make; multiplies the price.', { from: 1, to: 4, step: 1, standard: 1 })
const size = choiceField(
  'Size',
  'Size of the result, width*height in pixels.',
  ['1024*1024', '1536*1024', '1024*1536', '1280*720', '720*1280'],
  '1024*1024'
)

const perPicture = (credits: number) => [forEach('numImages', credits, { whenUnset: 1 })]

export const pictures: readonly CapabilityDefinition[] = [
  capability({
    id: 'image-upscaler',
    title: 'Image upscaler',
    purpose: 'Makes a picture larger and finer.',
    category: 'image',
    price: [byValue('scale', { 2: 2, 4: 4, 8: 8 }), surcharge('faces', 1)],
    recipe: pictureOf(['imageUrl'], []),
    inputSchema: bodySchema(['imageUrl'], {
      imageUrl: image,
      scale: { type: 'integer', title: 'Scale', description: 'How many times larger.', enum: [2, 4, 8], default: 2 },
      creativity: numberField('Creativity', 'How much it may invent.', { from: 0, to: 1, step: 0.05, standard: 0.2 }),
      faces: switchField('Mend faces', 'Looks at faces by themselves.', true)
    })
  }),
  capability({
    id: 'outpainting',
    title: 'Outpainting',
    purpose: 'Shows what lies outside a picture.',
    category: 'image',
    price: perPicture(4),
    recipe: pictureOf(['imageUrl'], ['prompt']),
    inputSchema: bodyForms(
      bodyForm('sides', 'By sides', ['imageUrl', 'sides'], {
        imageUrl: image,
        sides: groupField('Sides', 'How far it grows.', ['left', 'right', 'top', 'bottom'], {
          left: numberField('Left', 'To the left.', { from: 0, to: 2048, step: 8, unit: 'pixels' }),
          right: numberField('Right', 'To the right.', { from: 0, to: 2048, step: 8, unit: 'pixels' }),
          top: numberField('Top', 'Upwards.', { from: 0, to: 2048, step: 8, unit: 'pixels' }),
          bottom: numberField('Bottom', 'Downwards.', { from: 0, to: 2048, step: 8, unit: 'pixels' })
        }),
        prompt: textField('Prompt', 'What lies there.', 0, 800),
        numImages: count
      }),
      bodyForm('shape', 'By shape', ['imageUrl', 'aspectRatio'], {
        imageUrl: image,
        aspectRatio: choiceField('Aspect ratio', 'The new shape.', ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9']),
        anchor: choiceField('Anchor', 'Where the picture stands in it.', ['centre', 'left', 'right', 'top', 'bottom'], 'centre'),
        prompt: textField('Prompt', 'What lies there.', 0, 800),
        numImages: count
      })
    )
  }),
  capability({
    id: 'inpainting',
    title: 'Inpainting',
    purpose: 'Makes a part of a picture anew, where a mask says so.',
    category: 'image',
    price: perPicture(4),
    recipe: pictureOf(['imageUrl'], ['prompt']),
    inputSchema: bodySchema(['imageUrl', 'maskImageUrl', 'prompt'], {
      imageUrl: image,
      maskImageUrl: mask,
      prompt,
      negativePrompt: textField('Negative prompt', 'What to leave out.', 0, 400),
      feather: numberField('Feather', 'How soft the mask’s edge is.', { from: 0, to: 128, step: 1, unit: 'pixels', standard: 8 }),
      numImages: count,
      seed: nullableSeed,
      guidance: { ...numberField('Guidance', 'Of the older model.', { from: 1, to: 20, step: 0.5, standard: 7.5 }), deprecated: true }
    })
  }),
  capability({
    id: 'object-removal',
    title: 'Object removal',
    purpose: 'Takes things out of a picture.',
    category: 'image',
    price: 3,
    recipe: pictureOf(['imageUrl'], []),
    inputSchema: bodyForms(
      bodyForm('mask', 'By mask', ['imageUrl', 'maskImageUrl'], { imageUrl: image, maskImageUrl: mask }),
      bodyForm('words', 'By words', ['imageUrl', 'objects'], {
        imageUrl: image,
        objects: { ...listField('Things', 'What is to go.', textField('Thing', 'Such as: the bin.', 2, 60), 1, 8), uniqueItems: true },
        shadows: switchField('Shadows too', 'Takes their shadows with them.', true)
      })
    )
  }),
  capability({
    id: 'image-relighting',
    title: 'Image relighting',
    purpose: 'Puts a picture into another light.',
    category: 'image',
    price: 3,
    recipe: pictureOf(['imageUrl'], ['lightPrompt'], 'style'),
    inputSchema: {
      ...bodySchema(['imageUrl', 'light'], {
        imageUrl: image,
        light: choiceField('Light', 'The light it stands in.', [
          'morning',
          'noon',
          'golden-hour',
          'blue-hour',
          'night',
          'studio',
          'custom'
        ]),
        lightPrompt: textField('Light in words', 'What the light is like.', 3, 300),
        direction: numberField('Direction', 'Where it comes from; 0 is from the front.', { from: -180, to: 180, step: 5, unit: '°' }),
        strength: numberField('Strength', 'How much of it shows.', { from: 0, to: 1, step: 0.1, standard: 0.8 })
      }),
      allOf: [onlyWhen('light', 'custom', ['lightPrompt'])]
    }
  }),
  capability({
    id: 'product-photo',
    title: 'Product photo',
    purpose: 'Puts a thing into a scene, as a photographer would.',
    category: 'image',
    price: [base(5), byValue('background', { reference: 1 }), timesCount('numImages')],
    recipe: pictureOf(['productImageUrl'], ['scene']),
    inputSchema: {
      ...bodySchema(['productImageUrl', 'background'], {
        productImageUrl: mediaField('Thing', 'On a quiet ground.', { ...imageRule, minShortEdge: 512 }),
        background: choiceField('Background', 'What it stands in.', ['scene', 'color', 'reference']),
        scene: textField('Scene', 'In words.', 3, 800),
        color,
        referenceImageUrl: mediaField('Reference', 'A picture of such a place.', imageRule),
        shadow: choiceField('Shadow', 'What it throws.', ['none', 'soft', 'hard', 'mirror'], 'soft'),
        numImages: count
      }),
      allOf: [
        onlyWhen('background', 'scene', ['scene']),
        onlyWhen('background', 'color', ['color']),
        onlyWhen('background', 'reference', ['referenceImageUrl'])
      ]
    }
  }),
  capability({
    id: 'virtual-try-on',
    title: 'Virtual try-on',
    purpose: 'Shows a person in other clothes.',
    category: 'image',
    price: [forEachItem(['garments'], 6)],
    priceIsTold: 'over-mcp',
    recipe: pictureOf(['personImageUrl'], []),
    inputSchema: bodySchema(['personImageUrl', 'garments'], {
      personImageUrl: mediaField('Person', 'From head to foot.', imageRule),
      garments: listField(
        'Garments',
        'What to put on, from the inside out.',
        groupField('Garment', 'One piece.', ['imageUrl', 'kind'], {
          imageUrl: mediaField('Picture', 'The piece by itself, or worn.', imageRule),
          kind: choiceField('Kind', 'Where it belongs.', ['top', 'bottom', 'dress', 'shoes', 'hat']),
          tuckIn: switchField('Tucked in', 'Ends inside what is below.', false)
        }),
        1,
        4
      ),
      keepPose: switchField('Keep the pose', 'The person stands as before.', true)
    })
  }),
  capability({
    id: 'logo-maker',
    title: 'Logo maker',
    purpose: 'Draws a mark for a name.',
    category: 'image',
    price: perPicture(4),
    recipe: pictureOf([], ['name', 'idea']),
    inputSchema: bodySchema(['name'], {
      name: textField('Name', 'What stands there.', 1, 40),
      idea: textField('Idea', 'What it is for, and what it should say.', 0, 400),
      colors: { ...listField('Colours', 'The colours it may use.', color, 0, 5), uniqueItems: true },
      shape: choiceField('Shape', 'What kind of mark.', ['wordmark', 'symbol', 'emblem', 'monogram'], 'symbol'),
      numImages: count,
      seed: seedField
    })
  }),
  capability({
    id: 'sketch-to-image',
    title: 'Sketch to image',
    purpose: 'Makes a finished picture from a drawing.',
    category: 'image',
    price: [forEach('size', 2, { of: 'megapixels', startedCounts: true }), timesCount('numImages')],
    recipe: pictureOf(['sketchImageUrl'], ['prompt'], 'style'),
    inputSchema: bodySchema(['sketchImageUrl', 'prompt'], {
      sketchImageUrl: mediaField('Sketch', 'Lines on a plain ground.', imageRule),
      prompt,
      faithfulness: numberField('Faithfulness', 'How closely it keeps to the lines.', {
        from: 0,
        to: 100,
        step: 5,
        unit: '%',
        standard: 70
      }),
      size,
      numImages: count
    })
  }),
  capability({
    id: 'pose-to-image',
    title: 'Pose to image',
    purpose: 'Makes a picture that keeps to poses, depths or edges of others.',
    category: 'image',
    price: [forEach('size', 2, { of: 'megapixels', startedCounts: true }), forEachItem(['controls'], 1)],
    priceIsTold: 'over-mcp',
    recipe: pictureOf([], ['prompt']),
    inputSchema: bodySchema(['prompt', 'controls'], {
      prompt,
      controls: listField(
        'Controls',
        'What to keep to, and for how long.',
        groupField('Control', 'One picture to keep to.', ['kind', 'imageUrl'], {
          kind: choiceField('Kind', 'What is taken from it.', ['pose', 'depth', 'edges', 'segments']),
          imageUrl: mediaField('Picture', 'Where it is taken from.', imageRule),
          weight: numberField('Weight', 'How much it counts.', { from: 0, to: 2, step: 0.1, standard: 1 })
        }),
        1,
        3
      ),
      size,
      // No form draws it: lists of lists are for those who have them from a program.
      skeletons: {
        type: 'array',
        title: 'Skeletons',
        description: 'Poses as points instead of pictures: a list of points for each person, each point as parts of width and height.',
        maxItems: 8,
        items: {
          type: 'array',
          minItems: 3,
          maxItems: 40,
          items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number', minimum: 0, maximum: 1 } }
        }
      },
      seed: seedField
    })
  }),
  capability({
    id: 'portrait-retouch',
    title: 'Portrait retouch',
    purpose: 'Retouches a portrait as gently as you say.',
    category: 'image',
    price: 2,
    recipe: pictureOf(['imageUrl'], []),
    inputSchema: bodySchema(['imageUrl'], {
      imageUrl: image,
      skin: groupField('Skin', 'What is smoothed.', [], {
        smoothing: numberField('Smoothing', 'How smooth it becomes.', { from: 0, to: 100, step: 1, unit: '%', standard: 20 }),
        blemishes: switchField('Blemishes', 'Takes them away.', true),
        keepFreckles: switchField('Keep freckles', 'They belong to the face.', true)
      }),
      eyes: groupField('Eyes', 'What is made clearer.', [], {
        brightness: numberField('Brightness', 'How clear they become.', { from: 0, to: 100, step: 1, unit: '%', standard: 10 }),
        redEye: switchField('Red eyes', 'Takes the red away.', true)
      }),
      teeth: numberField('Teeth', 'How white they become.', { from: 0, to: 100, step: 5, unit: '%', standard: 0 })
    })
  }),
  capability({
    id: 'photo-restoration',
    title: 'Photo restoration',
    purpose: 'Mends old photographs and gives them colour.',
    category: 'image',
    price: [forEachItem(['photoImageUrls'], 4), surcharge('colorize', 2)],
    recipe: pictureOf(['photoImageUrls'], []),
    inputSchema: {
      ...bodySchema(['photoImageUrls'], {
        photoImageUrls: mediaListField('Photographs', 'One, or several of the same people.', imageRule, 5),
        scratches: switchField('Scratches', 'Takes them away.', true),
        colorize: switchField('Colour', 'Gives it colours.', false),
        decade: {
          type: ['string', 'null'],
          title: 'Decade',
          description: 'Helps with the colours; null: not known.',
          enum: ['1900s', '1920s', '1940s', '1960s', '1980s', null]
        }
      }),
      dependentRequired: { decade: ['colorize'] }
    }
  })
]
