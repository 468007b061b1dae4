import {
  bodySchema,
  bodyVariantSchema,
  choiceField,
  defineCapability,
  groupField,
  imageRule,
  listField,
  mediaField,
  mediaListField,
  numberField,
  oneOfVariantsSchema,
  requiredOnlyWhen,
  seedField,
  switchField,
  textField,
  videoField,
  videoGenerator,
  videoRule
} from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'
import { basePrice, addedByValue, perItem, surcharge } from './price-terms.ts'
import { colorSchema, languageSchema } from './shared-schemas.ts'

const talkingVideo = mediaField('Video', 'A video that contains speech.', { ...videoRule, needsSound: true })

export const videoEditingCapabilities: readonly CapabilityDefinition[] = [
  defineCapability({
    id: 'video-inpainting',
    title: 'Video inpainting',
    purpose: 'Removes or replaces objects in a video.',
    category: 'video',
    price: [addedByValue('mode', { remove: 18, replace: 26 })],
    priceIsTold: 'over-mcp',
    recipe: videoGenerator('prompt'),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('remove', 'Remove', ['videoUrl', 'target'], {
        videoUrl: videoField,
        target: {
          title: 'Object to remove',
          description: 'Mark it with a mask or point, or describe it.',
          oneOf: [
            {
              ...groupField('Mask', '', ['by', 'maskImageUrl'], {
                by: { const: 'mask', title: 'Method' },
                maskImageUrl: mediaField('Mask', 'White areas are removed.', imageRule)
              })
            },
            {
              ...groupField('Point', '', ['by', 'x', 'y'], {
                by: { const: 'point', title: 'Method' },
                x: numberField('Horizontal position', '0 is the left edge and 1 is the right edge.', { from: 0, to: 1, step: 0.01 }),
                y: numberField('Vertical position', '0 is the top edge and 1 is the bottom edge.', { from: 0, to: 1, step: 0.01 })
              })
            },
            {
              ...groupField('Description', '', ['by', 'words'], {
                by: { const: 'words', title: 'Method', 'x-enum-labels': { words: 'Description' } },
                words: textField('Description', 'For example, “the red car”.', 2, 120)
              })
            }
          ]
        }
      }),
      bodyVariantSchema('replace', 'Replace', ['videoUrl', 'maskImageUrl', 'prompt'], {
        videoUrl: videoField,
        maskImageUrl: mediaField('Mask', 'White areas are replaced.', imageRule),
        prompt: textField('Prompt', 'Describe the replacement.', 1, 800),
        seed: seedField
      })
    )
  }),
  defineCapability({
    id: 'video-background-removal',
    title: 'Video background removal',
    purpose: 'Removes or replaces a video’s background.',
    category: 'video',
    price: [basePrice(12), surcharge('refineEdges', 4)],
    usage: 'deferred',
    recipe: videoGenerator(),
    inputSchema: {
      ...bodySchema(['videoUrl'], {
        videoUrl: videoField,
        background: choiceField(
          'Background',
          'Make it transparent, or add a colour or image.',
          ['transparent', 'color', 'image'],
          'transparent',
          { color: 'Solid colour' }
        ),
        color: colorSchema,
        backgroundImageUrl: mediaField('Background image', 'The image to show behind the subject.', imageRule),
        refineEdges: switchField('Edge refinement', 'Improves fine detail such as hair, but takes longer.', false)
      }),
      allOf: [requiredOnlyWhen('background', 'color', ['color']), requiredOnlyWhen('background', 'image', ['backgroundImageUrl'])]
    }
  }),
  defineCapability({
    id: 'frame-interpolation',
    title: 'Frame interpolation',
    purpose: 'Adds frames to make a video smoother.',
    category: 'video',
    price: 6,
    recipe: videoGenerator(),
    inputSchema: bodySchema(['videoUrl'], {
      videoUrl: videoField,
      framesPerSecond: {
        type: 'integer',
        title: 'Frame rate',
        description: 'Frames per second in the result.',
        enum: [48, 50, 60, 90, 120],
        default: 60
      },
      sceneCuts: switchField('Scene-cut detection', 'Avoids blending frames across cuts.', true)
    })
  }),
  defineCapability({
    id: 'slow-motion',
    title: 'Slow motion',
    purpose: 'Slows down selected parts of a video.',
    category: 'video',
    price: [basePrice(4), perItem(['ranges'], 2)],
    priceIsTold: 'nowhere',
    recipe: videoGenerator(),
    inputSchema: bodySchema(['videoUrl', 'ranges'], {
      videoUrl: videoField,
      ranges: listField(
        'Ranges',
        'The parts to slow down, and by how much.',
        groupField('Range', 'One part of the video.', ['from', 'to'], {
          from: numberField('Start time', 'Seconds from the beginning.', { from: 0, to: 600, step: 0.5, unit: 'seconds' }),
          to: numberField('End time', 'Seconds from the beginning.', { from: 0.5, to: 600, step: 0.5, unit: 'seconds' }),
          factor: { type: 'integer', title: 'Slowdown factor', description: '2 plays at half speed.', enum: [2, 4, 8], default: 2 }
        }),
        1,
        5
      )
    })
  }),
  defineCapability({
    id: 'video-captions',
    title: 'Video captions',
    purpose: 'Transcribes speech and burns captions into a video.',
    category: 'video',
    price: 5,
    recipe: videoGenerator(),
    inputSchema: bodySchema(['videoUrl'], {
      videoUrl: talkingVideo,
      language: languageSchema,
      style: groupField('Style', 'Font, size, colour and position of the captions.', [], {
        font: choiceField('Font', 'The typeface for the captions.', ['plain', 'serif', 'rounded', 'mono', 'marker'], 'plain', {
          plain: 'Sans serif',
          mono: 'Monospace'
        }),
        size: numberField('Text size', 'Relative to the video’s height.', { from: 2, to: 12, step: 0.5, unit: '%', standard: 5 }),
        color: colorSchema,
        place: choiceField('Position', 'Vertical position of the captions.', ['top', 'middle', 'bottom'], 'bottom'),
        karaoke: switchField('Word highlighting', 'Highlights each word as it’s spoken.', false)
      }),
      glossary: {
        ...listField('Names', 'Names that captions must spell correctly.', textField('Name', 'Enter the exact spelling.', 1, 40), 0, 20),
        uniqueItems: true
      }
    })
  }),
  defineCapability({
    id: 'video-reframe',
    title: 'Video reframe',
    purpose: 'Changes a video’s aspect ratio while keeping the subject in frame.',
    category: 'video',
    price: 9,
    recipe: videoGenerator(),
    inputSchema: bodySchema(['videoUrl', 'aspectRatio'], {
      videoUrl: videoField,
      aspectRatio: choiceField('Aspect ratio', 'The aspect ratio of the result.', ['16:9', '1:1', '9:16', '4:5', '5:4', '21:9']),
      focus: {
        type: ['string', 'null'],
        title: 'Focus',
        description: 'Describe what to keep in frame. Leave empty for automatic.',
        maxLength: 200
      },
      padding: numberField('Padding', 'Space around the subject.', { from: 0, to: 50, step: 5, unit: '%', standard: 10 })
    })
  }),
  defineCapability({
    id: 'video-colorizer',
    title: 'Video colouriser',
    purpose: 'Adds colour to a black-and-white video.',
    category: 'video',
    price: 16,
    recipe: videoGenerator(),
    inputSchema: bodySchema(['videoUrl'], {
      videoUrl: videoField,
      referenceImageUrls: mediaListField('Reference images', 'Images with the colours to match.', imageRule, 3),
      saturation: numberField('Saturation', 'Higher values give stronger colours.', { from: 0, to: 2, step: 0.1, standard: 1 })
    })
  }),
  defineCapability({
    id: 'video-denoiser',
    title: 'Video denoiser',
    purpose: 'Reduces grain, compression artefacts and flicker in a video.',
    category: 'video',
    price: [basePrice(4), surcharge('denoise', 1), surcharge('deblock', 1), surcharge('deflicker', 2)],
    recipe: videoGenerator(),
    inputSchema: {
      ...bodySchema(['videoUrl'], {
        videoUrl: videoField,
        denoise: switchField('Grain removal', 'Reduces film grain and noise.', true),
        deblock: switchField('Artefact removal', 'Reduces blocks caused by strong compression.', false),
        deflicker: switchField('Flicker removal', 'Evens out brightness between frames.', false),
        strength: {
          type: 'number',
          title: 'Strength',
          description: 'More than 0% and less than 100%.',
          exclusiveMinimum: 0,
          exclusiveMaximum: 100,
          'x-unit': '%'
        }
      })
    }
  }),
  defineCapability({
    id: 'video-dubbing',
    title: 'Video dubbing',
    purpose: 'Dubs a video into other languages.',
    category: 'video',
    price: [perItem(['targetLanguages'], 25)],
    priceIsTold: 'nowhere',
    usage: 'deferred',
    recipe: videoGenerator(),
    inputSchema: bodySchema(['videoUrl', 'targetLanguages'], {
      videoUrl: talkingVideo,
      sourceLanguage: { ...languageSchema, title: 'Original language' },
      targetLanguages: {
        ...listField('Target languages', 'The languages to dub the video into.', languageSchema, 1, 4),
        uniqueItems: true
      },
      speakers: numberField('Number of speakers', 'Use 0 to detect the number automatically.', { from: 0, to: 12, step: 1, standard: 0 }),
      keepMusic: switchField('Keep background audio', 'Keeps music and ambient noise behind the new voices.', true)
    })
  })
]
