import { describe, expect, it } from 'vitest'
import { timeAxisTicks } from '../../../renderer/players/time-axis-ticks.ts'

describe('the time axis', () => {
  it('has a label each second for a short sound, and round times for a longer one', () => {
    expect(timeAxisTicks(4)).toEqual([0, 1, 2, 3])
    expect(timeAxisTicks(31)).toEqual([0, 5, 10, 15, 20, 25])
    expect(timeAxisTicks(200)).toEqual([0, 30, 60, 90, 120, 150, 180])
  })

  it('has at most nine labels, however long the sound is', () => {
    for (const duration of [0.4, 8.5, 59, 601, 7_200, 100_000]) expect(timeAxisTicks(duration).length).toBeLessThanOrEqual(9)
  })

  it('is empty while the duration is unknown', () => {
    expect(timeAxisTicks(0)).toEqual([])
    expect(timeAxisTicks(Number.NaN)).toEqual([])
  })
})
