import { describe, expect, it } from 'vitest'
import { phaseAppearance } from '../../../renderer/tasks/phase-appearance.ts'
import { holdReasons, phases } from '../../../shared/task/task.ts'

describe('the label of a phase', () => {
  it('is unique for every phase and hold reason', () => {
    const words = [
      ...phases.filter((phase) => phase !== 'held').map((phase) => phaseAppearance({ phase, hold: null }).label),
      ...holdReasons.map((hold) => phaseAppearance({ phase: 'held', hold }).label)
    ]
    words.push(
      phaseAppearance({ phase: 'held', hold: null, question: { kind: 'price', before: 5, now: 6 } }).label,
      phaseAppearance({ phase: 'held', hold: null, question: { kind: 'price', before: 5, now: null } }).label,
      phaseAppearance({ phase: 'held', hold: null, question: { kind: 'limit', committed: 5, limit: 9, credits: 5 } }).label
    )
    expect(new Set(words).size).toBe(words.length)
  })

  it('contains no raw identifiers', () => {
    for (const phase of phases) expect(phaseAppearance({ phase, hold: null }).label).not.toMatch(/_|null|undefined/)
  })
})
