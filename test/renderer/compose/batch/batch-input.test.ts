import { describe, expect, it } from 'vitest'
import { gridAxisOptions, parseGridAxisValues, canBeGridAxis } from '../../../../renderer/compose/batch/grid-axis.ts'
import {
  type BatchInput,
  emptyBatchInput,
  batchSourceFromInput,
  withCellEdit,
  withColumnMapping,
  withTableSource
} from '../../../../renderer/compose/batch/batch-input.ts'
import {
  batchSubmitLabel,
  batchPriceText,
  batchPriceBreakdownText,
  commonReason,
  sendableRowsText
} from '../../../../renderer/compose/batch/batch-text.ts'
import { batchPlanOrError } from '../../../../renderer/compose/batch/use-batch-plan.ts'
import type { PlannedRow, ShownBatchPlan } from '../../../../shared/form/batch/batch-plan.ts'
import type { TablePreview } from '../../../../shared/form/batch/batch-source.ts'
import { allFieldsOf, type Field } from '../../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import { practiceCapabilities } from '../../actions/practice-capabilities.ts'

const [standard, third, faceSwap] = fallbackCapabilities
const upscaler = practiceCapabilities.find(({ id }) => id === 'image-upscaler')!
if (standard === undefined || third === undefined || faceSwap === undefined) throw new Error('A fallback capability is missing.')
const fields = allFieldsOf(third)
const empty = emptyBatchInput(fields)

function field(name: string): Field {
  const found = fields.find((one) => one.name === name)
  if (found === undefined) throw new Error(`The field ${name} is missing.`)
  return found
}

describe('a batch request', () => {
  it.each([
    ['any seeds', { seeds: { count: '12', isCountingUp: false, first: '' } }, { way: 'seeds', count: 12, first: null }],
    ['consecutive seeds', { seeds: { count: '1,000', isCountingUp: true, first: '7' } }, { way: 'seeds', count: 1000, first: 7 }],
    [
      'a folder',
      { way: 'folder', folder: { found: { folder: 'token' }, field: 'imageUrls', withSubfolders: true } },
      { way: 'folder', folder: 'token', field: 'imageUrls', withSubfolders: true }
    ],
    [
      'a grid',
      {
        way: 'grid',
        axes: [
          { field: 'size', ticked: ['"1024*1024"'], text: '' },
          { field: 'seed', ticked: [], text: '1\n2; 3, 4' }
        ]
      },
      {
        way: 'grid',
        axes: [
          { field: 'size', values: ['1024*1024'] },
          { field: 'seed', values: [1, 2, 3, 4] }
        ]
      }
    ]
  ] as const)('for %s has the format that main accepts', (_what, part, source) => {
    expect(batchSourceFromInput({ ...empty, ...(part as unknown as Partial<BatchInput>) }, { capability: third, values: {} })).toEqual({
      source
    })
  })

  it('for library items creates a row for each, after the files that the form already has', () => {
    const batchRequest: BatchInput = { ...empty, way: 'results', results: { field: 'imageUrls', itemIds: ['a', 'b'], isAction: false } }
    const values = { imageUrls: [{ url: 'https://example.com/style.png' }] }
    const [style] = values.imageUrls
    expect(batchSourceFromInput(batchRequest, { capability: third, values })).toEqual({
      source: {
        way: 'grid',
        axes: [
          {
            field: 'imageUrls',
            values: [
              [style, { item: 'a' }],
              [style, { item: 'b' }]
            ]
          }
        ]
      }
    })
    const inSingleField: BatchInput = { ...batchRequest, results: { field: 'imageUrl', itemIds: ['a', 'b'], isAction: false } }
    expect(batchSourceFromInput(inSingleField, { capability: upscaler, values: {} })).toEqual({
      source: { way: 'grid', axes: [{ field: 'imageUrl', values: [{ item: 'a' }, { item: 'b' }] }] }
    })
  })

  it.each([
    [{ seeds: { count: 'x', isCountingUp: false, first: '' } }, 'Enter a whole number of tasks, 1 or more.'],
    [{ seeds: { count: '0', isCountingUp: false, first: '' } }, 'Enter a whole number of tasks, 1 or more.'],
    [{ seeds: { count: '3', isCountingUp: true, first: '-1' } }, 'Enter a first seed from 0 to 2,147,483,647.'],
    [{ way: 'folder' }, 'Choose a folder.'],
    [{ way: 'table' }, 'Choose a table.'],
    [{ way: 'grid' }, 'Choose a field to vary.'],
    [{ way: 'results' }, 'Choose at least one result.'],
    [{ way: 'grid', axes: [{ field: 'size', ticked: [], text: '' }] }, 'Add at least one value for “Size”.'],
    [
      { way: 'grid', axes: [{ field: 'seed', ticked: [], text: '1\nseven' }] },
      '“Seed” can’t be “seven”. Enter a whole number from 0 to 2,147,483,647.'
    ]
  ] as const)('with %j is incomplete: %s', (part, missing) => {
    expect(batchSourceFromInput({ ...empty, ...(part as unknown as Partial<BatchInput>) }, { capability: third, values: {} })).toEqual({
      missing
    })
  })

  it('keeps one edit for each cell, and none for a cell with the file’s own text', () => {
    const edit = { row: 7, column: 2, from: 'seven', text: 'six' }
    const edited = withCellEdit(withCellEdit(empty, edit), { ...edit, from: 'six', text: '7' })
    expect(edited.table.edits).toEqual([{ ...edit, text: '7' }])
    expect(withCellEdit(edited, { ...edit, from: '7', text: 'seven' }).table.edits).toEqual([])
  })

  it('uses the columns that main suggests, and assigns a field to one column only', () => {
    const found = { table: 'token', columns: [{ field: 'prompt' }, { field: null }, { field: null }] } as unknown as TablePreview
    const batchRequest = withTableSource(empty, found)
    expect(batchRequest).toMatchObject({ way: 'table', table: { columns: ['prompt', null, null] } })
    const changed = withColumnMapping(withColumnMapping(batchRequest, 2, 'prompt'), 1, null)
    expect(changed.table.columns).toEqual([null, null, 'prompt'])
    expect(batchSourceFromInput(withColumnMapping(changed, 2, null), { capability: third, values: {} })).toEqual({
      missing: 'Choose a field for at least one column.'
    })
  })
})

