import { describe, expect, it } from 'vitest'
import { axisOptions, axisValues, canBeStepped } from '../../../../renderer/compose/batch/grid-axis.ts'
import { type BatchWish, emptyWish, readyWish, withColumn, withTable } from '../../../../renderer/compose/batch/batch-wish.ts'
import { batchGoWords, batchPriceWords, batchSumWords, commonReason, countedWords } from '../../../../renderer/compose/batch/batch-words.ts'
import type { BatchPlan, PlannedRow } from '../../../../shared/batch/batch-plan.ts'
import type { TableFound } from '../../../../shared/batch/batch-source.ts'
import { everyFieldOf, type Field } from '../../../../shared/fields.ts'
import { floorCapabilities } from '../../../../shared/floor-capabilities.ts'

const [standard, third, faceSwap] = floorCapabilities
if (standard === undefined || third === undefined || faceSwap === undefined) throw new Error('The floor lost its capabilities.')
const fields = everyFieldOf(third)
const empty = emptyWish(fields)

function field(name: string): Field {
  const found = fields.find((one) => one.name === name)
  if (found === undefined) throw new Error(`No field ${name}.`)
  return found
}

describe('a wish for a batch', () => {
  it.each([
    ['any seeds', { seeds: { count: '12', isCountingUp: false, first: '' } }, { way: 'seeds', count: 12, first: null }],
    ['seeds from one on', { seeds: { count: '1,000', isCountingUp: true, first: '7' } }, { way: 'seeds', count: 1000, first: 7 }],
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
  ] as const)('for %s is what main takes', (_what, part, source) => {
    expect(readyWish({ ...empty, ...(part as unknown as Partial<BatchWish>) }, fields)).toEqual({ source })
  })

  it.each([
    [{ seeds: { count: 'x', isCountingUp: false, first: '' } }, 'Say how often, in a whole number from 1.'],
    [{ seeds: { count: '0', isCountingUp: false, first: '' } }, 'Say how often, in a whole number from 1.'],
    [{ seeds: { count: '3', isCountingUp: true, first: '-1' } }, 'Say the first seed, from 0 to 2,147,483,647.'],
    [{ way: 'folder' }, 'Choose a folder.'],
    [{ way: 'table' }, 'Choose a table.'],
    [{ way: 'grid' }, 'Choose a field to step through.'],
    [{ way: 'grid', axes: [{ field: 'size', ticked: [], text: '' }] }, 'Give “Size” at least one value.'],
    [{ way: 'grid', axes: [{ field: 'seed', ticked: [], text: '1\nseven' }] }, '“Seed” can’t be “seven”. Write a number.']
  ] as const)('%j says what is missing', (part, missing) => {
    expect(readyWish({ ...empty, ...(part as unknown as Partial<BatchWish>) }, fields)).toEqual({ missing })
  })

  it('takes the columns as main suggests them, and gives a field to one column only', () => {
    const found = { table: 'token', columns: [{ field: 'prompt' }, { field: null }, { field: null }] } as unknown as TableFound
    const wish = withTable(empty, found)
    expect(wish).toMatchObject({ way: 'table', table: { columns: ['prompt', null, null] } })
    const changed = withColumn(withColumn(wish, 2, 'prompt'), 1, null)
    expect(changed.table.columns).toEqual([null, null, 'prompt'])
    expect(readyWish(withColumn(changed, 2, null), fields)).toEqual({ missing: 'Say for at least one column which field it fills.' })
  })
})

describe('a field of a grid', () => {
  it('is ticked where there are options, and written where there are none', () => {
    expect(axisOptions(field('imageNum'))?.map(({ label, value }) => [label, value])).toEqual(
      ['1', '2', '3', '4', '5', '6'].map((one) => [one, one])
    )
    expect(axisOptions(field('enableThinking'))?.map(({ label }) => label)).toEqual(['On', 'Off'])
    expect(axisOptions(field('prompt'))).toBeNull()
    expect(fields.filter(canBeStepped).map(({ name }) => name)).not.toContain('imageUrls')
  })

  it('keeps the commas of a prompt', () => {
    expect(axisValues(field('prompt'), { field: 'prompt', ticked: [], text: 'a vase, blue\n\na bowl' }).values).toEqual([
      'a vase, blue',
      'a bowl'
    ])
  })
})

describe('what was counted, in words', () => {
  const row = (credits: number | null): PlannedRow => ({ row: 1, name: 'line 2', cells: [], credits, isBad: false, sameAs: null })
  const plan = (more: Partial<BatchPlan>): BatchPlan => ({
    id: 'plan',
    capability: third.id,
    way: 'table',
    count: 27,
    outputs: 27,
    credits: { known: 270, unknownRows: 0 },
    columns: [],
    rows: [row(10)],
    badRows: [],
    repeated: 0,
    ...more
  })
  const bad = { row: 3, name: 'line 4', problems: ['Write a prompt.'] }

  it('says what the button does, and what it costs', () => {
    expect([batchGoWords(third, plan({})), batchPriceWords(plan({})), batchSumWords(plan({}))]).toEqual([
      'Make 27 pictures',
      '270 credits',
      '27 tasks × 10 credits'
    ])
    expect(batchGoWords(third, plan({ outputs: 108 }))).toBe('Make 108 pictures')
    expect(batchGoWords(faceSwap, plan({}))).toBe('Swap faces 27 times')
  })

  it('never guesses a price', () => {
    const none = plan({ credits: { known: 0, unknownRows: 27 }, rows: [row(null)] })
    expect([batchPriceWords(none), batchSumWords(none)]).toEqual(['price after it has run', '27 tasks'])
    const some = plan({ credits: { known: 100, unknownRows: 7 } })
    expect([batchPriceWords(some), batchSumWords(some)]).toEqual(['at least 100 credits', '27 tasks, 7 prices known after they have run'])
    expect(batchSumWords(plan({ credits: { known: 271, unknownRows: 0 } }))).toBe('27 tasks')
  })

  it('says how many can go', () => {
    expect(countedWords(plan({}))).toBe('27 rows, all can go')
    expect(countedWords(plan({ badRows: [bad, bad, bad] }))).toBe('27 of 30 rows can go')
    expect(countedWords(plan({ way: 'folder', count: 0, badRows: [bad, bad] }))).toBe('None of 2 files can go')
    expect(countedWords(plan({ way: 'seeds', count: 1 }))).toBe('1 run, ready to go')
  })

  it('says a reason once that stands in the way of every row', () => {
    expect(commonReason([bad, { ...bad, row: 4 }])).toBe('Write a prompt.')
    expect(commonReason([bad, { ...bad, problems: ['Other.'] }])).toBeNull()
    expect(commonReason([])).toBeNull()
  })
})
