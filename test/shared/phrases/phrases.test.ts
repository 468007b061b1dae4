import { afterEach, describe, expect, it } from 'vitest'
import type { BatchTitleParams } from '../../../shared/form/batch/batch.ts'
import type { BatchRowNameParams } from '../../../shared/form/batch/batch-row.ts'
import type { ContractMismatchParams } from '../../../shared/form/fields/contract-mismatches.ts'
import type { UnmappedReasonParams, ValueChangeParams } from '../../../shared/form/fields/value-change.ts'
import type { PricePartParams } from '../../../shared/form/pricing/price-lines.ts'
import type { ShortPriceParams } from '../../../shared/form/pricing/short-price.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import { batchRowNamePhrases, batchTitlePhrases } from '../../../shared/phrases/batch-phrases.ts'
import { type Phrases, phraseOf } from '../../../shared/phrases/phrases.ts'
import { pricePartPhrases } from '../../../shared/phrases/price-part-phrases.ts'
import { shortPricePhrases } from '../../../shared/phrases/price-phrases.ts'
import { problemPhrases } from '../../../shared/phrases/problem-phrases.ts'
import { schemaRulePhrases } from '../../../shared/phrases/schema-rule-phrases.ts'
import { pathText } from '../../../shared/phrases/subject-text.ts'
import { contractMismatchPhrases, unmappedReasonPhrases, valueChangePhrases } from '../../../shared/phrases/value-change-phrases.ts'
import { problemSamples, schemaRuleSamples } from './problem-samples.ts'
import type { Samples } from './samples.ts'

afterEach(() => loadLocale('en'))

const valueChangeSamples: Samples<ValueChangeParams> = {
  'now-text': [[{}, '“Item” is now text.']],
  'now-number': [
    [{}, '“Item” is now a number.'],
    [{}, '“Item” is now a number.']
  ],
  'now-switch': [[{}, '“Item” is now a switch.']],
  'now-of-type': [[{ type: 'text' }, '“Item” is now text.']],
  'now-written': [
    [{ value: 'oil_paint' }, '“Item” is now written “oil_paint”.'],
    [{ value: '1024x768' }, '“Item” is now written “1024x768”.']
  ],
  'now-list': [
    [{}, '“Item” is now a list.'],
    [{}, '“Item” is now a list.']
  ],
  'no-longer-list': [
    [{}, '“Item” is no longer a list.'],
    [{}, '“Item” is no longer a list.']
  ],
  renamed: [
    [{ formerName: 'aspectRatio' }, '“Item” was previously called “aspectRatio”.'],
    [{ formerName: 'imageURL' }, '“Item” was previously called “imageURL”.']
  ],
  'includes-other-value': [[{}, '“Item” now includes the value that was entered separately.']],
  'has-own-field': [[{}, '“Item” now has its own field.']]
}
const unmappedReasonSamples: Samples<UnmappedReasonParams> = {
  'no-longer-accepted': [[{}, 'The service no longer accepts it.']],
  'other-kind': [
    [{ kind: 'text' }, 'This field is now text.'],
    [{ kind: 'choice' }, 'This field is now a choice.'],
    [{ kind: 'number' }, 'This field is now a number.'],
    [{ kind: 'switch' }, 'This field is now a switch.'],
    [{ kind: 'file' }, 'This field is now a file.'],
    [{ kind: 'files' }, 'This field is now a list of files.'],
    [{ kind: 'group' }, 'This field is now a group of fields.'],
    [{ kind: 'list' }, 'This field is now a list.'],
    [{ kind: 'json' }, 'This field is now a JSON value.']
  ],
  'not-media': [[{}, 'This value isn’t a file or a web address.']],
  'only-one-value': [[{}, 'This field now accepts only one value.']],
  'not-accepted-in-list': [[{}, 'This list doesn’t accept this value.']],
  'legacy-text': [[{ text: 'It went away.' }, 'It went away.']]
}
const contractMismatchSamples: Samples<ContractMismatchParams> = {
  'capability-not-offered': [[{}, 'The service no longer offers this capability.']],
  'unmapped-value': [
    [
      { label: 'Garments', path: [1, 'Note'], reason: { code: 'only-one-value', params: {} } },
      '“Garments › row 2 › Note” can’t be kept: this field now accepts only one value.'
    ]
  ],
  'invalid-value': [[{ problem: { code: 'missing-prompt', params: {} } }, 'Write a prompt.']],
  'coerced-value': [[{ label: 'Seed', change: { code: 'now-number', params: {} } }, '“Seed” is now a number.']]
}
const pricePartSamples: Samples<PricePartParams> = {
  amount: [
    [{ amount: { of: 'outputs', count: 1, medium: 'image' }, rate: null, roundedFor: null }, '1 image'],
    [
      { amount: { of: 'outputs', count: 6, medium: 'image' }, rate: { kind: 'each', credits: 5 }, roundedFor: null },
      '6 images at 5 credits each'
    ],
    [
      { amount: { of: 'outputs', count: 4, medium: 'image' }, rate: { kind: 'each', credits: 10 }, roundedFor: null },
      '4 images at 10 credits each'
    ],
    [
      { amount: { of: 'number', count: 5, label: 'Duration', unit: 'seconds' }, rate: { kind: 'each', credits: 4 }, roundedFor: null },
      'Duration: 5 seconds at 4 credits each'
    ],
    [
      { amount: { of: 'characters', count: 250, label: 'Prompt' }, rate: { kind: 'per', credits: 1, per: 100 }, roundedFor: 1 },
      'Prompt: 250 characters, rounded up to 300, at 1 credit per 100'
    ],
    [
      { amount: { of: 'number', count: 7.5, label: 'Duration', unit: 'seconds' }, rate: { kind: 'each', credits: 5 }, roundedFor: 3 },
      'Duration: 7.5 seconds, rounded up separately for 3 items, at 5 credits each'
    ],
    [
      { amount: { of: 'characters', count: 200, label: 'Prompt' }, rate: { kind: 'per', credits: 1, per: 100 }, roundedFor: null },
      'Prompt: 200 characters at 1 credit per 100'
    ]
  ],
  references: [
    [{ count: 2, rate: { kind: 'each', credits: 1 } }, '2 references at 1 credit each'],
    [{ count: 1, rate: null }, '1 reference'],
    [{ count: 3, rate: { kind: 'each', credits: 1 } }, '3 references at 1 credit each']
  ],
  whole: [
    [{ title: 'Face swap' }, 'Face swap'],
    [{ title: 'Clip' }, 'Clip']
  ],
  'base-price': [[{}, 'Base price']],
  option: [
    [{ label: 'Resolution', option: '1080p', rate: { kind: 'factor', factor: 2 } }, 'Resolution: 1080p, price × 2'],
    [{ label: 'Sound', option: '', rate: null }, 'Sound'],
    [{ label: 'Quality', option: 'Fine', rate: null }, 'Quality: Fine']
  ],
  items: [[{ label: 'Shots', count: 2, rate: { kind: 'each', credits: 5 } }, 'Shots: 2 at 5 credits each']],
  'rounded-up': [[{}, 'Rounded up to whole credits']],
  'minimum-price': [[{}, 'Raised to the minimum price']],
  factor: [[{ factor: 1.5 }, 'Price × 1.5']]
}
const shortPriceSamples: Samples<ShortPriceParams> = {
  unknown: [[{}, 'price known when done']],
  varies: [[{}, 'price varies']],
  fixed: [[{ credits: 1 }, '1 credit']],
  from: [[{ credits: 10 }, 'from 10 credits']]
}
const batchRowNameSamples: Samples<BatchRowNameParams> = {
  task: [[{ number: 1200 }, 'Task 1,200']],
  seed: [[{ seed: 4711 }, 'Seed 4711']],
  row: [[{ row: 7 }, 'Row 7']],
  text: [[{ text: 'vase.png' }, 'vase.png']]
}
const batchTitleSamples: Samples<BatchTitleParams> = {
  files: [[{ count: 1, name: 'spring' }, '1 file from spring']],
  rows: [[{ count: 1200, name: 'spring.csv' }, '1,200 rows from spring.csv']],
  text: [[{ text: 'Clip' }, 'Clip']]
}

