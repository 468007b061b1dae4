import { describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import { comparedIds, stageRuns } from '../../../../renderer/compose/stage/stage-runs.ts'
import type { TaskResult } from '../../../../shared/task/task.ts'
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
    expect(runs.map(({ task, previous }) => [task.id, previous?.id ?? null])).toEqual([
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

  it('have the rows of a batch in their order', () => {
    const rowOf = (id: string, row: number, createdAt: number) =>
      aTask({ id, ...own, createdAt, batch: { id: 'batch', row, name: { code: 'row', params: { row } }, cell: null } })
    const tasks = [rowOf('first', 1, 2), rowOf('second', 2, 2), rowOf('third', 3, 2), aTask({ id: 'before', ...own, createdAt: 1 })]
    expect(stageRuns(tasks, capability, () => 1).map(({ task }) => task.id)).toEqual(['before', 'first', 'second', 'third'])
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
    expect(run?.outputs).toEqual([{ kind: 'needs-faces', key: 'a 0', index: 0 }])
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
    expect([runs.length, runs[0]?.task.id, runs.at(-1)?.task.id]).toEqual([500, 't2', 't501'])
  })
})
