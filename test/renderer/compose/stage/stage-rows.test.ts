import { describe, expect, it } from 'vitest'
import { tileGap } from '../../../../renderer/compose/stage/fit-outputs.ts'
import { stageRows, newestRunScrollTop } from '../../../../renderer/compose/stage/stage-rows.ts'
import type { StageRun } from '../../../../renderer/compose/stage/stage-runs.ts'
import { aTask } from '../../a-task.ts'

/** Returns a single task's run with `count` outputs, or a batch's run with `count` rows. */
function aRun(key: string, count: number, isBatch: boolean): StageRun {
  const task = aTask({ id: key })
  const outputs = Array.from({ length: count }, (_, index) => ({ kind: 'pending' as const, key: `${key} ${index}`, index, task }))
  return { key, tasks: isBatch ? [task, ...Array.from({ length: count - 1 }, () => task)] : [task], previous: null, outputs, ratio: 1 }
}
const size = { width: 800, height: 400 }

describe('the rows of the stage', () => {
  it('are one for each run, also for a batch that fits', () => {
    const rows = stageRows([aRun('a', 4, false), aRun('b', 8, true)], size)
    expect(rows.map(({ key, run, from, until }) => [key, run, from, until])).toEqual([
      ['a', 0, 0, 4],
      ['b', 1, 0, 8]
    ])
    expect(rows[1]?.height).toBeLessThanOrEqual(size.height)
  })

  it('are one for each line of a batch that is higher than the stage', () => {
    const rows = stageRows([aRun('b', 100, true)], size)
    const columns = rows[0]?.grid.columns ?? 0
    expect(columns).toBe(8)
    expect(rows).toHaveLength(Math.ceil(100 / columns))
    expect(rows.flatMap(({ from, until }) => Array.from({ length: until - from }, (_, place) => from + place))).toEqual(
      Array.from({ length: 100 }, (_, index) => index)
    )
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    const { tileHeight } = rows[0]?.grid ?? { tileHeight: 0 }
    expect(rows[5]?.height).toBe(tileHeight + 20 + tileGap)
  })

  it('end with the newest run, which is shown whole, or from its heading if it is too high', () => {
    const earlier = Array.from({ length: 3 }, (_, place) => aRun(`${place}`, 1, false))
    const heightOf = (rows: ReturnType<typeof stageRows>): number => rows.reduce((sum, { height }) => sum + height, 0)
    const fitting = stageRows([...earlier, aRun('b', 8, true)], size)
    expect(newestRunScrollTop(fitting, size.height, 0)).toBe(heightOf(fitting) - size.height)
    const high = stageRows([...earlier, aRun('b', 100, true)], size)
    const start = heightOf(high.slice(0, 3))
    expect(newestRunScrollTop(high, size.height, 0)).toBeLessThan(start)
    expect(newestRunScrollTop(high, size.height, 0)).toBeGreaterThan(start - 36)
    expect(newestRunScrollTop(stageRows([aRun('a', 1, false)], size), size.height, 0)).toBe(0)
    expect(newestRunScrollTop(fitting, size.height, 36)).toBe(heightOf(fitting) - size.height + 36)
  })
})
