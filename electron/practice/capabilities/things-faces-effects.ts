import {
  bodyForm,
  bodyForms,
  bodySchema,
  capability,
  choiceField,
  clipOf,
  groupField,
  imageRule,
  listField,
  mediaField,
  mediaListField,
  modelOf,
  modelRule,
  numberField,
  onlyWhen,
  pictureOf,
  seedField,
  switchField,
  textField,
  videoRule
} from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'
import { base, byValue, forEachItem, surcharge, timesByValue } from './price-terms.ts'
import { color, nullableSeed } from './shared-schemas.ts'

const model = mediaField('3D model', 'As a GLB file.', modelRule)
const detail = choiceField('Detail', 'How fine the surface is.', ['low', 'medium', 'high'], 'medium')
const face = mediaField('Face', 'One face, well lit.', { ...imageRule, minShortEdge: 256 })

export const things: readonly CapabilityDefinition[] = [
  capability({
    id: 'text-to-3d',
    title: 'Text to 3D',
    purpose: 'Makes a 3D model from words.',
    category: '3d',
    price: [base(15), surcharge('textured', 10), timesByValue('textureSize', { 2048: 1.2, 4096: 1.6 })],
    recipe: modelOf('prompt'),
    inputSchema: {
      ...bodySchema(['prompt'], {
        prompt: textField('Prompt', 'What thing it is.', 1, 600),
        detail,
        textured: switchField('Texture', 'Gives it a surface.', true),
        textureSize: {
          type: 'integer',
          title: 'Texture size',
          description: 'Edge of the texture in pixels.',
          enum: [512, 1024, 2048, 4096]
        },
        symmetry: choiceField('Symmetry', 'Whether both sides are alike.', ['off', 'auto', 'on'], 'auto'),
        seed: seedField
      }),
      dependentRequired: { textureSize: ['textured'] }
    }
  }),
  capability({
    id: 'multi-view-to-3d',
    title: 'Multi-view to 3D',
    purpose: 'Makes a 3D model from pictures of several sides.',
    category: '3d',
    price: [byValue('detail', { low: 20, medium: 30, high: 45 })],
    recipe: modelOf(),
    inputSchema: bodySchema(['views'], {
      views: groupField('Views', 'The thing from its sides; the front at least.', ['frontImageUrl'], {
        frontImageUrl: mediaField('Front', 'From the front.', imageRule),
        backImageUrl: mediaField('Back', 'From behind.', imageRule),
        leftImageUrl: mediaField('Left', 'From the left.', imageRule),
        rightImageUrl: mediaField('Right', 'From the right.', imageRule)
      }),
      detail,
      faces: numberField('Faces', 'At most so many polygons.', { from: 1000, to: 200_000, step: 1000, standard: 30_000 })
    })
  }),
  capability({
    id: 'retexture-3d',
    title: 'Retexture 3D',
    purpose: 'Gives a 3D model another surface.',
    category: '3d',
    price: 18,
    recipe: modelOf('prompt'),
    inputSchema: bodyForms(
      bodyForm('words', 'From words', ['modelUrl', 'prompt'], {
        modelUrl: model,
        prompt: textField('Prompt', 'What it is made of.', 1, 400),
        seed: nullableSeed
      }),
      bodyForm('image', 'From a picture', ['modelUrl', 'styleImageUrl'], {
        modelUrl: model,
        styleImageUrl: mediaField('Surface', 'A picture of such a surface.', imageRule),
        tile: switchField('Tile', 'Repeats without a seam.', false)
      })
    )
  }),
  capability({
    id: 'rig-3d',
    title: 'Rig 3D',
    purpose: 'Gives a figure bones, so that it can move.',
    category: '3d',
    price: [base(22), forEachItem(['animations'], 2)],
    priceIsTold: 'over-mcp',
    usage: 'deferred',
    recipe: modelOf(),
    inputSchema: {
      ...bodySchema(['modelUrl', 'figure'], {
        modelUrl: model,
        figure: choiceField('Figure', 'What kind of body.', ['human', 'four-legged', 'other']),
        bones: listField('Bones', 'Names of the bones, from the root.', textField('Bone', 'Its name.', 1, 30), 2, 60),
        height: numberField('Height', 'In the world.', { from: 0.1, to: 10, step: 0.1, unit: 'metres', standard: 1.7 }),
        animations: {
          ...listField(
            'Animations',
            'Movements to put in.',
            choiceField('Animation', 'One.', ['idle', 'walk', 'run', 'jump', 'wave', 'dance']),
            0,
            6
          ),
          uniqueItems: true
        }
      }),
      allOf: [onlyWhen('figure', 'other', ['bones'])]
    }
  })
]

