import { afterEach, describe, expect, it } from 'vitest'
import type { BatchPlan } from '../../shared/form/batch/batch-plan.ts'
import type { BatchSource } from '../../shared/form/batch/batch-source.ts'
import type { Values } from '../../shared/form/values.ts'
import { loadLocale } from '../../shared/i18n/load-locale.ts'
import { itemIdOf } from '../../shared/library/item-id.ts'
import type { Task } from '../../shared/task/task.ts'
import { imageGenerator3, openSetup, type Setup, standardImageGenerator } from './open-setup.ts'

afterEach(() => loadLocale('en'))

/** Makes an image that is large enough to be an input. Returns its item ID. */
async function bowl(setup: Setup): Promise<string> {
  const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a bowl', size: '1024*1024' } })
  return (await setup.until(task.id, 'done')).results[0]?.id ?? ''
}

function planIn(setup: Setup, source: BatchSource, values: Values): Promise<BatchPlan> {
  return setup.studio.planBatch({
    capability: imageGenerator3,
    values,
    source,
    onProgress: () => undefined,
    signal: new AbortController().signal
  })
}

function rowsOf(setup: Setup, batchId: string): readonly Task[] {
  const rows = setup.studio.tasks().filter(({ batch }) => batch?.id === batchId)
  return rows.toSorted((one, other) => (one.batch?.row ?? 0) - (other.batch?.row ?? 0))
}

describe('a task', () => {
  it('comes from the library items among its media and from what the page says, in the journal and in the recipe', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const item = await bowl(setup)
    const from = [{ item: itemIdOf('gone', 0), how: 'remix' }] as const
    const values = { prompt: 'glaze it', imageUrls: [{ item }, { file: await setup.picture('stairs.png') }, { item }] }
    const { id } = await setup.studio.submit({ capability: imageGenerator3, values, from })
    const expected = { from: [{ item, how: 'input' }, ...from], askedBy: 'person' }
    const { results } = await setup.until(id, 'done')
    expect((await setup.studio.library.details(results[0]?.id ?? ''))?.recipe).toMatchObject(expected)
    await setup.reopen()
    expect(setup.studio.task(id)).toMatchObject(expected)
  })
})

describe('a grid', () => {
  it('keeps its axes without paths and translations, and the cell of each row that was sent', async () => {
    const setup = await openSetup()
    const files = [await setup.picture('a.png'), await setup.picture('b.png')]
    const axes = [
      { field: 'imageUrls', values: files.map((file) => [{ file }]) },
      { field: 'prompt', values: ['fire it', '', 'glaze it'] }
    ]
    await loadLocale('zh-Hans')
    const plan = await planIn(setup, { way: 'grid', axes }, {})
    expect(plan).toMatchObject({ count: 4, badRows: [{ row: 2 }, { row: 5 }] })
    const from = [{ item: itemIdOf('a', 0), how: 'variation' }] as const
    const started = await setup.studio.startBatch(plan.id, { skipInvalid: true, from })
    const axesKept = [
      { field: 'imageUrls', label: 'Input images', values: [[{ file: 'a.png' }], [{ file: 'b.png' }]] },
      { field: 'prompt', label: 'Prompt', values: ['fire it', '', 'glaze it'] }
    ]
    expect(started.axes).toEqual(axesKept)
    await setup.reopen()
    expect(setup.studio.batches()).toMatchObject([{ id: plan.id, axes: axesKept }])
    const rows = rowsOf(setup, plan.id)
    expect(rows.map(({ batch }) => batch?.cell)).toEqual([
      [0, 0],
      [0, 2],
      [1, 0],
      [1, 2]
    ])
    for (const row of rows) expect(row).toMatchObject({ from, askedBy: 'batch' })
  })
})

describe('another batch', () => {
  it('has no axes and no cells, and its rows come from their own library items', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const item = await bowl(setup)
    const plan = await planIn(setup, { way: 'seeds', count: 2, first: 1 }, { prompt: 'glaze it', imageUrls: [{ item }] })
    expect(await setup.studio.startBatch(plan.id, { skipInvalid: false })).toMatchObject({ axes: [] })
    const rows = rowsOf(setup, plan.id)
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatchObject({ batch: { cell: null }, from: [{ item, how: 'input' }], askedBy: 'batch' })
  })

  it('of an action comes from the items that the action is applied to', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const item = await bowl(setup)
    const axes = [{ field: 'imageUrls', values: [[{ item }], [{ file: await setup.picture('a.png') }]] }]
    const plan = await planIn(setup, { way: 'grid', axes }, { prompt: 'glaze it' })
    expect(plan.rows.map(({ cells }) => cells)).toEqual([['a bowl'], ['a.png']])
    await setup.studio.startBatch(plan.id, { skipInvalid: false, isAction: true })
    expect(rowsOf(setup, plan.id).map(({ from }) => from)).toEqual([
      [
        { item, how: 'input' },
        { item, how: 'action' }
      ],
      []
    ])
  })
})
