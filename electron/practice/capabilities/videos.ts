import {
  audioRule,
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
  numberField,
  onlyWhen,
  seedField,
  switchField,
  textField,
  videoRule
} from './definition.ts'
import type { MediaRule } from '../../../shared/json-schema.ts'
import type { CapabilityDefinition } from './definition.ts'
import { base, byValue, forEach, forEachItem, surcharge, timesByValue } from './price-terms.ts'
import { cameraMove, color, language, nullableSeed } from './shared-schemas.ts'

const aspectRatio = choiceField('Aspect ratio', 'Shape of the frame.', ['16:9', '1:1', '9:16', '4:3', '3:4', '21:9'], '16:9')
const resolution = choiceField('Resolution', 'Height of the frame; the larger, the dearer.', ['480p', '720p', '1080p'], '720p')
const prompt = textField('Prompt', 'What happens in the clip.', 1, 2500)
const negativePrompt = textField('Negative prompt', 'What to leave out.', 0, 500)
const video = mediaField('Video', 'The clip to work on.', videoRule)
const talkingVideo = mediaField('Video', 'The clip to work on; somebody speaks in it.', { ...videoRule, needsSound: true })
/** Neither a strip nor a tower. */
const frameRule: MediaRule = { ...imageRule, minShortEdge: 300, minAspectRatio: 0.4, maxAspectRatio: 2.5 }
const seconds = (from: number, to: number, standard: number) =>
  numberField('Duration', 'Length of the clip; multiplies the price.', { from, to, step: 1, unit: 'seconds', standard })

const perSecond = (credits: number) => forEach('duration', credits)
const byResolution = timesByValue('resolution', { '480p': 0.5, '1080p': 2 })

