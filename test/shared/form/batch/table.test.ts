import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchColumns } from '../../../../shared/form/batch/match-columns.ts'
import { parseCell } from '../../../../shared/form/batch/parse-cell.ts'
import { rowsFromTable } from '../../../../shared/form/batch/rows-from-table.ts'
import { valueText } from '../../../../shared/phrases/value-text.ts'
import type { Capability } from '../../../../shared/form/capability.ts'
import { allFieldsOf, fieldsOf, type Field } from '../../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import { loadLocale } from '../../../../shared/i18n/load-locale.ts'

const third = fallbackCapabilities.find(({ id }) => id === 'imgmodel-3-0-image-generator')
if (third === undefined) throw new Error('A fallback capability is missing.')

const capability: Capability = {
  id: 'a-bit-of-everything',
  title: 'A bit of everything',
  purpose: '',
  category: 'video',
  output: 'video',
  resultField: 'videoUrl',
  pricing: { kind: 'unknown' },
  inputSchema: {
    type: 'object',
    required: ['prompt'],
    properties: {
      prompt: { type: 'string', maxLength: 100 },
      style: { type: 'string', enum: ['ink', 'oil-paint'], 'x-enum-labels': { ink: 'Ink', 'oil-paint': 'Oil paint' } },
      duration: { type: 'number', 'x-unit': 'seconds', minimum: 0, maximum: 20 },
      loop: { type: 'boolean' },
      seed: { type: 'integer', minimum: 0, maximum: 99, 'x-kind': 'seed' },
      imageUrl: { type: 'string', format: 'uri' },
      frameUrls: { type: 'array', items: { type: 'string', format: 'uri' } },
      words: { type: 'array', items: { type: 'string' } },
      camera: { type: 'object', properties: { zoom: { type: 'number' }, tilt: { type: 'number' } } }
    }
  }
}
function field(name: string, of: Capability = capability): Field {
  const found = fieldsOf(of).find((candidate) => candidate.name === name)
  if (found === undefined) throw new Error(`The field ${name} is missing.`)
  return found
}
const valueOf = (name: string, text: string, of = capability) => {
  const reading = parseCell(field(name, of), text)
  return reading.ok ? reading.value : reading.problem
}

describe('a cell', () => {
  it.each([
    ['prompt', ' as it is ', ' as it is '],
    ['style', 'oil-paint', 'oil-paint'],
    ['style', 'Oil Paint', 'oil-paint'],
    ['style', 'INK', 'ink'],
    ['duration', '5', 5],
    ['duration', '5 seconds', 5],
    ['duration', '2,5', 2.5],
    ['duration', '0,125', 0.125],
    ['duration', '1 500', 1500],
    ['duration', '1,234,567.5', 1_234_567.5],
    ['duration', '-3', -3],
    ['loop', 'Yes', true],
    ['loop', 'off', false],
    ['loop', '0', false],
    ['seed', '42', 42],
    ['imageUrl', 'https://example.com/a.png', 'https://example.com/a.png'],
    ['imageUrl', 'photos/a b, c.png', { file: 'photos/a b, c.png' }],
    ['frameUrls', 'a.png; b.png\nhttp://x/c.png', [{ file: 'a.png' }, { file: 'b.png' }, 'http://x/c.png']],
    ['words', 'one; two', ['one', 'two']],
    ['words', '["one, two", "three"]', ['one, two', 'three']],
    ['camera', '{"zoom": 2}', { zoom: 2 }]
  ])('of the field %s with the text %j is read as %j', (name, text, value) => {
    expect(valueOf(name, text)).toEqual(value)
  })

  it.each([
    ['1024*1024', '1024*1024'],
    ['1024x1024', '1024*1024'],
    ['1152 × 768', '1152*768'],
    ['auto', undefined]
  ])('of a size field with the text %j is read as %j', (text, value) => {
    expect(valueOf('size', text, third)).toEqual(value)
  })

  it('of a count field accepts a number if the contract requires text', () => {
    expect(valueOf('imageNum', '4', third)).toBe('4')
    expect(valueOf('imageNum', '9', third)).toEqual({
      code: 'count-cell',
      params: { label: 'Number of images', text: '9', least: 1, most: 6 }
    })
  })

  it.each([
    ['style', 'water', { code: 'choice-cell', params: { label: 'Style', text: 'water', choices: ['Ink', 'Oil paint'], others: 0 } }],
    ['duration', 'five', { code: 'number-cell', params: { label: 'Duration', text: 'five' } }],
    ['duration', '1,500', { code: 'ambiguous-cell', params: { label: 'Duration', text: '1,500', whole: '1', rest: '500' } }],
    ['loop', 'perhaps', { code: 'switch-cell', params: { label: 'Loop', text: 'perhaps' } }],
    ['imageUrl', 'ftp://x/a.png', { code: 'address-cell', params: { label: 'Image', text: 'ftp://x/a.png' } }],
    ['imageUrl', '/etc/secret.png', { code: 'outside-file-cell', params: { label: 'Image', fileName: '/etc/secret.png' } }],
    ['imageUrl', 'C:\\photos\\a.png', { code: 'outside-file-cell', params: { label: 'Image', fileName: 'C:\\photos\\a.png' } }],
    ['imageUrl', 'in/../../a.png', { code: 'outside-file-cell', params: { label: 'Image', fileName: 'in/../../a.png' } }],
    ['camera', '{zoom: 2}', { code: 'json-cell', params: { label: 'Camera', text: '{zoom: 2}', isList: false } }],
    ['camera', '{"zoom": {"draft": "x"}}', { code: 'outside-reference-cell', params: { label: 'Camera' } }],
    ['camera', '{"zoom": {"file": "/etc/x.png"}}', { code: 'outside-reference-cell', params: { label: 'Camera' } }]
  ])('of the field %s with the text %j is rejected', (name, text, problem) => {
    expect(valueOf(name, text)).toEqual(problem)
  })

  it('never throws, whatever it contains', () => {
    const names = fieldsOf(capability).map((one) => one.name)
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.oneof(fc.string(), fc.json()), (name, text) => {
        expect(parseCell(field(name), text)).toHaveProperty('ok')
      })
    )
  })

  it('with the label of a choice is read as that choice', () => {
    const style = field('style')
    if (style.kind !== 'choice') throw new Error('The field isn’t a choice.')
    for (const option of style.options) expect(parseCell(style, valueText(style, option.value))).toEqual({ ok: true, value: option.value })
  })
})

