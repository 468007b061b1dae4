import { describe, expect, it } from 'vitest'
import { expectedTimeBar } from '../../../renderer/queue/expected-time-bar.ts'

const usual = { p50InMs: 32_000, p90InMs: 53_000, runs: 12 }

describe('the progress bar of a running task', () => {
  it('shows the expected range and the elapsed time in it', () => {
    const bar = expectedTimeBar(40_000, usual)
    expect(bar.from).toBeCloseTo(0.525)
    expect(bar.to).toBeCloseTo(0.87)
    expect(bar.now).toBeCloseTo(0.656)
  })

  it('has room for a run that is slower than 90% of runs', () => {
    expect(expectedTimeBar(200_000, usual)).toMatchObject({ now: 1, to: 0.265 })
  })

  it('starts at 0 if the clock was set back', () => {
    expect(expectedTimeBar(-1, usual).now).toBe(0)
  })
})
