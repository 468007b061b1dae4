import { describe, expect, it } from 'vitest'
import { pendingTileText } from '../../../renderer/library/pending-tile-text.ts'
import { pendingTilesForTasks, maxPendingTiles } from '../../../renderer/library/pending-tiles.ts'
import { expectedRatioInThousandths } from '../../../renderer/tasks/expected-ratio-in-thousandths.ts'
import { cellIdAtIndex, keyOfCell, indexOfCell } from '../../../renderer/library/cell-ids.ts'
import { keyAtIndex, indexOfKey, gridCells } from '../../../renderer/library/grid-cells.ts'
import type { TaskResult, Task } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'

const result = (id: string, index = 0, shape: Partial<TaskResult> = {}) =>
  ({ id, index, width: 1500, height: 1000, ...shape }) as TaskResult
const pendingTiles = (tasks: readonly Task[], different: Partial<Parameters<typeof pendingTilesForTasks>[1]> = {}) =>
  pendingTilesForTasks(tasks, { outputsOf: () => 1, ratioOf: () => 1000, isInGrid: () => false, hadPendingTile: new Set(), ...different })

describe('pending tiles in the library', () => {
  it('exist for each output, newest task first', () => {
    const tasks = [aTask({ id: 'new', phase: 'running' }), aTask({ id: 'old', phase: 'uploading' }), aTask({ id: 'done' })]
    const two = pendingTiles(tasks, { outputsOf: ({ id }) => (id === 'old' ? 2 : 1) })
    expect(two.map(({ key, count }) => [key, count])).toEqual([
      ['new 0', 1],
      ['old 0', 2],
      ['old 1', 2]
    ])
  })

  it('exist only for active tasks, and not for hidden ones', () => {
    const tasks = [
      aTask({ id: 'a', phase: 'queued' }),
      aTask({ id: 'b', phase: 'needs_input' }),
      aTask({ id: 'c', phase: 'running', hidden: true }),
      aTask({ id: 'd', phase: 'failed' })
    ]
    expect(pendingTiles(tasks)).toEqual([])
  })

  it('exist until their result is in the library', () => {
    const task = aTask({ id: 'a', phase: 'done', results: [result('a.1')] })
    expect(pendingTiles([task])).toEqual([])
    const [pendingTile] = pendingTiles([task], { hadPendingTile: new Set(['a']) })
    expect(pendingTile).toMatchObject({ key: 'a 0', resultId: 'a.1', ratio: 1500 })
    expect(pendingTiles([task], { hadPendingTile: new Set(['a']), isInGrid: (id) => id === 'a.1' })).toEqual([])
  })

  it('disappear if the library contains the result before the task does', () => {
    const task = aTask({ id: 'a', phase: 'collecting' })
    expect(pendingTiles([task], { isInGrid: (id) => id === 'a.1' })).toEqual([])
  })

  it('disappear output by output', () => {
    const task = aTask({ id: 'a', phase: 'collecting', results: [result('a.1')] })
    const left = pendingTiles([task], { outputsOf: () => 3, isInGrid: (id) => id === 'a.1' })
    expect(left.map(({ index }) => index)).toEqual([1, 2])
  })

  it('are limited in number, and the oldest tasks keep theirs', () => {
    const tasks = Array.from({ length: 40 }, (_, place) => aTask({ id: String(place), phase: 'running' }))
    const shown = pendingTiles(tasks)
    expect(shown).toHaveLength(maxPendingTiles)
    expect(shown.at(-1)?.taskId).toBe('39')
  })

  it('have the requested shape, or else that of the capability’s last result', () => {
    const asked = (values: Task['values'], before: readonly Task[] = []) => expectedRatioInThousandths(aTask({ id: 'x', values }), before)
    expect(asked({ prompt: 'a 2:1 vase', size: '2048*1152' })).toBe(1778)
    expect(asked({ aspectRatio: '9:16' })).toBe(563)
    expect(asked({ prompt: 'A vase' }, [aTask({ id: 'b', results: [result('r')] })])).toBe(1500)
    expect(asked({ prompt: 'A vase' }, [aTask({ id: 'b', capability: 'other', results: [result('r')] })])).toBe(1000)
    expect(asked({ size: '0*0' })).toBe(1000)
  })

  it('name the output and its progress, but never an unknown percentage', () => {
    const task = { title: 'A vase', phase: 'running', hold: null, acceptedAt: 0, progress: null } as const
    const usual = { p50InMs: 45_000, p90InMs: 60_000, runs: 5 }
    expect(pendingTileText(task, { count: 4 }, usual, 38_000)).toEqual({ title: '4 × A vase', detail: '0:38 of about 0:45' })
    expect(pendingTileText(task, { count: 1 }, null, 38_000)).toEqual({ title: 'A vase', detail: '0:38' })
    const saving = { ...task, phase: 'collecting', progress: { doneBytes: 43, totalBytes: 100, bytesPerSecond: null } } as const
    expect(pendingTileText(saving, { count: 1 }, null, 0).detail).toBe('Downloading 43%')
    const unknown = { ...saving, progress: { doneBytes: 2_048, totalBytes: null, bytesPerSecond: null } }
    expect(pendingTileText(unknown, { count: 1 }, null, 0).detail).toBe('Downloading, 2.0 KB')
  })
})

