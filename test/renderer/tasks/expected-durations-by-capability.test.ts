import { describe, expect, it } from 'vitest'
import { areSameDurations, expectedDurationsByCapability } from '../../../renderer/tasks/expected-durations-by-capability.ts'
import { aTask } from '../a-task.ts'

const runs = [1, 2, 3].map((place) => aTask({ id: `run-${place}`, acceptedAt: 0, finishedAt: 10_000 * place }))

describe('the expected times of active tasks', () => {
  it('are computed only for capabilities with active tasks', () => {
    expect(expectedDurationsByCapability(runs).size).toBe(0)
    const times = expectedDurationsByCapability([aTask({ id: 'a', phase: 'running' }), ...runs])
    expect(times.get('imgmodel-image-generator')).toEqual({ p50InMs: 20_000, p90InMs: 30_000, runs: 3 })
  })

  it('are unknown for a capability with fewer than three runs', () => {
    const times = expectedDurationsByCapability([aTask({ id: 'a', phase: 'running' }), ...runs.slice(1)])
    expect(times).toEqual(new Map([['imgmodel-image-generator', null]]))
  })

  it('are equal until a value changes', () => {
    const one = expectedDurationsByCapability([aTask({ id: 'a', phase: 'running' }), ...runs])
    const other = expectedDurationsByCapability([aTask({ id: 'b', phase: 'collecting' }), ...runs])
    expect(areSameDurations(one, other)).toBe(true)
    expect(areSameDurations(one, expectedDurationsByCapability([aTask({ id: 'a', phase: 'running' }), ...runs.slice(1)]))).toBe(false)
    expect(areSameDurations(one, new Map())).toBe(false)
  })
})