export const moreFaces: readonly CapabilityDefinition[] = [
  capability({
    id: 'multi-face-swap',
    title: 'Multi-face swap',
    purpose: 'Replaces several faces in a picture, each by one of yours.',
    category: 'face-swap',
    price: [forEachItem(['pairs'], 1), surcharge('enhance', 1)],
    usage: 'deferred',
    recipe: { kind: 'picture', ground: ['targetImageUrl'], faces: ['pairs'], words: [], look: 'faces', autoSizes: [] },
    asksIn: { target: 'targetImageUrl', references: 'pairs', most: null },
    inputSchema: bodySchema(['targetImageUrl', 'pairs'], {
      targetImageUrl: mediaField('Target photo', 'The photo whose faces are replaced.', imageRule),
      pairs: listField(
        'Pairs',
        'Which face becomes whose. Where the place is left out, you are asked.',
        groupField('Pair', 'One face.', ['faceImageUrl'], {
          faceIndex: numberField('Face', 'Its place, counted from the left.', { from: 1, to: 20, step: 1 }),
          faceImageUrl: face,
          keepHair: switchField('Keep hair', 'Only the face changes.', true)
        }),
        1,
        8
      ),
      enhance: switchField('Refine', 'Looks at each face once more.', false)
    })
  }),
  capability({
    id: 'head-swap',
    title: 'Head swap',
    purpose: 'Replaces a whole head, with its hair.',
    category: 'face-swap',
    price: 3,
    recipe: { ...pictureOf(['targetImageUrl'], [], 'faces') },
    inputSchema: bodySchema(['targetImageUrl', 'headImageUrl'], {
      targetImageUrl: mediaField('Target photo', 'The photo whose head is replaced.', imageRule),
      headImageUrl: mediaField('Head', 'The photo that provides it.', imageRule),
      skinTone: choiceField('Skin tone', 'Whose tone counts.', ['target', 'head', 'blend'], 'blend'),
      neck: numberField('Neck', 'Where the seam lies.', { from: 0, to: 1, step: 0.1, standard: 0.5 })
    })
  }),
  capability({
    id: 'character-swap',
    title: 'Character swap',
    purpose: 'Puts another figure into a video, in the place of one that is there.',
    category: 'face-swap',
    output: 'video',
    price: 35,
    usage: 'deferred',
    recipe: clipOf('who'),
    inputSchema: bodySchema(['targetVideoUrl', 'characterImageUrls', 'who'], {
      targetVideoUrl: mediaField('Target video', 'The video to change.', { ...videoRule, maxDurationInSeconds: 60 }),
      characterImageUrls: mediaListField('Figure', 'The new figure from several sides.', imageRule, 4),
      who: textField('Who is replaced', 'Such as: the man on the left.', 3, 200),
      relight: switchField('Match the light', 'The figure takes on the light of the video.', true)
    })
  })
]

export const moreEffects: readonly CapabilityDefinition[] = [
  capability({
    id: 'style-transfer',
    title: 'Style transfer',
    purpose: 'Gives a picture the manner of others.',
    category: 'effects',
    price: 3,
    recipe: pictureOf(['imageUrl'], [], 'style'),
    inputSchema: bodySchema(['imageUrl', 'styles'], {
      imageUrl: mediaField('Image', 'The picture to change.', imageRule),
      styles: listField(
        'Styles',
        'Whose manner, and how much of it.',
        groupField('Style', 'One manner.', ['styleImageUrl'], {
          styleImageUrl: mediaField('Picture', 'A picture in that manner.', imageRule),
          weight: numberField('Weight', 'How much it counts.', { from: 0.1, to: 1, step: 0.1, standard: 0.5 })
        }),
        1,
        3
      ),
      keepColors: switchField('Keep colours', 'Only the manner changes.', false)
    })
  }),
  capability({
    id: 'film-look',
    title: 'Film look',
    purpose: 'Makes a picture look as if it were taken on film.',
    category: 'effects',
    price: 2,
    recipe: pictureOf(['imageUrl'], [], 'style'),
    inputSchema: {
      ...bodySchema(['imageUrl', 'stock'], {
        imageUrl: mediaField('Image', 'The picture to change.', imageRule),
        stock: choiceField('Stock', 'The film.', ['warm', 'cold', 'faded', 'slide', 'mono']),
        grain: numberField('Grain', 'How coarse it is.', { from: 0, to: 100, step: 5, unit: '%', standard: 25 }),
        leak: switchField('Light leak', 'Light falls in from the side.', false),
        border: groupField('Border', 'A frame around it.', ['width'], {
          width: numberField('Width', 'Of the frame.', { from: 1, to: 20, step: 1, unit: '%' }),
          color
        }),
        tint: color
      }),
      allOf: [onlyWhen('stock', 'mono', ['tint'])]
    }
  }),
  capability({
    id: 'embrace-effect',
    title: 'Embrace effect',
    purpose: 'Lets the people of one or two pictures embrace.',
    category: 'effects',
    output: 'video',
    price: 16,
    recipe: clipOf(),
    inputSchema: bodyForms(
      bodyForm('together', 'One picture', ['imageUrl'], {
        imageUrl: mediaField('Picture', 'Both people in it.', imageRule),
        mood: choiceField('Mood', 'How they meet.', ['gentle', 'glad', 'long-missed'], 'gentle')
      }),
      bodyForm('apart', 'Two pictures', ['firstImageUrl', 'secondImageUrl'], {
        firstImageUrl: mediaField('First person', 'One person.', imageRule),
        secondImageUrl: mediaField('Second person', 'The other.', imageRule),
        place: textField('Place', 'Where they meet.', 0, 200)
      })
    )
  }),
  capability({
    id: 'age-effect',
    title: 'Age effect',
    purpose: 'Shows a person at other ages.',
    category: 'effects',
    price: [forEachItem(['ages'], 2)],
    recipe: pictureOf(['imageUrl'], [], 'style'),
    inputSchema: bodySchema(['imageUrl', 'ages'], {
      imageUrl: face,
      ages: {
        ...listField('Ages', 'At which ages.', numberField('Age', 'In years.', { from: 5, to: 95, step: 5, unit: 'years' }), 1, 5),
        uniqueItems: true
      },
      keepHair: switchField('Keep hair', 'Colour and length stay.', false),
      seed: nullableSeed
    })
  })
]
