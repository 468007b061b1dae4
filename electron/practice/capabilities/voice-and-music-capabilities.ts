import {
  audioRule,
  bodyVariantSchema,
  oneOfVariantsSchema,
  bodySchema,
  defineCapability,
  choiceField,
  groupField,
  listField,
  mediaField,
  mediaListField,
  soundGenerator,
  numberField,
  requiredOnlyWhen,
  seedField,
  speechGenerator,
  switchField,
  textField,
  videoRule,
  voiceField
} from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'
import { basePrice, addedByValue, perUnit, perItem, surcharge } from './price-terms.ts'
import { languageSchema, nullableSeedSchema, voiceSettingsSchema } from './shared-schemas.ts'

const audio = mediaField('Audio', 'The source audio.', audioRule)
const voice = voiceField('Voice', 'The new voice for the recording.', 'clay')
const format = choiceField('Format', 'File format of the result.', ['wav', 'mp3', 'flac'], 'wav')

export const voiceAndMusicCapabilities: readonly CapabilityDefinition[] = [
  defineCapability({
    id: 'music-generator',
    title: 'Music generator',
    purpose: 'Generates music from text.',
    category: 'audio',
    price: [perUnit('duration', 2, { per: 15, startedCounts: true })],
    recipe: soundGenerator('prompt'),
    inputSchema: bodySchema(['prompt'], {
      prompt: textField('Prompt', 'Describe the music, such as its mood and instruments.', 1, 1500),
      duration: numberField('Duration', 'Longer audio costs more.', { from: 5, to: 180, step: 5, unit: 'seconds', standard: 30 }),
      genre: choiceField(
        'Genre',
        'The musical style.',
        [
          'ambient',
          'blues',
          'classical',
          'country',
          'electronic',
          'folk',
          'funk',
          'hip-hop',
          'jazz',
          'lo-fi',
          'metal',
          'pop',
          'rock',
          'soul',
          'techno'
        ],
        undefined,
        { 'lo-fi': 'Lo-fi' }
      ),
      tempo: {
        type: ['integer', 'null'],
        title: 'Tempo',
        description: 'Leave empty to choose automatically.',
        minimum: 40,
        maximum: 220,
        'x-unit': 'BPM'
      },
      instrumental: switchField('Instrumental', 'Generates music without vocals.', true),
      seed: seedField
    })
  }),
  defineCapability({
    id: 'song-generator',
    title: 'Song generator',
    purpose: 'Generates a song from an idea or your own lyrics.',
    category: 'audio',
    price: [addedByValue('mode', { idea: 12 }), perItem(['lyrics'], 2)],
    priceIsTold: 'over-mcp',
    recipe: soundGenerator('idea', 'lyrics'),
    inputSchema: oneOfVariantsSchema(
      bodyVariantSchema('idea', 'From an idea', ['idea'], {
        idea: textField('Idea', 'Describe what the song is about.', 1, 400),
        style: textField('Style', 'For example, “warm folk with a cello”.', 0, 200),
        language: languageSchema
      }),
      bodyVariantSchema('lyrics', 'From lyrics', ['lyrics', 'style'], {
        lyrics: listField(
          'Sections',
          'Verses, choruses and other sections, in order.',
          groupField('Section', 'One section of the song.', ['kind', 'text'], {
            kind: choiceField('Type', 'The part of the song.', ['intro', 'verse', 'chorus', 'bridge', 'outro']),
            text: textField('Lyrics', 'The lyrics to sing.', 1, 800)
          }),
          1,
          12
        ),
        style: textField('Style', 'For example, “warm folk with a cello”.', 1, 200),
        singer: choiceField('Singer', 'The voice that sings the lyrics.', ['alto', 'tenor', 'choir', 'child'], 'alto')
      })
    )
  }),
  defineCapability({
    id: 'voice-cloning',
    title: 'Voice cloning',
    purpose: 'Reads text in a voice cloned from your recordings.',
    category: 'audio',
    price: [basePrice(2), perUnit('text', 2, { of: 'characters', per: 1000, startedCounts: true })],
    recipe: speechGenerator('text'),
    inputSchema: bodySchema(['sampleAudioUrls', 'text', 'consent'], {
      sampleAudioUrls: mediaListField(
        'Recordings',
        'Each recording must be 10 to 120 seconds long.',
        { ...audioRule, minDurationInSeconds: 10, maxDurationInSeconds: 120 },
        5
      ),
      text: textField('Text', 'The text that the voice reads aloud.', 1, 3000),
      consent: {
        type: 'boolean',
        title: 'Consent confirmed',
        description: 'The voice’s owner has agreed to the cloning of this voice.',
        enum: [true]
      },
      language: languageSchema,
      voiceSettings: voiceSettingsSchema
    })
  }),
  defineCapability({
    id: 'voice-changer',
    title: 'Voice changer',
    purpose: 'Replaces the voice in a recording with another.',
    category: 'audio',
    price: [basePrice(5), surcharge('removeNoise', 1)],
    recipe: speechGenerator(),
    inputSchema: bodySchema(['audioUrl'], {
      audioUrl: audio,
      voice,
      voiceSettings: voiceSettingsSchema,
      removeNoise: switchField('Noise removal', 'Removes background noise before changing the voice.', false),
      format
    })
  }),
  defineCapability({
    id: 'voice-design',
    title: 'Voice design',
    purpose: 'Creates a new voice from a description.',
    category: 'audio',
    price: 4,
    recipe: speechGenerator('sampleText'),
    inputSchema: bodySchema(['description'], {
      description: textField('Description', 'Describe the voice’s age, tone, temperament and accent.', 20, 500),
      sampleText: textField('Sample text', 'Text for the new voice to read.', 0, 300),
      age: choiceField('Age', 'The apparent age of the voice.', ['child', 'young', 'middle-aged', 'old'], undefined, {
        'middle-aged': 'Middle-aged'
      }),
      loudness: numberField('Loudness', 'Negative values are quieter.', { from: -1, to: 1, step: 0.1, standard: 0 }),
      seed: nullableSeedSchema
    })
  }),
  defineCapability({
    id: 'dialogue-maker',
    title: 'Dialogue generator',
    purpose: 'Turns a script into a conversation between several voices.',
    category: 'audio',
    price: [basePrice(2), perUnit('lines[].text', 1, { of: 'characters', per: 100, startedCounts: true })],
    recipe: speechGenerator('lines'),
    inputSchema: bodySchema(['lines'], {
      lines: listField(
        'Lines',
        'Lines are spoken in order.',
        groupField('Line', 'One voice speaks each line.', ['speaker', 'text'], {
          speaker: voiceField('Speaker', 'The voice that reads the text.'),
          text: textField('Text', 'The words to speak.', 1, 500),
          mood: choiceField('Mood', 'The tone of voice.', ['plain', 'glad', 'sad', 'angry', 'whispered'], 'plain', {
            plain: 'Neutral',
            glad: 'Happy',
            whispered: 'Whispering'
          }),
          pauseAfter: numberField('Pause after', 'Silence before the next line.', {
            from: 0,
            to: 5,
            step: 0.25,
            unit: 'seconds',
            standard: 0.5
          })
        }),
        2,
        40
      ),
      language: languageSchema,
      voiceSettings: voiceSettingsSchema
    })
  }),
  defineCapability({
    id: 'speech-enhancer',
    title: 'Speech enhancer',
    purpose: 'Enhances recorded speech to studio quality.',
    category: 'audio',
    price: 3,
    recipe: speechGenerator(),
    inputSchema: bodySchema(['audioUrl'], {
      audioUrl: audio,
      dereverb: switchField('Reverb removal', 'Reduces room echo.', true),
      loudness: numberField('Loudness', 'Target loudness of the result.', { from: -30, to: -10, step: 1, unit: 'LUFS', standard: -16 }),
      format
    })
  }),
  defineCapability({
    id: 'stem-separation',
    title: 'Stem separation',
    purpose: 'Splits a song into vocals and instruments.',
    category: 'audio',
    price: [perItem(['stems'], 2)],
    priceIsTold: 'over-mcp',
    recipe: soundGenerator(),
    inputSchema: bodySchema(['audioUrl', 'stems'], {
      audioUrl: audio,
      stems: {
        ...listField(
          'Stems',
          'The stems to export.',
          choiceField('Stem', 'One vocal or instrument track.', ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other']),
          1,
          6
        ),
        uniqueItems: true
      },
      format
    })
  }),
  defineCapability({
    id: 'audio-extender',
    title: 'Audio extender',
    purpose: 'Extends a music track past its end.',
    category: 'audio',
    price: { kind: 'rules', terms: [perUnit('duration', 0.15)], roundsUp: true, atLeast: 2 },
    recipe: soundGenerator('prompt'),
    inputSchema: bodySchema(['audioUrl', 'duration'], {
      audioUrl: audio,
      duration: numberField('Duration', 'The length to add. Longer extensions cost more.', { from: 5, to: 120, step: 5, unit: 'seconds' }),
      prompt: textField('Prompt', 'Describe how the music continues.', 0, 600),
      crossfade: numberField('Crossfade', 'Overlap between the original and the new part.', {
        from: 0,
        to: 10,
        step: 0.5,
        unit: 'seconds',
        standard: 2
      })
    })
  }),
  defineCapability({
    id: 'audio-repair',
    title: 'Audio repair',
    purpose: 'Repairs, silences or replaces part of a recording.',
    category: 'audio',
    price: 5,
    recipe: soundGenerator('replacement'),
    inputSchema: {
      ...bodySchema(['audioUrl', 'from', 'to', 'method'], {
        audioUrl: audio,
        from: numberField('Start time', 'Seconds from the beginning.', { from: 0, to: 900, step: 0.1, unit: 'seconds' }),
        to: numberField('End time', 'Seconds from the beginning.', { from: 0.1, to: 900, step: 0.1, unit: 'seconds' }),
        method: choiceField('Method', 'The repair to apply.', ['fill', 'silence', 'replace']),
        replacement: textField('Replacement', 'Describe the replacement audio.', 1, 300)
      }),
      allOf: [requiredOnlyWhen('method', 'replace', ['replacement'])]
    }
  }),
  defineCapability({
    id: 'video-to-sound',
    title: 'Video to audio',
    purpose: 'Generates matching audio for a silent video.',
    category: 'audio',
    price: [basePrice(8), surcharge('music', 4)],
    usage: 'deferred',
    recipe: soundGenerator('prompt'),
    inputSchema: bodySchema(['videoUrl'], {
      videoUrl: mediaField('Video', 'The video to add audio to. Up to 60 seconds.', { ...videoRule, maxDurationInSeconds: 60 }),
      prompt: textField('Prompt', 'Describe the audio to generate.', 0, 500),
      music: switchField('Background music', 'Also generates background music.', false),
      seed: nullableSeedSchema
    })
  })
]