type Row = readonly [name: string, say: () => string, text: string]

/** Returns a row for each sample of each code. */
function rowsOf<Params>(kind: string, samples: Samples<Params>, phrases: () => Phrases<Params>): readonly Row[] {
  const codes = Object.keys(samples) as (keyof Params & string)[]
  return codes.flatMap((code) =>
    samples[code].map(([params, text]): Row => [`${kind} ${code}`, () => phraseOf(phrases(), { code, params }), text])
  )
}

const rows = [
  ...rowsOf('problem', problemSamples, () => problemPhrases),
  ...rowsOf('schema rule', schemaRuleSamples, () => schemaRulePhrases),
  ...rowsOf('value change', valueChangeSamples, () => valueChangePhrases('Item')),
  ...rowsOf('unmapped reason', unmappedReasonSamples, () => unmappedReasonPhrases),
  ...rowsOf('contract mismatch', contractMismatchSamples, () => contractMismatchPhrases),
  ...rowsOf('part of a price', pricePartSamples, () => pricePartPhrases),
  ...rowsOf('short price', shortPriceSamples, () => shortPricePhrases),
  ...rowsOf('name of a batch row', batchRowNameSamples, () => batchRowNamePhrases),
  ...rowsOf('title of a batch', batchTitleSamples, () => batchTitlePhrases)
]

/** Texts that consist only of words from a contract, the service or the user. */
const untranslated =
  /^(?:me\.png can’t be read\.|It went away\.|vase\.png|Clip|Duration \d.*|Seconds \d.*|Shots: .*|Style .*|Quality .*|Sound)$/

describe('a phrase', () => {
  it.each(rows)('says the %s in English', async (_name, sentence, text) => {
    await loadLocale('en')
    expect(sentence()).toBe(text)
  })

  it.each(rows)('says the %s in Chinese, without a leftover placeholder', async (_name, sentence, text) => {
    await loadLocale('zh-Hans')
    const said = sentence()
    expect(said.replace(/\{ ?"name": "value" ?\}/, '')).not.toMatch(/[{}]|undefined/)
    if (!untranslated.test(text)) expect(said).not.toBe(text)
  })

  it('names a place inside a value in both languages', async () => {
    const path = [0, 'bones', 2, 'name']
    expect(pathText('Skeletons', path)).toBe('Skeletons › row 1 › bones › row 3 › name')
    await loadLocale('zh-Hans')
    expect(pathText('骨架', path)).toBe('骨架 › 第 1 行 › bones › 第 3 行 › name')
  })
})