describe('a grid field', () => {
  it('shows checkboxes for options, and a text field without options', () => {
    expect(gridAxisOptions(field('imageNum'))?.map(({ label, value }) => [label, value])).toEqual(
      ['1', '2', '3', '4', '5', '6'].map((one) => [one, one])
    )
    expect(gridAxisOptions(field('enableThinking'))?.map(({ label }) => label)).toEqual(['On', 'Off'])
    expect(gridAxisOptions(field('prompt'))).toBeNull()
    expect(fields.filter(canBeGridAxis).map(({ name }) => name)).not.toContain('imageUrls')
  })

  it('keeps commas in a prompt', () => {
    expect(parseGridAxisValues(field('prompt'), { field: 'prompt', ticked: [], text: 'a vase, blue\n\na bowl' }).values).toEqual([
      'a vase, blue',
      'a bowl'
    ])
  })
})

describe('the text about the counted rows', () => {
  const row = (credits: number | null): PlannedRow => ({
    row: 1,
    name: { code: 'row', params: { row: 2 } },
    cells: [],
    credits,
    isBad: false,
    sameAs: null
  })
  const plan = (more: Partial<ShownBatchPlan>): ShownBatchPlan => ({
    pictures: [],
    id: 'plan',
    capability: third.id,
    way: 'table',
    count: 27,
    outputs: 27,
    credits: { known: 270, unknownRows: 0 },
    editedCells: 0,
    columns: [],
    rows: [row(10)],
    badRows: [],
    repeated: 0,
    ...more
  })
  const bad = { row: 3, name: { code: 'row', params: { row: 4 } }, problems: [{ code: 'missing-prompt', params: {} }], cells: [] } as const

  it('names the button’s action and its price', () => {
    expect([batchSubmitLabel(third, plan({})), batchPriceText(plan({})), batchPriceBreakdownText(plan({}))]).toEqual([
      'Generate 27 images',
      '270 credits',
      '27 tasks × 10 credits'
    ])
    expect(batchSubmitLabel(third, plan({ outputs: 108 }))).toBe('Generate 108 images')
    expect(batchSubmitLabel(faceSwap, plan({}))).toBe('Swap faces 27 times')
  })

  it('never guesses a price', () => {
    const none = plan({ credits: { known: 0, unknownRows: 27 }, rows: [row(null)] })
    expect([batchPriceText(none), batchPriceBreakdownText(none)]).toEqual(['price known when done', '27 tasks'])
    const some = plan({ credits: { known: 100, unknownRows: 7 } })
    expect([batchPriceText(some), batchPriceBreakdownText(some)]).toEqual([
      'at least 100 credits',
      '27 tasks, 7 with prices only known when done'
    ])
    expect(batchPriceBreakdownText(plan({ credits: { known: 271, unknownRows: 0 } }))).toBe('27 tasks')
  })

  it('says how many rows can be sent', () => {
    expect(sendableRowsText(plan({}))).toBe('27 rows, all ready to send')
    expect(sendableRowsText(plan({ badRows: [bad, bad, bad] }))).toBe('27 of 30 rows can be sent')
    expect(sendableRowsText(plan({ way: 'folder', count: 0, badRows: [bad, bad] }))).toBe('None of the 2 files can be sent')
    expect(sendableRowsText(plan({ way: 'seeds', count: 1 }))).toBe('1 task, ready to send')
  })

  it('leaves nothing to send while an error replaces the rows', () => {
    const counted = { state: 'counted', plan: plan({}) } as const
    const trouble = { ok: false, message: 'The table has no rows.', advice: null, requestId: null, problems: [] } as const
    expect(batchPlanOrError(trouble, counted)).toEqual({ state: 'refused', message: 'The table has no rows.', advice: null })
    expect(batchPlanOrError(null, counted)).toBe(counted)
  })

  it('states the reason that blocks every row only once', () => {
    expect(commonReason([bad, { ...bad, row: 4 }])).toBe('Write a prompt.')
    expect(commonReason([bad, { ...bad, problems: [{ code: 'forgotten-file', params: {} }] }])).toBeNull()
    expect(commonReason([])).toBeNull()
  })
})