describe('the columns of a table', () => {
  it.each([
    [
      ['prompt', 'style'],
      ['prompt', 'style']
    ],
    [
      ['Prompt', 'STYLE ', 'Notes'],
      ['prompt', 'style', null]
    ],
    [
      ['Image', 'Duration (seconds)', 'frame_urls'],
      ['imageUrl', 'duration', 'frameUrls']
    ],
    [
      ['Frames', 'Image URLs'],
      ['frameUrls', 'imageUrl']
    ],
    [
      ['Style', 'style'],
      [null, 'style']
    ],
    [
      ['', '(x)', '—'],
      [null, null, null]
    ]
  ])('with the headings %j fill the fields %j', (heads, fields) => {
    expect(matchColumns(allFieldsOf(capability), heads)).toEqual(fields)
  })

  it('match a field by either of its names', () => {
    expect(matchColumns(allFieldsOf(third), ['imageUrl'])).toEqual(['imageUrls'])
  })

  it('with English headings and choices are also read in Chinese', async () => {
    const labels = allFieldsOf(third).map(({ label }) => label)
    const mode = fieldsOf(third, { promptExtend: true }).find(({ name }) => name === 'promptExtendMode')
    const choice = mode?.kind === 'choice' ? mode.options.at(-1) : undefined
    await loadLocale('zh-Hans')
    try {
      const fields = allFieldsOf(third)
      expect(matchColumns(fields, labels)).toEqual(fields.map(({ name }) => name))
      expect(
        matchColumns(
          fields,
          fields.map(({ label }) => label)
        )
      ).toEqual(fields.map(({ name }) => name))
      const said = fieldsOf(third, { promptExtend: true }).find(({ name }) => name === 'promptExtendMode')
      expect(said?.label).toMatch(/\p{Script=Han}/u)
      expect(parseCell(said!, choice!.label)).toEqual({ ok: true, value: choice!.value })
    } finally {
      await loadLocale('en')
    }
  })

  it('never fill the same field twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('prompt', 'Prompt', 'prompts', 'style', 'Image', 'image url', 'x')), (heads) => {
        const filled = matchColumns(allFieldsOf(capability), heads).filter((name) => name !== null)
        expect(new Set(filled).size).toBe(filled.length)
      })
    )
  })
})

describe('rows from a table', () => {
  const fields = [field('prompt'), field('style'), null]
  const table = (...cells: readonly (readonly string[])[]) => ({
    heads: ['prompt', 'style', 'note'],
    rows: cells.map((own, place) => ({ row: place + 2, cells: own }))
  })

  it('override the form’s values, except where a cell is empty', () => {
    expect(rowsFromTable({ prompt: 'form', style: 'ink', seed: 1 }, table(['row', '', 'n'], ['', 'oil-paint', '']), fields)).toEqual([
      { name: { code: 'row', params: { row: 2 } }, values: { prompt: 'row', style: 'ink', seed: 1 }, unread: [] },
      { name: { code: 'row', params: { row: 3 } }, values: { prompt: 'form', style: 'oil-paint', seed: 1 }, unread: [] }
    ])
  })

  it('report every unreadable cell and every row of a different length', () => {
    const rows = rowsFromTable({}, table(['x', 'water', ''], ['x']), fields)
    expect(rows[0]?.unread).toEqual([
      {
        field: 'style',
        text: 'water',
        problem: { code: 'choice-cell', params: { label: 'Style', text: 'water', choices: ['Ink', 'Oil paint'], others: 0 } }
      }
    ])
    expect(rows[1]?.unread.map(({ problem }) => problem)).toEqual([{ code: 'wrong-cell-count', params: { cells: 1, heads: 3 } }])
  })
})
