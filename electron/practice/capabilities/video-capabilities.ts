import {
  audioRule,
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
  numberField,
  onlyWhen,
  seedField,
  switchField,
  textField,
  videoRule
} from './definition.ts'
import type { MediaRule } from '../../../shared/form/json-schema.ts'
import type { CapabilityDefinition } from './definition.ts'
import { basePrice, byValue, perUnit, perItem, surcharge, timesByValue } from './price-terms.ts'
import { cameraMoveSchema, colorSchema, languageSchema, nullableSeedSchema } from './shared-schemas.ts'

const aspectRatio = choiceField(
  'Aspect ratio',
  'The ratio of the video’s width to its height.',
  ['16:9', '1:1', '9:16', '4:3', '3:4', '21:9'],
  '16:9'
)
const resolution = choiceField('Resolution', 'Higher resolutions cost more.', ['480p', '720p', '1080p'], '720p')
const prompt = textField('Prompt', 'Describe what happens in the video.', 1, 2500)
const negativePrompt = textField('Negative prompt', 'Describe what to avoid.', 0, 500)
const video = mediaField('Video', 'The source video.', videoRule)
const talkingVideo = mediaField('Video', 'A video that contains speech.', { ...videoRule, needsSound: true })
/** Excludes small images, and images that are very wide or very tall. */
const frameRule: MediaRule = { ...imageRule, minShortEdge: 300, minAspectRatio: 0.4, maxAspectRatio: 2.5 }
const seconds = (from: number, to: number, standard: number) =>
  numberField('Duration', 'Longer videos cost more.', { from, to, step: 1, unit: 'seconds', standard })

const perSecond = (credits: number) => perUnit('duration', credits)
const byResolution = timesByValue('resolution', { '480p': 0.5, '1080p': 2 })

