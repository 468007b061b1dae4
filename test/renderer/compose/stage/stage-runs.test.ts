import { describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import {
  captionOf,
  comparedIds,
  positionAmongResults,
  resultsOf,
  rowNameOf,
  stageRuns
} from '../../../../renderer/compose/stage/stage-runs.ts'
import { TaskStore } from '../../../../renderer/bridge/task-store.ts'
import type { Task, TaskResult } from '../../../../shared/task/task.ts'
import { aTask } from '../../a-task.ts'

const [standard] = fallbackCapabilities
if (standard === undefined) throw new Error('A fallback capability is missing.')
const capability = standard

const result: TaskResult = {
  id: 'r1',
  index: 1,
  fileName: 'r1.png',
  contentType: 'image/png',
  medium: 'image',
  bytes: 1,
  sha256: '',
  width: 600,
  height: 300,
  savedAt: 0
}
const own = { capability: capability.id } as const

describe('the runs on the stage', () => {
  it('are those of the form, oldest first, without hidden and cancelled tasks', () => {
    const tasks = [
      aTask({ id: 'd', ...own, phase: 'running' }),
      aTask({ id: 'other', capability: 'face-swap', phase: 'running' }),
      aTask({ id: 'c', ...own, phase: 'cancelled' }),
      aTask({ id: 'b', ...own, hidden: true, phase: 'done' }),
      aTask({ id: 'a', ...own, phase: 'running' })
    ]
    const runs = stageRuns(tasks, capability, () => 1)
    expect(runs.map(({ tasks: [task], previous }) => [task.id, previous?.id ?? null])).toEqual([
      ['a', null],
      ['d', 'a']
    ])
  })

  it('keep each output in its place while results arrive', () => {
    const outputsOf = (phase: 'running' | 'collecting', results: readonly TaskResult[]) =>
      stageRuns([aTask({ id: 'a', ...own, phase, results: [...results] })], capability, () => 3)[0]?.outputs.map(
        ({ kind, key }) => `${kind}: ${key}`
      )
    expect(outputsOf('running', [])).toEqual(['pending: a 0', 'pending: a 1', 'pending: a 2'])
    expect(outputsOf('collecting', [result])).toEqual(['pending: a 0', 'result: a 1', 'pending: a 2'])
  })

  it('show what a stopped task has made, and that it stopped', () => {
    const [run] = stageRuns([aTask({ id: 'a', ...own, phase: 'failed', results: [result] })], capability, () => 4)
    expect(run?.outputs.map(({ kind }) => kind)).toEqual(['result', 'stopped'])
  })

  describe('of a batch', () => {
    const rowOf = (id: string, row: number, different: Partial<Task> = {}): Task =>
      aTask({
        id,
        ...own,
        createdAt: 2,
        batch: { id: 'batch', row, name: { code: 'seed', params: { seed: row } }, cell: null },
        ...different
      })
    const before = aTask({ id: 'before', ...own, createdAt: 1 })
    const after = aTask({ id: 'after', ...own, createdAt: 3 })
    const storeOf = (...tasks: readonly Task[]): readonly Task[] => {
      const store = new TaskStore(() => undefined)
      store.load(tasks)
      return store.all()
    }
    const runsOf = (...tasks: readonly Task[]) => stageRuns(tasks, capability, () => 1)

    it('are one run with the rows in the order of the task store, between the other runs', () => {
      const runs = runsOf(...storeOf(before, rowOf('second', 2), after, rowOf('third', 3), rowOf('first', 1)))
      expect(runs.map(({ key, tasks, previous }) => [key, tasks.map(({ id }) => id), previous?.id ?? null])).toEqual([
        ['before', ['before'], null],
        ['batch', ['first', 'second', 'third'], 'before'],
        ['after', ['after'], 'third']
      ])
    })

    it('have the outputs of all rows, whatever their state', () => {
      const [run] = runsOf(
        rowOf('a', 1, { results: [{ ...result, index: 0 }] }),
        rowOf('b', 2, { phase: 'running' }),
        rowOf('c', 3, { phase: 'failed' })
      )
      expect(run?.outputs.map(({ kind, key, task }) => [kind, key, task.id])).toEqual([
        ['result', 'a 0', 'a'],
        ['pending', 'b 0', 'b'],
        ['stopped', 'c stopped', 'c']
      ])
    })

    it('have the shape of the first result of any row', () => {
      const [run] = runsOf(rowOf('a', 1, { phase: 'running' }), rowOf('b', 2, { results: [result] }))
      expect(run?.ratio).toBe(2)
    })

    it('are compared from the result at the cursor, as far as results follow', () => {
      const rows = [1, 2, 3, 4, 5, 6].map((row) => rowOf(`t${row}`, row, { results: [{ ...result, id: `r${row}` }] }))
      const [run] = runsOf(...rows)
      if (run === undefined) throw new Error('The run is missing.')
      const results = resultsOf(run)
      const fromPlace = (place: number) => comparedIds(run, results[place])
      expect([comparedIds(run), fromPlace(1), fromPlace(5)]).toEqual([
        ['r1', 'r2', 'r3', 'r4'],
        ['r2', 'r3', 'r4', 'r5'],
        ['r3', 'r4', 'r5', 'r6']
      ])
      expect(results[4] && positionAmongResults(run, results[4])).toEqual({ index: 5, count: 6 })
    })

    it('say which row an output is, or its own text if the row is only a number', () => {
      const named = (row: number, title: string): Task =>
        rowOf(`t${row}`, row, { title, batch: { id: 'batch', row, name: { code: 'row', params: { row } }, cell: null } })
      const said = (...tasks: readonly Task[]) => {
        const [run] = runsOf(...tasks)
        return run?.tasks.map((task) => [rowNameOf(run, task), captionOf(run, task)])
      }
      expect(said(rowOf('a', 1), rowOf('b', 2))).toEqual([
        ['Seed 1', 'Seed 1'],
        ['Seed 2', 'Seed 2']
      ])
      expect(said(named(1, 'A vase'), named(2, 'A bowl'))).toEqual([
        ['Row 1', 'A vase'],
        ['Row 2', 'A bowl']
      ])
      expect(said(named(1, 'A vase'), named(2, 'A vase'))?.[1]).toEqual(['Row 2', 'Row 2'])
      expect(said(rowOf('a', 1))).toEqual([[null, null]])
    })

    it('are never cut by the limit', () => {
      const rows = Array.from({ length: 700 }, (_, row) => rowOf(`t${row}`, row))
      expect(runsOf(after, ...rows, before).map(({ tasks }) => tasks.length)).toEqual([700, 1])
      expect(runsOf(after, ...rows.slice(0, 499), before).map(({ tasks }) => tasks.length)).toEqual([499, 1])
    })
  })

  it('are compared by their own results, or with the run before if there is one result', () => {
    const made = (id: string, medium: TaskResult['medium'] = 'image'): TaskResult => ({ ...result, id, medium })
    const compare = (before: readonly TaskResult[], results: readonly TaskResult[]) => {
      const tasks = [
        aTask({ id: 'b', ...own, phase: 'done', results: [...results] }),
        aTask({ id: 'a', ...own, phase: 'done', results: [...before] })
      ]
      const run = stageRuns(tasks, capability, () => 1)[1]
      return run === undefined ? undefined : comparedIds(run)
    }
    expect(
      compare(
        [made('1')],
        ['2', '3', '4', '5', '6'].map((id) => made(id))
      )
    ).toEqual(['2', '3', '4', '5'])
    expect(compare([made('0', 'video'), made('1')], [made('2')])).toEqual(['1', '2'])
    expect(compare([made('1')], [])).toBeNull()
    expect(compare([made('1', 'audio')], [made('2')])).toBeNull()
  })

  it('lead to the face choice for a task that needs faces', () => {
    const [run] = stageRuns([aTask({ id: 'a', ...own, phase: 'needs_input' })], capability, () => 2)
    expect(run?.outputs).toEqual([{ kind: 'needs-faces', key: 'a 0', index: 0, task: expect.objectContaining({ id: 'a' }) }])
  })

  it('have the shape of the result, or of the requested size before it arrives', () => {
    const done = aTask({ id: 'a', ...own, phase: 'done', results: [result] })
    const wide = aTask({ id: 'b', ...own, phase: 'running', values: { size: '1920*1080' } })
    const unknown = aTask({ id: 'c', ...own, phase: 'running', values: {} })
    expect(stageRuns([unknown, wide, done], capability, () => 1).map(({ ratio }) => ratio)).toEqual([2, 1.778, 2])
    const sound = { ...capability, output: 'audio' as const }
    expect(stageRuns([unknown], sound, () => 1)[0]?.ratio).toBe(2.4)
  })

  it('are at most the newest 500', () => {
    const tasks = Array.from({ length: 501 }, (_, place) => aTask({ id: `t${501 - place}`, ...own, phase: 'running' }))
    const runs = stageRuns(tasks, capability, () => 1)
    expect([runs.length, runs[0]?.key, runs.at(-1)?.key]).toEqual([500, 't2', 't501'])
  })
})
