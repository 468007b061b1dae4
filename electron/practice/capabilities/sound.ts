import { bodySchema, choiceField, seedField, textField } from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'

export const sound: readonly CapabilityDefinition[] = [
  {
    id: 'text-to-speech',
    title: 'Text to speech',
    purpose: 'Reads a text aloud.',
    category: 'audio',
    output: 'audio',
    resultField: 'audioUrl',
    pricing: { kind: 'flat', credits: 3 },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: null,
    modes: [{ id: 'speech', title: 'Speech', when: [] }],
    recipe: { kind: 'speech', words: ['text'] },
    inputSchema: bodySchema(['text'], {
      text: textField('Text', 'What is read aloud.', 1, 5000),
      voice: choiceField('Voice', 'Who reads.', ['clay', 'ash', 'celadon', 'ember'], 'clay'),
      speed: { type: 'number', title: 'Speed', description: 'One is the usual speed.', minimum: 0.5, maximum: 2, default: 1 }
    })
  },
  {
    id: 'sound-effects',
    title: 'Sound effects',
    purpose: 'Makes a sound from words.',
    category: 'audio',
    output: 'audio',
    resultField: 'audioUrl',
    pricing: { kind: 'per-output', base: 1, countField: 'duration', perReference: 0, referenceFields: [] },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: null,
    modes: [{ id: 'sound', title: 'Sound', when: [] }],
    recipe: { kind: 'noise', words: ['prompt'] },
    inputSchema: bodySchema(['prompt', 'duration'], {
      prompt: textField('Prompt', 'What is to be heard.', 1, 500),
      duration: { type: 'integer', title: 'Duration', description: 'Length in seconds; multiplies the price.', minimum: 1, maximum: 10 },
      seed: seedField
    })
  }
]
