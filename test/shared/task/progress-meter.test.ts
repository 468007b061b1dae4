import { describe, expect, it } from 'vitest'
import { createProgressMeter } from '../../../shared/task/progress-meter.ts'

describe('a progress meter', () => {
  it('reports about ten times a second, and always at the end', () => {
    const meter = createProgressMeter(1_000, 0)
    expect(meter(10, 50)).toBeNull()
    expect(meter(20, 100)).toEqual({ doneBytes: 20, totalBytes: 1_000, bytesPerSecond: 200 })
    expect(meter(30, 150)).toBeNull()
    expect(meter(1_000, 151, true)).toMatchObject({ doneBytes: 1_000 })
  })

  it('adapts gradually to a change of speed', () => {
    const meter = createProgressMeter(null, 0)
    meter(100, 1_000)
    const speeds = [1, 2, 3, 4, 5, 6, 7, 8].map((second) => meter(100 + second * 1_000, 1_000 + second * 1_000)?.bytesPerSecond ?? 0)
    expect(speeds).toEqual(speeds.toSorted((one, other) => one - other))
    expect(speeds[0]).toBeLessThan(500)
    expect(speeds.at(-1)).toBeGreaterThan(900)
  })

  it('measures the speed from where a download resumes, and reports none until time has passed', () => {
    expect(createProgressMeter(2_000, 0, 1_000)(1_500, 1_000)?.bytesPerSecond).toBe(500)
    expect(createProgressMeter(2_000, 5)(2_000, 5, true)?.bytesPerSecond).toBeNull()
  })
})