export const videoCapabilities: readonly CapabilityDefinition[] = [
  defineCapability({
    id: 'image-to-video',
    title: 'Image to video',
    purpose: 'Animates an image, with an optional last frame.',
    category: 'video',
    price: { kind: 'rules', terms: [perSecond(5), byResolution, surcharge('loop', 2)], roundsUp: true, atLeast: 8 },
    recipe: videoGenerator('prompt'),
    inputSchema: {
      ...bodySchema(['prompt', 'firstFrameImageUrl'], {
        prompt,
        firstFrameImageUrl: mediaField('First frame', 'The image the video starts with.', frameRule),
        lastFrameImageUrl: mediaField('Last frame', 'The image the video ends with.', frameRule),
        blend: numberField('Blend', 'Lower values stay closer to the first frame, higher values to the last.', {
          from: 0,
          to: 1,
          step: 0.1
        }),
        duration: seconds(2, 12, 5),
        resolution,
        camera: cameraMoveSchema,
        negativePrompt,
        loop: switchField('Loop', 'When on, the video ends on its first frame and ignores the last frame.', false),
        seed: nullableSeedSchema,
        motionBucket: {
          ...numberField('Motion strength', 'Used only by the previous model. Use Camera motion instead.', { from: 1, to: 255, step: 1 }),
          deprecated: true
        }
      }),
      dependentRequired: { blend: ['lastFrameImageUrl'] }
    }
  }),
  defineCapability({
    id: 'text-to-video-pro',
    title: 'Text to video Pro',
    purpose: 'Generates a video from one prompt or a list of shots.',
    category: 'video',
    price: { kind: 'rules', terms: [perSecond(8), perUnit('shots[].duration', 8), byResolution], roundsUp: true, atLeast: 0 },
    recipe: videoGenerator('prompt', 'shots'),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('single', 'Single shot', ['prompt'], {
        prompt,
        duration: seconds(3, 15, 5),
        aspectRatio,
        resolution,
        camera: cameraMoveSchema,
        seed: seedField
      }),
      bodyVariantSchema('shots', 'Multiple shots', ['shots'], {
        shots: listField(
          'Shots',
          'Shots play in order.',
          groupField('Shot', 'One continuous take.', ['prompt', 'duration'], {
            prompt: textField('Prompt', 'Describe what happens in this shot.', 1, 600),
            duration: numberField('Duration', 'Longer shots cost more.', { from: 1, to: 8, step: 1, unit: 'seconds' }),
            camera: cameraMoveSchema,
            transition: choiceField('Transition', 'The transition to the next shot.', ['cut', 'fade', 'wipe', 'match'], 'cut', {
              match: 'Match cut'
            })
          }),
          1,
          6
        ),
        aspectRatio,
        resolution,
        seed: seedField
      })
    )
  }),
  defineCapability({
    id: 'reference-to-video',
    title: 'Reference to video',
    purpose: 'Generates a video featuring people and objects from up to four images.',
    category: 'video',
    price: [perSecond(7), perItem(['referenceImageUrls'], 2)],
    recipe: videoGenerator('prompt'),
    inputSchema: bodySchema(['prompt', 'referenceImageUrls'], {
      prompt,
      referenceImageUrls: mediaListField('Reference images', 'People and objects to show, in order.', imageRule, 4),
      duration: seconds(4, 8, 4),
      aspectRatio,
      keepOutfits: switchField('Keep outfits', 'People wear the same clothes as in the reference images.', true),
      seed: seedField
    })
  }),
  defineCapability({
    id: 'video-to-video',
    title: 'Video to video',
    purpose: 'Restyles a video while keeping its motion.',
    category: 'video',
    price: [byValue('look', { custom: 30 }, 20)],
    priceIsTold: 'over-mcp',
    usage: 'deferred',
    recipe: videoGenerator('lookPrompt', 'look'),
    inputSchema: {
      ...bodySchema(['videoUrl', 'look'], {
        videoUrl: video,
        look: choiceField('Style', 'The visual style to apply.', ['anime', 'clay', 'watercolour', 'ink', 'neon', 'film', 'custom']),
        lookPrompt: textField('Style prompt', 'Describe the custom style.', 3, 400),
        strength: numberField('Strength', 'Higher values change the video more.', { from: 0, to: 1, step: 0.05, standard: 0.6 }),
        keepAudio: switchField('Keep audio', 'Keeps the original audio unchanged.', true)
      }),
      allOf: [onlyWhen('look', 'custom', ['lookPrompt'])]
    }
  }),
  defineCapability({
    id: 'video-extender',
    title: 'Video extender',
    purpose: 'Extends a video at its start or end.',
    category: 'video',
    price: [perSecond(4)],
    recipe: videoGenerator('prompt'),
    inputSchema: bodySchema(['videoUrl', 'direction', 'duration'], {
      videoUrl: video,
      direction: choiceField('Direction', 'Adds footage after the end or before the start.', ['after', 'before'], 'after', {
        after: 'After the end',
        before: 'Before the start'
      }),
      duration: numberField('Duration', 'The length to add. Longer extensions cost more.', { from: 1, to: 10, step: 1, unit: 'seconds' }),
      prompt: textField('Prompt', 'Describe what happens in the added part.', 0, 1000),
      seed: nullableSeedSchema
    })
  }),
  defineCapability({
    id: 'lip-sync',
    title: 'Lip sync',
    purpose: 'Syncs the lips in a video to speech or text.',
    category: 'video',
    price: [byValue('mode', { audio: 10, text: 14 })],
    priceIsTold: 'over-mcp',
    usage: 'deferred',
    recipe: videoGenerator('text'),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('audio', 'From audio', ['videoUrl', 'audioUrl'], {
        videoUrl: video,
        audioUrl: mediaField('Speech', 'The recording to sync the lips to.', audioRule),
        startAt: numberField('Start time', 'Time in the video when the speech begins.', { from: 0, to: 600, step: 0.1, unit: 'seconds' })
      }),
      bodyVariantSchema('text', 'From text', ['videoUrl', 'text', 'voice'], {
        videoUrl: video,
        text: textField('Text', 'The words to speak.', 1, 1200),
        voice: choiceField('Voice', 'The voice that reads the text.', ['clay', 'ash', 'celadon', 'ember']),
        language: languageSchema
      })
    )
  }),
  defineCapability({
    id: 'talking-avatar',
    title: 'Talking avatar',
    purpose: 'Turns a portrait and a voice recording into a talking video.',
    category: 'video',
    price: 18,
    recipe: videoGenerator('direction'),
    inputSchema: {
      ...bodySchema(['portraitImageUrl', 'speechAudioUrl'], {
        portraitImageUrl: mediaField('Portrait', 'A single face, facing the camera.', { ...imageRule, minShortEdge: 256 }),
        speechAudioUrl: mediaField('Speech', 'A recording of up to two minutes.', { ...audioRule, maxDurationInSeconds: 120 }),
        direction: textField('Acting direction', 'Describe the person’s gestures and emotions.', 0, 500),
        background: choiceField('Background', 'The area behind the person.', ['as-is', 'blurred', 'color'], 'as-is', {
          'as-is': 'Original',
          color: 'Solid colour'
        }),
        backgroundColor: colorSchema
      }),
      allOf: [onlyWhen('background', 'color', ['backgroundColor'])]
    }
  }),
  defineCapability({
    id: 'motion-transfer',
    title: 'Motion transfer',
    purpose: 'Transfers motion from a video to a character in an image.',
    category: 'video',
    price: 22,
    usage: 'deferred',
    recipe: videoGenerator(),
    inputSchema: bodySchema(['characterImageUrl', 'motionVideoUrl'], {
      characterImageUrl: mediaField('Character', 'The character to animate.', imageRule),
      motionVideoUrl: mediaField('Motion reference', 'A video of the motion to copy. Up to 30 seconds.', {
        ...videoRule,
        maxDurationInSeconds: 30
      }),
      orientation: choiceField('Orientation', 'Matches the character’s orientation to the video or image.', ['video', 'image'], 'video'),
      keepSound: switchField('Keep audio', 'Uses the motion reference’s audio.', true)
    })
  }),
  defineCapability({
    id: 'video-inpainting',
    title: 'Video inpainting',
    purpose: 'Removes or replaces objects in a video.',
    category: 'video',
    price: [byValue('mode', { remove: 18, replace: 26 })],
    priceIsTold: 'over-mcp',
    recipe: videoGenerator('prompt'),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('remove', 'Remove', ['videoUrl', 'target'], {
        videoUrl: video,
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
        videoUrl: video,
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
        videoUrl: video,
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
      allOf: [onlyWhen('background', 'color', ['color']), onlyWhen('background', 'image', ['backgroundImageUrl'])]
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
      videoUrl: video,
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
      videoUrl: video,
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
      videoUrl: video,
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
      videoUrl: video,
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
        videoUrl: video,
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
  }),
  defineCapability({
    id: 'product-video',
    title: 'Product video',
    purpose: 'Generates a product video from images.',
    category: 'video',
    price: [perSecond(6), perItem(['productImageUrls'], 1), perItem(['musicAudioUrl'], 3)],
    recipe: videoGenerator('scene', 'claim'),
    inputSchema: bodySchema(['productImageUrls', 'scene'], {
      productImageUrls: mediaListField('Product images', 'The product from several angles.', imageRule, 6),
      scene: textField('Scene', 'Describe the setting and the action.', 1, 800),
      claim: { type: ['string', 'null'], title: 'Tagline', description: 'Text shown at the end. Leave empty for none.', maxLength: 60 },
      duration: seconds(5, 20, 10),
      camera: cameraMoveSchema,
      musicAudioUrl: mediaField('Music', 'Background music for the video.', audioRule)
    })
  })
]
