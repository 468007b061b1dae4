import { describe, expect, it } from 'vitest'
import { createMonotonicClock } from '../../../../electron/tasks/engine/monotonic-clock.ts'

describe('the steady clock', () => {
  it('continues at the machine’s pace if the system clock is set back', () => {
    let wall = 1_000_000
    let pace = 0
    const clock = createMonotonicClock(
      () => wall,
      () => pace
    )
    expect(clock.now()).toBe(1_000_000)
    wall -= 3_600_000
    pace += 5_000
    expect(clock.now()).toBe(1_005_000)
    wall += 2_000
    pace += 2_000
    expect(clock.now()).toBe(1_007_000)
  })

  it('accepts a forward jump, because the machine may have slept', () => {
    let wall = 1_000_000
    const clock = createMonotonicClock(
      () => wall,
      () => 0
    )
    wall += 8 * 3_600_000
    expect(clock.now()).toBe(1_000_000 + 8 * 3_600_000)
  })

  it('never goes back, even by small corrections of the system', () => {
    let wall = 1_000_000
    const clock = createMonotonicClock(
      () => wall,
      () => 0
    )
    wall -= 300
    expect(clock.now()).toBe(1_000_000)
    wall += 400
    expect(clock.now()).toBe(1_000_100)
  })

  it('returns whole milliseconds, even if the machine’s pace is finer', () => {
    let wall = 1_000_000
    let pace = 0.25
    const clock = createMonotonicClock(
      () => wall,
      () => pace
    )
    wall -= 3_600_000
    pace += 5_000.5
    expect(clock.now()).toBe(1_005_000)
    pace += 0.7
    expect(Number.isInteger(clock.now())).toBe(true)
  })
})
