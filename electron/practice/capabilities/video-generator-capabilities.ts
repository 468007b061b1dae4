import {
  audioRule,
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
  videoRule,
  voiceField
} from './definition.ts'
import type { MediaRule } from '../../../shared/form/json-schema.ts'
import type { CapabilityDefinition } from './definition.ts'
import { addedByValue, perUnit, perItem, surcharge, multipliedByValue } from './price-terms.ts'
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
/** Excludes small images, and images that are very wide or very tall. */
const frameRule: MediaRule = { ...imageRule, minShortEdge: 300, minAspectRatio: 0.4, maxAspectRatio: 2.5 }
const seconds = (from: number, to: number, standard: number) =>
  numberField('Duration', 'Longer videos cost more.', { from, to, step: 1, unit: 'seconds', standard })

const perSecond = (credits: number) => perUnit('duration', credits)
const byResolution = multipliedByValue('resolution', { '480p': 0.5, '1080p': 2 })

export const videoGeneratorCapabilities: readonly CapabilityDefinition[] = [
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
        loop: switchField('Loop', 'When on, the video ends on its first frame. The “Last frame” image isn’t used.', false),
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
    price: [addedByValue('look', { custom: 30 }, 20)],
    priceIsTold: 'over-mcp',
    usage: 'deferred',
    recipe: videoGenerator('lookPrompt', 'look'),
    inputSchema: {
      ...bodySchema(['videoUrl', 'look'], {
        videoUrl: videoField,
        look: choiceField('Style', 'The visual style to apply.', ['anime', 'clay', 'watercolour', 'ink', 'neon', 'film', 'custom']),
        lookPrompt: textField('Style prompt', 'Describe the custom style.', 3, 400),
        strength: numberField('Strength', 'Higher values change the video more.', { from: 0, to: 1, step: 0.05, standard: 0.6 }),
        keepAudio: switchField('Keep audio', 'Keeps the original audio unchanged.', true)
      }),
      allOf: [requiredOnlyWhen('look', 'custom', ['lookPrompt'])]
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
      videoUrl: videoField,
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
    price: [addedByValue('mode', { audio: 10, text: 14 })],
    priceIsTold: 'over-mcp',
    usage: 'deferred',
    recipe: videoGenerator('text'),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('audio', 'From audio', ['videoUrl', 'audioUrl'], {
        videoUrl: videoField,
        audioUrl: mediaField('Speech', 'The recording to sync the lips to.', audioRule),
        startAt: numberField('Start time', 'Time in the video when the speech begins.', { from: 0, to: 600, step: 0.1, unit: 'seconds' })
      }),
      bodyVariantSchema('text', 'From text', ['videoUrl', 'text', 'voice'], {
        videoUrl: videoField,
        text: textField('Text', 'The words to speak.', 1, 1200),
        voice: voiceField('Voice', 'The voice that reads the text.'),
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
      allOf: [requiredOnlyWhen('background', 'color', ['backgroundColor'])]
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
  })
]

export const productVideoCapability: CapabilityDefinition = defineCapability({
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
