import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { choiceField, groupField, numberField, switchField } from './definition.ts'

export const cameraMoveSchema: JsonSchema = groupField('Camera motion', 'The type, amount and easing of the camera motion.', ['move'], {
  move: choiceField(
    'Type',
    'The camera motion, such as a pan or an orbit.',
    ['still', 'pan', 'tilt', 'dolly', 'orbit', 'crane', 'handheld'],
    undefined,
    { still: 'Static' }
  ),
  amount: numberField('Amount', 'Positive values move right, up, closer or clockwise. Negative values reverse the direction.', {
    from: -10,
    to: 10,
    step: 0.5,
    standard: 3
  }),
  easing: choiceField('Easing', 'Controls speed at the start and end of the motion.', ['linear', 'soft', 'snap'], 'soft')
})

export const voiceSettingsSchema: JsonSchema = groupField('Voice settings', 'Fine-tune the voice.', [], {
  stability: numberField('Stability', 'Lower values are more expressive. Higher values are steadier.', {
    from: 0,
    to: 1,
    step: 0.05,
    standard: 0.5
  }),
  similarity: numberField('Similarity', 'Higher values stay closer to the original voice.', { from: 0, to: 1, step: 0.05, standard: 0.75 }),
  pitch: numberField('Pitch', 'Makes the voice higher or lower.', { from: -12, to: 12, step: 1, unit: 'semitones', standard: 0 }),
  boost: switchField('Speaker boost', 'Makes the voice clearer and more prominent.', false)
})

export const languageSchema: JsonSchema = {
  type: 'string',
  title: 'Language',
  description: 'The language of the text.',
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

export const colorSchema: JsonSchema = {
  type: 'string',
  title: 'Colour',
  description: 'A hex code, such as #336699.',
  pattern: '^#[0-9a-fA-F]{6}$'
}

/** A seed. Null requests a random one. */
export const nullableSeedSchema: JsonSchema = {
  type: ['integer', 'null'],
  title: 'Seed',
  description: 'The same seed and settings give the same result. Leave empty for a random seed.',
  minimum: 0,
  maximum: 4_294_967_295
}

/** Schemas that the OpenAPI document defines only once, by name. Capabilities reference them. */
export const sharedSchemas: { readonly [name: string]: JsonSchema } = {
  CameraMove: cameraMoveSchema,
  VoiceSettings: voiceSettingsSchema,
  Language: languageSchema,
  Colour: colorSchema,
  NullableSeed: nullableSeedSchema
}
