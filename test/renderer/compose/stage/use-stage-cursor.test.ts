import { describe, expect, it } from 'vitest'
import type { StageOutput, StageRun } from '../../../../renderer/compose/stage/stage-runs.ts'
import type { StageStep } from '../../../../renderer/compose/stage/use-stage-cursor.ts'
import { positionAfter, positionOf, positionOfKey, resultAfter } from '../../../../renderer/compose/stage/use-stage-cursor.ts'
import { aTask } from '../../a-task.ts'
import { aResult } from '../../viewer/a-result.ts'

const runs = runsOf(2, 0, 3)

/** Returns a run for each number of outputs. */
function runsOf(...counts: readonly number[]): readonly StageRun[] {
  return counts.map((count, run) => {
    const task = aTask({ id: `${run}` })
    const outputs = Array.from({ length: count }, (_, index) => ({ kind: 'pending' as const, key: `${run} ${index}`, index, task }))
    return { key: task.id, tasks: [task], previous: null, ratio: 1, outputs }
  })
}

function walk(from: readonly [number, number], ...steps: readonly StageStep[]): readonly [number, number] {
  let at = { run: from[0], output: from[1] }
  for (const step of steps) at = positionAfter(runs, at, step)
  return [at.run, at.output]
}

describe('the cursor on the stage', () => {
  it('starts at the newest run and follows its output', () => {
    expect(positionOf(runs, null)).toEqual({ run: 2, output: 0 })
    expect(positionOf(runs, '0 1')).toEqual({ run: 0, output: 1 })
    expect(positionOf(runs, 'gone')).toEqual({ run: 2, output: 0 })
    expect(positionOf([], null)).toBeNull()
  })

  it('isn’t at an output that is gone', () => {
    expect(positionOfKey(runs, 'gone')).toBeNull()
    expect(positionOfKey(runs, null)).toBeNull()
  })

  it('skips unfinished outputs in the large view', () => {
    const result = (run: number, index: number): StageOutput => ({
      kind: 'result',
      key: `${run} ${index}`,
      index,
      task: aTask({ id: `${run}` }),
      result: aResult({ id: `${run}.${index}` })
    })
    const mixed = runs.map((run, number) => ({
      ...run,
      outputs: run.outputs.map((output, index) => (index === 1 ? result(number, index) : output))
    }))
    expect(resultAfter(mixed, { run: 0, output: 1 }, 'next')).toEqual({ run: 2, output: 1 })
    expect(resultAfter(mixed, { run: 2, output: 1 }, 'next')).toBeNull()
    expect(resultAfter(mixed, { run: 2, output: 1 }, 'previous')).toEqual({ run: 0, output: 1 })
  })

  it('walks through the outputs of all runs, and past a run without outputs', () => {
    expect(walk([2, 0], 'previous')).toEqual([0, 1])
    expect(walk([0, 1], 'next')).toEqual([2, 0])
    expect(walk([0, 0], 'next', 'next', 'next', 'next')).toEqual([2, 2])
  })

  it('walks through the runs and keeps the column if it can', () => {
    expect(walk([2, 2], 'up')).toEqual([0, 1])
    expect(walk([0, 1], 'down')).toEqual([2, 1])
  })

  it('walks up and down through the lines of a run', () => {
    const lines = runsOf(2, 8, 3)
    const columns = [2, 3, 3]
    const step = (run: number, output: number, direction: StageStep): readonly [number, number] => {
      const to = positionAfter(lines, { run, output }, direction, (one) => columns[one] ?? 1)
      return [to.run, to.output]
    }
    // The eight outputs are in lines of three, three and two.
    expect([step(1, 1, 'down'), step(1, 4, 'down'), step(1, 5, 'down'), step(1, 7, 'down')]).toEqual([
      [1, 4],
      [1, 7],
      [1, 7],
      [2, 1]
    ])
    expect([step(2, 1, 'up'), step(2, 2, 'up'), step(1, 7, 'up'), step(1, 2, 'up')]).toEqual([
      [1, 7],
      [1, 7],
      [1, 4],
      [0, 1]
    ])
    expect([step(2, 2, 'down'), step(0, 1, 'up')]).toEqual([
      [2, 2],
      [0, 1]
    ])
  })

  it('stays at both ends', () => {
    expect(walk([0, 0], 'previous')).toEqual([0, 0])
    expect(walk([2, 2], 'next')).toEqual([2, 2])
    expect(walk([2, 1], 'first')).toEqual([0, 0])
    expect(walk([0, 0], 'last')).toEqual([2, 2])
  })
})