describe('grid cells', () => {
  const shelf = {
    revision: 1,
    total: 3,
    keys: Uint32Array.of(7, 8, 9),
    ratios: Uint16Array.of(1000, 1500, 700),
    days: [
      { day: '2026-11-20', from: 0, count: 2 },
      { day: '2026-11-19', from: 2, count: 1 }
    ],
    stacks: null
  }
  const pendingTile = { key: 'task 0', taskId: 'task', index: 0, count: 1, ratio: 1333, resultId: null }

  it('list pending tiles before today’s results', () => {
    const places = gridCells(shelf, [pendingTile], '2026-11-20')
    expect(Array.from(places.ratios)).toEqual([1333, 1000, 1500, 700])
    expect(places.sections.map(({ day, from, count }) => [day, from, count])).toEqual([
      ['2026-11-20', 0, 3],
      ['2026-11-19', 3, 1]
    ])
    expect([0, 1, 3, 4].map((place) => keyAtIndex(places, place))).toEqual([null, 7, 9, null])
    expect([7, 9, 5].map((key) => indexOfKey(places, key))).toEqual([1, 3, -1])
  })

  it('start a new day for pending tiles if there are no results from today', () => {
    const places = gridCells(shelf, [pendingTile], '2026-11-21')
    expect(places.sections.map(({ day, from, count }) => [day, from, count])).toEqual([
      ['2026-11-21', 0, 1],
      ['2026-11-20', 1, 2],
      ['2026-11-19', 3, 1]
    ])
  })

  it('have no headings if they are not sorted by time', () => {
    const [section, ...others] = gridCells({ ...shelf, days: [] }, [], '2026-11-20').sections
    expect(section).toMatchObject({ from: 0, count: 3, hasHead: false })
    expect(others).toEqual([])
    expect(gridCells({ ...shelf, days: [], keys: new Uint32Array(0), ratios: new Uint16Array(0) }, [], '2026-11-20').sections).toEqual([])
  })

  it('have IDs that do not depend on the order', () => {
    const places = gridCells(shelf, [pendingTile], '2026-11-20')
    expect([0, 1, 9].map((place) => cellIdAtIndex(places, place))).toEqual(['task 0', '7', null])
    expect(['task 0', '9', 'other 0', '99'].map((cell) => indexOfCell(places, cell))).toEqual([0, 3, -1, -1])
    expect(keyOfCell('7')).toBe(7)
    expect(keyOfCell('task 0')).toBeNull()
  })
})
