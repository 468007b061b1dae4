import {
  audioRule,
  bodyForm,
  bodyForms,
  bodySchema,
  capability,
  choiceField,
  groupField,
  listField,
  mediaField,
  mediaListField,
  noiseOf,
  numberField,
  onlyWhen,
  seedField,
  speechOf,
  switchField,
  textField,
  videoRule
} from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'
import { base, byValue, forEach, forEachItem, surcharge } from './price-terms.ts'
import { language, nullableSeed, voiceSettings } from './shared-schemas.ts'

const audio = mediaField('Sound', 'The sound to work on.', audioRule)
const voice = choiceField('Voice', 'Who speaks.', ['clay', 'ash', 'celadon', 'ember'], 'clay')
const format = choiceField('Format', 'File format of the result.', ['wav', 'mp3', 'flac'], 'wav')

export const voicesAndMusic: readonly CapabilityDefinition[] = [
  capability({
    id: 'music-generator',
    title: 'Music generator',
    purpose: 'Makes a piece of music from words.',
    category: 'audio',
    price: [forEach('duration', 2, { per: 15, startedCounts: true })],
    recipe: noiseOf('prompt'),
    inputSchema: bodySchema(['prompt'], {
      prompt: textField('Prompt', 'What it sounds like.', 1, 1500),
      duration: numberField('Duration', 'How long it plays.', { from: 5, to: 180, step: 5, unit: 'seconds', standard: 30 }),
      genre: choiceField('Genre', 'Where it belongs.', [
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
      ]),
      tempo: {
        type: ['integer', 'null'],
        title: 'Tempo',
        description: 'Null: it finds its own.',
        minimum: 40,
        maximum: 220,
        'x-unit': 'BPM'
      },
      instrumental: switchField('Instrumental', 'Without voices.', true),
      seed: seedField
    })
  }),
  capability({
    id: 'song-generator',
    title: 'Song generator',
    purpose: 'Writes and sings a song, or sings yours.',
    category: 'audio',
    price: [byValue('mode', { idea: 12 }), forEachItem(['lyrics'], 2)],
    priceIsTold: 'over-mcp',
    recipe: noiseOf('idea', 'lyrics'),
    inputSchema: bodyForms(
      bodyForm('idea', 'From an idea', ['idea'], {
        idea: textField('Idea', 'What the song is about.', 1, 400),
        style: textField('Style', 'Such as: warm folk with a cello.', 0, 200),
        language
      }),
      bodyForm('lyrics', 'From lyrics', ['lyrics', 'style'], {
        lyrics: listField(
          'Parts',
          'Verses and choruses in order.',
          groupField('Part', 'One part of the song.', ['kind', 'text'], {
            kind: choiceField('Kind', 'What part it is.', ['intro', 'verse', 'chorus', 'bridge', 'outro']),
            text: textField('Text', 'What is sung.', 1, 800)
          }),
          1,
          12
        ),
        style: textField('Style', 'Such as: warm folk with a cello.', 1, 200),
        singer: choiceField('Singer', 'Who sings.', ['alto', 'tenor', 'choir', 'child'], 'alto')
      })
    )
  }),
  capability({
    id: 'voice-cloning',
    title: 'Voice cloning',
    purpose: 'Reads a text in a voice of which you have a recording.',
    category: 'audio',
    price: [base(2), forEach('text', 2, { of: 'characters', per: 1000, startedCounts: true })],
    recipe: speechOf('text'),
    inputSchema: bodySchema(['sampleAudioUrls', 'text', 'consent'], {
      sampleAudioUrls: mediaListField(
        'Recordings',
        'Ten seconds or more of the voice.',
        { ...audioRule, minDurationInSeconds: 10, maxDurationInSeconds: 120 },
        5
      ),
      text: textField('Text', 'What is read.', 1, 3000),
      consent: { type: 'boolean', title: 'The voice’s owner agrees', description: 'Without consent nothing is made.', enum: [true] },
      language,
      voiceSettings
    })
  }),
  capability({
    id: 'voice-changer',
    title: 'Voice changer',
    purpose: 'Lets another voice say what is said in a recording.',
    category: 'audio',
    price: [base(5), surcharge('removeNoise', 1)],
    recipe: speechOf(),
    inputSchema: bodySchema(['audioUrl'], {
      audioUrl: audio,
      voice,
      voiceSettings,
      removeNoise: switchField('Remove noise', 'First cleans the recording.', false),
      format
    })
  }),
  capability({
    id: 'voice-design',
    title: 'Voice design',
    purpose: 'Makes a new voice from a description.',
    category: 'audio',
    price: 4,
    recipe: speechOf('sampleText'),
    inputSchema: bodySchema(['description'], {
      description: textField('Description', 'Age, tone, temper, accent.', 20, 500),
      sampleText: textField('Sample text', 'What it says first.', 0, 300),
      age: choiceField('Age', 'How old it sounds.', ['child', 'young', 'middle-aged', 'old']),
      loudness: numberField('Loudness', 'Below zero is softer.', { from: -1, to: 1, step: 0.1, standard: 0 }),
      seed: nullableSeed
    })
  }),
  capability({
    id: 'dialogue-maker',
    title: 'Dialogue maker',
    purpose: 'Reads a conversation with a voice for each person.',
    category: 'audio',
    price: [base(2), forEach('lines[].text', 1, { of: 'characters', per: 100, startedCounts: true })],
    recipe: speechOf('lines'),
    inputSchema: bodySchema(['lines'], {
      lines: listField(
        'Lines',
        'Who says what, in order.',
        groupField('Line', 'One line.', ['speaker', 'text'], {
          speaker: choiceField('Speaker', 'Who says it.', ['clay', 'ash', 'celadon', 'ember']),
          text: textField('Text', 'What is said.', 1, 500),
          mood: choiceField('Mood', 'How it is said.', ['plain', 'glad', 'sad', 'angry', 'whispered'], 'plain'),
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
      language,
      voiceSettings
    })
  }),
  capability({
    id: 'speech-enhancer',
    title: 'Speech enhancer',
    purpose: 'Makes a recording sound as if it came from a studio.',
    category: 'audio',
    price: 3,
    recipe: speechOf(),
    inputSchema: bodySchema(['audioUrl'], {
      audioUrl: audio,
      dereverb: switchField('Less room', 'Takes the echo away.', true),
      loudness: numberField('Loudness', 'Of the result.', { from: -30, to: -10, step: 1, unit: 'LUFS', standard: -16 }),
      format
    })
  }),
  capability({
    id: 'stem-separation',
    title: 'Stem separation',
    purpose: 'Takes a song apart into voices and instruments.',
    category: 'audio',
    price: [forEachItem(['stems'], 2)],
    priceIsTold: 'over-mcp',
    recipe: noiseOf(),
    inputSchema: bodySchema(['audioUrl', 'stems'], {
      audioUrl: audio,
      stems: {
        ...listField(
          'Stems',
          'What to keep.',
          choiceField('Stem', 'One part.', ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other']),
          1,
          6
        ),
        uniqueItems: true
      },
      format
    })
  }),
  capability({
    id: 'audio-extender',
    title: 'Audio extender',
    purpose: 'Goes on where a piece of music ends.',
    category: 'audio',
    price: { kind: 'rules', terms: [forEach('duration', 0.15)], roundsUp: true, atLeast: 2 },
    recipe: noiseOf('prompt'),
    inputSchema: bodySchema(['audioUrl', 'duration'], {
      audioUrl: audio,
      duration: numberField('Duration', 'How much is added.', { from: 5, to: 120, step: 5, unit: 'seconds' }),
      prompt: textField('Prompt', 'Where it goes.', 0, 600),
      crossfade: numberField('Crossfade', 'How softly it joins.', { from: 0, to: 10, step: 0.5, unit: 'seconds', standard: 2 })
    })
  }),
  capability({
    id: 'audio-repair',
    title: 'Audio repair',
    purpose: 'Mends a part of a recording, by itself or as you say.',
    category: 'audio',
    price: 5,
    recipe: noiseOf('replacement'),
    inputSchema: {
      ...bodySchema(['audioUrl', 'from', 'to', 'method'], {
        audioUrl: audio,
        from: numberField('From', 'Where the fault begins.', { from: 0, to: 900, step: 0.1, unit: 'seconds' }),
        to: numberField('To', 'Where it ends.', { from: 0.1, to: 900, step: 0.1, unit: 'seconds' }),
        method: choiceField('Method', 'What becomes of it.', ['fill', 'silence', 'replace']),
        replacement: textField('Replacement', 'What is to be heard instead.', 1, 300)
      }),
      allOf: [onlyWhen('method', 'replace', ['replacement'])]
    }
  }),
  capability({
    id: 'video-to-sound',
    title: 'Video to sound',
    purpose: 'Makes the sounds that belong to a silent clip.',
    category: 'audio',
    price: [base(8), surcharge('music', 4)],
    usage: 'deferred',
    recipe: noiseOf('prompt'),
    inputSchema: bodySchema(['videoUrl'], {
      videoUrl: mediaField('Video', 'The clip to listen to.', { ...videoRule, maxDurationInSeconds: 60 }),
      prompt: textField('Prompt', 'What to listen for.', 0, 500),
      music: switchField('Music', 'Plays music too.', false),
      seed: nullableSeed
    })
  })
]
