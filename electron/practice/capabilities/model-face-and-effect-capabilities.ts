import {
  bodyVariantSchema,
  oneOfVariantsSchema,
  bodySchema,
  defineCapability,
  choiceField,
  videoGenerator,
  groupField,
  imageRule,
  listField,
  mediaField,
  mediaListField,
  modelGenerator,
  modelRule,
  numberField,
  requiredOnlyWhen,
  imageGenerator,
  seedField,
  switchField,
  textField,
  videoRule
} from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'
import { basePrice, addedByValue, perItem, surcharge, multipliedByValue } from './price-terms.ts'
import { colorSchema, nullableSeedSchema } from './shared-schemas.ts'

const model = mediaField('3D model', 'GLB files only.', modelRule)
const detail = choiceField('Detail', 'Higher detail gives a finer surface.', ['low', 'medium', 'high'], 'medium')
const face = mediaField('Face', 'A photo of one well-lit face.', { ...imageRule, minShortEdge: 256 })

export const modelCapabilities: readonly CapabilityDefinition[] = [
  defineCapability({
    id: 'text-to-3d',
    title: 'Text to 3D',
    purpose: 'Generates a 3D model from text.',
    category: '3d',
    price: [basePrice(15), surcharge('textured', 10), multipliedByValue('textureSize', { 2048: 1.2, 4096: 1.6 })],
    recipe: modelGenerator('prompt'),
    inputSchema: {
      ...bodySchema(['prompt'], {
        prompt: textField('Prompt', 'Describe the object.', 1, 600),
        detail,
        textured: switchField('Texture', 'Adds a texture to the model.', true),
        textureSize: {
          type: 'integer',
          title: 'Texture size',
          description: 'Width and height of the texture in pixels.',
          enum: [512, 1024, 2048, 4096]
        },
        symmetry: choiceField('Symmetry', 'Makes both sides of the model match.', ['off', 'auto', 'on'], 'auto'),
        seed: seedField
      }),
      dependentRequired: { textureSize: ['textured'] }
    }
  }),
  defineCapability({
    id: 'multi-view-to-3d',
    title: 'Multi-view to 3D',
    purpose: 'Generates a 3D model from up to four views of an object.',
    category: '3d',
    price: [addedByValue('detail', { low: 20, medium: 30, high: 45 })],
    recipe: modelGenerator(),
    inputSchema: bodySchema(['views'], {
      views: groupField('Views', 'Only the front view is required.', ['frontImageUrl'], {
        frontImageUrl: mediaField('Front', 'The object’s front.', imageRule),
        backImageUrl: mediaField('Back', 'The object’s back.', imageRule),
        leftImageUrl: mediaField('Left', 'The object’s left side, as seen when you face its front.', imageRule),
        rightImageUrl: mediaField('Right', 'The object’s right side, as seen when you face its front.', imageRule)
      }),
      detail,
      faces: numberField('Polygon limit', 'Maximum number of polygons in the model.', {
        from: 1000,
        to: 200_000,
        step: 1000,
        standard: 30_000
      })
    })
  }),
  defineCapability({
    id: 'retexture-3d',
    title: '3D retexturing',
    purpose: 'Replaces a 3D model’s texture.',
    category: '3d',
    price: 18,
    recipe: modelGenerator('prompt'),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('words', 'From text', ['modelUrl', 'prompt'], {
        modelUrl: model,
        prompt: textField('Prompt', 'Describe the new texture or material.', 1, 400),
        seed: nullableSeedSchema
      }),
      bodyVariantSchema('image', 'From image', ['modelUrl', 'styleImageUrl'], {
        modelUrl: model,
        styleImageUrl: mediaField('Texture reference', 'An image of the texture to apply.', imageRule),
        tile: switchField('Seamless tiling', 'Repeats the texture without visible seams.', false)
      })
    )
  }),
  defineCapability({
    id: 'rig-3d',
    title: '3D rigging',
    purpose: 'Adds a skeleton to a 3D model, ready for animation.',
    category: '3d',
    price: [basePrice(22), perItem(['animations'], 2)],
    priceIsTold: 'over-mcp',
    usage: 'deferred',
    recipe: modelGenerator(),
    inputSchema: {
      ...bodySchema(['modelUrl', 'figure'], {
        modelUrl: model,
        figure: choiceField('Body type', 'Choose Other to name the bones yourself.', ['human', 'four-legged', 'other'], undefined, {
          human: 'Humanoid',
          'four-legged': 'Quadruped'
        }),
        bones: listField('Bones', 'Bone names, starting from the root.', textField('Bone', 'The bone’s name.', 1, 30), 2, 60),
        height: numberField('Height', 'Real-world height of the character.', {
          from: 0.1,
          to: 10,
          step: 0.1,
          unit: 'metres',
          standard: 1.7
        }),
        animations: {
          ...listField(
            'Animations',
            'Animations to include with the model.',
            choiceField('Animation', 'A preset animation.', ['idle', 'walk', 'run', 'jump', 'wave', 'dance']),
            0,
            6
          ),
          uniqueItems: true
        }
      }),
      allOf: [requiredOnlyWhen('figure', 'other', ['bones'])]
    }
  })
]

