import {
  bodyVariantSchema,
  oneOfVariantsSchema,
  bodySchema,
  defineCapability,
  choiceField,
  groupField,
  imageRule,
  listField,
  mediaField,
  mediaListField,
  numberField,
  requiredOnlyWhen,
  imageGenerator,
  seedField,
  switchField,
  textField
} from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'
import { basePrice, addedByValue, perUnit, perItem, surcharge, multipliedByCount } from './price-terms.ts'
import { colorSchema, nullableSeedSchema } from './shared-schemas.ts'

const image = mediaField('Image', 'The source image.', imageRule)
const mask = mediaField('Mask', 'The service edits the white areas.', {
  ...imageRule,
  sameSizeAs: 'imageUrl'
})
const prompt = textField('Prompt', 'Describe what to generate.', 1, 1500)
const count = numberField('Number of images', 'Each image is charged separately.', { from: 1, to: 4, step: 1, standard: 1 })
const size = choiceField('Size', 'Width × height in pixels.', ['1024*1024', '1536*1024', '1024*1536', '1280*720', '720*1280'], '1024*1024')

const perPicture = (credits: number) => [perUnit('numImages', credits, { whenUnset: 1 })]

export const imageCapabilities: readonly CapabilityDefinition[] = [
  defineCapability({
    id: 'image-upscaler',
    title: 'Image upscaler',
    purpose: 'Increases an image’s resolution and detail.',
    category: 'image',
    price: [addedByValue('scale', { 2: 2, 4: 4, 8: 8 }), surcharge('faces', 1)],
    recipe: imageGenerator(['imageUrl'], []),
    inputSchema: bodySchema(['imageUrl'], {
      imageUrl: image,
      scale: {
        type: 'integer',
        title: 'Scale',
        description: 'Multiplies the width and height.',
        enum: [2, 4, 8],
        default: 2,
        'x-enum-labels': { 2: '2×', 4: '4×', 8: '8×' }
      },
      creativity: numberField('Creativity', 'Higher values add more new detail.', { from: 0, to: 1, step: 0.05, standard: 0.2 }),
      faces: switchField('Face restoration', 'Enhances faces separately.', true)
    })
  }),
  defineCapability({
    id: 'outpainting',
    title: 'Outpainting',
    purpose: 'Extends an image beyond its edges.',
    category: 'image',
    price: perPicture(4),
    recipe: imageGenerator(['imageUrl'], ['prompt']),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('sides', 'By pixels', ['imageUrl', 'sides'], {
        imageUrl: image,
        sides: groupField('Sides', 'Pixels to add on each side.', ['left', 'right', 'top', 'bottom'], {
          left: numberField('Left', 'Extends the image to the left.', { from: 0, to: 2048, step: 8, unit: 'pixels', standard: 0 }),
          right: numberField('Right', 'Extends the image to the right.', { from: 0, to: 2048, step: 8, unit: 'pixels', standard: 0 }),
          top: numberField('Top', 'Extends the image upwards.', { from: 0, to: 2048, step: 8, unit: 'pixels', standard: 0 }),
          bottom: numberField('Bottom', 'Extends the image downwards.', { from: 0, to: 2048, step: 8, unit: 'pixels', standard: 0 })
        }),
        prompt: textField('Prompt', 'Describe the extended area.', 0, 800),
        numImages: count
      }),
      bodyVariantSchema('shape', 'By aspect ratio', ['imageUrl', 'aspectRatio'], {
        imageUrl: image,
        aspectRatio: choiceField('Aspect ratio', 'The aspect ratio of the result.', ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9']),
        anchor: choiceField('Anchor', 'Position of the original in the new frame.', ['centre', 'left', 'right', 'top', 'bottom'], 'centre'),
        prompt: textField('Prompt', 'Describe the extended area.', 0, 800),
        numImages: count
      })
    )
  }),
  defineCapability({
    id: 'inpainting',
    title: 'Inpainting',
    purpose: 'Regenerates the masked area of an image.',
    category: 'image',
    price: perPicture(4),
    recipe: imageGenerator(['imageUrl'], ['prompt']),
    inputSchema: bodySchema(['imageUrl', 'maskImageUrl', 'prompt'], {
      imageUrl: image,
      maskImageUrl: mask,
      prompt,
      negativePrompt: textField('Negative prompt', 'Describe what to avoid.', 0, 400),
      feather: numberField('Feather', 'Softens the edge of the mask.', { from: 0, to: 128, step: 1, unit: 'pixels', standard: 8 }),
      numImages: count,
      seed: nullableSeedSchema,
      guidance: {
        ...numberField('Guidance scale', 'Used only by the previous model.', { from: 1, to: 20, step: 0.5, standard: 7.5 }),
        deprecated: true
      }
    })
  }),
  defineCapability({
    id: 'object-removal',
    title: 'Object removal',
    purpose: 'Removes objects from an image.',
    category: 'image',
    price: 3,
    recipe: imageGenerator(['imageUrl'], []),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('mask', 'By mask', ['imageUrl', 'maskImageUrl'], { imageUrl: image, maskImageUrl: mask }),
      bodyVariantSchema('words', 'By description', ['imageUrl', 'objects'], {
        imageUrl: image,
        objects: {
          ...listField('Objects', 'Name each object to remove.', textField('Object', 'For example, “the bin”.', 2, 60), 1, 8),
          uniqueItems: true
        },
        shadows: switchField('Shadow removal', 'Also removes the objects’ shadows.', true)
      })
    )
  }),
  defineCapability({
    id: 'image-relighting',
    title: 'Image relighting',
    purpose: 'Changes the lighting in an image.',
    category: 'image',
    price: 3,
    recipe: imageGenerator(['imageUrl'], ['lightPrompt'], 'style'),
    inputSchema: {
      ...bodySchema(['imageUrl', 'light'], {
        imageUrl: image,
        light: choiceField('Lighting', 'The lighting to apply.', [
          'morning',
          'noon',
          'golden-hour',
          'blue-hour',
          'night',
          'studio',
          'custom'
        ]),
        lightPrompt: textField('Lighting prompt', 'Describe the custom lighting.', 3, 300),
        direction: numberField('Direction', '0° is from the front, 180° from behind.', { from: -180, to: 180, step: 5, unit: '°' }),
        strength: numberField('Strength', 'Higher values make the effect stronger.', { from: 0, to: 1, step: 0.1, standard: 0.8 })
      }),
      allOf: [requiredOnlyWhen('light', 'custom', ['lightPrompt'])]
    }
  }),
  defineCapability({
    id: 'product-photo',
    title: 'Product photo',
    purpose: 'Generates product photos with a new background.',
    category: 'image',
    price: [basePrice(5), addedByValue('background', { reference: 1 }), multipliedByCount('numImages')],
    recipe: imageGenerator(['productImageUrl'], ['scene']),
    inputSchema: {
      ...bodySchema(['productImageUrl', 'background'], {
        productImageUrl: mediaField('Product image', 'The product on a plain background.', { ...imageRule, minShortEdge: 512 }),
        background: choiceField(
          'Background',
          'A described scene, a solid colour or a reference image.',
          ['scene', 'color', 'reference'],
          undefined,
          { color: 'Solid colour', reference: 'Reference image' }
        ),
        scene: textField('Scene', 'Describe the setting.', 3, 800),
        color: colorSchema,
        referenceImageUrl: mediaField('Reference image', 'An image with the background to match.', imageRule),
        shadow: choiceField('Shadow', 'The shadow or reflection under the product.', ['none', 'soft', 'hard', 'mirror'], 'soft', {
          mirror: 'Reflection'
        }),
        numImages: count
      }),
      allOf: [
        requiredOnlyWhen('background', 'scene', ['scene']),
        requiredOnlyWhen('background', 'color', ['color']),
        requiredOnlyWhen('background', 'reference', ['referenceImageUrl'])
      ]
    }
  }),
  defineCapability({
    id: 'virtual-try-on',
    title: 'Virtual try-on',
    purpose: 'Shows a person wearing the garments you provide.',
    category: 'image',
    price: [perItem(['garments'], 6)],
    priceIsTold: 'over-mcp',
    recipe: imageGenerator(['personImageUrl'], []),
    inputSchema: bodySchema(['personImageUrl', 'garments'], {
      personImageUrl: mediaField('Person', 'A full-length photo.', imageRule),
      garments: listField(
        'Garments',
        'Garments to wear, from innermost to outermost.',
        groupField('Garment', 'A garment image and its type.', ['imageUrl', 'kind'], {
          imageUrl: mediaField('Image', 'The garment alone or on a person.', imageRule),
          kind: choiceField('Type', 'The garment’s category.', ['top', 'bottom', 'dress', 'shoes', 'hat'], undefined, {
            top: 'Upper body',
            bottom: 'Lower body'
          }),
          tuckIn: switchField('Tucked in', 'Tucks the upper garment into the lower one.', false)
        }),
        1,
        4
      ),
      keepPose: switchField('Keep pose', 'Keeps the person’s original pose.', true)
    })
  }),
  defineCapability({
    id: 'logo-maker',
    title: 'Logo maker',
    purpose: 'Designs a logo from a name.',
    category: 'image',
    price: perPicture(4),
    recipe: imageGenerator([], ['name', 'idea']),
    inputSchema: bodySchema(['name'], {
      name: textField('Name', 'The text in the logo.', 1, 40),
      idea: textField('Idea', 'Describe the brand and its message.', 0, 400),
      colors: { ...listField('Colours', 'Limits the logo to these colours.', colorSchema, 0, 5), uniqueItems: true },
      shape: choiceField(
        'Logo type',
        'Wordmarks and monograms contain only letters.',
        ['wordmark', 'symbol', 'emblem', 'monogram'],
        'symbol'
      ),
      numImages: count,
      seed: seedField
    })
  }),
  defineCapability({
    id: 'sketch-to-image',
    title: 'Sketch to image',
    purpose: 'Turns a sketch into a finished image.',
    category: 'image',
    price: [perUnit('size', 2, { of: 'megapixels', startedCounts: true }), multipliedByCount('numImages')],
    recipe: imageGenerator(['sketchImageUrl'], ['prompt'], 'style'),
    inputSchema: bodySchema(['sketchImageUrl', 'prompt'], {
      sketchImageUrl: mediaField('Sketch', 'A line drawing on a plain background.', imageRule),
      prompt,
      faithfulness: numberField('Faithfulness', 'Higher values follow the lines more closely.', {
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
  defineCapability({
    id: 'pose-to-image',
    title: 'Pose to image',
    purpose: 'Generates an image guided by pose, depth, edges or segmentation.',
    category: 'image',
    price: [perUnit('size', 2, { of: 'megapixels', startedCounts: true }), perItem(['controls'], 1)],
    priceIsTold: 'over-mcp',
    recipe: imageGenerator([], ['prompt']),
    inputSchema: bodySchema(['prompt', 'controls'], {
      prompt,
      controls: listField(
        'Control images',
        'Images that guide the composition.',
        groupField('Control image', 'An image, what to use from it, and its weight.', ['kind', 'imageUrl'], {
          kind: choiceField('Type', 'The information to extract.', ['pose', 'depth', 'edges', 'segments'], undefined, {
            segments: 'Segmentation'
          }),
          imageUrl: mediaField('Image', 'The image to analyse.', imageRule),
          weight: numberField('Weight', 'Higher values give this image more influence.', { from: 0, to: 2, step: 0.1, standard: 1 })
        }),
        1,
        3
      ),
      size,
      // No form control can edit nested lists, so the form shows this field as JSON.
      skeletons: {
        type: 'array',
        title: 'Pose keypoints',
        description: 'Points that describe each person’s pose. Add one list of [x, y] points per person. Values range from 0 to 1.',
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
  defineCapability({
    id: 'portrait-retouch',
    title: 'Portrait retouch',
    purpose: 'Retouches skin, eyes and teeth in a portrait.',
    category: 'image',
    price: 2,
    recipe: imageGenerator(['imageUrl'], []),
    inputSchema: bodySchema(['imageUrl'], {
      imageUrl: image,
      skin: groupField('Skin', 'Skin smoothing and blemish removal.', [], {
        smoothing: numberField('Smoothing', 'Higher values give smoother skin.', { from: 0, to: 100, step: 1, unit: '%', standard: 20 }),
        blemishes: switchField('Blemish removal', 'Removes spots and small marks.', true),
        keepFreckles: switchField('Keep freckles', 'Freckles aren’t treated as blemishes.', true)
      }),
      eyes: groupField('Eyes', 'Eye brightening and red-eye removal.', [], {
        brightness: numberField('Brightness', 'Higher values make the eyes brighter.', {
          from: 0,
          to: 100,
          step: 1,
          unit: '%',
          standard: 10
        }),
        redEye: switchField('Red-eye removal', 'Corrects red eyes caused by flash.', true)
      }),
      teeth: numberField('Teeth whitening', 'Higher values make the teeth whiter.', { from: 0, to: 100, step: 5, unit: '%', standard: 0 })
    })
  }),
  defineCapability({
    id: 'photo-restoration',
    title: 'Photo restoration',
    purpose: 'Restores old photos, with optional colour.',
    category: 'image',
    price: [perItem(['photoImageUrls'], 4), surcharge('colorize', 2)],
    recipe: imageGenerator(['photoImageUrls'], []),
    inputSchema: {
      ...bodySchema(['photoImageUrls'], {
        photoImageUrls: mediaListField('Photos', 'One photo, or several of the same people.', imageRule, 5),
        scratches: switchField('Scratch removal', 'Repairs scratched areas.', true),
        colorize: switchField('Colourisation', 'Adds colour to black-and-white photos.', false),
        decade: {
          type: ['string', 'null'],
          title: 'Decade',
          description: 'Guides the choice of colours. Leave empty if unknown.',
          enum: ['1900s', '1920s', '1940s', '1960s', '1980s', null],
          'x-enum-labels': { null: 'Unknown' }
        }
      }),
      dependentRequired: { decade: ['colorize'] }
    }
  })
]
