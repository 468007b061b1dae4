import { bodySchema, seedField, textField, voiceField } from './definition.ts'
import type { CapabilityDefinition } from './definition.ts'

export const basicAudioCapabilities: readonly CapabilityDefinition[] = [
  {
    id: 'text-to-speech',
    title: 'Text to speech',
    purpose: 'Turns text into speech.',
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
      text: textField('Text', 'The text that the voice reads aloud.', 1, 5000),
      voice: voiceField('Voice', 'The voice that reads the text.', 'clay'),
      speed: { type: 'number', title: 'Speed', description: '1 is normal speed.', minimum: 0.5, maximum: 2, default: 1 }
    })
  },
  {
    id: 'sound-effects',
    title: 'Sound effects',
    purpose: 'Generates a sound effect from text.',
    category: 'audio',
    output: 'audio',
    resultField: 'audioUrl',
    pricing: { kind: 'per-output', base: 1, countField: 'duration', perReference: 0, referenceFields: [] },
    hiddenPrice: null,
    usage: 'at-submit',
    maxFiles: null,
    modes: [{ id: 'sound', title: 'Audio', when: [] }],
    recipe: { kind: 'noise', words: ['prompt'] },
    inputSchema: bodySchema(['prompt', 'duration'], {
      prompt: textField('Prompt', 'Describe the sound effect.', 1, 500),
      duration: {
        type: 'integer',
        title: 'Duration',
        description: 'Longer audio costs more.',
        minimum: 1,
        maximum: 10,
        'x-unit': 'seconds'
      },
      seed: seedField
    })
  }
]
