import { describe, expect, it } from 'vitest'
import { expectedDuration, expectedProgress, isTaskInProgress, needsAttention } from '../../../renderer/tasks/expected-duration.ts'
import { phases } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'

const runOf = (id: string, durationInMs: number) => aTask({ id, acceptedAt: 1000, finishedAt: 1000 + durationInMs })

describe('the expected time', () => {
  it('is the 50th and 90th percentile of your finished runs', () => {
    const runs = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((seconds) => runOf(`run-${seconds}`, seconds * 1000))
    expect(expectedDuration(runs, 'imgmodel-image-generator')).toEqual({ p50InMs: 50_000, p90InMs: 90_000, runs: 10 })
  })

  it('is unknown with fewer than three finished runs of the capability', () => {
    const runs = [runOf('a', 1), runOf('b', 2)]
    expect(expectedDuration(runs, 'imgmodel-image-generator')).toBeNull()
    expect(
      expectedDuration([...runs, aTask({ id: 'c', capability: 'face-swap', acceptedAt: 0, finishedAt: 9 })], 'imgmodel-image-generator')
    ).toBeNull()
    expect(
      expectedDuration([...runs, aTask({ id: 'c', phase: 'failed', acceptedAt: 0, finishedAt: 9 })], 'imgmodel-image-generator')
    ).toBeNull()
  })

  it('is based on the newest fifty runs', () => {
    const newest = Array.from({ length: 50 }, (_, place) => runOf(`new-${place}`, 1000))
    const older = Array.from({ length: 50 }, (_, place) => runOf(`old-${place}`, 90_000))
    expect(expectedDuration([...newest, ...older], 'imgmodel-image-generator')).toEqual({ p50InMs: 1000, p90InMs: 1000, runs: 50 })
  })
})

describe('the progress of a pending tile', () => {
  const expected = { p50InMs: 5000, p90InMs: 10_000, runs: 9 }
  it('is the elapsed share of the expected time, from 0 to 1', () => {
    expect(expectedProgress({ acceptedAt: 1000 }, expected, 3500)).toBe(0.25)
    expect(expectedProgress({ acceptedAt: 1000 }, expected, 900_000)).toBe(1)
    expect(expectedProgress({ acceptedAt: 1000 }, expected, 0)).toBe(0)
  })
  it('is unknown before the service accepted the task, or without past runs', () => {
    expect(expectedProgress({ acceptedAt: null }, expected, 3500)).toBeNull()
    expect(expectedProgress({ acceptedAt: 1000 }, null, 3500)).toBeNull()
  })
})

describe('the phase of a task', () => {
  it('counts as working while Kiln or the service works on the task', () => {
    expect(phases.filter((phase) => isTaskInProgress({ phase }))).toEqual(['uploading', 'submitting', 'running', 'selecting', 'collecting'])
  })
  it('needs you for faces, an unconfirmed outcome and support, unless the task is hidden', () => {
    expect(phases.filter((phase) => needsAttention({ phase, hidden: false }))).toEqual(['unconfirmed', 'needs_input', 'support'])
    expect(phases.some((phase) => needsAttention({ phase, hidden: true }))).toBe(false)
  })
})