export const advancedFaceSwapCapabilities: readonly CapabilityDefinition[] = [
  defineCapability({
    id: 'multi-face-swap',
    title: 'Multi-face swap',
    purpose: 'Replaces several faces in a photo with faces you provide.',
    category: 'face-swap',
    price: [perItem(['pairs'], 1), surcharge('enhance', 1)],
    usage: 'deferred',
    recipe: { kind: 'picture', ground: ['targetImageUrl'], faces: ['pairs'], words: [], look: 'faces', autoSizes: [] },
    asksIn: { target: 'targetImageUrl', references: 'pairs', most: null },
    inputSchema: bodySchema(['targetImageUrl', 'pairs'], {
      targetImageUrl: mediaField('Target photo', 'The photo to change.', imageRule),
      pairs: listField(
        'Face pairs',
        'If Position is empty, you choose the face in a preview after sending.',
        groupField('Face pair', 'A face in the photo and its replacement.', ['faceImageUrl'], {
          faceIndex: numberField('Position', 'The face’s number in the target photo, counted from the left.', { from: 1, to: 20, step: 1 }),
          faceImageUrl: { ...face, title: 'Reference face' },
          keepHair: switchField('Keep hair', 'Replaces only the face, not the hair.', true)
        }),
        1,
        8
      ),
      enhance: switchField('Face enhancement', 'Refines each face after the swap.', false)
    })
  }),
  defineCapability({
    id: 'head-swap',
    title: 'Head swap',
    purpose: 'Replaces a whole head, including the hair.',
    category: 'face-swap',
    price: 3,
    recipe: { ...imageGenerator(['targetImageUrl'], [], 'faces') },
    inputSchema: bodySchema(['targetImageUrl', 'headImageUrl'], {
      targetImageUrl: mediaField('Target photo', 'The photo to change.', imageRule),
      headImageUrl: mediaField('Head', 'The photo that provides the head.', imageRule),
      skinTone: choiceField('Skin tone', 'Match the target, the head, or a blend of both.', ['target', 'head', 'blend'], 'blend'),
      neck: numberField('Neck seam', 'Position of the seam along the neck.', { from: 0, to: 1, step: 0.1, standard: 0.5 })
    })
  }),
  defineCapability({
    id: 'character-swap',
    title: 'Character swap',
    purpose: 'Replaces a character in a video with another.',
    category: 'face-swap',
    output: 'video',
    price: 35,
    usage: 'deferred',
    recipe: videoGenerator('who'),
    inputSchema: bodySchema(['targetVideoUrl', 'characterImageUrls', 'who'], {
      targetVideoUrl: mediaField('Target video', 'The source video.', { ...videoRule, maxDurationInSeconds: 60 }),
      characterImageUrls: mediaListField('Character', 'The new character from several angles.', imageRule, 4),
      who: textField('Character to replace', 'For example, “the man on the left”.', 3, 200),
      relight: switchField('Match lighting', 'Adapts the character to the video’s lighting.', true)
    })
  })
]