export const videos: readonly CapabilityDefinition[] = [
  capability({
    id: 'image-to-video',
    title: 'Image to video',
    purpose: 'Sets a picture in motion, from a first frame and, if you like, to a last one.',
    category: 'video',
    price: { kind: 'rules', terms: [perSecond(5), byResolution, surcharge('loop', 2)], roundsUp: true, atLeast: 8 },
    recipe: clipOf('prompt'),
    inputSchema: {
      ...bodySchema(['prompt', 'firstFrameImageUrl'], {
        prompt,
        firstFrameImageUrl: mediaField('First frame', 'Where the clip begins.', frameRule),
        lastFrameImageUrl: mediaField('Last frame', 'Where the clip ends.', frameRule),
        blend: numberField('Blend', 'How the way from the first to the last frame is shared out.', { from: 0, to: 1, step: 0.1 }),
        duration: seconds(2, 12, 5),
        resolution,
        camera: cameraMove,
        negativePrompt,
        loop: switchField('Loop', 'Ends where it began.', false),
        seed: nullableSeed,
        motionBucket: {
          ...numberField('Motion bucket', 'Of the older model; the camera says it better.', { from: 1, to: 255, step: 1 }),
          deprecated: true
        }
      }),
      dependentRequired: { blend: ['lastFrameImageUrl'] }
    }
  }),
  capability({
    id: 'text-to-video-pro',
    title: 'Text to video Pro',
    purpose: 'Makes a clip from one prompt, or a scene from a list of shots.',
    category: 'video',
    price: { kind: 'rules', terms: [perSecond(8), forEach('shots[].duration', 8), byResolution], roundsUp: true, atLeast: 0 },
    recipe: clipOf('prompt', 'shots'),
    inputSchema: bodyForms(
      bodyForm('single', 'One shot', ['prompt'], {
        prompt,
        duration: seconds(3, 15, 5),
        aspectRatio,
        resolution,
        camera: cameraMove,
        seed: seedField
      }),
      bodyForm('shots', 'Several shots', ['shots'], {
        shots: listField(
          'Shots',
          'Played one after another.',
          groupField('Shot', 'One take.', ['prompt', 'duration'], {
            prompt: textField('Prompt', 'What is seen.', 1, 600),
            duration: numberField('Duration', 'Length of the shot.', { from: 1, to: 8, step: 1, unit: 'seconds' }),
            camera: cameraMove,
            transition: choiceField('Transition', 'How it goes on.', ['cut', 'fade', 'wipe', 'match'], 'cut')
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
  capability({
    id: 'reference-to-video',
    title: 'Reference to video',
    purpose: 'Makes a clip with the people and things of up to four pictures.',
    category: 'video',
    price: [perSecond(7), forEachItem(['referenceImageUrls'], 2)],
    recipe: clipOf('prompt'),
    inputSchema: bodySchema(['prompt', 'referenceImageUrls'], {
      prompt,
      referenceImageUrls: mediaListField('References', 'Who and what is to be seen, in order.', imageRule, 4),
      duration: seconds(4, 8, 4),
      aspectRatio,
      keepOutfits: switchField('Keep outfits', 'People wear what they wear in the pictures.', true),
      seed: seedField
    })
  }),
  capability({
    id: 'video-to-video',
    title: 'Video to video',
    purpose: 'Makes a clip anew in another look, with the same movement.',
    category: 'video',
    price: [byValue('look', { custom: 30 }, 20)],
    priceIsTold: 'over-mcp',
    usage: 'deferred',
    recipe: clipOf('lookPrompt', 'look'),
    inputSchema: {
      ...bodySchema(['videoUrl', 'look'], {
        videoUrl: video,
        look: choiceField('Look', 'The look to give it.', ['anime', 'clay', 'watercolour', 'ink', 'neon', 'film', 'custom']),
        lookPrompt: textField('Look in words', 'What the look is.', 3, 400),
        strength: numberField('Strength', 'How far it goes from the clip.', { from: 0, to: 1, step: 0.05, standard: 0.6 }),
        keepAudio: switchField('Keep the sound', 'Leaves the sound as it is.', true)
      }),
      allOf: [onlyWhen('look', 'custom', ['lookPrompt'])]
    }
  }),
  capability({
    id: 'video-extender',
    title: 'Video extender',
    purpose: 'Goes on where a clip ends, or shows what came before it.',
    category: 'video',
    price: [perSecond(4)],
    recipe: clipOf('prompt'),
    inputSchema: bodySchema(['videoUrl', 'direction', 'duration'], {
      videoUrl: video,
      direction: choiceField('Direction', 'Which end grows.', ['after', 'before'], 'after'),
      duration: numberField('Duration', 'How much is added.', { from: 1, to: 10, step: 1, unit: 'seconds' }),
      prompt: textField('Prompt', 'What happens.', 0, 1000),
      seed: nullableSeed
    })
  }),
  capability({
    id: 'lip-sync',
    title: 'Lip sync',
    purpose: 'Moves the lips in a video to a sound, or to a text that it reads.',
    category: 'video',
    price: [byValue('mode', { audio: 10, text: 14 })],
    priceIsTold: 'over-mcp',
    usage: 'deferred',
    recipe: clipOf('text'),
    inputSchema: bodyForms(
      bodyForm('audio', 'From a sound', ['videoUrl', 'audioUrl'], {
        videoUrl: video,
        audioUrl: mediaField('Speech', 'What is to be said.', audioRule),
        startAt: numberField('Start', 'Where in the clip the speech begins.', { from: 0, to: 600, step: 0.1, unit: 'seconds' })
      }),
      bodyForm('text', 'From a text', ['videoUrl', 'text', 'voice'], {
        videoUrl: video,
        text: textField('Text', 'What is to be said.', 1, 1200),
        voice: choiceField('Voice', 'Who says it.', ['clay', 'ash', 'celadon', 'ember']),
        language
      })
    )
  }),
  capability({
    id: 'talking-avatar',
    title: 'Talking avatar',
    purpose: 'Lets the person in a picture speak.',
    category: 'video',
    price: 18,
    recipe: clipOf('direction'),
    inputSchema: {
      ...bodySchema(['portraitImageUrl', 'speechAudioUrl'], {
        portraitImageUrl: mediaField('Portrait', 'One face, seen from the front.', { ...imageRule, minShortEdge: 256 }),
        speechAudioUrl: mediaField('Speech', 'What the person says.', { ...audioRule, maxDurationInSeconds: 120 }),
        direction: textField('Direction', 'How the person moves and feels.', 0, 500),
        background: choiceField('Background', 'What stands behind.', ['as-is', 'blurred', 'color'], 'as-is'),
        backgroundColor: color
      }),
      allOf: [onlyWhen('background', 'color', ['backgroundColor'])]
    }
  }),
  capability({
    id: 'motion-transfer',
    title: 'Motion transfer',
    purpose: 'Lets the figure of a picture move as the one in a video does.',
    category: 'video',
    price: 22,
    usage: 'deferred',
    recipe: clipOf(),
    inputSchema: bodySchema(['characterImageUrl', 'motionVideoUrl'], {
      characterImageUrl: mediaField('Figure', 'Who moves.', imageRule),
      motionVideoUrl: mediaField('Movement', 'How to move.', { ...videoRule, maxDurationInSeconds: 30 }),
      orientation: choiceField('Orientation', 'Whose stance counts.', ['video', 'image'], 'video'),
      keepSound: switchField('Keep the sound', 'Takes the sound of the video.', true)
    })
  }),
  capability({
    id: 'video-inpainting',
    title: 'Video inpainting',
    purpose: 'Takes something out of a clip, or puts something in its place.',
    category: 'video',
    price: [byValue('mode', { remove: 18, replace: 26 })],
    priceIsTold: 'over-mcp',
    recipe: clipOf('prompt'),
    inputSchema: bodyForms(
      bodyForm('remove', 'Remove', ['videoUrl', 'target'], {
        videoUrl: video,
        target: {
          title: 'What to remove',
          description: 'By a mask, by a point, or in words.',
          oneOf: [
            {
              ...groupField('Mask', '', ['by', 'maskImageUrl'], {
                by: { const: 'mask' },
                maskImageUrl: mediaField('Mask', 'White where it is to go.', imageRule)
              })
            },
            {
              ...groupField('A point', '', ['by', 'x', 'y'], {
                by: { const: 'point' },
                x: numberField('From the left', 'Part of the width.', { from: 0, to: 1, step: 0.01 }),
                y: numberField('From the top', 'Part of the height.', { from: 0, to: 1, step: 0.01 })
              })
            },
            {
              ...groupField('Words', '', ['by', 'words'], {
                by: { const: 'words' },
                words: textField('Words', 'Such as: the red car.', 2, 120)
              })
            }
          ]
        }
      }),
      bodyForm('replace', 'Replace', ['videoUrl', 'maskImageUrl', 'prompt'], {
        videoUrl: video,
        maskImageUrl: mediaField('Mask', 'White where the new is to be.', imageRule),
        prompt: textField('Prompt', 'What comes there.', 1, 800),
        seed: seedField
      })
    )
  }),
  capability({
    id: 'video-background-removal',
    title: 'Video background removal',
    purpose: 'Cuts people and things out of a clip.',
    category: 'video',
    price: [base(12), surcharge('refineEdges', 4)],
    usage: 'deferred',
    recipe: clipOf(),
    inputSchema: {
      ...bodySchema(['videoUrl'], {
        videoUrl: video,
        background: choiceField('Background', 'What comes behind.', ['transparent', 'color', 'image'], 'transparent'),
        color,
        backgroundImageUrl: mediaField('Background image', 'What stands behind.', imageRule),
        refineEdges: switchField('Fine edges', 'Takes longer for hair.', false)
      }),
      allOf: [onlyWhen('background', 'color', ['color']), onlyWhen('background', 'image', ['backgroundImageUrl'])]
    }
  }),
  capability({
    id: 'frame-interpolation',
    title: 'Frame interpolation',
    purpose: 'Makes a clip run more smoothly.',
    category: 'video',
    price: 6,
    recipe: clipOf(),
    inputSchema: bodySchema(['videoUrl'], {
      videoUrl: video,
      framesPerSecond: {
        type: 'integer',
        title: 'Frames per second',
        description: 'Of the new clip.',
        enum: [48, 50, 60, 90, 120],
        default: 60
      },
      sceneCuts: switchField('Mind the cuts', 'Makes no frames across a cut.', true)
    })
  }),
  capability({
    id: 'slow-motion',
    title: 'Slow motion',
    purpose: 'Slows parts of a clip down.',
    category: 'video',
    price: [base(4), forEachItem(['ranges'], 2)],
    priceIsTold: 'nowhere',
    recipe: clipOf(),
    inputSchema: bodySchema(['videoUrl', 'ranges'], {
      videoUrl: video,
      ranges: listField(
        'Ranges',
        'Which parts, and how slow.',
        groupField('Range', 'From where to where.', ['from', 'to'], {
          from: numberField('From', 'Where it begins.', { from: 0, to: 600, step: 0.5, unit: 'seconds' }),
          to: numberField('To', 'Where it ends.', { from: 0.5, to: 600, step: 0.5, unit: 'seconds' }),
          factor: { type: 'integer', title: 'Factor', description: 'How many times slower.', enum: [2, 4, 8], default: 2 }
        }),
        1,
        5
      )
    })
  }),
  capability({
    id: 'video-captions',
    title: 'Video captions',
    purpose: 'Writes what is said into the picture.',
    category: 'video',
    price: 5,
    recipe: clipOf(),
    inputSchema: bodySchema(['videoUrl'], {
      videoUrl: talkingVideo,
      language,
      style: groupField('Style', 'How the words look.', [], {
        font: choiceField('Font', 'The face of the letters.', ['plain', 'serif', 'rounded', 'mono', 'marker'], 'plain'),
        size: numberField('Text size', 'In parts of the height.', { from: 2, to: 12, step: 0.5, unit: '%', standard: 5 }),
        color,
        place: choiceField('Place', 'Where the words stand.', ['top', 'middle', 'bottom'], 'bottom'),
        karaoke: switchField('Word by word', 'Lights each word as it is said.', false)
      }),
      glossary: { ...listField('Names', 'Names to spell right.', textField('Name', 'As it is written.', 1, 40), 0, 20), uniqueItems: true }
    })
  }),
  capability({
    id: 'video-reframe',
    title: 'Video reframe',
    purpose: 'Brings a clip into another shape and keeps in sight what matters.',
    category: 'video',
    price: 9,
    recipe: clipOf(),
    inputSchema: bodySchema(['videoUrl', 'aspectRatio'], {
      videoUrl: video,
      aspectRatio: choiceField('Aspect ratio', 'The new shape.', ['16:9', '1:1', '9:16', '4:5', '5:4', '21:9']),
      focus: { type: ['string', 'null'], title: 'Keep in sight', description: 'In words; null: the service decides.', maxLength: 200 },
      padding: numberField('Padding', 'Room around it.', { from: 0, to: 50, step: 5, unit: '%', standard: 10 })
    })
  }),
  capability({
    id: 'video-colorizer',
    title: 'Video colorizer',
    purpose: 'Gives a black and white film its colours.',
    category: 'video',
    price: 16,
    recipe: clipOf(),
    inputSchema: bodySchema(['videoUrl'], {
      videoUrl: video,
      referenceImageUrls: mediaListField('References', 'Pictures with the right colours.', imageRule, 3),
      saturation: numberField('Saturation', 'How strong the colours are.', { from: 0, to: 2, step: 0.1, standard: 1 })
    })
  }),
  capability({
    id: 'video-denoiser',
    title: 'Video denoiser',
    purpose: 'Takes grain, blocks and flicker out of a clip.',
    category: 'video',
    price: [base(4), surcharge('denoise', 1), surcharge('deblock', 1), surcharge('deflicker', 2)],
    recipe: clipOf(),
    inputSchema: {
      ...bodySchema(['videoUrl'], {
        videoUrl: video,
        denoise: switchField('Grain', 'Takes the grain away.', true),
        deblock: switchField('Blocks', 'Takes the blocks of strong compression away.', false),
        deflicker: switchField('Flicker', 'Evens the light.', false),
        strength: {
          type: 'number',
          title: 'Strength',
          description: 'More than nothing, less than everything.',
          exclusiveMinimum: 0,
          exclusiveMaximum: 100,
          'x-unit': '%'
        }
      })
    }
  }),
  capability({
    id: 'video-dubbing',
    title: 'Video dubbing',
    purpose: 'Lets the people in a video speak another language.',
    category: 'video',
    price: [forEachItem(['targetLanguages'], 25)],
    priceIsTold: 'nowhere',
    usage: 'deferred',
    recipe: clipOf(),
    inputSchema: bodySchema(['videoUrl', 'targetLanguages'], {
      videoUrl: talkingVideo,
      sourceLanguage: language,
      targetLanguages: { ...listField('Languages', 'The languages to make.', language, 1, 4), uniqueItems: true },
      speakers: numberField('Speakers', 'How many people speak; 0: find out.', { from: 0, to: 12, step: 1, standard: 0 }),
      keepMusic: switchField('Keep music and noise', 'Leaves everything but the voices.', true)
    })
  }),
  capability({
    id: 'product-video',
    title: 'Product video',
    purpose: 'Makes a short film of a thing from pictures of it.',
    category: 'video',
    price: [perSecond(6), forEachItem(['productImageUrls'], 1), forEachItem(['musicAudioUrl'], 3)],
    recipe: clipOf('scene', 'claim'),
    inputSchema: bodySchema(['productImageUrls', 'scene'], {
      productImageUrls: mediaListField('Pictures', 'The thing from several sides.', imageRule, 6),
      scene: textField('Scene', 'Where it stands and what happens.', 1, 800),
      claim: { type: ['string', 'null'], title: 'Claim', description: 'Words at the end; null: none.', maxLength: 60 },
      duration: seconds(5, 20, 10),
      camera: cameraMove,
      musicAudioUrl: mediaField('Music', 'Plays behind it.', audioRule)
    })
  })
]
