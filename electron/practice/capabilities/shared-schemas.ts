import type { JsonSchema } from '../../../shared/json-schema.ts'
import { choiceField, groupField, numberField, switchField } from './definition.ts'

/** How the camera moves; half of the clips ask for it. */
export const cameraMove: JsonSchema = groupField('Camera', 'How the camera moves through the clip.', ['move'], {
  move: choiceField('Move', 'The way it goes.', ['still', 'pan', 'tilt', 'dolly', 'orbit', 'crane', 'handheld']),
  amount: numberField('Amount', 'How far it goes; below zero the other way.', { from: -10, to: 10, step: 0.5, standard: 3 }),
  easing: choiceField('Easing', 'How it starts and stops.', ['linear', 'soft', 'snap'], 'soft')
})

/** How a voice sounds. */
export const voiceSettings: JsonSchema = groupField('Voice settings', 'How the voice sounds.', [], {
  stability: numberField('Stability', 'Low is lively, high is even.', { from: 0, to: 1, step: 0.05, standard: 0.5 }),
  similarity: numberField('Similarity', 'How close it stays to the voice.', { from: 0, to: 1, step: 0.05, standard: 0.75 }),
  pitch: numberField('Pitch', 'In semitones.', { from: -12, to: 12, step: 1, unit: 'semitones', standard: 0 }),
  boost: switchField('Clearer', 'Brings the speaker forward.', false)
})

/** A language, by its code. */
export const language: JsonSchema = {
  type: 'string',
  title: 'Language',
  description: 'The language that is spoken.',
  enum: ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'cs', 'el', 'tr', 'ar', 'hi', 'ja', 'ko', 'zh'],
  'x-enum-labels': {
    en: 'English',
    de: 'German',
    fr: 'French',
    es: 'Spanish',
    it: 'Italian',
    pt: 'Portuguese',
    nl: 'Dutch',
    pl: 'Polish',
    sv: 'Swedish',
    da: 'Danish',
    fi: 'Finnish',
    cs: 'Czech',
    el: 'Greek',
    tr: 'Turkish',
    ar: 'Arabic',
    hi: 'Hindi',
    ja: 'Japanese',
    ko: 'Korean',
    zh: 'Chinese'
  }
}

/** A colour as the web writes it. */
export const color: JsonSchema = {
  type: 'string',
  title: 'Colour',
  description: 'Red, green and blue as # and six digits, such as #c8a58a.',
  pattern: '^#[0-9a-fA-F]{6}$'
}

/** A seed that may be left to chance in so many words. */
export const nullableSeed: JsonSchema = {
  type: ['integer', 'null'],
  title: 'Seed',
  description: 'The same seed and the same values give the same result. Null or unset: random.',
  minimum: 0,
  maximum: 4_294_967_295
}

/** Written once in the contract and referred to by every capability that uses them. */
export const sharedSchemas: { readonly [name: string]: JsonSchema } = {
  CameraMove: cameraMove,
  VoiceSettings: voiceSettings,
  Language: language,
  Colour: color,
  NullableSeed: nullableSeed
}