export const effectCapabilities: readonly CapabilityDefinition[] = [
  defineCapability({
    id: 'style-transfer',
    title: 'Style transfer',
    purpose: 'Restyles an image to match reference images.',
    category: 'effects',
    price: 3,
    recipe: imageGenerator(['imageUrl'], [], 'style'),
    inputSchema: bodySchema(['imageUrl', 'styles'], {
      imageUrl: mediaField('Image', 'The source image.', imageRule),
      styles: listField(
        'Styles',
        'Reference images and their weights.',
        groupField('Style', 'A reference image and its weight.', ['styleImageUrl'], {
          styleImageUrl: mediaField('Image', 'An image in the style to apply.', imageRule),
          weight: numberField('Weight', 'Higher values give this image more influence.', { from: 0.1, to: 1, step: 0.1, standard: 0.5 })
        }),
        1,
        3
      ),
      keepColors: switchField('Keep colours', 'Keeps the original image’s colours.', false)
    })
  }),
  defineCapability({
    id: 'film-look',
    title: 'Film look',
    purpose: 'Gives an image the look of analogue film.',
    category: 'effects',
    price: 2,
    recipe: imageGenerator(['imageUrl'], [], 'style'),
    inputSchema: {
      ...bodySchema(['imageUrl', 'stock'], {
        imageUrl: mediaField('Image', 'The source image.', imageRule),
        stock: choiceField('Film stock', 'Sets the colours and tone.', ['warm', 'cold', 'faded', 'slide', 'mono'], undefined, {
          cold: 'Cool'
        }),
        grain: numberField('Grain', 'Higher values give coarser grain.', { from: 0, to: 100, step: 5, unit: '%', standard: 25 }),
        leak: switchField('Light leak', 'Adds a streak of light along one edge.', false),
        border: groupField('Border', 'Adds a border around the image.', ['width'], {
          width: numberField('Width', 'Percentage of the image width.', { from: 1, to: 20, step: 1, unit: '%' }),
          color: colorSchema
        }),
        tint: { ...colorSchema, title: 'Tint' }
      }),
      allOf: [requiredOnlyWhen('stock', 'mono', ['tint'])]
    }
  }),
  defineCapability({
    id: 'embrace-effect',
    title: 'Embrace effect',
    purpose: 'Generates a video of two people embracing.',
    category: 'effects',
    output: 'video',
    price: 16,
    recipe: videoGenerator(),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('together', 'One image', ['imageUrl'], {
        imageUrl: mediaField('Image', 'A photo of both people.', imageRule),
        mood: choiceField('Mood', 'The mood of the embrace.', ['gentle', 'glad', 'long-missed'], 'gentle', {
          glad: 'Joyful',
          'long-missed': 'Reunion'
        })
      }),
      bodyVariantSchema('apart', 'Two images', ['firstImageUrl', 'secondImageUrl'], {
        firstImageUrl: mediaField('First person', 'A photo of the first person.', imageRule),
        secondImageUrl: mediaField('Second person', 'A photo of the second person.', imageRule),
        place: textField('Location', 'Describe where they embrace.', 0, 200)
      })
    )
  }),
  defineCapability({
    id: 'age-effect',
    title: 'Age effect',
    purpose: 'Shows a person at different ages.',
    category: 'effects',
    price: [perItem(['ages'], 2)],
    recipe: imageGenerator(['imageUrl'], [], 'style'),
    inputSchema: bodySchema(['imageUrl', 'ages'], {
      imageUrl: face,
      ages: {
        ...listField(
          'Ages',
          'Each age is charged separately.',
          numberField('Age', 'An age to show.', { from: 5, to: 95, step: 5, unit: 'years' }),
          1,
          5
        ),
        uniqueItems: true
      },
      keepHair: switchField('Keep hair', 'Keeps the hair’s colour and length.', false),
      seed: nullableSeedSchema
    })
  })
]
