import { describe, expect, it } from 'vitest'
import { creditsCommittedSince, dailyLimitGuard } from '../../../shared/task/daily-limit.ts'
import type { TaskCredits } from '../../../shared/task/task.ts'
import { aTask } from '../../renderer/a-task.ts'

const today = 1_000_000
const credits = (state: TaskCredits['state'], figure: number): TaskCredits => ({
  estimated: figure,
  required: null,
  consumed: state === 'charged' ? figure : null,
  usageDeferred: null,
  state
})

describe('the daily limit', () => {
  it('counts today’s charges and the estimates of unfinished tasks', () => {
    const charged = aTask({ id: 'a', createdAt: today, credits: credits('charged', 100) })
    const running = aTask({ id: 'b', createdAt: today, phase: 'running', credits: credits('pending', 10) })
    const queued = aTask({ id: 'c', createdAt: 0, phase: 'queued', credits: credits('not-sent', 5) })
    const cancelled = aTask({ id: 'd', createdAt: today, phase: 'cancelled', credits: credits('not-sent', 7) })
    const earlier = aTask({ id: 'e', createdAt: 0, credits: credits('charged', 50) })
    expect(creditsCommittedSince([charged, running, queued, cancelled, earlier], today)).toBe(115)
  })

  it('blocks a task that would exceed it, and nothing if no limit is set', () => {
    expect(dailyLimitGuard(5, 105, 110)).toBeNull()
    expect(dailyLimitGuard(6, 105, 110)).toEqual({ kind: 'limit', committed: 105, limit: 110, credits: 6 })
    expect(dailyLimitGuard(null, 109, 110)).toBeNull()
    expect(dailyLimitGuard(null, 110, 110)).not.toBeNull()
    expect(dailyLimitGuard(1_000, 1_000, null)).toBeNull()
  })
})
